//! `diptych verify`.

use crate::progress::Progress;
use anyhow::Result;
use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use std::io::Write;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use verifier::{Options, Report, Sample};

/// Rebuild every record of a release from its metadata and the pool, and compare byte for byte.
///
/// Without a pool only integrity (level 1) is checked. Exit code 1 means that the release has findings.
#[derive(Args)]
pub(crate) struct Verify {
    /// The folder of the release.
    release: PathBuf,
    /// The pool that it was built from.
    #[arg(long)]
    pool: Option<PathBuf>,
    /// Look at this shard alone; may be given again.
    #[arg(long = "shard", value_name = "PATH")]
    shards: Vec<PathBuf>,
    /// Rebuild only N records, which the nonce chooses; integrity is still checked of all.
    #[arg(long, value_name = "N", requires_all = ["nonce", "pool"])]
    sample: Option<NonZeroU64>,
    /// A text that the release's maker could not foresee, such as a die's throws.
    #[arg(long, value_name = "TEXT", requires = "sample", value_parser = NonEmptyStringValueParser::new())]
    nonce: Option<String>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// No progress on stderr.
    #[arg(long)]
    quiet: bool,
    /// Threads to use (default: all cores).
    #[arg(long)]
    threads: Option<usize>,
}

impl Verify {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        if let Some(threads) = self.threads {
            super::build::use_threads(threads)?;
        }
        let mut options = Options::new(self.release);
        options.pool = self.pool;
        options.shards = self.shards;
        let sample = self.sample.zip(self.nonce);
        options.sample = sample.map(|(size, nonce)| Sample { size, nonce });
        let report = verify_with(&options, self.quiet)?;
        if self.json {
            writeln!(out, "{}", report.json())?;
        } else {
            write!(out, "{}", report.text())?;
        }
        Ok(if report.ok {
            ExitCode::SUCCESS
        } else {
            ExitCode::from(1)
        })
    }
}

/// Verifies with progress on stderr.
pub(crate) fn verify_release(
    release: &Path,
    pool: Option<&Path>,
    shards: Vec<PathBuf>,
    quiet: bool,
) -> Result<Report> {
    let mut options = Options::new(release);
    options.pool = pool.map(Path::to_owned);
    options.shards = shards;
    verify_with(&options, quiet)
}

fn verify_with(options: &Options, quiet: bool) -> Result<Report> {
    let progress = Progress::new(quiet);
    let report = verifier::verify(options, &mut |at| {
        progress.report("verify", at.done, at.total)
    });
    progress.end();
    Ok(report?)
}
