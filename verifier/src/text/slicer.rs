//! The slicer: format.md, section 2.3.

use std::num::NonZeroU64;

use super::lines::lines;
use crate::stream::{Digest, Stream};

/// The shortest slice length that the rule is made for.
const BYTES_MIN: u64 = 8;

/// Returns the end line of each slice; none of panels whose lines do not pair, and none below the
/// shortest slice length.
#[must_use]
pub fn slices(seed: &Digest, bytes: u64, key: &str, left: &str, right: &str) -> Option<Vec<u32>> {
    let c = bytes;
    let jitter = NonZeroU64::new(c / 2 + 1).filter(|_| c >= BYTES_MIN)?;
    let target = |ordinal: u64| {
        3 * c / 4 + Stream::open(seed, "slice.jitter", "", key, ordinal).below(jitter)
    };
    let (of_left, of_right): (Vec<_>, Vec<_>) = (lines(left).collect(), lines(right).collect());
    if of_left.len() != of_right.len() {
        return None;
    }
    let sides: Vec<_> = of_left.into_iter().zip(of_right).collect();
    let length = |first: usize, last: usize| {
        let left = sides[last].0.end - sides[first].0.start;
        let right = sides[last].1.end - sides[first].1.start;
        u64::try_from(left + right).expect("a length in memory fits 64 bits")
    };
    let wide = |line: usize| {
        let between = |panel: &str, end: usize, start: usize| {
            panel[end..start]
                .bytes()
                .filter(|byte| *byte == b'\n')
                .count()
                >= 2
        };
        let (this, next) = (&sides[line], &sides[line + 1]);
        between(left, this.0.end, next.0.start) || between(right, this.1.end, next.1.start)
    };
    let (mut ends, mut first, mut ordinal) = (Vec::new(), 0, 0);
    let mut wanted = target(0);
    for line in 0..sides.len() {
        if line > first && length(first, line) > 7 * c / 4 {
            (first, ordinal) = (line, ordinal + 1);
            ends.push(line);
            wanted = target(ordinal);
        }
        if line + 1 == sides.len() {
            ends.push(line + 1);
            break;
        }
        let held = length(first, line);
        if (held >= wanted && wide(line)) || held >= 5 * c / 4 {
            (first, ordinal) = (line + 1, ordinal + 1);
            ends.push(line + 1);
            wanted = target(ordinal);
        }
    }
    ends.into_iter()
        .map(|end| u32::try_from(end).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_stand_alone_and_short_ones_together() {
        let long = format!("{}\n{}", "a".repeat(100), "b".repeat(100));
        assert_eq!(slices(&[1; 32], 8, "k", &long, &long), Some(vec![1, 2]));
        let short = "a\n\nb\n\nc";
        assert_eq!(slices(&[1; 32], 740, "k", short, short), Some(vec![3]));
        assert_eq!(slices(&[1; 32], 7, "k", short, short), None);
    }
}
