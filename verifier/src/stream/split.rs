//! The split of a group: format.md, section 4.

use super::derive::{Digest, h};
use super::ratio::Ratio;
use crate::wire::Split;

/// Tells the split of any group.
#[derive(Clone, Debug)]
pub struct Splitter {
    seed: Digest,
    test_below: u64,
    validation_below: u64,
}

impl Splitter {
    /// Prepares the thresholds; none unless the two shares are together below one.
    #[must_use]
    pub fn new(seed: Digest, validation: Ratio, test: Ratio) -> Option<Self> {
        let (at, dt) = (u128::from(test.num), u128::from(test.den));
        let (av, dv) = (u128::from(validation.num), u128::from(validation.den));
        let (sum, whole) = (at * dv + av * dt, dt * dv);
        if sum >= whole {
            return None;
        }
        Some(Self {
            seed,
            test_below: u64::try_from((at << 64) / dt).ok()?,
            validation_below: u64::try_from((sum << 64) / whole).ok()?,
        })
    }

    /// Returns the thresholds of test and of validation, T and V.
    #[must_use]
    pub fn thresholds(&self) -> (u64, u64) {
        (self.test_below, self.validation_below)
    }

    /// Returns the number of a group that the thresholds are held against, u.
    #[must_use]
    pub fn place(&self, group: &str) -> u64 {
        let digest = h("split", &[&self.seed, group.as_bytes()]);
        u64::from_le_bytes(*digest.first_chunk().expect("a digest has eight bytes"))
    }

    /// Returns the split of a group.
    #[must_use]
    pub fn split(&self, group: &str) -> Split {
        let u = self.place(group);
        if u < self.test_below {
            Split::Test
        } else if u < self.validation_below {
            Split::Validation
        } else {
            Split::Train
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(text: &str) -> Ratio {
        Ratio::parse(text).unwrap()
    }

    #[test]
    fn shares_of_one_or_more_are_refused() {
        assert!(Splitter::new([0; 32], ratio("1/2"), ratio("1/2")).is_none());
        assert!(Splitter::new([0; 32], ratio("1/2"), ratio("499/1000")).is_some());
    }

    #[test]
    fn all_splits_get_near_their_share() {
        let splitter = Splitter::new([3; 32], ratio("1/4"), ratio("1/4")).unwrap();
        let mut counts = [0; 3];
        for group in 0..4000 {
            counts[usize::from(splitter.split(&format!("{group}")).index())] += 1;
        }
        assert!((1900..2100).contains(&counts[0]), "{counts:?}");
        assert!((900..1100).contains(&counts[1]), "{counts:?}");
        let none = Splitter::new([3; 32], ratio("0/1"), ratio("0/1")).unwrap();
        assert!((0..500).all(|group| none.split(&format!("{group}")) == Split::Train));
    }
}
