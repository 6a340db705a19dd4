//! Counting by pieces between LF, for tokenizers whose file proves that LF is a border of every token.

use super::memo::{Memo, Place};

/// What the engine says of LF itself.
pub(super) struct Newline {
    /// Tokens of one more LF.
    lf: u32,
    /// Tokens of a text that is one LF: what stands before a piece when it is measured in the middle.
    lead: u32,
}

impl Newline {
    /// Measures LF with the engine.
    pub(super) fn measure(whole: &dyn Fn(&str) -> u32) -> Self {
        let lead = whole("\n");
        Self {
            lf: whole("\n\n") - lead,
            lead,
        }
    }

    /// Returns the tokens of a text: its first piece as at a start, the others as after a LF, and the LFs.
    pub(super) fn tokens(&self, text: &str, memo: &Memo, whole: &dyn Fn(&str) -> u32) -> u32 {
        let mut pieces = text.split('\n');
        let first = pieces.next().unwrap_or_default();
        if first.is_empty() {
            return whole(text);
        }
        let mut total = memo.get(Place::Start, first, || whole(first));
        for piece in pieces {
            total += self.lf;
            if !piece.is_empty() {
                total += memo.get(Place::Middle, piece, || {
                    whole(&format!("\n{piece}")) - self.lead
                });
            }
        }
        total
    }
}
