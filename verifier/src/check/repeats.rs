//! Are texts that repeat where the rules allow it? format.md, sections 5.1, 5.2 and 8.2.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::Rules;
use super::attempt::Walk;
use super::gathered::{Gathered, Role, SeenText};
use crate::finding::{Check, Code, Fault, Place};
use crate::tally::Tally;
use crate::wire::Split;

/// Looks at all texts that were seen; sorts them.
///
/// Without the pool the ledger's texts are not known, and only what repeats among records is
/// looked at.
pub(crate) fn check(rules: &Rules<'_>, gathered: &mut Gathered, tally: &mut Tally) {
    gathered.texts.par_sort_unstable();
    let mut repeated = 0_u64;
    for same in gathered.texts.chunk_by(|one, other| one.text == other.text) {
        repeated += repeats(same);
        judge(rules, same, tally);
        judge_walked(rules, same, tally);
    }
    let place = Place::file(super::manifest::NAME);
    let pair = (&repeated, &rules.manifest.shared.texts);
    tally.equal(Check::Totals, &place, Code::Counts, "shared texts", pair);
}

/// Counts records whose text an earlier record of their split has.
fn repeats(same: &[SeenText]) -> u64 {
    let records = |seen: &&SeenText| {
        matches!(
            seen.role,
            Role::Base | Role::Longform | Role::Run | Role::Cross | Role::Walked(_) | Role::Pair
        )
    };
    let of = |split: Split| {
        same.iter()
            .filter(records)
            .filter(|seen| seen.split == split)
            .count()
    };
    let extra = Split::ALL.map(|split| of(split).saturating_sub(1));
    u64::try_from(extra.iter().sum::<usize>()).expect("a count in memory fits 64 bits")
}

/// Looks whether no two records of a kind of noise, of shape or of generated schema have one text
/// in a split; those of shape that were not taken are among them.
fn judge_walked(rules: &Rules<'_>, same: &[SeenText], tally: &mut Tally) {
    let walk = |seen: &SeenText| match seen.role {
        Role::Walked(walk) => Some((seen.split, walk)),
        Role::ShapeRow => Some((seen.split, Walk::Shape)),
        _ => None,
    };
    let mut held = BTreeSet::new();
    for seen in same {
        let Some(own) = walk(seen) else { continue };
        let fault = (!held.insert(own)).then(|| {
            let expected = format!("{}: each text of a split once", own.1.name());
            Fault::new(Code::Duplicate, expected, "one that is there already")
        });
        tally.look(Check::Repeats, &seen.at.place(rules.manifest), fault);
    }
}

fn judge(rules: &Rules<'_>, same: &[SeenText], tally: &mut Tally) {
    let has = |split: Split, roles: [Role; 2]| {
        same.iter()
            .any(|seen| seen.split == split && roles.contains(&seen.role))
    };
    let base = |split| has(split, [Role::Base, Role::BaseRow]);
    let elsewhere = |split| match split {
        Split::Train => false,
        Split::Validation => base(Split::Train) || base(Split::Test),
        Split::Test => base(Split::Train),
    };
    let in_split = |split| base(split) || has(split, [Role::Longform, Role::LongformRow]);
    for seen in same {
        let fault = match seen.role {
            Role::Base | Role::BaseRow if elsewhere(seen.split) => Some((
                Code::NotInPlan,
                "no base text of another split",
                "one that is",
            )),
            Role::Run if in_split(seen.split) => Some((
                Code::NotInPlan,
                "no run that repeats base or longform",
                "one that does",
            )),
            Role::TextRow if !elsewhere(seen.split) => Some((
                Code::Ledger,
                "a base text of another split",
                "one that is none",
            )),
            Role::StyleRow if !in_split(seen.split) => Some((
                Code::Ledger,
                "a run that repeats base or longform",
                "one that does not",
            )),
            _ => None,
        };
        let fault = fault.map(|(code, expected, actual)| Fault::new(code, expected, actual));
        let judged = [
            Role::Base,
            Role::BaseRow,
            Role::Run,
            Role::TextRow,
            Role::StyleRow,
        ];
        if !judged.contains(&seen.role) {
            continue;
        }
        tally.look(Check::Repeats, &seen.at.place(rules.manifest), fault);
    }
}
