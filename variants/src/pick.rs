//! Walks over base materials in rank order: docs/format.md, sections 5.4 to 5.6.

use crate::bench::{Bench, address};
use crate::draft::{Draft, Reason, TextHash, Unit};
use crate::error::BuildError;
use crate::plan::count;
use pool::view::{Material, View};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// Fewest candidates that are made at once.
const CHUNK_MIN: u64 = 64;
/// Most of them: bounds what a chunk holds and what is made beyond the wanted number.
const CHUNK_MAX: u64 = 4096;

/// One base material: an article by its place in the pool, and a view of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Base {
    pub(crate) article: u32,
    pub(crate) view: View,
}

impl Base {
    pub(crate) fn unit(self) -> Unit {
        Unit::View {
            article: self.article,
            view: self.view,
        }
    }
}

/// What a candidate gives.
pub(crate) type Made = Result<Draft, Reason>;

/// A walk that can go on: candidates in rank order, and what they gave so far.
pub(crate) struct Walk<'w> {
    make: &'w (dyn Fn(Base) -> Result<Made, BuildError> + Sync),
    bases: &'w [Base],
    order: Vec<u32>,
    at: usize,
    texts: BTreeSet<TextHash>,
    pub(crate) made: Vec<Draft>,
    /// What was passed over, with the number made before.
    passed: Vec<(usize, Base, Reason)>,
}

impl<'w> Walk<'w> {
    /// Ranks the candidates under a purpose.
    pub(crate) fn new(
        bench: &Bench<'_>,
        purpose: &str,
        bases: &'w [Base],
        make: &'w (dyn Fn(Base) -> Result<Made, BuildError> + Sync),
    ) -> Result<Self, BuildError> {
        Ok(Self {
            make,
            bases,
            order: in_rank_order(bench, purpose, bases)?,
            at: 0,
            texts: BTreeSet::new(),
            made: Vec::new(),
            passed: Vec::new(),
        })
    }

    /// Goes on until so many are made; tells whether they are.
    pub(crate) fn reach(&mut self, wanted: u64) -> Result<bool, BuildError> {
        while count(self.made.len()) < wanted && self.at < self.order.len() {
            let missing = wanted - count(self.made.len());
            let size = missing.clamp(CHUNK_MIN, CHUNK_MAX);
            let size = usize::try_from(size).expect("at most a chunk");
            let chunk = &self.order[self.at..self.order.len().min(self.at + size)];
            let results = chunk
                .par_iter()
                .map(|&at| (self.make)(self.bases[address(at)]))
                .collect::<Result<Vec<_>, BuildError>>()?;
            for result in results {
                // What was made beyond the wanted number is made again if the walk goes on.
                if count(self.made.len()) == wanted {
                    break;
                }
                self.add(result);
            }
        }
        Ok(count(self.made.len()) >= wanted)
    }

    fn add(&mut self, result: Made) {
        let base = self.bases[address(self.order[self.at])];
        self.at += 1;
        let result = result.and_then(|draft| {
            let new = self.texts.insert(draft.text);
            new.then_some(draft).ok_or(Reason::Repeats)
        });
        match result {
            Ok(draft) => self.made.push(draft),
            Err(reason) => self.passed.push((self.made.len(), base, reason)),
        }
    }

    /// Ends the walk where so many were made: what it made, and what it passed over until then.
    pub(crate) fn end(mut self, parts: u64) -> (Vec<Draft>, Vec<(Base, Reason)>) {
        let parts = usize::try_from(parts).unwrap_or(usize::MAX);
        self.made.truncate(parts);
        let before = self.passed.into_iter().filter(|entry| entry.0 < parts);
        let passed = before.map(|(_, base, reason)| (base, reason)).collect();
        (self.made, passed)
    }
}

/// Returns the places of materials in the order of (rank, material).
pub(crate) fn in_rank_order(
    bench: &Bench<'_>,
    purpose: &str,
    bases: &[Base],
) -> Result<Vec<u32>, BuildError> {
    let mut keyed = bases
        .par_iter()
        .enumerate()
        .map(|(at, &base)| {
            let m = spell(bench, base)?;
            let at = u32::try_from(at).expect("fewer than 2^32 base materials");
            Ok((bench.seed.rank(purpose, m.as_bytes()), at))
        })
        .collect::<Result<Vec<_>, BuildError>>()?;
    // Materials are spelled again only where two ranks are equal; all ids were read just now.
    let m = |at: u32| spell(bench, bases[address(at)]).expect("the pool was read");
    keyed.par_sort_by(|a, b| a.0.cmp(&b.0).then_with(|| m(a.1).cmp(&m(b.1))));
    Ok(keyed.into_iter().map(|entry| entry.1).collect())
}

fn spell(bench: &Bench<'_>, base: Base) -> Result<String, BuildError> {
    let article = bench.pool.article(base.article)?.id;
    let view = base.view;
    Ok(Material { article, view }.to_string())
}
