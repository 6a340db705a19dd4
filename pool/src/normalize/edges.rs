//! Repair `edge_lf`: blank lines at either end of a panel (docs/format.md, section 2). No switch turns it off.

use crate::text::is_blank_text;

/// Returns a panel without blank lines at its ends: its first and its last piece show something, or it is empty.
#[must_use]
pub fn edge_lf(panel: &str) -> &str {
    let mut text = panel;
    loop {
        let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
        if text.is_empty() || !is_blank_text(first) {
            break;
        }
        text = rest;
    }
    loop {
        let (rest, last) = text.rsplit_once('\n').unwrap_or(("", text));
        if text.is_empty() || !is_blank_text(last) {
            return text;
        }
        text = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_blank_lines_at_the_ends_go() {
        for (given, kept) in [
            ("a", "a"),
            ("\n\na\n \nb\n\u{3000}\n", "a\n \nb"),
            (" a ", " a "),
            ("\n  a  \n", "  a  "),
            ("", ""),
            ("\n \n", ""),
            (" ", ""),
            ("\u{feff}\n\u{feff}a", "\u{feff}a"),
        ] {
            assert_eq!(edge_lf(given), kept, "{given:?}");
        }
    }
}
