//! Are the structured articles picked that their ranks pick? format.md, section 5.6.

use super::gathered::Gathered;
use super::numbers::structured;
use super::selection::{Of, put};
use super::walked::Picked;
use crate::finding::{Check, Code, Fault};
use crate::replay::right_first;
use crate::stream::rank;
use crate::structure::agree;
use crate::tally::Tally;
use crate::text::assemble;
use crate::wire::{Format, Schema, View};

/// Looks at all structured articles of a split.
pub(crate) fn check(of: Of<'_>, schema: &Schema, gathered: &Gathered, tally: &mut Tally) {
    let seed = &of.rules.recipe.seed32;
    let mut ranked: Vec<_> = structured(of.side, of.split)
        .into_iter()
        .map(|ordinal| {
            let name = format!("{}/d", of.side.pool.article(ordinal).id);
            (rank(seed, "schema.pick", &name), name, ordinal)
        })
        .collect();
    ranked.sort_unstable();
    let count = u64::try_from(ranked.len()).expect("a count in memory fits 64 bits");
    let picked = schema.share.map_or(Some(count), |share| share.of(count));
    let picked = picked.and_then(|picked| usize::try_from(picked).ok());
    let picked = picked.unwrap_or(0);
    let mut found: Vec<Picked> = gathered.picked.clone();
    found.sort_unstable();
    for (place, (_, _, ordinal)) in ranked.iter().enumerate() {
        tally.saw(Check::Selection, 1);
        let first = found.partition_point(|said| said.ordinal < *ordinal);
        let end = found.partition_point(|said| said.ordinal <= *ordinal);
        let wanted = place < picked;
        if first == end {
            let makes = wanted && gives(of, *ordinal);
            let code = if makes { Code::Missing } else { Code::Ledger };
            let expected = if makes {
                "a record of the pair"
            } else {
                "a row of the pair"
            };
            let missing = Err((*ordinal, View::Document));
            put(of, missing, Fault::new(code, expected, "none"), tally);
        }
        for said in found[first..end]
            .iter()
            .filter(|said| said.picked != wanted)
        {
            let expected = if wanted {
                "a pair that is picked"
            } else {
                "not_picked"
            };
            let code = if said.at.shard_index().is_some() {
                Code::NotInPlan
            } else {
                Code::Ledger
            };
            put(
                of,
                Ok(said.at),
                Fault::new(code, expected, "the other"),
                tally,
            );
        }
    }
}

/// Returns whether a structured article gives a record if it is picked.
fn gives(of: Of<'_>, ordinal: u64) -> bool {
    let article = of.side.pool.article(ordinal);
    let format = article
        .genre
        .strip_prefix("structured:")
        .and_then(Format::parse);
    let same = format.is_some_and(|format| agree(format, article.left, article.right));
    let recipe = of.rules.recipe;
    let name = format!("{}/d", article.id);
    let text = if right_first(recipe.order, &recipe.seed32, &name) {
        assemble(article.right, article.left)
    } else {
        assemble(article.left, article.right)
    };
    let tokens = of
        .rules
        .counter
        .and_then(|counter| counter.tokens(&text).ok());
    same && tokens.is_some_and(|tokens| recipe.fits(tokens))
}
