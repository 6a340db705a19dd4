//! Section 5.6: skeletons, slots, and records that are generated.

use serde_json::json;
use verifier::replay::{generated, generated_from, value, written};
use verifier::structure::{agree, skeleton};
use verifier::text::{Mode, Patterns};
use verifier::wire::{Format, Kind};

use super::spoils::{material, recipe};
use super::{run, text};

#[test]
fn skeletons() {
    run("skeleton", "", |given| {
        let format = Format::parse(text(&given["format"]))?;
        let (left, right) = (text(&given["left"]), text(&given["right"]));
        Some(json!({
            "left": skeleton(format, left).is_some(),
            "right": skeleton(format, right).is_some(),
            "agree": agree(format, left, right),
        }))
    });
}

#[test]
fn slots() {
    run("schema", "slot", |given| {
        let mode = Mode::parse(text(&given["mode"]))?;
        let value = value(text(&given["line"]));
        (!value.is_empty()).then(|| json!(written(mode, value)))
    });
}

#[test]
fn generated_records() {
    run("schema", "generate", |given| {
        let weights = given["weights"].as_array()?.iter().zip(Format::ALL);
        let weights: Vec<String> = weights
            .map(|(weight, format)| format!("{} = {weight}", format.name()))
            .collect();
        if weights.len() < 6 {
            return None;
        }
        let formats = format!("[schema]\nformats = {{ {} }}\n", weights.join(", "));
        let recipe = recipe(text(&given["seed"]), &formats)?;
        let weights = &recipe.schema.as_ref()?.weights;
        let (name, clean) = material(given, Kind::Shape(verifier::wire::Form::Permute))?;
        let made = match given.get("table") {
            Some(table) => {
                let table = Patterns::parse(text(table)).ok()?;
                generated_from(&table, &recipe.seed32, weights, &name, &clean)?
            }
            None => generated(&recipe.seed32, weights, &name, &clean),
        };
        let Some(made) = made else {
            return Some(json!({ "fit": false }));
        };
        let g = json!([made.format.name(), made.domain]);
        let panels = made.panels;
        Some(json!({ "fit": true, "g": g, "left": panels.left, "right": panels.right }))
    });
}
