//! Is the noise of each split, and of each kind, what the recipe asks for? format.md, sections 5.4
//! and 8.2. Which kinds are off is asked where there is a pool, in `selection`.

use super::Rules;
use super::gathered::Gathered;
use crate::finding::{Check, Code, Fault, Place};
use crate::report::{NoiseTotals, SplitNoise};
use crate::stream::{allot, share};
use crate::tally::Tally;
use crate::wire::{Category, Kind, Noise, NoiseKind, NoiseNumbers, Split};

/// The noise of a split: counted, and asked for.
pub(crate) struct Amount {
    pub(crate) others: u64,
    pub(crate) wanted: u64,
    pub(crate) had: u64,
}

/// Counts the noise of a split; none if the numbers leave their range.
pub(crate) fn amount(noise: &Noise, gathered: &Gathered, split: Split) -> Option<Amount> {
    let of = |wanted: fn(Category) -> bool| -> u64 {
        let counts = gathered.counts.iter();
        let own = counts.filter(|((of, kind), _)| *of == split && wanted(kind.category()));
        own.map(|(_, (records, _))| *records).sum()
    };
    let others = of(|category| !matches!(category, Category::Noise | Category::Schema));
    let had = of(|category| category == Category::Noise);
    let ratio = noise.ratio;
    Some(Amount {
        others,
        wanted: share(others, ratio.num.into(), ratio.den.into())?,
        had,
    })
}

/// Returns the noise of all splits, as counted; none without noise.
pub(crate) fn totals(rules: &Rules<'_>, gathered: &Gathered) -> Option<NoiseTotals> {
    let noise = rules.recipe.noise.as_ref()?;
    let of = |split: Split| {
        let Amount { others, had, .. } = amount(noise, gathered, split)?;
        Some(SplitNoise {
            split,
            records: had,
            others,
        })
    };
    let splits: Option<Vec<SplitNoise>> = Split::ALL.into_iter().map(of).collect();
    Some(NoiseTotals {
        asked: format!("{}/{}", noise.ratio.num, noise.ratio.den),
        splits: splits?,
    })
}

/// Returns the weights of the kinds that are on, and 0 for all others, in the order of all kinds.
pub(crate) fn weights_on(noise: &Noise, on: impl Fn(NoiseKind) -> bool) -> Vec<u64> {
    let weight = |spoil: &NoiseKind| match on(*spoil) {
        true => noise.weight(*spoil),
        false => 0,
    };
    NoiseKind::ALL.iter().map(weight).collect()
}

/// Looks at the numbers of noise in every split.
pub(crate) fn check(rules: &Rules<'_>, gathered: &Gathered, tally: &mut Tally) {
    let place = Place::file(super::manifest::NAME);
    let said = &rules.manifest.noise;
    let order: Vec<Split> = said.iter().map(|numbers| numbers.split).collect();
    let Some(noise) = &rules.recipe.noise else {
        if !order.is_empty() {
            let fault = Fault::new(Code::NoiseQuota, "no numbers of noise", order.len());
            tally.look(Check::Ratio, &place, Some(fault));
        }
        return;
    };
    let fault = (order != Split::ALL).then(|| {
        Fault::new(
            Code::NoiseQuota,
            "numbers of noise of three splits",
            "others",
        )
    });
    tally.look(Check::Ratio, &place, fault);
    for said in said {
        numbers(noise, gathered, said, tally);
    }
}

fn numbers(noise: &Noise, gathered: &Gathered, said: &NoiseNumbers, tally: &mut Tally) {
    let place = Place::file(super::manifest::NAME);
    let name = said.split.name();
    let Some(amount) = amount(noise, gathered, said.split) else {
        let fault = Fault::new(Code::NoiseQuota, "numbers in their range", name);
        tally.look(Check::Ratio, &place, Some(fault));
        return;
    };
    let say = |others: u64, wanted: u64, had: u64| {
        format!("{name}: {had} records of noise of {wanted} wanted beside {others} others")
    };
    let expected = say(amount.others, amount.wanted, amount.had);
    let actual = say(said.others, said.wanted, said.had);
    let fault = (expected != actual).then(|| Fault::new(Code::NoiseQuota, expected, actual));
    tally.look(Check::Ratio, &place, fault);
    let right = if noise.short_allowed {
        amount.had <= amount.wanted
    } else {
        amount.had == amount.wanted
    };
    let fault = (!right).then(|| {
        let expected = format!("{name}: {} records of noise", amount.wanted);
        Fault::new(Code::NoiseQuota, expected, amount.had)
    });
    tally.look(Check::Ratio, &place, fault);
    let target = if noise.short_allowed {
        amount.had
    } else {
        amount.wanted
    };
    let off = |spoil: NoiseKind| said.off.iter().any(|off| off == spoil.name());
    let named = NoiseKind::ALL.iter().filter(|spoil| off(**spoil));
    let named: Vec<&str> = named.map(|spoil| spoil.name()).collect();
    let weighed = NoiseKind::ALL
        .iter()
        .all(|spoil| !off(*spoil) || noise.weight(*spoil) > 0);
    let fault = (named != said.off || !weighed).then(|| {
        let expected = format!("{name}: kinds off that have a weight, in order");
        Fault::new(Code::KindQuota, expected, said.off.join(" "))
    });
    tally.look(Check::Ratio, &place, fault);
    // Without a kind that is on nobody has a part.
    let parts = allot(target, &weights_on(noise, |spoil| !off(spoil)));
    let parts = parts.unwrap_or(vec![0; NoiseKind::ALL.len()]);
    for (spoil, part) in NoiseKind::ALL.iter().zip(parts) {
        let key = (said.split, Kind::Noise(*spoil));
        let had = gathered.counts.get(&key).map_or(0, |(records, _)| *records);
        let fault = (had != part).then(|| {
            let expected = format!("{name}: {part} records of {}", spoil.name());
            Fault::new(Code::KindQuota, expected, had)
        });
        tally.look(Check::Ratio, &place, fault);
    }
}
