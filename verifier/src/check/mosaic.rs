//! May these lines form a group? format.md, section 5.2.

use std::collections::BTreeSet;
use std::num::NonZeroU64;

use super::shared::pair;
use super::{PoolSide, Rules};
use crate::finding::{Code, Fault};
use crate::replay::mosaic_lines;
use crate::stream::{Stream, rank};
use crate::wire::{Family, Kind, Material, Split, View};

const LENGTHS: NonZeroU64 = NonZeroU64::new(7).expect("seven is not zero");
const LINES_MAX: u64 = 8;

/// Returns the rule that a group breaks, of those that need no plan.
pub(crate) fn group_fault(
    rules: &Rules<'_>,
    side: &PoolSide,
    (split, kind): (Split, Kind),
    materials: &[Material],
    uses: &[(u64, View)],
) -> Option<Fault> {
    let Kind::Mosaic(family, _) = kind else {
        return None;
    };
    let lines = mosaic_lines(family, materials);
    let texts: Vec<_> = lines
        .iter()
        .filter_map(|line| side.pool.material(line))
        .collect();
    let unique = |of: fn(&(u64, crate::wire::Panels<&str>)) -> String| {
        texts.iter().map(of).collect::<BTreeSet<_>>().len() == texts.len()
    };
    let left = unique(|(_, panels)| panels.left.to_owned());
    let right = unique(|(_, panels)| panels.right.to_owned());
    if !left || !right {
        return Some(Fault::new(
            Code::Identity,
            "no two equal lines in a panel",
            "two",
        ));
    }
    let drawn = drawn_length(rules, family, lines.first()?);
    let length = u64::try_from(lines.len()).ok()?;
    match family {
        Family::Run => {
            let genre = side.pool.article(uses.first()?.0).genre;
            let mosaic = rules.recipe.mosaic.as_ref();
            if mosaic.is_some_and(|mosaic| !mosaic.run_genres.iter().any(|run| run == genre)) {
                return Some(Fault::new(
                    Code::NotInPlan,
                    "a genre that makes runs",
                    genre,
                ));
            }
            (length > drawn).then(|| long(drawn, length))
        }
        Family::Cross => {
            // A line that was set aside may have joined at last.
            let most = (drawn + 1).min(LINES_MAX);
            cross_fault(rules, side, split, &lines, uses)
                .or_else(|| (length > most).then(|| long(most, length)))
        }
    }
}

fn long(most: u64, length: u64) -> Fault {
    Fault::new(
        Code::Draw,
        format!("at most {most} lines, as drawn"),
        length,
    )
}

fn drawn_length(rules: &Rules<'_>, family: Family, first: &Material) -> u64 {
    let (seed, first) = (&rules.recipe.seed32, first.to_string());
    2 + Stream::open(seed, "mosaic.length", family.name(), &first, 0).below(LENGTHS)
}

fn cross_fault(
    rules: &Rules<'_>,
    side: &PoolSide,
    split: Split,
    lines: &[Material],
    uses: &[(u64, View)],
) -> Option<Fault> {
    let groups: BTreeSet<&str> = uses
        .iter()
        .map(|(ordinal, _)| side.pool.article(*ordinal).group)
        .collect();
    if groups.len() < uses.len() {
        return Some(Fault::new(
            Code::Identity,
            "no two lines of one group of articles",
            "two",
        ));
    }
    let names = lines.iter().map(ToString::to_string);
    let ranks: Vec<_> = names
        .map(|name| (rank(&rules.recipe.seed32, "mosaic.cross", &name), name))
        .collect();
    // The last line may have joined after the others, from anywhere in the bucket.
    let in_order = &ranks[..ranks.len().saturating_sub(usize::from(ranks.len() > 2))];
    if !in_order.windows(2).all(|pair| pair[0] < pair[1]) {
        return Some(Fault::new(
            Code::Identity,
            "lines in the order of their ranks",
            "another",
        ));
    }
    let shared = lines.iter().find(|line| {
        let Some((_, panels)) = side.pool.material(line) else {
            return false;
        };
        split != Split::Train
            && side
                .shared
                .is_shared(split, &pair(panels.left, panels.right))
    });
    shared.map(|line| {
        let expected = "no line that also stands in another split";
        Fault::new(Code::NotInPlan, expected, line)
    })
}
