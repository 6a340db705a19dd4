//! Ranks: format.md, section 3.

use super::derive::{Digest, h};

/// The first 16 bytes of a rank digest, compared as bytes.
pub type Rank = [u8; 16];

/// Returns the rank of an id for a purpose.
#[must_use]
pub fn rank(seed: &Digest, purpose: &str, id: &str) -> Rank {
    let digest = h("rank", &[seed, purpose.as_bytes(), id.as_bytes()]);
    *digest
        .first_chunk()
        .expect("a digest is longer than a rank")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rank_opens_its_digest() {
        let seed = [9; 32];
        let whole = h("rank", &[&seed, b"order", b"x"]);
        assert_eq!(rank(&seed, "order", "x"), whole[..16]);
    }
}
