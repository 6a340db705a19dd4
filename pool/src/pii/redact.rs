//! Puts placeholders in place of what was found, if both panels agree on them.

use super::candidate::Said;
use super::{Found, Kind, Rule, candidates};
use crate::panels::Panels;
use std::collections::BTreeMap;

/// What became of a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It holds nothing of the kinds that are looked for.
    Clean,
    /// Both panels hold the same placeholders in the same order.
    Replaced {
        /// The panels with placeholders.
        text: Panels<String>,
        /// How many of each kind stood on one panel, ascending by kind.
        counts: Vec<(Kind, u64)>,
    },
    /// The pair is to be left out.
    Rejected {
        /// `pii_differs` or `pii_private_key`.
        reason: &'static str,
        /// The kinds that each panel holds, in order: names, never the data.
        found: Panels<String>,
    },
}

/// A panel with placeholders, and where they stand.
struct Panel {
    text: String,
    placed: Vec<Found>,
}

/// Looks at a pair and replaces what it holds of personal data.
///
/// What a replacement uncovers (a number that stood in a list with the replaced one) is replaced too, so that a second call finds nothing.
#[must_use]
pub fn redact(text: Panels<&str>, rule: &Rule) -> Outcome {
    let mut found = look(text, rule);
    if found.left.is_empty() && found.right.is_empty() {
        return Outcome::Clean;
    }
    let mut panels = text.map(|text| Panel {
        text: text.to_owned(),
        placed: Vec::new(),
    });
    // Every round takes digits or at signs away and puts none in, so this ends.
    while !found.left.is_empty() || !found.right.is_empty() {
        panels.left.place(&found.left);
        panels.right.place(&found.right);
        if let Some(reason) = reason(&panels) {
            let found = panels.map(|panel| panel.names());
            return Outcome::Rejected { reason, found };
        }
        found = look(panels.as_ref().map(|panel| panel.text.as_str()), rule);
    }
    Outcome::Replaced {
        counts: counts(&panels),
        text: panels.map(|panel| panel.text),
    }
}

/// Finds what both panels hold, weighing the words of both.
pub(super) fn look(text: Panels<&str>, rule: &Rule) -> Panels<Vec<Found>> {
    let all = text.map(|panel| candidates(panel, rule));
    let mut said = Said::default();
    all.left.note(text.left, &mut said);
    all.right.note(text.right, &mut said);
    Panels {
        left: rule.without_allowed(text.left, all.left.settle(text.left, &said)),
        right: rule.without_allowed(text.right, all.right.settle(text.right, &said)),
    }
}

/// Returns why a pair is left out, if it is.
fn reason(panels: &Panels<Panel>) -> Option<&'static str> {
    let (left, right) = (&panels.left.placed, &panels.right.placed);
    let is_key = |found: &Found| found.kind == Kind::PrivateKey;
    if left.iter().chain(right).any(is_key) {
        return Some("pii_private_key");
    }
    let shown = |found: &Found| found.kind.placeholder();
    let same = left.iter().map(shown).eq(right.iter().map(shown));
    (!same).then_some("pii_differs")
}

/// Counts kinds. Where the panels write one thing in two forms (a mobile, with and without its country), the earlier kind counts.
fn counts(panels: &Panels<Panel>) -> Vec<(Kind, u64)> {
    let mut counts: BTreeMap<Kind, u64> = BTreeMap::new();
    for (left, right) in panels.left.placed.iter().zip(&panels.right.placed) {
        *counts.entry(left.kind.min(right.kind)).or_default() += 1;
    }
    counts.into_iter().collect()
}

impl Panel {
    /// Replaces what was found, and keeps where all placeholders stand.
    fn place(&mut self, found: &[Found]) {
        let mut all: Vec<Found> = self.placed.iter().chain(found).copied().collect();
        all.sort_by_key(|found| found.start);
        let mut text = String::with_capacity(self.text.len());
        let mut placed = Vec::new();
        let mut from = 0;
        for found in all {
            text.push_str(&self.text[from..found.start]);
            // A slash over the last scalar would be composed with the `>` of the placeholder: it goes with what it crossed.
            let rest = &self.text[found.end..];
            from = self.text.len() - rest.trim_start_matches('\u{338}').len();
            placed.push(put(&mut text, found.kind));
        }
        text.push_str(&self.text[from..]);
        *self = Self { text, placed };
    }

    /// Returns the kinds that it held.
    fn names(&self) -> String {
        let names: Vec<&str> = self.placed.iter().map(|found| found.kind.name()).collect();
        names.join(" ")
    }
}

/// Appends a placeholder.
fn put(text: &mut String, kind: Kind) -> Found {
    let start = text.len();
    text.push_str(kind.placeholder());
    Found {
        kind,
        start,
        end: text.len(),
    }
}
