//! Lines of a panel and runs of LF: docs/format.md, sections 1 and 5.

use crate::script::is_blank;
use std::ops::Range;

/// Returns the byte ranges of the lines of a panel: LF-separated pieces that hold a scalar that is not blank.
#[must_use]
pub fn lines(panel: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut start = 0;
    let ends = memchr::memchr_iter(b'\n', panel.as_bytes()).chain([panel.len()]);
    for end in ends {
        if !is_blank_text(&panel[start..end]) {
            out.push(start..end);
        }
        start = end + 1;
    }
    out
}

/// Tells whether a text shows nothing: every scalar is blank.
#[must_use]
pub fn is_blank_text(text: &str) -> bool {
    text.chars().all(is_blank)
}

/// Returns the length of the longest run of LF.
#[must_use]
pub fn longest_lf_run(text: &str) -> usize {
    let mut longest = 0;
    let mut run = 0;
    let mut next = 0;
    for at in memchr::memchr_iter(b'\n', text.as_bytes()) {
        run = if at == next { run + 1 } else { 1 };
        next = at + 1;
        longest = longest.max(run);
    }
    longest
}

/// Returns the first `scalars` scalars of a text.
#[must_use]
pub fn excerpt(text: &str, scalars: usize) -> &str {
    text.char_indices()
        .nth(scalars)
        .map_or(text, |(at, _)| &text[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_shows_something_and_keeps_its_blanks() {
        let text = " a \n\u{3000}\n\n b\n\u{feff}\nc";
        let found: Vec<&str> = lines(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, [" a ", " b", "c"]);
        assert!(lines("\n \n").is_empty());
    }

    #[test]
    fn runs_of_lf_are_counted_wherever_they_stand() {
        for (text, longest) in [
            ("", 0),
            ("\n", 1),
            ("a\n\nb\n", 2),
            ("\n\n\na\n\nb", 3),
            ("a\n \n", 1),
        ] {
            assert_eq!(longest_lf_run(text), longest, "{text:?}");
        }
    }
}
