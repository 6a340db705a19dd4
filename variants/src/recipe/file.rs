//! A recipe as its file has it, and what is checked before it is used.

use super::made::{NoiseFile, SchemaFile, ShapeFile};
use super::{Carrier, LongformRule, MosaicRule, PanelOrder, Quota, Recipe, SplitRule, Style};
use pool::stream::Ratio;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RecipeFile {
    format: u64,
    release: String,
    version: String,
    seed: String,
    tokenizer: PathBuf,
    budget: u32,
    reserved: u32,
    order: String,
    split: SplitFile,
    base: Option<BaseFile>,
    mosaic: Option<MosaicFile>,
    longform: Option<LongformFile>,
    noise: Option<NoiseFile>,
    shape: Option<ShapeFile>,
    schema: Option<SchemaFile>,
    #[serde(default)]
    shards: ShardsFile,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SplitFile {
    seed: String,
    validation: String,
    test: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BaseFile {
    records: Option<u64>,
    tokens: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MosaicFile {
    cross: Option<String>,
    run_genres: Option<Vec<String>>,
    styles: Option<Vec<String>>,
    records: Option<u64>,
    tokens: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LongformFile {
    slices: Option<Vec<u32>>,
    records: Option<u64>,
    tokens: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct ShardsFile {
    records: u64,
    carrier: String,
}

impl Default for ShardsFile {
    fn default() -> Self {
        Self {
            records: 100_000,
            carrier: "jsonl.zst".to_owned(),
        }
    }
}

impl RecipeFile {
    pub(super) fn check(self, bytes: Vec<u8>, folder: &Path) -> Result<Recipe, String> {
        if self.format != 1 {
            return Err(format!(
                "format = {}, this program reads format 1",
                self.format
            ));
        }
        name_is_plain(&self.release)?;
        version_is_plain(&self.version)?;
        if self.budget == 0 || self.budget > 65_536 {
            return Err(format!("budget = {}, expected 1 to 65536", self.budget));
        }
        if self.reserved >= self.budget {
            let (reserved, budget) = (self.reserved, self.budget);
            return Err(format!(
                "reserved = {reserved} leaves no room in budget = {budget}"
            ));
        }
        let order = parse_order(&self.order)?;
        let split = self.split.check()?;
        let base = self
            .base
            .map(|base| quota("base", base.records, base.tokens))
            .transpose()?;
        let mosaic = self.mosaic.map(MosaicFile::check).transpose()?;
        let longform = self.longform.map(LongformFile::check).transpose()?;
        let noise = self.noise.map(NoiseFile::check).transpose()?;
        let shape = self.shape.map(ShapeFile::check).transpose()?;
        let schema = self.schema.map(SchemaFile::check).transpose()?;
        if self.shards.records == 0 || self.shards.records > 10_000_000 {
            return Err(format!(
                "shards.records = {}, expected 1 to 10000000",
                self.shards.records
            ));
        }
        let carrier = Carrier::parse(&self.shards.carrier).ok_or_else(|| {
            format!(
                "shards.carrier = \"{}\", expected jsonl, jsonl.zst or meta",
                self.shards.carrier
            )
        })?;
        Ok(Recipe {
            bytes,
            release: self.release,
            version: self.version,
            seed: self.seed,
            tokenizer: folder.join(self.tokenizer),
            budget: self.budget,
            reserved: self.reserved,
            order,
            split,
            base,
            mosaic,
            longform,
            noise,
            shape,
            schema,
            shard_records: self.shards.records,
            carrier,
        })
    }
}

impl SplitFile {
    fn check(self) -> Result<SplitRule, String> {
        let validation = share("split.validation", &self.validation)?;
        let test = share("split.test", &self.test)?;
        let (v, t) = (u64::from(validation.num), u64::from(test.num));
        let (dv, dt) = (u64::from(validation.den), u64::from(test.den));
        let sum = u128::from(v) * u128::from(dt) + u128::from(t) * u128::from(dv);
        if v >= dv || t >= dt || sum >= u128::from(dv) * u128::from(dt) {
            return Err("split.validation and split.test leave nothing for train".to_owned());
        }
        Ok(SplitRule {
            seed: self.seed,
            validation,
            test,
        })
    }
}

impl MosaicFile {
    fn check(self) -> Result<MosaicRule, String> {
        let cross = share("mosaic.cross", self.cross.as_deref().unwrap_or("35/100"))?;
        if cross.num > cross.den {
            return Err("mosaic.cross is more than all lines; expected at most 1/1".to_owned());
        }
        let genres = self
            .run_genres
            .unwrap_or_else(|| vec!["dialogue".to_owned()]);
        let run_genres: Vec<pool::Genre> = genres
            .iter()
            .map(|name| parse_genre(name))
            .collect::<Result<_, _>>()?;
        if run_genres.iter().collect::<BTreeSet<_>>().len() != genres.len() {
            return Err("mosaic.run_genres names a genre twice".to_owned());
        }
        let names = self
            .styles
            .unwrap_or_else(|| Style::ALL.map(|s| s.name().to_owned()).to_vec());
        let mut styles = names
            .iter()
            .map(|name| Style::parse(name))
            .collect::<Result<Vec<_>, _>>()?;
        styles.sort_unstable();
        styles.dedup();
        if styles.len() != names.len() {
            return Err("mosaic.styles names a style twice".to_owned());
        }
        if !styles.iter().any(|style| *style != Style::Mixed) {
            return Err(
                "mosaic.styles needs dense or paragraph: two lines have no mixed style".to_owned(),
            );
        }
        Ok(MosaicRule {
            cross,
            run_genres,
            styles,
            quota: quota("mosaic", self.records, self.tokens)?,
        })
    }
}

impl LongformFile {
    fn check(self) -> Result<LongformRule, String> {
        let slices = self.slices.unwrap_or_else(|| vec![2, 3]);
        let [min, max] = slices[..] else {
            return Err(format!("longform.slices = {slices:?}, expected [min, max]"));
        };
        if min == 0 || (max != 0 && max < min) {
            return Err(format!(
                "longform.slices = [{min}, {max}], expected 1 <= min <= max, or max = 0 for no limit"
            ));
        }
        let max = (max != 0).then_some(max);
        Ok(LongformRule {
            min,
            max,
            quota: quota("longform", self.records, self.tokens)?,
        })
    }
}

pub(super) fn quota(
    table: &str,
    records: Option<u64>,
    tokens: Option<String>,
) -> Result<Quota, String> {
    match (records, tokens) {
        (None, None) => Ok(Quota::All),
        (Some(records), None) => Ok(Quota::Records(records)),
        (None, Some(text)) => {
            let share = share(&format!("{table}.tokens"), &text)?;
            if share.den > 100_000 || share.num > share.den {
                return Err(format!(
                    "{table}.tokens = \"{text}\", expected at most 1, with a denominator of at most 100000"
                ));
            }
            Ok(Quota::Tokens(share))
        }
        (Some(_), Some(_)) => Err(format!("[{table}] holds both records and tokens: keep one")),
    }
}

pub(super) fn share(key: &str, text: &str) -> Result<Ratio, String> {
    Ratio::parse(text)
        .ok_or_else(|| format!("{key} = \"{text}\", expected a share such as \"775/100000\""))
}

fn parse_order(text: &str) -> Result<PanelOrder, String> {
    [
        PanelOrder::LeftFirst,
        PanelOrder::RightFirst,
        PanelOrder::Both,
    ]
    .into_iter()
    .find(|order| order.name() == text)
    .ok_or_else(|| format!("order = \"{text}\", expected left-first, right-first or both"))
}

fn parse_genre(text: &str) -> Result<pool::Genre, String> {
    pool::Genre::parse(text)
        .filter(|genre| !genre.is_structured())
        .ok_or_else(|| {
            format!("mosaic.run_genres holds \"{text}\", expected prose, dialogue or lines")
        })
}

fn name_is_plain(name: &str) -> Result<(), String> {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    if name.is_empty() || name.starts_with('-') || !name.bytes().all(plain) {
        return Err(format!(
            "release = \"{name}\", expected lower-case letters, digits and hyphens"
        ));
    }
    Ok(())
}

fn version_is_plain(version: &str) -> Result<(), String> {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'+');
    if version.is_empty() || !version.bytes().all(plain) {
        return Err(format!(
            "version = {version:?}, expected letters, digits and . - +"
        ));
    }
    Ok(())
}
