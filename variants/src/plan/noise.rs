//! How many noise records a split has, and of which kinds: docs/format.md, section 5.4, "How many".

use super::made::measure;
use super::{Draftbook, count};
use crate::bench::{Bench, Progress};
use crate::draft::{Category, Draft, Kind, Reason};
use crate::error::BuildError;
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
    let parts = parts(rule, split, wanted, &mut on)?;
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
) -> Result<Vec<u64>, BuildError> {
    let weights: Vec<u64> = on
        .iter()
        .map(|(kind, _)| rule.weights[*kind as usize])
        .collect();
    if wanted == 0 {
        return Ok(vec![0; on.len()]);
    }
    let short = |kind: &'static str, wanted, had| BuildError::NoiseShort {
        split: split.name(),
        kind,
        wanted,
        had,
    };
    if on.is_empty() {
        return if rule.allow_short {
            Ok(Vec::new())
        } else {
            Err(short("of any kind", wanted, 0))
        };
    }
    // Fewer records may give a kind one more (largest remainders), so numbers are asked one by one.
    for total in (0..=wanted).rev() {
        let parts = allot(total, &weights).expect("a kind that is on has a weight");
        let mut missing = None;
        for ((kind, walk), &part) in on.iter_mut().zip(&parts) {
            if !walk.reach(part)? {
                missing = missing.or(Some(short(kind.name(), part, count(walk.made.len()))));
            }
        }
        match missing {
            None => return Ok(parts),
            Some(error) if !rule.allow_short => return Err(error),
            Some(_) => {}
        }
    }
    unreachable!("no walk is short of nothing")
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
