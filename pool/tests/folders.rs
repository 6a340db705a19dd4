//! The folders around a pool: nothing that a build did not make is changed, and what it made is still as it was.

use crate::bench::{Bench, bytes};
use crate::building::rows;
use std::os::unix::fs::symlink;
use std::path::Path;

const MARKER: &str = "diptych-pool-build";

/// The names in the folder of a bench, ascending.
fn names(bench: &Bench) -> Vec<String> {
    let mut names: Vec<String> = bench
        .path("")
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_working_folder_that_no_build_made_is_refused() {
    for suffix in ["building", "work"] {
        for inner in [
            "thesis",
            "parts/thesis",
            "pool/thesis",
            "scratch/thesis",
            "lock",
        ] {
            let name = format!("pool.{suffix}/{inner}");
            let bench = Bench::jsonl(rows()).file(&name, "1");
            let before = names(&bench);
            let message = bench.build_to("pool", true).unwrap_err().to_string();
            let said = format!("pool.{suffix}: ");
            assert!(
                message.contains(&said) && message.contains("move it away"),
                "{message}"
            );
            assert_eq!(bytes(&bench.path(&name)), b"1");
            assert_eq!(names(&bench), before);
        }
        for target in ["mine", "nowhere"] {
            let bench = Bench::jsonl(rows()).file("mine/scratch/thesis", "1");
            symlink(target, bench.path(&format!("pool.{suffix}"))).unwrap();
            let message = bench.build().unwrap_err().to_string();
            assert!(message.contains("a symbolic link"), "{message}");
            assert_eq!(bytes(&bench.path("mine/scratch/thesis")), b"1");
        }
        let bench = Bench::jsonl(rows()).file(&format!("pool.{suffix}"), "1");
        let message = bench.build().unwrap_err().to_string();
        assert!(message.contains("a regular file"), "{message}");
        assert_eq!(bytes(&bench.path(&format!("pool.{suffix}"))), b"1");
    }
}

#[test]
fn wherever_a_build_was_killed_the_next_one_goes_on() {
    let whole = Bench::jsonl(rows());
    whole.built();
    let pool = whole.path("pool");
    // Each state that a kill can leave: what exists of building and work, in the order they come and go.
    let states: &[&[&str]] = &[
        &["pool.work/"],
        &["pool.work/M"],
        &["pool.work/M", "pool.work/lock"],
        &["pool.work/M", "pool.work/lock", "pool.building/"],
        &["pool.work/M", "pool.building/M"],
        &["pool.work/M", "pool.building/M", "pool.building/pool/"],
        &[
            "pool.work/M",
            "pool.building/M",
            "pool.building/pool/parts/all.arrow",
        ],
        &[
            "pool.work/M",
            "pool.building/M",
            "pool.building/pool/pool.json",
            "pool.work/scratch/ledger",
        ],
        &["pool.work/M", "pool.work/inputs", "pool.building/M"],
    ];
    for state in states {
        let bench = Bench::jsonl(rows());
        for path in *state {
            let path = bench.path(&path.replace("/M", &format!("/{MARKER}")));
            if path.to_string_lossy().ends_with('/') {
                std::fs::create_dir_all(&path).unwrap();
            } else {
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(&path, "half").unwrap();
            }
        }
        bench.built();
        assert_eq!(
            bytes(&bench.path("pool/pool.json")),
            bytes(&pool.join("pool.json"))
        );
        assert_eq!(
            names(&bench),
            ["a.jsonl", "pool", "pool.work", "sources.toml"],
            "{state:?}"
        );
        assert!(!bench.path("pool/diptych-pool-build").exists());
    }
}

fn damage(path: &Path, how: &str) {
    match how {
        "gone" => std::fs::remove_file(path).unwrap(),
        "cut" => std::fs::write(path, &bytes(path)[1..]).unwrap(),
        _ => {
            let mut changed = bytes(path);
            let middle = changed.len() / 2;
            changed[middle] ^= 1;
            std::fs::write(path, changed).unwrap();
        }
    }
}

#[test]
fn a_damaged_pool_is_not_nothing_to_do() {
    for name in [
        "parts/all.arrow",
        "ledger.jsonl.zst",
        "provenance.jsonl.zst",
    ] {
        for how in ["gone", "cut", "changed"] {
            for note in [true, false] {
                let bench = Bench::jsonl(rows());
                bench.built();
                let path = bench.path(&format!("pool/{name}"));
                let whole = bytes(&path);
                damage(&path, how);
                if !note {
                    std::fs::remove_dir_all(bench.path("pool.work")).unwrap();
                }
                let message = bench.build().unwrap_err().to_string();
                for word in ["the pool is damaged", name, "--replace"] {
                    assert!(message.contains(word), "{name} {how}: {message}");
                }
                let report = bench.build_to("pool", true).unwrap();
                assert!(!report.unchanged, "{name} {how}");
                assert_eq!(bytes(&path), whole);
                assert!(bench.build().unwrap().unchanged);
            }
        }
    }
}

#[test]
fn an_out_that_is_no_folder_is_named_and_nothing_is_left_beside_it() {
    let bench = Bench::jsonl(rows())
        .file("file", "1")
        .file("mine/thesis", "1");
    symlink("nowhere", bench.path("dangling")).unwrap();
    symlink("file", bench.path("link")).unwrap();
    bench.pipe("pipe");
    let before = names(&bench);
    for (out, word) in [
        ("file", "this is a regular file"),
        ("link", "this is a symbolic link"),
        ("dangling", "this is a symbolic link"),
        ("pipe", "this is a named pipe"),
        ("mine", "something else than a pool of this version"),
    ] {
        for replace in [false, true] {
            let message = bench.build_to(out, replace).unwrap_err().to_string();
            assert!(
                message.contains(word) && message.contains("--out"),
                "{message}"
            );
            assert_eq!(names(&bench), before);
        }
    }
}

#[test]
fn a_link_to_a_pool_stays_a_link() {
    let bench = Bench::jsonl(rows());
    bench.build_to("far/pool", false).unwrap();
    symlink("far/pool", bench.path("pool")).unwrap();
    assert!(bench.build().unwrap().unchanged);
    std::fs::remove_dir_all(bench.path("far/pool/parts")).unwrap();
    bench.build_to("pool", true).unwrap();
    assert!(bench.path("pool").is_symlink() && bench.path("far/pool/parts/all.arrow").exists());
    assert!(!bench.path("pool.work").exists());
}

#[test]
fn a_pool_does_not_go_inside_a_pool_or_a_release() {
    for header in ["pool.json", "release.json"] {
        let bench = Bench::jsonl(rows()).file(&format!("whole/{header}"), "{}");
        symlink("whole", bench.path("link")).unwrap();
        for out in ["whole/p", "whole/a/b/p", "link/p", "whole/a/../p"] {
            let message = bench.build_to(out, true).unwrap_err().to_string();
            assert!(
                message.contains("inside") && message.contains(header),
                "{message}"
            );
        }
        assert_eq!(bench.path("whole").read_dir().unwrap().count(), 1);
    }
}
