//! The program: exit codes, and what goes where.

use std::path::Path;
use std::process::{Command, Output};

use verifier::wire::Carrier;

use crate::fixture::{Fixture, Settings};

fn run(arguments: &[&Path]) -> (Output, i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_diptych-verify"))
        .args(arguments)
        .output()
        .unwrap();
    let (code, text) = (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout.clone()),
    );
    (output, code, text.unwrap())
}

#[test]
fn exit_codes_say_what_the_report_says() {
    let place = tempfile::tempdir().unwrap();
    let (release, pool) = (place.path().join("release"), place.path().join("pool"));
    let fixture = Fixture::new(Settings::new(Carrier::JsonlZst, "left-first"));
    fixture.write(&release);
    fixture.write_pool(&pool);
    let (json, pool_flag) = (Path::new("--json"), Path::new("--pool"));
    let (_, code, text) = run(&[&release, pool_flag, &pool]);
    assert_eq!(code, 0, "{text}");
    assert!(text.ends_with("levels: L1 L2 (L3 not run)\nFINAL RESULT: ok: true, errors: []\n"));
    let (_, code, text) = run(&[&release, json]);
    assert_eq!(code, 0);
    assert!(
        text.starts_with("{\"ok\":true,\"levels\":\"L1 (L2 L3 not run)\",\"checks\":[{"),
        "{text}"
    );
    assert!(text.ends_with("}\n") && text.lines().count() == 1);
    std::fs::write(release.join("README.md"), "other").unwrap();
    let (_, code, text) = run(&[&release]);
    assert_eq!(code, 1);
    assert!(text.contains("\nE104 SHA256SUMS: found "), "{text}");
    assert!(
        text.ends_with("FINAL RESULT: ok: false, errors: [E104]\n"),
        "{text}"
    );
    let (output, code, text) = run(&[&release, pool_flag, &place.path().join("none")]);
    assert_eq!((code, text.as_str()), (2, ""));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .starts_with("error: pool ")
    );
    let (_, code, _) = run(&[&place.path().join("none")]);
    assert_eq!(code, 2);
}

#[test]
fn threads_do_not_change_the_report() {
    let place = tempfile::tempdir().unwrap();
    let mut fixture = Fixture::new(Settings::new(Carrier::Jsonl, "left-first"));
    for record in fixture.records.values_mut().flatten().step_by(5) {
        record.tokens += 1;
    }
    let (release, pool) = (place.path().join("release"), place.path().join("pool"));
    fixture.write(&release);
    fixture.write_pool(&pool);
    let with = |threads: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_diptych-verify"));
        let command = command.arg(&release).arg("--pool").arg(&pool).arg("--json");
        command
            .env("RAYON_NUM_THREADS", threads)
            .output()
            .unwrap()
            .stdout
    };
    assert!(!with("1").is_empty());
    assert_eq!(with("1"), with("2"));
    assert_eq!(with("1"), with("7"));
}

#[test]
fn a_sample_needs_a_size_a_nonce_and_a_pool() {
    let place = tempfile::tempdir().unwrap();
    let (release, pool) = (place.path().join("release"), place.path().join("pool"));
    let fixture = Fixture::new(Settings::new(Carrier::Meta, "left-first"));
    fixture.write(&release);
    fixture.write_pool(&pool);
    let with = |flags: &str| {
        let mut arguments = vec![release.as_path()];
        arguments.extend(flags.split(' ').map(|flag| match flag {
            "POOL" => pool.as_path(),
            "EMPTY" => Path::new(""),
            _ => Path::new(flag),
        }));
        let (output, code, text) = run(&arguments);
        (code, text, String::from_utf8(output.stderr).unwrap())
    };
    let (code, text, _) = with("--pool POOL --sample 7 --nonce dice");
    assert_eq!(code, 0, "{text}");
    assert!(
        text.contains("\nlevels: L1, L2 on a sample of 7 (L3 not run)\n"),
        "{text}"
    );
    for (flags, named) in [
        ("--pool POOL --sample 7", "--nonce"),
        ("--sample 7 --nonce dice", "--pool"),
        ("--pool POOL --nonce dice", "--sample"),
        ("--pool POOL --sample 0 --nonce dice", "--sample"),
        ("--pool POOL --sample 7 --nonce EMPTY", "--nonce"),
    ] {
        let (code, text, error) = with(flags);
        assert_eq!((code, text.as_str()), (2, ""), "{flags}");
        assert!(
            error.starts_with("error: ") && error.contains(named),
            "{flags}: {error}"
        );
    }
}
