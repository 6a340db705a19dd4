//! Cross mosaics: lines of many articles (docs/format.md, section 5.2, "cross").

use super::{Family, fit_styles};
use crate::bench::Bench;
use crate::draft::{Fit, LineRef};
use crate::error::BuildError;
use crate::recipe::{MosaicRule, Style};
use crate::separator::{GROUP_MAX, GROUP_MIN};
use pool::stream::{Rank, Stream};
use pool::view::{Material, View};
use pool::{GroupKey, Panels};
use rayon::prelude::*;

/// A scan for one group ends after so many lines that did not fit.
const REFUSALS: u32 = 16;
/// A bucket begins where the rank's last word is divisible by this: about eight lines, whatever the pool's size.
const BUCKET: u32 = 8;

/// What became of the lines of one bucket.
#[derive(Default)]
pub(crate) struct Bucket {
    pub(crate) groups: Vec<Group>,
    pub(crate) alone: Vec<LineRef>,
}

/// A group with the measure of each of its styles.
pub(crate) struct Group {
    pub(crate) lines: Vec<LineRef>,
    pub(crate) fits: Vec<(Style, Fit)>,
}

/// Chooses the lines of a split and groups them, bucket by bucket.
pub(crate) fn plan(
    bench: &Bench<'_>,
    rule: &MosaicRule,
    candidates: Vec<LineRef>,
) -> Result<Vec<Bucket>, BuildError> {
    let mut ranked = candidates
        .into_par_iter()
        .map(|line| {
            let id = bench.pool.article(line.article)?.id;
            let material = Material {
                article: id,
                view: View::Line { line: line.line },
            }
            .to_string();
            Ok((
                bench.seed.rank("mosaic.cross", material.as_bytes()),
                material,
                line,
            ))
        })
        .collect::<Result<Vec<_>, BuildError>>()?;
    ranked.par_sort_unstable_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
    let count = u64::try_from(ranked.len()).expect("a count of lines");
    let taken = usize::try_from(rule.cross.of(count)).expect("at most the candidates");
    ranked.truncate(taken);
    buckets(&ranked)
        .par_iter()
        .map(|bucket| group_bucket(bench, rule, bucket))
        .collect()
}

type Ranked = (Rank, String, LineRef);

fn buckets(ranked: &[Ranked]) -> Vec<&[Ranked]> {
    ranked.chunk_by(|_, next| !begins_bucket(&next.0)).collect()
}

fn begins_bucket(rank: &Rank) -> bool {
    u32::from_be_bytes(rank[12..].try_into().expect("four bytes")).is_multiple_of(BUCKET)
}

/// One line of a bucket while it is being grouped.
struct Item<'b> {
    line: LineRef,
    material: &'b str,
    group: GroupKey,
    text: Panels<&'b str>,
    free: bool,
}

/// A group that is growing: ordinals of its items in the bucket.
struct Growing {
    items: Vec<usize>,
    fits: Vec<(Style, Fit)>,
}

fn group_bucket(
    bench: &Bench<'_>,
    rule: &MosaicRule,
    bucket: &[Ranked],
) -> Result<Bucket, BuildError> {
    let mut items = Vec::with_capacity(bucket.len());
    for (_, material, line) in bucket {
        let opened = bench.open(line.article)?;
        let text = opened.line(line.line);
        let group = opened.article.group;
        items.push(Item {
            line: *line,
            material,
            group,
            text,
            free: true,
        });
    }
    let mut groups = Vec::new();
    let mut aside = Vec::new();
    for opener in 0..items.len() {
        if !items[opener].free {
            continue;
        }
        let grown = grow(bench, rule, &mut items, opener);
        if grown.items.len() < GROUP_MIN {
            aside.push(opener);
        } else {
            groups.push(grown);
        }
    }
    if let [only] = aside[..] {
        let latest = groups
            .iter_mut()
            .rev()
            .find(|group| group.items.len() < GROUP_MAX);
        if latest.is_some_and(|group| try_join(bench, rule, &items, group, only) == Join::Joined) {
            aside.clear();
        }
    }
    Ok(Bucket {
        groups: groups
            .into_iter()
            .map(|group| group.finish(&items))
            .collect(),
        alone: aside.into_iter().map(|at| items[at].line).collect(),
    })
}

fn grow(bench: &Bench<'_>, rule: &MosaicRule, items: &mut [Item<'_>], opener: usize) -> Growing {
    items[opener].free = false;
    let id = items[opener].material.as_bytes();
    let mut stream = Stream::open(&bench.seed, "mosaic.length", "cross", id, 0);
    let length = GROUP_MIN + usize::try_from(stream.below(7)).expect("below 7");
    let mut group = Growing {
        items: vec![opener],
        fits: Vec::new(),
    };
    let mut refusals = 0;
    for at in opener + 1..items.len() {
        if group.items.len() == length || refusals == REFUSALS {
            break;
        }
        if !items[at].free {
            continue;
        }
        match try_join(bench, rule, items, &mut group, at) {
            Join::Joined => items[at].free = false,
            Join::OverBudget => refusals += 1,
            Join::Repeats => {}
        }
    }
    group
}

#[derive(PartialEq)]
enum Join {
    Joined,
    OverBudget,
    Repeats,
}

fn try_join(
    bench: &Bench<'_>,
    rule: &MosaicRule,
    items: &[Item<'_>],
    group: &mut Growing,
    at: usize,
) -> Join {
    let new = &items[at];
    let repeats = |&held: &usize| {
        let held = &items[held];
        held.group == new.group
            || held.text.left == new.text.left
            || held.text.right == new.text.right
    };
    if group.items.iter().any(repeats) {
        return Join::Repeats;
    }
    let head = items[group.items[0]].material;
    let texts: Vec<_> = group
        .items
        .iter()
        .chain([&at])
        .map(|&item| items[item].text)
        .collect();
    let family = Family {
        name: "cross",
        stream_id: head,
    };
    match fit_styles(bench, rule, &family, head, &texts) {
        Some(fits) => {
            group.items.push(at);
            group.fits = fits;
            Join::Joined
        }
        None => Join::OverBudget,
    }
}

impl Growing {
    fn finish(self, items: &[Item<'_>]) -> Group {
        Group {
            lines: self.items.into_iter().map(|at| items[at].line).collect(),
            fits: self.fits,
        }
    }
}

/// Adds the lines of groups to the plan's list and returns where each begins.
pub(crate) fn store(lines: &mut Vec<LineRef>, group: &Group) -> (u32, u32) {
    let start = u32::try_from(lines.len()).expect("fewer than 2^32 lines in mosaics");
    lines.extend_from_slice(&group.lines);
    (
        start,
        u32::try_from(group.lines.len()).expect("at most eight"),
    )
}
