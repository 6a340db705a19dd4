//! Lines of an input file as bytes: whatever the file holds, a line takes at most 16 MiB of memory.
//!
//! A longer line is skipped to its end and named. Files ending in `.zst` and `.gz` are decompressed. The digest is of the file
//! as it lies there.

use super::decompress::{self, broken};
use super::{Fault, Place};
use crate::derive::sha256_of;
use crate::error::PoolError;
use crate::file;
use crate::id::Digest;
use crate::number::length as length_of;
use crate::sources::InputFile;
use sha2::{Digest as _, Sha256};
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::rc::Rc;

/// The most bytes a line may have, LF not counted.
pub(crate) const LINE_MAX: usize = 16 << 20;

const BUFFER: usize = 256 << 10;
const BOM: &[u8] = b"\xef\xbb\xbf";

/// An open input file.
pub(crate) struct LineReader {
    stream: Box<dyn BufRead>,
    sum: Rc<RefCell<Sum>>,
    line: u64,
    limit: usize,
    ended: bool,
}

struct Sum {
    hash: Sha256,
    bytes: u64,
}

/// Bytes of one line without its LF, or why there are none.
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
        if size == 0 {
            let what = "the file is empty; take it out of sources.toml or put the right file there";
            return Err(PoolError::Form {
                path: file.path.clone(),
                what: what.to_owned(),
            });
        }
        let sum = Rc::new(RefCell::new(Sum {
            hash: Sha256::new(),
            bytes: 0,
        }));
        let counted = Counted {
            inner: opened,
            sum: Rc::clone(&sum),
        };
        let plain = BufReader::with_capacity(BUFFER, counted);
        let stream = decompress::open(plain, &file.name);
        let stream = BufReader::with_capacity(BUFFER, stream);
        Ok(Self::over(Box::new(stream), sum, LINE_MAX))
    }

    fn over(stream: Box<dyn BufRead>, sum: Rc<RefCell<Sum>>, limit: usize) -> Self {
        Self {
            stream,
            sum,
            line: 0,
            limit,
            ended: false,
        }
    }

    /// Reads the next line. After a fault of the stream there is none.
    pub(crate) fn next_line(&mut self) -> Option<RawLine> {
        if self.ended {
            return None;
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
            Ok(Some(bytes)) => bytes,
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
                return Ok((length > 0).then(|| self.found(line, length)));
            }
            let end = memchr::memchr(b'\n', buffer);
            let taken = end.unwrap_or(buffer.len());
            // One byte past the limit is enough to know; the rest of the line is not kept.
            let room = (self.limit + 1).saturating_sub(line.len());
            line.extend_from_slice(&buffer[..taken.min(room)]);
            length += length_of(taken);
            self.stream.consume(taken + usize::from(end.is_some()));
            if end.is_some() {
                return Ok(Some(self.found(line, length)));
            }
        }
    }

    fn found(&self, line: Vec<u8>, length: u64) -> Result<Vec<u8>, Fault> {
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
mod tests {
    use super::*;

    fn lines(bytes: &'static [u8], limit: usize) -> Vec<(u64, Result<Vec<u8>, &'static str>)> {
        let sum = Rc::new(RefCell::new(Sum {
            hash: Sha256::new(),
            bytes: 0,
        }));
        // A buffer of two bytes cuts every line in many places.
        let stream = Box::new(BufReader::with_capacity(2, bytes));
        let mut reader = LineReader::over(stream, sum, limit);
        std::iter::from_fn(|| reader.next_line())
            .map(|line| (line.number, line.bytes.map_err(|fault| fault.reason)))
            .collect()
    }

    #[test]
    fn a_line_is_what_stands_before_lf_or_the_end() {
        let found = lines(b"one\n\nthree\r\nfour", 99);
        let text = |text: &[u8]| Ok(text.to_vec());
        let expected = [text(b"one"), text(b""), text(b"three\r"), text(b"four")];
        assert_eq!(found, (1..).zip(expected).collect::<Vec<_>>());
        assert_eq!(lines(b"", 99), []);
    }

    #[test]
    fn a_line_at_the_limit_is_read_and_a_longer_one_is_skipped() {
        let found = lines(b"12345\n123456\n12\n1234567", 5);
        let text = |text: &[u8]| Ok(text.to_vec());
        let long = || Err("line_too_long");
        let expected = [text(b"12345"), long(), text(b"12"), long()];
        assert_eq!(found, (1..).zip(expected).collect::<Vec<_>>());
    }

    #[test]
    fn only_the_first_line_has_a_byte_order_mark() {
        let found = lines(b"\xef\xbb\xbfa\n\xef\xbb\xbfb", 99);
        assert_eq!(found[0].1, Err("bom"));
        assert_eq!(found[1].1, Ok(b"\xef\xbb\xbfb".to_vec()));
    }
}
