//! What another set of rules would change: every row of the same sources goes through both. Start reading at [`compare`].
//!
//! Rows are judged one by one, as a build judges them: read, repairs, gates, personal data. What a build decides over all rows (equal
//! texts, endings that many articles share, rows of a group joined) is not compared.

mod read;
mod unlike;

pub use unlike::unlike;

use crate::build::Progress;
use crate::build::prepare::Preparation;
use crate::error::PoolError;
use crate::import::Row;
use crate::ledger::Dropped;
use crate::panels::Panels;
use crate::sources::Sources;
use serde::Serialize;
use std::collections::BTreeMap;

/// A row of which the two sets of rules say different things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// Name of the `[[source]]`.
    pub source: String,
    /// File, as `sources.toml` says it.
    pub file: String,
    /// Line, from 1.
    pub line: u64,
    /// The source's id, or empty.
    pub unit: String,
    /// What the first rules say.
    pub before: Outcome,
    /// What the second rules say.
    pub after: Outcome,
}

/// What becomes of a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// `pass`, or the stage that leaves it out.
    pub stage: String,
    /// Why, if it is left out.
    pub reason: String,
    /// What was found, in a few words.
    pub found: String,
    /// What is shown of the left panel: the place of the reason, else the beginning.
    pub left: String,
    /// Likewise of the right panel.
    pub right: String,
}

/// Totals.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Rows read.
    pub rows: u64,
    /// Rows that could not be read: neither set of rules sees them.
    pub unreadable: u64,
    /// Rows that pass by both.
    pub pass: u64,
    /// Of these, rows whose text differs, because other repairs are made.
    pub other_text: u64,
    /// Rows that both leave out for the same reason.
    pub left_out: u64,
    /// Rows that pass by the first rules alone.
    pub lost: u64,
    /// Rows that pass by the second rules alone.
    pub gained: u64,
    /// Rows that both leave out, for different reasons.
    pub other_reason: u64,
    /// The changes of verdict or reason, by source.
    pub changes: Vec<Changed>,
    /// What the panels are in.
    pub languages: Languages,
}

/// The languages of both sets of rules: where they differ, gates and repairs that follow a language do too.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Languages {
    /// Of the first rules.
    pub before: Tags,
    /// Of the second rules.
    pub after: Tags,
}

/// Language tags of both panels.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tags {
    /// Of the left panel.
    pub left: String,
    /// Of the right panel.
    pub right: String,
}

impl Tags {
    fn of(sources: &Sources) -> Self {
        Self {
            left: sources.languages.left.clone(),
            right: sources.languages.right.clone(),
        }
    }
}

/// How often a change was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Changed {
    /// Name of the `[[source]]`.
    pub source: String,
    /// `pass`, or the reason before.
    pub before: String,
    /// Likewise after.
    pub after: String,
    /// Rows.
    pub rows: u64,
}

impl Outcome {
    /// Returns `pass`, or the reason.
    #[must_use]
    pub fn word(&self) -> &str {
        if self.reason.is_empty() {
            PASS
        } else {
            &self.reason
        }
    }

    fn of(prepared: Result<(), Box<Dropped>>, row: &Row) -> Self {
        let dropped = prepared.err();
        let stage = dropped
            .as_ref()
            .map_or(PASS, |dropped| dropped.stage.name());
        let said = dropped.as_ref().map(|dropped| dropped.reason.to_string());
        // Of a row that passes its beginning is shown, as the ledger shows what has no place.
        let shown = dropped
            .unwrap_or_else(|| Box::new(Dropped::of_row(crate::ledger::Stage::Read, "", row)));
        Self {
            stage: stage.to_owned(),
            reason: said.unwrap_or_default(),
            found: shown.found,
            left: shown.excerpts.left,
            right: shown.excerpts.right,
        }
    }
}

const PASS: &str = "pass";

/// What both sets of rules say of one row.
struct Pair {
    unit: String,
    before: Outcome,
    after: Outcome,
    same_text: bool,
}

/// Sends every row of the sources through both sets of rules; `each` is told of the rows that change, in the order of the files.
///
/// # Errors
/// If the two do not read the same rows, or a file cannot be read to its end.
pub fn compare(
    before: &Sources,
    after: &Sources,
    progress: Progress<'_>,
    mut each: impl FnMut(Change) -> Result<(), PoolError>,
) -> Result<Summary, PoolError> {
    let rules = Panels::new(rules(before), rules(after));
    let mut summary = Summary {
        languages: Languages {
            before: Tags::of(before),
            after: Tags::of(after),
        },
        ..Summary::default()
    };
    let mut changes: BTreeMap<(usize, String, String), u64> = BTreeMap::new();
    let judge = |at: usize, row: Row| judge(Panels::new(&rules.left[at], &rules.right[at]), row);
    read::each(before, progress, judge, |place, pair| {
        summary.rows += 1;
        let Some(pair) = pair else {
            summary.unreadable += 1;
            return Ok(());
        };
        if !summary.count(&pair) {
            return Ok(());
        }
        let words = (pair.before.word().to_owned(), pair.after.word().to_owned());
        *changes.entry((place.source, words.0, words.1)).or_default() += 1;
        each(Change {
            source: before.sources[place.source].name.clone(),
            file: place.file.to_owned(),
            line: place.line,
            unit: pair.unit,
            before: pair.before,
            after: pair.after,
        })
    })?;
    summary.changes = changes
        .into_iter()
        .map(|((at, from, to), rows)| Changed {
            source: before.sources[at].name.clone(),
            before: from,
            after: to,
            rows,
        })
        .collect();
    Ok(summary)
}

fn rules(sources: &Sources) -> Vec<Preparation> {
    let languages = sources.profiles();
    let sources = sources.sources.iter();
    sources
        .map(|source| Preparation::new(source, &languages, None))
        .collect()
}

fn judge(rules: Panels<&Preparation>, row: Row) -> Pair {
    let mut rows = Panels::new(row.clone(), row);
    let before = rules.left.prepare(&mut rows.left);
    let after = rules.right.prepare(&mut rows.right);
    Pair {
        before: Outcome::of(before, &rows.left),
        after: Outcome::of(after, &rows.right),
        same_text: rows.left.text == rows.right.text,
        unit: rows.left.meta.source_id,
    }
}

impl Summary {
    /// Counts a row; tells whether its verdict or reason changes.
    fn count(&mut self, pair: &Pair) -> bool {
        let passes = |outcome: &Outcome| outcome.reason.is_empty();
        let changed = pair.before.word() != pair.after.word();
        let count = match (passes(&pair.before), passes(&pair.after)) {
            (true, true) => {
                self.other_text += u64::from(!pair.same_text);
                &mut self.pass
            }
            (true, false) => &mut self.lost,
            (false, true) => &mut self.gained,
            (false, false) if changed => &mut self.other_reason,
            (false, false) => &mut self.left_out,
        };
        *count += 1;
        changed
    }
}

#[cfg(test)]
mod tests;
