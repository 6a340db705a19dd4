//! `diptych pool check`.

use super::{counted, words};
use crate::progress::Progress;
use crate::terminal::{disarm, table, thousands};
use anyhow::Result;
use clap::Args;
use pool::check;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Check that a pool is what its header says: digests, rows, ids, order, slices, snapshot, ledger.
#[derive(Args)]
pub(super) struct Check {
    /// The folder of the pool.
    pool: PathBuf,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// No progress on stderr.
    #[arg(long)]
    quiet: bool,
}

impl Check {
    pub(super) fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let progress = Progress::new(self.quiet);
        let report = |done, total| progress.report("checking", done, total);
        let report = check::check(&self.pool, &report);
        progress.end();
        let report = report?;
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            print_check(&report, out)?;
        }
        Ok(if report.ok {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}

fn print_check(report: &check::Report, out: &mut impl Write) -> Result<()> {
    let mut rows = vec![words(&["check", "checked", "failed"])];
    for outcome in &report.checks {
        rows.push(vec![
            outcome.check.to_owned(),
            thousands(outcome.checked),
            thousands(outcome.failed),
        ]);
    }
    write!(out, "{}", table(&rows, 1))?;
    for finding in &report.findings {
        let check::Finding {
            check,
            place,
            expected,
            actual,
        } = finding;
        let (place, actual) = (disarm(place), disarm(actual));
        writeln!(
            out,
            "{check}: {place}: expected {}, found {actual}",
            disarm(expected)
        )?;
    }
    if report.omitted > 0 {
        writeln!(out, "and {} more", counted(report.omitted, "finding"))?;
    }
    let result = if report.ok {
        "the pool is what its header says"
    } else {
        "the pool is damaged: build it again from its sources"
    };
    Ok(writeln!(out, "{result}")?)
}
