//! What becomes of a base material in noise, shape or generated schema: format.md, sections 5.4 to
//! 5.6. Nothing is looked up: everything is drawn and counted anew.

use super::{PoolSide, Rules, Short, short};
use crate::replay::{Laid, drawn_shape, generated, noise_panels, right_first, spoiled};
use crate::stream::unhex;
use crate::text::assemble;
use crate::wire::{Material, NoiseKind, Panels, Recipe, View};

/// What base materials are walked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Walk {
    /// Records of a kind of noise.
    Noise(NoiseKind),
    /// Records of shape.
    Shape,
    /// Generated records of schema.
    Generated,
}

/// What a base material gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Attempt {
    /// A text that is the material's own.
    NoEffect,
    /// No text.
    Unfit,
    /// A text that does not fit.
    OverBudget,
    /// A text that fits.
    Made(Short),
}

impl Walk {
    /// Returns the purpose of the ranks by which materials are walked.
    pub(crate) fn purpose(self) -> String {
        match self {
            Self::Noise(spoil) => format!("noise.pick.{}", spoil.name()),
            Self::Shape => "shape.pick".to_owned(),
            Self::Generated => "schema.pick".to_owned(),
        }
    }

    /// Returns the name for people.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Noise(spoil) => spoil.name(),
            Self::Shape => "shape",
            Self::Generated => "generated schema",
        }
    }
}

/// Tries a base material; none if the recipe does not walk so, or if nothing can be counted.
pub(crate) fn attempt(
    rules: &Rules<'_>,
    side: &PoolSide,
    walk: Walk,
    (ordinal, view): (u64, View),
) -> Option<Attempt> {
    let text = side.pool.text(ordinal, view)?;
    let clean = Panels {
        left: text.left.to_owned(),
        right: text.right.to_owned(),
    };
    let material = material(side, (ordinal, view)).to_string();
    let recipe = rules.recipe;
    let spaced = side.pool.header().spaced;
    let panels = match walk {
        Walk::Noise(spoil) => with_noise(recipe, spoil, &material, spaced, &clean)?,
        Walk::Shape => Made::of(shaped(recipe, &material, spaced, &clean)?, &clean),
        Walk::Generated => {
            let weights = &recipe.schema.as_ref()?.weights;
            let made = generated(&recipe.seed32, weights, &material, &clean);
            made.map_or(Made::Unfit, |made| Made::Panels(made.panels))
        }
    };
    let panels = match panels {
        Made::NoEffect => return Some(Attempt::NoEffect),
        Made::Unfit => return Some(Attempt::Unfit),
        Made::Panels(panels) => panels,
    };
    let (left, right) = (&panels.left, &panels.right);
    let text = if right_first(recipe.order, &recipe.seed32, &material) {
        assemble(right, left)
    } else {
        assemble(left, right)
    };
    let tokens = rules.counter?.tokens(&text).ok()?;
    if !recipe.fits(tokens) {
        return Some(Attempt::OverBudget);
    }
    Some(Attempt::Made(short(text.as_bytes())))
}

/// Returns the material of a part of an article.
pub(crate) fn material(side: &PoolSide, (ordinal, view): (u64, View)) -> Material {
    let article = unhex(side.pool.article(ordinal).id).expect("the pool's ids are ids");
    Material { article, view }
}

enum Made {
    NoEffect,
    Unfit,
    Panels(Panels<String>),
}

impl Made {
    fn of(panels: Panels<String>, clean: &Panels<String>) -> Self {
        if panels == *clean {
            Self::NoEffect
        } else {
            Self::Panels(panels)
        }
    }
}

fn with_noise(
    recipe: &Recipe,
    spoil: NoiseKind,
    material: &str,
    [left, right]: [bool; 2],
    clean: &Panels<String>,
) -> Option<Made> {
    let spaced = Panels { left, right };
    let Some(chosen) = noise_panels(&recipe.seed32, spoil, material, spaced) else {
        return Some(Made::NoEffect);
    };
    let panels = spoiled(recipe, spoil, material, spaced, chosen, clean)?;
    Some(Made::of(panels, clean))
}

fn shaped(
    recipe: &Recipe,
    material: &str,
    spaced: [bool; 2],
    clean: &Panels<String>,
) -> Option<Panels<String>> {
    let weights = &recipe.shape.as_ref()?.weights;
    let panels = [(&clean.left, spaced[0]), (&clean.right, spaced[1])];
    let [left, right] = panels.map(|(panel, spaced)| {
        let mut panel = Laid::new(panel);
        let lines = u64::try_from(panel.lines.len()).ok()?;
        for op in drawn_shape(&recipe.seed32, weights, material, lines) {
            panel.apply(&op, spaced)?;
        }
        Some(panel.text())
    });
    Some(Panels {
        left: left?,
        right: right?,
    })
}
