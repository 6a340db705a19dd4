//! Gate `blank`: a panel that shows nothing (docs/format.md, section 2: a panel holds a scalar that is not blank). It cannot be switched off.
//!
//! Passes: `Yes` with `是`. Rejects: `Yes` with U+3000, reason `blank`.

use super::unit::Panel;
use super::{Finding, Plain, Spec};

pub(super) const SPEC: Spec = Spec {
    name: "blank",
    reasons: &["blank"],
    structured: true,
    make: |table, _| Plain::Panel(check).gate(&table, true),
};

fn check(panel: &Panel<'_>) -> Option<Finding> {
    (panel.census.visible() == 0).then(|| Finding::in_panel(panel, "blank", 0, ""))
}
