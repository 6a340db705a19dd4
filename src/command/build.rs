//! `diptych build`.

use crate::progress::Progress;
use crate::terminal::shell;
use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use variants::Recipe;
use variants::assemble::{Built, build};
use variants::count::Counter;
use variants::recipe::Carrier;

/// Build a release from a recipe and a pool.
///
/// An interrupted build resumes by itself when the same command runs again; the result is the same bytes.
#[derive(Args)]
pub(crate) struct Build {
    /// The recipe.
    recipe: PathBuf,
    /// The pool.
    #[arg(long)]
    pool: PathBuf,
    /// The folder of the release; it appears only when it is whole.
    #[arg(long)]
    out: PathBuf,
    /// Threads to use (default: all cores). The bytes do not depend on it.
    #[arg(long)]
    threads: Option<usize>,
    /// File form of the shards: jsonl, jsonl.zst or meta (default: the recipe's).
    #[arg(long)]
    carrier: Option<String>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// No progress on stderr.
    #[arg(long)]
    quiet: bool,
}

#[derive(Serialize)]
struct Done<'a> {
    release: String,
    already_there: bool,
    content_id: &'a str,
    release_id: &'a str,
}

impl Build {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        if let Some(threads) = self.threads {
            use_threads(threads)?;
        }
        let carrier = self.carrier.as_deref().map(parse_carrier).transpose()?;
        let built = build_release(&self.recipe, &self.pool, &self.out, carrier, self.quiet)?;
        if self.json {
            let done = Done {
                release: self.out.display().to_string(),
                already_there: built.already_there,
                content_id: &built.content_id,
                release_id: &built.release_id,
            };
            writeln!(out, "{}", serde_json::to_string(&done)?)?;
        } else {
            print(&self.out, &self.pool, &built, out)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Builds a release with progress on stderr.
pub(crate) fn build_release(
    recipe: &Path,
    pool: &Path,
    out: &Path,
    carrier: Option<Carrier>,
    quiet: bool,
) -> Result<Built> {
    let recipe = Recipe::read(recipe)?;
    let counter = Counter::load(&recipe.tokenizer)?;
    let pool = pool::Pool::open(pool)?;
    let progress = Progress::new(quiet);
    let report = |stage: &'static str, done, total| progress.report(stage, done, total);
    let carrier = carrier.unwrap_or(recipe.carrier);
    let built = build(&pool, &recipe, &counter, carrier, out, &report);
    progress.end();
    Ok(built?)
}

fn print(release: &Path, pool: &Path, built: &Built, out: &mut impl Write) -> Result<()> {
    let release = shell(release);
    if built.already_there {
        writeln!(out, "nothing to do: {release} is this release already")?;
    } else {
        writeln!(out, "built {release}")?;
    }
    writeln!(out, "content id {}", built.content_id)?;
    writeln!(out, "release id {}", built.release_id)?;
    writeln!(
        out,
        "check it with: diptych verify {release} --pool {}",
        shell(pool)
    )?;
    Ok(())
}

fn parse_carrier(text: &str) -> Result<Carrier> {
    Carrier::parse(text)
        .with_context(|| format!("--carrier {text}: expected jsonl, jsonl.zst or meta"))
}

/// Fixes the number of threads of everything that follows.
pub(crate) fn use_threads(threads: usize) -> Result<()> {
    anyhow::ensure!(
        (1..=256).contains(&threads),
        "--threads {threads}: expected 1 to 256"
    );
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build_global()
        .context("--threads")
}
