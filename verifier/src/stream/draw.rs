//! Streams and their draws: format.md, section 3.

use std::num::NonZeroU64;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

use super::derive::{Digest, h};

/// Returns the key of a stream.
#[must_use]
pub fn stream_key(seed: &Digest, purpose: &str, variant: &str, id: &str, ordinal: u64) -> Digest {
    let ordinal = ordinal.to_le_bytes();
    h(
        "stream",
        &[
            seed,
            purpose.as_bytes(),
            variant.as_bytes(),
            id.as_bytes(),
            &ordinal,
        ],
    )
}

/// A ChaCha20 keystream, read word by word.
pub struct Stream(ChaCha20Rng);

impl Stream {
    /// Opens the stream of one decision.
    #[must_use]
    pub fn open(seed: &Digest, purpose: &str, variant: &str, id: &str, ordinal: u64) -> Self {
        Self::with_key(stream_key(seed, purpose, variant, id, ordinal))
    }

    /// Opens the stream of a key.
    #[must_use]
    pub fn with_key(key: Digest) -> Self {
        Self(ChaCha20Rng::from_seed(key))
    }

    /// Draws the next word.
    pub fn d32(&mut self) -> u32 {
        // Every other call of the generator may skip words.
        self.0.next_u32()
    }

    /// Draws two words, the low one first.
    pub fn d64(&mut self) -> u64 {
        let low = u64::from(self.d32());
        let high = u64::from(self.d32());
        low | high << 32
    }

    /// Draws a number below `n`, all of them equally likely.
    pub fn below(&mut self, n: NonZeroU64) -> u64 {
        let n = n.get();
        let threshold = n.wrapping_neg() % n;
        loop {
            let wide = u128::from(self.d64()) * u128::from(n);
            let low = u64::try_from(wide & u128::from(u64::MAX)).expect("masked to 64 bits");
            if low >= threshold {
                return u64::try_from(wide >> 64).expect("a product of 64 bits has 64 above");
            }
        }
    }

    /// Returns true `a` times in `b`.
    pub fn chance(&mut self, a: u64, b: NonZeroU64) -> bool {
        self.below(b) < a
    }

    /// Draws an index by weight; none if no weight is above zero or their sum leaves 64 bits.
    pub fn weighted(&mut self, weights: &[u64]) -> Option<usize> {
        let sum = weights
            .iter()
            .try_fold(0_u64, |sum, weight| sum.checked_add(*weight))?;
        let mut left = self.below(NonZeroU64::new(sum)?);
        for (index, weight) in weights.iter().enumerate() {
            if left < *weight {
                return Some(index);
            }
            left -= weight;
        }
        None
    }

    /// Shuffles in place.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let choice = self.below_index(last + 1);
            items.swap(last, choice);
        }
    }

    /// Draws `k` of the numbers below `n`; none if there are fewer.
    pub fn sample(&mut self, n: usize, k: usize) -> Option<Vec<usize>> {
        if k > n {
            return None;
        }
        let mut items: Vec<usize> = (0..n).collect();
        for first in 0..k {
            let choice = first + self.below_index(n - first);
            items.swap(first, choice);
        }
        items.truncate(k);
        Some(items)
    }

    fn below_index(&mut self, n: usize) -> usize {
        let n = u64::try_from(n)
            .ok()
            .and_then(NonZeroU64::new)
            .expect("an index has a range");
        usize::try_from(self.below(n)).expect("below a length in memory")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 8439, appendix A.1, test vectors 1 and 2: key, nonce 0, counter 0 and 1.
    #[test]
    fn words_are_the_keystream_of_the_rfc() {
        let mut stream = Stream::with_key([0; 32]);
        let first: Vec<u32> = (0..16).map(|_| stream.d32()).collect();
        assert_eq!(
            first[..4],
            [0xade0_b876, 0x903d_f1a0, 0xe56a_5d40, 0x28bd_8653]
        );
        assert_eq!(stream.d32(), 0xbee7_079f);
    }

    #[test]
    fn sixty_four_bits_are_low_word_first() {
        assert_eq!(Stream::with_key([0; 32]).d64(), 0x903d_f1a0_ade0_b876);
    }

    #[test]
    fn below_one_draws_as_well() {
        let mut stream = Stream::with_key([7; 32]);
        let mut skipped = Stream::with_key([7; 32]);
        assert_eq!(stream.below(NonZeroU64::MIN), 0);
        skipped.d64();
        assert_eq!(stream.d32(), skipped.d32());
    }

    #[test]
    fn draws_stay_in_range_and_permute() {
        let mut stream = Stream::with_key([1; 32]);
        let mut items: Vec<usize> = (0..50).collect();
        stream.shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
        assert_eq!(stream.sample(3, 4), None);
        assert_eq!(stream.weighted(&[0, 0]), None);
        assert_eq!(stream.weighted(&[0, 5, 0]), Some(1));
        let huge = NonZeroU64::new(u64::MAX).unwrap();
        assert!(!stream.chance(0, huge));
    }
}
