//! Are the manifest's totals those of the records? format.md, section 8.2.

use super::Rules;
use super::gathered::Gathered;
use crate::finding::{Check, Code, Place};
use crate::tally::Tally;
use crate::wire::{Count, Split};

/// Compares the counts of each split by kind.
pub(crate) fn check(rules: &Rules<'_>, gathered: &Gathered, tally: &mut Tally) {
    let place = Place::file(super::manifest::NAME);
    for split in Split::ALL {
        let counted = gathered.counts.iter().filter(|((of, _), _)| *of == split);
        let counted = counted.map(|((_, kind), (records, tokens))| Count {
            category: kind.category().name().to_owned(),
            kind: kind.name().to_owned(),
            records: *records,
            tokens: *tokens,
        });
        let counted = say(counted);
        let said = rules
            .manifest
            .splits
            .iter()
            .find(|totals| totals.split == split);
        let said = say(said
            .into_iter()
            .flat_map(|totals| totals.counts.iter().cloned()));
        let what = format!("{}:", split.name());
        tally.equal(
            Check::Totals,
            &place,
            Code::Counts,
            &what,
            (&counted, &said),
        );
    }
}

fn say(counts: impl Iterator<Item = Count>) -> String {
    let each = counts.map(|count| {
        let Count {
            category,
            kind,
            records,
            tokens,
        } = count;
        format!("{category} {kind} {records} records {tokens} tokens")
    });
    each.collect::<Vec<_>>().join("; ")
}
