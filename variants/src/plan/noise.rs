//! How many noise records a split has, and of which kinds: docs/format.md, section 5.4, "How many".

use super::made::measure;
use super::{Draftbook, count};
use crate::bench::{Bench, Progress};
use crate::draft::{Category, Draft, Kind, Reason};
use crate::error::{BuildError, ShortKind};
use crate::manifest::NoiseRow;
use crate::noise::{self, NoiseKind};
use crate::pick::{Base, Made, Walk};
use crate::recipe::NoiseRule;
use crate::split::Split;
use pool::stream::{allot, share};

/// Makes the noise of every split, beside the records that all else came to.
pub(super) fn draft_noise(
    bench: &Bench<'_>,
    bases: &[Vec<Base>; 3],
    book: &mut Draftbook,
    progress: Progress<'_>,
) -> Result<Vec<NoiseRow>, BuildError> {
    let Some(rule) = &bench.recipe.noise else {
        return Ok(Vec::new());
    };
    let mut rows = Vec::new();
    for split in Split::ALL {
        let others = book.records_beside_noise(split);
        let row = of_split(bench, rule, split, others, &bases[split.index()], book)?;
        rows.push(row);
        progress("noise", 1 + count(split.index()), 3);
    }
    Ok(rows)
}

fn of_split(
    bench: &Bench<'_>,
    rule: &NoiseRule,
    split: Split,
    others: u64,
    bases: &[Base],
    book: &mut Draftbook,
) -> Result<NoiseRow, BuildError> {
    let wanted = share(others, rule.ratio).expect("a recipe's ratio is below 1");
    let makers = NoiseKind::ALL.map(|kind| move |base| make(bench, kind, base));
    let mut on = Vec::new();
    let mut off = Vec::new();
    for (kind, maker) in NoiseKind::ALL.into_iter().zip(&makers) {
        if rule.weights[kind as usize] == 0 {
            continue;
        }
        let purpose = format!("noise.pick.{}", kind.name());
        let mut walk = Walk::new(bench, &purpose, bases, maker)?;
        if walk.reach(1)? {
            on.push((kind, walk));
        } else {
            off.push(kind.name());
        }
    }
    let parts = parts(rule, split, wanted, &mut on, &mut book.short)?;
    let had = parts.iter().sum();
    for ((kind, walk), part) in on.into_iter().zip(parts) {
        let (made, passed) = walk.end(part);
        book.noise[split.index()].extend(made);
        let kind = Some(Kind::Noise(kind));
        book.pass_over(split, Category::Noise, kind, passed);
    }
    Ok(NoiseRow {
        split: split.name(),
        others,
        wanted,
        had,
        off,
    })
}

/// Shares the wanted number out to the kinds that are on; where one runs out, as the recipe says.
fn parts(
    rule: &NoiseRule,
    split: Split,
    wanted: u64,
    on: &mut [(NoiseKind, Walk<'_>)],
    short: &mut Vec<ShortKind>,
) -> Result<Vec<u64>, BuildError> {
    let weight = |kind: NoiseKind| rule.weights[kind as usize];
    let weights: Vec<u64> = on.iter().map(|(kind, _)| weight(*kind)).collect();
    let all: u64 = weights.iter().sum();
    if wanted == 0 || on.is_empty() && rule.allow_short {
        return Ok(vec![0; on.len()]);
    }
    let split = split.name();
    if on.is_empty() {
        return Err(BuildError::NoNoise { split, wanted });
    }
    let mut total = wanted;
    loop {
        let parts = allot(total, &weights).expect("a kind that is on has a weight");
        let mut most = None;
        for ((kind, walk), &part) in on.iter_mut().zip(&parts) {
            if walk.reach(part)? {
                continue;
            }
            let had = count(walk.made.len());
            if total == wanted {
                short.push(ShortKind {
                    split,
                    kind: kind.name(),
                    wanted: part,
                    had,
                });
            }
            let bound = largest_total(had, all, weight(*kind)).min(total - 1);
            most = Some(most.map_or(bound, |most: u64| most.min(bound)));
        }
        if !rule.allow_short && !short.is_empty() {
            let kinds = std::mem::take(short);
            return Err(BuildError::NoiseShort { split, kinds });
        }
        match most {
            None => return Ok(parts),
            Some(most) => total = most,
        }
    }
}

/// A total beyond this gives a kind more than `had`, for a part is at least floor(total · weight / all). Below it
/// totals are asked one by one: fewer records may give a kind one more (largest remainders).
fn largest_total(had: u64, all: u64, weight: u64) -> u64 {
    let first_beyond = ((u128::from(had) + 1) * u128::from(all)).div_ceil(u128::from(weight));
    u64::try_from(first_beyond - 1).unwrap_or(u64::MAX)
}

fn make(bench: &Bench<'_>, kind: NoiseKind, base: Base) -> Result<Made, BuildError> {
    let opened = bench.open(base.article)?;
    Ok(match noise::of_view(bench, kind, &opened, base.view) {
        None => Err(Reason::NoEffect),
        Some(panels) => measure(bench, &opened, base, Kind::Noise(kind), &panels),
    })
}

impl Draftbook {
    fn records_beside_noise(&self, split: Split) -> u64 {
        let at = split.index();
        let kept: [&Vec<Draft>; 4] = [
            &self.base[at],
            &self.mosaic[at],
            &self.longform[at],
            &self.shape[at],
        ];
        kept.into_iter().map(|drafts| count(drafts.len())).sum()
    }
}
