//! `diptych pool build`.

use super::drops::{print_drops, print_first_drops};
use super::{counted, kept, words};
use crate::progress::{Progress, nanoseconds};
use crate::terminal::{disarm, shell, table, thousands};
use anyhow::Result;
use clap::Args;
use pool::build::{self, Options, Report};
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Read the files that a sources.toml names into a new pool.
///
/// Rows that cannot be read stop the build unless the source's max_bad allows as many. The same inputs again: nothing to do.
#[derive(Args)]
pub(super) struct Build {
    /// The sources.toml.
    sources: PathBuf,
    /// The folder of the pool; it appears only when it is whole.
    #[arg(long)]
    out: PathBuf,
    /// Grow this pool: the new one holds its articles too. It is only read; a row with the key of one of its articles and
    /// another text replaces that article.
    #[arg(long, value_name = "POOL")]
    onto: Option<PathBuf>,
    /// Put the new pool in the place of one that was made from other inputs.
    #[arg(long)]
    replace: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// No progress on stderr.
    #[arg(long)]
    quiet: bool,
}

impl Build {
    fn build(&self) -> Result<Report> {
        let onto = self.onto.as_deref();
        build_pool(&self.sources, &self.out, onto, self.replace, self.quiet)
    }

    pub(super) fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let report = self.build()?;
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
            return Ok(ExitCode::SUCCESS);
        }
        if !self.quiet {
            for warning in &report.warnings {
                writeln!(stderr(), "warning: {}", disarm(warning))?;
            }
        }
        print_built(&report, &self.out, out)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Builds a pool with progress on stderr.
fn build_pool(
    sources: &Path,
    out: &Path,
    onto: Option<&Path>,
    replace: bool,
    quiet: bool,
) -> Result<Report> {
    let progress = Progress::new(quiet);
    let report = |done, total| progress.report("reading", done, total);
    let built = build::build(Options {
        sources,
        out,
        onto,
        replace,
        progress: &report,
        clock: Some(nanoseconds),
    });
    progress.end();
    built.map_err(|error| match error {
        // Rows are quoted from files that may hold anything.
        pool::PoolError::BadRows { .. } => {
            let lines: Vec<String> = error.to_string().lines().map(disarm).collect();
            anyhow::anyhow!(lines.join("\n"))
        }
        other => other.into(),
    })
}

fn print_built(report: &Report, pool: &Path, out: &mut impl Write) -> Result<()> {
    let place = disarm(&pool.display().to_string());
    if report.unchanged {
        writeln!(
            out,
            "nothing to do: {place} was made from these inputs already"
        )?;
    } else {
        writeln!(out, "built {place}")?;
    }
    writeln!(
        out,
        "{}, snapshot {}",
        counted(report.articles, "article"),
        report.snapshot
    )?;
    let mut rows = vec![words(&["source", "rows", "kept", "share"])];
    for source in &report.sources {
        let mut row = vec![disarm(&source.name)];
        row.extend(kept(source.rows_in, source.rows_out));
        rows.push(row);
    }
    write!(out, "{}", table(&rows, 1))?;
    print_repairs(report, out)?;
    print_drops(&report.drops, out)?;
    print_first_drops(pool, out)?;
    writeln!(out, "check it with: diptych pool check {}", shell(pool))?;
    Ok(())
}

fn print_repairs(report: &Report, out: &mut impl Write) -> Result<()> {
    let mut rows = vec![words(&["repaired", "source", "left", "right"])];
    for source in &report.sources {
        for repair in &source.repairs {
            let counts = [repair.left, repair.right].map(thousands);
            let names = [repair.name.clone(), disarm(&source.name)];
            rows.push(names.into_iter().chain(counts).collect());
        }
    }
    if rows.len() > 1 {
        write!(out, "{}", table(&rows, 2))?;
    }
    Ok(())
}
