//! Are all articles and groups in one split, and did every line go somewhere? format.md,
//! sections 4, 5.1 and 8.2.

use std::collections::BTreeSet;

use super::coverage::{Coverage, Use};
use super::gathered::Gathered;
use super::{PoolSide, Rules};
use crate::finding::{Check, Code, Fault, Place};
use crate::tally::Tally;
use crate::text::assemble;
use crate::wire::{Panels, Split, View};

/// The bit of an article that has a row `split_bridge`.
pub(crate) const BRIDGE_ROW: u8 = 1 << 7;

/// Looks whether no article and no group has records in two splits, whatever the split rule says.
pub(crate) fn check(side: &PoolSide, gathered: &Gathered, tally: &mut Tally) {
    let mut groups: Vec<(&str, u8)> = Vec::new();
    for (ordinal, splits) in (0..side.pool.len()).zip(&gathered.splits_of) {
        let splits = splits & !BRIDGE_ROW;
        if splits == 0 {
            continue;
        }
        let article = side.pool.article(ordinal);
        groups.push((article.group, splits));
        groups.extend(article.near().map(|near| (near, splits)));
    }
    groups.sort_unstable();
    for same in groups.chunk_by(|one, other| one.0 == other.0) {
        let splits = same.iter().fold(0, |splits, (_, more)| splits | more);
        let fault = (splits.count_ones() > 1).then(|| {
            let names = Split::ALL
                .iter()
                .filter(|split| splits & 1 << split.index() != 0);
            let names: Vec<&str> = names.map(|split| split.name()).collect();
            Fault::new(
                Code::GroupInTwoSplits,
                "a group in one split",
                names.join(" and "),
            )
        });
        tally.look(
            Check::Isolation,
            &Place::file(format!("group {}", same[0].0)),
            fault,
        );
    }
}

/// Looks whether every line of the pool is in a record or in the ledger, as the rules have it.
pub(crate) fn conservation(
    rules: &Rules<'_>,
    side: &PoolSide,
    gathered: &Gathered,
    tally: &mut Tally,
) {
    let Some(coverage) = &gathered.coverage else {
        return;
    };
    for (ordinal, splits) in (0..side.pool.len()).zip(&gathered.splits_of) {
        let place = Place::file(format!("article {}", side.pool.article(ordinal).id));
        let bridges = side.facts.split(ordinal).is_none();
        if bridges != (splits & BRIDGE_ROW != 0) {
            let (expected, actual) = ("a row split_bridge for every bridge alone", "another");
            let fault = Fault::new(Code::Ledger, expected, actual);
            tally.put(Check::Conservation, &place, fault);
        }
        if bridges {
            tally.saw(Check::Conservation, 1);
            continue;
        }
        let (first, end) = side.facts.units(ordinal);
        tally.saw(Check::Conservation, end - first);
        for (uses, what) in article_uses(rules, side, coverage, ordinal) {
            if let Some(unit) = coverage.first_without(&side.facts, ordinal, uses) {
                let fault = missing(rules, side, ordinal, unit, what);
                tally.put(Check::Conservation, &place, fault);
            }
        }
    }
}

/// Returns the uses of which every unit of an article must have one.
fn article_uses(
    rules: &Rules<'_>,
    side: &PoolSide,
    coverage: &Coverage,
    ordinal: u64,
) -> Vec<(&'static [Use], &'static str)> {
    const BASE: &[Use] = &[Use::Base, Use::BaseRow];
    const WINDOWS: &[Use] = &[Use::Window, Use::WindowRow];
    const RUNS: &[Use] = &[Use::Run, Use::RunRepeats, Use::RunNotTaken, Use::RunAlone];
    let mut uses = vec![(BASE, "base record")];
    if side.pool.line_count(ordinal).is_none() {
        return uses;
    }
    // Which documents make windows is the plan's; those that do, lose no slice.
    if coverage.any(&side.facts, ordinal, WINDOWS) {
        uses.push((WINDOWS, "window"));
    }
    let genre = side.pool.article(ordinal).genre;
    let mosaic = rules.recipe.mosaic.as_ref();
    if mosaic.is_some_and(|mosaic| mosaic.run_genres.iter().any(|run| run == genre)) {
        uses.push((RUNS, "run"));
    }
    uses
}

/// Says what is missing: the record if the unit fits alone, and else its row.
fn missing(rules: &Rules<'_>, side: &PoolSide, ordinal: u64, unit: usize, what: &str) -> Fault {
    let view = match side.pool.line_count(ordinal) {
        Some(_) => u32::try_from(unit).map_or(View::Document, View::Line),
        None => View::Document,
    };
    let fits = |panels: Panels<&str>| {
        let tokens = rules
            .counter?
            .tokens(&assemble(panels.left, panels.right))
            .ok()?;
        Some(rules.recipe.fits(tokens))
    };
    let fits = side
        .pool
        .text(ordinal, view)
        .and_then(fits)
        .unwrap_or(false);
    let base = what == "base record" && !side.facts.is_structured(ordinal);
    let code = if fits && base {
        Code::Missing
    } else {
        Code::Ledger
    };
    Fault::new(
        code,
        format!("line {unit} in a {what} or in the ledger"),
        "in neither",
    )
}

/// Compares articles and groups of each split with the manifest.
pub(crate) fn totals(rules: &Rules<'_>, side: &PoolSide, tally: &mut Tally) {
    let place = Place::file(super::manifest::NAME);
    for said in &rules.manifest.splits {
        let of_split = (0..side.pool.len()).filter(|at| side.facts.split(*at) == Some(said.split));
        let mut groups: BTreeSet<&str> = BTreeSet::new();
        let mut articles = 0_u64;
        for ordinal in of_split {
            articles += 1;
            groups.insert(side.pool.article(ordinal).group);
        }
        let groups = u64::try_from(groups.len()).expect("a count in memory fits 64 bits");
        let name = said.split.name();
        let what = format!("articles of {name}:");
        tally.equal(
            Check::Totals,
            &place,
            Code::Counts,
            &what,
            (&articles, &said.articles),
        );
        let what = format!("groups of {name}:");
        tally.equal(
            Check::Totals,
            &place,
            Code::Counts,
            &what,
            (&groups, &said.groups),
        );
    }
    let pair = (&side.shared.count, &rules.manifest.shared.lines);
    tally.equal(Check::Totals, &place, Code::Counts, "shared lines", pair);
}
