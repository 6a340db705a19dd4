//! Gate `length_ratio`: panels one of which is far too long for the other, blanks not counted.
//!
//! r = scalars of the sparser panel / scalars of the denser one, by the `density` of their profiles; `least <= r <= most` passes. What is too much
//! depends on how short the shorter panel is:
//!
//! | densities | shorter panel | least | most | source |
//! |---|---|---|---|---|
//! | alphabet, ideograph | under 10 | 3/20 | 12 | measured on 160,000 good English-Chinese pairs: 0 to 42 of 100,000 rejected; median 2.8 |
//! | | 10 to 39 | 2/5 | 9 | |
//! | | 40 and more | 3/5 | 7 | |
//! | alphabet, mixed | any | 1/8 | 8 | as wide on the safe side, not measured |
//! | mixed, ideograph | any | 1/6 | 6 | likewise |
//! | equal | any | 1/6 | 6 | likewise |
//!
//! `least` and `most` as options hold for panels of any length. Where the denser panel is in a classical language ([`classical`](super::classical)) r may be
//! up to `classical` (16). It is a gross check: half of the pairs that were shuffled pass it.
//!
//! Passes: `I` with `我自己一個人` (r = 1/6). Rejects: `I` with `我自己一個人去` (r = 1/7), reason `length_ratio`.

use super::classical::is_classical;
use super::fraction::Fraction;
use super::unit::Panel;
use super::{Finding, Gate, Spec, Unit, options};
use crate::panels::Panels;
use crate::profile::{Density, Language};
use serde::Deserialize;

pub(super) const SPEC: Spec = Spec {
    name: "length_ratio",
    reasons: &["length_ratio"],
    structured: false,
    make,
};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    least: Option<Fraction>,
    most: Option<Fraction>,
    classical: Option<Fraction>,
}

#[derive(Debug)]
struct LengthRatio {
    steps: Vec<Step>,
    classical: Fraction,
}

/// Bounds for pairs whose shorter panel has at least `from` scalars.
#[derive(Clone, Copy, Debug)]
struct Step {
    from: u32,
    least: Fraction,
    most: Fraction,
}

fn make(table: toml::Table, languages: &Panels<Language>) -> Result<Option<Box<dyn Gate>>, String> {
    let given: Options = options(table)?;
    let density = |language: &Language| language.profile.density;
    let (left, right) = (density(&languages.left), density(&languages.right));
    let mut steps = steps(left.min(right), left.max(right));
    for step in &mut steps {
        step.least = given.least.unwrap_or(step.least);
        step.most = given.most.unwrap_or(step.most);
    }
    Ok(Some(Box::new(LengthRatio {
        steps,
        classical: given.classical.unwrap_or(Fraction::new(16, 1)),
    })))
}

/// Returns the bounds for a sparser and a denser language.
fn steps(sparse: Density, dense: Density) -> Vec<Step> {
    let step = |from, (a, b), most| Step {
        from,
        least: Fraction::new(a, b),
        most: Fraction::new(most, 1),
    };
    match (sparse, dense) {
        (Density::Alphabet, Density::Ideograph) => vec![
            step(0, (3, 20), 12),
            step(10, (2, 5), 9),
            step(40, (3, 5), 7),
        ],
        (Density::Alphabet, Density::Mixed) => vec![step(0, (1, 8), 8)],
        _ => vec![step(0, (1, 6), 6)],
    }
}

impl Gate for LengthRatio {
    fn check(&self, unit: &Unit<'_>) -> Option<Finding> {
        let [left, right] = unit.both();
        let density = |panel: &Panel<'_>| panel.language.profile.density;
        if density(left) == density(right) {
            // Of two alike, either may be the longer one.
            return self.look(left, right).or_else(|| self.look(right, left));
        }
        if density(left) < density(right) {
            self.look(left, right)
        } else {
            self.look(right, left)
        }
    }

    fn parameters(&self) -> String {
        let mut said = String::new();
        for step in &self.steps {
            said.push_str(&format!(
                "from {}: {} <= sparser/denser <= {}, ",
                step.from, step.least, step.most
            ));
        }
        format!("{said}classical <= {}", self.classical)
    }
}

impl LengthRatio {
    fn look(&self, sparse: &Panel<'_>, dense: &Panel<'_>) -> Option<Finding> {
        let (parts, whole) = (sparse.census.visible(), dense.census.visible());
        let shorter = parts.min(whole);
        let step = self.steps.iter().rfind(|step| step.from <= shorter)?;
        let short = step.least.is_above(parts, whole);
        let long = step.most.is_below(parts, whole)
            && (!is_classical(dense) || self.classical.is_below(parts, whole));
        (short || long).then(|| Finding::of_pair("length_ratio", format!("{parts}/{whole}")))
    }
}
