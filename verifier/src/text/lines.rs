//! Lines of a panel and the form of a panel: format.md, sections 1 and 2.

use std::ops::Range;

use super::scalars::is_blank;

/// Returns the byte range of each line, in order.
pub fn lines(panel: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    panel.split('\n').filter_map(move |piece| {
        let range = start..start + piece.len();
        start = range.end + 1;
        holds_text(piece).then_some(range)
    })
}

/// Returns the number of lines.
#[must_use]
pub fn line_count(panel: &str) -> usize {
    lines(panel).count()
}

/// Returns what a panel of the pool must not hold, if it does.
#[must_use]
pub fn panel_fault(panel: &str) -> Option<&'static str> {
    let bytes = panel.as_bytes();
    if bytes.contains(&0) {
        return Some("U+0000");
    }
    if bytes.contains(&b'\r') {
        return Some("U+000D");
    }
    let first = panel.split('\n').next().unwrap_or_default();
    let last = panel.rsplit('\n').next().unwrap_or_default();
    if !holds_text(first) {
        return Some("a blank line at its start, or nothing");
    }
    (!holds_text(last)).then_some("a blank line at its end")
}

fn holds_text(piece: &str) -> bool {
    piece.chars().any(|scalar| !is_blank(scalar))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(panel: &str) -> Vec<&str> {
        lines(panel).map(|range| &panel[range]).collect()
    }

    #[test]
    fn lines_keep_blanks_and_skip_blank_pieces() {
        assert_eq!(texts("a\n\n b \n\u{3000}\u{200b}\nc"), ["a", " b ", "c"]);
        assert_eq!(texts("one"), ["one"]);
        assert_eq!(texts(" \n"), [""; 0]);
        assert_eq!(texts("a\u{2028}b\rc"), ["a\u{2028}b\rc"]);
    }

    #[test]
    fn panels_have_a_form() {
        assert_eq!(panel_fault(" a\n\n\u{feff}\nb "), None);
        assert!(panel_fault("").is_some());
        assert!(panel_fault("\na").is_some());
        assert!(panel_fault("a\n").is_some());
        assert!(panel_fault("a\n\u{a0}").is_some());
        assert!(panel_fault("a\0b").is_some());
        assert!(panel_fault("a\rb").is_some());
    }
}
