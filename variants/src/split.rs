//! Group to split: docs/format.md, section 4.

use crate::recipe::SplitRule;
use pool::derive::h;
use pool::stream::{Ratio, Seed};
use pool::{Article, GroupKey, Pool, PoolError};

/// One of the three parts of a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Split {
    /// What models learn from.
    Train,
    /// What settings are chosen by.
    Validation,
    /// What is measured last.
    Test,
}

impl Split {
    /// All splits, in the order of the format.
    pub(crate) const ALL: [Self; 3] = [Self::Train, Self::Validation, Self::Test];

    /// Returns the word of the format.
    #[must_use]
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Train => "train",
            Self::Validation => "validation",
            Self::Test => "test",
        }
    }

    /// Returns its place in [`Split::ALL`].
    #[must_use]
    pub(crate) fn index(self) -> usize {
        match self {
            Self::Train => 0,
            Self::Validation => 1,
            Self::Test => 2,
        }
    }
}

/// The split seed and the two thresholds.
pub(crate) struct Splitter {
    seed: Seed,
    test: u128,
    validation: u128,
}

impl Splitter {
    pub(crate) fn new(rule: &SplitRule) -> Self {
        let part = |ratio: Ratio| (u128::from(ratio.num), u128::from(ratio.den));
        let ((at, dt), (av, dv)) = (part(rule.test), part(rule.validation));
        // Numerators and denominators lie below 2^31: products below 2^62, but 2^64 times their sum needs
        // up to 2^127, so the quotient is exact in 128 bits.
        let test = (at << 64) / dt;
        let validation = ((at * dv + av * dt) << 64) / (dt * dv);
        Self {
            seed: Seed::new(&rule.seed),
            test,
            validation,
        }
    }

    /// Returns the split of a group.
    pub(crate) fn of_group(&self, group: &GroupKey) -> Split {
        let digest = h("split", &[&self.seed.0, &group.hex()]);
        let u = u128::from(u64::from_le_bytes(
            digest.0[..8].try_into().expect("eight bytes"),
        ));
        if u < self.test {
            Split::Test
        } else if u < self.validation {
            Split::Validation
        } else {
            Split::Train
        }
    }

    /// Returns the split of an article, or nothing if what it resembles lies in another split.
    pub(crate) fn of_article(&self, article: &Article<'_>) -> Option<Split> {
        let split = self.of_group(&article.group);
        article
            .near
            .iter()
            .all(|near| self.of_group(near) == split)
            .then_some(split)
    }
}

/// Returns the smallest n for which validation = n/100 and test = n/100 hold at least `wanted` articles each, with the
/// real seed; nothing if none below 34 does.
///
/// # Errors
/// If the pool is damaged.
pub fn smallest_share(pool: &Pool, seed: &str, wanted: usize) -> Result<Option<u32>, PoolError> {
    let groups: Vec<GroupKey> = (0..pool.len())
        .map(|index| Ok(pool.article(index)?.group))
        .collect::<Result<_, PoolError>>()?;
    let enough = |share: &u32| {
        let ratio = Ratio {
            num: *share,
            den: 100,
        };
        let rule = SplitRule {
            seed: seed.to_owned(),
            validation: ratio,
            test: ratio,
        };
        let splitter = Splitter::new(&rule);
        let held = |split| {
            groups
                .iter()
                .filter(|group| splitter.of_group(group) == split)
                .count()
        };
        held(Split::Validation) >= wanted && held(Split::Test) >= wanted
    };
    Ok((1..34).find(enough))
}
