//! What was left out and why: docs/format.md, section 9.

use crate::bench::Bench;
use crate::draft::{Dropped, LineRef, Unit};
use crate::error::BuildError;
use crate::record::to_line;
use pool::text::excerpt;
use pool::view::{Material, View};
use rayon::prelude::*;
use serde::Serialize;

/// Scalars of an excerpt.
const EXCERPT: usize = 40;

#[derive(Serialize)]
struct Row<'a> {
    stage: &'a str,
    reason: &'a str,
    split: &'a str,
    category: &'a str,
    kind: &'a str,
    unit: &'a str,
    source: &'a str,
    excerpt: &'a str,
}

/// A total of the ledger, as the manifest has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DropTotal {
    /// Stage.
    pub stage: &'static str,
    /// Reason code.
    pub reason: &'static str,
    /// Split, or empty.
    pub split: &'static str,
    /// Category, or empty.
    pub category: &'static str,
    /// Number of rows.
    pub rows: u64,
}

/// Sorts the rows as the format wants them.
pub(crate) fn sort(
    bench: &Bench<'_>,
    dropped: Vec<Dropped>,
    lines: &[LineRef],
) -> Result<Vec<Dropped>, BuildError> {
    let mut keyed = dropped
        .into_par_iter()
        .map(|row| Ok((key(&row), bench.m(&row.unit, lines)?, kind(&row), row)))
        .collect::<Result<Vec<_>, BuildError>>()?;
    keyed.par_sort_by(|a, b| (&a.0, &a.1, a.2).cmp(&(&b.0, &b.1, b.2)));
    Ok(keyed.into_iter().map(|entry| entry.3).collect())
}

/// Writes one row as its canonical line.
pub(crate) fn line(
    bench: &Bench<'_>,
    row: &Dropped,
    lines: &[LineRef],
) -> Result<Vec<u8>, BuildError> {
    let unit = bench.m(&row.unit, lines)?;
    let (article, view) = first_material(&row.unit, lines);
    let opened = bench.open(article)?;
    debug_assert!(
        unit.starts_with(
            &Material {
                article: opened.article.id,
                view
            }
            .to_string()
        )
    );
    let text = opened.panels(view).left;
    let (.., reason) = key(row);
    Ok(to_line(&Row {
        stage: "plan",
        reason,
        split: split(row),
        category: category(row),
        kind: kind(row),
        unit: &unit,
        source: opened.article.source,
        excerpt: excerpt(text, EXCERPT),
    }))
}

/// Counts sorted rows by what they say.
pub(crate) fn totals(rows: &[Dropped]) -> Vec<DropTotal> {
    rows.chunk_by(|a, b| key(a) == key(b))
        .map(|chunk| DropTotal {
            stage: "plan",
            reason: chunk[0].reason.code(),
            split: split(&chunk[0]),
            category: category(&chunk[0]),
            rows: u64::try_from(chunk.len()).expect("a count of rows"),
        })
        .collect()
}

/// Empty sorts first, then the order of the format; reason codes by their bytes.
fn key(row: &Dropped) -> (usize, usize, &'static str) {
    let split = row.split.map_or(0, |split| 1 + split.index());
    let category = row.category.map_or(0, |category| 1 + category as usize);
    (split, category, row.reason.code())
}

fn split(row: &Dropped) -> &'static str {
    row.split.map_or("", crate::split::Split::name)
}

fn category(row: &Dropped) -> &'static str {
    row.category.map_or("", crate::draft::Category::name)
}

fn kind(row: &Dropped) -> &'static str {
    row.kind.map_or("", crate::draft::Kind::name)
}

fn first_material(unit: &Unit, lines: &[LineRef]) -> (u32, View) {
    match *unit {
        Unit::View { article, view } => (article, view),
        Unit::Group { .. } => {
            let head = crate::bench::group(unit, lines)[0];
            (head.article, View::Line { line: head.line })
        }
    }
}
