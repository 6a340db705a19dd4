//! Are quotas met? format.md, section 5.7.

use super::Rules;
use super::gathered::Gathered;
use crate::finding::{Check, Code, Fault, Place};
use crate::stream::Ratio;
use crate::tally::Tally;
use crate::wire::{Category, Quota, Recipe, Take, Unit};

/// Compares the quotas of the recipe with the records and with the manifest.
pub(crate) fn check(rules: &Rules<'_>, gathered: &Gathered, tally: &mut Tally) {
    let place = Place::file(super::manifest::NAME);
    let mut said = rules.manifest.quotas.iter();
    for category in Category::ALL {
        let (records, tokens) = gathered.of_category(category);
        let (unit, wanted, had) = match rules.recipe.take(category) {
            None | Some(Take::All) => continue,
            Some(Take::Records(wanted)) => (Unit::Records, Some(wanted), records),
            Some(Take::Tokens(_)) => (
                Unit::Tokens,
                target(rules.recipe, gathered, category),
                tokens,
            ),
        };
        let said = said.next();
        // Where every category has a share, the target needs the plan.
        let wanted = wanted.or(said.map(|said| said.wanted)).unwrap_or(0);
        let expected = Quota {
            category,
            unit,
            wanted,
            had,
        };
        let fault = (said != Some(&expected)).then(|| {
            let actual = said.map_or_else(|| "no quota".to_owned(), say);
            Fault::new(Code::Quota, say(&expected), actual)
        });
        tally.look(Check::Quotas, &place, fault);
        let fault =
            (had > wanted).then(|| Fault::new(Code::Quota, format!("at most {wanted}"), had));
        tally.look(Check::Quotas, &place, fault);
    }
    if let Some(more) = said.next() {
        let fault = Fault::new(Code::Quota, "quotas of the recipe alone", say(more));
        tally.look(Check::Quotas, &place, Some(fault));
    }
}

fn say(quota: &Quota) -> String {
    let Quota {
        category,
        unit,
        wanted,
        had,
    } = quota;
    format!("{} {unit:?}: wanted {wanted}, had {had}", category.name())
}

/// Returns the tokens that a category's share stands for; none if every category has a share.
fn target(recipe: &Recipe, gathered: &Gathered, category: Category) -> Option<u64> {
    let mut fixed = 0_u64;
    let mut shares = Vec::new();
    for other in Category::ALL {
        match recipe.take(other) {
            Some(Take::Tokens(share)) => shares.push((other, share)),
            // Noise and schema have no part in it.
            _ if matches!(other, Category::Noise | Category::Schema) => {}
            _ => fixed = fixed.checked_add(gathered.of_category(other).1)?,
        }
    }
    let own = shares.iter().find(|(other, _)| *other == category)?.1;
    let shares: Vec<Ratio> = shares.into_iter().map(|(_, share)| share).collect();
    share_of(fixed, own, &shares)
}

/// Returns floor(F / (1 - sum of shares) · own); none if F is 0 or nothing is left of 1.
fn share_of(fixed: u64, own: Ratio, shares: &[Ratio]) -> Option<u64> {
    let den = shares
        .iter()
        .try_fold(1_u128, |den, share| den.checked_mul(share.den.into()))?;
    let parts = shares
        .iter()
        .map(|share| den / u128::from(share.den) * u128::from(share.num));
    let left = den
        .checked_sub(parts.sum())
        .filter(|left| *left > 0 && fixed > 0)?;
    let above = u128::from(fixed)
        .checked_mul(own.num.into())?
        .checked_mul(den)?;
    u64::try_from(above / left.checked_mul(own.den.into())?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_the_whole() {
        let ratio = |num, den| Ratio { num, den };
        assert_eq!(share_of(100, ratio(1, 2), &[ratio(1, 2)]), Some(100));
        assert_eq!(
            share_of(100, ratio(1, 3), &[ratio(1, 3), ratio(1, 3)]),
            Some(100)
        );
        assert_eq!(
            share_of(101, ratio(1, 4), &[ratio(1, 4), ratio(1, 3)]),
            Some(60)
        );
        assert_eq!(share_of(0, ratio(1, 2), &[ratio(1, 2)]), None);
        assert_eq!(share_of(5, ratio(1, 2), &[ratio(1, 2), ratio(1, 2)]), None);
    }
}
