//! Gate `symbols`: more symbols than text, or a drawing.
//!
//! | reason | option, default | passes | rejects |
//! |---|---|---|---|
//! | `symbol_density` | `share = "11/20"` of the scalars that are not blank, of panels of `least = 20` of them | `x = f(a[i] + 1)` | `=== *** --- >>> !!! ###` |
//! | `box_drawing` | `boxes = 3` scalars of U+2502..U+259F (U+2500 and U+2501 are dashes too) | `他說──走吧` | `┌──┬──┐` |
//!
//! Symbols are what is neither a letter or a mark nor a digit nor East Asian punctuation.

use super::fraction::Fraction;
use super::unit::Panel;
use super::{Finding, Gate, Spec, Unit, class, either, options};
use serde::Deserialize;

pub(super) const SPEC: Spec = Spec {
    name: "symbols",
    reasons: &["symbol_density", "box_drawing"],
    structured: false,
    make: |table, _| {
        let gate: Symbols = options(table)?;
        Ok(Some(Box::new(gate)))
    },
};

#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Symbols {
    share: Fraction,
    least: u32,
    boxes: u32,
}

impl Default for Symbols {
    fn default() -> Self {
        Self {
            share: Fraction::new(11, 20),
            least: 20,
            boxes: 3,
        }
    }
}

impl Gate for Symbols {
    fn check(&self, unit: &Unit<'_>) -> Option<Finding> {
        either(unit, |panel| self.look(panel))
    }

    fn parameters(&self) -> String {
        format!(
            "symbols <= {} of >= {} scalars, box drawing < {}",
            self.share, self.least, self.boxes
        )
    }
}

impl Symbols {
    fn look(&self, panel: &Panel<'_>) -> Option<Finding> {
        let census = &panel.census;
        let boxes = census.of_class(class::BOX);
        if boxes >= self.boxes {
            let at = panel.text.find(|c| class::of(c) == class::BOX).unwrap_or(0);
            return Some(Finding::in_panel(
                panel,
                "box_drawing",
                at,
                boxes.to_string(),
            ));
        }
        let visible = census.visible();
        let symbols = census.of_class(class::ASCII) + census.of_class(class::OTHER) + boxes;
        (visible >= self.least && self.share.is_below(symbols, visible)).then(|| {
            let found = format!("{symbols}/{visible}");
            Finding::in_panel(panel, "symbol_density", 0, found)
        })
    }
}
