//! Digests that everything else is derived from: docs/format.md, section 3.

use crate::id::Digest;
use sha2::{Digest as _, Sha256};

/// The constant that every digest of this format version begins with.
pub const DOMAIN: &[u8] = b"diptych/1";

/// A digest H(tag; parts) that is fed part by part.
#[derive(Clone)]
pub struct Hasher(Sha256);

impl Hasher {
    /// Begins H(tag; …).
    #[must_use]
    pub fn new(tag: &str) -> Self {
        let mut hasher = Self(Sha256::new());
        hasher.part(DOMAIN);
        hasher.part(tag.as_bytes());
        hasher
    }

    /// Adds one part with its length before it.
    pub fn part(&mut self, bytes: &[u8]) {
        self.0.update(le64(bytes.len()));
        self.0.update(bytes);
    }

    /// Returns the digest of all parts.
    #[must_use]
    pub fn finish(self) -> Digest {
        Digest(self.0.finalize().into())
    }
}

/// Returns H(tag; parts).
#[must_use]
pub fn h(tag: &str, parts: &[&[u8]]) -> Digest {
    let mut hasher = Hasher::new(tag);
    for part in parts {
        hasher.part(part);
    }
    hasher.finish()
}

/// Returns SHA-256 of bytes.
#[must_use]
pub fn sha256(bytes: &[u8]) -> Digest {
    Digest(Sha256::digest(bytes).into())
}

/// Returns the digest of what a plain SHA-256 was fed.
#[must_use]
pub fn sha256_of(hash: Sha256) -> Digest {
    Digest(hash.finalize().into())
}

/// Joins items as one part of H: each with its length before it.
#[must_use]
pub fn list<'a>(items: impl Iterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut out = Vec::new();
    for item in items {
        out.extend_from_slice(&le64(item.len()));
        out.extend_from_slice(item);
    }
    out
}

/// Returns a length as the eight bytes that enter a digest.
#[must_use]
pub fn le64(length: usize) -> [u8; 8] {
    u64::try_from(length)
        .expect("a length fits 64 bits")
        .to_le_bytes()
}

/// Returns the Merkle root of RFC 9162 over 32-byte entries, built in one pass with a stack of subtrees.
pub fn merkle_root(entries: impl Iterator<Item = Digest>) -> Digest {
    let mut stack: Vec<(u32, [u8; 32])> = Vec::new();
    for entry in entries {
        let mut node = (0, prefixed(0, &[&entry.0]));
        while let Some(&(height, left)) = stack.last().filter(|top| top.0 == node.0) {
            stack.pop();
            node = (height + 1, prefixed(1, &[&left, &node.1]));
        }
        stack.push(node);
    }
    let joined = stack
        .into_iter()
        .rev()
        .reduce(|right, left| (0, prefixed(1, &[&left.1, &right.1])));
    joined.map_or_else(|| sha256(b""), |(_, root)| Digest(root))
}

fn prefixed(prefix: u8, parts: &[&[u8; 32]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update([prefix]);
    for part in parts {
        hash.update(part);
    }
    hash.finalize().into()
}
