//! Gates: which pairs are left out, and why. docs/gates.md shows each with what it costs and how often it errs.
//!
//! A gate looks at whole units: an article of `jsonl`, one row of `tsv` or `lines` (a bad row is left out alone, its group stays), after
//! repairs ([`normalize`](crate::normalize), [`repair`](crate::repair)). A text is kept whole or left out; no gate edits it. What a gate knows of a
//! language is the profile of its panel ([`profile`](crate::profile)), on whichever side it stands, and where a question makes sense for both panels
//! it is asked of both: swapping the panels swaps the verdicts. Reasons of one panel begin with its language: `en_bare_cjk`.
//!
//! They run in the order of [`ALL`], cheap ones first; the first that rejects a unit names it in the ledger. `[gates]` of a
//! `sources.toml` and of each of its sources switches them and sets their options ([`rule`]).

mod bare_cjk;
mod blank;
mod boilerplate;
mod cjk_punct;
pub mod class;
mod classical;
mod control;
mod copy;
mod core_script;
mod forms;
pub mod fraction;
mod html_residue;
pub mod known;
pub(crate) mod language_id;
mod length;
mod length_ratio;
mod mojibake;
mod numbers;
mod numerals;
mod repetition;
pub mod rule;
mod scalar;
mod script_share;
mod simplified;
mod spread;
mod stray;
pub mod structure;
mod symbols;
pub mod tails;
mod tokens;
pub mod unit;
mod untranslated;
mod url_only;
mod wording;

pub use rule::{Config, Gates};
pub use unit::{Panel, Unit};

use crate::panels::{Panels, Side};
use crate::profile::Language;

/// A reason code.
pub type Reason = String;

/// What a gate found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Why the unit is left out.
    pub reason: Reason,
    /// In which panel, if in one.
    pub side: Option<Side>,
    /// At which byte of that panel.
    pub at: usize,
    /// What was found there, in a few words.
    pub found: String,
}

impl Finding {
    /// Makes a finding of the whole pair.
    pub(crate) fn of_pair(reason: &str, found: impl Into<String>) -> Self {
        Self {
            reason: reason.to_owned(),
            side: None,
            at: 0,
            found: found.into(),
        }
    }

    /// Makes a finding of one panel, whose reason begins with its language.
    pub(crate) fn of_panel(
        panel: &Panel<'_>,
        code: &str,
        at: usize,
        found: impl Into<String>,
    ) -> Self {
        Self {
            reason: panel.language.reason(code),
            ..Self::in_panel(panel, code, at, found)
        }
    }

    /// Makes a finding of one panel, whose reason is the same for every language.
    pub(crate) fn in_panel(
        panel: &Panel<'_>,
        reason: &str,
        at: usize,
        found: impl Into<String>,
    ) -> Self {
        Self {
            reason: reason.to_owned(),
            side: Some(panel.side),
            at,
            found: found.into(),
        }
    }
}

/// One gate with its options.
pub(crate) trait Gate: Send + Sync + std::fmt::Debug {
    /// Says why a unit is left out, if it is.
    fn check(&self, unit: &Unit<'_>) -> Option<Finding>;

    /// Returns the options and tables it decides by, as the header of a pool says them.
    fn parameters(&self) -> String;
}

/// What a gate is called and how it is made.
pub(crate) struct Spec {
    pub(crate) name: &'static str,
    /// Its reason codes; those that begin with `_` follow the language of a panel.
    pub(crate) reasons: &'static [&'static str],
    /// Whether it looks at structured articles too. In markup the others would judge tags, keys and link targets instead of text.
    pub(crate) structured: bool,
    /// Makes it of its options; nothing if it has no question for these languages.
    pub(crate) make: Make,
}

type Make = fn(toml::Table, &Panels<Language>) -> Result<Option<Box<dyn Gate>>, String>;

/// Every gate, in the order they run.
pub(crate) const ALL: [Spec; 22] = [
    blank::SPEC,
    length::SPEC,
    mojibake::SPEC,
    control::SPEC,
    core_script::SPEC,
    copy::SPEC,
    stray::SPEC,
    simplified::SPEC,
    bare_cjk::SPEC,
    cjk_punct::SPEC,
    length_ratio::SPEC,
    symbols::SPEC,
    url_only::SPEC,
    html_residue::SPEC,
    repetition::SPEC,
    script_share::SPEC,
    untranslated::SPEC,
    numbers::SPEC,
    boilerplate::SPEC,
    wording::SPEC,
    language_id::SPEC,
    structure::SPEC,
];

/// A gate without options: what it asks of a pair, or of each panel.
#[derive(Debug)]
pub(crate) enum Plain {
    Pair(fn(&Unit<'_>) -> Option<Finding>),
    Panel(fn(&Panel<'_>) -> Option<Finding>),
}

impl Gate for Plain {
    fn check(&self, unit: &Unit<'_>) -> Option<Finding> {
        match self {
            Self::Pair(ask) => ask(unit),
            Self::Panel(ask) => either(unit, ask),
        }
    }

    fn parameters(&self) -> String {
        String::new()
    }
}

impl Plain {
    /// Makes the gate, if it has a question for these languages.
    pub(crate) fn gate(
        self,
        table: &toml::Table,
        asks: bool,
    ) -> Result<Option<Box<dyn Gate>>, String> {
        match table.keys().next() {
            Some(name) => Err(format!(
                "unknown field `{name}`: the gate has no options but `allow`"
            )),
            None => Ok(asks.then(|| Box::new(self) as Box<dyn Gate>)),
        }
    }
}

/// Reads the options of a gate.
pub(crate) fn options<T: serde::de::DeserializeOwned>(table: toml::Table) -> Result<T, String> {
    toml::Value::Table(table)
        .try_into()
        .map_err(|error: toml::de::Error| error.message().to_owned())
}

/// Asks both panels. Where both are at fault, the answer does not depend on which stands left.
pub(crate) fn either(
    unit: &Unit<'_>,
    ask: impl Fn(&Panel<'_>) -> Option<Finding>,
) -> Option<Finding> {
    let [left, right] = unit.both().map(&ask);
    match (left, right) {
        (Some(left), Some(right)) => {
            let key = |finding: &Finding| (finding.reason.clone(), finding.found.clone());
            Some(if key(&right) < key(&left) {
                right
            } else {
                left
            })
        }
        (left, right) => left.or(right),
    }
}

#[cfg(test)]
mod tests;
