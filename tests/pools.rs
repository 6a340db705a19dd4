//! Pools whose header is false, or of another version: every command says so and none panics.

use crate::support::{build_pool, diptych, fail, golden, recipe, repository, run, succeed};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Copies the pool of the demo, with another header.
fn pool(root: &Path, change: impl FnOnce(&str) -> String) -> PathBuf {
    let pool = root.join("pool");
    let _ = fs::remove_dir_all(&pool);
    fs::create_dir_all(pool.join("parts")).unwrap();
    for name in [
        "parts/all.arrow",
        "ledger.jsonl.zst",
        "provenance.jsonl.zst",
    ] {
        fs::copy(golden().pool().join(name), pool.join(name)).unwrap();
    }
    let header = fs::read_to_string(golden().pool().join("pool.json")).unwrap();
    fs::write(pool.join("pool.json"), change(&header)).unwrap();
    pool
}

fn command(words: &[&str], pool: &Path) -> Command {
    let mut command = diptych();
    command.args(words).arg(pool);
    command
}

/// The commands that read a pool, the check and the verifier apart.
fn readers(root: &Path, pool: &Path) -> Vec<Command> {
    let page = root.join("page.html");
    let page = page.to_str().unwrap();
    let stats: [&[&str]; 6] = [
        &[],
        &["--json"],
        &["--funnel"],
        &["--funnel", "--json"],
        &["--funnel", "--samples", "0"],
        &["--funnel", "--html", page],
    ];
    let mut commands: Vec<Command> = stats
        .iter()
        .map(|more| command(&[&["pool", "stats"], *more].concat(), pool))
        .collect();
    let mut show = command(&["pool", "show"], pool);
    show.arg("0".repeat(24));
    let mut plan = diptych();
    plan.arg("plan").arg(recipe()).arg("--pool").arg(pool);
    let mut grow = diptych();
    grow.args(["pool", "build", "--quiet"])
        .arg(repository().join("golden/corpus/sources.toml"))
        .arg("--onto")
        .arg(pool)
        .arg("--out")
        .arg(root.join("grown"));
    commands.extend([show, plan, grow]);
    commands
}

fn count(header: &str, name: &str, value: &str) -> String {
    let at = header.find(&format!("\"{name}\":")).expect(name) + name.len() + 3;
    let digits = header[at..].bytes().take_while(u8::is_ascii_digit).count();
    format!("{}{value}{}", &header[..at], &header[at + digits..])
}

#[test]
fn counts_that_no_sum_can_hold_end_no_command_in_a_panic() {
    let root = tempfile::tempdir().unwrap();
    let most = u64::MAX.to_string();
    for name in ["rows_in", "rows_out", "rejected"] {
        let pool = pool(root.path(), |header| count(header, name, &most));
        for mut reader in readers(root.path(), &pool) {
            let message = fail(&mut reader);
            assert!(
                message.contains(name) && message.contains(&most),
                "{message}"
            );
        }
        let output = run(&mut command(&["pool", "check", "--quiet"], &pool));
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(name) && said.contains(&most), "{said}");
    }
}

#[test]
fn a_pool_of_another_version_is_to_be_built_again() {
    let root = tempfile::tempdir().unwrap();
    let changes: [(&str, &str); 3] = [
        ("{\"format\":1,", "{\"format\":0,"),
        ("{\"format\":1,", "{\"format\":2,"),
        (",\"rules\":[", ",\"rule\":["),
    ];
    for (from, to) in changes {
        let pool = pool(root.path(), |header| header.replace(from, to));
        let mut commands = readers(root.path(), &pool);
        commands.push(command(&["pool", "check", "--quiet"], &pool));
        let mut messages: Vec<String> = commands.iter_mut().map(fail).collect();
        let mut verify = diptych();
        verify.args(["verify", "--quiet"]).arg(golden().release());
        let output = run(verify.arg("--pool").arg(&pool));
        assert!(!output.status.success());
        messages.push(
            [output.stdout, output.stderr]
                .map(|said| String::from_utf8(said).unwrap())
                .concat(),
        );
        for message in messages {
            assert!(
                message.contains("another version")
                    && message.contains("build it again from its sources"),
                "{message}"
            );
        }
    }
}

#[test]
fn times_that_no_sum_can_hold_are_shown_all_the_same() {
    let root = tempfile::tempdir().unwrap();
    let pool = root.path().join("pool");
    build_pool(&repository().join("golden/corpus/sources.toml"), &pool);
    let path = root.path().join("pool.work/timings.json");
    let text = fs::read_to_string(&path).unwrap();
    let pieces = text
        .split("\"nanoseconds\":")
        .enumerate()
        .map(|(at, piece)| {
            if at == 0 {
                return piece.to_owned();
            }
            let rest = piece.trim_start_matches(|c: char| c.is_ascii_digit());
            format!("\"nanoseconds\":{}{rest}", u64::MAX)
        });
    fs::write(&path, pieces.collect::<String>()).unwrap();
    let said = succeed(&mut command(&["pool", "stats", "--funnel"], &pool));
    assert!(said.contains("ns a row"), "{said}");
}
