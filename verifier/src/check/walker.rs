//! One walk over base materials in the order of their ranks: format.md, sections 5.4 to 5.6.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::Short;
use super::attempt::{Attempt, Walk, attempt, material};
use super::selection::{Of, put};
use super::walked::{Step, Walked};
use crate::finding::{Check, Code, Fault};
use crate::stream::{Rank, rank};
use crate::tally::Tally;
use crate::wire::View;

/// Base materials and the order in which they are walked.
pub(crate) struct Candidates<'a> {
    /// Ascending.
    materials: &'a [(u64, View)],
    /// Places in `materials`, by rank.
    order: Vec<(Rank, u32)>,
}

impl<'a> Candidates<'a> {
    pub(crate) fn new(of: Of<'_>, what: Walk, materials: &'a [(u64, View)]) -> Self {
        let seed = &of.rules.recipe.seed32;
        let purpose = what.purpose();
        let name = |at: u32| {
            let at = usize::try_from(at).expect("a place was an index");
            material(of.side, materials[at]).to_string()
        };
        let count = u32::try_from(materials.len()).expect("fewer materials than 2^32");
        let ranked = (0..count).into_par_iter();
        let mut order: Vec<_> = ranked
            .map(|at| (rank(seed, &purpose, &name(at)), at))
            .collect();
        order.par_sort_unstable_by(|one, other| {
            one.0
                .cmp(&other.0)
                .then_with(|| name(one.1).cmp(&name(other.1)))
        });
        Self { materials, order }
    }
}

/// Walks until a number of records is reached, and looks whether what was found is what the walk
/// gives.
pub(crate) fn walk(
    of: Of<'_>,
    what: Walk,
    candidates: &Candidates<'_>,
    found: &[Walked],
    part: u64,
    tally: &mut Tally,
) {
    let mut walking = Walking {
        of,
        what,
        found: Vec::new(),
        texts: BTreeSet::new(),
        known: found
            .iter()
            .all(|walked| walked.text.is_some() || walked.step == Step::Passed),
        made: 0,
        tally,
    };
    walking.place(candidates.materials, found);
    for (_, at) in &candidates.order {
        if walking.made == part {
            break;
        }
        let used = candidates.materials[usize::try_from(*at).expect("a place was an index")];
        walking.step(used);
    }
    walking.rest();
}

struct Walking<'a, 'b> {
    of: Of<'a>,
    what: Walk,
    /// What was found, ascending by material, and whether the walk came to it.
    found: Vec<(Walked, bool)>,
    /// Texts of the records so far.
    texts: BTreeSet<Short>,
    /// Whether the texts of all records are known.
    known: bool,
    made: u64,
    tally: &'b mut Tally,
}

impl Walking<'_, '_> {
    /// Keeps what was found of base materials, once each; puts a fault of all else.
    fn place(&mut self, materials: &[(u64, View)], found: &[Walked]) {
        let mut found = found.to_vec();
        found.sort_unstable();
        for walked in found {
            self.tally.saw(Check::Selection, 1);
            let last = self.found.last().map(|(last, _)| last.used);
            let (code, expected) = if last == Some(walked.used) {
                (Code::Duplicate, "one record or row of a material")
            } else if materials.binary_search(&walked.used).is_err() {
                (Code::Material, "a base material of the split")
            } else {
                self.found.push((walked, false));
                continue;
            };
            let code = if walked.is_record() {
                code
            } else {
                Code::Ledger
            };
            self.put(walked, code, expected);
        }
    }

    /// Takes the next material of the walk.
    fn step(&mut self, used: (u64, View)) {
        let at = self
            .found
            .binary_search_by_key(&used, |(walked, _)| walked.used);
        let Ok(at) = at else {
            self.missing(used);
            return;
        };
        let walked = self.found[at].0;
        self.found[at].1 = true;
        match walked.step {
            Step::Passed => {}
            Step::Repeats => {
                let repeats = walked.text.is_none_or(|text| self.texts.contains(&text));
                if self.known && !repeats {
                    self.put(walked, Code::Ledger, "a text that the walk gave before");
                }
            }
            Step::Record | Step::NotTaken => {
                self.made += 1;
                let new = walked.text.is_none_or(|text| self.texts.insert(text));
                if !new {
                    let code = if walked.is_record() {
                        Code::NotInPlan
                    } else {
                        Code::Ledger
                    };
                    self.put(walked, code, "a text that the walk did not give before");
                }
            }
        }
    }

    /// Tries a material that has neither record nor row, and puts what it should have.
    fn missing(&mut self, used: (u64, View)) {
        let tried = attempt(self.of.rules, self.of.side, self.what, used);
        let (code, expected) = match tried {
            Some(Attempt::NoEffect) => (Code::Ledger, "a row no_effect"),
            Some(Attempt::Unfit) => (Code::Ledger, "a row unfit"),
            Some(Attempt::OverBudget) => (Code::Ledger, "a row over_budget"),
            Some(Attempt::Made(text)) if self.texts.contains(&text) => {
                (Code::Ledger, "a row repeats")
            }
            Some(Attempt::Made(text)) => {
                self.made += 1;
                self.texts.insert(text);
                (Code::Missing, "a record")
            }
            None => (Code::Missing, "a record or row"),
        };
        let expected = format!("{expected} of {}", self.what.name());
        let fault = Fault::new(code, expected, "none");
        put(self.of, Err(used), fault, self.tally);
    }

    /// Puts a fault of all that the walk did not come to.
    fn rest(&mut self) {
        let left = self.found.iter().filter(|(_, seen)| !seen);
        let left: Vec<Walked> = left.map(|(walked, _)| *walked).collect();
        for walked in left {
            let code = if walked.is_record() {
                Code::NotInPlan
            } else {
                Code::Ledger
            };
            self.put(walked, code, "nothing behind the end of the walk");
        }
    }

    fn put(&mut self, walked: Walked, code: Code, expected: &str) {
        let expected = format!("{}: {expected}", self.what.name());
        let material = material(self.of.side, walked.used);
        put(
            self.of,
            Ok(walked.at),
            Fault::new(code, expected, material),
            self.tally,
        );
    }
}
