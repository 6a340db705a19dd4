//! What rows of each format become.

use crate::bench::{Bench, articles, row};
use pool::{Origin, Translation};

#[test]
fn fields_of_a_row_are_mapped_and_the_rest_is_kept() {
    let source = r#"
[[source]]
name = "docs"
path = "a.jsonl"
format = "jsonl"
fields = { id = "article_id", left = "en", right = "zh" }
origin = { en = "left", zh = "right", other = "unknown" }
translation = { human-official = "human" }
license = { web = "MIT", "*" = "CC0-1.0" }
made_by = "someone"
"#;
    let rows = concat!(
        r#"{"article_id":7,"en":"One.","zh":"一。","origin":"zh","translation":"human-official","z":{"b":1.50,"a":[null,true,"é"]},"n":1e3,"id":"not the id"}"#,
        "\n",
        r#"{"article_id":"8","en":"Two.","zh":"二。","source":"web","origin":"martian","translation":"llm","made_by":"model-x"}"#,
        "\n"
    );
    let bench = Bench::new(source).file("a.jsonl", rows);
    let (report, pool) = bench.built();
    let mut found = articles(&pool);
    found.sort_by_key(|article| article.source_id.to_owned());
    let first = &found[0];
    assert_eq!(
        (first.source, first.source_id, first.license),
        ("docs", "7", "CC0-1.0")
    );
    assert_eq!(
        (first.origin, first.translation, first.made_by),
        (Origin::Right, Translation::Human, "someone")
    );
    assert_eq!(
        first.extra,
        r#"{"id":"not the id","n":1e3,"z":{"a":[null,true,"é"],"b":1.50}}"#
    );
    let second = &found[1];
    assert_eq!(
        (second.source, second.license, second.extra),
        ("web", "MIT", "")
    );
    assert_eq!(
        (second.origin, second.translation, second.made_by),
        (Origin::Unknown, Translation::Llm, "model-x")
    );
    assert_eq!(report.warnings.len(), 1);
    assert!(
        report.warnings[0].contains("`origin` is \"martian\" in 1 rows"),
        "{:?}",
        report.warnings
    );
}

#[test]
fn blank_lines_at_the_ends_of_panels_are_removed_and_counted() {
    let (report, pool) =
        Bench::jsonl(row("1", "\n \n One. \n\n", "一。\n\u{3000}") + &row("2", "Two.", "二。"))
            .built();
    let repairs = &report.sources[0].repairs;
    let counts: Vec<_> = repairs
        .iter()
        .map(|one| (one.name.as_str(), one.left, one.right))
        .collect();
    assert_eq!(counts, [("edge_lf", 1, 1)]);
    let found = articles(&pool);
    assert!(
        found
            .iter()
            .any(|article| article.text.left == " One. " && article.text.right == "一。")
    );
}

#[test]
fn rows_of_a_group_join_in_order_wherever_they_stand() {
    let source = "[[source]]\nname = \"s\"\npath = \"*.tsv\"\nformat = \"tsv\"\ncolumns = [\"-\", \"group\", \"seq\", \"left\", \"right\"]\ngenre = \"dialogue\"\n";
    let bench = Bench::new(source)
        .file(
            "b.tsv",
            "x\tg\t10\tTen.\t十。\nx\tg\t9\tNine.\t九。\nx\tg\t11\tEmpty.\t \n",
        )
        .file(
            "a.tsv",
            "x\tg\t2\tTwo.\t二。\nx\t\t5\tAlone.\t獨自。\nx\th\t1\tOther.\t別的。\n",
        );
    let (report, pool) = bench.built();
    let found = articles(&pool);
    let group = found
        .iter()
        .find(|article| article.source_id == "g")
        .unwrap();
    assert_eq!(group.text.left, "Two.\nNine.\nTen.");
    assert_eq!(group.text.right, "二。\n九。\n十。");
    assert_eq!(found.len(), 3);
    assert_eq!(
        (report.sources[0].rows_in, report.sources[0].rows_out),
        (6, 5)
    );
    let ledger = bench.ledger();
    assert_eq!(
        (
            ledger[0].reason.as_str(),
            ledger[0].file.as_str(),
            ledger[0].line
        ),
        ("blank", "b.tsv", 3)
    );
}

#[test]
fn lines_stand_alone_unless_a_line_blank_on_both_sides_ends_an_article() {
    let source =
        "[[source]]\nname = \"s\"\nleft_path = \"l\"\nright_path = \"r\"\nformat = \"lines\"\n";
    let alone = Bench::new(source)
        .file("l", "One.\nTwo.\n")
        .file("r", "一。\n二。");
    let (report, pool) = alone.built();
    assert_eq!(pool.len(), 2);
    assert!(
        report.warnings[0].contains("each of its 2 lines stands alone"),
        "{:?}",
        report.warnings
    );

    let joined = Bench::new(source)
        .file("l", "One.\nTwo.\n\n \nThree.\nFour.\n")
        .file("r", "一。\n二。\n\n\u{3000}\n三。\n\n");
    let (report, pool) = joined.built();
    assert!(report.warnings.is_empty(), "{:?}", report.warnings);
    let mut panels: Vec<_> = articles(&pool)
        .iter()
        .map(|article| article.text.left.to_owned())
        .collect();
    panels.sort();
    assert_eq!(panels, ["One.\nTwo.", "Three."]);
    assert_eq!(joined.ledger()[0].reason, "blank");
    assert_eq!(
        (report.sources[0].rows_in, report.sources[0].rows_out),
        (4, 3)
    );
}

#[test]
fn a_structured_row_keeps_the_group_of_the_article_it_names() {
    let source = concat!(
        "[[source]]\nname = \"s\"\npath = \"a.jsonl\"\nformat = \"jsonl\"\n",
        "[[source]]\nname = \"t\"\npath = \"b.jsonl\"\nformat = \"structured-jsonl\"\n"
    );
    let form = |id: &str, group: &str| {
        format!(
            r#"{{"id":"{id}","format":"json","group":"{group}","group_source":"s","left":"{{\"a\":{id}}}","right":"{{\"a\":{id}0}}"}}"#
        ) + "\n"
    };
    let bench = Bench::new(source)
        .file("a.jsonl", row("doc", "One.", "一。"))
        .file("b.jsonl", form("1", "doc") + &form("2", "nobody"));
    let (report, pool) = bench.built();
    let found = articles(&pool);
    let group = |id: &str| {
        found
            .iter()
            .find(|article| article.source_id == id)
            .unwrap()
            .group
    };
    assert_eq!(group("doc"), group("1"));
    assert_ne!(group("doc"), group("2"));
    assert!(
        found
            .iter()
            .all(|article| article.genre.is_structured() == article.slices.is_empty())
    );
    assert_eq!(report.warnings.len(), 1);
    assert!(
        report.warnings[0].contains("b.jsonl:2"),
        "{:?}",
        report.warnings
    );
}

#[test]
fn equal_rows_are_left_out_once_each() {
    let source = "[[source]]\nname = \"s\"\npath = \"a.tsv\"\nformat = \"tsv\"\ncolumns = [\"source\", \"group\", \"left\", \"right\"]\n\
                  [[source]]\nname = \"t\"\npath = \"b.tsv\"\nformat = \"tsv\"\ncolumns = [\"source\", \"group\", \"left\", \"right\"]\n";
    let rows = "x\tg\tOne.\t一。\nx\tg\tTwo.\t二。\n";
    let bench = Bench::new(source).file("a.tsv", rows).file("b.tsv", rows);
    let (report, pool) = bench.built();
    assert_eq!(pool.len(), 1);
    assert_eq!(
        (report.sources[0].rows_out, report.sources[1].rows_out),
        (2, 0)
    );
    let places: Vec<_> = bench
        .ledger()
        .into_iter()
        .map(|row| (row.stage, row.reason, row.file, row.line))
        .collect();
    let row = |line| {
        (
            "dedup".to_owned(),
            "duplicate_article".to_owned(),
            "b.tsv".to_owned(),
            line,
        )
    };
    assert_eq!(places, [row(1), row(2)]);
}

#[test]
fn sources_toml_is_strict_and_names_the_key() {
    let source = |lines: &str| {
        format!("[[source]]\nname = \"s\"\nformat = \"jsonl\"\npath = \"a.jsonl\"\n{lines}")
    };
    for (sources, words) in [
        (
            source("lisence = \"x\"\n"),
            "unknown field `lisence`, expected one of `name`",
        ),
        (source("origin = \"west\"\n"), "`origin` is \"west\""),
        (
            source("origin = { en = 1 }\n"),
            "`origin.\"en\"` is 1, expected a string",
        ),
        (
            source("genre = \"poem\"\n"),
            "`genre` is \"poem\", expected `prose`",
        ),
        (
            source("columns = [\"left\", \"right\"]\n"),
            "`columns` belongs to format `tsv`",
        ),
        (
            source("fields = { seq = \"n\" }\n"),
            "`fields` names \"seq\", known names are `id`, `group`",
        ),
        (
            source("left_path = \"x\"\n"),
            "`left_path` belongs to format `lines`",
        ),
        (
            source("[slice]\nbytes = 7\n"),
            "[slice] `bytes` is 7, expected 8 to",
        ),
        (
            source("") + &source(""),
            "two sources have the `name` \"s\"",
        ),
        (
            source("").replace("jsonl\"\npath", "xml\"\npath"),
            "`format` is \"xml\", expected one of `jsonl`",
        ),
        (
            source("").replace("a.jsonl", "*.nothing"),
            "`path`: \"*.nothing\" matches no file",
        ),
        (
            source("").replace("a.jsonl", "."),
            "`path`: . is no regular file",
        ),
        (String::new(), "no [[source]]"),
        ("spaced = true\n".to_owned(), "spaced"),
        (
            source("").replace("path = \"a.jsonl\"\n", ""),
            "`path` is missing",
        ),
        (
            source("").replace(
                "jsonl\"\npath",
                "tsv\"\ncolumns = [\"left\", \"right\", \"left\"]\npath",
            ),
            "`columns` names \"left\" twice",
        ),
        (
            source("").replace("jsonl\"\npath", "tsv\"\ncolumns = [\"left\"]\npath"),
            "`columns` lacks \"right\"",
        ),
        (
            source("").replace(
                "jsonl\"\npath",
                "tsv\"\ncolumns = [\"left\", \"right\", \"id\", \"group\"]\npath",
            ),
            "\"id\" and \"group\"",
        ),
    ] {
        let message = Bench::new(&sources)
            .file("a.jsonl", row("1", "One.", "一。"))
            .refusal();
        assert!(
            message.contains("sources.toml: ") && message.contains(words),
            "{words}: {message}"
        );
    }
    for (left, words) in [
        ("english language", "`left` is \"english language\""),
        ("", "`left` is \"\""),
    ] {
        let message = Bench::of(left, "zh", &source(""))
            .file("a.jsonl", row("1", "One.", "一。"))
            .refusal();
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn words_are_separated_as_the_tag_or_the_file_says() {
    let source = "[[source]]\nname = \"s\"\npath = \"a.jsonl\"\nformat = \"jsonl\"\n";
    for (head, spaced) in [
        ("", [true, false]),
        ("spaced = [false, true]\n", [false, true]),
    ] {
        let bench =
            Bench::new(&format!("{head}{source}")).file("a.jsonl", row("1", "One.", "一。"));
        assert_eq!(bench.built().1.header.spaced, spaced);
    }
}

#[test]
fn figures_are_counted_by_source_and_genre() {
    let source = "[[source]]\nname = \"s\"\npath = \"a.jsonl\"\nformat = \"jsonl\"\n";
    let rows = row("1", "One.\n\nTwo.", "一。\n二。")
        + &row("2", "One.\nTwo.", "一與二。")
        + &row("3", "Left.", " ");
    let bench = Bench::new(source).file("a.jsonl", rows);
    let figures = pool::stats::stats(&bench.built().1).unwrap();
    assert_eq!(figures.kinds.len(), 1);
    let kind = &figures.kinds[0];
    assert_eq!((kind.source.as_str(), kind.genre.as_str()), ("s", "prose"));
    assert_eq!(
        (kind.articles, kind.without_lines, kind.lines, kind.slices),
        (2, 1, 2, 1)
    );
    assert_eq!((kind.left_bytes, kind.right_bytes), (19, 25));
    assert_eq!(
        (figures.imports[0].rows_in, figures.imports[0].rows_out),
        (3, 2)
    );
    assert_eq!(
        (figures.drops.len(), figures.drops[0].reason.as_str()),
        (1, "blank")
    );
}
