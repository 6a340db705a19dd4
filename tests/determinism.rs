//! The same inputs give the same bytes, whatever surrounds the program.

use crate::support::{
    build_pool, content_id, digests, diptych, golden, recipe, repository, succeed,
};
use std::fs;
use std::path::Path;

fn build(pool: &Path, out: &Path, change: impl FnOnce(&mut std::process::Command)) {
    let mut command = diptych();
    command
        .arg("build")
        .arg(recipe())
        .args(["--quiet", "--pool"])
        .arg(pool)
        .arg("--out")
        .arg(out);
    change(&mut command);
    succeed(&mut command);
}

#[test]
fn threads_and_reruns_change_nothing() {
    let root = tempfile::tempdir().unwrap();
    let want = digests(&golden().release());
    assert!(want.len() > 10, "{want:?}");
    for threads in ["1", "2", "7"] {
        let out = root.path().join(threads);
        build(&golden().pool(), &out, |command| {
            command.args(["--threads", threads]);
        });
        assert_eq!(digests(&out), want, "{threads} threads");
    }
}

#[test]
fn the_surroundings_change_nothing() {
    let root = tempfile::tempdir().unwrap();
    let elsewhere = root.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    let out = root.path().join("release");
    build(&golden().pool(), &out, |command| {
        command
            .current_dir(&elsewhere)
            .env("LANG", "tr_TR.UTF-8")
            .env("LC_ALL", "zh_TW.BIG5")
            .env("TZ", "Pacific/Chatham")
            .env("TMPDIR", &elsewhere)
            .env("HOME", &elsewhere)
            .env("RAYON_NUM_THREADS", "3")
            .env("TOKENIZERS_PARALLELISM", "false")
            .env("ZSTD_CLEVEL", "19")
            .env("ZSTD_NBTHREADS", "4");
    });
    assert_eq!(digests(&out), digests(&golden().release()));
}

#[test]
fn the_order_of_sources_and_rows_changes_no_text() {
    let root = tempfile::tempdir().unwrap();
    let corpus = root.path().join("corpus");
    copy_shuffled(&repository().join("golden/corpus"), &corpus);
    let (pool, out) = (root.path().join("pool"), root.path().join("release"));
    build_pool(&corpus.join("sources.toml"), &pool);
    build(&pool, &out, |_| ());
    assert_eq!(content_id(&out), content_id(&golden().release()));
}

/// Copies the corpus with its sources and the rows of its JSONL files in reverse order.
fn copy_shuffled(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for name in digests(from).keys() {
        let text = fs::read_to_string(from.join(name)).unwrap();
        let shuffled = match name.as_str() {
            "sources.toml" => reverse_sources(&text),
            name if name.ends_with(".jsonl") => {
                text.lines().rev().map(|line| format!("{line}\n")).collect()
            }
            _ => text.clone(),
        };
        assert!(
            !name.ends_with("l") || shuffled != text,
            "{name} stayed as it was"
        );
        fs::write(to.join(name), shuffled).unwrap();
    }
}

fn reverse_sources(text: &str) -> String {
    let (head, rest) = text.split_once("[[source]]").unwrap();
    let (sources, tail) = rest.split_once("[slice]").unwrap();
    let mut parts: Vec<&str> = sources.split("[[source]]").collect();
    parts.reverse();
    let sources: String = parts
        .iter()
        .map(|part| format!("[[source]]{part}\n"))
        .collect();
    format!("{head}{sources}[slice]{tail}")
}

#[test]
fn every_carrier_holds_the_same_text() {
    let root = tempfile::tempdir().unwrap();
    for carrier in ["jsonl", "jsonl.zst", "meta"] {
        let out = root.path().join(carrier);
        build(&golden().pool(), &out, |command| {
            command.args(["--carrier", carrier]);
        });
        assert_eq!(
            content_id(&out),
            content_id(&golden().release()),
            "{carrier}"
        );
        let text = root.path().join(format!("{carrier}.text"));
        succeed(
            diptych()
                .arg("replay")
                .arg(&out)
                .args(["--quiet", "--pool"])
                .arg(golden().pool())
                .arg("--out")
                .arg(&text),
        );
        let plain = digests(&root.path().join("jsonl"));
        for (path, digest) in digests(&text) {
            assert_eq!(Some(&digest), plain.get(&path), "{carrier}: {path}");
        }
    }
}
