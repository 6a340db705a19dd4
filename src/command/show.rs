//! `diptych show`.

use crate::terminal::{disarm, side_by_side};
use anyhow::{Context, Result, bail};
use clap::Args;
use serde::Deserialize;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Limits of the format: longest line, largest manifest, and the window of a frame of at most 1 MiB.
const LINE_MAX: u64 = 1 << 20;
const MANIFEST_MAX: u64 = 64 << 20;
const WINDOW_LOG_MAX: u32 = 23;

/// Cells of one panel.
const PANEL: usize = 46;

/// Show records of a release, panels side by side, white space visible.
#[derive(Args)]
pub(crate) struct Show {
    /// The folder of the release.
    release: PathBuf,
    /// Only records of this category.
    #[arg(long)]
    category: Option<String>,
    /// Only records of this kind.
    #[arg(long)]
    kind: Option<String>,
    /// Only records of this split (default: train).
    #[arg(long, default_value = "train")]
    split: String,
    /// How many records.
    #[arg(short, default_value_t = 3)]
    n: usize,
    /// Print the records' own lines.
    #[arg(long)]
    json: bool,
}

/// What of a manifest says where the records are.
#[derive(Deserialize)]
struct Manifest {
    shards: Vec<Shard>,
}

#[derive(Deserialize)]
struct Shard {
    path: String,
    split: String,
}

#[derive(Deserialize)]
struct Record {
    id: String,
    #[serde(default)]
    text: String,
    split: String,
    category: String,
    kind: String,
    tokens: u64,
    reversed: bool,
    origin: String,
    sources: Vec<String>,
    licenses: Vec<String>,
    meta: String,
}

impl Show {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let manifest = read_manifest(&self.release)?;
        let mut left = self.n;
        for shard in manifest
            .shards
            .iter()
            .filter(|shard| shard.split == self.split)
        {
            for line in open_lines(&self.release.join(&shard.path))? {
                if left == 0 {
                    return Ok(ExitCode::SUCCESS);
                }
                let line = line.with_context(|| shard.path.clone())?;
                let record: Record =
                    serde_json::from_str(&line).with_context(|| shard.path.clone())?;
                if !self.wants(&record) {
                    continue;
                }
                left -= 1;
                if self.json {
                    writeln!(out, "{line}")?
                } else {
                    print(&record, out)?
                }
            }
        }
        if left == self.n && self.n > 0 {
            bail!(
                "no such record in {} (split {}); `diptych plan` lists categories and kinds",
                self.release.display(),
                self.split
            );
        }
        Ok(ExitCode::SUCCESS)
    }

    fn wants(&self, record: &Record) -> bool {
        let is = |wanted: &Option<String>, has: &str| {
            wanted.as_deref().is_none_or(|wanted| wanted == has)
        };
        is(&self.category, &record.category) && is(&self.kind, &record.kind)
    }
}

/// Prints the first record of each kind of a release.
pub(crate) fn print_each_kind(release: &Path, out: &mut impl Write) -> Result<()> {
    let manifest = read_manifest(release)?;
    let mut shown = std::collections::BTreeSet::new();
    for shard in manifest
        .shards
        .iter()
        .filter(|shard| shard.split == "train")
    {
        for line in open_lines(&release.join(&shard.path))? {
            let record: Record = serde_json::from_str(&line?)?;
            if shown.insert((record.category.clone(), record.kind.clone())) {
                print(&record, out)?;
            }
        }
    }
    Ok(())
}

fn read_manifest(release: &Path) -> Result<Manifest> {
    let path = release.join("release.json");
    let bytes = pool::file::read(&path, MANIFEST_MAX)
        .context("not a release folder (the manifest is written last)")?;
    serde_json::from_slice(&bytes).with_context(|| path.display().to_string())
}

fn open_lines(path: &Path) -> Result<impl Iterator<Item = std::io::Result<String>>> {
    let whole = |path: &Path| path.display().to_string();
    anyhow::ensure!(
        path.is_file(),
        "{} is no file; see what is wrong with `diptych verify`",
        whole(path)
    );
    let file = File::open(path).with_context(|| whole(path))?;
    let mut reader: Box<dyn BufRead> =
        if path.extension().is_some_and(|extension| extension == "zst") {
            let mut decoder =
                zstd::stream::read::Decoder::new(file).with_context(|| whole(path))?;
            decoder.window_log_max(WINDOW_LOG_MAX)?;
            Box::new(BufReader::new(decoder))
        } else {
            Box::new(BufReader::new(file))
        };
    Ok(std::iter::from_fn(move || {
        next_line(&mut reader).transpose()
    }))
}

/// Reads a line, none longer than the format has them.
fn next_line(reader: &mut dyn BufRead) -> std::io::Result<Option<String>> {
    let mut line = Vec::new();
    reader.take(LINE_MAX + 1).read_until(b'\n', &mut line)?;
    match line.pop() {
        None => Ok(None),
        Some(b'\n') => String::from_utf8(line)
            .map(Some)
            .map_err(std::io::Error::other),
        Some(_) => Err(std::io::Error::other(
            "a line of more than 1 MiB, or without its end",
        )),
    }
}

fn print(record: &Record, out: &mut impl Write) -> Result<()> {
    let Record {
        id,
        split,
        category,
        kind,
        tokens,
        origin,
        ..
    } = record;
    let reversed = if record.reversed { ", reversed" } else { "" };
    writeln!(
        out,
        "── {category} {kind} · {tokens} tokens · {split} · {id}"
    )?;
    let (sources, licenses) = (record.sources.join(", "), record.licenses.join(", "));
    writeln!(
        out,
        "   origin {origin}{reversed} · {} · {}",
        disarm(&sources),
        disarm(&licenses)
    )?;
    writeln!(out, "   {}", disarm(&record.meta))?;
    match panels(&record.text) {
        Some((first, second)) => writeln!(out, "{}", side_by_side(first, second, PANEL))?,
        None => writeln!(
            out,
            "   (no text in this carrier: diptych replay RELEASE --pool POOL --record {id} gives it back)\n"
        )?,
    }
    Ok(())
}

/// Cuts a text at its BRIDGE, the only longest run of LF.
fn panels(text: &str) -> Option<(&str, &str)> {
    let mut best = (0, 0);
    let mut at = 0;
    for piece in text.split_inclusive(|scalar| scalar != '\n') {
        let run = piece.bytes().take_while(|&byte| byte == b'\n').count();
        if run > best.1 {
            best = (at, run);
        }
        at += piece.len();
    }
    (best.1 > 1).then(|| (&text[..best.0], &text[best.0 + best.1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_run_of_lf_parts_the_panels() {
        assert_eq!(panels("a\nb\n\n甲\n乙"), Some(("a\nb", "甲\n乙")));
        assert_eq!(panels("a\n\nb\n\n\n甲\n\n乙"), Some(("a\n\nb", "甲\n\n乙")));
        assert_eq!(panels(""), None);
    }
}
