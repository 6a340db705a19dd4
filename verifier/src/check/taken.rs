//! Does `take` leave out what its ranks leave out, and no more? format.md, section 5.7.
//!
//! Of each category the last bundle that was taken is kept, and the first that was not.

use std::collections::BTreeMap;

use super::gathered::{At, Gathered, Seen};
use super::{Rules, Short};
use crate::finding::{Check, Code, Fault, Place};
use crate::stream::{Rank, rank};
use crate::tally::Tally;
use crate::wire::{Category, Family, Recipe, Style, Take};

/// Where a bundle stands among all of its category.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    rank: Rank,
    first: String,
    family: Option<Family>,
}

impl Key {
    /// Returns the key of the bundle whose first material is named; none if all are taken.
    pub(crate) fn of(
        recipe: &Recipe,
        category: Category,
        first: &str,
        family: Option<Family>,
    ) -> Option<Self> {
        recipe.take(category).filter(|take| *take != Take::All)?;
        let purpose = format!("take.{}", category.name());
        Some(Self {
            rank: rank(&recipe.seed32, &purpose, first),
            first: first.to_owned(),
            family,
        })
    }
}

/// A bundle that was left out.
pub(crate) struct Left {
    key: Key,
    group: Short,
    lines: u8,
}

/// The last that was taken and the first that was not, of each category.
#[derive(Default)]
pub(crate) struct Taken {
    last: BTreeMap<Category, (Key, At)>,
    next: BTreeMap<Category, Left>,
}

impl Taken {
    /// Keeps the bundle of a record.
    pub(crate) fn record(&mut self, category: Category, key: Key, at: At) {
        match self.last.get(&category) {
            Some((last, _)) if *last >= key => {}
            _ => drop(self.last.insert(category, (key, at))),
        }
    }

    /// Keeps the bundle of a row `not_taken`, of a group of so many lines.
    pub(crate) fn row(&mut self, category: Category, key: Key, group: Short, lines: u8) {
        match self.next.get(&category) {
            Some(next) if next.key <= key => {}
            _ => drop(self.next.insert(category, Left { key, group, lines })),
        }
    }
}

/// Looks whether what was taken is a prefix, and the longest.
pub(crate) fn check(rules: &Rules<'_>, gathered: &Gathered, tally: &mut Tally) {
    let taken = &gathered.taken;
    for category in Category::ALL {
        let Some(take) = rules
            .recipe
            .take(category)
            .filter(|take| *take != Take::All)
        else {
            continue;
        };
        let next = taken.next.get(&category);
        if let (Some((last, at)), Some(next)) = (taken.last.get(&category), next) {
            let fault = (*last > next.key).then(|| {
                let expected = format!("{} before it, in order of ranks", next.key.first);
                Fault::new(Code::Quota, expected, &last.first)
            });
            tally.look(Check::Quotas, &at.place(rules.manifest), fault);
        }
        if let Take::Records(wanted) = take {
            let (had, _) = gathered.of_category(category);
            let room = wanted.saturating_sub(had);
            let size = next.map_or(1, |next| size(rules, gathered, category, next));
            let fault = (room >= size).then(|| {
                let expected = format!("as many of {} as {wanted} have room for", category.name());
                Fault::new(Code::Quota, expected, had)
            });
            let place = Place::file(super::manifest::NAME);
            tally.look(Check::Quotas, &place, fault);
        }
    }
}

/// Returns how many records a bundle would have been.
fn size(rules: &Rules<'_>, gathered: &Gathered, category: Category, next: &Left) -> u64 {
    let Some(mosaic) = &rules.recipe.mosaic else {
        return 1;
    };
    if category != Category::Mosaic {
        return 1;
    }
    let has = |style: &&Style| **style != Style::Mixed || next.lines > 2;
    let styles = mosaic.styles.iter().filter(has).count();
    // Styles that repeat another text have rows of their own, taken or not.
    let repeats = gathered.styles.iter().filter(|style| {
        let own = style.group == next.group && Some(style.family) == next.key.family;
        own && style.seen == Seen::Repeats
    });
    let size = styles.saturating_sub(repeats.count()).max(1);
    u64::try_from(size).expect("a group has few styles")
}
