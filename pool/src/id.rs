//! Checked, ordered id types: 12-byte ids written as 24 hex digits, and 32-byte digests.

use std::fmt;

/// A 12-byte id, written as 24 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex12([u8; 12]);

/// Names a text: changes with it.
pub type ArticleId = Hex12;
/// Names a row of a source: stays when its text is corrected.
pub type ArticleKey = Hex12;
/// Names the articles that must stay in one split.
pub type GroupKey = Hex12;

impl Hex12 {
    /// Takes the first 12 bytes of a digest.
    #[must_use]
    pub fn of(digest: &Digest) -> Self {
        Self(digest.0[..12].try_into().expect("a digest has 32 bytes"))
    }

    /// Parses 24 lower-case hex digits.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        parse_hex(text).map(Self)
    }

    /// Returns the hex text as bytes on the stack: ids enter digests in this form.
    #[must_use]
    pub fn hex(&self) -> [u8; 24] {
        let mut out = [0; 24];
        write_hex(&self.0, &mut out);
        out
    }
}

impl fmt::Display for Hex12 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::str::from_utf8(&self.hex()).expect("hex digits are ASCII"))
    }
}

impl fmt::Debug for Hex12 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A SHA-256 digest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// Parses 64 lower-case hex digits.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        parse_hex(text).map(Self)
    }

    /// Returns the 64 hex digits.
    #[must_use]
    pub fn hex(&self) -> String {
        let mut out = [0; 64];
        write_hex(&self.0, &mut out);
        String::from_utf8(out.to_vec()).expect("hex digits are ASCII")
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.hex())
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Writes bytes as lower-case hex into a buffer twice as long.
pub fn write_hex(bytes: &[u8], out: &mut [u8]) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    for (pair, byte) in out.chunks_exact_mut(2).zip(bytes) {
        pair[0] = DIGITS[usize::from(byte >> 4)];
        pair[1] = DIGITS[usize::from(byte & 15)];
    }
}

fn parse_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut out = [0; N];
    if text.len() != 2 * N {
        return None;
    }
    for (byte, pair) in out.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(out)
}

fn digit(ascii: u8) -> Option<u8> {
    match ascii {
        b'0'..=b'9' => Some(ascii - b'0'),
        b'a'..=b'f' => Some(ascii - b'a' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lower_case_hex_of_the_right_length_is_an_id() {
        let id = Hex12::parse("0123456789abcdef01234567").unwrap();
        assert_eq!(id.to_string(), "0123456789abcdef01234567");
        for bad in [
            "",
            "0123456789ABCDEF01234567",
            "0123456789abcdef0123456",
            "0123456789abcdef0123456g",
        ] {
            assert_eq!(Hex12::parse(bad), None, "{bad}");
        }
    }
}
