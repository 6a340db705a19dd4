//! Gate `structure`: a structured pair whose panels are not of their format or have not one skeleton (docs/format.md, section 5.6).
//!
//! | reason | passes | rejects |
//! |---|---|---|
//! | `structure` | `{"a": "x"}` with `{"a": "甲"}` | `{"a": "x"}` with `{"a": "甲"` |
//! | `skeleton` | `<p id="a">x</p>` with `<p id="甲">甲</p>` | `<p id="a">x</p>` with `<p>甲</p>` |
//!
//! The ledger's excerpts of such a pair are what [`excerpts`] says: where, and what stands there on each side.

use super::{Finding, Gate, Spec, Unit, options};
use crate::article::{Genre, Structured};
use crate::derive::sha256;
use crate::panels::Panels;
use crate::script::SCALAR_TABLES;
use crate::structure::{Difference, JSON_DEPTH, difference};
use serde::Deserialize;

pub(super) const SPEC: Spec = Spec {
    name: "structure",
    reasons: &REASONS,
    structured: true,
    make: |table, _| {
        let gate: Structure = options(table)?;
        Ok(Some(Box::new(gate)))
    },
};

/// The reason codes of this gate.
pub const REASONS: [&str; 2] = ["structure", "skeleton"];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Structure {}

impl Gate for Structure {
    fn check(&self, unit: &Unit<'_>) -> Option<Finding> {
        let text = unit.panels.as_ref().map(|panel| panel.text);
        let difference = difference(format(unit.genre)?, text.left, text.right)?;
        let reason = match difference {
            Difference::Structure(_) => REASONS[0],
            Difference::Skeleton { .. } => REASONS[1],
        };
        Some(Finding::of_pair(reason, ""))
    }

    fn parameters(&self) -> String {
        let letter = SCALAR_TABLES.iter().find(|(name, _)| *name == "letter");
        let (_, letter) = letter.expect("the format has a table of letters");
        format!(
            "letter {}, json nests <= {JSON_DEPTH}",
            sha256(letter.as_bytes())
        )
    }
}

/// Returns where and how the panels of a rejected pair differ, in at most so many scalars each.
#[must_use]
pub fn excerpts(genre: Genre, text: Panels<&str>, scalars: usize) -> Option<Panels<String>> {
    let difference = difference(format(genre)?, text.left, text.right)?;
    Some(difference.excerpts(scalars))
}

fn format(genre: Genre) -> Option<Structured> {
    match genre {
        Genre::Structured(format) => Some(format),
        _ => None,
    }
}
