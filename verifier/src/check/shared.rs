//! Lines of validation and test whose pair also stands in another split: format.md, sections 5.2
//! and 8.2.
//!
//! Seventeen bytes for each distinct pair of validation or test, whatever train holds.

use rayon::prelude::*;
use sha2::{Digest as _, Sha256};

use super::Short;
use super::facts::Facts;
use crate::text::lines;
use crate::wire::{Pool, Split};

/// The pairs of validation and test, with the splits that they stand in.
pub(crate) struct SharedLines {
    pairs: Vec<(Short, u8)>,
    /// Lines of validation and test that also stand in another split.
    pub(crate) count: u64,
}

/// Articles that are looked at together.
const CHUNK: usize = 4096;

impl SharedLines {
    pub(crate) fn new(pool: &Pool, facts: &Facts) -> Self {
        let mut shared = Self {
            pairs: Vec::new(),
            count: 0,
        };
        let held = each(
            pool,
            facts,
            |split| split != Split::Train,
            |split, pair| (pair, bit(split)),
        );
        shared.pairs = merge(held);
        // Only what is there already matters, so train's pairs are never held all at once.
        let seen = each(
            pool,
            facts,
            |split| split == Split::Train,
            |split, pair| {
                (
                    pair,
                    if shared.find(&pair).is_some() {
                        bit(split)
                    } else {
                        0
                    },
                )
            },
        );
        shared
            .pairs
            .extend(seen.into_iter().filter(|(_, bits)| *bits != 0));
        shared.pairs = merge(shared.pairs);
        let counted = each(
            pool,
            facts,
            |split| split != Split::Train,
            |split, pair| (pair, u8::from(shared.is_shared(split, &pair))),
        );
        shared.count = counted.iter().map(|(_, one)| u64::from(*one)).sum();
        shared
    }

    /// Returns whether a pair of a split also stands in another.
    pub(crate) fn is_shared(&self, split: Split, pair: &Short) -> bool {
        self.find(pair).is_some_and(|bits| bits & !bit(split) != 0)
    }

    fn find(&self, pair: &Short) -> Option<u8> {
        let at = self
            .pairs
            .binary_search_by(|(other, _)| other.cmp(pair))
            .ok()?;
        Some(self.pairs[at].1)
    }
}

/// Returns what tells a pair of lines.
pub(crate) fn pair(left: &str, right: &str) -> Short {
    let mut sha = Sha256::new();
    let length = u64::try_from(left.len()).expect("a length in memory fits 64 bits");
    sha.update(length.to_le_bytes());
    sha.update(left);
    sha.update(right);
    let digest: [u8; 32] = sha.finalize().into();
    *digest.first_chunk().expect("a digest is longer")
}

fn bit(split: Split) -> u8 {
    1 << split.index()
}

/// Maps every paired line of the articles of some splits, and keeps what is not 0.
fn each(
    pool: &Pool,
    facts: &Facts,
    wanted: impl Fn(Split) -> bool,
    map: impl Fn(Split, Short) -> (Short, u8) + Sync,
) -> Vec<(Short, u8)> {
    let mut all = Vec::new();
    let ordinals = (0..pool.len()).filter(|at| {
        let lines = pool.line_count(*at).is_some();
        lines && facts.split(*at).is_some_and(&wanted)
    });
    let ordinals: Vec<u64> = ordinals.collect();
    for chunk in ordinals.chunks(CHUNK) {
        let mapped = chunk.par_iter().map(|ordinal| {
            let article = pool.article(*ordinal);
            let split = facts.split(*ordinal).expect("filtered above");
            let pairs = lines(article.left).zip(lines(article.right));
            let pairs = pairs
                .map(|(left, right)| map(split, pair(&article.left[left], &article.right[right])));
            pairs.filter(|(_, bits)| *bits != 0).collect::<Vec<_>>()
        });
        all.extend(mapped.collect::<Vec<_>>().into_iter().flatten());
    }
    all
}

/// Sorts pairs and joins the bits of equal ones.
fn merge(mut pairs: Vec<(Short, u8)>) -> Vec<(Short, u8)> {
    pairs.par_sort_unstable();
    let mut merged: Vec<(Short, u8)> = Vec::with_capacity(pairs.len());
    for (pair, bits) in pairs {
        match merged.last_mut() {
            Some(last) if last.0 == pair => last.1 |= bits,
            _ => merged.push((pair, bits)),
        }
    }
    merged
}
