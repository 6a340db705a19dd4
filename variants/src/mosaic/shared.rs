//! Line pairs that stand in more than one split: docs/format.md, sections 5.2 and 8.2.

use crate::bench::{Bench, Opened};
use crate::error::BuildError;
use crate::split::Split;
use pool::Panels;
use pool::derive::h;
use rayon::prelude::*;

/// First 16 bytes of a pair's digest.
pub(crate) type PairHash = u128;

/// For each line pair of validation and test: the splits that it stands in. Memory: 24 bytes a line of these two.
pub(crate) struct Shared(Vec<(PairHash, u8)>);

impl Shared {
    /// Looks through the whole pool; `splits` holds each article's split.
    pub(crate) fn find(bench: &Bench<'_>, splits: &[Option<Split>]) -> Result<Self, BuildError> {
        let mut held: Vec<(PairHash, u8)> = each(bench, splits, |split| split != Split::Train)?
            .into_iter()
            .flatten()
            .collect();
        held.sort_unstable();
        held.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 |= next.1;
            }
            same
        });
        let found = each_in(
            bench,
            splits,
            |split| split == Split::Train,
            |pairs| {
                pairs
                    .filter(|(pair, _)| held.binary_search_by_key(pair, |entry| entry.0).is_ok())
                    .collect()
            },
        )?;
        for (pair, mask) in found.into_iter().flatten() {
            let at = held
                .binary_search_by_key(&pair, |entry| entry.0)
                .expect("it was found before");
            held[at].1 |= mask;
        }
        Ok(Self(held))
    }

    /// Tells whether a line of validation or test also stands in another split.
    pub(crate) fn elsewhere(&self, split: Split, line: Panels<&str>) -> bool {
        let pair = pair_hash(line);
        let entry = self
            .0
            .binary_search_by_key(&pair, |entry| entry.0)
            .map(|at| self.0[at].1);
        split != Split::Train && entry.is_ok_and(|mask| mask & !mask_of(split) != 0)
    }

    /// Counts the lines of validation and test that also stand in another split.
    pub(crate) fn count(
        &self,
        bench: &Bench<'_>,
        splits: &[Option<Split>],
    ) -> Result<u64, BuildError> {
        let counts = each_in(
            bench,
            splits,
            |split| split != Split::Train,
            |pairs| {
                pairs
                    .filter(|(pair, mask)| {
                        let at = self.0.binary_search_by_key(pair, |entry| entry.0);
                        at.is_ok_and(|at| self.0[at].1 & !mask != 0)
                    })
                    .collect()
            },
        )?;
        Ok(counts
            .iter()
            .map(|found| u64::try_from(found.len()).expect("a count of lines"))
            .sum())
    }
}

type Pairs = Vec<(PairHash, u8)>;

fn each(
    bench: &Bench<'_>,
    splits: &[Option<Split>],
    wanted: impl Fn(Split) -> bool + Sync,
) -> Result<Vec<Pairs>, BuildError> {
    each_in(bench, splits, wanted, |pairs| pairs.collect())
}

/// Maps the line pairs of every article of the wanted splits, in pool order.
fn each_in(
    bench: &Bench<'_>,
    splits: &[Option<Split>],
    wanted: impl Fn(Split) -> bool + Sync,
    keep: impl Fn(&mut dyn Iterator<Item = (PairHash, u8)>) -> Pairs + Sync,
) -> Result<Vec<Pairs>, BuildError> {
    let articles = 0..bench.pool.len();
    let one = |index: u32| -> Result<Pairs, BuildError> {
        match splits[crate::bench::address(index)] {
            Some(split) if wanted(split) => {
                let opened = bench.open(index)?;
                Ok(keep(&mut pairs(&opened, mask_of(split))))
            }
            _ => Ok(Vec::new()),
        }
    };
    articles.into_par_iter().map(one).collect()
}

fn pairs<'o>(opened: &'o Opened<'_>, mask: u8) -> impl Iterator<Item = (PairHash, u8)> + 'o {
    (0..opened.lines.len()).map(move |line| (pair_hash(opened.line(line)), mask))
}

fn pair_hash(line: Panels<&str>) -> PairHash {
    let digest = h("pair", &[line.left.as_bytes(), line.right.as_bytes()]).0;
    u128::from_be_bytes(digest[..16].try_into().expect("a digest has 32 bytes"))
}

fn mask_of(split: Split) -> u8 {
    match split {
        Split::Train => 1,
        Split::Validation => 2,
        Split::Test => 4,
    }
}
