//! Reads zstd frame by frame, at most 1 MiB of content each: format.md, section 8.

use std::io::{self, Read};

use zstd::zstd_safe::{DCtx, DParameter, InBuffer, OutBuffer, get_error_name};

use super::carrier::{FRAME_MAX, ReadFault};

const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
const WINDOW_LOG_MAX: u32 = 23;
const INPUT: usize = 128 * 1024;

/// A reader of frames.
pub(super) struct FrameReader<R> {
    source: R,
    input: Box<[u8]>,
    start: usize,
    end: usize,
    context: DCtx<'static>,
    content: Box<[u8]>,
}

impl<R: Read> FrameReader<R> {
    pub(super) fn new(source: R) -> Self {
        let mut context = DCtx::create();
        context
            .set_parameter(DParameter::WindowLogMax(WINDOW_LOG_MAX))
            .expect("the library takes a smaller window than its default");
        Self {
            source,
            input: vec![0; INPUT].into_boxed_slice(),
            start: 0,
            end: 0,
            context,
            // One byte more than a frame may hold tells that it holds more.
            content: vec![0; FRAME_MAX + 1].into_boxed_slice(),
        }
    }

    /// Returns what is left of the source after the frames.
    pub(super) fn source_mut(&mut self) -> &mut R {
        &mut self.source
    }

    /// Returns the content of the next frame, or none at the end of the file.
    pub(super) fn next_frame(&mut self) -> Result<Option<&[u8]>, ReadFault> {
        if self.fill(6)? == 0 {
            return Ok(None);
        }
        self.check_header()?;
        let mut written = 0;
        loop {
            let mut input = InBuffer::around(&self.input[self.start..self.end]);
            let mut output = OutBuffer::around_pos(&mut self.content[..], written);
            let hint = self
                .context
                .decompress_stream(&mut output, &mut input)
                .map_err(|code| {
                    ReadFault::Framing(format!("zstd says: {}", get_error_name(code)))
                })?;
            written = output.pos();
            let read = input.pos();
            self.start += read;
            if written > FRAME_MAX {
                return Err(ReadFault::Limit(
                    "a frame of more than 1 MiB of content".to_owned(),
                ));
            }
            if hint == 0 {
                return Ok(Some(&self.content[..written]));
            }
            if self.start == self.end && self.fill(1)? == 0 {
                return Err(ReadFault::Framing(
                    "the file ends inside a frame".to_owned(),
                ));
            }
        }
    }

    fn check_header(&self) -> Result<(), ReadFault> {
        let framing = |what: &str| Err(ReadFault::Framing(what.to_owned()));
        let header = &self.input[self.start..self.end];
        if header.len() < 6 || header[..4] != MAGIC {
            return framing("no zstd frame where one should begin");
        }
        let flags = header[4];
        if flags & 0b100 == 0 {
            return framing("a frame without content checksum");
        }
        if flags & 0b11 != 0 {
            return framing("a frame that needs a dictionary");
        }
        let single_segment = flags & 0b10_0000 != 0;
        if !single_segment && 10 + u32::from(header[5] >> 3) > WINDOW_LOG_MAX {
            return Err(ReadFault::Limit(
                "a frame with a window above 8 MiB".to_owned(),
            ));
        }
        Ok(())
    }

    /// Reads until there are `wanted` bytes of input or no more; returns how many there are.
    fn fill(&mut self, wanted: usize) -> Result<usize, ReadFault> {
        if self.end - self.start >= wanted {
            return Ok(self.end - self.start);
        }
        self.input.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        while self.end < self.input.len() {
            match self.source.read(&mut self.input[self.end..]) {
                Ok(0) => break,
                Ok(read) => self.end += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(ReadFault::Io(error)),
            }
        }
        Ok(self.end)
    }
}
