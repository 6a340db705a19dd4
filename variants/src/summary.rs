//! What a plan comes to, as `diptych plan` prints it: counts, lengths, shares, and why things were left out.

use crate::bench::Bench;
use crate::draft::{Category, Draft};
use crate::error::{BuildError, ShortKind};
use crate::ledger::DropTotal;
use crate::manifest::{NoiseRow, QuotaRow, SchemaRow, ShapeRow, SplitCounts};
use crate::plan::{Plan, count};
use crate::record;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;

/// Records of at most so many tokens teach little more than their words.
const SHORT: u32 = 32;

/// A plan in figures.
#[derive(Debug, Serialize)]
pub struct Summary {
    /// Counts by split, category and kind.
    pub splits: Vec<SplitCounts>,
    /// What each quota wanted and got.
    pub quotas: Vec<QuotaRow>,
    /// Noise by split.
    pub noise: Vec<NoiseRow>,
    /// Kinds of noise that ran out, where the recipe allows it.
    pub short: Vec<ShortKind>,
    /// Shape by split.
    pub shape: Vec<ShapeRow>,
    /// Schema by split.
    pub schema: Vec<SchemaRow>,
    /// Lengths by category.
    pub lengths: Vec<Lengths>,
    /// Records in all.
    pub records: u64,
    /// Tokens in all.
    pub tokens: u64,
    /// Records of at most 32 tokens.
    pub short_records: u64,
    /// Tokens in reversed records.
    pub reversed_tokens: u64,
    /// Bytes of all texts.
    pub text_bytes: u64,
    /// Lines of validation and test that also stand in another split.
    pub shared_lines: u64,
    /// Records whose text another record of their split has.
    pub shared_texts: u64,
    /// What was left out.
    pub drops: Vec<DropTotal>,
}

/// Token counts of a category at the named percentiles of its records.
#[derive(Debug, Serialize)]
pub struct Lengths {
    /// Name of the category.
    pub category: &'static str,
    /// Its records.
    pub records: u64,
    /// Its tokens.
    pub tokens: u64,
    /// Tokens at 1, 10, 50, 90 and 99 % of the records.
    pub percentiles: [u32; 5],
    /// Tokens per thousand of what the budget would hold.
    pub fill_per_mille: u64,
}

impl Summary {
    /// Sums up a plan.
    ///
    /// # Errors
    /// If the pool is damaged.
    pub fn of(bench: &Bench<'_>, plan: &Plan) -> Result<Self, BuildError> {
        let all = || plan.drafts.iter().flatten();
        let tokens = |drafts: &mut dyn Iterator<Item = &Draft>| -> u64 {
            drafts.map(|draft| u64::from(draft.tokens)).sum()
        };
        Ok(Self {
            splits: plan.split_counts(),
            quotas: plan.quota_rows(),
            noise: plan.noise.clone(),
            short: plan.short.clone(),
            shape: plan.shape.clone(),
            schema: plan.schema.clone(),
            lengths: lengths(bench, plan),
            records: plan.records(),
            tokens: tokens(&mut all()),
            short_records: count(all().filter(|draft| draft.tokens <= SHORT).count()),
            reversed_tokens: reversed_tokens(bench, plan)?,
            text_bytes: plan.text_bytes(),
            shared_lines: plan.shared_lines,
            shared_texts: plan.shared_texts,
            drops: plan.drops(),
        })
    }
}

fn lengths(bench: &Bench<'_>, plan: &Plan) -> Vec<Lengths> {
    let mut by_category: BTreeMap<Category, Vec<u32>> = BTreeMap::new();
    for draft in plan.drafts.iter().flatten() {
        by_category
            .entry(draft.kind.category())
            .or_default()
            .push(draft.tokens);
    }
    let room = u64::from(bench.recipe.budget - bench.recipe.reserved);
    let row = |(category, mut tokens): (Category, Vec<u32>)| {
        tokens.par_sort_unstable();
        let sum: u64 = tokens.iter().map(|&count| u64::from(count)).sum();
        let records = count(tokens.len());
        Lengths {
            category: category.name(),
            records,
            tokens: sum,
            percentiles: [1, 10, 50, 90, 99]
                .map(|percent| tokens[(tokens.len() - 1) * percent / 100]),
            fill_per_mille: sum * 1000 / (records * room),
        }
    };
    by_category.into_iter().map(row).collect()
}

fn reversed_tokens(bench: &Bench<'_>, plan: &Plan) -> Result<u64, BuildError> {
    let one = |draft: &Draft| -> Result<u64, BuildError> {
        let reversed = record::is_reversed(bench, draft, &plan.lines)?;
        Ok(if reversed { u64::from(draft.tokens) } else { 0 })
    };
    plan.drafts.par_iter().flatten().map(one).sum()
}

/// Says what would let units of a reason in.
#[must_use]
pub fn remedy(reason: &str) -> &'static str {
    match reason {
        "line_over_budget" => "a larger budget, or shorter lines in the source",
        "document_over_budget" => "a larger budget, or panels whose lines pair",
        "cross_split_text" => "nothing: the same text is in a split that models learn from",
        "cross_split_line" => "nothing: the same line pair is in another split",
        "mosaic_alone" => "a larger mosaic.cross share or budget",
        "run_alone" => "a larger budget, or longer dialogues",
        "style_repeats" => "nothing: the text is there as a base or longform record",
        "window_alone" => "a larger budget, or longform.slices with a smaller minimum",
        "no_effect" => "nothing: the text has no place for this kind; others were asked",
        "over_budget" => "a larger budget; others were asked instead",
        "repeats" => "nothing: the same text came out of another material",
        "unfit" => "nothing: the text does not keep the skeleton that was drawn; others were asked",
        "skeleton" => "panels with one structure: `diptych pool build` names the first difference",
        "not_picked" => "a larger schema.share",
        "not_taken" => "a larger records or tokens quota",
        "category_off" => "the category's table in the recipe",
        "split_bridge" => "nothing: it resembles articles of another split",
        _ => "see docs/format.md, section 9",
    }
}
