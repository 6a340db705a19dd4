//! The funnel of a pool: it adds up, samples are drawn from the ledger, and what was measured lies beside the pool.

use crate::bench::{Bench, bytes};
use pool::build::{Options, build};
use pool::check::check;
use pool::funnel::Funnel;
use pool::history::History;
use pool::store::PoolHeader;
use pool::timings::Timings;
use std::sync::atomic::{AtomicU64, Ordering};

const SOURCES: &str = "[[source]]\nname = \"talks\"\npath = \"a.tsv\"\nformat = \"tsv\"\ncolumns = [\"group\", \"left\", \"right\"]\nmax_bad = 9\n\
    [[source]]\nname = \"notes\"\npath = \"b.tsv\"\nformat = \"tsv\"\ncolumns = [\"left\", \"right\"]\n";

fn bench() -> Bench {
    let talks: String = (0..40)
        .map(|n| match n % 8 {
            3 => format!("g{n}\tRow {n} has a lamp.\t第 {n} 列有灯。\n"),
            5 => format!("g{n}\tone cell {n}\n"),
            _ => format!(
                "g{n}\tThe row of this talk is number {n}.\t這場演講的這一列是第 {n} 號。\n"
            ),
        })
        .collect();
    let notes = "Write to tea@teahouse.com.tw today.\t今天請寫信給我們。\n\
        The door is o\u{200b}pen now.\t門現在開著。\nThe door is open now.\t門現在開著。\n";
    Bench::new(SOURCES)
        .file("a.tsv", talks)
        .file("b.tsv", notes)
}

/// A clock that goes on by 5 at each look.
fn clock() -> u64 {
    static NOW: AtomicU64 = AtomicU64::new(0);
    NOW.fetch_add(5, Ordering::Relaxed)
}

fn timed(bench: &Bench) {
    build(Options {
        sources: &bench.path("sources.toml"),
        out: &bench.path("pool"),
        onto: None,
        replace: false,
        progress: &|_, _| (),
        clock: Some(clock),
    })
    .unwrap();
}

#[test]
fn a_funnel_adds_up_and_shows_what_was_left_out() {
    let bench = bench();
    bench.built();
    let funnel = Funnel::of_pool(&bench.path("pool"), 2).unwrap();
    let talks: Vec<_> = funnel
        .steps
        .iter()
        .filter(|step| step.source == "talks")
        .collect();
    let left: Vec<u64> = talks.iter().map(|step| step.left_out).collect();
    assert_eq!(left, [5, 0, 5, 0, 0, 0]);
    let notes: Vec<_> = funnel
        .steps
        .iter()
        .filter(|step| step.source == "notes")
        .collect();
    let left: Vec<u64> = notes.iter().map(|step| step.left_out).collect();
    assert_eq!(left, [0, 0, 0, 1, 1, 0]);
    for source in &funnel.sources {
        let last = funnel.steps.iter().rfind(|step| step.source == source.name);
        assert_eq!(last.unwrap().rows_out, source.rows_out);
    }
    let simplified = funnel
        .gate_totals
        .iter()
        .find(|gate| gate.gate == "simplified")
        .unwrap();
    assert_eq!((simplified.left_out, simplified.rows_in), (5, 38));
    let of = |reason: &str| {
        funnel
            .samples
            .iter()
            .filter(|row| row.reason == reason)
            .count()
    };
    assert_eq!(
        (of("zh_simplified"), of("columns"), of("pii_differs")),
        (2, 2, 1)
    );
    assert!(funnel.timings.is_none());
}

#[test]
fn what_is_measured_is_no_part_of_a_pool() {
    let (plain, watched) = (bench(), bench());
    plain.built();
    timed(&watched);
    for name in [
        "pool/pool.json",
        "pool/ledger.jsonl.zst",
        "pool/parts/all.arrow",
    ] {
        assert_eq!(
            bytes(&plain.path(name)),
            bytes(&watched.path(name)),
            "{name}"
        );
    }
    let header = PoolHeader::read(&watched.path("pool")).unwrap();
    let timings = Timings::of_pool(&watched.path("pool"), &header).expect("it was measured");
    let step = |name: &str| timings.steps.iter().find(|step| step.step == name).unwrap();
    // Lines 1, 17 and 33 of the one file, line 1 of the other.
    assert_eq!((step("normalize").timed, step("normalize").rows), (4, 38));
    let simplified = step("simplified");
    assert_eq!((simplified.left_out, simplified.rows), (5, 38));
    assert_eq!((step("bare_cjk").rows, step("pii").left_out), (33, 1));
    assert!(
        timings
            .steps
            .iter()
            .all(|step| step.timed == 0 || step.nanoseconds >= 5 * step.rows)
    );
    let names: Vec<&str> = timings
        .steps
        .iter()
        .map(|step| step.step.as_str())
        .collect();
    assert_eq!(
        (names[..4].to_vec(), names.last()),
        (vec!["read", "normalize", "census", "blank"], Some(&"pii"))
    );
    // Another pool under the name, or the pool elsewhere: nothing is known.
    let mut other = header.clone();
    other.articles += 1;
    assert_eq!(Timings::of_pool(&watched.path("pool"), &other), None);
    std::fs::rename(watched.path("pool"), watched.path("moved")).unwrap();
    assert_eq!(Timings::of_pool(&watched.path("moved"), &header), None);
}

/// Changes a header field and returns which checks fail.
fn failing(change: impl FnOnce(&mut PoolHeader)) -> Vec<&'static str> {
    let bench = bench();
    bench.built();
    let mut header = PoolHeader::read(&bench.path("pool")).unwrap();
    change(&mut header);
    let bench = bench.file("pool/pool.json", header.to_bytes());
    let report = check(&bench.path("pool"), &|_, _| ()).unwrap();
    let failed = report.checks.iter().filter(|outcome| outcome.failed > 0);
    failed.map(|outcome| outcome.check).collect()
}

#[test]
fn a_header_whose_funnel_is_not_the_ledgers_is_found() {
    assert!(failing(|_| ()).is_empty());
    let without = |header: &mut PoolHeader| header.gates.retain(|gate| gate.name != "simplified");
    assert_eq!(failing(without), ["gates"]);
    let elsewhere = |header: &mut PoolHeader| {
        for gate in &mut header.gates {
            gate.sources
                .retain(|source| gate.name != "simplified" || source == "notes");
        }
    };
    assert_eq!(failing(elsewhere), ["gates"]);
    let fewer = |header: &mut PoolHeader| header.imports[0][0].rows_in = 4;
    assert!(failing(fewer).contains(&"funnel"));
    let renamed = |header: &mut PoolHeader| "other".clone_into(&mut header.imports[0][0].name);
    assert!(failing(renamed).contains(&"funnel"));
}

#[test]
fn an_article_knows_its_history() {
    let bench = bench();
    let (_, pool) = bench.built();
    let articles: Vec<_> = (0..pool.len())
        .map(|at| pool.article(at).unwrap())
        .collect();
    let door = articles
        .iter()
        .find(|article| article.text.left.starts_with("The door"));
    let history = History::of(&pool, door.unwrap()).unwrap();
    assert_eq!(history.imports, [(1, "notes".to_owned())]);
    assert_eq!(history.replaced.count, 1);
    assert_eq!(history.replaced.first[0].reason, "duplicate_article");
    assert!(history.gates.contains(&"simplified".to_owned()));
    let talk = articles
        .iter()
        .find(|article| article.source == "talks")
        .unwrap();
    let history = History::of(&pool, talk).unwrap();
    assert_eq!((history.replaced.count, history.siblings.count), (0, 0));
    assert_eq!(history.from.unwrap().file, "a.tsv");
}
