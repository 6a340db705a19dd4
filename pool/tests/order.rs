//! The order of rows, files and sources decides nothing but the list of imports.

use crate::bench::{Bench, bytes, row};
use proptest::prelude::*;
use std::sync::LazyLock;

/// Rows of which some are equal, some differ in their licence alone, some in what no digest holds.
fn rows() -> Vec<String> {
    let mut rows: Vec<String> = (0..12)
        .map(|n| {
            row(
                &n.to_string(),
                &format!("Line {n}."),
                &format!("第 {n} 行。"),
            )
        })
        .collect();
    for (license, extra) in [("MIT", "1"), ("GPL", "1"), ("GPL", "2"), ("GPL", "2")] {
        rows.push(format!("{{\"id\":\"x\",\"left\":\"Same.\",\"right\":\"相同。\",\"license\":\"{license}\",\"n\":{extra}}}\n"));
    }
    rows.push("{\"left\":\"No id.\",\"right\":\"無。\"}\n".to_owned());
    rows.push("{\"left\":\"No id.\",\"right\":\"無。\",\"made_by\":\"m\"}\n".to_owned());
    rows
}

/// Builds the rows in two files of two sources that name the same source.
fn built(order: &[usize], cut: usize, swap: bool) -> (String, Vec<u8>) {
    let rows = rows();
    let text = |order: &[usize]| {
        order
            .iter()
            .map(|&at| rows[at].as_str())
            .collect::<String>()
    };
    let source = |name: &str, file: &str| {
        format!(
            "[[source]]\nname = \"{name}\"\npath = \"{file}\"\nformat = \"jsonl\"\nlicense = \"CC0-1.0\"\nmade_by = \"\"\n"
        )
    };
    let mut sources = [source("a", "a.jsonl"), source("b", "b.jsonl")];
    if swap {
        sources.swap(0, 1);
    }
    let named = |text: String| text.replace("\"left\"", "\"source\":\"web\",\"left\"");
    let bench = Bench::new(&sources.concat())
        .file("a.jsonl", named(text(&order[..cut])))
        .file("b.jsonl", named(text(&order[cut..])));
    let (report, pool) = bench.built();
    let part = bytes(&bench.path(&format!("pool/{}", pool.header.parts[0].path)));
    (report.snapshot, part)
}

static PLAIN: LazyLock<(String, Vec<u8>)> =
    LazyLock::new(|| built(&(0..rows().len()).collect::<Vec<_>>(), 5, false));

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn a_shuffled_import_gives_the_same_parts(
        order in Just((0..rows().len()).collect::<Vec<_>>()).prop_shuffle(),
        cut in 1..rows().len() - 1,
        swap: bool,
    ) {
        prop_assert_eq!(&built(&order, cut, swap), &*PLAIN);
    }
}
