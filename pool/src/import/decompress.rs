//! Files ending in `.gz` and `.zst` as the bytes that were compressed, and what is wrong with one that gives none.
//!
//! A file may hold many members (gzip) or frames (zstd), one after the other; nothing else may stand between or after them.

use super::Fault;
use flate2::bufread::GzDecoder;
use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::io::{self, BufRead, ErrorKind, Read};

/// Opens what a file's name says that it holds.
pub(super) fn open<R: BufRead + 'static>(plain: R, name: &str) -> Box<dyn Read> {
    if name.ends_with(".zst") {
        Box::new(Members::<R, Zstd<R>>::new(plain))
    } else if name.ends_with(".gz") {
        Box::new(Members::<R, GzDecoder<R>>::new(plain))
    } else {
        Box::new(plain)
    }
}

/// Says what compressed data is under a name that does not say so, and the ending that does. No text in UTF-8 begins as it does.
pub(super) fn misnamed(head: &[u8], name: &str) -> Option<(&'static str, &'static str)> {
    if name.ends_with(".zst") || name.ends_with(".gz") {
        return None;
    }
    let kinds: [(&[u8], _); 2] = [
        (b"\x1f\x8b", ("gzip", ".gz")),
        (b"\x28\xb5\x2f\xfd", ("zstd", ".zst")),
    ];
    let found = kinds.iter().find(|(magic, _)| head.starts_with(magic));
    found.map(|(_, said)| *said)
}

/// Says why a file cannot be read on. Nobody knows how many rows the rest would have held, so no `max_bad` covers it.
pub(super) fn broken(error: &io::Error) -> Fault {
    let found = error.get_ref().and_then(|inner| inner.downcast_ref());
    let (reason, detail) = match found {
        Some(Broken { reason, detail }) => (*reason, detail.clone()),
        None => ("unreadable", format!("the file cannot be read on: {error}")),
    };
    Fault {
        fatal: true,
        ..Fault::new(reason, detail)
    }
}

/// A way to compress.
trait Member<R>: Read + Sized {
    const NAME: &'static str;
    /// Whether bytes, at least one, are the beginning of a member as far as they go.
    fn begins(bytes: &[u8]) -> bool;
    fn open(plain: R) -> io::Result<Self>;
    /// Returns what stands after the member.
    fn close(self) -> R;
}

impl<R: BufRead> Member<R> for GzDecoder<R> {
    const NAME: &'static str = "gzip";

    fn begins(bytes: &[u8]) -> bool {
        bytes.iter().zip(b"\x1f\x8b").all(|(a, b)| a == b)
    }

    fn open(plain: R) -> io::Result<Self> {
        Ok(Self::new(plain))
    }

    fn close(self) -> R {
        self.into_inner()
    }
}

type Zstd<R> = zstd::Decoder<'static, R>;

impl<R: BufRead> Member<R> for Zstd<R> {
    const NAME: &'static str = "zstd";

    fn begins(bytes: &[u8]) -> bool {
        let frame = bytes.iter().zip(b"\x28\xb5\x2f\xfd").all(|(a, b)| a == b);
        let mut rest = bytes[1..].iter().zip(b"\x2a\x4d\x18");
        frame || ((0x50..0x60).contains(&bytes[0]) && rest.all(|(a, b)| a == b))
    }

    fn open(plain: R) -> io::Result<Self> {
        Ok(zstd::Decoder::with_buffer(plain)?.single_frame())
    }

    fn close(self) -> R {
        self.finish()
    }
}

/// The members of a file, one after the other.
struct Members<R, M> {
    state: State<R, M>,
    any: bool,
}

enum State<R, M> {
    Between(R),
    Inside(M),
    Ended,
}

impl<R: BufRead, M: Member<R>> Members<R, M> {
    fn new(plain: R) -> Self {
        Self {
            state: State::Between(plain),
            any: false,
        }
    }

    /// Opens the next member, if there is one.
    fn next(&mut self, mut plain: R) -> io::Result<State<R, M>> {
        let ahead = plain.fill_buf()?;
        if ahead.is_empty() {
            return Ok(State::Ended);
        }
        if !M::begins(ahead) {
            let name = M::NAME;
            return Err(if self.any {
                let what = format!(
                    "something else follows the end of the {name} data; fetch the file again"
                );
                Broken::error("trailing_bytes", what)
            } else {
                let what = format!(
                    "the name says {name}, but the file does not begin so; name it as what it is, or fetch it again"
                );
                Broken::error("not_compressed", what)
            });
        }
        self.any = true;
        M::open(plain).map(State::Inside)
    }
}

impl<R: BufRead, M: Member<R>> Read for Members<R, M> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            // After an error the file has ended.
            self.state = match std::mem::replace(&mut self.state, State::Ended) {
                State::Ended => return Ok(0),
                State::Between(plain) => self.next(plain)?,
                State::Inside(mut member) => match member.read(buffer) {
                    Ok(0) if !buffer.is_empty() => State::Between(member.close()),
                    Err(error) if error.kind() != ErrorKind::Interrupted => {
                        return Err(damaged(error, M::NAME));
                    }
                    found => {
                        self.state = State::Inside(member);
                        return found;
                    }
                },
            };
        }
    }
}

/// Says what an error of a decoder means; one of the disk below it stays as it is.
fn damaged(error: io::Error, name: &str) -> io::Error {
    if error.raw_os_error().is_some() {
        error
    } else if error.kind() == ErrorKind::UnexpectedEof {
        let what = format!("the {name} data is cut short; fetch the file again");
        Broken::error("truncated", what)
    } else {
        let what = format!("the {name} data is damaged ({error}); fetch the file again");
        Broken::error("damaged", what)
    }
}

/// What is wrong with a compressed file.
#[derive(Debug)]
struct Broken {
    reason: &'static str,
    detail: String,
}

impl Broken {
    fn error(reason: &'static str, detail: String) -> io::Error {
        io::Error::new(ErrorKind::InvalidData, Self { reason, detail })
    }
}

impl Display for Broken {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str(&self.detail)
    }
}

impl Error for Broken {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    const TEXT: &[u8] = b"one\ntwo\nthree\n";

    fn packed(name: &str) -> Vec<u8> {
        if name == "gz" {
            let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
            writer.write_all(TEXT).unwrap();
            return writer.finish().unwrap();
        }
        let mut writer = zstd::Encoder::new(Vec::new(), 3).unwrap();
        writer.include_checksum(true).unwrap();
        writer.write_all(TEXT).unwrap();
        writer.finish().unwrap()
    }

    fn read(name: &str, bytes: Vec<u8>) -> Result<Vec<u8>, &'static str> {
        let mut stream = open(io::Cursor::new(bytes), &format!("a.{name}"));
        let mut text = Vec::new();
        let read = stream.read_to_end(&mut text);
        let fault = read.map_err(|error| broken(&error));
        fault.map_err(|fault| {
            assert!(fault.fatal);
            fault.reason
        })?;
        Ok(text)
    }

    #[test]
    fn members_stand_one_after_the_other() {
        for name in ["gz", "zst"] {
            let whole = packed(name);
            assert_eq!(read(name, whole.clone()).unwrap(), TEXT);
            assert_eq!(read(name, whole.repeat(3)).unwrap(), TEXT.repeat(3));
        }
        let skipped = b"\x5a\x2a\x4d\x18\x02\0\0\0xx".to_vec();
        let whole = packed("zst");
        for mix in [
            [skipped.clone(), whole.clone()],
            [whole.clone(), skipped.clone()],
        ] {
            assert_eq!(read("zst", mix.concat()).unwrap(), TEXT);
        }
    }

    #[test]
    fn what_is_wrong_has_a_reason_of_its_own() {
        for name in ["gz", "zst"] {
            let whole = packed(name);
            for end in 1..whole.len() {
                let cut = read(name, whole[..end].to_vec());
                assert_eq!(cut, Err("truncated"), "{name} {end}");
                let second = [&whole[..], &whole[..end]].concat();
                assert_eq!(read(name, second), Err("truncated"), "{name} {end}");
            }
            for other in [&b"x"[..], b"left\tright\n", &[0; 40]] {
                assert_eq!(read(name, other.to_vec()), Err("not_compressed"));
                let followed = [&whole[..], other].concat();
                assert_eq!(read(name, followed), Err("trailing_bytes"), "{name}");
            }
            let mut summed = whole.clone();
            let at = summed.len() - if name == "gz" { 6 } else { 2 };
            summed[at] ^= 1;
            assert_eq!(read(name, summed), Err("damaged"), "{name}");
        }
    }
}
