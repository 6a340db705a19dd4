//! `pool check` finds each kind of damage.

use crate::bench::{Bench, bytes, row};
use pool::check::{Report, check};
use pool::store::PoolHeader;

fn bench() -> Bench {
    let rows: String = (0..9)
        .map(|n| {
            row(
                &n.to_string(),
                &format!("Line {n}.\n\nMore."),
                &format!("第 {n} 行。\n\n還有。"),
            )
        })
        .collect();
    let long = ["One more line, number", "又是一行，第"].map(|line| {
        let lines: Vec<String> = (0..99).map(|n| format!("{line} {n}")).collect();
        lines.join("\n\n")
    });
    let bench = Bench::jsonl(rows + &row("long", &long[0], &long[1]) + &row("blank", "Left.", " "));
    bench.built();
    bench
}

fn report(bench: &Bench) -> Report {
    check(&bench.path("pool"), &|_, _| ()).unwrap()
}

/// Changes a header field and asks which check fails.
fn header(change: impl FnOnce(&mut PoolHeader)) -> Vec<&'static str> {
    let bench = bench();
    let mut header = PoolHeader::read(&bench.path("pool")).unwrap();
    change(&mut header);
    failed(&bench.file("pool/pool.json", header.to_bytes()))
}

fn failed(bench: &Bench) -> Vec<&'static str> {
    let report = report(bench);
    assert!(!report.ok && !report.findings.is_empty());
    report
        .checks
        .iter()
        .filter(|outcome| outcome.failed > 0)
        .map(|outcome| outcome.check)
        .collect()
}

#[test]
fn every_total_of_the_header_is_counted_again() {
    assert_eq!(header(|h| h.articles += 1), ["articles"]);
    assert_eq!(header(|h| h.snapshot = "0".repeat(64)), ["snapshot"]);
    assert_eq!(
        header(|h| h.parts[0].sha256 = "0".repeat(64)),
        ["file digests"]
    );
    assert_eq!(header(|h| h.parts[0].bytes += 1), ["file sizes"]);
    assert_eq!(header(|h| h.ledger.rows += 1), ["ledger"]);
    assert_eq!(
        header(|h| h.provenance.sha256 = String::new()),
        ["file digests"]
    );
    assert_eq!(header(|h| h.tables[0].sha256 = String::new()), ["tables"]);
    assert_eq!(
        header(|h| h.imports[0][0].rows_in += 1),
        ["rows in = rows out + ledger"]
    );
    assert_eq!(
        header(|h| h.imports[0][0].rows_out += 1),
        ["rows in = rows out + ledger", "rows out"]
    );
    assert_eq!(header(|h| h.gates[0].rejected += 1), ["gates"]);
    assert_eq!(header(|h| h.drops.clear()), ["ledger totals"]);
    assert_eq!(header(|h| h.slice.seed.push('x')), ["slices"]);
    assert_eq!(header(|h| h.slice.bytes = 7), ["slices"]);
    assert_eq!(
        header(|h| h.parts.clear()),
        ["articles", "snapshot", "provenance"]
    );
}

#[test]
fn a_flipped_bit_of_any_file_is_found() {
    let bench = bench();
    let files = [
        "parts/all.arrow",
        "ledger.jsonl.zst",
        "provenance.jsonl.zst",
    ]
    .map(|name| format!("pool/{name}"));
    for name in files {
        let whole = bytes(&bench.path(&name));
        for at in (0..whole.len()).step_by(whole.len() / 40 + 1) {
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << (at % 8);
            std::fs::write(bench.path(&name), &damaged).unwrap();
            let found = check(&bench.path("pool"), &|_, _| ());
            assert!(
                found.is_err() || found.is_ok_and(|report| !report.ok),
                "{name} byte {at}"
            );
        }
        std::fs::write(bench.path(&name), &whole).unwrap();
    }
    assert!(report(&bench).ok);
}

#[test]
fn a_missing_file_is_found() {
    for name in [
        "parts/all.arrow",
        "ledger.jsonl.zst",
        "provenance.jsonl.zst",
    ] {
        let bench = bench();
        std::fs::remove_file(bench.path(&format!("pool/{name}"))).unwrap();
        assert!(failed(&bench).contains(&"file digests"), "{name}");
    }
}
