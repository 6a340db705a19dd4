//! Vectors of what is made of base materials, and of the recipe's tables for it.

#![expect(
    clippy::disallowed_types,
    reason = "what vectors hold is compared, not written"
)]

use super::plan::{DropOut, PlanIn, RecordOut, records, rows, with_plan};
use super::read;
use crate::noise::{NoiseKind, Strength};
use crate::pattern::{Mode, Patterns};
use crate::recipe::Recipe;
use crate::schema::{self, Skeleton};
use pool::Panels;
use pool::stream::{Ratio, Seed};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::Path;

const MADE: [&str; 3] = ["noise", "shape", "schema"];

#[derive(Deserialize)]
struct PicksOut {
    records: Vec<RecordOut>,
    ledger: Vec<DropOut>,
    noise: Option<Value>,
    shape: Option<Value>,
    schema: Option<Value>,
}

#[test]
fn plans() {
    for vector in read::<PlanIn, PicksOut>("picks", Some("plan")) {
        let case = &vector.case;
        let got = with_plan(&vector.r#in, |bench, plan| {
            let mut records = records(bench, plan, true);
            records.retain(|record| MADE.contains(&record.category.as_str()));
            let mut ledger = rows(bench, plan);
            ledger.retain(|row| MADE.contains(&row.category.as_str()));
            let rows = [
                serde_json::to_value(&plan.noise),
                serde_json::to_value(&plan.shape),
                serde_json::to_value(&plan.schema),
            ];
            (records, ledger, rows.map(Result::unwrap))
        });
        let Some(want) = vector.out.filter(|_| vector.valid) else {
            assert!(got.is_err(), "{case}: was not refused");
            continue;
        };
        let (records, ledger, rows) = got.unwrap_or_else(|error| panic!("{case}: {error}"));
        assert_eq!(records, want.records, "{case}: records");
        assert_eq!(ledger, want.ledger, "{case}: ledger");
        let wanted = [want.noise, want.shape, want.schema];
        assert_eq!(rows, wanted.map(|rows| rows.unwrap_or(json!([]))), "{case}");
    }
}

#[derive(Deserialize)]
struct RecipeIn {
    recipe: String,
}

#[test]
fn recipes() {
    for vector in read::<RecipeIn, Value>("picks", Some("recipe")) {
        let bytes = vector.r#in.recipe.clone().into_bytes();
        let got = Recipe::parse(bytes, Path::new("")).ok().map(|r| tables(&r));
        assert_eq!(got, vector.out, "{}", vector.case);
    }
}

fn tables(recipe: &Recipe) -> Value {
    let ratio = |ratio: Ratio| json!([ratio.num, ratio.den]);
    let mut out = json!({});
    if let Some(noise) = &recipe.noise {
        let mut strengths = json!({});
        for kind in NoiseKind::ALL {
            strengths[kind.name()] = match noise.strength(kind) {
                Strength::Chance(chance) => format!("{}/{}", chance.num, chance.den).into(),
                Strength::Pieces(most) => most.into(),
            };
        }
        let short = if noise.allow_short { "allow" } else { "fail" };
        out["noise"] = json!({"ratio": ratio(noise.ratio), "short": short, "kinds": noise.weights, "strength": strengths});
    }
    if let Some(shape) = &recipe.shape {
        out["shape"] = json!({"share": ratio(shape.share), "ops": shape.ops});
    }
    if let Some(schema) = &recipe.schema {
        out["schema"] = json!({"share": ratio(schema.pairs), "generated": ratio(schema.generated), "formats": schema.formats});
    }
    out
}

#[derive(Deserialize)]
struct SlotIn {
    mode: String,
    line: String,
}

#[test]
fn slots() {
    for vector in read::<SlotIn, String>("schema", Some("slot")) {
        let SlotIn { mode, line } = &vector.r#in;
        let value = schema::values(line).first().copied().map(str::to_owned);
        let written = Mode::parse(mode)
            .zip(value)
            .map(|(mode, value)| schema::write(mode, &value));
        assert_eq!(written, vector.out, "{}", vector.case);
    }
}

#[derive(Deserialize)]
struct GenerateIn {
    seed: String,
    material: String,
    left: String,
    right: String,
    weights: Vec<u64>,
    table: Option<String>,
}

#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(default)]
struct GenerateOut {
    fit: bool,
    g: Vec<String>,
    left: String,
    right: String,
}

#[test]
fn generated() {
    for vector in read::<GenerateIn, GenerateOut>("schema", Some("generate"))
        .iter()
        .filter(|vector| vector.valid)
    {
        let input = &vector.r#in;
        let weights: [u64; 6] = input.weights[..].try_into().unwrap();
        let own = input.table.as_ref();
        let own = own.map(|table| Patterns::parse(table).unwrap());
        let patterns = own.as_ref().unwrap_or(crate::tables::schema());
        let lines = pool::text::lines(&input.left).len();
        let (seed, m) = (Seed::new(&input.seed), &input.material);
        let skeleton = Skeleton::draw(patterns, &weights, lines, &seed, m).unwrap();
        let texts = Panels::new(input.left.as_str(), input.right.as_str());
        let agrees = |filled: &Panels<String>| {
            schema::agree(skeleton.format, Panels::new(&filled.left, &filled.right))
        };
        let got = schema::fill(&skeleton, texts).filter(agrees);
        let got = got.map_or_else(GenerateOut::default, |filled| GenerateOut {
            fit: true,
            g: vec![skeleton.format.name().to_owned(), skeleton.domain.clone()],
            left: filled.left,
            right: filled.right,
        });
        assert_eq!(Some(&got), vector.out.as_ref(), "{}", vector.case);
    }
}
