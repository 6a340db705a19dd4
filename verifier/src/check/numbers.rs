//! Are the numbers of shape and schema those of the records and rows? format.md, sections 5.5, 5.6
//! and 8.2.

use super::gathered::Gathered;
use super::{PoolSide, Rules};
use crate::finding::{Check, Code, Fault, Place};
use crate::tally::Tally;
use crate::wire::{Category, Schema, SchemaNumbers, Shape, ShapeNumbers, Split, View};

/// Looks at the numbers of every split; what only the pool tells is taken as said without one.
pub(crate) fn check(rules: &Rules<'_>, gathered: &Gathered, tally: &mut Tally) {
    let manifest = rules.manifest;
    let shape = manifest.shape.iter().map(|numbers| numbers.split);
    let schema = manifest.schema.iter().map(|numbers| numbers.split);
    let orders = [
        (
            Category::Shape,
            rules.recipe.shape.is_some(),
            shape.collect(),
        ),
        (
            Category::Schema,
            rules.recipe.schema.is_some(),
            schema.collect(),
        ),
    ];
    for (category, made, order) in orders {
        let order: Vec<Split> = order;
        let expected: &[Split] = if made { &Split::ALL } else { &[] };
        if made || !order.is_empty() {
            let fault = (order != expected).then(|| {
                let expected = format!(
                    "numbers of {} of {} splits",
                    category.name(),
                    expected.len()
                );
                Fault::new(Code::Quota, expected, order.len())
            });
            tally.look(Check::Quotas, &Place::file(super::manifest::NAME), fault);
        }
    }
    for said in &manifest.shape {
        if let Some(shape) = &rules.recipe.shape {
            shape_numbers(rules, shape, gathered, said, tally);
        }
    }
    for said in &manifest.schema {
        if let Some(schema) = &rules.recipe.schema {
            schema_numbers(rules, schema, gathered, said, tally);
        }
    }
}

fn shape_numbers(
    rules: &Rules<'_>,
    shape: &Shape,
    gathered: &Gathered,
    said: &ShapeNumbers,
    tally: &mut Tally,
) {
    let split = said.split;
    let of = rules
        .side
        .map_or(said.of, |side| with_lines(side, gathered, split));
    let records = gathered
        .counts
        .iter()
        .filter(|((of, kind), _)| *of == split && kind.category() == Category::Shape);
    let records: u64 = records.map(|(_, (records, _))| *records).sum();
    let rows = gathered.shape_rows.get(&split).copied().unwrap_or(0);
    let expected = ShapeNumbers {
        split,
        of,
        wanted: shape.share.of(of).unwrap_or(u64::MAX),
        had: records + rows,
    };
    same(&expected, said, (expected.had, expected.wanted), tally);
}

fn schema_numbers(
    rules: &Rules<'_>,
    schema: &Schema,
    gathered: &Gathered,
    said: &SchemaNumbers,
    tally: &mut Tally,
) {
    let split = said.split;
    let pairs = rules.side.map_or(said.pairs, |side| {
        let pairs = structured(side, split).len();
        u64::try_from(pairs).expect("a count in memory fits 64 bits")
    });
    let of = gathered.base_materials.get(&split).copied().unwrap_or(0);
    let expected = SchemaNumbers {
        split,
        pairs,
        picked: schema
            .share
            .map_or(Some(pairs), |share| share.of(pairs))
            .unwrap_or(u64::MAX),
        of,
        wanted: schema.generated.of(of).unwrap_or(u64::MAX),
        had: gathered.generated.get(&split).copied().unwrap_or(0),
    };
    same(&expected, said, (expected.had, expected.wanted), tally);
}

/// Compares what was counted with what is said, and what was made with what is wanted.
fn same<T: PartialEq + std::fmt::Debug>(
    expected: &T,
    said: &T,
    (had, wanted): (u64, u64),
    tally: &mut Tally,
) {
    let place = Place::file(super::manifest::NAME);
    let fault = (expected != said)
        .then(|| Fault::new(Code::Quota, format!("{expected:?}"), format!("{said:?}")));
    tally.look(Check::Quotas, &place, fault);
    let fault = (had > wanted).then(|| Fault::new(Code::Quota, format!("at most {wanted}"), had));
    tally.look(Check::Quotas, &place, fault);
}

/// Returns how many base materials of a split have two or more lines.
fn with_lines(side: &PoolSide, gathered: &Gathered, split: Split) -> u64 {
    let materials = gathered.materials.get(&split).into_iter().flatten();
    let with_lines = materials.filter(|used| has_lines(side, **used)).count();
    u64::try_from(with_lines).expect("a count in memory fits 64 bits")
}

/// Returns whether a base material has two or more lines.
pub(crate) fn has_lines(side: &PoolSide, (ordinal, view): (u64, View)) -> bool {
    line_count(side, (ordinal, view)) >= 2
}

/// Returns how many lines a base material has: none if it is a document whose article has none.
pub(crate) fn line_count(side: &PoolSide, (ordinal, view): (u64, View)) -> u32 {
    match view {
        View::Document => side.pool.line_count(ordinal).unwrap_or(0),
        View::Line(_) => 1,
        View::Range(first, end) => end - first,
    }
}

/// Returns the structured articles of a split, by ordinal.
pub(crate) fn structured(side: &PoolSide, split: Split) -> Vec<u64> {
    let own = |at: &u64| side.facts.is_structured(*at) && side.facts.split(*at) == Some(split);
    (0..side.pool.len()).filter(own).collect()
}
