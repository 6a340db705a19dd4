//! What looks like personal data, before the words around it have been weighed on both panels.

use super::{Found, Kind};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What the words around a candidate say. Their order is their strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum State {
    /// It needs a word that names it, and there is none.
    Asks,
    /// It is personal data.
    Sure,
    /// A word says that it is something else.
    Refused,
}

impl State {
    /// Returns sure or asks.
    pub(super) fn of(sure: bool) -> Self {
        if sure { Self::Sure } else { Self::Asks }
    }
}

/// A stretch that has the form of a kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) found: Found,
    pub(super) state: State,
}

/// Candidates of one panel.
#[derive(Debug, Default)]
pub(super) struct Candidates(pub(super) Vec<Candidate>);

impl Candidates {
    /// Adds one.
    pub(super) fn add(&mut self, kind: Kind, start: usize, end: usize, state: State) {
        let found = Found { kind, start, end };
        self.0.push(Candidate { found, state });
    }

    /// Notes for every value the strongest that is said of it.
    pub(super) fn note(&self, panel: &str, said: &mut Said) {
        for candidate in &self.0 {
            let state = said
                .0
                .entry(key(panel, candidate.found))
                .or_insert(candidate.state);
            *state = candidate.state.max(*state);
        }
    }

    /// Returns what is personal data after all, in order of place: of two that overlap the longer one, then the earlier kind.
    pub(super) fn settle(mut self, panel: &str, said: &Said) -> Vec<Found> {
        self.0
            .retain(|candidate| said.0.get(&key(panel, candidate.found)) == Some(&State::Sure));
        let mut all: Vec<Found> = self.0.iter().map(|candidate| candidate.found).collect();
        all.sort_by_key(|found| (Reverse(found.end - found.start), found.kind, found.start));
        let mut taken: BTreeMap<usize, Found> = BTreeMap::new();
        for found in all {
            let before = taken.range(..found.end).next_back();
            if before.is_none_or(|(_, before)| before.end <= found.start) {
                taken.insert(found.start, found);
            }
        }
        taken.into_values().collect()
    }
}

/// What is said of each value, wherever it stands: a word beside it on one panel counts for the other too.
#[derive(Debug, Default)]
pub(super) struct Said(BTreeMap<(Kind, String), State>);

/// Returns a value without the blanks, hyphens and brackets that people write in it.
fn key(panel: &str, found: Found) -> (Kind, String) {
    let text = panel[found.start..found.end].chars();
    let part = text.filter(|part| part.is_ascii_alphanumeric() || matches!(part, '.' | ':' | '@'));
    (
        found.kind,
        part.map(|part| part.to_ascii_uppercase()).collect(),
    )
}
