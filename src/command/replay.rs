//! `diptych replay`.

use crate::progress::Progress;
use anyhow::{Context, Result, bail};
use clap::Args;
use serde::Serialize;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use verifier::Replayer;

/// Give the training text back from metadata and the pool, without reading any stored text.
///
/// Every line is checked against the release's digests. Without a choice, all shards go to stdout.
#[derive(Args)]
pub(crate) struct Replay {
    /// The folder of the release, of any carrier.
    release: PathBuf,
    /// The pool that it was built from.
    #[arg(long)]
    pool: PathBuf,
    /// Print the line of this record.
    #[arg(long, value_name = "ID", conflicts_with_all = ["shard", "out"])]
    record: Option<String>,
    /// Print the lines of this shard, or write them with --out.
    #[arg(long, value_name = "PATH")]
    shard: Option<PathBuf>,
    /// Write .jsonl files into this folder, which must not exist.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print one JSON object of what --out holds (without --out the lines themselves are JSON).
    #[arg(long, requires = "out")]
    json: bool,
    /// No progress on stderr.
    #[arg(long)]
    quiet: bool,
}

#[derive(Serialize)]
struct Done {
    out: String,
    shards: Vec<PathBuf>,
}

impl Replay {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let replayer = Replayer::open(&self.release, &self.pool)?;
        if let Some(id) = &self.record {
            let Some(line) = replayer.record(id)? else {
                bail!(
                    "record {id} is not in {}; `diptych show` prints ids",
                    self.release.display()
                );
            };
            out.write_all(&line)?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut shards: Vec<PathBuf> = replayer.shards().map(PathBuf::from).collect();
        if let Some(wanted) = &self.shard {
            let full = |path: &Path| path.canonicalize().ok();
            let same = |shard: &PathBuf| {
                shard == wanted
                    || full(wanted)
                        .is_some_and(|wanted| full(&self.release.join(shard)) == Some(wanted))
            };
            shards.retain(same);
            if shards.is_empty() {
                let (wanted, release) = (wanted.display(), self.release.display());
                bail!("--shard {wanted} is no shard of {release}; its release.json lists them");
            }
        }
        match &self.out {
            Some(folder) => self.write(&replayer, &shards, folder, out)?,
            None => {
                for shard in &shards {
                    replayer.shard(shard, &mut |line| out.write_all(line))?;
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Writes the shards beside the folder first: it appears only when every line was proved.
    fn write(
        &self,
        replayer: &Replayer,
        shards: &[PathBuf],
        folder: &Path,
        out: &mut impl Write,
    ) -> Result<()> {
        if folder.exists() {
            bail!(
                "{} exists; choose another --out, or remove it first",
                folder.display()
            );
        }
        // Of this process alone: two replays into one folder must not take each other's files.
        let name = folder.file_name().context("--out names no folder")?;
        let partial = folder.with_file_name(format!(
            ".{}.{}.partial",
            name.display(),
            std::process::id()
        ));
        fs::create_dir(&partial).with_context(|| partial.display().to_string())?;
        let written = self.write_all(replayer, shards, &partial).and_then(|()| {
            // Fails if another replay was first: a folder that holds something is not replaced.
            fs::rename(&partial, folder).with_context(|| folder.display().to_string())
        });
        if written.is_err() {
            let _ = fs::remove_dir_all(&partial);
        }
        written?;
        if self.json {
            let done = Done {
                out: folder.display().to_string(),
                shards: shards.iter().map(|shard| Self::target(shard)).collect(),
            };
            writeln!(out, "{}", serde_json::to_string(&done)?)?;
        } else {
            let (count, folder) = (shards.len(), folder.display());
            writeln!(out, "replayed {count} shards into {folder}")?;
        }
        Ok(())
    }

    fn write_all(&self, replayer: &Replayer, shards: &[PathBuf], partial: &Path) -> Result<()> {
        let progress = Progress::new(self.quiet);
        for (at, shard) in shards.iter().enumerate() {
            let path = partial.join(Self::target(shard));
            write_shard(replayer, shard, &path).with_context(|| shard.display().to_string())?;
            progress.report(
                "replay",
                u64::try_from(at + 1)?,
                u64::try_from(shards.len())?,
            );
        }
        progress.end();
        Ok(())
    }

    /// `train/NAME.jsonl` for a shard of any carrier.
    fn target(shard: &Path) -> PathBuf {
        let name = shard
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        let stem = name.split('.').next().unwrap_or_default();
        shard.with_file_name(format!("{stem}.jsonl"))
    }
}

fn write_shard(replayer: &Replayer, shard: &Path, path: &Path) -> Result<()> {
    fs::create_dir_all(path.parent().expect("a shard lies in a split's folder"))?;
    let mut file = BufWriter::new(File::create_new(path)?);
    replayer.shard(shard, &mut |line| file.write_all(line))?;
    file.into_inner()
        .map_err(std::io::IntoInnerError::into_error)?
        .sync_all()?;
    Ok(())
}
