//! How much of a category is taken: docs/format.md, section 5.7.

use crate::bench::Bench;
use crate::draft::{Category, Draft, Kind, LineRef, Unit};
use crate::error::BuildError;
use crate::recipe::{Quota, Recipe};
use pool::stream::{Rank, Ratio};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;

/// What a quota wanted and got, for the manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Filled {
    pub(crate) category: Category,
    pub(crate) unit: &'static str,
    pub(crate) wanted: u64,
    pub(crate) had: u64,
}

/// What the plan holds of a category before anything is left out.
#[derive(Clone, Copy, Default)]
pub(crate) struct Held {
    pub(crate) records: u64,
    pub(crate) tokens: u64,
}

/// A limit on the bundles of a category.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    Records(u64),
    Tokens(u64),
}

/// Returns the recipe's quota of each category that is on, in category order.
pub(crate) fn quotas(recipe: &Recipe) -> Vec<(Category, Quota)> {
    let base = recipe.base.map(|quota| (Category::Base, quota));
    let mosaic = recipe
        .mosaic
        .as_ref()
        .map(|rule| (Category::Mosaic, rule.quota));
    let longform = recipe.longform.map(|rule| (Category::Longform, rule.quota));
    let shape = recipe.shape.as_ref();
    let shape = shape.map(|rule| (Category::Shape, rule.quota));
    [base, mosaic, longform, shape]
        .into_iter()
        .flatten()
        .collect()
}

/// Solves all shares at once: the limit of each category that has one.
pub(crate) fn limits(
    quotas: &[(Category, Quota)],
    held: &BTreeMap<Category, Held>,
    taken_by_records: &dyn Fn(Category, u64) -> u64,
) -> Result<Vec<(Category, Limit)>, BuildError> {
    let mut limits = Vec::new();
    let mut shares = Vec::new();
    let mut fixed = 0_u128;
    for &(category, quota) in quotas {
        let has = held.get(&category).copied().unwrap_or_default();
        match quota {
            Quota::All => fixed += u128::from(has.tokens),
            Quota::Records(wanted) if wanted > has.records => {
                let category = category.name();
                return Err(BuildError::Records {
                    category,
                    wanted,
                    had: has.records,
                });
            }
            Quota::Records(wanted) => {
                fixed += u128::from(taken_by_records(category, wanted));
                limits.push((category, Limit::Records(wanted)));
            }
            Quota::Tokens(share) => shares.push((category, share, has.tokens)),
        }
    }
    limits.extend(solve(&shares, fixed)?);
    Ok(limits)
}

fn solve(
    shares: &[(Category, Ratio, u64)],
    fixed: u128,
) -> Result<Vec<(Category, Limit)>, BuildError> {
    if shares.is_empty() {
        return Ok(Vec::new());
    }
    // At most four shares with denominators of at most 10^5: their common denominator is at most 10^20.
    let common: u128 = shares
        .iter()
        .map(|(_, share, _)| u128::from(share.den))
        .product();
    let over = |share: &Ratio| u128::from(share.num) * (common / u128::from(share.den));
    let sum: u128 = shares.iter().map(|(_, share, _)| over(share)).sum();
    // The sum S of all tokens as a fraction.
    let (top, bottom) = if fixed > 0 {
        if sum >= common {
            let what =
                "they reach 1 although other categories are taken whole; lower a share".to_owned();
            return Err(BuildError::Shares { what });
        }
        (fixed * common, common - sum)
    } else {
        if sum != common {
            let what = "every category has a share, so they must sum to 1".to_owned();
            return Err(BuildError::Shares { what });
        }
        let ratio = |entry: &(Category, Ratio, u64)| {
            (
                u128::from(entry.2) * u128::from(entry.1.den),
                u128::from(entry.1.num),
            )
        };
        let positive = shares.iter().filter(|entry| entry.1.num > 0).map(ratio);
        let least = positive.reduce(|a, b| if b.0 * a.1 < a.0 * b.1 { b } else { a });
        least.expect("shares that sum to 1 hold one above 0")
    };
    shares
        .iter()
        .map(|&(category, share, has)| {
            let target = mul_div(top, u128::from(share.num), bottom * u128::from(share.den));
            let wanted = u64::try_from(target).unwrap_or(u64::MAX);
            if wanted > has {
                let share = format!("{}/{}", share.num, share.den);
                return Err(BuildError::Tokens {
                    category: category.name(),
                    share,
                    wanted,
                    had: has,
                });
            }
            Ok((category, Limit::Tokens(wanted)))
        })
        .collect()
}

/// floor(a·b / c) where a·b may be past 128 bits: a = q·c + r first.
fn mul_div(a: u128, b: u128, c: u128) -> u128 {
    (a / c) * b + (a % c) * b / c
}

/// The drafts of one category in bundles: what is taken or left together.
pub(crate) struct Bundles {
    /// Ranges of the drafts, in taking order.
    order: Vec<Range<usize>>,
}

impl Bundles {
    /// Bundles neighbouring drafts of one unit and family, and ranks them.
    pub(crate) fn rank(
        bench: &Bench<'_>,
        category: Category,
        drafts: &[Draft],
        lines: &[LineRef],
    ) -> Result<Self, BuildError> {
        let purpose = format!("take.{}", category.name());
        let mut ranges = Vec::new();
        let mut start = 0;
        for chunk in drafts.chunk_by(|a, b| family(a.kind) == family(b.kind) && a.unit == b.unit) {
            ranges.push(start..start + chunk.len());
            start += chunk.len();
        }
        let mut keyed = ranges
            .into_par_iter()
            .map(|range| {
                let draft = &drafts[range.start];
                let m = bench.m(&draft.unit, lines)?;
                let m1 = m.split(' ').next().unwrap_or_default().to_owned();
                Ok((
                    bench.seed.rank(&purpose, m1.as_bytes()),
                    m1,
                    family(draft.kind),
                    range,
                ))
            })
            .collect::<Result<Vec<(Rank, String, u8, Range<usize>)>, BuildError>>()?;
        keyed.sort_unstable_by(|a, b| (&a.0, &a.1, a.2).cmp(&(&b.0, &b.1, b.2)));
        Ok(Self {
            order: keyed.into_iter().map(|entry| entry.3).collect(),
        })
    }

    /// Returns which drafts are in the longest prefix within a limit, and what that comes to.
    pub(crate) fn take(&self, drafts: &[Draft], limit: Limit) -> (Vec<bool>, Held) {
        let mut kept = vec![false; drafts.len()];
        let mut sum = Held::default();
        for range in &self.order {
            let bundle = &drafts[range.clone()];
            let records = sum.records + u64::try_from(bundle.len()).expect("at most three sisters");
            let tokens = sum.tokens
                + bundle
                    .iter()
                    .map(|draft| u64::from(draft.tokens))
                    .sum::<u64>();
            let within = match limit {
                Limit::Records(most) => records <= most,
                Limit::Tokens(most) => tokens <= most,
            };
            if !within {
                break;
            }
            sum = Held { records, tokens };
            kept[range.clone()].fill(true);
        }
        (kept, sum)
    }
}

/// Cross before run; other categories have one family.
fn family(kind: Kind) -> u8 {
    u8::from(matches!(kind, Kind::Run(_)))
}

/// Tells whether two drafts are of one bundle; for the ledger, which names a bundle once.
pub(crate) fn same_bundle(a: (Kind, Unit), b: (Kind, Unit)) -> bool {
    family(a.0) == family(b.0) && a.1 == b.1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(tokens: u64) -> Held {
        Held {
            records: 10,
            tokens,
        }
    }

    fn solve_for(
        quotas: &[(Category, Quota)],
        has: &[(Category, u64)],
    ) -> Result<Vec<(Category, Limit)>, BuildError> {
        let held = has
            .iter()
            .map(|&(category, tokens)| (category, held(tokens)))
            .collect();
        limits(quotas, &held, &|_, records| records * 100)
    }

    const HALF: Quota = Quota::Tokens(Ratio { num: 1, den: 2 });
    const QUARTER: Quota = Quota::Tokens(Ratio { num: 1, den: 4 });

    #[test]
    fn a_share_is_of_the_whole_release() {
        let quotas = [(Category::Base, Quota::All), (Category::Mosaic, QUARTER)];
        let got = solve_for(&quotas, &[(Category::Base, 300), (Category::Mosaic, 1000)]).unwrap();
        assert_eq!(got, [(Category::Mosaic, Limit::Tokens(100))]);
    }

    #[test]
    fn shares_of_everything_are_bounded_by_the_scarcest() {
        let quotas = [(Category::Base, HALF), (Category::Mosaic, HALF)];
        let got = solve_for(&quotas, &[(Category::Base, 300), (Category::Mosaic, 1000)]).unwrap();
        assert_eq!(
            got,
            [
                (Category::Base, Limit::Tokens(300)),
                (Category::Mosaic, Limit::Tokens(300))
            ]
        );
    }

    #[test]
    fn what_cannot_be_met_says_both_numbers() {
        let quotas = [(Category::Base, Quota::All), (Category::Mosaic, HALF)];
        let error =
            solve_for(&quotas, &[(Category::Base, 300), (Category::Mosaic, 200)]).unwrap_err();
        assert!(
            error
                .to_string()
                .contains("wants 300 tokens, but this pool gives 200"),
            "{error}"
        );
        let error = solve_for(
            &[(Category::Base, Quota::Records(11))],
            &[(Category::Base, 1)],
        )
        .unwrap_err();
        assert!(
            error
                .to_string()
                .contains("records = 11, but this pool gives 10"),
            "{error}"
        );
        let quotas = [
            (Category::Base, Quota::All),
            (Category::Mosaic, HALF),
            (Category::Longform, HALF),
        ];
        assert!(solve_for(&quotas, &[(Category::Base, 1)]).is_err());
        assert!(solve_for(&[(Category::Base, HALF)], &[(Category::Base, 1)]).is_err());
    }
}
