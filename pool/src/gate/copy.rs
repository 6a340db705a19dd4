//! Gate `copy`: both panels say the same scalars, blanks apart; nothing was translated.
//!
//! Passes: `Linux kernel` with `Linux 核心`. Rejects: `Linux kernel` with ` Linux  kernel`, reason `copy`.

use super::{Finding, Plain, Spec, Unit};
use crate::script::is_blank;

pub(super) const SPEC: Spec = Spec {
    name: "copy",
    reasons: &["copy"],
    structured: true,
    make: |table, _| Plain::Pair(check).gate(&table, true),
};

fn check(unit: &Unit<'_>) -> Option<Finding> {
    let [left, right] = unit.both().map(|panel| {
        let visible = panel.text.chars();
        visible.filter(|&scalar| !is_blank(scalar))
    });
    left.eq(right).then(|| Finding::of_pair("copy", ""))
}
