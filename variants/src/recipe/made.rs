//! `[noise]`, `[shape]` and `[schema]` as a recipe has them: docs/format.md, section 8.1.

use super::file::{quota, share};
use super::{NoiseRule, SchemaRule, ShapeRule};
use crate::noise::{NoiseKind, Strength};
use crate::shape::Op;
use pool::article::Structured;
use pool::stream::Ratio;
use serde::Deserialize;
use std::collections::BTreeMap;

type Weights = BTreeMap<String, u64>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NoiseFile {
    ratio: Option<String>,
    short: Option<String>,
    #[serde(default)]
    kinds: Weights,
    #[serde(default)]
    strength: BTreeMap<String, toml::Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ShapeFile {
    share: Option<String>,
    #[serde(default)]
    ops: Weights,
    records: Option<u64>,
    tokens: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SchemaFile {
    share: Option<String>,
    generated: Option<String>,
    #[serde(default)]
    formats: Weights,
}

impl NoiseFile {
    pub(super) fn check(self) -> Result<NoiseRule, String> {
        let ratio = share("noise.ratio", self.ratio.as_deref().unwrap_or("15/100"))?;
        if ratio.num >= ratio.den {
            return Err(format!(
                "noise.ratio = \"{}/{}\", expected less than 1: it is a share of all records but schema",
                ratio.num, ratio.den
            ));
        }
        let allow_short = match self.short.as_deref() {
            None | Some("fail") => false,
            Some("allow") => true,
            Some(other) => {
                return Err(format!("noise.short = \"{other}\", expected fail or allow"));
            }
        };
        let named = NoiseKind::ALL.map(|kind| (kind.name(), kind.default_weight()));
        let weights = weights("noise.kinds", &self.kinds, named)?;
        let mut strengths = NoiseKind::ALL.map(NoiseKind::default_strength);
        for (name, value) in &self.strength {
            let at = place("noise.strength", name, NoiseKind::ALL.map(NoiseKind::name))?;
            strengths[at] = strength(name, value, strengths[at])?;
        }
        Ok(NoiseRule {
            ratio,
            allow_short,
            weights,
            strengths,
        })
    }
}

impl ShapeFile {
    pub(super) fn check(self) -> Result<ShapeRule, String> {
        Ok(ShapeRule {
            share: at_most_all("shape.share", self.share.as_deref().unwrap_or("36/100"))?,
            ops: weights("shape.ops", &self.ops, Op::ALL.map(|op| (op.name(), 1)))?,
            quota: quota("shape", self.records, self.tokens)?,
        })
    }
}

impl SchemaFile {
    pub(super) fn check(self) -> Result<SchemaRule, String> {
        let pairs = match self.share.as_deref() {
            None | Some("all") => Ratio { num: 1, den: 1 },
            Some(text) => at_most_all("schema.share", text)?,
        };
        let generated = self.generated.as_deref().unwrap_or("0/1");
        let named = Structured::ALL.map(|format| (format.name(), 1));
        Ok(SchemaRule {
            pairs,
            generated: at_most_all("schema.generated", generated)?,
            formats: weights("schema.formats", &self.formats, named)?,
        })
    }
}

fn at_most_all(key: &str, text: &str) -> Result<Ratio, String> {
    let ratio = share(key, text)?;
    if ratio.num > ratio.den {
        return Err(format!(
            "{key} = \"{text}\" is more than all; expected at most 1/1"
        ));
    }
    Ok(ratio)
}

/// The weights of all names: what the recipe says, else the default.
fn weights<const N: usize>(
    key: &str,
    said: &Weights,
    named: [(&str, u64); N],
) -> Result<[u64; N], String> {
    let mut weights = named.map(|(_, weight)| weight);
    for (name, &weight) in said {
        if weight >= 1 << 31 {
            return Err(format!(
                "{key}.{name} = {weight}, expected less than 2147483648"
            ));
        }
        weights[place(key, name, named.map(|(name, _)| name))?] = weight;
    }
    if weights.iter().all(|&weight| weight == 0) {
        return Err(format!(
            "{key} gives every name the weight 0; leave the table out to turn the category off"
        ));
    }
    Ok(weights)
}

fn place<const N: usize>(key: &str, name: &str, names: [&str; N]) -> Result<usize, String> {
    names
        .iter()
        .position(|known| *known == name)
        .ok_or_else(|| {
            format!(
                "{key} names \"{name}\", expected one of {}",
                names.join(", ")
            )
        })
}

/// The most pieces of a panel, and the largest denominator: four times it is below 2^31.
const PIECES_MAX: u32 = 16;
const DENOMINATOR_END: u32 = 1 << 29;

fn strength(name: &str, value: &toml::Value, default: Strength) -> Result<Strength, String> {
    let expected = match default {
        Strength::Pieces(_) => format!("an integer from 1 to {PIECES_MAX}"),
        Strength::Chance(_) => format!("a chance \"a/b\", 0 < a <= b < {DENOMINATOR_END}"),
    };
    let found = match (default, value) {
        (Strength::Pieces(_), toml::Value::Integer(pieces)) => u32::try_from(*pieces)
            .ok()
            .filter(|pieces| (1..=PIECES_MAX).contains(pieces))
            .map(Strength::Pieces),
        (Strength::Chance(_), toml::Value::String(text)) => Ratio::parse(text)
            .filter(|chance| chance.num > 0 && chance.num <= chance.den)
            .filter(|chance| chance.den < DENOMINATOR_END)
            .map(Strength::Chance),
        _ => None,
    };
    found.ok_or_else(|| format!("noise.strength.{name} = {value}, expected {expected}"))
}
