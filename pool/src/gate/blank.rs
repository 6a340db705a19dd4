//! Gate `blank`: a panel that shows nothing (docs/format.md, section 2: a panel holds a scalar that is not blank). It cannot be switched off.
//!
//! Passes: `Yes` with `是`. Rejects: `Yes` with U+3000, reason `blank`.

use super::{Finding, Gate, Spec, Unit, either, options};
use serde::Deserialize;

pub(super) const SPEC: Spec = Spec {
    name: "blank",
    reasons: &["blank"],
    structured: true,
    make: |table, _| {
        let gate: Blank = options(table)?;
        Ok(Some(Box::new(gate)))
    },
};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Blank {}

impl Gate for Blank {
    fn check(&self, unit: &Unit<'_>) -> Option<Finding> {
        either(unit, |panel| {
            (panel.census.visible() == 0).then(|| Finding::in_panel(panel, "blank", 0, ""))
        })
    }

    fn parameters(&self) -> String {
        String::new()
    }
}
