//! What of the drafts is taken: docs/format.md, section 5.7, and `[base]` off.

use super::{Draftbook, count};
use crate::bench::Bench;
use crate::draft::{Category, Draft, Dropped, Reason};
use crate::error::BuildError;
use crate::split::Split;
use crate::take::{self, Bundles, Filled, Held, Limit};
use std::collections::BTreeMap;

/// Section 5.7, and `[base]` off.
pub(super) fn apply_quotas(
    bench: &Bench<'_>,
    book: &mut Draftbook,
) -> Result<Vec<Filled>, BuildError> {
    let quotas = take::quotas(bench.recipe);
    if bench.recipe.base.is_none() {
        leave_base(book);
    }
    let mut split_drafts = book.take_all();
    let held = split_drafts
        .iter()
        .map(|(&category, (_, drafts))| (category, sum(drafts)))
        .collect();
    let mut bundles = BTreeMap::new();
    for &(category, quota) in &quotas {
        if quota != crate::recipe::Quota::All {
            let drafts = &split_drafts[&category].1;
            bundles.insert(
                category,
                Bundles::rank(bench, category, drafts, &book.lines)?,
            );
        }
    }
    let limits = take::limits(&quotas, &held, &|category, records| {
        bundles[&category]
            .take(&split_drafts[&category].1, Limit::Records(records))
            .1
            .tokens
    })?;
    let mut filled = Vec::new();
    for (category, limit) in limits {
        let (splits, drafts) = split_drafts
            .get_mut(&category)
            .expect("a category of the recipe");
        let (kept, had) = bundles[&category].take(drafts, limit);
        let (unit, wanted, had) = match limit {
            Limit::Records(wanted) => ("records", wanted, had.records),
            Limit::Tokens(wanted) => ("tokens", wanted, had.tokens),
        };
        filled.push(Filled {
            category,
            unit,
            wanted,
            had,
        });
        book.leave(category, splits, drafts, &kept);
    }
    filled.sort_by_key(|quota| quota.category);
    for (category, (splits, drafts)) in split_drafts {
        let into = match category {
            Category::Base => &mut book.base,
            Category::Mosaic => &mut book.mosaic,
            Category::Longform => &mut book.longform,
            Category::Shape => &mut book.shape,
            Category::Noise | Category::Schema => unreachable!("these have no quota"),
        };
        for (split, draft) in splits.into_iter().zip(drafts) {
            into[split.index()].push(draft);
        }
    }
    Ok(filled)
}

/// The drafts of each category with the split of each.
type SplitDrafts = BTreeMap<Category, (Vec<Split>, Vec<Draft>)>;

impl Draftbook {
    /// Takes the drafts of all categories that may have a quota, those of all splits together.
    fn take_all(&mut self) -> SplitDrafts {
        let mut all = SplitDrafts::new();
        for split in Split::ALL {
            let at = split.index();
            let parts = [
                (Category::Base, std::mem::take(&mut self.base[at])),
                (Category::Mosaic, std::mem::take(&mut self.mosaic[at])),
                (Category::Longform, std::mem::take(&mut self.longform[at])),
                (Category::Shape, std::mem::take(&mut self.shape[at])),
            ];
            for (category, drafts) in parts {
                let (splits, into) = all.entry(category).or_default();
                splits.extend(std::iter::repeat_n(split, drafts.len()));
                into.extend(drafts);
            }
        }
        all
    }

    /// Moves the drafts that are not kept to the ledger, each bundle once.
    fn leave(
        &mut self,
        category: Category,
        splits: &mut Vec<Split>,
        drafts: &mut Vec<Draft>,
        kept: &[bool],
    ) {
        let mut last = None;
        for ((split, draft), _) in splits
            .iter()
            .zip(&*drafts)
            .zip(kept)
            .filter(|(_, kept)| !**kept)
        {
            let this = (draft.kind, draft.unit);
            if last.is_none_or(|last| !take::same_bundle(last, this)) {
                let (split, category) = (Some(*split), Some(category));
                let reason = Reason::NotTaken;
                self.dropped.push(Dropped {
                    reason,
                    split,
                    category,
                    kind: None,
                    unit: draft.unit,
                });
            }
            last = Some(this);
        }
        let mut keep = kept.iter();
        splits.retain(|_| *keep.next().expect("one flag a draft"));
        let mut keep = kept.iter();
        drafts.retain(|_| *keep.next().expect("one flag a draft"));
    }
}

fn leave_base(book: &mut Draftbook) {
    for split in Split::ALL {
        let drafts = std::mem::take(&mut book.base[split.index()]);
        book.dropped.extend(drafts.into_iter().map(|draft| Dropped {
            reason: Reason::CategoryOff,
            split: Some(split),
            category: Some(Category::Base),
            kind: None,
            unit: draft.unit,
        }));
    }
}

fn sum(drafts: &[Draft]) -> Held {
    let tokens = drafts.iter().map(|draft| u64::from(draft.tokens)).sum();
    Held {
        records: count(drafts.len()),
        tokens,
    }
}
