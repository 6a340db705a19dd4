//! What is made of base materials and of structured articles: docs/format.md, sections 5.4 to 5.6.

use super::{Draftbook, count};
use crate::bench::{Bench, Opened, Progress, address};
use crate::draft::{Category, Draft, Dropped, Kind, Reason};
use crate::error::BuildError;
use crate::manifest::{SchemaRow, ShapeRow};
use crate::pick::{Base, Made, Walk, in_rank_order};
use crate::split::Split;
use crate::{schema, shape};
use pool::view::View;
use pool::{Genre, Panels};
use rayon::prelude::*;
use std::ops::RangeInclusive;

/// The base materials of a split: those of its base records before any is taken.
pub(super) fn bases(drafts: &[Draft]) -> Vec<Base> {
    let base = |draft: &Draft| match draft.unit {
        crate::draft::Unit::View { article, view } => Base { article, view },
        crate::draft::Unit::Group { .. } => unreachable!("a base record is a view"),
    };
    drafts.iter().map(base).collect()
}

/// Section 5.5: shape records of each split, before `take`.
pub(super) fn draft_shape(
    bench: &Bench<'_>,
    bases: &[Vec<Base>; 3],
    book: &mut Draftbook,
    progress: Progress<'_>,
) -> Result<Vec<ShapeRow>, BuildError> {
    let Some(rule) = &bench.recipe.shape else {
        return Ok(Vec::new());
    };
    let mut rows = Vec::new();
    for split in Split::ALL {
        let of = of_lines(bench, &bases[split.index()], 2..=u32::MAX)?;
        let wanted = rule.share.of(count(of.len()));
        let make = |base| make_shape(bench, base);
        let mut walk = Walk::new(bench, "shape.pick", &of, &make)?;
        walk.reach(wanted)?;
        let (made, passed) = walk.end(wanted);
        rows.push(ShapeRow {
            split: split.name(),
            of: count(of.len()),
            wanted,
            had: count(made.len()),
        });
        book.pass_over(split, Category::Shape, None, passed);
        book.shape[split.index()] = made;
        progress("shape", 1 + count(split.index()), 3);
    }
    Ok(rows)
}

/// A skeleton takes at most so many lines: drawing one goes as deep as it has values.
const GENERATED_LINES_MAX: u32 = 64;

/// The base materials of so many lines.
fn of_lines(
    bench: &Bench<'_>,
    bases: &[Base],
    wanted: RangeInclusive<u32>,
) -> Result<Vec<Base>, BuildError> {
    let several = |base: Base| -> Result<Option<Base>, BuildError> {
        let lines = match base.view {
            View::Document => bench.open(base.article)?.lines_of(base.view),
            View::Line { .. } => 1,
            View::Window { first, end } => end - first,
        };
        Ok(wanted.contains(&lines).then_some(base))
    };
    let found = bases.par_iter().map(|&base| several(base));
    let found = found.collect::<Result<Vec<_>, BuildError>>()?;
    Ok(found.into_iter().flatten().collect())
}

fn make_shape(bench: &Bench<'_>, base: Base) -> Result<Made, BuildError> {
    let opened = bench.open(base.article)?;
    let applied = shape::of_view(bench, &opened, base.view);
    let Some(kind) = shape::kind(&applied) else {
        return Ok(Err(Reason::NoEffect));
    };
    let made = shape::reshape(opened.panels(base.view), bench.spaced(), &applied);
    Ok(match made {
        None => Err(Reason::NoEffect),
        Some(panels) => measure(bench, &opened, base, Kind::Shape(kind), &panels),
    })
}

/// Section 5.6: structured pairs and generated records of each split.
pub(super) fn draft_schema(
    bench: &Bench<'_>,
    bases: &[Vec<Base>; 3],
    book: &mut Draftbook,
    progress: Progress<'_>,
) -> Result<Vec<SchemaRow>, BuildError> {
    let structured = std::mem::take(&mut book.structured);
    let Some(rule) = &bench.recipe.schema else {
        for (split, articles) in Split::ALL.into_iter().zip(structured) {
            let off = articles.into_iter().map(|base| (base, Reason::CategoryOff));
            book.pass_over(split, Category::Schema, None, off.collect());
        }
        return Ok(Vec::new());
    };
    let mut rows = Vec::new();
    for (split, articles) in Split::ALL.into_iter().zip(structured) {
        let at = split.index();
        let pairs = count(articles.len());
        let picked = rule.pairs.of(pairs);
        let (mut drafts, left) = pick_pairs(bench, &articles, picked)?;
        book.pass_over(split, Category::Schema, None, left);
        let wanted = rule.generated.of(count(bases[at].len()));
        let make = |base| make_schema(bench, base);
        // The ranks of all materials cost little, and nothing where none is wanted.
        let of = if wanted > 0 {
            of_lines(bench, &bases[at], 2..=GENERATED_LINES_MAX)?
        } else {
            Vec::new()
        };
        let mut walk = Walk::new(bench, "schema.pick", &of, &make)?;
        walk.reach(wanted)?;
        let (made, passed) = walk.end(wanted);
        rows.push(SchemaRow {
            split: split.name(),
            pairs,
            picked,
            of: count(bases[at].len()),
            wanted,
            had: count(made.len()),
        });
        book.pass_over(split, Category::Schema, None, passed);
        drafts.extend(made);
        book.schema[at] = drafts;
        progress("schema", 1 + count(at), 3);
    }
    Ok(rows)
}

/// What is left out, and why.
type Left = Vec<(Base, Reason)>;

fn pick_pairs(
    bench: &Bench<'_>,
    articles: &[Base],
    picked: u64,
) -> Result<(Vec<Draft>, Left), BuildError> {
    let order = in_rank_order(bench, "schema.pick", articles)?;
    let mut order: Vec<Base> = order.into_iter().map(|at| articles[address(at)]).collect();
    let rest = order.split_off(usize::try_from(picked).expect("at most all pairs"));
    let results = order
        .into_par_iter()
        .map(|base| Ok((base, make_pair(bench, base)?)))
        .collect::<Result<Vec<_>, BuildError>>()?;
    let (mut drafts, mut left) = (Vec::new(), Vec::new());
    for (base, result) in results {
        match result {
            Ok(draft) => drafts.push(draft),
            Err(reason) => left.push((base, reason)),
        }
    }
    left.extend(rest.into_iter().map(|base| (base, Reason::NotPicked)));
    Ok((drafts, left))
}

fn make_pair(bench: &Bench<'_>, base: Base) -> Result<Made, BuildError> {
    let opened = bench.open(base.article)?;
    let Genre::Structured(format) = opened.article.genre else {
        unreachable!("a pair is a structured article");
    };
    let texts = opened.article.text;
    if !schema::agree(format, texts) {
        return Ok(Err(Reason::Skeleton));
    }
    let panels = texts.map(str::to_owned);
    Ok(measure(bench, &opened, base, Kind::Schema(format), &panels))
}

fn make_schema(bench: &Bench<'_>, base: Base) -> Result<Made, BuildError> {
    let opened = bench.open(base.article)?;
    let skeleton = schema::of_view(bench, &opened, base.view);
    let kind = Kind::Schema(skeleton.format);
    let filled = schema::fill(&skeleton, opened.panels(base.view));
    let agrees = |panels: &Panels<String>| {
        schema::agree(skeleton.format, Panels::new(&panels.left, &panels.right))
    };
    Ok(match filled.filter(agrees) {
        None => Err(Reason::Unfit),
        Some(panels) => measure(bench, &opened, base, kind, &panels),
    })
}

/// Counts what was made, once.
pub(super) fn measure(
    bench: &Bench<'_>,
    opened: &Opened<'_>,
    base: Base,
    kind: Kind,
    panels: &Panels<String>,
) -> Made {
    let m1 = opened.material(base.view).to_string();
    let texts = Panels::new(panels.left.as_str(), panels.right.as_str());
    let fit = bench.fit(texts, &m1).ok_or(Reason::OverBudget)?;
    Ok(Draft::new(kind, base.unit(), &fit))
}

impl Draftbook {
    /// Says in the ledger what a walk passed over.
    pub(super) fn pass_over(
        &mut self,
        split: Split,
        category: Category,
        kind: Option<Kind>,
        passed: Left,
    ) {
        let row = |(base, reason): (Base, Reason)| Dropped {
            reason,
            split: Some(split),
            category: Some(category),
            kind,
            unit: base.unit(),
        };
        self.dropped.extend(passed.into_iter().map(row));
    }
}
