//! LP, H and hex text: format.md, section 3.

use sha2::{Digest as _, Sha256};

/// The constant that opens every digest of this format version.
pub const DOMAIN: &str = "diptych/1";

/// The 32 raw bytes of a SHA-256.
pub type Digest = [u8; 32];

/// Returns H(tag; parts).
#[must_use]
pub fn h(tag: &str, parts: &[&[u8]]) -> Digest {
    let mut sha = Sha256::new();
    for part in [DOMAIN.as_bytes(), tag.as_bytes()].iter().chain(parts) {
        sha.update(length(part));
        sha.update(part);
    }
    sha.finalize().into()
}

/// Returns a list as one part: the LP of its items joined.
pub fn list_part<'a>(items: impl IntoIterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut part = Vec::new();
    for item in items {
        part.extend_from_slice(&length(item));
        part.extend_from_slice(item);
    }
    part
}

/// Returns the 32 bytes that a seed string stands for.
#[must_use]
pub fn seed32(seed: &str) -> Digest {
    h("seed", &[seed.as_bytes()])
}

/// Returns lower-case hex text.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] = [
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f',
    ];
    let nibbles = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    nibbles.map(|nibble| DIGITS[usize::from(nibble)]).collect()
}

/// Returns the bytes of lower-case hex text of exactly 2N digits.
#[must_use]
pub fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digits = text.as_bytes();
    if digits.len() != 2 * N {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = nibble(pair[0])? << 4 | nibble(pair[1])?;
    }
    Some(bytes)
}

fn nibble(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

fn length(part: &[u8]) -> [u8; 8] {
    let length = u64::try_from(part.len()).expect("a length in memory fits 64 bits");
    length.to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn h_hashes_length_prefixed_parts() {
        let mut bytes = Vec::new();
        for part in ["diptych/1", "tag", "", "ab"] {
            bytes.extend_from_slice(&u64::try_from(part.len()).unwrap().to_le_bytes());
            bytes.extend_from_slice(part.as_bytes());
        }
        let plain: Digest = Sha256::digest(&bytes).into();
        assert_eq!(h("tag", &[b"", b"ab"]), plain);
        assert_ne!(h("tag", &[b"a", b"b"]), h("tag", &[b"ab", b""]));
    }

    #[test]
    fn hex_goes_there_and_back_in_lower_case_only() {
        assert_eq!(hex(&[0, 15, 0xa7, 255]), "000fa7ff");
        assert_eq!(unhex::<4>("000fa7ff"), Some([0, 15, 0xa7, 255]));
        for bad in ["000fa7f", "000fa7ff0", "000FA7FF", "000fa7fg"] {
            assert_eq!(unhex::<4>(bad), None, "{bad}");
        }
    }
}
