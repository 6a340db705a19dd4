//! Gate `copy`: both panels say the same scalars, blanks at their ends apart; nothing was translated.
//!
//! Passes: `Linux kernel` with `Linux 核心`. Rejects: `Linux kernel` with ` Linux kernel`, reason `copy`.

use super::Reason;
use crate::panels::Panels;
use crate::script::is_blank;

/// The reason codes of this gate.
pub const REASONS: [Reason; 1] = ["copy"];

/// Returns the reason why a pair is left out.
#[must_use]
pub fn check(text: Panels<&str>) -> Option<Reason> {
    let trimmed = text.map(|panel| panel.trim_matches(is_blank));
    (trimmed.left == trimmed.right).then_some("copy")
}
