//! Sections 3.1, 3.2, 5.4 and 5.5: places, patterns, noise and shape.

use serde_json::json;
use verifier::replay::{Laid, drawn_shape, noise_panels, spelling, spoiled, unshape_fault};
use verifier::stream::{Stream, hex, seed32, unhex};
use verifier::text::{
    Patterns, Piece, gaps, insertion_points, is_extend, is_letter, lines, long_words, panel_fault,
    runs,
};
use verifier::wire::{
    Form, Kind, Material, Meta, NoiseKind, Panels, Recipe, ShapeOp, json as canonical,
};

use super::{Value, run, text, usize_of};

#[test]
fn places() {
    run("places", "", |given| {
        let panel = text(&given["panel"]);
        if panel_fault(panel).is_some() {
            return None;
        }
        let pairs = |ranges: Vec<std::ops::Range<usize>>| {
            let pairs = ranges
                .into_iter()
                .map(|range| json!([range.start, range.end]));
            pairs.collect::<Vec<_>>()
        };
        let words = runs(panel, |scalar| is_letter(scalar) || is_extend(scalar));
        let long = long_words(panel).into_iter();
        let long: Vec<Value> = long
            .map(|word| json!([word.range.start, word.range.end, word.points]))
            .collect();
        Some(json!({
            "points": insertion_points(panel),
            "gaps": pairs(gaps(panel)),
            "words": pairs(words),
            "long": long,
        }))
    });
}

#[test]
fn patterns() {
    run("pattern", "", |given| {
        let table = Patterns::parse(text(&given["table"])).ok()?;
        let mut stream = Stream::with_key(unhex(text(&given["key"]))?);
        let lines = usize_of(&given["lines"]);
        let expansion = table.expand(text(&given["name"]), lines, &mut stream)?;
        let mut line = 0;
        let pieces = expansion.pieces.into_iter().map(|piece| match piece {
            Piece::Text(text) => json!(text),
            Piece::Slot(mode) => {
                line += 1;
                json!([mode.name(), line - 1])
            }
        });
        let pieces: Vec<Value> = pieces.collect();
        let next = hex(&stream.d64().to_be_bytes());
        Some(json!({ "pieces": pieces, "next": next }))
    });
}

/// Makes a recipe with some more lines.
pub(super) fn recipe(seed: &str, more: &str) -> Option<Recipe> {
    let head = format!(
        "format = 1\nrelease = \"r\"\nversion = \"1\"\nseed = \"{seed}\"\ntokenizer = \"t\"\n\
         budget = 9\nreserved = 0\norder = \"left-first\"\n[split]\nseed = \"p\"\n\
         validation = \"0/1\"\ntest = \"0/1\"\n"
    );
    Recipe::parse(&(head + more)).ok()
}

/// Returns material and panels of a case, if a record of the kind may hold them.
pub(super) fn material(given: &Value, kind: Kind) -> Option<(String, Panels<String>)> {
    let materials = text(&given["material"]).split(' ').map(Material::parse);
    let meta = Meta::of(materials.collect::<Option<Vec<_>>>()?, false);
    spelling(kind, &meta).ok()?;
    let [left, right] = ["left", "right"].map(|side| text(&given[side]).to_owned());
    let sound = panel_fault(&left).or(panel_fault(&right)).is_none();
    let name = meta.materials[0].to_string();
    sound.then_some((name, Panels { left, right }))
}

fn spaced(given: &Value) -> [bool; 2] {
    [0, 1].map(|side| given["spaced"][side].as_bool().unwrap())
}

#[test]
fn noise() {
    run("noise", "", |given| {
        let kind = text(&given["kind"]);
        let strength = &given["strength"];
        let recipe = recipe(
            text(&given["seed"]),
            &format!("[noise]\nstrength = {{ {kind} = {strength} }}\n"),
        )?;
        let spoil = NoiseKind::parse(kind)?;
        let (name, clean) = material(given, Kind::Noise(spoil))?;
        let [left, right] = spaced(given);
        let spaced = Panels { left, right };
        let unchanged = json!({ "changed": false });
        let Some(chosen) = noise_panels(&recipe.seed32, spoil, &name, spaced) else {
            return Some(unchanged);
        };
        let made = spoiled(&recipe, spoil, &name, spaced, chosen, &clean)?;
        if made == clean {
            return Some(unchanged);
        }
        let n = [(chosen.left, "l"), (chosen.right, "r")];
        let n = n.map(|(on, letter)| if on { letter } else { "" }).concat();
        Some(json!({ "changed": true, "n": n, "left": made.left, "right": made.right }))
    });
}

#[test]
fn shape() {
    run("shape", "", |given| {
        let weights = given["weights"].as_array()?.iter().zip(ShapeOp::ALL);
        let weights: Vec<String> = weights
            .map(|(weight, op)| format!("{} = {weight}", op.name()))
            .collect();
        if weights.len() != given["weights"].as_array()?.len() || weights.len() < 8 {
            return None;
        }
        let ops = format!("[shape]\nops = {{ {} }}\n", weights.join(", "));
        let recipe = recipe(text(&given["seed"]), &ops)?;
        let weights = &recipe.shape.as_ref()?.weights;
        let (name, clean) = material(given, Kind::Shape(Form::Permute))?;
        let count = lines(&clean.left).count();
        if count < 2 || lines(&clean.right).count() != count {
            return None;
        }
        let seed = seed32(text(&given["seed"]));
        let ops = drawn_shape(&seed, weights, &name, u64::try_from(count).unwrap());
        let spaced = spaced(given);
        let shape = |panel: &str, spaced: bool| {
            let mut panel = Laid::new(panel);
            for op in &ops {
                panel.apply(op, spaced).unwrap();
            }
            panel.text()
        };
        let (left, right) = (
            shape(&clean.left, spaced[0]),
            shape(&clean.right, spaced[1]),
        );
        let undone = unshape_fault(
            &ops,
            spaced,
            &Panels {
                left: left.as_str(),
                right: right.as_str(),
            },
            &Panels {
                left: clean.left.as_str(),
                right: clean.right.as_str(),
            },
        );
        assert_eq!(undone, None, "{ops:?}");
        if left == clean.left && right == clean.right {
            return Some(json!({ "changed": false }));
        }
        let p = String::from_utf8(canonical::write(&ops).unwrap()).unwrap();
        let p: Value = serde_json::from_str(&p).unwrap();
        let kind = ops.first()?.form().name();
        Some(json!({ "changed": true, "p": p, "kind": kind, "left": left, "right": right }))
    });
}
