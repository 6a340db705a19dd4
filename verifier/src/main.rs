//! The independent verifier as a program.

use std::io::Write as _;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use clap::builder::NonEmptyStringValueParser;
use verifier::{Options, Sample, verify};

/// Rebuild every record of a release from its metadata and its pool, and compare.
///
/// Exit codes: 0 verified, 1 the release has findings, 2 it could not be verified.
#[derive(Parser)]
#[command(name = "diptych-verify", version)]
struct Args {
    /// Folder of the release.
    release: PathBuf,
    /// Folder of its pool; without it only integrity (level 1) is looked at.
    #[arg(long)]
    pool: Option<PathBuf>,
    /// Replay only N records, which the nonce chooses; level 1 still reads all.
    #[arg(long, value_name = "N", requires_all = ["nonce", "pool"])]
    sample: Option<NonZeroU64>,
    /// A text that the release's maker could not foresee.
    #[arg(long, value_name = "TEXT", requires = "sample", value_parser = NonEmptyStringValueParser::new())]
    nonce: Option<String>,
    /// Print the report as one JSON object.
    #[arg(long)]
    json: bool,
    /// Look at this shard alone; may be given again.
    #[arg(long = "shard", value_name = "PATH")]
    shards: Vec<PathBuf>,
    /// The most findings to list.
    #[arg(long, default_value_t = 100, value_name = "N")]
    findings: usize,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let mut options = Options::new(args.release);
    options.pool = args.pool;
    options.shards = args.shards;
    let sample = args.sample.zip(args.nonce);
    options.sample = sample.map(|(size, nonce)| Sample { size, nonce });
    options.findings_max = args.findings;
    let report = match verify(&options, &mut |_| {}) {
        Ok(report) => report,
        Err(error) => return fail(&error.to_string()),
    };
    let text = if args.json {
        report.json() + "\n"
    } else {
        report.text()
    };
    if let Err(error) = std::io::stdout().write_all(text.as_bytes()) {
        return fail(&format!("cannot write the report: {error}"));
    }
    if report.ok {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    }
}

fn fail(what: &str) -> ExitCode {
    // Nothing is left to say if not even this can be written.
    let _ = writeln!(std::io::stderr(), "error: {what}");
    ExitCode::from(2)
}
