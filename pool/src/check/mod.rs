//! Whether a pool is what its header says: docs/format.md, sections 2 and 9. Start reading at [`check`].
//!
//! Every question is asked even where another was answered with no; only a header that cannot be read, or whose paths or counts cannot be used,
//! stops the check.

mod files;
mod funnel;
mod imports;
mod rows;

use crate::error::PoolError;
use crate::store::{Pool, PoolHeader, Unsound, unsound};
use serde::Serialize;
use std::path::Path;

const HEADER: &str = "header";

/// How many findings a report lists.
pub const FINDINGS_MAX: usize = 100;

/// The answers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Whether there is nothing to find fault with.
    pub ok: bool,
    /// The questions in the order they were asked.
    pub checks: Vec<Outcome>,
    /// The first findings.
    pub findings: Vec<Finding>,
    /// How many more there are.
    pub omitted: u64,
}

/// The answer to one question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// The question.
    pub check: &'static str,
    /// How many things were looked at.
    pub checked: u64,
    /// How many of them are wrong.
    pub failed: u64,
}

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The question.
    pub check: &'static str,
    /// File, or part and row.
    pub place: String,
    /// What must be there.
    pub expected: String,
    /// What is there.
    pub actual: String,
}

/// Checks a pool: files, rows, keys and ids, order, slices, snapshot, ledger and totals.
///
/// # Errors
/// If there is no header to check the pool by.
pub fn check(root: &Path, progress: crate::build::Progress<'_>) -> Result<Report, PoolError> {
    let header = PoolHeader::read_form(root)?;
    let mut report = Report::default();
    if !is_sound(&header, &mut report) {
        return Ok(report);
    }
    files::check(root, &header, &mut report);
    match Pool::of_header(root, header) {
        Ok(pool) => rows::check(&pool, &mut report, progress),
        Err(error) => report.fail("parts", "parts", "Arrow files of a pool", error),
    }
    report.ok = report
        .checks
        .iter()
        .all(|outcome| outcome.failed == 0 && outcome.checked > 0);
    Ok(report)
}

/// Tells whether what the header names and counts can be looked at.
fn is_sound(header: &PoolHeader, report: &mut Report) -> bool {
    let unsound = unsound(header);
    for Unsound {
        place,
        expected,
        found,
    } in &unsound
    {
        report.fail(HEADER, &format!("pool.json {place}"), expected, found);
    }
    report.ask(HEADER, true, Default::default);
    unsound.is_empty()
}

impl Report {
    /// Asks one question of one thing.
    fn ask(&mut self, check: &'static str, holds: bool, finding: impl FnOnce() -> [String; 3]) {
        let outcome = self.outcome(check);
        outcome.checked += 1;
        if holds {
            return;
        }
        outcome.failed += 1;
        if self.findings.len() == FINDINGS_MAX {
            self.omitted += 1;
            return;
        }
        let [place, expected, actual] = finding();
        self.findings.push(Finding {
            check,
            place,
            expected,
            actual,
        });
    }

    /// Asks whether two values are equal.
    fn equal<T: PartialEq + ToString>(
        &mut self,
        check: &'static str,
        place: &str,
        expected: &T,
        actual: &T,
    ) {
        self.ask(check, expected == actual, || {
            [place.to_owned(), expected.to_string(), actual.to_string()]
        });
    }

    /// Records something that cannot be looked at.
    fn fail(&mut self, check: &'static str, place: &str, expected: &str, actual: impl ToString) {
        let finding = [place.to_owned(), expected.to_owned(), actual.to_string()];
        self.ask(check, false, || finding);
    }

    fn outcome(&mut self, check: &'static str) -> &mut Outcome {
        let at = self
            .checks
            .iter()
            .position(|outcome| outcome.check == check);
        let at = at.unwrap_or_else(|| {
            self.checks.push(Outcome {
                check,
                checked: 0,
                failed: 0,
            });
            self.checks.len() - 1
        });
        &mut self.checks[at]
    }
}
