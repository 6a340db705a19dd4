//! Gate `url_only`: a panel that is nothing but addresses: without its URLs, mail addresses and paths it holds no letter.
//!
//! Passes: `See https://example.org/a`. Rejects: `https://example.org/a`, `www.example.org`, reason `url_only`.

use super::unit::Panel;
use super::{Finding, Plain, Spec, class};

pub(super) const SPEC: Spec = Spec {
    name: "url_only",
    reasons: &["url_only"],
    structured: false,
    make: |table, _| Plain::Panel(check).gate(&table, true),
};

fn check(panel: &Panel<'_>) -> Option<Finding> {
    let text = panel.text;
    if !text.contains("://") && !text.contains("www.") {
        return None;
    }
    let pieces = text.split(|scalar| class::of(scalar) == class::BLANK);
    let mut rest = pieces.filter(|piece| !is_address(piece));
    let says = |piece: &str| {
        let mut scalars = piece.chars();
        scalars.any(|scalar| class::is_letter_class(class::of(scalar)))
    };
    (!rest.any(says)).then(|| Finding::in_panel(panel, "url_only", 0, ""))
}

/// Tells whether a piece without blanks is an address: ASCII, with a scheme, `www.` or `@`.
fn is_address(piece: &str) -> bool {
    let begins = |start: &str| {
        piece
            .trim_start_matches(['(', '<', '[', '"'])
            .starts_with(start)
    };
    piece.is_ascii()
        && (begins("http://")
            || begins("https://")
            || begins("ftp://")
            || begins("www.")
            || piece.contains('@'))
}
