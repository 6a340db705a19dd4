//! The tables `noise`, `shape` and `schema` of a recipe: format.md, sections 5.4 to 5.6 and 8.1.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::lists::{Format, NoiseKind, ShapeOp};
use super::recipe::{RecipeFault, Take, ratio, take, value};
use crate::stream::Ratio;

/// `[noise]`.
#[derive(Clone, Debug)]
pub struct Noise {
    /// Share of noise in all records but schema.
    pub ratio: Ratio,
    /// Whether a split may have less.
    pub short_allowed: bool,
    /// Weights by kind, in order.
    pub weights: Vec<u64>,
    /// Strengths by kind, in order.
    pub strengths: Vec<Strength>,
}

/// How strong a kind of noise is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// The chance of each site.
    Chance(Ratio),
    /// The most pieces.
    Pieces(u64),
}

/// `[shape]`.
#[derive(Clone, Debug)]
pub struct Shape {
    /// How much is taken.
    pub take: Take,
    /// Share of the base materials of two or more lines.
    pub share: Ratio,
    /// Weights by op, in order.
    pub weights: Vec<u64>,
}

/// `[schema]`.
#[derive(Clone, Debug)]
pub struct Schema {
    /// Share of the structured articles; all of them without one.
    pub share: Option<Ratio>,
    /// Generated ones as a share of the base materials.
    pub generated: Ratio,
    /// Weights by format, in order.
    pub weights: Vec<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NoiseTable {
    ratio: Option<String>,
    short: Option<Short>,
    #[serde(default)]
    kinds: BTreeMap<String, u64>,
    #[serde(default)]
    strength: BTreeMap<String, toml::Value>,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Short {
    Fail,
    Allow,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ShapeTable {
    share: Option<String>,
    #[serde(default)]
    ops: BTreeMap<String, u64>,
    records: Option<u64>,
    tokens: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SchemaTable {
    share: Option<String>,
    generated: Option<String>,
    #[serde(default)]
    formats: BTreeMap<String, u64>,
}

impl Noise {
    /// Returns the weight of a kind.
    #[must_use]
    pub fn weight(&self, spoil: NoiseKind) -> u64 {
        self.weights[spoil.index()]
    }

    /// Returns the strength of a kind.
    #[must_use]
    pub fn strength(&self, spoil: NoiseKind) -> Strength {
        self.strengths[spoil.index()]
    }
}

impl NoiseTable {
    pub(super) fn check(self) -> Result<Noise, RecipeFault> {
        let written = self.ratio.as_deref().unwrap_or("15/100");
        let share = ratio("noise.ratio", written)?;
        if share.num >= share.den {
            return Err(value("noise.ratio", &written, "less than 1"));
        }
        let defaults = NoiseKind::ALL.iter().map(|spoil| default_of(*spoil));
        let (mut weights, mut strengths): (Vec<u64>, Vec<Strength>) = defaults.unzip();
        let names: Vec<&str> = NoiseKind::ALL.iter().map(|spoil| spoil.name()).collect();
        weigh("noise.kinds", &self.kinds, &names, &mut weights)?;
        for (name, strength) in &self.strength {
            let unknown = || value("noise.strength", name, "kinds of noise");
            let spoil = NoiseKind::parse(name).ok_or_else(unknown)?;
            let own = &mut strengths[spoil.index()];
            *own = read_strength(*own, strength)?;
        }
        Ok(Noise {
            ratio: share,
            short_allowed: self.short == Some(Short::Allow),
            weights,
            strengths,
        })
    }
}

fn default_of(spoil: NoiseKind) -> (u64, Strength) {
    let chance = |num, den| Strength::Chance(Ratio { num, den });
    match spoil {
        NoiseKind::NoSpace => (1, chance(2, 3)),
        NoiseKind::BrokenWord | NoiseKind::WildSpace => (1, chance(1, 12)),
        NoiseKind::HtmlResidue => (1, Strength::Pieces(4)),
        NoiseKind::RareSymbol => (1, chance(1, 80)),
        NoiseKind::SoftHyphen | NoiseKind::FullWidth => (0, chance(1, 8)),
        NoiseKind::ZeroWidth => (0, chance(1, 40)),
        NoiseKind::Mojibake => (0, chance(1, 4)),
        NoiseKind::NavWords => (0, Strength::Pieces(3)),
    }
}

/// Reads a strength of the same sort as the default.
fn read_strength(default: Strength, found: &toml::Value) -> Result<Strength, RecipeFault> {
    const KEY: &str = "noise.strength";
    match default {
        Strength::Pieces(_) => {
            let pieces = found
                .as_integer()
                .filter(|pieces| (1..=16).contains(pieces));
            let pieces = pieces.and_then(|pieces| u64::try_from(pieces).ok());
            let pieces = pieces.map(Strength::Pieces);
            pieces.ok_or_else(|| value(KEY, found, "an integer from 1 to 16"))
        }
        Strength::Chance(_) => {
            let refused = || value(KEY, found, "a share \"a/b\", 0 < a <= b < 2^29");
            let chance = ratio(KEY, found.as_str().ok_or_else(refused)?)?;
            let right = 0 < chance.num && chance.num <= chance.den && chance.den < 1 << 29;
            right
                .then_some(Strength::Chance(chance))
                .ok_or_else(refused)
        }
    }
}

impl ShapeTable {
    pub(super) fn check(self) -> Result<Shape, RecipeFault> {
        let names: Vec<&str> = ShapeOp::ALL.iter().map(|op| op.name()).collect();
        let mut weights = vec![1; names.len()];
        weigh("shape.ops", &self.ops, &names, &mut weights)?;
        Ok(Shape {
            take: take(self.records, self.tokens)?,
            share: part("shape.share", self.share.as_deref().unwrap_or("36/100"))?,
            weights,
        })
    }
}

impl SchemaTable {
    pub(super) fn check(self) -> Result<Schema, RecipeFault> {
        let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        let mut weights = vec![1; names.len()];
        weigh("schema.formats", &self.formats, &names, &mut weights)?;
        let share = match self.share.as_deref() {
            None | Some("all") => None,
            Some(share) => Some(part("schema.share", share)?),
        };
        let generated = self.generated.as_deref().unwrap_or("0/1");
        Ok(Schema {
            share,
            generated: part("schema.generated", generated)?,
            weights,
        })
    }
}

/// Reads a share of at most one.
fn part(key: &'static str, text: &str) -> Result<Ratio, RecipeFault> {
    let share = ratio(key, text)?;
    if share.num > share.den {
        return Err(value(key, &text, "at most 1"));
    }
    Ok(share)
}

/// Puts the weights that a table names in the place of the defaults.
fn weigh(
    key: &'static str,
    table: &BTreeMap<String, u64>,
    names: &[&str],
    weights: &mut [u64],
) -> Result<(), RecipeFault> {
    for (name, weight) in table {
        let place = names.iter().position(|own| own == name);
        let place = place.ok_or_else(|| value(key, name, "a name of the format's list"))?;
        if *weight >= 1 << 31 {
            return Err(value(key, weight, "a weight below 2^31"));
        }
        weights[place] = *weight;
    }
    if weights.iter().all(|weight| *weight == 0) {
        return Err(value(key, &"weights of 0 alone", "one above 0"));
    }
    Ok(())
}
