//! Chunks of lines: so much is in memory at once.

use crate::error::PoolError;
use crate::import::reader::{LineReader, RawLine};
use crate::panels::Panels;
use crate::sources::InputFile;

/// A chunk ends after this many lines or bytes.
pub(crate) const CHUNK_LINES: usize = 4096;
const CHUNK_BYTES: usize = 8 << 20;

/// Reads a chunk; an empty one is the end of the file.
pub(crate) fn lines(reader: &mut LineReader) -> Vec<RawLine> {
    let mut lines = Vec::new();
    let mut bytes = 0;
    while lines.len() < CHUNK_LINES && bytes < CHUNK_BYTES {
        let Some(line) = reader.next_line() else {
            break;
        };
        bytes += line.size();
        lines.push(line);
    }
    lines
}

/// Reads a chunk of pairs; nothing if one file ends before the other. A stream that broke ends the chunk.
pub(crate) fn pairs(readers: &mut Panels<LineReader>) -> Option<Vec<(RawLine, RawLine)>> {
    let mut pairs = Vec::new();
    let mut bytes = 0;
    while pairs.len() < CHUNK_LINES && bytes < CHUNK_BYTES {
        match (readers.left.next_line(), readers.right.next_line()) {
            (None, None) => break,
            (Some(left), Some(right)) => {
                let fatal = |line: &RawLine| matches!(&line.bytes, Err(fault) if fault.fatal);
                let stop = fatal(&left) || fatal(&right);
                bytes += left.size() + right.size();
                pairs.push((left, right));
                if stop {
                    break;
                }
            }
            _ => return None,
        }
    }
    Some(pairs)
}

/// Counts both files to their ends and says that they differ.
pub(crate) fn unequal(files: &Panels<InputFile>, readers: &mut Panels<LineReader>) -> PoolError {
    while readers.left.next_line().is_some() {}
    while readers.right.next_line().is_some() {}
    let what = format!(
        "{} has {} lines, {} has {}: lines of the two files pair, so the counts must be equal",
        files.left.name,
        readers.left.lines_read(),
        files.right.name,
        readers.right.lines_read()
    );
    PoolError::Form {
        path: files.left.path.clone(),
        what,
    }
}

/// Says that a file holds nothing.
pub(crate) fn no_rows(file: &InputFile) -> PoolError {
    PoolError::Form {
        path: file.path.clone(),
        what: "the file holds no row; take it out of sources.toml or put the right file there"
            .to_owned(),
    }
}
