//! `diptych pool`.

use crate::progress::Progress;
use crate::terminal::{disarm, percent, shell, side_by_side, table, thousands};
use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use pool::build::{self, Options, Report};
use pool::ledger::LedgerRow;
use pool::stats::{Stats, stats};
use pool::{ArticleId, check, provenance};
use std::collections::BTreeMap;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Cells of one panel.
const PANEL: usize = 46;

/// Build a pool of parallel text, check it, and look into it.
#[derive(Args)]
pub(crate) struct Pool {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    Build(Build),
    Check(Check),
    Stats(Figures),
    Show(Show),
}

impl Pool {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        match self.action {
            Action::Build(action) => action.run(out),
            Action::Check(action) => action.run(out),
            Action::Stats(action) => action.run(out),
            Action::Show(action) => action.run(out),
        }
    }
}

/// Read the files that a sources.toml names into a new pool.
///
/// Rows that cannot be read stop the build unless the source's max_bad allows as many. The same inputs again: nothing to do.
#[derive(Args)]
struct Build {
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

    fn run(self, out: &mut impl Write) -> Result<ExitCode> {
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
        "{} articles, snapshot {}",
        thousands(report.articles),
        report.snapshot
    )?;
    let mut rows = vec![words(&[
        "source",
        "rows",
        "kept",
        "share",
        "panels repaired",
    ])];
    for source in &report.sources {
        rows.push(vec![
            disarm(&source.name),
            thousands(source.rows_in),
            thousands(source.rows_out),
            percent(source.rows_out, source.rows_in),
            thousands(source.panels_repaired),
        ]);
    }
    write!(out, "{}", table(&rows, 1))?;
    print_drops(&report.drops, out)?;
    print_first_drops(pool, out)?;
    writeln!(out, "check it with: diptych pool check {}", shell(pool))?;
    Ok(())
}

fn print_drops(drops: &[pool::store::LedgerTotal], out: &mut impl Write) -> Result<()> {
    if drops.is_empty() {
        return Ok(writeln!(out, "no row was left out")?);
    }
    let mut rows = vec![words(&["left out at", "reason", "source", "rows"])];
    for drop in drops {
        rows.push(vec![
            drop.stage.clone(),
            drop.reason.clone(),
            disarm(&drop.source),
            thousands(drop.rows),
        ]);
    }
    Ok(write!(out, "{}", table(&rows, 3))?)
}

/// Rows that are shown of each reason.
const FIRST: usize = 2;

/// Shows the first rows of each reason: where they stand, and what the ledger says of both panels.
fn print_first_drops(pool: &Path, out: &mut impl Write) -> Result<()> {
    let mut shown: BTreeMap<String, Vec<LedgerRow>> = BTreeMap::new();
    let path = pool.join("ledger.jsonl.zst");
    pool::ledger::read(&path, |row| {
        let rows = shown.entry(row.reason.clone()).or_default();
        if rows.len() < FIRST {
            rows.push(row);
        }
        Ok(())
    })?;
    if shown.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "  the first of each reason (all stand in {}):",
        path.display()
    )?;
    for row in shown.into_values().flatten() {
        let (file, left, right) = (disarm(&row.file), disarm(&row.left), disarm(&row.right));
        writeln!(
            out,
            "    {file}:{} {}: {left} | {right}",
            row.line, row.reason
        )?;
    }
    Ok(())
}

/// Check that a pool is what its header says: digests, rows, ids, order, slices, snapshot, ledger.
#[derive(Args)]
struct Check {
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
    fn run(self, out: &mut impl Write) -> Result<ExitCode> {
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
        writeln!(out, "and {} findings more", thousands(report.omitted))?;
    }
    let result = if report.ok {
        "the pool is what its header says"
    } else {
        "the pool is damaged: build it again from its sources"
    };
    Ok(writeln!(out, "{result}")?)
}

/// Count a pool by source and genre, and what was left out of it.
#[derive(Args)]
struct Figures {
    /// The folder of the pool.
    pool: PathBuf,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

impl Figures {
    fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let figures = stats(&pool::Pool::open(&self.pool)?)?;
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&figures)?)?;
        } else {
            print_stats(&figures, &self.pool, out)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn print_stats(figures: &Stats, pool: &Path, out: &mut impl Write) -> Result<()> {
    let Stats {
        left,
        right,
        snapshot,
        ..
    } = figures;
    writeln!(out, "{left} and {right}, snapshot {snapshot}")?;
    let bytes = [format!("{left} bytes"), format!("{right} bytes")];
    let mut head = words(&["source", "genre", "articles", "no lines", "lines", "slices"]);
    head.extend(bytes);
    let mut rows = vec![head];
    for kind in &figures.kinds {
        let mut row = vec![disarm(&kind.source), kind.genre.clone()];
        let counts = [kind.articles, kind.without_lines, kind.lines, kind.slices];
        row.extend(counts.map(thousands));
        row.extend([kind.left_bytes, kind.right_bytes].map(thousands));
        rows.push(row);
    }
    writeln!(out, "{}", table(&rows, 2))?;
    let mut rows = vec![words(&["import", "format", "rows", "kept", "share"])];
    for import in &figures.imports {
        rows.push(vec![
            disarm(&import.name),
            import.format.clone(),
            thousands(import.rows_in),
            thousands(import.rows_out),
            percent(import.rows_out, import.rows_in),
        ]);
    }
    writeln!(out, "{}", table(&rows, 2))?;
    print_drops(&figures.drops, out)?;
    print_first_drops(pool, out)
}

/// Show one article, panels side by side, and where it came from.
#[derive(Args)]
struct Show {
    /// The folder of the pool.
    pool: PathBuf,
    /// The article's id: 24 hex digits.
    id: String,
}

impl Show {
    fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        // A material names its article before the slash.
        let text = self.id.split('/').next().unwrap_or_default();
        let id = ArticleId::parse(text)
            .with_context(|| format!("{}: expected an article id of 24 hex digits", self.id))?;
        let pool = pool::Pool::open(&self.pool)?;
        let Some(index) = pool.find(&id)? else {
            bail!(
                "article {id} is not in {} (snapshot {})",
                self.pool.display(),
                pool.header.snapshot
            );
        };
        let article = pool.article(index)?;
        let lines = article.slices.last().copied().unwrap_or(0);
        let from = provenance::find(&pool.root().join(&pool.header.provenance.path), &id)?;
        writeln!(
            out,
            "article {id}, key {}, group {}",
            article.key, article.group
        )?;
        writeln!(
            out,
            "   {} · {}",
            disarm(article.source),
            disarm(article.source_id)
        )?;
        if let Some(from) = from {
            writeln!(out, "   read at {}:{}", disarm(&from.file), from.line)?;
        }
        let (origin, translation) = (article.origin.name(), article.translation.name());
        writeln!(
            out,
            "   origin {origin}, translation {translation} {}",
            disarm(article.made_by)
        )?;
        let (genre, license) = (article.genre.name(), disarm(article.license));
        writeln!(
            out,
            "   {genre}, {lines} lines, {} slices · {license}",
            article.slices.len()
        )?;
        if !article.extra.is_empty() {
            writeln!(out, "   {}", disarm(article.extra))?;
        }
        write!(
            out,
            "{}",
            side_by_side(article.text.left, article.text.right, PANEL)
        )?;
        Ok(ExitCode::SUCCESS)
    }
}

fn words(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}
