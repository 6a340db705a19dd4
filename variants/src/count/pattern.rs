//! Counting by pieces for tokenizers that cut text by a known pattern (`file.rs` lists them) before BPE.
//!
//! Why it is exact. Let a *border* be the place between a run of LF and a scalar that `is_visible` says is no white space
//! and no mark. In each known pattern:
//! 1. no match holds LF and something visible after it: the parts that may hold LF (`[\r\n]*`, `\s*[\r\n]+`, `\s+`) hold
//!    white space alone after their first LF. So a border is a border of matches;
//! 2. what stands before a border is cut the same whatever the visible text after it is: the only look ahead is `(?!\S)`;
//! 3. what stands after it is cut as at a start: nothing looks behind;
//! 4. NFC joins nothing across LF, added tokens hold neither LF nor blanks, and each match becomes tokens by itself.
//!
//! So a text is the sum of its pieces between borders, a piece before k LF measured with `x` after them. That measure in
//! turn is the piece's own, and a correction for its end: a match ends where a run of letters or digits ends, so the
//! correction depends only on what follows the last letter or digit, and is measured on that.

use super::memo::{Memo, Place};

/// What the corrections need to know of the tokenizer.
pub(super) struct PatternSeam {
    /// Added tokens that are cut out of text: a piece that holds one is corrected as a whole.
    cut_out: Vec<String>,
    /// Tokens of `x`, which stands for visible text.
    visible: u32,
}

/// A match may grow over line feeds and be fewer tokens than without them: corrections are kept above zero by this.
const BIAS: u32 = 1 << 24;

/// The end of a piece is looked at no further back than this many scalars.
const END_SCALARS: usize = 24;

impl PatternSeam {
    pub(super) fn measure(cut_out: Vec<String>, whole: &dyn Fn(&str) -> u32) -> Self {
        Self {
            cut_out,
            visible: whole("x"),
        }
    }

    /// Returns the tokens of a text.
    pub(super) fn tokens(&self, text: &str, memo: &Memo, whole: &dyn Fn(&str) -> u32) -> u32 {
        let mut total = 0;
        let mut rest = text;
        while let Some((piece, lf, after)) = cut(rest) {
            total += memo.get(Place::Start, piece, || whole(piece));
            total = total + self.end(piece, lf, memo, whole) - BIAS;
            rest = after;
        }
        total + memo.get(Place::Start, rest, || whole(rest))
    }

    /// What `lf` line feeds add after a piece when visible text follows, and `BIAS`.
    fn end(&self, piece: &str, lf: usize, memo: &Memo, whole: &dyn Fn(&str) -> u32) -> u32 {
        let end = if self
            .cut_out
            .iter()
            .any(|token| piece.contains(token.as_str()))
        {
            piece
        } else {
            last_letter(piece).map_or(piece, |at| &piece[at..])
        };
        memo.get(Place::End { lf }, end, || {
            let line_feeds = "\n".repeat(lf);
            whole(&format!("{end}{line_feeds}x")) + BIAS - self.visible - whole(end)
        })
    }
}

/// Cuts at the first border: the piece, the LF before it, and the rest. A text that begins with LF has no piece there.
fn cut(text: &str) -> Option<(&str, usize, &str)> {
    let mut from = 0;
    loop {
        let at = from + memchr::memchr(b'\n', &text.as_bytes()[from..])?;
        let run = text[at..].bytes().take_while(|&byte| byte == b'\n').count();
        let after = &text[at + run..];
        if at > 0 && after.chars().next().is_some_and(is_visible) {
            return Some((&text[..at], run, after));
        }
        from = at + run;
    }
}

/// Scalars that no version of any table calls white space, a mark, or part of a composition with what stands before.
fn is_visible(scalar: char) -> bool {
    matches!(scalar,
        '!'..='~' | '\u{2010}'..='\u{2027}' | '\u{3001}'..='\u{3029}' | '\u{3041}'..='\u{3096}'
        | '\u{30a1}'..='\u{30fa}' | '\u{4e00}'..='\u{9fff}' | '\u{ff01}'..='\u{ff60}')
}

/// Finds the last scalar that every version of the tables calls a letter or a digit.
fn last_letter(piece: &str) -> Option<usize> {
    let letter = |scalar: char| {
        scalar.is_ascii_alphanumeric()
            || matches!(scalar, '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' | '\u{4e00}'..='\u{9fa5}')
    };
    piece
        .char_indices()
        .rev()
        .take(END_SCALARS)
        .find(|&(_, scalar)| letter(scalar))
        .map(|found| found.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_before_visible_text_only() {
        assert_eq!(cut("a\n\nb\nc"), Some(("a", 2, "b\nc")));
        assert_eq!(cut("a\n b\n\u{301}c\nd"), Some(("a\n b\n\u{301}c", 1, "d")));
        assert_eq!(cut("a\n"), None);
        assert_eq!(cut("\na\nb"), Some(("\na", 1, "b")));
        assert_eq!(cut(""), None);
    }

    #[test]
    fn the_end_of_a_piece_begins_at_its_last_letter() {
        let end = |piece: &'static str| last_letter(piece).map(|at| &piece[at..]);
        assert_eq!(end("foo.\u{201d})"), Some("o.\u{201d})"));
        assert_eq!(end("好。」"), Some("好。」"));
        assert_eq!(end("..."), None);
    }
}
