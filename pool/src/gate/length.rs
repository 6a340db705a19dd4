//! Gate `length`: a panel with too few letters and digits to say anything, or with more scalars than a source should have.
//!
//! | reason | option, default | passes | rejects |
//! |---|---|---|---|
//! | `too_short` | `least = 1` letters and digits | `OK` with `好` | `…` with `。` |
//! | `too_long` | `most = 0` scalars that are not blank; 0 is no limit | | |
//!
//! A row holds at most 16 MiB whatever this says.

use super::unit::Panel;
use super::{Finding, Gate, Spec, Unit, class, either, options};
use serde::Deserialize;

pub(super) const SPEC: Spec = Spec {
    name: "length",
    reasons: &["too_short", "too_long"],
    structured: false,
    make: |table, _| {
        let gate: Length = options(table)?;
        Ok(Some(Box::new(gate)))
    },
};

#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Length {
    least: u32,
    most: u32,
}

impl Default for Length {
    fn default() -> Self {
        Self { least: 1, most: 0 }
    }
}

impl Gate for Length {
    fn check(&self, unit: &Unit<'_>) -> Option<Finding> {
        either(unit, |panel| self.look(panel))
    }

    fn parameters(&self) -> String {
        let most = match self.most {
            0 => String::new(),
            most => format!(", <= {most} scalars"),
        };
        format!(">= {} letters and digits{most}", self.least)
    }
}

impl Length {
    fn look(&self, panel: &Panel<'_>) -> Option<Finding> {
        let census = &panel.census;
        let says =
            census.letters() + census.of_class(class::DIGIT) + census.of_class(class::FULL_WIDTH);
        let visible = census.visible();
        let found = |reason, count: u32| Finding::in_panel(panel, reason, 0, count.to_string());
        if says < self.least {
            Some(found("too_short", says))
        } else {
            (self.most > 0 && visible > self.most).then(|| found("too_long", visible))
        }
    }
}
