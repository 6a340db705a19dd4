//! Carriers and digests of shards, and their sidecars: docs/format.md, sections 7.3 and 8.

use crate::bench::Bench;
use crate::draft::Draft;
use crate::error::BuildError;
use crate::plan::{Plan, count};
use crate::recipe::Carrier;
use crate::record::{Line, render};
use crate::split::Split;
use pool::Digest;
use pool::derive::sha256;
use rayon::prelude::*;
use sha2::{Digest as _, Sha256};
use std::io::Write;
use std::ops::Range;

/// Most uncompressed bytes of a frame.
const FRAME_MAX: usize = 1 << 20;
/// Level of compression: a trade of time and size, not of the format.
const LEVEL: i32 = 3;
/// Records that are rendered at once: bounds memory to some tens of megabytes.
const CHUNK: usize = 4096;

/// One shard of the plan.
#[derive(Clone, Debug)]
pub(crate) struct Cut {
    pub(crate) split: Split,
    /// `train-00000-of-00003`.
    pub(crate) name: String,
    pub(crate) range: Range<usize>,
    pub(crate) tokens: u64,
}

/// What the lines of a shard come to, whatever its carrier.
pub(crate) struct Content {
    pub(crate) sha256: Digest,
    pub(crate) index: Vec<u8>,
}

/// Cuts every split into shards of equal count.
pub(crate) fn cuts(plan: &Plan, records: u64) -> Result<Vec<Cut>, BuildError> {
    let size = usize::try_from(records).expect("at most ten million");
    let mut out = Vec::new();
    for split in Split::ALL {
        let drafts = &plan.drafts[split.index()];
        let shards = drafts.len().div_ceil(size);
        if shards > 100_000 {
            let what = format!("{shards} shards in {}; raise shards.records", split.name());
            return Err(BuildError::Empty { what });
        }
        for (at, chunk) in drafts.chunks(size).enumerate() {
            out.push(Cut {
                split,
                name: format!("{}-{at:05}-of-{shards:05}", split.name()),
                range: at * size..at * size + chunk.len(),
                tokens: chunk.iter().map(|draft| u64::from(draft.tokens)).sum(),
            });
        }
    }
    Ok(out)
}

impl Cut {
    /// Path of the shard without its extension.
    pub(crate) fn stem(&self) -> String {
        format!("{}/{}", self.split.name(), self.name)
    }
}

/// Renders a shard and writes it in its carrier.
pub(crate) fn write(
    bench: &Bench<'_>,
    plan: &Plan,
    cut: &Cut,
    carrier: Carrier,
    out: &mut dyn Write,
    advance: &dyn Fn(u64),
) -> Result<Content, ShardError> {
    let drafts = &plan.drafts[cut.split.index()][cut.range.clone()];
    let mut content = Sha256::new();
    let mut index = Vec::with_capacity(drafts.len() * 12);
    let mut frames = Frames::default();
    for chunk in drafts.chunks(CHUNK) {
        for line in render_all(bench, plan, cut.split, chunk)? {
            content.update(&line.full);
            index_line(&mut index, &line.full);
            match carrier {
                Carrier::Jsonl => out.write_all(&line.full)?,
                Carrier::JsonlZst => frames.push(&line.full),
                Carrier::Meta => frames.push(&line.meta),
            }
        }
        frames.write_full(out)?;
        advance(count(chunk.len()));
    }
    if carrier != Carrier::Jsonl {
        frames.finish(out)?;
    }
    Ok(Content {
        sha256: Digest(content.finalize().into()),
        index,
    })
}

/// An error of the plan's side or of the file's.
pub(crate) enum ShardError {
    Build(BuildError),
    Io(std::io::Error),
}

impl From<std::io::Error> for ShardError {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<BuildError> for ShardError {
    fn from(error: BuildError) -> Self {
        Self::Build(error)
    }
}

fn render_all(
    bench: &Bench<'_>,
    plan: &Plan,
    split: Split,
    drafts: &[Draft],
) -> Result<Vec<Line>, BuildError> {
    drafts
        .par_iter()
        .map(|draft| render(bench, draft, split, &plan.lines))
        .collect()
}

fn index_line(index: &mut Vec<u8>, line: &[u8]) {
    let length = u32::try_from(line.len()).expect("a line is at most 1 MiB");
    index.extend_from_slice(&length.to_le_bytes());
    index.extend_from_slice(&sha256(line).0[..8]);
}

/// Gathers lines into frames of whole lines and compresses them, many at once.
#[derive(Default)]
pub(crate) struct Frames {
    full: Vec<Vec<u8>>,
    open: Vec<u8>,
    any: bool,
}

impl Frames {
    /// Adds a line; a frame closes before the line that would take it past its limit.
    pub(crate) fn push(&mut self, line: &[u8]) {
        if !self.open.is_empty() && self.open.len() + line.len() > FRAME_MAX {
            self.full.push(std::mem::take(&mut self.open));
        }
        self.open.extend_from_slice(line);
        self.any = true;
    }

    /// Closes the last frame and returns all, uncompressed.
    #[cfg(test)]
    pub(crate) fn closed(mut self) -> Vec<Vec<u8>> {
        self.full
            .extend(Some(self.open).filter(|open| !open.is_empty()));
        self.full
    }

    /// Writes the frames that are closed.
    pub(crate) fn write_full(&mut self, out: &mut dyn Write) -> std::io::Result<()> {
        let closed = std::mem::take(&mut self.full);
        let compressed: Vec<Vec<u8>> = closed
            .par_iter()
            .map(|frame| compress(frame))
            .collect::<std::io::Result<_>>()?;
        compressed.iter().try_for_each(|frame| out.write_all(frame))
    }

    /// Closes the last frame and writes what is left.
    pub(crate) fn finish(mut self, out: &mut dyn Write) -> std::io::Result<()> {
        // No lines are one empty frame: zstd's tools take an empty file for a broken one.
        if !self.open.is_empty() || !self.any {
            self.full.push(std::mem::take(&mut self.open));
        }
        self.write_full(out)
    }
}

/// The library's default leaves the checksum off: then most single bit flips pass unseen.
fn compress(frame: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
    compressor.include_checksum(true)?;
    compressor.compress(frame)
}

/// Names the encoder as the manifest has it.
pub(crate) fn encoder(carrier: Carrier) -> String {
    match carrier {
        Carrier::Jsonl => String::new(),
        _ => format!("zstd {} level {LEVEL}", zstd::zstd_safe::version_string()),
    }
}
