//! Places in a text: docs/format.md, section 3.1.
//!
//! The tables decide, in one pass over the scalars; no segmentation of a Unicode library stands behind a place.

use crate::script::{is_blank, is_extend, is_jamo, is_letter, is_prepend};
use std::ops::Range;

/// How many letters a long word has at least.
const LONG: usize = 4;

/// A word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Where it stands, in bytes.
    pub range: Range<usize>,
    /// How many of its scalars are letters.
    pub letters: usize,
    /// The insertion points inside, in bytes from the start of the text.
    pub points: Vec<usize>,
}

/// Returns the byte positions of the insertion points, ascending.
#[must_use]
pub fn insertion_points(text: &str) -> Vec<usize> {
    let mut points = Vec::new();
    let mut before = None;
    for (at, scalar) in text.char_indices() {
        if before.is_some_and(|before| lets_in(before, scalar)) {
            points.push(at);
        }
        before = Some(scalar);
    }
    points
}

/// Tells whether an insertion point lies between two neighbouring scalars.
#[must_use]
pub fn lets_in(before: char, after: char) -> bool {
    // Nearly all neighbours of plain text are of one of these kinds.
    if is_plain(before) && is_plain(after) {
        return true;
    }
    before != '\n'
        && after != '\n'
        && before != '\u{200d}'
        && !is_extend(after)
        && !is_prepend(before)
        && !(is_hangul(before) && is_jamo(after))
}

/// Tells whether a scalar is in none of the tables that forbid an insertion point, and no LF.
fn is_plain(scalar: char) -> bool {
    matches!(scalar, ' '..='~' | '\u{3400}'..='\u{9fff}')
}

fn is_hangul(scalar: char) -> bool {
    is_jamo(scalar) || matches!(scalar, '\u{ac00}'..='\u{d7a3}')
}

/// Returns the byte ranges of the gaps, ascending.
#[must_use]
pub fn gaps(text: &str) -> Vec<Range<usize>> {
    let mut gaps = Vec::new();
    // The scalar before the run of spaces and tabs that is open, and where the run begins.
    let mut before = None;
    let mut open = None;
    for (at, scalar) in text.char_indices() {
        if matches!(scalar, ' ' | '\t') {
            open = open.or(Some(at));
            continue;
        }
        if let Some(start) = open.take()
            && before.is_some_and(|before| !is_blank(before))
            && !is_blank(scalar)
            && !is_extend(scalar)
        {
            gaps.push(start..at);
        }
        before = Some(scalar);
    }
    gaps
}

/// Returns the words that can be cut, ascending: each has 4 letters or more and an insertion point inside.
#[must_use]
pub fn long_words(text: &str) -> Vec<Word> {
    let mut words = words(text);
    words.retain(|word| word.letters >= LONG && !word.points.is_empty());
    words
}

/// Returns the words, ascending.
#[must_use]
pub fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut before = None;
    let mut is_open = false;
    for (at, scalar) in text.char_indices() {
        let is_letter = is_letter(scalar);
        let is_inside = is_open;
        is_open = is_letter || is_extend(scalar);
        if is_open && !is_inside {
            words.push(Word {
                range: at..at,
                letters: 0,
                points: Vec::new(),
            });
        }
        if let Some(word) = words.last_mut().filter(|_| is_open) {
            if is_inside && before.is_some_and(|before| lets_in(before, scalar)) {
                word.points.push(at);
            }
            word.letters += usize::from(is_letter);
            word.range.end = at + scalar.len_utf8();
        }
        before = Some(scalar);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shows the insertion points of a text as bars.
    fn barred(text: &str) -> String {
        let points = insertion_points(text);
        let mut out = String::new();
        for (at, scalar) in text.char_indices() {
            if points.contains(&at) {
                out.push('|');
            }
            out.push(scalar);
        }
        out
    }

    #[test]
    fn nothing_is_put_into_a_grapheme_or_beside_lf() {
        for (text, wanted) in [
            ("", ""),
            ("a", "a"),
            ("ab c\nd", "a|b| |c\nd"),
            ("臺北，", "臺|北|，"),
            // A letter and its marks.
            ("e\u{301}a\u{323}\u{302}", "e\u{301}|a\u{323}\u{302}"),
            // Syllables of conjoining letters, and a precomposed one with a final letter.
            (
                "\u{1112}\u{1161}\u{11ab}글\u{11ab}가",
                "\u{1112}\u{1161}\u{11ab}|글\u{11ab}|가",
            ),
            // A family, a skin colour, a flag of two letters, one of a place.
            ("👩\u{200d}👧👍\u{1f3fd}x", "👩\u{200d}👧|👍\u{1f3fd}|x"),
            ("🇹🇼🇯🇵a", "🇹🇼🇯🇵|a"),
            (
                "❤\u{fe0f}🏳\u{fe0f}\u{200d}🌈",
                "❤\u{fe0f}|🏳\u{fe0f}\u{200d}🌈",
            ),
            // Devanagari: a conjunct is not cut behind its virama.
            ("क्षिप", "क्षि|प"),
            // Thai: a leading vowel is a grapheme of its own; marks are not.
            ("ที่ไป", "ที่|ไ|ป"),
            // A mark that stands before what it belongs to.
            ("\u{600}1\u{600}", "\u{600}1|\u{600}"),
        ] {
            assert_eq!(barred(text), wanted, "{text:?}");
        }
    }

    #[test]
    fn a_gap_has_ink_on_both_sides() {
        for (text, wanted) in [
            ("a b", "a[ ]b"),
            (" a \t b ", " a[ \t ]b "),
            ("a \nb", "a \nb"),
            ("a\u{a0} b", "a\u{a0} b"),
            ("a \u{3000}b", "a \u{3000}b"),
            ("a \u{301}b c", "a \u{301}b[ ]c"),
            ("a\u{301} b", "a\u{301}[ ]b"),
            ("a b\tc", "a[ ]b[\t]c"),
            ("", ""),
            ("  ", "  "),
        ] {
            let mut shown = text.to_owned();
            for gap in gaps(text).into_iter().rev() {
                shown.replace_range(gap.clone(), &format!("[{}]", &text[gap]));
            }
            assert_eq!(shown, wanted, "{text:?}");
        }
    }

    #[test]
    fn a_long_word_has_four_letters_and_a_place_to_cut() {
        let found = |text: &str| -> Vec<(Range<usize>, usize, Vec<usize>)> {
            let words = long_words(text).into_iter();
            words
                .map(|word| (word.range, word.letters, word.points))
                .collect()
        };
        assert_eq!(found("one two"), []);
        assert_eq!(
            found("don't four"),
            [(6..10, 4, vec![7, 8, 9])],
            "an apostrophe is no letter"
        );
        assert_eq!(found("cafe\u{301}"), [(0..6, 4, vec![1, 2, 3])]);
        // A mark in front belongs to the word and lets nothing in before it.
        assert_eq!(found("x1\u{301}four"), [(2..8, 4, vec![4, 5, 6, 7])]);
        assert_eq!(
            found("\u{1112}\u{1161}\u{1112}\u{1161}"),
            [],
            "four letters, no place between"
        );
    }
}
