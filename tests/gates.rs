//! `diptych gates`, the funnel and the history of an article.

use crate::support::{build_pool, diptych, fail, golden, repository, succeed};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};

/// A line of `gates try --json`.
#[derive(Deserialize)]
struct Said {
    n: u64,
    verdict: String,
    reasons: BTreeSet<String>,
    repairs: BTreeSet<String>,
    found: Vec<String>,
}

fn tried(file: &Path, more: &[&str]) -> Vec<Said> {
    let said = succeed(
        diptych()
            .args(["gates", "try", "--json"])
            .args(more)
            .arg(file),
    );
    let lines = said
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"));
    lines.collect()
}

fn names(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

#[test]
fn every_pair_gets_its_verdict_reasons_and_repairs() {
    let root = tempfile::tempdir().unwrap();
    let file = root.path().join("pairs.jsonl.zst");
    let rows = [
        r#"{"n": 3, "en": "The harbour is quiet at night.", "zh": "港口夜裡很安靜。", "note": "kept"}"#,
        r#"{"n": 4, "en": "The signpost stands by the road.", "zh": "路边立着一塊路牌。"}"#,
        r#"{"left": "The key lies inside the drawer.", "right": "鑰匙放在抽屜内。"}"#,
        r#"{"n": 9, "left": "Ask office@harbour.com.tw about it.", "right": "詳情請洽 office@harbour.com.tw。"}"#,
        r#"{"en": "{\"a\": \"one\"}", "zh": "{\"b\": \"一\"}", "format": "json"}"#,
        r#"{"n": "x", "en": "Settings", "zh": "Settings"}"#,
    ];
    let packed = zstd::encode_all(format!("{}\n", rows.join("\n")).as_bytes(), 3).unwrap();
    fs::write(&file, packed).unwrap();
    let said = tried(&file, &[]);
    let expected = [
        (3, &[][..], &[][..]),
        (4, &["zh_simplified:边"], &[]),
        (3, &[], &["zh_variant_repair"]),
        (9, &[], &["pii:email"]),
        (5, &["skeleton"], &[]),
        (6, &["zh_no_han", "copy"], &[]),
    ];
    for (said, (n, reasons, repairs)) in said.iter().zip(expected) {
        let verdict = if reasons.is_empty() { "pass" } else { "reject" };
        assert_eq!((said.n, said.verdict.as_str()), (n, verdict));
        assert_eq!(
            (&said.reasons, &said.repairs),
            (&names(reasons), &names(repairs)),
            "{n}"
        );
        assert_eq!(said.found.len(), said.reasons.len());
    }
    assert_eq!(said.len(), 6);
    let text = succeed(diptych().args(["gates", "try"]).arg(&file));
    assert!(
        text.starts_with("3: pass\n4: reject zh_simplified:边\n"),
        "{text}"
    );
    assert!(
        text.contains("3 of 6 pairs pass") && text.contains("      路边立着一塊路牌。"),
        "{text}"
    );
}

#[test]
fn the_pairs_that_are_known_to_be_tricky_are_judged_right() {
    #[derive(Deserialize)]
    struct Known {
        n: u64,
        verdict: String,
        reasons: BTreeSet<String>,
        repairs: BTreeSet<String>,
    }
    let file = &repository().join("../shared/data/gates/tricky.jsonl");
    let Ok(text) = fs::read_to_string(file) else {
        let said = writeln!(stderr(), "skipped: the file of tricky pairs is not there");
        return said.expect("stderr takes a line");
    };
    let known: Vec<Known> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let said = tried(file, &[]);
    assert_eq!(said.len(), known.len());
    for (said, known) in said.iter().zip(known) {
        assert_eq!(
            (said.n, &said.verdict),
            (known.n, &known.verdict),
            "{}",
            known.n
        );
        assert_eq!(
            (&said.reasons, &said.repairs),
            (&known.reasons, &known.repairs),
            "{}",
            known.n
        );
    }
}

/// Writes a list of two tsv sources with rules that stand before them.
fn sources(root: &Path, name: &str, rules: &str) -> PathBuf {
    let path = root.join(name);
    let source = |name: &str| {
        format!(
            "[[source]]\nname = \"{name}\"\npath = \"{name}.tsv\"\nformat = \"tsv\"\ncolumns = [\"group\", \"left\", \"right\"]\n"
        )
    };
    let head = format!("format = 1\nleft = \"en\"\nright = \"zh-Hant-TW\"\n{rules}\n");
    fs::write(&path, head + &source("talks") + &source("notes")).unwrap();
    path
}

fn write_rows(root: &Path) {
    let talks: String = (1..=30)
        .map(|n| match n % 10 {
            4 => format!(
                "t{}\tThe lamp of room {n} is lit.\t{n} 號房的灯亮了。\n",
                n / 10
            ),
            _ => format!(
                "t{}\tGuests of room {n} have breakfast at eight.\t{n} 號房的客人八點吃早餐。\n",
                n / 10
            ),
        })
        .collect();
    fs::write(root.join("talks.tsv"), talks).unwrap();
    let notes = "n1\tThe ferry is late today.\t渡輪今天誤點。\nn2\tThe ferry is late today.\t渡輪今天誤點。\n\
        n3\tOpen　the window, please.\t請開窗。\nn4\tWindows 11 & <b>more</b>\tWindows 11 & <b>more</b>\n";
    fs::write(root.join("notes.tsv"), notes).unwrap();
}

#[test]
fn what_cannot_be_read_is_named_with_its_place() {
    let root = tempfile::tempdir().unwrap();
    write_rows(root.path());
    let file = |name: &str, text: &str| {
        let path = root.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    for (path, says) in [
        (
            file("a.jsonl", "{\"en\":\"a\",\"zh\":\"甲\"}\n{\"en\":\"a\"}\n"),
            "a.jsonl:2: field_missing: none of the fields `right`, `zh`",
        ),
        (
            file("b.tsv", "a\t甲\nalone\n"),
            "b.tsv:2: columns: one cell",
        ),
        (
            file("c.csv", "a,b\n"),
            "c.csv: the name must end in .jsonl or .tsv",
        ),
        (root.path().join("d.tsv"), "d.tsv"),
        (
            file(
                "e.jsonl",
                "{\"en\":\"a\",\"zh\":\"甲\",\"format\":\"zzz\"}\n",
            ),
            "e.jsonl:1: field_value: field `format` is \"zzz\", expected one of json csv",
        ),
        (file("f.jsonl", ""), "f.jsonl: the file is empty"),
    ] {
        let message = fail(diptych().args(["gates", "try"]).arg(&path));
        assert!(message.contains(says), "{message}");
    }
    let rules = sources(root.path(), "sources.toml", "");
    let text = fs::read_to_string(&rules).unwrap() + "gates = { simplified = false }\n";
    fs::write(&rules, text).unwrap();
    let command = || {
        let mut command = diptych();
        command
            .args(["gates", "try", "--json"])
            .arg(root.path().join("talks.tsv"));
        command.arg("--sources").arg(&rules);
        command
    };
    let message = fail(&mut command());
    assert!(
        message.contains("say which with --source: \"talks\", \"notes\""),
        "{message}"
    );
    let passes = |source: &str| {
        succeed(command().args(["--source", source]))
            .matches("\"pass\"")
            .count()
    };
    assert_eq!((passes("talks"), passes("notes")), (27, 30));
}

#[test]
fn two_sets_of_rules_are_compared_row_by_row() {
    let root = tempfile::tempdir().unwrap();
    write_rows(root.path());
    let one = sources(root.path(), "a.toml", "");
    let other = sources(
        root.path(),
        "b.toml",
        "[gates]\nsimplified = false\nlength_ratio = { most = 2 }\n",
    );
    let diff = |more: &[&str]| {
        succeed(
            diptych()
                .args(["gates", "diff", "--quiet"])
                .args(more)
                .arg(&one)
                .arg(&other),
        )
    };
    let text = diff(&[]);
    assert!(text.contains("zh_simplified"), "{text}");
    assert!(
        text.contains("34 rows:") && text.contains("dedup"),
        "{text}"
    );
    let json = diff(&["--json"]);
    let (last, changed) = json
        .lines()
        .collect::<Vec<_>>()
        .split_last()
        .map(|(a, b)| (a.to_string(), b.len()))
        .unwrap();
    assert!(
        changed > 3 && json.contains("\"file\":\"talks.tsv\",\"line\":4,\"unit\":\"t0\""),
        "{json}"
    );
    assert!(
        last.starts_with("{\"summary\":{\"rows\":34,\"unreadable\":0,"),
        "{last}"
    );
    let same = succeed(
        diptych()
            .args(["gates", "diff", "--quiet"])
            .arg(&one)
            .arg(&one),
    );
    assert!(same.contains("no row changes"), "{same}");
    let written = fs::read_to_string(&one).unwrap();
    let german = root.path().join("c.toml");
    fs::write(&german, written.replace("\"zh-Hant-TW\"", "\"de\"")).unwrap();
    let swapped = root.path().join("d.toml");
    let tags = "left = \"zh-Hant-TW\"\nright = \"en\"";
    fs::write(
        &swapped,
        written.replace("left = \"en\"\nright = \"zh-Hant-TW\"", tags),
    )
    .unwrap();
    let said = |other: &Path, more: &[&str]| {
        let mut command = diptych();
        command
            .args(["gates", "diff", "--quiet"])
            .args(more)
            .arg(&one)
            .arg(other);
        command
    };
    let text = succeed(&mut said(&german, &[]));
    assert!(
        text.contains("a.toml is of en and zh-Hant-TW") && text.contains("c.toml of en and de"),
        "{text}"
    );
    assert!(!same.contains("is of en"), "{same}");
    let json = succeed(&mut said(&german, &["--json"]));
    let languages = "\"languages\":{\"before\":{\"left\":\"en\",\"right\":\"zh-Hant-TW\"},\"after\":{\"left\":\"en\",\"right\":\"de\"}}";
    assert!(json.contains(languages), "{json}");
    let message = fail(&mut said(&swapped, &[]));
    assert!(message.contains("swapped"), "{message}");
    let text = fs::read_to_string(&other)
        .unwrap()
        .replace("notes.tsv", "talks.tsv");
    fs::write(&other, text).unwrap();
    let message = fail(diptych().args(["gates", "diff"]).arg(&one).arg(&other));
    assert!(
        message.contains("source \"notes\": its files is"),
        "{message}"
    );
}

#[test]
fn a_funnel_is_told_as_text_as_json_and_as_a_page() {
    let root = tempfile::tempdir().unwrap();
    write_rows(root.path());
    let pool = root.path().join("pool");
    build_pool(&sources(root.path(), "sources.toml", ""), &pool);
    let page = root.path().join("funnel.html");
    let stats = |pool: &Path, more: &[&str]| {
        let mut command = diptych();
        succeed(
            command
                .args(["pool", "stats", "--funnel"])
                .args(more)
                .arg(pool),
        )
    };
    let text = stats(&pool, &["--samples", "1", "--html", page.to_str().unwrap()]);
    for said in [
        "normalize",
        "simplified",
        "ns a row",
        "zh_simplified in talks, 1 of 3 rows",
        "duplicate_pair",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let html = fs::read_to_string(&page).unwrap();
    assert!(
        html.contains("&lt;b&gt;more&lt;/b&gt;") && !html.contains("<b>more"),
        "{html}"
    );
    for foreign in ["http", "<script", "url(", "@import", "<link", "<img"] {
        assert!(!html.contains(foreign), "{foreign}");
    }
    let json = stats(&pool, &["--json"]);
    assert!(json.contains("{\"source\":\"talks\",\"stage\":\"gate\",\"rows_in\":30,\"left_out\":3,\"rows_out\":27,\"kept\":900,\"kept_of_all\":900}"), "{json}");
    assert!(json.contains("\"timings\":{\"format\":1,"), "{json}");
    let moved = root.path().join("moved");
    fs::rename(&pool, &moved).unwrap();
    assert!(stats(&moved, &[]).contains("not measured here"));
    assert!(stats(&moved, &["--json"]).contains("\"timings\":null"));
}

#[test]
fn an_article_is_shown_with_what_was_left_out_beside_it() {
    let root = tempfile::tempdir().unwrap();
    write_rows(root.path());
    let pool = root.path().join("pool");
    build_pool(&sources(root.path(), "sources.toml", ""), &pool);
    let rows = fs::read(pool.join("provenance.jsonl.zst")).unwrap();
    let rows = String::from_utf8(zstd::decode_all(&rows[..]).unwrap()).unwrap();
    let shown = |file: &str, line: &str| {
        let wanted = format!("\"file\":\"{file}\",\"line\":{line},");
        let row = rows
            .lines()
            .find(|row| row.contains(&wanted))
            .expect("an article of that row");
        succeed(diptych().args(["pool", "show"]).arg(&pool).arg(&row[7..31]))
    };
    let talk = shown("talks.tsv", "1");
    for said in [
        "import 1, source talks",
        "repaired: nothing",
        "passed blank ",
        "1 row left out of the same source and id",
        "talks.tsv:4 zh_simplified",
    ] {
        assert!(talk.contains(said), "{said}: {talk}");
    }
    let kept = if rows.contains("\"file\":\"notes.tsv\",\"line\":1,") {
        "1"
    } else {
        "2"
    };
    let note = shown("notes.tsv", kept);
    assert!(
        note.contains("1 row left out because this article has their text"),
        "{note}"
    );
}

#[test]
fn the_funnel_of_the_demo_pool_has_its_sources() {
    let text = succeed(
        diptych()
            .args(["pool", "stats", "--funnel", "--json"])
            .arg(golden().pool()),
    );
    for source in ["encyclopedia", "dialogues", "sentences", "forms"] {
        assert!(
            text.contains(&format!("{{\"name\":\"{source}\",\"rows_in\":")),
            "{text}"
        );
    }
}
