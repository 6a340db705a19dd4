//! Is what a record of noise, shape or generated schema says of its draws what the seed draws?
//! format.md, sections 5.4 to 5.6.

use super::attempt::material;
use super::{Look, PoolSide, Rules};
use crate::finding::{Check, Code, Fault};
use crate::replay::{Replayed, drawn_shape, noise_panels, unshape_fault};
use crate::wire::{Format, Kind, Meta, NoiseKind, Panels, Recipe, Shaping, View, json};

/// Looks at a record that replay gave, whose material is an article's part.
pub(super) fn look(
    rules: &Rules<'_>,
    side: &PoolSide,
    (kind, meta): (Kind, &Meta),
    replayed: &Replayed,
    used: (u64, View),
    look: &mut Look,
) {
    let Some(clean) = side.pool.text(used.0, used.1) else {
        return;
    };
    let name = material(side, used).to_string();
    let changed = replayed.panels.left != clean.left || replayed.panels.right != clean.right;
    let fault = match kind {
        Kind::Noise(spoil) => noise_fault(rules.recipe, side, spoil, &name, meta),
        Kind::Shape(_) => shape_fault(rules.recipe, &name, meta, clean),
        Kind::Schema(_) if !meta.is_pair() => generated_fault(meta, replayed),
        _ => return,
    };
    if let Some(fault) = fault {
        look.fault(Check::Identity, fault);
    }
    if !changed {
        let expected = "a text that is not the material's own";
        let fault = Fault::new(Code::NotInPlan, expected, name);
        look.fault(Check::Selection, fault);
    }
}

/// Looks whether what shape added can be taken away again from the text of a record.
pub(super) fn unshape(
    side: &PoolSide,
    meta: &Meta,
    shaped: &Panels<&str>,
    used: (u64, View),
    look: &mut Look,
) {
    let (Some(ops), Some(clean)) = (&meta.shape, side.pool.text(used.0, used.1)) else {
        return;
    };
    let spaced = side.pool.header().spaced;
    let fault = unshape_fault(ops, spaced, shaped, &clean);
    let fault = fault.map(|what| {
        let expected = "the material's lines, side by side, once what `p` says is taken away";
        Fault::new(Code::Replay, expected, what)
    });
    look.look(Check::Shapes, fault);
}

fn noise_fault(
    recipe: &Recipe,
    side: &PoolSide,
    spoil: NoiseKind,
    name: &str,
    meta: &Meta,
) -> Option<Fault> {
    let [left, right] = side.pool.header().spaced;
    let drawn = noise_panels(&recipe.seed32, spoil, name, Panels { left, right });
    (drawn != meta.noise).then(|| {
        let say = |panels: Option<Panels<bool>>| {
            let panels = panels.map_or("none".to_owned(), |Panels { left, right }| {
                let letters = [(left, "l"), (right, "r")];
                letters
                    .map(|(on, letter)| if on { letter } else { "" })
                    .concat()
            });
            format!("panels {panels}")
        };
        Fault::new(Code::Identity, say(drawn) + ", as drawn", say(meta.noise))
    })
}

fn shape_fault(recipe: &Recipe, name: &str, meta: &Meta, clean: Panels<&str>) -> Option<Fault> {
    let (shape, said) = (recipe.shape.as_ref()?, meta.shape.as_ref()?);
    let lines = u64::try_from(crate::text::line_count(clean.left)).ok()?;
    let drawn = drawn_shape(&recipe.seed32, &shape.weights, name, lines);
    if drawn == *said {
        return None;
    }
    let say = |ops: &[Shaping]| {
        let bytes = json::write(ops).unwrap_or_default();
        super::shorten(&String::from_utf8_lossy(&bytes))
    };
    let places = |ops: &[Shaping]| match ops.first() {
        Some(Shaping::Permute(places)) => Some(places.clone()),
        _ => None,
    };
    // Another permutation is a fault of its own; what no permutation is, was said before.
    let moved = places(&drawn).zip(places(said));
    let other = moved.is_some_and(|(drawn, said)| drawn != said);
    let code = if other { Code::Draw } else { Code::Identity };
    Some(Fault::new(code, say(&drawn) + ", as drawn", say(said)))
}

fn generated_fault(meta: &Meta, replayed: &Replayed) -> Option<Fault> {
    let (said, drawn) = (meta.schema.as_ref()?, replayed.schema.as_ref()?);
    let say = |(format, domain): &(Format, String)| format!("{} {domain}", format.name());
    (drawn != said).then(|| Fault::new(Code::Identity, say(drawn) + ", as drawn", say(said)))
}
