//! Vectors of patterns, noise and shape.

#![expect(
    clippy::disallowed_types,
    reason = "what vectors hold is compared, not written"
)]

use super::read;
use crate::noise::{self, NoiseKind, Strength};
use crate::pattern::{Patterns, Piece};
use crate::shape;
use pool::Panels;
use pool::stream::{Ratio, Seed, Stream};
use serde::Deserialize;

#[derive(Deserialize)]
struct PatternIn {
    table: String,
    name: String,
    lines: usize,
    key: String,
}

#[derive(Deserialize, PartialEq, Debug)]
struct PatternOut {
    pieces: Vec<serde_json::Value>,
    next: String,
}

#[test]
fn patterns() {
    for vector in read::<PatternIn, PatternOut>("pattern", None) {
        let PatternIn {
            table,
            name,
            lines,
            key,
        } = &vector.r#in;
        let mut stream = Stream::from_key(pool::Digest::parse(key).unwrap().0);
        let expanded =
            Patterns::parse(table).and_then(|patterns| patterns.expand(name, *lines, &mut stream));
        let got = expanded.ok().map(|pieces| PatternOut {
            pieces: pieces.iter().map(as_json).collect(),
            next: format!("{:016x}", stream.d64()),
        });
        assert_eq!(got, vector.out, "{}", vector.case);
        assert_eq!(got.is_some(), vector.valid, "{}", vector.case);
    }
}

fn as_json(piece: &Piece) -> serde_json::Value {
    match piece {
        Piece::Text(text) => text.as_str().into(),
        Piece::Slot(mode, line) => vec![
            serde_json::Value::from(format!("{mode:?}").to_lowercase()),
            serde_json::Value::from(*line),
        ]
        .into(),
    }
}

#[derive(Deserialize)]
struct NoiseIn {
    seed: String,
    material: String,
    left: String,
    right: String,
    spaced: [bool; 2],
    kind: String,
    strength: serde_json::Value,
}

#[derive(Deserialize, PartialEq, Debug, Default)]
#[serde(default)]
struct MadeOut {
    changed: bool,
    n: String,
    p: Vec<serde_json::Value>,
    kind: String,
    left: String,
    right: String,
}

fn spaced([left, right]: [bool; 2]) -> Panels<bool> {
    Panels::new(left, right)
}

/// The recipe is what refuses a kind, a strength or a weight: its own test shows that.
#[test]
fn noise_texts() {
    let vectors = read::<NoiseIn, MadeOut>("noise", None);
    let mut kinds: Vec<&str> = vectors.iter().map(|v| v.r#in.kind.as_str()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert!(
        NoiseKind::ALL
            .iter()
            .all(|kind| kinds.contains(&kind.name()))
    );
    for vector in vectors.iter().filter(|vector| vector.valid) {
        let input = &vector.r#in;
        let kind = NoiseKind::parse(&input.kind).unwrap();
        let strength = match input.strength.as_u64() {
            Some(pieces) => Strength::Pieces(u32::try_from(pieces).unwrap()),
            None => Strength::Chance(Ratio::parse(input.strength.as_str().unwrap()).unwrap()),
        };
        let (seed, spaced) = (Seed::new(&input.seed), spaced(input.spaced));
        let texts = Panels::new(input.left.as_str(), input.right.as_str());
        let made = noise::spoil(kind, strength, texts, spaced, &seed, &input.material);
        let panels = noise::panels(kind, spaced, &seed, &input.material);
        let got = made.map_or_else(MadeOut::default, |made| MadeOut {
            changed: true,
            n: noise::named(panels).to_owned(),
            left: made.left,
            right: made.right,
            ..MadeOut::default()
        });
        assert_eq!(Some(&got), vector.out.as_ref(), "{}", vector.case);
    }
}

#[derive(Deserialize)]
struct ShapeIn {
    seed: String,
    material: String,
    left: String,
    right: String,
    spaced: [bool; 2],
    weights: Vec<u64>,
}

#[test]
fn shape_texts() {
    for vector in read::<ShapeIn, MadeOut>("shape", None)
        .iter()
        .filter(|vector| vector.valid)
    {
        let input = &vector.r#in;
        let weights: [u64; 8] = input.weights[..].try_into().unwrap();
        let lines = pool::text::lines(&input.left).len();
        let applied = shape::draw(&weights, lines, &Seed::new(&input.seed), &input.material);
        let texts = Panels::new(input.left.as_str(), input.right.as_str());
        let made = shape::reshape(texts, spaced(input.spaced), &applied);
        let got = made.map_or_else(MadeOut::default, |made| MadeOut {
            changed: true,
            p: applied
                .iter()
                .map(|one| serde_json::to_value(one).unwrap())
                .collect(),
            kind: shape::kind(&applied).unwrap().name().to_owned(),
            left: made.left,
            right: made.right,
            ..MadeOut::default()
        });
        assert_eq!(Some(&got), vector.out.as_ref(), "{}", vector.case);
    }
}
