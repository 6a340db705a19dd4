//! `diptych plan`.

use super::pool::counted;
use crate::progress::Progress;
use crate::terminal::{percent, table, thousands};
use anyhow::Result;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use variants::count::Counter;
use variants::summary::{Summary, remedy};
use variants::{Bench, Recipe};

/// Count exactly what a build would make, without writing text.
///
/// Prints records and tokens per split, category and kind, lengths, shares, and what is left out and why.
#[derive(Args)]
pub(crate) struct Plan {
    /// The recipe.
    recipe: PathBuf,
    /// The pool.
    #[arg(long)]
    pool: PathBuf,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// No progress on stderr.
    #[arg(long)]
    quiet: bool,
}

impl Plan {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let recipe = Recipe::read(&self.recipe)?;
        let counter = Counter::load(&recipe.tokenizer)?;
        let pool = pool::Pool::open(&self.pool)?;
        let bench = Bench::new(&pool, &recipe, &counter);
        let progress = Progress::new(self.quiet);
        let plan = variants::Plan::make(&bench, &|stage, done, total| {
            progress.report(stage, done, total)
        })?;
        progress.end();
        let summary = Summary::of(&bench, &plan)?;
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&summary)?)?;
        } else {
            print(&summary, out)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Prints a summary for people.
pub(crate) fn print(summary: &Summary, out: &mut impl Write) -> Result<()> {
    print_counts(summary, out)?;
    print_lengths(summary, out)?;
    print_totals(summary, out)?;
    print_made(summary, out)?;
    print_drops(summary, out)
}

fn print_counts(summary: &Summary, out: &mut impl Write) -> Result<()> {
    let mut rows = vec![header(&[
        "split",
        "category",
        "kind",
        "records",
        "tokens",
        "of all tokens",
    ])];
    for split in &summary.splits {
        for row in &split.counts {
            rows.push(vec![
                split.split.to_owned(),
                row.category.to_owned(),
                row.kind.to_owned(),
                thousands(row.records),
                thousands(row.tokens),
                percent(row.tokens, summary.tokens),
            ]);
        }
        let articles = format!(
            "{}, {}",
            counted(split.articles, "article"),
            counted(split.groups, "group")
        );
        let share = percent(split.tokens, summary.tokens);
        let (records, tokens) = (thousands(split.records), thousands(split.tokens));
        rows.push(vec![
            split.split.to_owned(),
            "all".to_owned(),
            articles,
            records,
            tokens,
            share,
        ]);
    }
    Ok(writeln!(out, "{}", table(&rows, 3))?)
}

fn print_lengths(summary: &Summary, out: &mut impl Write) -> Result<()> {
    let mut rows = vec![header(&[
        "category", "records", "tokens", "share", "p1", "p10", "p50", "p90", "p99", "fill",
    ])];
    for lengths in &summary.lengths {
        let mut row = vec![
            lengths.category.to_owned(),
            thousands(lengths.records),
            thousands(lengths.tokens),
            percent(lengths.tokens, summary.tokens),
        ];
        row.extend(lengths.percentiles.map(|tokens| tokens.to_string()));
        row.push(percent(lengths.fill_per_mille, 1000));
        rows.push(row);
    }
    Ok(writeln!(out, "{}", table(&rows, 1))?)
}

fn print_totals(summary: &Summary, out: &mut impl Write) -> Result<()> {
    let (records, tokens) = (thousands(summary.records), thousands(summary.tokens));
    writeln!(
        out,
        "in all: {records} records, {tokens} tokens, {} bytes of text",
        thousands(summary.text_bytes)
    )?;
    writeln!(
        out,
        "records of at most 32 tokens: {}",
        percent(summary.short_records, summary.records)
    )?;
    writeln!(
        out,
        "tokens in reversed records: {}",
        percent(summary.reversed_tokens, summary.tokens)
    )?;
    writeln!(
        out,
        "lines of validation and test that also stand in another split (kept out of their cross mosaics): {}\nrecords whose text another record of their split has too: {}",
        thousands(summary.shared_lines),
        thousands(summary.shared_texts)
    )?;
    for quota in &summary.quotas {
        let (wanted, had) = (thousands(quota.wanted), thousands(quota.had));
        writeln!(
            out,
            "quota of {}: {wanted} {} wanted, {had} taken",
            quota.category, quota.unit
        )?;
    }
    Ok(())
}

/// Says what noise, shape and schema were asked for, and what their material gives.
fn print_made(summary: &Summary, out: &mut impl Write) -> Result<()> {
    for row in &summary.noise {
        let (wanted, had) = (thousands(row.wanted), thousands(row.had));
        let others = thousands(row.others);
        let off = if row.off.is_empty() {
            String::new()
        } else {
            format!("; nothing to change by {}", row.off.join(", "))
        };
        writeln!(
            out,
            "noise of {}: {wanted} wanted beside {others} others, {had} made{off}",
            row.split
        )?;
    }
    for row in &summary.short {
        let (wanted, had) = (thousands(row.wanted), thousands(row.had));
        writeln!(
            out,
            "noise of {}: {} ran out ({wanted} wanted, the base texts give {had}); the kinds keep their shares, so all have less",
            row.split, row.kind
        )?;
    }
    for row in &summary.shape {
        let (of, wanted, had) = (thousands(row.of), thousands(row.wanted), thousands(row.had));
        writeln!(
            out,
            "shape of {}: {wanted} wanted of {of} base materials of 2 or more lines, {had} made{}",
            row.split,
            ran_out(row.wanted, row.had)
        )?;
    }
    for row in &summary.schema {
        let (pairs, picked) = (thousands(row.pairs), thousands(row.picked));
        let (of, wanted, had) = (thousands(row.of), thousands(row.wanted), thousands(row.had));
        writeln!(
            out,
            "schema of {}: {picked} of {pairs} structured pairs asked for; {wanted} generated wanted of {of} base materials, {had} made{}",
            row.split,
            ran_out(row.wanted, row.had)
        )?;
    }
    Ok(())
}

fn ran_out(wanted: u64, had: u64) -> &'static str {
    if had < wanted {
        " (no more texts give one)"
    } else {
        ""
    }
}

fn print_drops(summary: &Summary, out: &mut impl Write) -> Result<()> {
    if summary.drops.is_empty() {
        return Ok(writeln!(out, "nothing is left out")?);
    }
    let mut rows = vec![header(&[
        "left out",
        "split",
        "category",
        "units",
        "what would let it in",
    ])];
    for drop in &summary.drops {
        rows.push(vec![
            drop.reason.to_owned(),
            drop.split.to_owned(),
            drop.category.to_owned(),
            thousands(drop.rows),
            remedy(drop.reason).to_owned(),
        ]);
    }
    for row in &mut rows {
        // The number stands before the words, so that both columns can be flush.
        row.swap(3, 0);
    }
    Ok(write!(out, "\n{}", table(&rows, 5))?)
}

fn header(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}
