//! The beginning of a stream, read ahead, so that it can be looked at before the lines are read.

use std::io::{self, ErrorKind, Read};

/// How much is read ahead.
pub(super) const AHEAD: usize = 64 << 10;

/// A stream whose first 64 KiB are known.
pub(super) struct Ahead<R> {
    head: Vec<u8>,
    at: usize,
    /// What stopped the reading ahead, told when the head has been read.
    error: Option<io::Error>,
    rest: R,
}

impl<R: Read> Ahead<R> {
    pub(super) fn new(mut rest: R) -> Self {
        let mut head = vec![0; AHEAD];
        let (mut length, mut error) = (0, None);
        while length < AHEAD {
            match rest.read(&mut head[length..]) {
                Ok(0) => break,
                Ok(count) => length += count,
                Err(found) if found.kind() == ErrorKind::Interrupted => {}
                Err(found) => {
                    error = Some(found);
                    break;
                }
            }
        }
        head.truncate(length);
        Self {
            head,
            at: 0,
            error,
            rest,
        }
    }

    /// Returns the first bytes of the stream: all of it if they are less than [`AHEAD`].
    pub(super) fn head(&self) -> &[u8] {
        &self.head
    }
}

impl<R: Read> Read for Ahead<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at < self.head.len() {
            let count = (&self.head[self.at..]).read(buffer)?;
            self.at += count;
            return Ok(count);
        }
        match self.error.take() {
            Some(error) => Err(error),
            None => self.rest.read(buffer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives bytes a few at a time, now and then interrupted, and then an error.
    struct Failing {
        left: usize,
        calls: usize,
    }

    impl Read for Failing {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.calls += 1;
            if self.calls.is_multiple_of(3) {
                return Err(ErrorKind::Interrupted.into());
            }
            if self.left == 0 {
                return Err(ErrorKind::InvalidData.into());
            }
            let count = self.left.min(buffer.len()).min(1000);
            buffer[..count].fill(b'x');
            self.left -= count;
            Ok(count)
        }
    }

    #[test]
    fn what_was_read_ahead_comes_first_and_its_error_after_it() {
        for left in [0, 10, AHEAD - 1, AHEAD, AHEAD + 1, 3 * AHEAD] {
            let mut stream = Ahead::new(Failing { left, calls: 0 });
            assert_eq!(stream.head().len(), left.min(AHEAD));
            let mut text = Vec::new();
            let error = stream.read_to_end(&mut text).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidData);
            assert_eq!(text.len(), left);
        }
        let bytes: Vec<u8> = (0..=255).cycle().take(200_000).collect();
        let mut text = Vec::new();
        Ahead::new(&bytes[..]).read_to_end(&mut text).unwrap();
        assert!(text == bytes);
    }
}
