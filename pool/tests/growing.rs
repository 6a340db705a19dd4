//! A pool that grows: what it held stays, a corrected text keeps its place, and everything is counted once.

use crate::bench::{Bench, articles, bytes, row};
use pool::build::Report;
use pool::store::PartWriter;
use pool::{ArticleKey, GroupKey, Pool, PoolError, check, provenance};
use std::collections::BTreeMap;
use std::path::Path;

const HEAD: &str = "format = 1\nleft = \"en\"\nright = \"zh-Hant-TW\"\n";

fn source(name: &str, path: &str) -> String {
    format!(
        "[[source]]\nname = \"{name}\"\npath = \"{path}\"\nformat = \"jsonl\"\nlicense = \"CC0-1.0\"\n"
    )
}

fn rows(range: std::ops::Range<u32>) -> String {
    let text = |n: u32| {
        row(
            &n.to_string(),
            &format!("Line {n} of it.\nAnd so on."),
            &format!("第 {n} 行。\n等等。"),
        )
    };
    range.map(text).collect()
}

/// A row that declares a group.
fn grouped(id: &str, group: &str, left: &str) -> String {
    format!("{{\"id\":\"{id}\",\"group\":\"{group}\",\"left\":\"{left}\",\"right\":\"字。\"}}\n")
}

/// A pool of `a.jsonl` in `old`, and a list of sources that reads `b.jsonl`.
fn bench(first: impl AsRef<[u8]>, second: impl AsRef<[u8]>) -> Bench {
    let bench = Bench::new(&source("a", "a.jsonl"))
        .file("a.jsonl", first)
        .file("b.jsonl", second)
        .file("second.toml", HEAD.to_owned() + &source("b", "b.jsonl"));
    bench.build_to("old", false).unwrap();
    bench
}

fn grow(bench: &Bench) -> Result<Report, PoolError> {
    bench.grow("second.toml", "pool", Some("old"), false)
}

/// Grows a pool that must come to be, and leaves the one that grows as it was.
fn grown(bench: &Bench) -> (Report, Pool) {
    let before = files(&bench.path("old"));
    let report = grow(bench).unwrap();
    assert_eq!(files(&bench.path("old")), before);
    passes(&bench.path("pool"));
    (report, bench.open())
}

fn passes(pool: &Path) {
    let found = check::check(pool, &|_, _| ()).unwrap();
    assert!(found.ok, "{found:#?}");
}

fn files(pool: &Path) -> Vec<Vec<u8>> {
    let names = [
        "pool.json",
        "ledger.jsonl.zst",
        "provenance.jsonl.zst",
        "parts/all.arrow",
    ];
    names.map(|name| bytes(&pool.join(name))).into()
}

fn groups(pool: &Pool) -> BTreeMap<ArticleKey, GroupKey> {
    let found = articles(pool);
    found.iter().map(|row| (row.key, row.group)).collect()
}

/// Reason, source, file and line of each row of the ledger.
fn left_out(bench: &Bench) -> Vec<(String, String, String, u64)> {
    let rows = bench.ledger().into_iter();
    rows.map(|row| (row.reason, row.source, row.file, row.line))
        .collect()
}

fn left(reason: &str, source: &str, file: &str, line: u64) -> (String, String, String, u64) {
    (reason.into(), source.into(), file.into(), line)
}

#[test]
fn two_steps_make_the_articles_of_one() {
    let bench = bench(
        rows(0..20) + &row("x", "Blank.", " "),
        row("y", "", "空。") + &rows(20..33),
    )
    .file(
        "all.toml",
        HEAD.to_owned() + &source("a", "a.jsonl") + &source("b", "b.jsonl"),
    );
    let (report, pool) = grown(&bench);
    let once = bench.grow("all.toml", "once", None, false).unwrap();
    assert_eq!(report.articles, 33);
    assert_eq!(report.snapshot, once.snapshot);
    let all = Pool::open(&bench.path("once")).unwrap();
    for name in [
        "parts/all.arrow",
        "ledger.jsonl.zst",
        "provenance.jsonl.zst",
    ] {
        let of = |pool: &str| bytes(&bench.path(pool).join(name));
        assert_eq!(of("pool"), of("once"), "{name}");
    }
    assert_eq!(pool.header.gates, all.header.gates);
    assert_eq!(pool.header.drops, all.header.drops);
    assert_eq!(pool.header.imports.len(), 2);
    assert_eq!(pool.header.imports.concat(), all.header.imports.concat());
}

#[test]
fn a_corrected_text_takes_the_place_of_the_first_and_stays_in_its_group() {
    let kept = grouped("k", "g", "Kept.");
    let wrong = grouped("w", "g", "Wrong.");
    let right = grouped("w", "another", "Right.");
    let same = grouped("k", "another", "Kept.");
    let bench = bench(kept + &wrong, right + &same + &grouped("n", "g", "New."))
        .file("second.toml", HEAD.to_owned() + &source("a", "b.jsonl"));
    let before = Pool::open(&bench.path("old")).unwrap();
    let (report, pool) = grown(&bench);
    let found = articles(&pool);
    let mut texts: Vec<_> = found.iter().map(|row| row.text.left).collect();
    texts.sort_unstable();
    assert_eq!(texts, ["Kept.", "New.", "Right."]);
    let (old, new) = (groups(&before), groups(&pool));
    assert!(old.iter().all(|(key, group)| new[key] == *group));
    assert_eq!(
        new.values()
            .collect::<std::collections::BTreeSet<_>>()
            .len(),
        1
    );
    assert_eq!(
        left_out(&bench),
        [
            left("superseded", "a", "a.jsonl", 2),
            left("duplicate_article", "a", "b.jsonl", 2)
        ]
    );
    let unit = &bench.ledger()[0];
    assert_eq!(
        (unit.stage.as_str(), unit.unit.as_str(), unit.left.as_str()),
        ("dedup", "w", "Wrong.")
    );
    let counts: Vec<_> = report
        .sources
        .iter()
        .map(|source| (source.rows_in, source.rows_out))
        .collect();
    assert_eq!(counts, [(2, 1), (3, 2)]);
    assert!(report.warnings.is_empty(), "{:?}", report.warnings);
    let mut from = Vec::new();
    provenance::read(&bench.path("pool/provenance.jsonl.zst"), |row| {
        from.push(format!("{}:{}", row.file, row.line));
        Ok(())
    })
    .unwrap();
    from.sort();
    assert_eq!(from, ["a.jsonl:1", "b.jsonl:1", "b.jsonl:3"]);
}

#[test]
fn a_pool_grows_again_and_its_ledger_stays_in_order() {
    let first = rows(0..3) + &row("bad", "Bad.", " ");
    let second = row("1", "Corrected.", "改。") + &row("bad", "Bad.", " ") + &rows(2..5);
    let bench = bench(&first, &second)
        .file("second.toml", HEAD.to_owned() + &source("a", "a.jsonl"))
        .file("a.jsonl", &second);
    grown(&bench);
    let third = row("1", "Corrected again.", "再改。") + &row("bad", "Bad.", " ");
    let bench = bench
        .file(
            "third.toml",
            HEAD.to_owned() + &source("z", "z.jsonl") + &source("a", "a.jsonl"),
        )
        .file("z.jsonl", row("bad", "Bad.", " ") + &row("z", "Z.", "乙。"))
        .file("a.jsonl", third);
    bench
        .grow("third.toml", "more", Some("pool"), false)
        .unwrap();
    passes(&bench.path("more"));
    let pool = Pool::open(&bench.path("more")).unwrap();
    assert_eq!((pool.len(), pool.header.imports.len()), (6, 3));
    std::fs::remove_dir_all(bench.path("pool")).unwrap();
    std::fs::rename(bench.path("more"), bench.path("pool")).unwrap();
    assert_eq!(
        left_out(&bench),
        [
            left("superseded", "a", "a.jsonl", 1),
            left("blank", "a", "a.jsonl", 2),
            left("blank", "a", "a.jsonl", 2),
            left("superseded", "a", "a.jsonl", 2),
            left("duplicate_article", "a", "a.jsonl", 3),
            left("blank", "a", "a.jsonl", 4),
            left("blank", "z", "z.jsonl", 1),
        ]
    );
}

#[test]
fn growing_again_from_the_same_pool_is_nothing_to_do() {
    let bench = bench(rows(0..4), rows(4..6));
    let (first, _) = grown(&bench);
    for note in [true, false] {
        if !note {
            std::fs::remove_dir_all(bench.path("pool.work")).unwrap();
        }
        let again = grow(&bench).unwrap();
        assert!(again.unchanged && again.snapshot == first.snapshot);
    }
    // The pool that grows is an input: another one is another pool, and so is none.
    let alone = bench.grow("second.toml", "pool", None, false);
    assert!(matches!(alone, Err(PoolError::Exists { .. })));
    let bench = bench.file("a.jsonl", rows(0..3));
    bench.build_to("old", true).unwrap();
    assert!(matches!(grow(&bench), Err(PoolError::Exists { .. })));
    let other = bench
        .grow("second.toml", "pool", Some("old"), true)
        .unwrap();
    assert_eq!(other.articles, 5);
}

#[test]
fn other_rules_do_not_grow_a_pool() {
    let b = source("b", "b.jsonl");
    for (text, words) in [
        (
            HEAD.replace("\"en\"", "\"de\"") + &b,
            ["`left`: \"de\"", "has \"en\""],
        ),
        (
            HEAD.replace("-TW", "-HK") + &b,
            ["\"zh-Hant-HK\"", "has \"zh-Hant-TW\""],
        ),
        (
            HEAD.to_owned() + "spaced = [true, true]\n" + &b,
            ["[true, true]", "has [true, false]"],
        ),
        (
            HEAD.to_owned() + "[slice]\nbytes = 100\n" + &b,
            ["`bytes`: 100", "has 740"],
        ),
        (
            HEAD.to_owned() + "[slice]\nseed = \"x\"\n" + &b,
            ["`seed`: \"x\"", "has \""],
        ),
    ] {
        let bench = bench(rows(0..2), rows(2..3)).file("second.toml", text);
        let message = grow(&bench).unwrap_err().to_string();
        for word in words {
            assert!(message.contains(word), "{word}: {message}");
        }
        assert!(!bench.path("pool").exists());
    }
}

#[test]
fn a_pool_does_not_grow_into_itself() {
    let bench = bench(rows(0..2), rows(2..3));
    std::os::unix::fs::symlink("old", bench.path("link")).unwrap();
    let inside = bench.path("next.building/pool");
    std::fs::create_dir_all(bench.path("next.building")).unwrap();
    std::fs::rename(bench.path("old"), &inside).unwrap();
    let refused = |out: &str, onto: &str| {
        let error = bench.grow("second.toml", out, Some(onto), true);
        let message = error.unwrap_err().to_string();
        assert!(message.contains("never changed"), "{message}");
    };
    refused("next", "next.building/pool");
    passes(&inside);
    std::fs::rename(&inside, bench.path("old")).unwrap();
    refused("old", "old");
    refused("link", "old");
    refused("old", "link");
    passes(&bench.path("old"));
}

#[test]
fn a_damaged_pool_does_not_grow() {
    for name in [
        "parts/all.arrow",
        "ledger.jsonl.zst",
        "provenance.jsonl.zst",
    ] {
        let bench = bench(rows(0..2), rows(2..3));
        let path = bench.path("old").join(name);
        let mut changed = bytes(&path);
        let middle = changed.len() / 2;
        changed[middle] ^= 1;
        std::fs::write(&path, changed).unwrap();
        let message = grow(&bench).unwrap_err().to_string();
        assert!(
            message.contains("is damaged") && message.contains(name),
            "{message}"
        );
        assert!(!bench.path("pool").exists());
    }
    let bench = bench(rows(0..2), rows(2..3));
    let missing = bench.grow("second.toml", "pool", Some("none"), false);
    assert!(missing.unwrap_err().to_string().contains("none"));
}

#[test]
fn two_texts_of_one_key_in_the_import_stop_it_whatever_the_pool_holds() {
    let twice = row("1", "One.", "一。") + &row("1", "Two.", "二。");
    let bench = bench(row("1", "One.", "一。"), twice)
        .file("second.toml", HEAD.to_owned() + &source("a", "b.jsonl"));
    let message = grow(&bench).unwrap_err().to_string();
    assert!(message.contains("key_conflict"), "{message}");
}

/// Writes an article of `old` again with groups that it resembles, and makes every digest right.
fn resemble(bench: &Bench, near: &[GroupKey]) {
    let root = bench.path("old");
    let old = Pool::open(&root).unwrap();
    let mut header = old.header.clone();
    let part = bench.path("part");
    let mut writer = PartWriter::create(&part).unwrap();
    for mut article in articles(&old) {
        article.near = near.to_vec();
        writer.push(&article).unwrap();
    }
    header.parts = vec![writer.finish("parts/all.arrow".to_owned()).unwrap()];
    std::fs::rename(part, root.join("parts/all.arrow")).unwrap();
    std::fs::write(root.join("pool.json"), header.to_bytes()).unwrap();
    // As the header is, its snapshot is another's: such a pool does not grow.
    let message = grow(bench).unwrap_err().to_string();
    assert!(message.contains("give snapshot"), "{message}");
    header.snapshot = Pool::open(&root).unwrap().snapshot().unwrap().hex();
    std::fs::write(root.join("pool.json"), header.to_bytes()).unwrap();
}

#[test]
fn what_an_article_resembles_stays_with_it_and_with_its_correction() {
    let bench = bench(rows(0..2), row("1", "Corrected.", "改。") + &rows(2..3))
        .file("second.toml", HEAD.to_owned() + &source("a", "b.jsonl"));
    let near = [GroupKey::parse(&"0".repeat(24)).unwrap()];
    resemble(&bench, &near);
    let (_, pool) = grown(&bench);
    for article in articles(&pool) {
        let expected: &[GroupKey] = if article.source_id == "2" { &[] } else { &near };
        assert_eq!(article.near, expected, "{}", article.source_id);
    }
}

#[test]
fn a_replaced_article_of_several_rows_is_one_row_and_all_still_balances() {
    let tsv = |name: &str, file: &str| {
        format!(
            "[[source]]\nname = \"{name}\"\npath = \"{file}\"\nformat = \"tsv\"\ncolumns = [\"source\", \"group\", \"left\", \"right\"]\n"
        )
    };
    // Two sources read one file: whose the replaced article was, only the counts say.
    let bench = Bench::new(&(tsv("x", "a.tsv") + &tsv("u", "a.tsv")))
        .file(
            "a.tsv",
            "x\tg\tOne.\t一。\nx\tg\tTwo.\t二。\nx\th\tThree.\t三。\n",
        )
        .file("b.tsv", "x\tg\tOne.\t一。\nx\th\tFour.\t四。\n")
        .file("second.toml", HEAD.to_owned() + &tsv("v", "b.tsv"));
    bench.build_to("old", false).unwrap();
    let (report, _) = grown(&bench);
    let counts: Vec<_> = report
        .sources
        .iter()
        .map(|source| (source.rows_in, source.rows_out))
        .collect();
    assert_eq!(counts, [(3, 1), (3, 0), (2, 2)]);
    let gone = left_out(&bench);
    let gone = gone.iter().filter(|row| row.0 == "superseded");
    assert_eq!(
        gone.cloned().collect::<Vec<_>>(),
        [
            left("superseded", "x", "a.tsv", 1),
            left("superseded", "x", "a.tsv", 3)
        ]
    );
}
