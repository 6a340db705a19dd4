//! `diptych pool stats`.

use super::drops::{print_drops, print_first_drops};
use super::{kept, words};
use crate::command::funnel;
use crate::terminal::{disarm, table, thousands};
use anyhow::Result;
use clap::Args;
use pool::stats::{Stats, stats};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Count a pool by source and genre, and what was left out of it.
///
/// With --funnel: what came in and went out at each stage, of each source and at each gate, with the reasons, samples of what was left
/// out, and what was repaired.
#[derive(Args)]
pub(super) struct Figures {
    /// The folder of the pool.
    pool: PathBuf,
    /// Show the funnel instead.
    #[arg(long)]
    funnel: bool,
    /// How many rows of the funnel's reasons are shown, of each source.
    #[arg(long, value_name = "N", default_value_t = 3, requires = "funnel")]
    samples: usize,
    /// Write the funnel as one HTML page, too.
    #[arg(long, value_name = "FILE", requires = "funnel")]
    html: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

impl Figures {
    pub(super) fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        if self.funnel {
            return funnel::run(
                &self.pool,
                self.samples,
                self.html.as_deref(),
                self.json,
                out,
            );
        }
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
        let mut row = vec![disarm(&import.name), import.format.clone()];
        row.extend(kept(import.rows_in, import.rows_out));
        rows.push(row);
    }
    writeln!(out, "{}", table(&rows, 2))?;
    print_drops(&figures.drops, out)?;
    print_first_drops(pool, out)
}
