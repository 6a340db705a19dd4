//! Gate `copy`: both panels say the same scalars, blanks apart; nothing was translated.
//!
//! Passes: `Linux kernel` with `Linux 核心`. Rejects: `Linux kernel` with ` Linux  kernel`, reason `copy`.

use super::{Finding, Gate, Spec, Unit, options};
use crate::script::is_blank;
use serde::Deserialize;

pub(super) const SPEC: Spec = Spec {
    name: "copy",
    reasons: &["copy"],
    structured: true,
    make: |table, _| {
        let gate: Copy = options(table)?;
        Ok(Some(Box::new(gate)))
    },
};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Copy {}

impl Gate for Copy {
    fn check(&self, unit: &Unit<'_>) -> Option<Finding> {
        let [left, right] = unit.both().map(|panel| {
            let visible = panel.text.chars();
            visible.filter(|&scalar| !is_blank(scalar))
        });
        left.eq(right).then(|| Finding::of_pair("copy", ""))
    }

    fn parameters(&self) -> String {
        String::new()
    }
}
