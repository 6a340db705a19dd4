//! Shares as ratios, largest remainders and `share`: format.md, sections 3 and 8.1.

/// A share "a/b" with b >= 1, both below 2^31.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    /// Numerator.
    pub num: u32,
    /// Denominator.
    pub den: u32,
}

impl Ratio {
    /// Reads a share as it stands in a recipe.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (num, den) = text.split_once('/')?;
        let ratio = Self {
            num: decimal(num)?,
            den: decimal(den)?,
        };
        (ratio.den > 0).then_some(ratio)
    }

    /// Returns this share of `total`, rounded down; none if it leaves 64 bits.
    #[must_use]
    pub fn of(self, total: u64) -> Option<u64> {
        let wide = u128::from(total) * u128::from(self.num) / u128::from(self.den);
        u64::try_from(wide).ok()
    }
}

/// Reads decimal digits without leading zeros, below 2^31.
fn decimal(digits: &str) -> Option<u32> {
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    if !plain || (digits.len() > 1 && digits.starts_with('0')) {
        return None;
    }
    digits.parse().ok().filter(|number| *number < 1 << 31)
}

/// Allots `total` by weight: floors, and what is left one each to the largest remainders, of
/// equal ones to the lower index. None if all weights are zero or a number leaves its range.
#[must_use]
pub fn allot(total: u64, weights: &[u64]) -> Option<Vec<u64>> {
    let sum: u128 = weights.iter().map(|weight| u128::from(*weight)).sum();
    if sum == 0 {
        return None;
    }
    let mut parts = Vec::with_capacity(weights.len());
    let mut remainders = Vec::with_capacity(weights.len());
    let mut left = total;
    for (index, weight) in weights.iter().enumerate() {
        let wide = u128::from(*weight) * u128::from(total);
        let part = u64::try_from(wide / sum).ok()?;
        left -= part;
        parts.push(part);
        remainders.push((std::cmp::Reverse(wide % sum), index));
    }
    remainders.sort_unstable();
    for (_, index) in remainders.into_iter().take(usize::try_from(left).ok()?) {
        parts[index] += 1;
    }
    Some(parts)
}

/// Returns the largest number, at most `wanted`, of which no weight is allotted more than it
/// holds; 0 if all weights are zero.
#[must_use]
pub fn reachable(wanted: u64, weights: &[u64], holds: &[u64]) -> u64 {
    // Remainders may move, so a larger number can be reached where a smaller one is not.
    let reached = |total: &u64| {
        let parts = allot(*total, weights);
        parts.is_some_and(|parts| parts.iter().zip(holds).all(|(part, holds)| part <= holds))
    };
    // The parts are the number: it is never more than all hold together.
    let weighted = weights.iter().zip(holds).filter(|(weight, _)| **weight > 0);
    let all = weighted.fold(0_u64, |all, (_, holds)| all.saturating_add(*holds));
    (0..=wanted.min(all)).rev().find(reached).unwrap_or(0)
}

/// Returns the share that makes share / (share + others) nearest to a/b; none unless a < b.
#[must_use]
pub fn share(others: u64, a: u64, b: u64) -> Option<u64> {
    let rest = u128::from(b.checked_sub(a).filter(|rest| *rest > 0)?);
    let twice = u128::from(others)
        .checked_mul(u128::from(a))?
        .checked_mul(2)?;
    u64::try_from(twice.checked_add(rest)? / (2 * rest)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_beyond_all_that_is_held_is_not_asked_for() {
        assert_eq!(reachable(u64::MAX / 4, &[1, 2, 0], &[3, 5, 900]), 8);
        assert_eq!(reachable(u64::MAX / 4, &[1, 1], &[1, 9]), 2);
    }

    #[test]
    fn ratios_are_plain_decimal() {
        assert_eq!(Ratio::parse("35/100"), Some(Ratio { num: 35, den: 100 }));
        assert_eq!(Ratio::parse("0/1").and_then(|ratio| ratio.of(9)), Some(0));
        for bad in [
            "",
            "1",
            "1/0",
            "01/2",
            "1/02",
            "+1/2",
            "1 /2",
            "1/2/3",
            "2147483648/1",
            "/2",
        ] {
            assert_eq!(Ratio::parse(bad), None, "{bad}");
        }
        assert_eq!(Ratio { num: 2, den: 3 }.of(10), Some(6));
    }

    #[test]
    fn remainders_go_to_the_largest_then_to_the_lower_index() {
        assert_eq!(allot(10, &[1, 1, 1]), Some(vec![4, 3, 3]));
        assert_eq!(allot(7, &[0, 2, 3]), Some(vec![0, 3, 4]));
        assert_eq!(allot(7, &[0, 0]), None);
        assert_eq!(
            allot(u64::MAX, &[u64::MAX, 1]).unwrap().iter().sum::<u64>(),
            u64::MAX
        );
    }

    #[test]
    fn what_is_reached_is_what_no_weight_lacks() {
        assert_eq!(reachable(100, &[1, 1], &[30, 50]), 60);
        assert_eq!(reachable(100, &[15, 15, 5], &[5, 5, 1]), 11);
        assert_eq!(reachable(7, &[1, 0], &[9, 0]), 7);
        assert_eq!(reachable(7, &[0, 0], &[9, 9]), 0);
    }

    #[test]
    fn share_is_nearest() {
        assert_eq!(share(85, 15, 100), Some(15));
        assert_eq!(share(100, 1, 2), Some(100));
        assert_eq!(share(1, 1, 1), None);
        assert_eq!(share(0, 0, 1), Some(0));
    }
}
