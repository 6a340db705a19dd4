//! Rebuilds the text of a record from its metadata and the pool: format.md, section 5.
//! Independent of the generator by design: do not share, import or deduplicate.
//!
//! Nothing here sees a record's `text`.

mod base;
mod longform;
mod mosaic;
mod noise;
mod patterns;
mod schema;
mod shape;
mod shape_draws;
mod unshape;

use crate::stream::{Digest, rank};
use crate::text::assemble;
use crate::wire::{Format, Kind, Material, Meta, Order, Panels, Pool, Recipe, Shaping, View};

pub(crate) use mosaic::mosaic_lines;
pub use mosaic::mosaic_panels;
pub use noise::{noise_panels, spoil_panel, spoiled};
pub use schema::{Generated, generated, generated_from, value, written};
pub use shape::Laid;
pub use shape_draws::drawn_shape;
pub use unshape::unshape_fault;

/// Why a record cannot be rebuilt.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayFault {
    /// A material is not valid, or not one that the kind uses.
    #[error("{0}")]
    Material(String),
    /// The separators are not as many as the gaps.
    #[error("{0}")]
    Separators(String),
    /// A part of `meta` that the kind needs is not there, or the recipe has not the kind.
    #[error("{0}")]
    Fields(String),
    /// The text has not the lines that an op of shape names.
    #[error("no lines for {}", .0.form().name())]
    Shaping(Shaping),
    /// Nothing is generated from the material.
    #[error("`{0}` is unfit")]
    Unfit(String),
}

/// A record's panels as they stand in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// The panels, left and right, before one is put first.
    pub panels: Panels<String>,
    /// The whole text.
    pub text: String,
    /// Format and domain that were drawn for a generated record.
    pub schema: Option<(Format, String)>,
}

/// Rebuilds a record of a kind.
///
/// # Errors
///
/// Says which part of `meta` has no meaning for the kind and pool.
pub fn replay(
    pool: &Pool,
    recipe: &Recipe,
    kind: Kind,
    meta: &Meta,
) -> Result<Replayed, ReplayFault> {
    spelling(kind, meta)?;
    let mut schema = None;
    let panels = match kind {
        Kind::Document | Kind::Slice | Kind::Line => base::panels(pool, meta)?,
        Kind::Mosaic(family, _) => mosaic::panels(pool, family, meta)?,
        Kind::Window => longform::panels(pool, meta)?,
        Kind::Noise(spoil) => noise::panels(pool, recipe, spoil, meta)?,
        Kind::Shape(_) => shape::panels(pool, meta)?,
        Kind::Schema(_) => {
            let (panels, drawn) = schema::panels(pool, recipe, meta)?;
            schema = drawn;
            panels
        }
    };
    let (left, right) = (&panels.left, &panels.right);
    let text = if meta.right_first {
        assemble(right, left)
    } else {
        assemble(left, right)
    };
    Ok(Replayed {
        panels,
        text,
        schema,
    })
}

/// Tells whether the materials are spelled as the kind asks; needs no pool.
///
/// # Errors
///
/// Names the material that is not.
pub fn spelling(kind: Kind, meta: &Meta) -> Result<(), ReplayFault> {
    match kind {
        Kind::Document | Kind::Slice | Kind::Line => base::spelling(kind, meta),
        Kind::Mosaic(family, _) => mosaic::spelling(family, meta),
        Kind::Window => longform::spelling(meta),
        Kind::Noise(_) => as_base(meta, &[View::Document, View::Line(0), View::Range(0, 2)]),
        Kind::Shape(_) => as_base(meta, &[View::Document, View::Range(0, 2)]),
        Kind::Schema(_) if meta.is_pair() => as_base(meta, &[View::Document]),
        Kind::Schema(_) => as_base(meta, &[View::Document, View::Range(0, 2)]),
    }
}

/// Tells whether a record has one material, spelled as a base record has it, of some sorts.
fn as_base(meta: &Meta, sorts: &[View]) -> Result<(), ReplayFault> {
    let material = only(meta)?;
    let short = matches!(material.view, View::Range(first, end) if end - first < 2);
    let same = |sort: &View| std::mem::discriminant(sort) == std::mem::discriminant(&material.view);
    if sorts.iter().any(same) && !short {
        return Ok(());
    }
    let what = format!("`{material}` is not how the kind spells its material");
    Err(ReplayFault::Material(what))
}

/// Returns whether the right panel is first in a record whose first material is `first`.
#[must_use]
pub fn right_first(order: Order, seed: &Digest, first: &str) -> bool {
    match order {
        Order::LeftFirst => false,
        Order::RightFirst => true,
        Order::Both => rank(seed, "order.both", first)[0] % 2 == 1,
    }
}

/// Returns whether a record is reversed, and its origin, from the origins of its materials.
#[must_use]
pub fn common_origin<'a>(right_first: bool, origins: &[&'a str]) -> (bool, &'a str) {
    let second = if right_first { "left" } else { "right" };
    let reversed = origins.iter().filter(|origin| **origin == second).count();
    let common = match origins {
        [first, rest @ ..] if rest.iter().all(|other| other == first) => first,
        _ => "mixed",
    };
    (2 * reversed > origins.len(), common)
}

/// Returns the only material of a record that has one.
fn only(meta: &Meta) -> Result<Material, ReplayFault> {
    match meta.materials.as_slice() {
        [only] => Ok(*only),
        many => Err(ReplayFault::Material(format!(
            "{} materials, expected 1",
            many.len()
        ))),
    }
}

fn text_of(pool: &Pool, material: &Material) -> Result<Panels<String>, ReplayFault> {
    let (_, panels) = pool
        .material(material)
        .ok_or_else(|| no_material(material))?;
    Ok(Panels {
        left: panels.left.to_owned(),
        right: panels.right.to_owned(),
    })
}

fn no_material(material: &Material) -> ReplayFault {
    ReplayFault::Material(format!("`{material}` is no text of the pool"))
}
