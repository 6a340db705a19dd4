//! Reads docs/gates.md: its tables, its literal cells, its blocks of TOML.

use crate::bench::Bench;
use pool::panels::Panels;
use pool::sources::Sources;
use std::path::Path;

/// A source as it stands in a `sources.toml`.
pub(super) const SOURCE: &str = "[[source]]\nname = \"s\"\npath = \"a.tsv\"\nformat = \"tsv\"\ncolumns = [\"left\", \"right\"]\n";

pub(super) fn document() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/gates.md");
    std::fs::read_to_string(path).expect("docs/gates.md")
}

/// Returns the rows of the table whose head begins with these cells.
pub(super) fn table(head: &[&str]) -> Vec<Vec<String>> {
    let document = document();
    let cells = |line: &str| -> Vec<String> {
        let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
        inner
            .split('|')
            .map(|cell| cell.trim().to_owned())
            .collect()
    };
    let is_head = |line: &&str| {
        line.starts_with('|')
            && cells(line)
                .iter()
                .zip(head)
                .all(|(cell, head)| cell == head)
    };
    let mut lines = document.lines().skip_while(|line| !is_head(line));
    let width = cells(lines.next().unwrap_or_else(|| panic!("no table {head:?}"))).len();
    let rows: Vec<Vec<String>> = lines
        .skip(1)
        .take_while(|line| line.starts_with('|'))
        .map(cells)
        .collect();
    assert!(!rows.is_empty());
    for row in &rows {
        assert_eq!(row.len(), width, "{row:?}");
    }
    rows
}

/// Returns the literal text of a cell in backticks; nothing for a cell in words.
pub(super) fn literal(cell: &str) -> Option<String> {
    let inner = cell.strip_prefix('`')?.strip_suffix('`')?;
    let mut text = String::new();
    let mut rest = inner;
    while let Some((before, after)) = rest.split_once('\\') {
        text.push_str(before);
        let length = if let Some(hex) = after.strip_prefix('u') {
            let point = u32::from_str_radix(&hex[..4], 16).expect("four hex digits");
            text.push(char::from_u32(point).expect("a scalar"));
            5
        } else {
            assert!(
                after.starts_with('n'),
                "{cell}: \\n and \\uXXXX alone are escapes"
            );
            text.push('\n');
            1
        };
        rest = &after[length..];
    }
    Some(text + rest)
}

/// Returns the code spans of a cell.
pub(super) fn spans(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// Returns the blocks of TOML with their languages.
pub(super) fn blocks() -> Vec<(String, Panels<String>)> {
    let document = document();
    let found = document.split("```toml\n").skip(1).map(|rest| {
        let block = rest.split("```").next().expect("a block ends");
        let file: toml::Table = block.parse().expect("TOML");
        let tag = |side: &str| file[side].as_str().expect("a tag").to_owned();
        (block.to_owned(), Panels::new(tag("left"), tag("right")))
    });
    found.collect()
}

pub(super) fn parse(text: &str) -> Sources {
    let bench = ["a.tsv", "talks.tsv", "notes.tsv"]
        .into_iter()
        .fold(Bench::new(SOURCE), |bench, name| bench.file(name, "a\tb\n"));
    Sources::parse(text, &bench.path("sources.toml"))
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}
