//! The settings of a release, parsed then checked: docs/format.md, section 8.1.

use crate::error::BuildError;
use pool::stream::Ratio;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// A checked recipe with the bytes that it was read from.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The file's bytes: they go into the release as they are.
    pub bytes: Vec<u8>,
    /// Name of the release.
    pub release: String,
    /// Version of the release.
    pub version: String,
    /// Seed string of all draws but splits and slices.
    pub seed: String,
    /// Where the tokenizer file lies.
    pub tokenizer: PathBuf,
    /// Most tokens of a record, `reserved` included.
    pub budget: u32,
    /// Tokens that the trainer adds itself.
    pub reserved: u32,
    /// Which panel is printed first.
    pub order: PanelOrder,
    /// How groups are split.
    pub split: SplitRule,
    /// `[base]`, if it is on.
    pub base: Option<Quota>,
    /// `[mosaic]`, if it is on.
    pub mosaic: Option<MosaicRule>,
    /// `[longform]`, if it is on.
    pub longform: Option<LongformRule>,
    /// Records of a shard.
    pub shard_records: u64,
    /// File form of the shards.
    pub carrier: Carrier,
}

/// Which panel is printed first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelOrder {
    /// Left.
    LeftFirst,
    /// Right.
    RightFirst,
    /// Drawn for each record.
    Both,
}

impl PanelOrder {
    /// Returns the word of the format.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::LeftFirst => "left-first",
            Self::RightFirst => "right-first",
            Self::Both => "both",
        }
    }
}

/// Split seed and shares.
#[derive(Clone, Debug)]
pub struct SplitRule {
    /// Seed string.
    pub seed: String,
    /// Share of validation.
    pub validation: Ratio,
    /// Share of test.
    pub test: Ratio,
}

/// How much of a category is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quota {
    /// All that its material gives.
    All,
    /// At most so many records.
    Records(u64),
    /// A share of the tokens.
    Tokens(Ratio),
}

/// `[mosaic]`.
#[derive(Clone, Debug)]
pub struct MosaicRule {
    /// Share of the lines used in cross mosaics.
    pub cross: Ratio,
    /// Genres whose neighbouring lines form runs.
    pub run_genres: Vec<pool::Genre>,
    /// Styles, in the order of the format.
    pub styles: Vec<Style>,
    /// How much is taken.
    pub quota: Quota,
}

/// How the lines of a mosaic are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Style {
    /// By one LF.
    Dense,
    /// By two LF.
    Paragraph,
    /// By one or two, drawn.
    Mixed,
}

/// `[longform]`.
#[derive(Clone, Copy, Debug)]
pub struct LongformRule {
    /// Fewest slices of a window.
    pub min: u32,
    /// Most slices, if there is a limit.
    pub max: Option<u32>,
    /// How much is taken.
    pub quota: Quota,
}

/// File form of the shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carrier {
    /// Canonical lines.
    Jsonl,
    /// The same in zstd frames.
    JsonlZst,
    /// Canonical lines without text, in zstd frames.
    Meta,
}

impl Carrier {
    /// Parses the word of the format.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Jsonl, Self::JsonlZst, Self::Meta]
            .into_iter()
            .find(|carrier| carrier.name() == text)
    }

    /// Returns the word of the format.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Jsonl => "jsonl",
            Self::JsonlZst => "jsonl.zst",
            Self::Meta => "meta",
        }
    }

    /// Returns the extension of a shard, without its dot.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Meta => "meta.jsonl.zst",
            other => other.name(),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RecipeFile {
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
    noise: Option<toml::Table>,
    shape: Option<toml::Table>,
    schema: Option<toml::Table>,
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

impl Recipe {
    /// Reads and checks a recipe file. The tokenizer's path is taken relative to it.
    ///
    /// # Errors
    /// If it cannot be read or says something that this version does not do.
    pub fn read(path: &Path) -> Result<Self, BuildError> {
        let bytes = std::fs::read(path).map_err(BuildError::io(path))?;
        let folder = path.parent().unwrap_or_else(|| Path::new(""));
        Self::parse(bytes, folder).map_err(|what| BuildError::Recipe {
            path: path.to_owned(),
            what,
        })
    }

    /// Parses and checks a recipe.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn parse(bytes: Vec<u8>, folder: &Path) -> Result<Self, String> {
        let text = std::str::from_utf8(&bytes).map_err(|error| format!("not UTF-8: {error}"))?;
        let file: RecipeFile = toml::from_str(text).map_err(|error| error.to_string())?;
        file.check(bytes, folder)
    }
}

impl RecipeFile {
    fn check(self, bytes: Vec<u8>, folder: &Path) -> Result<Recipe, String> {
        if self.format != 1 {
            return Err(format!(
                "format = {}, this program reads format 1",
                self.format
            ));
        }
        self.refuse_unmade()?;
        name_is_plain(&self.release)?;
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
            shard_records: self.shards.records,
            carrier,
        })
    }

    fn refuse_unmade(&self) -> Result<(), String> {
        let tables = [
            ("noise", &self.noise),
            ("shape", &self.shape),
            ("schema", &self.schema),
        ];
        match tables.into_iter().find(|(_, table)| table.is_some()) {
            Some((name, _)) => Err(format!(
                "[{name}] is not made by this version; remove the table (or comment it out) to build the other categories"
            )),
            None => Ok(()),
        }
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
        if run_genres
            .iter()
            .collect::<std::collections::BTreeSet<_>>()
            .len()
            != genres.len()
        {
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

impl Style {
    /// All styles, in the order of the format.
    pub const ALL: [Self; 3] = [Self::Dense, Self::Paragraph, Self::Mixed];

    /// Returns the word of the format.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Dense => "dense",
            Self::Paragraph => "paragraph",
            Self::Mixed => "mixed",
        }
    }

    fn parse(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|style| style.name() == text)
            .ok_or_else(|| {
                format!("mosaic.styles holds \"{text}\", expected dense, paragraph or mixed")
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

fn quota(table: &str, records: Option<u64>, tokens: Option<String>) -> Result<Quota, String> {
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

fn share(key: &str, text: &str) -> Result<Ratio, String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "format = 1\nrelease = \"zhen\"\nversion = \"1.0.0\"\nseed = \"s\"\ntokenizer = \"t.json\"\nbudget = 458\nreserved = 0\norder = \"both\"\n[split]\nseed = \"zhen\"\nvalidation = \"775/100000\"\ntest = \"775/100000\"\n[base]\n[mosaic]\n[longform]\n";

    fn parse(text: &str) -> Result<Recipe, String> {
        Recipe::parse(text.as_bytes().to_vec(), Path::new("dir"))
    }

    #[test]
    fn defaults_are_those_of_the_format() {
        let recipe = parse(GOOD).unwrap();
        let mosaic = recipe.mosaic.unwrap();
        assert_eq!(recipe.tokenizer, Path::new("dir/t.json"));
        assert_eq!((mosaic.cross.num, mosaic.cross.den), (35, 100));
        assert_eq!(
            (mosaic.styles, mosaic.run_genres),
            (Style::ALL.to_vec(), vec![pool::Genre::Dialogue])
        );
        let longform = recipe.longform.unwrap();
        assert_eq!((longform.min, longform.max), (2, Some(3)));
        assert_eq!(
            (recipe.shard_records, recipe.carrier),
            (100_000, Carrier::JsonlZst)
        );
    }

    #[test]
    fn what_a_recipe_may_not_say_is_refused_by_name() {
        let cases = [
            ("format = 1", "format = 2", "format = 2"),
            ("budget = 458", "budget = 0", "budget = 0"),
            ("reserved = 0", "reserved = 458", "reserved = 458"),
            ("budget = 458", "budget = 458\nbudgets = 1", "budgets"),
            ("\"775/100000\"\n[base]", "\"1/1\"\n[base]", "train"),
            (
                "[base]",
                "[base]\nrecords = 1\ntokens = \"1/2\"",
                "both records and tokens",
            ),
            ("[base]", "[base]\ntokens = \"1/200000\"", "base.tokens"),
            (
                "[mosaic]",
                "[mosaic]\nstyles = [\"mixed\"]",
                "needs dense or paragraph",
            ),
            (
                "[mosaic]",
                "[mosaic]\nstyles = [\"dense\", \"dense\"]",
                "twice",
            ),
            ("[mosaic]", "[mosaic]\ncross = \"35%\"", "35%"),
            (
                "[mosaic]",
                "[mosaic]\nrun_genres = [\"structured:json\"]",
                "structured:json",
            ),
            ("[longform]", "[longform]\nslices = [3, 2]", "[3, 2]"),
            ("[longform]", "[noise]\nratio = \"15/100\"", "[noise]"),
            ("[longform]", "[shape]", "[shape]"),
            ("[longform]", "[schema]", "[schema]"),
            ("[longform]", "[shards]\nrecords = 0", "shards.records"),
            ("[longform]", "[shards]\ncarrier = \"parquet\"", "parquet"),
            ("release = \"zhen\"", "release = \"../x\"", "../x"),
        ];
        for (from, to, named) in cases {
            let error = parse(&GOOD.replacen(from, to, 1)).expect_err(to);
            assert!(error.contains(named), "{to}: {error}");
        }
    }
}
