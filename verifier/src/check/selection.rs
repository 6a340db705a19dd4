//! Do records and rows of noise, shape and schema follow from the ranks of their materials?
//! format.md, sections 5.4 to 5.6.
//!
//! Materials are walked again in the order of their ranks: what has a record or row is believed
//! (each was tried when it was read), what has none is tried. Memory: 24 bytes a base material of
//! a split while it is walked, and 16 for each text that a walk gave.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::attempt::{Attempt, Walk, attempt, material};
use super::gathered::{At, Gathered};
use super::numbers::{has_lines, line_count};
use super::ratio::{Amount, amount, weights_on};
use super::walker::{Candidates, walk};
use super::{PoolSide, Rules, picks};
use crate::finding::{Check, Code, Fault, Place};
use crate::stream::{allot, reachable};
use crate::tally::Tally;
use crate::wire::{Noise, NoiseKind, Split, View};

/// What a split is looked at with.
#[derive(Clone, Copy)]
pub(crate) struct Of<'a> {
    pub(crate) rules: &'a Rules<'a>,
    pub(crate) side: &'a PoolSide,
    pub(crate) split: Split,
}

/// Looks at what was selected in every split; sorts the base materials.
pub(crate) fn check(
    rules: &Rules<'_>,
    side: &PoolSide,
    gathered: &mut Gathered,
    tally: &mut Tally,
) {
    for materials in gathered.materials.values_mut() {
        materials.par_sort_unstable();
        // What is there twice is another check's finding.
        materials.dedup();
    }
    for split in Split::ALL {
        let of = Of { rules, side, split };
        let all = gathered
            .materials
            .get(&split)
            .map_or(&[][..], Vec::as_slice);
        if let Some(noise) = &rules.recipe.noise {
            noise_walks(of, noise, all, gathered, tally);
        }
        if rules.recipe.shape.is_none() && rules.recipe.schema.is_none() {
            continue;
        }
        let lines: Vec<(u64, View)> = all
            .iter()
            .copied()
            .filter(|used| has_lines(side, *used))
            .collect();
        if let Some(shape) = &rules.recipe.shape {
            let wanted = shape.share.of(length(&lines)).unwrap_or(0);
            lone_walk(of, Walk::Shape, &lines, wanted, gathered, tally);
        }
        if let Some(schema) = &rules.recipe.schema {
            let wanted = schema.generated.of(length(all)).unwrap_or(0);
            let few = |used: &(u64, View)| line_count(side, *used) <= GENERATED_LINES_MAX;
            let lines: Vec<_> = lines.into_iter().filter(few).collect();
            lone_walk(of, Walk::Generated, &lines, wanted, gathered, tally);
            picks::check(of, schema, gathered, tally);
        }
    }
}

/// A skeleton takes at most so many lines.
const GENERATED_LINES_MAX: u32 = 64;

fn length<T>(items: &[T]) -> u64 {
    u64::try_from(items.len()).expect("a length in memory fits 64 bits")
}

/// Walks for one kind of records, which ends where there are no more materials.
fn lone_walk(
    of: Of<'_>,
    what: Walk,
    materials: &[(u64, View)],
    part: u64,
    gathered: &Gathered,
    tally: &mut Tally,
) {
    let found = gathered.walked.get(&(of.split, what));
    let found = found.map_or(&[][..], Vec::as_slice);
    let candidates = Candidates::new(of, what, materials);
    walk(of, what, &candidates, found, part, tally);
}

fn noise_walks(
    of: Of<'_>,
    noise: &Noise,
    materials: &[(u64, View)],
    gathered: &Gathered,
    tally: &mut Tally,
) {
    let Some(amount) = amount(noise, gathered, of.split) else {
        return;
    };
    let on: Vec<NoiseKind> = NoiseKind::ALL
        .iter()
        .copied()
        .filter(|spoil| noise.weight(*spoil) > 0 && is_on(of, *spoil, materials, gathered))
        .collect();
    off(of, noise, &on, tally);
    let target = target(of, noise, &amount, &on, materials, tally);
    let parts = allot(target, &weights_on(noise, |spoil| on.contains(&spoil)));
    let parts = parts.unwrap_or(vec![0; NoiseKind::ALL.len()]);
    for (spoil, part) in NoiseKind::ALL.iter().zip(parts) {
        lone_walk(of, Walk::Noise(*spoil), materials, part, gathered, tally);
    }
}

/// Returns whether at least one base material gives a record of a kind.
fn is_on(of: Of<'_>, spoil: NoiseKind, materials: &[(u64, View)], gathered: &Gathered) -> bool {
    let what = Walk::Noise(spoil);
    let found = gathered.walked.get(&(of.split, what)).into_iter().flatten();
    if found.into_iter().any(super::walked::Walked::is_record) {
        return true;
    }
    let gives = |used: &(u64, View)| {
        matches!(
            attempt(of.rules, of.side, what, *used),
            Some(Attempt::Made(_))
        )
    };
    materials.par_iter().any(gives)
}

/// Compares the kinds that are off with the manifest.
fn off(of: Of<'_>, noise: &Noise, on: &[NoiseKind], tally: &mut Tally) {
    let off = NoiseKind::ALL
        .iter()
        .filter(|spoil| noise.weight(**spoil) > 0 && !on.contains(spoil));
    let off: Vec<&str> = off.map(|spoil| spoil.name()).collect();
    let said = of
        .rules
        .manifest
        .noise
        .iter()
        .find(|numbers| numbers.split == of.split);
    let said: Vec<&str> = said.map_or(Vec::new(), |said| {
        said.off.iter().map(String::as_str).collect()
    });
    let name = of.split.name();
    let fault = (off != said).then(|| {
        let say = |kinds: &[&str]| format!("{name}: kinds off [{}]", kinds.join(" "));
        Fault::new(Code::KindQuota, say(&off), say(&said))
    });
    tally.look(Check::Ratio, &Place::file(super::manifest::NAME), fault);
}

/// Returns how much noise the walks must give: what is wanted, or the most that none is short of.
fn target(
    of: Of<'_>,
    noise: &Noise,
    amount: &Amount,
    on: &[NoiseKind],
    materials: &[(u64, View)],
    tally: &mut Tally,
) -> u64 {
    if !noise.short_allowed || amount.had >= amount.wanted {
        return amount.wanted;
    }
    let weights = weights_on(noise, |spoil| on.contains(&spoil));
    // No part is larger than that of the largest number, but for one that remainders move.
    let most = allot(amount.wanted, &weights).unwrap_or_default();
    let held: Vec<u64> = NoiseKind::ALL
        .iter()
        .zip(&most)
        .map(|(spoil, most)| held(of, Walk::Noise(*spoil), materials, most + 1))
        .collect();
    let target = reachable(amount.wanted, &weights, &held);
    let fault = (target != amount.had).then(|| {
        let expected = format!(
            "{}: {target} records of noise, the most there can be",
            of.split.name()
        );
        Fault::new(Code::NoiseQuota, expected, amount.had)
    });
    tally.look(Check::Ratio, &Place::file(super::manifest::NAME), fault);
    target
}

/// Counts the records that a walk over all materials gives, up to a number.
fn held(of: Of<'_>, what: Walk, materials: &[(u64, View)], most: u64) -> u64 {
    const TOGETHER: usize = 4096;
    let mut texts = BTreeSet::new();
    for chunk in materials.chunks(TOGETHER) {
        let tried = chunk
            .par_iter()
            .map(|used| attempt(of.rules, of.side, what, *used));
        for tried in tried.collect::<Vec<_>>() {
            if let Some(Attempt::Made(text)) = tried {
                texts.insert(text);
            }
        }
        let held = u64::try_from(texts.len()).expect("a count in memory fits 64 bits");
        if held >= most {
            return most;
        }
    }
    u64::try_from(texts.len()).expect("a count in memory fits 64 bits")
}

/// Puts a fault of something that is missing, or of a record or row.
pub(crate) fn put(of: Of<'_>, place: Result<At, (u64, View)>, fault: Fault, tally: &mut Tally) {
    let place = match place {
        Ok(at) => at.place(of.rules.manifest),
        Err(used) => Place::file(format!("material {}", material(of.side, used))),
    };
    tally.put(Check::Selection, &place, fault);
}
