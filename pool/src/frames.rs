//! Zstd frames of whole lines: docs/format.md, sections 8 and 9.

use crate::error::PoolError;
use crate::file;
use crate::id::Digest;
use crate::number::length;
use crate::store::FileRef;
use sha2::{Digest as _, Sha256};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use zstd::bulk::Compressor;

/// The most bytes of lines in one frame, and the most bytes of one line.
pub const FRAME_MAX: usize = 1 << 20;

const LEVEL: i32 = 3;

/// Writes lines into frames: as many whole lines as fit into each, with the content checksum on.
pub struct FrameWriter {
    path: PathBuf,
    file: File,
    compressor: Compressor<'static>,
    pending: Vec<u8>,
    hash: Sha256,
    bytes: u64,
    rows: u64,
}

impl FrameWriter {
    /// Makes a new file.
    ///
    /// # Errors
    /// If the file exists or cannot be made.
    pub fn create(path: &Path) -> Result<Self, PoolError> {
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(path)
            .map_err(PoolError::io(path))?;
        let mut compressor = Compressor::new(LEVEL).map_err(PoolError::io(path))?;
        compressor
            .include_checksum(true)
            .map_err(PoolError::io(path))?;
        Ok(Self {
            path: path.to_owned(),
            file,
            compressor,
            pending: Vec::new(),
            hash: Sha256::new(),
            bytes: 0,
            rows: 0,
        })
    }

    /// Adds one line, given without its LF.
    ///
    /// # Errors
    /// If the file cannot be written.
    ///
    /// # Panics
    /// If the line is longer than a frame.
    pub fn line(&mut self, line: &[u8]) -> Result<(), PoolError> {
        assert!(line.len() < FRAME_MAX, "a line fits a frame");
        if self.pending.len() + line.len() + 1 > FRAME_MAX {
            self.flush()?;
        }
        self.pending.extend_from_slice(line);
        self.pending.push(b'\n');
        self.rows += 1;
        Ok(())
    }

    /// Ends the file and makes it durable; `name` is its path inside the pool.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(mut self, name: &str) -> Result<FileRef, PoolError> {
        // A file without lines holds one empty frame: zstd's own tools take a file of no bytes for a broken one.
        if self.rows == 0 || !self.pending.is_empty() {
            self.flush()?;
        }
        self.file.sync_all().map_err(PoolError::io(&self.path))?;
        Ok(FileRef {
            path: name.to_owned(),
            rows: self.rows,
            bytes: self.bytes,
            sha256: Digest(self.hash.finalize().into()).hex(),
        })
    }

    fn flush(&mut self) -> Result<(), PoolError> {
        let io = PoolError::io(&self.path);
        let frame = self.compressor.compress(&self.pending);
        let written = frame.and_then(|frame| {
            self.file.write_all(&frame)?;
            Ok(frame)
        });
        let frame = written.map_err(io)?;
        self.hash.update(&frame);
        self.bytes += length(frame.len());
        self.pending.clear();
        Ok(())
    }
}

/// Reads the lines of a file of frames one by one, none longer than a frame may be.
///
/// # Errors
/// If the file cannot be read or is damaged, or what `each` returns.
pub fn read_lines(
    path: &Path,
    mut each: impl FnMut(&[u8]) -> Result<(), PoolError>,
) -> Result<(), PoolError> {
    let form = |what: &str| PoolError::Form {
        path: path.to_owned(),
        what: what.to_owned(),
    };
    let (file, _) = file::open(path)?;
    let mut decoder = zstd::Decoder::new(file).map_err(PoolError::io(path))?;
    decoder.window_log_max(23).map_err(PoolError::io(path))?;
    let mut reader = BufReader::new(decoder);
    let limit = length(FRAME_MAX) + 1;
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = reader.by_ref().take(limit).read_until(b'\n', &mut line);
        if read.map_err(PoolError::io(path))? == 0 {
            return Ok(());
        }
        match line.split_last() {
            Some((b'\n', text)) => each(text)?,
            _ => return Err(form("a line does not end, or is longer than 1 MiB")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_hold_whole_lines_and_as_many_as_fit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f.zst");
        let mut writer = FrameWriter::create(&path).unwrap();
        let line = vec![b'x'; FRAME_MAX / 2 - 1];
        for _ in 0..5 {
            writer.line(&line).unwrap();
        }
        let file = writer.finish("f.zst").unwrap();
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(
            (file.rows, file.bytes),
            (5, bytes.len().try_into().unwrap())
        );
        assert_eq!(file.sha256, crate::derive::sha256(&bytes).hex());
        // Two lines fill a frame to the byte; the checksum flag is bit 2 of the fifth byte.
        let first = zstd::zstd_safe::find_frame_compressed_size(&bytes).unwrap();
        assert_eq!(zstd::decode_all(&bytes[..first]).unwrap().len(), FRAME_MAX);
        assert_eq!(bytes[4] & 4, 4);
        let mut count = 0;
        read_lines(&path, |found| {
            assert_eq!(found, line);
            count += 1;
            Ok(())
        })
        .unwrap();
        assert_eq!(count, 5);
    }

    #[test]
    fn a_file_without_lines_is_one_empty_frame() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f.zst");
        let file = FrameWriter::create(&path).unwrap().finish("f.zst").unwrap();
        assert_eq!(file.rows, 0);
        assert_eq!(
            zstd::decode_all(&*std::fs::read(&path).unwrap()).unwrap(),
            b""
        );
        read_lines(&path, |_| panic!("there is no line")).unwrap();
    }
}
