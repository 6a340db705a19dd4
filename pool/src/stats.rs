//! Figures of a pool: what is in it and what was left out.

use crate::error::PoolError;
use crate::number::length;
use crate::store::{ImportSource, LedgerTotal, Pool};
use crate::view::Lines;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;

/// Rows that are counted at once.
const CHUNK: u32 = 4096;

/// Figures of a pool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stats {
    /// Language tags.
    pub left: String,
    /// Likewise.
    pub right: String,
    /// Snapshot id.
    pub snapshot: String,
    /// Articles by source and genre.
    pub kinds: Vec<Kind>,
    /// Totals of the imports.
    pub imports: Vec<Import>,
    /// Totals of the ledger.
    pub drops: Vec<LedgerTotal>,
}

/// The articles of one source and genre.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Kind {
    /// Source of the rows.
    pub source: String,
    /// Genre.
    pub genre: String,
    /// How many.
    pub articles: u64,
    /// Of these, the unstructured ones whose panels hold unequal numbers of lines.
    pub without_lines: u64,
    /// Paired lines.
    pub lines: u64,
    /// Slices.
    pub slices: u64,
    /// Bytes of the left panels.
    pub left_bytes: u64,
    /// Bytes of the right panels.
    pub right_bytes: u64,
}

/// One `[[source]]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Import {
    /// Its name.
    pub name: String,
    /// Its format.
    pub format: String,
    /// Rows read.
    pub rows_in: u64,
    /// Rows that became articles or parts of one.
    pub rows_out: u64,
}

/// Counts a pool.
///
/// # Errors
/// If a part is damaged.
pub fn stats(pool: &Pool) -> Result<Stats, PoolError> {
    let mut kinds: BTreeMap<(String, String), Kind> = BTreeMap::new();
    let mut first = 0;
    while first < pool.len() {
        let end = first.saturating_add(CHUNK).min(pool.len());
        let rows: Vec<(String, String, Kind)> = (first..end)
            .into_par_iter()
            .map(|index| count(pool, index))
            .collect::<Result<_, _>>()?;
        for (source, genre, row) in rows {
            add(kinds.entry((source, genre)).or_default(), &row);
        }
        first = end;
    }
    let header = &pool.header;
    Ok(Stats {
        left: header.left.clone(),
        right: header.right.clone(),
        snapshot: header.snapshot.clone(),
        kinds: kinds
            .into_iter()
            .map(|((source, genre), kind)| Kind {
                source,
                genre,
                ..kind
            })
            .collect(),
        imports: header.imports.iter().flatten().map(import).collect(),
        drops: header.drops.clone(),
    })
}

fn add(kind: &mut Kind, row: &Kind) {
    kind.articles += row.articles;
    kind.without_lines += row.without_lines;
    kind.lines += row.lines;
    kind.slices += row.slices;
    kind.left_bytes += row.left_bytes;
    kind.right_bytes += row.right_bytes;
}

fn import(source: &ImportSource) -> Import {
    Import {
        name: source.name.clone(),
        format: source.format.clone(),
        rows_in: source.rows_in,
        rows_out: source.rows_out,
    }
}

fn count(pool: &Pool, index: u32) -> Result<(String, String, Kind), PoolError> {
    let article = pool.article(index)?;
    let lines = Lines::of(&article);
    let kind = Kind {
        articles: 1,
        without_lines: u64::from(lines.is_empty() && !article.genre.is_structured()),
        lines: lines.len().into(),
        slices: length(article.slices.len()),
        left_bytes: length(article.text.left.len()),
        right_bytes: length(article.text.right.len()),
        ..Kind::default()
    };
    Ok((article.source.to_owned(), article.genre.name(), kind))
}
