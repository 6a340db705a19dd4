//! Gate `no_han`: a Chinese panel without any Han character is not Chinese.
//!
//! Passes: `請先安裝 task-gnome-desktop`. Rejects: `avanzate le impostazioni.`, reason `zh_no_han`.

use super::{Reason, scalar};

/// The reason codes of this gate.
pub const REASONS: [Reason; 1] = ["zh_no_han"];

/// Returns the reason why a Chinese panel is left out.
#[must_use]
pub fn check(panel: &str) -> Option<Reason> {
    (!panel.chars().any(scalar::is_han)).then_some("zh_no_han")
}
