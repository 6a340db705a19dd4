//! `diptych gates diff`.

use crate::progress::Progress;
use crate::terminal::{disarm, table, thousands};
use anyhow::{Result, bail};
use clap::Args;
use pool::PoolError;
use pool::diff::{Change, Languages, Summary, Tags, compare, unlike};
use pool::sources::Sources;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Say which rows of the same sources another sources.toml judges differently.
///
/// Both must name the same sources, formats and files. Every row goes through both sets of rules as a build would judge it: repairs,
/// gates, personal data. What a build decides over all rows is not compared: equal texts (dedup) and endings that many articles share
/// (template_tail).
#[derive(Args)]
pub(super) struct Diff {
    /// The rules before.
    before: PathBuf,
    /// The rules after.
    after: PathBuf,
    /// Examples that are shown of each change.
    #[arg(long, value_name = "N", default_value_t = 3)]
    limit: usize,
    /// Print one JSON object a changed row, and one with the totals.
    #[arg(long)]
    json: bool,
    /// No progress on stderr.
    #[arg(long)]
    quiet: bool,
}

#[derive(Serialize)]
struct Last<'s> {
    summary: &'s Summary,
}

/// The first examples of each change: by source, before, after.
type Examples = BTreeMap<(String, String, String), Vec<Change>>;

impl Diff {
    pub(super) fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let (before, after) = (Sources::read(&self.before)?, Sources::read(&self.after)?);
        if let Some(what) = unlike(&before, &after) {
            let (one, other) = (self.before.display(), self.after.display());
            bail!("{one} and {other} do not read the same rows: {what}");
        }
        let progress = Progress::new(self.quiet);
        let mut examples = Examples::new();
        let mut written = Ok(());
        let summary = compare(
            &before,
            &after,
            &|done, total| progress.report("comparing", done, total),
            |change| {
                if self.json {
                    let line =
                        serde_json::to_string(&change).expect("strings and integers are JSON");
                    written = writeln!(out, "{line}");
                    // Whoever reads has gone: the rest need not be read. What it means is told below.
                    return match &written {
                        Ok(()) => Ok(()),
                        Err(error) => Err(PoolError::io("output")(error.kind().into())),
                    };
                }
                self.keep(change, &mut examples);
                Ok(())
            },
        );
        progress.end();
        written?;
        let summary = summary?;
        if self.json {
            writeln!(
                out,
                "{}",
                serde_json::to_string(&Last { summary: &summary })?
            )?;
        } else {
            self.print_languages(&summary, out)?;
            print(&summary, &examples, out)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Says what the panels are in, where the two tables say different things.
    fn print_languages(&self, summary: &Summary, out: &mut impl Write) -> Result<()> {
        let Languages { before, after } = &summary.languages;
        if before == after {
            return Ok(());
        }
        let said = |path: &Path, tags: &Tags| {
            let path = disarm(&path.display().to_string());
            (path, format!("of {} and {}", tags.left, tags.right))
        };
        let (one, before) = said(&self.before, before);
        let (other, after) = said(&self.after, after);
        Ok(writeln!(
            out,
            "{one} is {before}, {other} {after}: what follows a language is judged by another one"
        )?)
    }

    fn keep(&self, change: Change, examples: &mut Examples) {
        let key = (
            change.source.clone(),
            change.before.word().to_owned(),
            change.after.word().to_owned(),
        );
        let kept = examples.entry(key).or_default();
        if kept.len() < self.limit {
            kept.push(change);
        }
    }
}

fn print(summary: &Summary, examples: &Examples, out: &mut impl Write) -> Result<()> {
    let mut rows = vec![
        ["source", "before", "after", "rows"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for change in &summary.changes {
        rows.push(vec![
            disarm(&change.source),
            change.before.clone(),
            change.after.clone(),
            thousands(change.rows),
        ]);
    }
    if summary.changes.is_empty() {
        writeln!(out, "no row changes its verdict or reason")?;
    } else {
        write!(out, "{}", table(&rows, 3))?;
    }
    for ((source, before, after), changes) in examples {
        if !changes.is_empty() {
            writeln!(out, "\n  {}: {before} → {after}", disarm(source))?;
        }
        for change in changes {
            print_change(change, out)?;
        }
    }
    writeln!(out, "\n{}", totals(summary))?;
    Ok(writeln!(
        out,
        "compared row by row: equal texts (dedup) and template_tail show only in a build"
    )?)
}

fn print_change(change: &Change, out: &mut impl Write) -> Result<()> {
    // The side that leaves the row out shows where.
    let shown = if change.after.reason.is_empty() {
        &change.before
    } else {
        &change.after
    };
    let found = disarm(&shown.found);
    writeln!(out, "    {}:{} {found}", disarm(&change.file), change.line)?;
    let (left, right) = (disarm(&shown.left), disarm(&shown.right));
    Ok(writeln!(out, "      {left}\n      {right}")?)
}

fn totals(summary: &Summary) -> String {
    format!(
        "{} rows: {} pass by both ({} of them with another text), {} are left out by both for the same reason, {} for another, {} pass only before, {} pass only after, {} cannot be read",
        thousands(summary.rows),
        thousands(summary.pass),
        thousands(summary.other_text),
        thousands(summary.left_out),
        thousands(summary.other_reason),
        thousands(summary.lost),
        thousands(summary.gained),
        thousands(summary.unreadable),
    )
}
