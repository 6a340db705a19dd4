//! Sections 5.4 to 5.6 and 8.1: how many records noise, shape and schema make, and their settings.

use serde_json::{Map, json};
use verifier::stream::{Ratio, allot, reachable, share};
use verifier::wire::{NoiseKind, Recipe, Strength};

use super::{Value, number, run, text};

fn numbers(list: &Value) -> Vec<u64> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|one| number(one).unwrap())
        .collect()
}

#[test]
fn parts() {
    run("picks", "parts", |given| {
        let [others, a, b] = ["others", "a", "b"].map(|field| number(&given[field]).unwrap());
        let wanted = share(others, a, b)?;
        let (mut weights, gives) = (numbers(&given["weights"]), numbers(&given["gives"]));
        // A recipe refuses it.
        if weights.iter().all(|weight| *weight == 0) {
            return None;
        }
        let mut off = Vec::new();
        for (spoil, gives) in NoiseKind::ALL.iter().zip(&gives) {
            if *gives == 0 && weights[spoil.index()] > 0 {
                off.push(spoil.name());
                weights[spoil.index()] = 0;
            }
        }
        let had = reachable(wanted, &weights, &gives);
        if text(&given["short"]) == "fail" && had < wanted {
            return None;
        }
        let mut parts = Map::new();
        let allotted = allot(had, &weights).unwrap_or_default();
        for (spoil, part) in NoiseKind::ALL.iter().zip(allotted) {
            if weights[spoil.index()] > 0 {
                parts.insert(spoil.name().to_owned(), json!(part));
            }
        }
        Some(json!({ "wanted": wanted, "had": had, "parts": parts, "off": off }))
    });
    run("picks", "floor", |given| {
        let narrow = |field: &str| u32::try_from(number(&given[field]).unwrap()).unwrap();
        let (num, den) = (narrow("a"), narrow("b"));
        // What a recipe refuses is none here.
        let share = Some(Ratio { num, den }).filter(|share| share.num <= share.den)?;
        let part = share.of(number(&given["of"])?)?;
        Some(json!(part.to_string()))
    });
}

fn pair(share: Ratio) -> Value {
    json!([share.num, share.den])
}

#[test]
fn settings() {
    run("picks", "recipe", |given| {
        let recipe = Recipe::parse(text(&given["recipe"])).ok()?;
        let mut out = Map::new();
        if let Some(noise) = &recipe.noise {
            let strength = |spoil: &NoiseKind| {
                let strength = match noise.strength(*spoil) {
                    Strength::Chance(chance) => json!(format!("{}/{}", chance.num, chance.den)),
                    Strength::Pieces(pieces) => json!(pieces),
                };
                (spoil.name().to_owned(), strength)
            };
            let strength: Map<String, Value> = NoiseKind::ALL.iter().map(strength).collect();
            let short = if noise.short_allowed { "allow" } else { "fail" };
            let (ratio, kinds) = (pair(noise.ratio), &noise.weights);
            let own =
                json!({ "ratio": ratio, "short": short, "kinds": kinds, "strength": strength });
            out.insert("noise".to_owned(), own);
        }
        if let Some(shape) = &recipe.shape {
            let own = json!({ "share": pair(shape.share), "ops": shape.weights });
            out.insert("shape".to_owned(), own);
        }
        if let Some(schema) = &recipe.schema {
            let share = pair(schema.share.unwrap_or(Ratio { num: 1, den: 1 }));
            let generated = pair(schema.generated);
            let own = json!({ "share": share, "generated": generated, "formats": schema.weights });
            out.insert("schema".to_owned(), own);
        }
        Some(Value::Object(out))
    });
}
