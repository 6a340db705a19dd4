//! A `pool.json` that says what its pool is not: counts, names, paths, and the form of another version.

use crate::bench::{Bench, articles, bytes, row};
use pool::check::{Report, check};
use pool::funnel::Funnel;
use pool::store::{PoolHeader, RepairTotal};
use pool::{Pool, PoolError};

const HEAD: &str = "format = 1\nleft = \"en\"\nright = \"zh-Hant-TW\"\n";
const SOURCES: &str = "[[source]]\nname = \"talks\"\npath = \"a.tsv\"\nformat = \"tsv\"\ncolumns = [\"group\", \"left\", \"right\"]\n\
    [[source]]\nname = \"notes\"\npath = \"b.jsonl\"\nformat = \"jsonl\"\n";

fn notes() -> String {
    row("1", "The door is o\u{200b}pen now.", "門現在開著。")
        + &row("2", "The key lies in the room.", "鑰匙在屋子内，房内有燈。")
        + &row(
            "3",
            "Write to tea@teahouse.com.tw or cup@teahouse.com.tw.",
            "請寫信至 tea@teahouse.com.tw 或 cup@teahouse.com.tw。",
        )
}

fn bench() -> Bench {
    let talks = "g\tThe first row of it.\t這是第一列。\ng\tThe se\u{200b}cond row of it.\t這是第二列。\nh\tAnother talk begins.\t另一場演講開始。\n";
    let bench = Bench::new(SOURCES)
        .file("a.tsv", talks)
        .file("b.jsonl", notes());
    bench.built();
    bench
}

fn report(bench: &Bench) -> Report {
    check(&bench.path("pool"), &|_, _| ()).unwrap()
}

fn failed(bench: &Bench) -> Vec<&'static str> {
    let report = report(bench);
    let failed = report.checks.iter().filter(|outcome| outcome.failed > 0);
    failed.map(|outcome| outcome.check).collect()
}

fn changed(change: impl FnOnce(&mut PoolHeader)) -> Bench {
    let bench = bench();
    let mut header = PoolHeader::read(&bench.path("pool")).unwrap();
    change(&mut header);
    bench.file("pool/pool.json", header.to_bytes())
}

fn failing(change: impl FnOnce(&mut PoolHeader)) -> Vec<&'static str> {
    failed(&changed(change))
}

/// Adds to the rows of a source what no ledger speaks against.
fn add(header: &mut PoolHeader, source: usize, rows: i64) {
    let import = &mut header.imports[0][source];
    import.rows_in = import.rows_in.saturating_add_signed(rows);
    import.rows_out = import.rows_out.saturating_add_signed(rows);
}

#[test]
fn rows_that_came_out_are_counted_by_the_articles() {
    assert_eq!(failing(|_| ()), [""; 0]);
    assert_eq!(failing(|h| add(h, 1, 1)), ["rows out"]);
    assert_eq!(failing(|h| add(h, 1, -1)), ["rows out"]);
    // Of joined rows the articles and their lines are the bounds.
    assert_eq!(failing(|h| add(h, 0, 1)), ["rows out"]);
    assert_eq!(failing(|h| add(h, 0, -1)), [""; 0]);
    assert_eq!(failing(|h| add(h, 0, -2)), ["rows out"]);
    let elsewhere = |h: &mut PoolHeader| "c.jsonl".clone_into(&mut h.imports[0][1].files[0].path);
    assert!(failing(elsewhere).contains(&"provenance"));
    assert_eq!(failing(|h| h.provenance.rows += 1), ["provenance"]);
}

#[test]
fn repairs_are_counted_by_the_provenance() {
    let header = PoolHeader::read(&bench().path("pool")).unwrap();
    let said = |at: usize| -> Vec<String> {
        let repairs = header.imports[0][at].repairs.iter();
        repairs
            .map(|one| format!("{} {} {}", one.name, one.left, one.right))
            .collect()
    };
    assert_eq!(said(0), ["strip_invisible 1 0"]);
    assert_eq!(
        said(1),
        [
            "pii:email 2 2",
            "strip_invisible 1 0",
            "zh_variant_repair 0 1"
        ]
    );
    let more = |source: usize, at: usize| {
        move |h: &mut PoolHeader| h.imports[0][source].repairs[at].left += 1
    };
    for (source, at) in [(0, 0), (1, 0), (1, 1), (1, 2)] {
        assert_eq!(failing(more(source, at)), ["repairs"], "{source} {at}");
    }
    assert_eq!(
        failing(|h| h.imports[0][1].repairs[2].right = 2),
        ["repairs"]
    );
    assert_eq!(failing(|h| h.imports[0][1].repairs.clear()), ["repairs"]);
    assert_eq!(failing(|h| h.imports[0][1].repairs.reverse()), ["repairs"]);
    let one = |name: &str| RepairTotal {
        name: name.to_owned(),
        left: 1,
        right: 0,
    };
    assert_eq!(
        failing(|h| h.imports[0][0].repairs.insert(0, one("nfc"))),
        ["repairs"]
    );
    // Line ends are of a file, and no article tells of them.
    let ends = |h: &mut PoolHeader| h.imports[0][0].repairs.insert(0, one("crlf_line_ends"));
    assert_eq!(failing(ends), [""; 0]);
}

#[test]
fn gates_ran_for_sources_that_there_are() {
    let unknown = |h: &mut PoolHeader| h.gates[3].sources.push("letters".to_owned());
    assert_eq!(failing(unknown), ["gates"]);
    assert_eq!(failing(|h| h.gates[3].sources.clear()), ["gates"]);
    let twice = |h: &mut PoolHeader| h.gates[3].sources.push("notes".to_owned());
    assert_eq!(failing(twice), ["gates"]);
}

#[test]
fn a_grown_pool_may_count_more_repairs_than_its_articles_tell_of() {
    let second =
        HEAD.to_owned() + &SOURCES[SOURCES.find("[[source]]\nname = \"notes\"").unwrap()..];
    let bench = bench()
        .file("second.toml", second)
        .file("b.jsonl", row("1", "The door is shut now.", "門現在關著。"));
    bench
        .grow("second.toml", "more", Some("pool"), false)
        .unwrap();
    let root = bench.path("more");
    let header = PoolHeader::read(&root).unwrap();
    assert_eq!(header.imports[0][1].repairs[1].name, "strip_invisible");
    let found = |header: &PoolHeader| {
        std::fs::write(root.join("pool.json"), header.to_bytes()).unwrap();
        let report = check(&root, &|_, _| ()).unwrap();
        let failed = report.checks.iter().filter(|outcome| outcome.failed > 0);
        failed.map(|outcome| outcome.check).collect::<Vec<_>>()
    };
    assert_eq!(found(&header), [""; 0]);
    let mut fewer = header.clone();
    fewer.imports[0][1].repairs[2].right = 0;
    assert_eq!(found(&fewer), ["repairs"]);
    let mut other = header.clone();
    other.imports[0][1].rows_in += 1;
    other.imports[0][1].rows_out += 1;
    assert_eq!(found(&other), ["rows out"]);
}

/// What everything but the check says of a pool.
fn refusals(bench: &Bench) -> Vec<String> {
    let root = bench.path("pool");
    std::fs::write(bench.path("second.toml"), HEAD.to_owned() + SOURCES).unwrap();
    let grown = bench.grow("second.toml", "more", Some("pool"), false);
    let errors: [Option<PoolError>; 4] = [
        Pool::open(&root).err(),
        Funnel::of_pool(&root, 0).err(),
        Funnel::of_pool(&root, 3).err(),
        grown.err(),
    ];
    errors
        .map(|error| error.expect("an error").to_string())
        .into()
}

#[test]
fn counts_that_no_sum_can_hold_are_named() {
    type Change = fn(&mut PoolHeader);
    let cases: [(&str, Change); 7] = [
        ("drops[0].rows", |h| {
            h.drops.push(pool::store::LedgerTotal {
                stage: "gate".to_owned(),
                reason: "blank".to_owned(),
                source: "notes".to_owned(),
                rows: u64::MAX,
            });
        }),
        ("imports[0][1].rows_in", |h| {
            h.imports[0][1].rows_in = u64::MAX
        }),
        ("imports[0][0].rows_out", |h| {
            h.imports[0][0].rows_out = u64::MAX
        }),
        ("imports[0][1].repairs[2].left", |h| {
            h.imports[0][1].repairs[2].left = u64::MAX
        }),
        ("imports[0][1].repairs[0].right", |h| {
            h.imports[0][1].repairs[0].right = u64::MAX
        }),
        ("gates[2].rejected", |h| h.gates[2].rejected = u64::MAX),
        ("imports[0][1].rows_in", |h| {
            h.imports[0][0].rows_in = u64::MAX / 2;
            h.imports[0][1].rows_in = u64::MAX / 2;
        }),
    ];
    for (place, change) in cases {
        let bench = changed(change);
        for message in refusals(&bench) {
            assert!(
                message.contains("pool.json") && message.contains("rows"),
                "{message}"
            );
        }
        let report = report(&bench);
        assert!(!report.ok, "{place}");
        let finding = &report.findings[0];
        let near = place.replace("[0][1].rows_in", "[0]");
        assert!(finding.place.contains(&near), "{place}: {finding:?}");
    }
}

#[test]
fn a_path_stays_inside_the_pool() {
    for path in [
        "../../etc/passwd",
        "/etc/passwd",
        "parts/../../pool/parts/all.arrow",
        "..",
    ] {
        let changes: [fn(&mut PoolHeader, &str); 3] = [
            |h, path| path.clone_into(&mut h.parts[0].path),
            |h, path| path.clone_into(&mut h.ledger.path),
            |h, path| path.clone_into(&mut h.provenance.path),
        ];
        for change in changes {
            let bench = changed(|h| change(h, path));
            for message in refusals(&bench) {
                assert!(
                    message.contains("inside the pool") && message.contains(path),
                    "{message}"
                );
            }
            assert_eq!(failed(&bench), ["header"]);
        }
    }
}

#[test]
fn a_pool_of_another_version_says_so() {
    let said = String::from_utf8(bytes(&bench().path("pool/pool.json"))).unwrap();
    let without = |name: &str| {
        let at = said.find(&format!(",\"{name}\":[")).unwrap();
        let end = at + said[at..].find(']').unwrap() + 1;
        format!("{}{}", &said[..at], &said[end..])
    };
    for text in [
        said.replacen("\"format\":1", "\"format\":0", 1),
        said.replacen("\"format\":1", "\"format\":2", 1),
        "{\"format\":2,\"panels\":[]}\n".to_owned(),
        without("rules"),
        without("repairs"),
        without("sources"),
        said.replacen("\"spaced\":[true,false]", "\"spaced\":true", 1),
    ] {
        let bench = bench().file("pool/pool.json", &text);
        let mut messages = refusals(&bench);
        let error = check(&bench.path("pool"), &|_, _| ()).unwrap_err();
        messages.push(error.to_string());
        messages.push(bench.build().unwrap_err().to_string());
        for message in messages {
            for words in [
                "another version",
                "build it again from its sources",
                "pool.json",
            ] {
                assert!(message.contains(words), "{words}: {message}");
            }
        }
    }
    for text in ["", "{", "[]\n", "{\"left\":\"en\"}\n"] {
        let bench = bench().file("pool/pool.json", text);
        let message = Pool::open(&bench.path("pool")).err().unwrap().to_string();
        assert!(message.contains("is this a pool folder?"), "{message}");
    }
    assert_eq!(articles(&bench().open()).len(), 5);
}
