//! `diptych pool show`.

use super::counted;
use crate::terminal::{disarm, side_by_side};
use anyhow::{Context, Result, bail};
use clap::Args;
use pool::ArticleId;
use pool::history::{History, Rows};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Cells of one panel.
const PANEL: usize = 46;

/// Rows of the ledger and repairs that are shown of each kind.
const FIRST: usize = 10;

/// Show one article, panels side by side, and its history: where it was read, what was repaired, which gates it passed, and what was
/// left out in its favour.
#[derive(Args)]
pub(super) struct Show {
    /// The folder of the pool.
    pool: PathBuf,
    /// The article's id: 24 hex digits.
    id: String,
}

impl Show {
    pub(super) fn run(self, out: &mut impl Write) -> Result<ExitCode> {
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
        let (origin, translation) = (article.origin.name(), article.translation.name());
        writeln!(
            out,
            "   origin {origin}, translation {translation} {}",
            disarm(article.made_by)
        )?;
        let slices = u64::try_from(article.slices.len()).unwrap_or(u64::MAX);
        let (genre, license) = (article.genre.name(), disarm(article.license));
        writeln!(
            out,
            "   {genre}, {}, {} · {license}",
            counted(lines.into(), "line"),
            counted(slices, "slice")
        )?;
        if !article.extra.is_empty() {
            writeln!(out, "   {}", disarm(article.extra))?;
        }
        print_history(&History::of(&pool, &article)?, out)?;
        write!(
            out,
            "{}",
            side_by_side(article.text.left, article.text.right, PANEL)
        )?;
        Ok(ExitCode::SUCCESS)
    }
}

fn print_history(history: &History, out: &mut impl Write) -> Result<()> {
    if let Some(from) = &history.from {
        writeln!(out, "   read at {}:{}", disarm(&from.file), from.line)?;
    }
    for (import, source) in &history.imports {
        writeln!(out, "   import {import}, source {}", disarm(source))?;
    }
    let repairs = history.from.as_ref().map_or(&[][..], |from| &from.repairs);
    if repairs.is_empty() {
        writeln!(out, "   repaired: nothing")?;
    } else {
        writeln!(out, "   repaired (line, panel, what):")?;
    }
    for repair in repairs.iter().take(FIRST) {
        writeln!(out, "     {}", disarm(repair))?;
    }
    if repairs.len() > FIRST {
        writeln!(out, "     and {} more", repairs.len() - FIRST)?;
    }
    writeln!(out, "   passed {}", history.gates.join(" "))?;
    print_rows(
        "left out because this article has their text",
        &history.replaced,
        out,
    )?;
    print_rows("left out of the same source and id", &history.siblings, out)
}

fn print_rows(what: &str, rows: &Rows, out: &mut impl Write) -> Result<()> {
    if rows.count == 0 {
        return Ok(());
    }
    writeln!(out, "   {} {what}:", counted(rows.count, "row"))?;
    for row in rows.first.iter().take(FIRST) {
        let (file, line, reason) = (disarm(&row.file), row.line, &row.reason);
        let (left, right) = (disarm(&row.left), disarm(&row.right));
        writeln!(out, "     {file}:{line} {reason}: {left} | {right}")?;
    }
    Ok(())
}
