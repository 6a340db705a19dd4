//! Gate `control`: scalars that no text holds: C0 and C1 controls other than tab and LF, private use, U+FFFD, noncharacters.
//!
//! Passes: `價格下跌了。`. Rejects: the same with U+E000 in it, reason `control_or_pua`. (Characters that one registry office drew for itself stand
//! in the private use area of its documents; nothing else can show them.)

use super::unit::Panel;
use super::{Finding, Plain, Spec, class};

pub(super) const SPEC: Spec = Spec {
    name: "control",
    reasons: &["control_or_pua"],
    structured: true,
    make: |table, _| Plain::Panel(check).gate(&table, true),
};

fn check(panel: &Panel<'_>) -> Option<Finding> {
    let census = &panel.census;
    if census.of_class(class::CONTROL) + census.of_class(class::PRIVATE) == 0 {
        return None;
    }
    let (at, scalar) = panel
        .text
        .char_indices()
        .find(|&(_, scalar)| matches!(class::of(scalar), class::CONTROL | class::PRIVATE))?;
    let found = format!("U+{:04X}", u32::from(scalar));
    Some(Finding::in_panel(panel, "control_or_pua", at, found))
}
