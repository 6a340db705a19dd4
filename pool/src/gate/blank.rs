//! Gate `blank`: a panel that shows nothing (docs/format.md, section 2: a panel holds a scalar that is not blank).
//!
//! Passes: `Yes` with `是`. Rejects: `Yes` with U+3000, reason `blank`.

use super::Reason;
use crate::panels::Panels;
use crate::text::is_blank_text;

/// The reason codes of this gate.
pub const REASONS: [Reason; 1] = ["blank"];

/// Returns the reason why a pair is left out.
#[must_use]
pub fn check(text: Panels<&str>) -> Option<Reason> {
    (is_blank_text(text.left) || is_blank_text(text.right)).then_some("blank")
}
