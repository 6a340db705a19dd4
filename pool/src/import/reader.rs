//! Lines of an input file as bytes: whatever the file holds, a line takes at most 16 MiB of memory.
//!
//! A longer line is skipped to its end and named. Files ending in `.zst` and `.gz` are decompressed. A line ends in LF or in
//! CR LF; which of them is counted, and not part of the line. The digest is of the file as it lies there.

use super::ahead::Ahead;
use super::decompress::{self, broken};
use super::encoding::{self, Found};
use super::{Fault, Place};
use crate::derive::sha256_of;
use crate::error::PoolError;
use crate::file;
use crate::id::Digest;
use crate::number::length as length_of;
use crate::sources::{InputFile, Source};
use sha2::{Digest as _, Sha256};
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::rc::Rc;

/// The most bytes a line may have, its end not counted.
pub(crate) const LINE_MAX: usize = 16 << 20;

const EMPTY: &str = "the file is empty";

const BUFFER: usize = 256 << 10;
const BOM: &[u8] = b"\xef\xbb\xbf";

/// An open input file.
pub(crate) struct LineReader {
    stream: Box<dyn BufRead>,
    sum: Rc<RefCell<Sum>>,
    found: Found,
    line: u64,
    crlf_lines: u64,
    keep_cr: bool,
    limit: usize,
    ended: bool,
}

struct Sum {
    hash: Sha256,
    bytes: u64,
}

/// Bytes of one line without its end, or why there are none.
#[derive(Debug)]
pub(crate) struct RawLine {
    /// From 1.
    pub(crate) number: u64,
    pub(crate) bytes: Result<Vec<u8>, Fault>,
}

impl RawLine {
    /// Returns how many bytes it holds.
    pub(crate) fn size(&self) -> usize {
        self.bytes.as_ref().map_or(0, Vec::len)
    }

    /// Returns its place in a file.
    pub(crate) fn place(&self, file: u32) -> Place {
        Place {
            file,
            line: self.number,
        }
    }
}

impl LineReader {
    /// Opens a file.
    pub(crate) fn open(file: &InputFile) -> Result<Self, PoolError> {
        let (opened, size) = file::open(&file.path)?;
        let form = |what| PoolError::Form {
            path: file.path.clone(),
            what,
        };
        if size == 0 {
            return Err(form(EMPTY.to_owned()));
        }
        let sum = Rc::new(RefCell::new(Sum {
            hash: Sha256::new(),
            bytes: 0,
        }));
        let counted = Counted {
            inner: opened,
            sum: Rc::clone(&sum),
        };
        let mut plain = BufReader::with_capacity(BUFFER, counted);
        // What cannot be read here is told when the lines are read.
        let head = plain.fill_buf().unwrap_or_default();
        if let Some((kind, ending)) = decompress::misnamed(head, &file.name) {
            let name = Path::new(&file.name).file_name().unwrap_or_default();
            return Err(form(format!(
                "the file looks like {kind}; name it {}{ending}",
                name.display()
            )));
        }
        let stream = decompress::open(plain, &file.name);
        Ok(Self::over(stream, BUFFER, sum, LINE_MAX))
    }

    fn over(
        stream: impl Read + 'static,
        buffer: usize,
        sum: Rc<RefCell<Sum>>,
        limit: usize,
    ) -> Self {
        let stream = Ahead::new(stream);
        let found = encoding::detect(stream.head());
        Self {
            stream: Box::new(BufReader::with_capacity(buffer, stream)),
            sum,
            found,
            line: 0,
            crlf_lines: 0,
            keep_cr: false,
            limit,
            ended: false,
        }
    }

    /// Opens a file of a source.
    pub(crate) fn of_source(file: &InputFile, source: &Source) -> Result<Self, PoolError> {
        let reader = Self::open(file).map_err(|error| match error {
            PoolError::Form { path, what } if what == EMPTY => PoolError::Form {
                path,
                what: format!("{EMPTY}; take it out of sources.toml or put the right file there"),
            },
            other => other,
        })?;
        let keeps = !source.repair.normalize.crlf;
        Ok(if keeps { reader.keep_cr() } else { reader })
    }

    /// Leaves the CR of CR LF in its line, where it is a fault.
    #[must_use]
    pub(crate) fn keep_cr(mut self) -> Self {
        self.keep_cr = true;
        self
    }

    /// Reads the next line. After a fault of the stream there is none.
    pub(crate) fn next_line(&mut self) -> Option<RawLine> {
        if self.ended {
            return None;
        }
        if let Some(fault) = self.found.of_file() {
            self.ended = true;
            self.line = 1;
            return Some(RawLine {
                number: 1,
                bytes: Err(fault),
            });
        }
        let found = self.read_line();
        if matches!(found, Ok(None)) {
            self.ended = true;
            return None;
        }
        self.line += 1;
        let bytes = match found {
            Ok(None) => return None,
            Ok(Some(Ok(bytes))) if self.line == 1 && bytes.starts_with(BOM) => Err(Fault::new(
                "bom",
                "the file begins with a byte order mark; remove it (UTF-8 needs none)",
            )),
            Ok(Some(Ok(bytes))) => match self.found.of_line(&bytes) {
                Some(fault) => Err(fault),
                None => Ok(bytes),
            },
            Ok(Some(fault)) => fault,
            Err(error) => {
                self.ended = true;
                Err(broken(&error))
            }
        };
        Some(RawLine {
            number: self.line,
            bytes,
        })
    }

    /// Returns the number of bytes of the file that were read.
    pub(crate) fn bytes_read(&self) -> u64 {
        self.sum.borrow().bytes
    }

    /// Returns the number of lines that were read.
    pub(crate) fn lines_read(&self) -> u64 {
        self.line
    }

    /// Returns the number of lines that ended in CR LF.
    pub(crate) fn crlf_lines(&self) -> u64 {
        self.crlf_lines
    }

    /// Returns the size and the digest of the file, of which every line was read.
    pub(crate) fn finish(self) -> (u64, Digest) {
        let sum = self.sum.borrow();
        (sum.bytes, sha256_of(sum.hash.clone()))
    }

    fn read_line(&mut self) -> io::Result<Option<Result<Vec<u8>, Fault>>> {
        let mut line = Vec::new();
        let mut length = 0_u64;
        loop {
            let buffer = self.stream.fill_buf()?;
            if buffer.is_empty() {
                return Ok((length > 0).then(|| self.checked(line, length)));
            }
            let end = memchr::memchr(b'\n', buffer);
            let taken = end.unwrap_or(buffer.len());
            // One byte past the limit is enough to know; the rest of the line is not kept.
            let room = (self.limit + 1).saturating_sub(line.len());
            line.extend_from_slice(&buffer[..taken.min(room)]);
            length += length_of(taken);
            self.stream.consume(taken + usize::from(end.is_some()));
            if end.is_some() {
                self.take_cr(&mut line, length);
                return Ok(Some(self.checked(line, length)));
            }
        }
    }

    /// Takes the CR off a line before whose LF it stands.
    fn take_cr(&mut self, line: &mut Vec<u8>, length: u64) {
        let whole = length_of(line.len()) == length;
        if whole && !self.keep_cr && line.last() == Some(&b'\r') {
            line.pop();
            self.crlf_lines += 1;
        }
    }

    fn checked(&self, line: Vec<u8>, length: u64) -> Result<Vec<u8>, Fault> {
        if line.len() > self.limit {
            return Err(Fault::new(
                "line_too_long",
                format!(
                    "the line has {length} bytes, at most {} are read",
                    self.limit
                ),
            ));
        }
        Ok(line)
    }
}

struct Counted {
    inner: File,
    sum: Rc<RefCell<Sum>>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        let mut sum = self.sum.borrow_mut();
        sum.hash.update(&buffer[..count]);
        sum.bytes += length_of(count);
        Ok(count)
    }
}

#[cfg(test)]
mod tests;
