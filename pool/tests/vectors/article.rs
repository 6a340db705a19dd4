//! format.md, sections 2 and 2.1.

use super::{Row, each};
use crate::bench::{Bench, articles};
use pool::id::Hex12;
use pool::keys::{self, Declared};
use pool::{Panels, form};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "lowercase")]
enum Given {
    Article { row: Box<Imported> },
    Panel { panel: String },
    Check { article: Box<Row> },
    Import { rows: Vec<Imported> },
}

/// A row before it is in a pool.
#[derive(Deserialize, Serialize)]
struct Imported {
    source: String,
    #[serde(rename(serialize = "id"))]
    source_id: String,
    license: String,
    origin: String,
    translation: String,
    genre: String,
    left: String,
    right: String,
    #[serde(rename(serialize = "group"))]
    declared_group: String,
    group_source: String,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(untagged)]
enum Out {
    Holds(bool),
    Named {
        key: String,
        id: String,
        group: String,
    },
    Kept {
        kept: Vec<usize>,
        left_out: Vec<LeftOut>,
    },
}

#[derive(Deserialize, Debug, PartialEq)]
struct LeftOut {
    row: usize,
    reason: String,
}

#[test]
fn vectors_of_articles() {
    each("article", |case, given, out: Option<Out>| {
        let found = match given {
            Given::Article { row } => Some(named(&row)),
            Given::Panel { panel } => form::panel(&panel).is_none().then_some(Out::Holds(true)),
            Given::Check { article } => {
                let article = article
                    .article()
                    .filter(|article| form::row(article).is_empty());
                article.map(|_| Out::Holds(true))
            }
            Given::Import { rows } => imported(&rows),
        };
        assert_eq!(found, out, "{case}");
    });
}

fn named(row: &Imported) -> Out {
    let text = Panels::new(row.left.as_str(), row.right.as_str());
    let key = keys::key(&row.source, &row.source_id, text);
    let declared = Declared {
        group_source: &row.group_source,
        group: &row.declared_group,
    };
    Out::Named {
        key: key.to_string(),
        id: Hex12::of(&keys::article(&key, text)).to_string(),
        group: keys::own_group(declared, &row.source, &row.source_id, &key).to_string(),
    }
}

/// Imports rows as a file. A panel that is not of the format cannot come out of an import.
fn imported(rows: &[Imported]) -> Option<Out> {
    let panels = rows.iter().flat_map(|row| [&row.left, &row.right]);
    if panels.into_iter().any(|panel| form::panel(panel).is_some()) {
        return None;
    }
    let file: String = rows
        .iter()
        .map(|row| serde_json::to_string(row).unwrap() + "\n")
        .collect();
    // Of these two languages no gate knows anything.
    let bench = Bench::of(
        "km",
        "th",
        "[normalize]\nnfc = false\ninvisible = false\n[dedup]\npair = false\n[gates]\ntemplate_tail = false\n[[source]]\nname = \"s\"\npath = \"a.jsonl\"\nformat = \"jsonl\"\n",
    )
    .file("a.jsonl", file);
    bench.build().ok()?;
    let row = |line: u64| usize::try_from(line).unwrap() - 1;
    let pool = bench.open();
    let path = bench.path("pool/provenance.jsonl.zst");
    let mut kept: Vec<usize> = articles(&pool)
        .iter()
        .map(|article| {
            row(pool::provenance::find(&path, &article.id)
                .unwrap()
                .unwrap()
                .line)
        })
        .collect();
    kept.sort_unstable();
    let left_out = bench.ledger().into_iter();
    let left_out = left_out.map(|dropped| LeftOut {
        row: row(dropped.line),
        reason: dropped.reason,
    });
    Some(Out::Kept {
        kept,
        left_out: left_out.collect(),
    })
}
