//! What follows from the pool and the recipe for each article: format.md, sections 4 and 5.1.
//!
//! Ten bytes an article.

use rayon::prelude::*;

use crate::stream::Splitter;
use crate::wire::{Article, Pool, Split};

const STRUCTURED: u8 = 1 << 3;
const LEFT_OUT: u8 = 1 << 2;

/// Facts of all articles, by ordinal.
pub(crate) struct Facts {
    /// Two bits of split, then flags.
    flags: Vec<u8>,
    /// First unit of each article, and the end: an article with lines has a unit for each, any
    /// other article one.
    units: Vec<u64>,
}

impl Facts {
    pub(crate) fn new(pool: &Pool, splitter: &Splitter) -> Self {
        let ordinals: Vec<u64> = (0..pool.len()).collect();
        let flags = ordinals
            .par_iter()
            .map(|at| flags(&pool.article(*at), splitter))
            .collect();
        let mut units = Vec::with_capacity(ordinals.len() + 1);
        let mut sum = 0;
        for ordinal in ordinals {
            units.push(sum);
            sum += u64::from(pool.line_count(ordinal).unwrap_or(1));
        }
        units.push(sum);
        Self { flags, units }
    }

    /// Returns the split of an article; none if it is left out of all.
    pub(crate) fn split(&self, ordinal: u64) -> Option<Split> {
        let flags = self.flags[index(ordinal)];
        (flags & LEFT_OUT == 0).then(|| Split::ALL[usize::from(flags & 0b11)])
    }

    /// Returns whether an article is structured.
    pub(crate) fn is_structured(&self, ordinal: u64) -> bool {
        self.flags[index(ordinal)] & STRUCTURED != 0
    }

    /// Returns the first unit of an article and the end of its units.
    pub(crate) fn units(&self, ordinal: u64) -> (u64, u64) {
        (self.units[index(ordinal)], self.units[index(ordinal) + 1])
    }

    /// Returns the number of all units.
    pub(crate) fn units_all(&self) -> u64 {
        self.units.last().copied().unwrap_or(0)
    }
}

fn flags(article: &Article<'_>, splitter: &Splitter) -> u8 {
    let split = splitter.split(article.group);
    let left_out = article.near().any(|group| splitter.split(group) != split);
    let structured = if article.is_structured() {
        STRUCTURED
    } else {
        0
    };
    split.index() | if left_out { LEFT_OUT } else { 0 } | structured
}

fn index(ordinal: u64) -> usize {
    usize::try_from(ordinal).expect("an ordinal was an index")
}
