use super::*;
use crate::sources::Layout;
use std::path::Path;

const ROWS: &str = "The ferry leaves at noon.\t渡輪中午開。\n\
    Linux 6\tLinux 6\n\
    The lamp is lit.\t灯亮了。\n\
    one cell\n\
    ＦＭ radio\t調頻廣播\n\
    Linux 7\tLinux 7灯\n";

fn sources(folder: &Path, more: &str) -> Sources {
    let text = format!(
        "format = 1\nleft = \"en\"\nright = \"zh-Hant-TW\"\n{more}\n[[source]]\nname = \"s\"\nformat = \"tsv\"\npath = \"a.tsv\"\ncolumns = [\"left\", \"right\"]\n"
    );
    Sources::parse(&text, &folder.join("sources.toml")).unwrap()
}

/// Compares, and returns each changed row as `LINE BEFORE AFTER`.
fn changed(before: &Sources, after: &Sources) -> (Vec<String>, Summary) {
    let mut rows = Vec::new();
    let summary = compare(before, after, &|_, _| (), |change| {
        let (before, after) = (change.before.word(), change.after.word());
        rows.push(format!("{} {before} {after}", change.line));
        Ok(())
    });
    (rows, summary.unwrap())
}

#[test]
fn rows_that_change_are_named_and_all_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.tsv"), ROWS).unwrap();
    let all = sources(folder.path(), "");
    let (rows, same) = changed(&all, &all);
    assert!(rows.is_empty() && same.changes.is_empty());
    assert_eq!(
        (same.rows, same.unreadable, same.pass, same.left_out),
        (6, 1, 2, 3)
    );

    let off = "[normalize]\nfull_width = false\n[gates]\nsimplified = false\ncopy = false\ncore_script = false\n";
    let (rows, summary) = changed(&all, &sources(folder.path(), off));
    assert_eq!(rows[0], "2 zh_no_han pass");
    assert_eq!(rows[1], "3 zh_simplified pass");
    assert!(rows[2].starts_with("6 zh_simplified "), "{rows:?}");
    let Summary {
        gained,
        other_text,
        lost,
        ..
    } = summary;
    assert_eq!(
        (rows.len(), gained, lost, other_text),
        (3, 3, 0, 1),
        "{rows:?}"
    );
    assert_eq!(
        summary
            .changes
            .iter()
            .map(|change| change.rows)
            .sum::<u64>(),
        3
    );
}

#[test]
fn only_the_same_rows_can_be_compared() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.tsv"), ROWS).unwrap();
    let all = sources(folder.path(), "");
    assert_eq!(
        unlike(&all, &sources(folder.path(), "[gates]\ncopy = false\n")),
        None
    );
    let mut other = all.clone();
    other.sources[0].name = "t".to_owned();
    assert!(
        unlike(&all, &other)
            .unwrap()
            .contains("[\"s\"] and [\"t\"]")
    );
    let mut other = all.clone();
    if let Layout::Tsv { columns, .. } = &mut other.sources[0].layout {
        columns.swap(0, 1);
    }
    assert!(
        unlike(&all, &other)
            .unwrap()
            .contains("`columns` is left right and right left")
    );
    let elsewhere = tempfile::tempdir().unwrap();
    std::fs::write(elsewhere.path().join("a.tsv"), ROWS).unwrap();
    let message = unlike(&all, &sources(elsewhere.path(), "")).unwrap();
    assert!(message.contains("its files"), "{message}");
}

#[test]
fn languages_are_told_and_may_not_be_swapped() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.tsv"), ROWS).unwrap();
    let of = |left: &str, right: &str| {
        let mut sources = sources(folder.path(), "");
        sources.languages = Panels::new(left.to_owned(), right.to_owned());
        sources
    };
    let one = of("en", "zh-Hant-TW");
    for (left, right) in [("zh-Hant-TW", "en"), ("zh", "en"), ("zh-CN", "en-GB")] {
        let message = unlike(&one, &of(left, right)).unwrap();
        assert!(
            message.contains("swapped") && message.contains(left),
            "{message}"
        );
    }
    let regions = unlike(&of("zh-TW", "zh-CN"), &of("zh-CN", "zh-TW"));
    assert!(regions.unwrap().contains("swapped"));
    for (left, right) in [
        ("en", "zh-Hant-TW"),
        ("en", "zh-CN"),
        ("en", "ja"),
        ("zh", "zh"),
    ] {
        let other = of(left, right);
        assert_eq!(unlike(&one, &other), None, "{left} {right}");
        let (_, summary) = changed(&one, &other);
        assert_eq!(
            summary.languages.before,
            Tags {
                left: "en".into(),
                right: "zh-Hant-TW".into()
            }
        );
        assert_eq!(
            summary.languages.after,
            Tags {
                left: left.into(),
                right: right.into()
            }
        );
    }
}
