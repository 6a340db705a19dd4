//! The slicer: docs/format.md, section 2.3.

use crate::id::ArticleKey;
use crate::number;
use crate::panels::Panels;
use crate::store::SliceRule;
use crate::stream::{Seed, Stream};
use crate::view::Lines;

/// The slicer of one pool.
#[derive(Clone, Copy, Debug)]
pub struct Slicer {
    seed: Seed,
    bytes: u64,
}

impl Slicer {
    /// Makes the slicer of a pool's rule.
    ///
    /// # Panics
    /// If the rule's length is below 8 or above 2^60.
    #[must_use]
    pub fn new(rule: &SliceRule) -> Self {
        assert!(
            (8..=1 << 60).contains(&rule.bytes),
            "a slice length that the format knows"
        );
        Self {
            seed: Seed::new(&rule.seed),
            bytes: rule.bytes,
        }
    }

    /// Cuts the paired lines of an article; returns the end line of each slice.
    #[must_use]
    pub fn cut(&self, key: &ArticleKey, panels: Panels<&str>, lines: &Lines) -> Vec<u32> {
        let mut ends = Vec::new();
        let mut first = 0;
        let mut target = self.target(key, 0);
        let close = |end, ends: &mut Vec<u32>| {
            ends.push(end);
            let ordinal = number::length(ends.len());
            (end, self.target(key, ordinal))
        };
        for line in 0..lines.len() {
            if line > first && length(lines, first, line) > self.bytes * 7 / 4 {
                (first, target) = close(line, &mut ends);
            }
            if line + 1 == lines.len() {
                ends.push(line + 1);
                break;
            }
            let length = length(lines, first, line);
            if length >= self.bytes * 5 / 4 || (length >= target && wide(panels, lines, line)) {
                (first, target) = close(line + 1, &mut ends);
            }
        }
        ends
    }

    fn target(&self, key: &ArticleKey, ordinal: u64) -> u64 {
        let mut stream = Stream::open(&self.seed, "slice.jitter", "", &key.hex(), ordinal);
        self.bytes * 3 / 4 + stream.below(self.bytes / 2 + 1)
    }
}

/// Returns the bytes of lines `first..=last` with what stands between them, both panels together.
fn length(lines: &Lines, first: u32, last: u32) -> u64 {
    let (head, tail) = (lines.get(first), lines.get(last));
    let bytes = (tail.left.end - head.left.start) + (tail.right.end - head.right.start);
    number::length(bytes)
}

/// Tells whether a blank line stands between a line and the next, in either panel.
fn wide(panels: Panels<&str>, lines: &Lines, line: u32) -> bool {
    let (this, next) = (lines.get(line), lines.get(line + 1));
    let gaps = Panels::new(
        &panels.left[this.left.end..next.left.start],
        &panels.right[this.right.end..next.right.start],
    );
    [gaps.left, gaps.right]
        .iter()
        .any(|gap| memchr::memchr_iter(b'\n', gap.as_bytes()).count() >= 2)
}
