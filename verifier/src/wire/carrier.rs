//! Lines of shards and ledgers, streamed: format.md, sections 7.3, 8 and 9.
//!
//! A reader holds one batch of at most about 1 MiB, whatever the file says it is.

use std::io::{self, Read};

use super::zstd_frames::FrameReader;

/// The longest line, LF included.
pub(crate) const LINE_MAX: usize = 1 << 20;
/// The most content of a frame.
pub(super) const FRAME_MAX: usize = 1 << 20;
const CHUNK: usize = 1 << 20;

/// Why reading stopped.
#[derive(Debug)]
pub enum ReadFault {
    /// The system could not read.
    Io(io::Error),
    /// The bytes are not lines in frames.
    Framing(String),
    /// More than a limit allows.
    Limit(String),
}

/// Whole lines, each with its LF.
#[derive(Debug, Default)]
pub struct Batch {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Batch {
    fn of(bytes: Vec<u8>) -> Result<Self, ReadFault> {
        let breaks = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let ends: Vec<usize> = breaks.map(|(at, _)| at + 1).collect();
        if ends.last().copied().unwrap_or(0) != bytes.len() {
            return Err(ReadFault::Framing("the last line has no LF".to_owned()));
        }
        let batch = Self { bytes, ends };
        if batch.lines().iter().any(|line| line.len() > LINE_MAX) {
            return Err(ReadFault::Limit("a line of more than 1 MiB".to_owned()));
        }
        Ok(batch)
    }

    /// Returns the lines, LF included.
    #[must_use]
    pub fn lines(&self) -> Vec<&[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|(start, end)| &self.bytes[start..*end])
            .collect()
    }

    /// Returns the bytes of all lines.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// A reader of lines, plain or in frames.
pub struct LineReader<R> {
    form: Form<R>,
    first_loose: Option<u64>,
}

enum Form<R> {
    Plain {
        source: R,
        rest: Vec<u8>,
        done: bool,
    },
    Frames {
        frames: FrameReader<R>,
        count: u64,
        last: Option<usize>,
    },
}

impl<R: Read> LineReader<R> {
    /// Reads plain lines.
    pub fn plain(source: R) -> Self {
        let form = Form::Plain {
            source,
            rest: Vec::new(),
            done: false,
        };
        Self {
            form,
            first_loose: None,
        }
    }

    /// Reads lines in zstd frames.
    pub fn frames(source: R) -> Self {
        let form = Form::Frames {
            frames: FrameReader::new(source),
            count: 0,
            last: None,
        };
        Self {
            form,
            first_loose: None,
        }
    }

    /// Returns the next lines, or none at the end.
    ///
    /// # Errors
    ///
    /// Says what stopped the reading; nothing comes after it.
    pub fn next_batch(&mut self) -> Result<Option<Batch>, ReadFault> {
        match &mut self.form {
            Form::Plain { source, rest, done } => next_plain(source, rest, done),
            Form::Frames { .. } => self.next_framed(),
        }
    }

    /// Returns the number of frames read so far.
    #[must_use]
    pub fn frame_count(&self) -> u64 {
        match &self.form {
            Form::Plain { .. } => 0,
            Form::Frames { count, .. } => *count,
        }
    }

    /// Returns the first frame that would have held the next frame's first line as well.
    #[must_use]
    pub fn loose_frame(&self) -> Option<u64> {
        self.first_loose
    }

    /// Returns the source, to read on where the lines end.
    pub fn source_mut(&mut self) -> &mut R {
        match &mut self.form {
            Form::Plain { source, .. } => source,
            Form::Frames { frames, .. } => frames.source_mut(),
        }
    }

    fn next_framed(&mut self) -> Result<Option<Batch>, ReadFault> {
        let Form::Frames {
            frames,
            count,
            last,
        } = &mut self.form
        else {
            return Ok(None);
        };
        let Some(content) = frames.next_frame()? else {
            if *count > 0 {
                return Ok(None);
            }
            let what = "no frame, where a file without lines has one that is empty";
            return Err(ReadFault::Framing(what.to_owned()));
        };
        let before = last.replace(content.len());
        let batch = Batch::of(content.to_vec())?;
        let first = batch.ends.first().copied().unwrap_or(0);
        // Each frame takes as many lines as fit; only a file without lines has an empty frame.
        let loose = before.is_some_and(|length| length == 0 || length + first <= FRAME_MAX);
        if loose && self.first_loose.is_none() {
            self.first_loose = Some(*count - 1);
        }
        *count += 1;
        Ok(Some(batch))
    }
}

fn next_plain<R: Read>(
    source: &mut R,
    rest: &mut Vec<u8>,
    done: &mut bool,
) -> Result<Option<Batch>, ReadFault> {
    loop {
        if *done {
            return if rest.is_empty() {
                Ok(None)
            } else {
                Batch::of(std::mem::take(rest)).map(Some)
            };
        }
        let wanted = u64::try_from(CHUNK).expect("a chunk fits 64 bits");
        let read = source
            .by_ref()
            .take(wanted)
            .read_to_end(rest)
            .map_err(ReadFault::Io)?;
        *done = read == 0;
        if let Some(last) = rest.iter().rposition(|byte| *byte == b'\n') {
            let after = rest.split_off(last + 1);
            return Batch::of(std::mem::replace(rest, after)).map(Some);
        }
        if rest.len() > LINE_MAX {
            return Err(ReadFault::Limit("a line of more than 1 MiB".to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn frame(content: &[u8], checksum: bool) -> Vec<u8> {
        let mut encoder = zstd::Encoder::new(Vec::new(), 3).unwrap();
        encoder.include_checksum(checksum).unwrap();
        encoder.write_all(content).unwrap();
        encoder.finish().unwrap()
    }

    fn all(mut reader: LineReader<&[u8]>) -> Result<(Vec<String>, Option<u64>), ReadFault> {
        let mut lines = Vec::new();
        while let Some(batch) = reader.next_batch()? {
            lines.extend(
                batch
                    .lines()
                    .iter()
                    .map(|line| String::from_utf8_lossy(line).into_owned()),
            );
        }
        Ok((lines, reader.loose_frame()))
    }

    #[test]
    fn plain_lines_keep_their_line_feed() {
        assert_eq!(
            all(LineReader::plain(b"a\n\nb\n")).unwrap().0,
            ["a\n", "\n", "b\n"]
        );
        assert!(all(LineReader::plain(b"")).unwrap().0.is_empty());
        assert!(matches!(
            all(LineReader::plain(b"a\nb")),
            Err(ReadFault::Framing(_))
        ));
        let long = [vec![b'x'; LINE_MAX - 1], vec![b'\n']].concat();
        assert_eq!(all(LineReader::plain(&long)).unwrap().0.len(), 1);
        let longer = [vec![b'x'; LINE_MAX], vec![b'\n']].concat();
        assert!(matches!(
            all(LineReader::plain(&longer)),
            Err(ReadFault::Limit(_))
        ));
        let endless = vec![b'x'; 3 * LINE_MAX];
        assert!(matches!(
            all(LineReader::plain(&endless)),
            Err(ReadFault::Limit(_))
        ));
    }

    #[test]
    fn frames_hold_whole_lines_with_a_checksum() {
        let two = [frame(b"a\n", true), frame(b"b\n", true)].concat();
        let (lines, loose) = all(LineReader::frames(&two)).unwrap();
        assert_eq!((lines.len(), loose), (2, Some(0)));
        let full = [vec![b'x'; FRAME_MAX - 1], vec![b'\n']].concat();
        let tight = [frame(&full, true), frame(b"b\n", true)].concat();
        assert_eq!(all(LineReader::frames(&tight)).unwrap().1, None);
        for bad in [frame(b"a\n", false), frame(b"a", true), b"junk".to_vec()] {
            assert!(matches!(
                all(LineReader::frames(&bad)),
                Err(ReadFault::Framing(_))
            ));
        }
        let torn = &two[..two.len() - 1];
        assert!(matches!(
            all(LineReader::frames(torn)),
            Err(ReadFault::Framing(_))
        ));
        assert!(
            all(LineReader::frames(&frame(b"", true)))
                .unwrap()
                .0
                .is_empty()
        );
        assert!(matches!(
            all(LineReader::frames(b"")),
            Err(ReadFault::Framing(_))
        ));
    }

    #[test]
    fn one_flipped_bit_is_seen() {
        let good = frame(&b"0123456789 abcdefghij\n".repeat(50), true);
        for at in 0..good.len() {
            for bit in 0..8 {
                let mut bad = good.clone();
                bad[at] ^= 1 << bit;
                if let Ok((lines, _)) = all(LineReader::frames(&bad)) {
                    // The unused bits of a header may change nothing; the content never does.
                    assert_eq!(
                        lines,
                        vec!["0123456789 abcdefghij\n"; 50],
                        "byte {at} bit {bit}"
                    );
                }
            }
        }
    }

    #[test]
    fn bombs_are_bounded() {
        let mut encoder = zstd::Encoder::new(Vec::new(), 19).unwrap();
        encoder.include_checksum(true).unwrap();
        for _ in 0..64 {
            encoder.write_all(&[b'\n'; 1 << 20]).unwrap();
        }
        let bomb = encoder.finish().unwrap();
        assert!(bomb.len() < 1 << 16);
        assert!(matches!(
            all(LineReader::frames(&bomb)),
            Err(ReadFault::Limit(_))
        ));
        let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
        encoder.include_checksum(true).unwrap();
        encoder.window_log(24).unwrap();
        encoder.write_all(b"a\n").unwrap();
        encoder.flush().unwrap();
        let wide = encoder.finish().unwrap();
        assert!(matches!(
            all(LineReader::frames(&wide)),
            Err(ReadFault::Limit(_))
        ));
    }
}
