//! Seeds, streams, draws, ranks and quotas: docs/format.md, section 3.
//!
//! It lives in `pool` because the slicer draws; the generator uses the same code. The verifier has its own.

use crate::derive::h;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// A seed string after derivation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

/// A place in a selection order.
pub type Rank = [u8; 16];

impl Seed {
    /// Derives the seed of a seed string, which is taken as it is.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(h("seed", &[text.as_bytes()]).0)
    }

    /// Returns rank(purpose, id).
    #[must_use]
    pub fn rank(&self, purpose: &str, id: &[u8]) -> Rank {
        let digest = h("rank", &[&self.0, purpose.as_bytes(), id]);
        digest.0[..16].try_into().expect("a digest has 32 bytes")
    }
}

/// One named sequence of draws: never shared between decisions.
pub struct Stream(ChaCha20Rng);

impl Stream {
    /// Opens the stream of one purpose, variant, id and ordinal.
    #[must_use]
    pub fn open(seed: &Seed, purpose: &str, variant: &str, id: &[u8], ordinal: u64) -> Self {
        let parts: [&[u8]; 5] = [
            &seed.0,
            purpose.as_bytes(),
            variant.as_bytes(),
            id,
            &ordinal.to_le_bytes(),
        ];
        Self::from_key(h("stream", &parts).0)
    }

    /// Opens the stream under a derived key.
    #[must_use]
    pub fn from_key(key: [u8; 32]) -> Self {
        Self(ChaCha20Rng::from_seed(key))
    }

    /// Draws a 32-bit word. (The generator's own 64-bit call would skip words.)
    pub fn d32(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// Draws a 64-bit word, low half first.
    pub fn d64(&mut self) -> u64 {
        let low = u64::from(self.d32());
        low | u64::from(self.d32()) << 32
    }

    /// Draws a number below `n`, every one equally likely.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        assert!(n > 0, "below(0) has no answer");
        let threshold = n.wrapping_neg() % n;
        loop {
            let wide = u128::from(self.d64()) * u128::from(n);
            let low = u64::try_from(wide & u128::from(u64::MAX)).expect("masked to 64 bits");
            if low >= threshold {
                return u64::try_from(wide >> 64).expect("the high half of 128 bits");
            }
        }
    }

    /// Tells whether something with the chance `a` of `b` happens.
    pub fn chance(&mut self, a: u64, b: u64) -> bool {
        self.below(b) < a
    }

    /// Draws an index with the given weights; nothing if all are 0.
    pub fn weighted(&mut self, weights: &[u64]) -> Option<usize> {
        let sum = weights
            .iter()
            .try_fold(0_u64, |sum, &weight| sum.checked_add(weight))?;
        if sum == 0 {
            return None;
        }
        let mut left = self.below(sum);
        weights.iter().position(|&weight| {
            let here = left < weight;
            left = left.saturating_sub(weight);
            here
        })
    }

    /// Shuffles items in place.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.index(last + 1);
            items.swap(last, other);
        }
    }

    /// Draws `k` of the numbers below `n`, each at most once, in the order drawn; nothing if `k` is larger.
    pub fn sample(&mut self, n: usize, k: usize) -> Option<Vec<usize>> {
        let mut items: Vec<usize> = (0..n).collect();
        for at in 0..k {
            let left = n.checked_sub(at).filter(|&left| left > 0)?;
            let other = at + self.index(left);
            items.swap(at, other);
        }
        items.truncate(k);
        Some(items)
    }

    /// Draws an index of something of `n` items.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn index(&mut self, n: usize) -> usize {
        let n = u64::try_from(n).expect("a length fits 64 bits");
        usize::try_from(self.below(n)).expect("below a length")
    }
}

/// Shares `total` out by weights: largest remainder, of equal ones the lower index first; nothing if all weights are 0.
#[must_use]
pub fn allot(total: u64, weights: &[u64]) -> Option<Vec<u64>> {
    let sum: u128 = weights.iter().map(|&weight| u128::from(weight)).sum();
    if sum == 0 {
        return None;
    }
    let wide = |weight: u64| u128::from(weight) * u128::from(total);
    let mut parts: Vec<u64> = weights
        .iter()
        .map(|&weight| u64::try_from(wide(weight) / sum).expect("a part of the total"))
        .collect();
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(wide(weights[at]) % sum));
    let left = total - parts.iter().sum::<u64>();
    for &at in order
        .iter()
        .take(usize::try_from(left).expect("fewer than the weights"))
    {
        parts[at] += 1;
    }
    Some(parts)
}

/// Returns how many things beside `others` make the share of `others` and them nearest to a/b; nothing unless a < b.
#[must_use]
pub fn share(others: u64, ratio: Ratio) -> Option<u64> {
    let (a, b) = (u128::from(ratio.num), u128::from(ratio.den));
    let rest = b.checked_sub(a).filter(|&rest| rest > 0)?;
    u64::try_from((2 * a * u128::from(others) + rest) / (2 * rest)).ok()
}

/// A share as a ratio: no float enters a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    /// Numerator.
    pub num: u32,
    /// Denominator, at least 1.
    pub den: u32,
}

impl Ratio {
    /// Parses decimal `a/b` with b >= 1, both below 2^31.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (num, den) = text.split_once('/')?;
        let (num, den) = (decimal(num)?, decimal(den)?);
        (den > 0).then_some(Self { num, den })
    }

    /// Returns this share of `total`, rounded down.
    #[must_use]
    pub fn of(self, total: u64) -> u64 {
        let wide = u128::from(total) * u128::from(self.num) / u128::from(self.den);
        u64::try_from(wide).expect("a share of at most 1 does not exceed its total")
    }
}

fn decimal(text: &str) -> Option<u32> {
    let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let canonical = plain && (text.len() == 1 || !text.starts_with('0'));
    text.parse()
        .ok()
        .filter(|&value: &u32| canonical && value < 1 << 31)
}
