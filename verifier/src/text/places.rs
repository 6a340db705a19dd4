//! Places in a text: insertion points, gaps and words: format.md, section 3.1.
//! Independent of the generator by design: do not share, import or deduplicate.
//!
//! All places are byte offsets or byte ranges of the panel.

use std::ops::Range;

use super::scalars::{is_blank, is_extend, is_jamo, is_letter, is_prepend};

/// Letters that a long word has at least.
const LONG: usize = 4;

/// A long word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongWord {
    /// Its bytes.
    pub range: Range<usize>,
    /// The insertion points between two of its scalars; at least one.
    pub points: Vec<usize>,
}

/// Returns the insertion points, each as the start of the scalar behind it.
#[must_use]
pub fn insertion_points(panel: &str) -> Vec<usize> {
    let next = panel.char_indices().skip(1);
    let pairs = panel.chars().zip(next);
    pairs
        .filter(|(before, (_, after))| may_part(*before, *after))
        .map(|(_, (at, _))| at)
        .collect()
}

/// Returns the insertion points between two scalars that are not blank.
#[must_use]
pub fn tight_points(panel: &str) -> Vec<usize> {
    let tight = |at: &usize| {
        let (before, after) = panel.split_at(*at);
        let neighbours = [before.chars().next_back(), after.chars().next()];
        neighbours
            .into_iter()
            .all(|scalar| scalar.is_some_and(|scalar| !is_blank(scalar)))
    };
    let points = insertion_points(panel).into_iter();
    points.filter(tight).collect()
}

fn may_part(before: char, after: char) -> bool {
    let hangul = is_jamo(before) || ('\u{ac00}'..='\u{d7a3}').contains(&before);
    before != '\n'
        && after != '\n'
        && !is_extend(after)
        && before != '\u{200d}'
        && !is_prepend(before)
        && !(hangul && is_jamo(after))
}

/// Returns the gaps.
#[must_use]
pub fn gaps(panel: &str) -> Vec<Range<usize>> {
    let runs = runs(panel, |scalar| scalar == ' ' || scalar == '\t');
    let parts = |gap: &Range<usize>| {
        let before = panel[..gap.start].chars().next_back();
        let after = panel[gap.end..].chars().next();
        before.is_some_and(|scalar| !is_blank(scalar))
            && after.is_some_and(|scalar| !is_blank(scalar) && !is_extend(scalar))
    };
    runs.into_iter().filter(parts).collect()
}

/// Returns the long words.
#[must_use]
pub fn long_words(panel: &str) -> Vec<LongWord> {
    let points = insertion_points(panel);
    let words = runs(panel, |scalar| is_letter(scalar) || is_extend(scalar));
    let long = words.into_iter().filter_map(|range| {
        let letters = panel[range.clone()]
            .chars()
            .filter(|scalar| is_letter(*scalar));
        let first = points.partition_point(|at| *at <= range.start);
        let end = points.partition_point(|at| *at < range.end);
        let points = points[first..end.max(first)].to_vec();
        (letters.count() >= LONG && !points.is_empty()).then_some(LongWord { range, points })
    });
    long.collect()
}

/// Returns the maximal runs of scalars of a kind.
#[must_use]
pub fn runs(panel: &str, of: impl Fn(char) -> bool) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, scalar) in panel.char_indices().filter(|(_, scalar)| of(*scalar)) {
        let end = at + scalar.len_utf8();
        match runs.last_mut() {
            Some(run) if run.end == at => run.end = end,
            _ => runs.push(at..end),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_lie_between_graphemes_of_a_line() {
        assert_eq!(insertion_points("ab\nc d"), [1, 4, 5]);
        assert_eq!(insertion_points("e\u{301}x"), [3]);
        assert_eq!(insertion_points("a\u{200d}b"), [0; 0]);
        assert_eq!(insertion_points("\u{1100}\u{1161}가\u{11a8}b"), [6, 12]);
        assert_eq!(insertion_points("a"), [0; 0]);
        assert_eq!(tight_points("ab c\u{3000}d"), [1]);
    }

    #[test]
    fn gaps_part_what_can_be_seen() {
        assert_eq!(gaps(" a \t b\u{a0} c \nd e"), [2..5, 13..14]);
        assert_eq!(gaps("a \u{301}b c ").first(), Some(&(5..6)));
    }

    #[test]
    fn long_words_have_four_letters() {
        assert_eq!(long_words("abc abcd")[0].range, 4..8);
        assert_eq!(long_words("abc abcd")[0].points, [5, 6, 7]);
        assert_eq!(long_words("ab\u{301}c d"), []);
        assert_eq!(long_words("漢字かな")[0].points, [3, 6, 9]);
    }
}
