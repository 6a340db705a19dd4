//! How a pool comes to be: whole or not at all, once, and the same each time.

use crate::bench::{Bench, bytes, row};

pub(crate) fn rows() -> String {
    (0..40)
        .map(|n| {
            row(
                &n.to_string(),
                &format!("Line {n} of it.\nAnd so on."),
                &format!("第 {n} 行。\n等等。"),
            )
        })
        .collect()
}

#[test]
fn the_same_inputs_again_are_nothing_to_do() {
    let bench = Bench::jsonl(rows());
    let first = bench.build().unwrap();
    assert!(!first.unchanged);
    let header = bytes(&bench.path("pool/pool.json"));
    // The note of what went in may be deleted: the pool is then built again and compared.
    for note in [true, false] {
        if !note {
            std::fs::remove_dir_all(bench.path("pool.work")).unwrap();
        }
        let again = bench.build().unwrap();
        assert!(again.unchanged && again.snapshot == first.snapshot);
        assert_eq!(bytes(&bench.path("pool/pool.json")), header);
        assert!(!bench.path("pool.building").exists());
    }
}

#[test]
fn other_inputs_do_not_replace_a_pool_unasked() {
    for note in [true, false] {
        let bench = Bench::jsonl(rows());
        let first = bench.build().unwrap();
        if !note {
            std::fs::remove_dir_all(bench.path("pool.work")).unwrap();
        }
        let bench = bench.file("a.jsonl", rows() + &row("new", "New.", "新的。"));
        let message = bench.build().unwrap_err().to_string();
        assert!(message.contains("--replace"), "{message}");
        assert_eq!(bench.open().header.snapshot, first.snapshot);
        let second = bench.build_to("pool", true).unwrap();
        assert_eq!(second.articles, first.articles + 1);
        assert_eq!(bench.open().header.snapshot, second.snapshot);
        assert!(!bench.path("pool.building").exists());
    }
}

#[test]
fn another_rule_is_another_input() {
    let bench = Bench::jsonl(rows());
    bench.build().unwrap();
    let text = std::fs::read_to_string(bench.path("sources.toml")).unwrap();
    let bench = bench.file("sources.toml", text + "license = \"MIT\"\n");
    let message = bench.build().unwrap_err().to_string();
    assert!(message.contains("--replace"), "{message}");
}

#[test]
fn what_a_stopped_build_left_is_cleared() {
    let bench = Bench::jsonl(rows())
        .file("pool.building/diptych-pool-build", "")
        .file("pool.building/pool/parts/half.arrow", "half")
        .file("pool.work/diptych-pool-build", "")
        .file("pool.work/scratch/articles", "half");
    let (report, pool) = bench.built();
    assert_eq!((report.articles, pool.header.parts.len()), (40, 1));
    assert!(
        !bench.path("pool/parts/half.arrow").exists() && !bench.path("pool.work/scratch").exists()
    );
}

#[test]
fn two_builds_of_one_pool_do_not_meet() {
    let bench = Bench::jsonl(rows())
        .file("pool.work/diptych-pool-build", "")
        .file("pool.work/lock", "process 7\n");
    let lock = std::fs::File::open(bench.path("pool.work/lock")).unwrap();
    lock.lock().unwrap();
    let message = bench.build().unwrap_err().to_string();
    assert!(message.contains("process 7"), "{message}");
    drop(lock);
    bench.build().unwrap();
}

#[test]
fn a_folder_that_is_no_pool_is_left_alone() {
    let bench = Bench::jsonl(rows()).file("pool/mine.txt", "mine");
    for replace in [false, true] {
        let message = bench.build_to("pool", replace).unwrap_err().to_string();
        assert!(message.contains("pool.json"), "{message}");
        assert_eq!(bytes(&bench.path("pool/mine.txt")), b"mine");
    }
}

#[test]
fn nothing_left_is_no_pool() {
    let message = Bench::jsonl(row("1", "One.", " ")).refusal();
    assert!(message.contains("no article is left"), "{message}");
    let reason = "source \"s\": 1 rows: blank (gate)";
    assert!(message.contains(reason), "{message}");
    assert!(!message.contains("\n\n"), "{message}");
}

#[test]
fn one_thread_or_seven_make_the_same_bytes() {
    let made: Vec<Vec<u8>> = [1, 7]
        .into_iter()
        .map(|threads| {
            let bench = Bench::jsonl(rows());
            let threads = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            threads.install(|| bench.build()).unwrap();
            bytes(&bench.path("pool/pool.json"))
        })
        .collect();
    assert_eq!(made[0], made[1]);
}

#[test]
fn what_is_no_regular_file_is_refused_before_it_is_opened() {
    use std::os::unix::fs::symlink;
    let bench = Bench::jsonl(rows());
    let sources = bench.path("sources.toml");
    let text = bytes(&sources);
    for (target, word) in [
        ("/dev/zero", "a device"),
        (".", "a folder"),
        ("pipe", "a named pipe"),
    ] {
        bench.pipe("pipe");
        std::fs::remove_file(&sources).unwrap();
        symlink(target, &sources).unwrap();
        let message = bench.refusal();
        assert!(
            message.contains("sources.toml: this is") && message.contains(word),
            "{message}"
        );
        std::fs::remove_file(bench.path("pipe")).unwrap();
    }
    std::fs::remove_file(&sources).unwrap();
    std::fs::write(&sources, vec![b'\n'; (1 << 20) + 1]).unwrap();
    let message = bench.refusal();
    assert!(message.contains("at most 1048576"), "{message}");
    std::fs::write(&sources, text).unwrap();
    bench.built();
    for name in [
        "pool.json",
        "ledger.jsonl.zst",
        "provenance.jsonl.zst",
        "parts/all.arrow",
    ] {
        let bench = Bench::jsonl(rows());
        bench.built();
        std::fs::remove_file(bench.path(&format!("pool/{name}"))).unwrap();
        bench.pipe(&format!("pool/{name}"));
        let found = pool::check::check(&bench.path("pool"), &|_, _| ());
        assert!(
            found.is_ok_and(|report| !report.ok) || name == "pool.json",
            "{name}"
        );
    }
}
