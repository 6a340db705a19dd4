//! The recipe: format.md, section 8.1.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::names::{Carrier, Category, Order, Style};
use super::recipe_more::{Noise, NoiseTable, Schema, SchemaTable, Shape, ShapeTable};
use crate::stream::{Digest, Ratio, Splitter, seed32};

/// A recipe that was read and checked.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// Name of the release.
    pub release: String,
    /// Version of the release.
    pub version: String,
    /// Seed string of all draws but splits and slices.
    pub seed: String,
    /// The 32 bytes of `seed`.
    pub seed32: Digest,
    /// Seed string of the splits.
    pub split_seed: String,
    /// The split rule.
    pub splitter: Splitter,
    /// Tokens that a record may have, reserved ones included.
    pub budget: u64,
    /// Tokens that the trainer adds to a record.
    pub reserved: u64,
    /// Which panel stands first.
    pub order: Order,
    /// `[base]`.
    pub base: Option<Take>,
    /// `[mosaic]`.
    pub mosaic: Option<Mosaic>,
    /// `[longform]`.
    pub longform: Option<Longform>,
    /// `[noise]`.
    pub noise: Option<Noise>,
    /// `[shape]`.
    pub shape: Option<Shape>,
    /// `[schema]`.
    pub schema: Option<Schema>,
    /// Records of a shard.
    pub shard_records: u64,
}

/// How much of a category is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Take {
    /// All of it.
    All,
    /// At most so many records.
    Records(u64),
    /// This share of the tokens of the release.
    Tokens(Ratio),
}

/// `[mosaic]`.
#[derive(Clone, Debug)]
pub struct Mosaic {
    /// How much is taken.
    pub take: Take,
    /// Share of the lines used in cross mosaics.
    pub cross: Ratio,
    /// Genres that make runs.
    pub run_genres: Vec<String>,
    /// Styles that every group is used in.
    pub styles: Vec<Style>,
}

/// `[longform]`.
#[derive(Clone, Copy, Debug)]
pub struct Longform {
    /// How much is taken.
    pub take: Take,
    /// Fewest slices of a window.
    pub slices_min: u64,
    /// Most slices of a window, if there is a limit.
    pub slices_max: Option<u64>,
}

/// Why a recipe is refused.
#[derive(Debug, thiserror::Error)]
pub enum RecipeFault {
    /// Not TOML, or unknown, missing or mistyped keys.
    #[error("{0}")]
    Toml(String),
    /// A value out of its range.
    #[error("`{key}` is {found}, expected {expected}")]
    Value {
        /// The key.
        key: &'static str,
        /// What stands there.
        found: String,
        /// What may.
        expected: &'static str,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: u64,
    release: String,
    version: String,
    seed: String,
    tokenizer: String,
    budget: u64,
    reserved: u64,
    order: Order,
    split: SplitTable,
    base: Option<BaseTable>,
    mosaic: Option<MosaicTable>,
    longform: Option<LongformTable>,
    noise: Option<NoiseTable>,
    shape: Option<ShapeTable>,
    schema: Option<SchemaTable>,
    #[serde(default)]
    shards: ShardsTable,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SplitTable {
    seed: String,
    validation: String,
    test: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BaseTable {
    records: Option<u64>,
    tokens: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MosaicTable {
    cross: Option<String>,
    run_genres: Option<Vec<String>>,
    styles: Option<Vec<Style>>,
    records: Option<u64>,
    tokens: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LongformTable {
    slices: Option<Vec<u64>>,
    records: Option<u64>,
    tokens: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShardsTable {
    records: Option<u64>,
    #[serde(rename = "carrier")]
    _carrier: Option<Carrier>,
}

impl Recipe {
    /// Reads a recipe.
    ///
    /// # Errors
    ///
    /// Names the key that is refused.
    pub fn parse(text: &str) -> Result<Self, RecipeFault> {
        let file: File =
            toml::from_str(text).map_err(|error| RecipeFault::Toml(error.to_string()))?;
        file.check()?;
        let validation = ratio("split.validation", &file.split.validation)?;
        let test = ratio("split.test", &file.split.test)?;
        let splitter = Splitter::new(seed32(&file.split.seed), validation, test);
        let sum = format!("{} and {}", file.split.validation, file.split.test);
        Ok(Self {
            splitter: splitter.ok_or_else(|| value("split", &sum, "shares together below 1"))?,
            seed32: seed32(&file.seed),
            split_seed: file.split.seed,
            release: file.release,
            version: file.version,
            seed: file.seed,
            budget: file.budget,
            reserved: file.reserved,
            order: file.order,
            base: file
                .base
                .map(|table| take(table.records, table.tokens))
                .transpose()?,
            mosaic: file.mosaic.map(MosaicTable::check).transpose()?,
            longform: file.longform.map(LongformTable::check).transpose()?,
            noise: file.noise.map(NoiseTable::check).transpose()?,
            shape: file.shape.map(ShapeTable::check).transpose()?,
            schema: file.schema.map(SchemaTable::check).transpose()?,
            shard_records: file.shards.check()?,
        })
    }

    /// Returns whether the recipe has a category's table.
    #[must_use]
    pub fn makes(&self, category: Category) -> bool {
        match category {
            Category::Noise => self.noise.is_some(),
            Category::Schema => self.schema.is_some(),
            taken => self.take(taken).is_some(),
        }
    }

    /// Returns how much of a category is taken; none if it is off, or if `take` has no part in it.
    #[must_use]
    pub fn take(&self, category: Category) -> Option<Take> {
        match category {
            Category::Base => self.base,
            Category::Mosaic => self.mosaic.as_ref().map(|mosaic| mosaic.take),
            Category::Longform => self.longform.map(|longform| longform.take),
            Category::Shape => self.shape.as_ref().map(|shape| shape.take),
            Category::Noise | Category::Schema => None,
        }
    }

    /// Returns whether a text of so many tokens fits.
    #[must_use]
    pub fn fits(&self, tokens: u64) -> bool {
        tokens.saturating_add(self.reserved) <= self.budget
    }
}

impl File {
    fn check(&self) -> Result<(), RecipeFault> {
        if self.format != 1 {
            return Err(value("format", &self.format, "1"));
        }
        let mut name = self.release.bytes();
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        if !name.next().is_some_and(plain) || !name.all(|byte| plain(byte) || byte == b'-') {
            return Err(value("release", &self.release, "[a-z0-9][a-z0-9-]*"));
        }
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".+-".contains(&byte);
        if self.version.is_empty() || !self.version.bytes().all(plain) {
            return Err(value("version", &self.version, "[0-9A-Za-z.+-]+"));
        }
        if self.tokenizer.is_empty() {
            return Err(value("tokenizer", &"empty", "a path"));
        }
        if !(1..=65536).contains(&self.budget) {
            return Err(value("budget", &self.budget, "1 to 65536"));
        }
        if self.reserved >= self.budget {
            return Err(value("reserved", &self.reserved, "less than budget"));
        }
        Ok(())
    }
}

impl MosaicTable {
    fn check(self) -> Result<Mosaic, RecipeFault> {
        let cross = self.cross.as_deref().unwrap_or("35/100");
        let share = ratio("mosaic.cross", cross)?;
        if share.num > share.den {
            return Err(value("mosaic.cross", &cross, "at most 1"));
        }
        let run_genres = self
            .run_genres
            .unwrap_or_else(|| vec!["dialogue".to_owned()]);
        let known = ["prose", "dialogue", "lines"];
        if let Some(other) = run_genres
            .iter()
            .find(|genre| !known.contains(&genre.as_str()))
        {
            return Err(value("mosaic.run_genres", other, "prose, dialogue, lines"));
        }
        let all = vec![Style::Dense, Style::Paragraph, Style::Mixed];
        let styles = self.styles.unwrap_or(all);
        if !styles.contains(&Style::Dense) && !styles.contains(&Style::Paragraph) {
            return Err(value(
                "mosaic.styles",
                &format!("{styles:?}"),
                "dense or paragraph in it",
            ));
        }
        // A style or genre twice would be a list that means less than it says.
        let twice = |count: usize, unique: usize| count != unique;
        let unique_styles: BTreeSet<Style> = styles.iter().copied().collect();
        let unique_genres: BTreeSet<&String> = run_genres.iter().collect();
        if twice(styles.len(), unique_styles.len()) || twice(run_genres.len(), unique_genres.len())
        {
            return Err(value("mosaic", &"a style or genre twice", "each once"));
        }
        Ok(Mosaic {
            take: take(self.records, self.tokens)?,
            cross: share,
            run_genres,
            styles,
        })
    }
}

impl LongformTable {
    fn check(self) -> Result<Longform, RecipeFault> {
        let slices = self.slices.unwrap_or_else(|| vec![2, 3]);
        let expected = "[min, max], 1 <= min, and max >= min or 0";
        let refused = || value("longform.slices", &format!("{slices:?}"), expected);
        let [min, max] = *slices.as_slice() else {
            return Err(refused());
        };
        if min == 0 || (max != 0 && max < min) {
            return Err(refused());
        }
        let slices_max = (max != 0).then_some(max);
        Ok(Longform {
            take: take(self.records, self.tokens)?,
            slices_min: min,
            slices_max,
        })
    }
}

impl ShardsTable {
    fn check(&self) -> Result<u64, RecipeFault> {
        let records = self.records.unwrap_or(100_000);
        if !(1..=10_000_000).contains(&records) {
            return Err(value("shards.records", &records, "1 to 10000000"));
        }
        Ok(records)
    }
}

pub(super) fn take(records: Option<u64>, tokens: Option<String>) -> Result<Take, RecipeFault> {
    match (records, tokens) {
        (None, None) => Ok(Take::All),
        (Some(records), None) => Ok(Take::Records(records)),
        (None, Some(share)) => {
            let tokens = ratio("tokens", &share)?;
            if tokens.den > 100_000 {
                return Err(value("tokens", &share, "a denominator of at most 100000"));
            }
            Ok(Take::Tokens(tokens))
        }
        (Some(_), Some(_)) => Err(value("records", &"beside `tokens`", "one of the two")),
    }
}

pub(super) fn ratio(key: &'static str, text: &str) -> Result<Ratio, RecipeFault> {
    Ratio::parse(text).ok_or_else(|| value(key, &text, "a share \"a/b\", b >= 1, both below 2^31"))
}

pub(super) fn value(
    key: &'static str,
    found: &impl ToString,
    expected: &'static str,
) -> RecipeFault {
    RecipeFault::Value {
        key,
        found: found.to_string(),
        expected,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Strength;

    const PLAIN: &str = "format = 1\nrelease = \"r-1\"\nversion = \"1\"\nseed = \"s\"\n\
        tokenizer = \"t\"\nbudget = 458\nreserved = 0\norder = \"left-first\"\n\
        [split]\nseed = \"p\"\nvalidation = \"1/10\"\ntest = \"1/10\"\n";

    fn with(more: &str) -> Result<Recipe, RecipeFault> {
        Recipe::parse(&format!("{PLAIN}{more}"))
    }

    #[test]
    fn defaults_are_those_of_the_page() {
        let recipe = with("[base]\n[mosaic]\n[longform]\n").unwrap();
        assert_eq!(recipe.shard_records, 100_000);
        assert_eq!(recipe.base, Some(Take::All));
        let mosaic = recipe.mosaic.unwrap();
        assert_eq!(mosaic.cross, Ratio { num: 35, den: 100 });
        assert_eq!((mosaic.run_genres.len(), mosaic.styles.len()), (1, 3));
        let longform = recipe.longform.unwrap();
        assert_eq!((longform.slices_min, longform.slices_max), (2, Some(3)));
        let none = with("").unwrap();
        assert!(
            Category::ALL
                .into_iter()
                .all(|category| !none.makes(category))
        );
    }

    #[test]
    fn defaults_of_noise_shape_and_schema() {
        let recipe = with("[noise]\n[shape]\n[schema]\n").unwrap();
        let noise = recipe.noise.as_ref().unwrap();
        assert_eq!(noise.ratio, Ratio { num: 15, den: 100 });
        assert!(!noise.short_allowed);
        assert_eq!(noise.weights, [1, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
        assert_eq!(noise.strengths[3], Strength::Pieces(4));
        let shape = recipe.shape.as_ref().unwrap();
        assert_eq!(shape.share, Ratio { num: 36, den: 100 });
        assert_eq!(shape.weights, [1; 8]);
        let schema = recipe.schema.as_ref().unwrap();
        assert_eq!((schema.share, schema.generated.num), (None, 0));
        assert_eq!(schema.weights, [1; 6]);
        assert!(recipe.makes(Category::Noise) && recipe.makes(Category::Schema));
        let kinds = "[noise.kinds]\nno-space = 0\nmojibake = 7\n[noise.strength]\nnav-words = 16\n";
        let noise = with(kinds).unwrap().noise.unwrap();
        assert_eq!(noise.weights, [0, 1, 1, 1, 1, 0, 0, 0, 7, 0]);
        assert_eq!(noise.strengths[9], Strength::Pieces(16));
    }

    #[test]
    fn what_the_page_does_not_name_is_refused() {
        for bad in [
            "[other]\n",
            "[base]\nshare = 1\n",
            "[noise]\nratio = \"1/1\"\n",
            "[noise]\nshort = \"warn\"\n",
            "[noise]\nkinds = { letters = 1 }\n",
            "[noise]\nkinds = { no-space = 2147483648 }\n",
            "[noise]\nkinds = { no-space = -1 }\n",
            "[noise]\nkinds = { no-space = 0, broken-word = 0, wild-space = 0, html-residue = 0, rare-symbol = 0 }\n",
            "[noise]\nstrength = { no-space = 3 }\n",
            "[noise]\nstrength = { no-space = \"0/1\" }\n",
            "[noise]\nstrength = { no-space = \"3/2\" }\n",
            "[noise]\nstrength = { no-space = \"1/536870912\" }\n",
            "[noise]\nstrength = { html-residue = 17 }\n",
            "[noise]\nstrength = { html-residue = 0 }\n",
            "[noise]\nstrength = { html-residue = \"1/2\" }\n",
            "[noise]\nstrength = { letters = 1 }\n",
            "[noise]\nrecords = 1\n",
            "[shape]\nshare = \"3/2\"\n",
            "[shape]\nops = { letters = 1 }\n",
            "[shape]\nrecords = 1\ntokens = \"1/2\"\n",
            "[schema]\nshare = \"none\"\n",
            "[schema]\ngenerated = \"all\"\n",
            "[schema]\ngenerated = \"2/1\"\n",
            "[schema]\nformats = { toml = 1 }\n",
            "[schema]\nformats = { json = 0, csv = 0, xml = 0, markdown = 0, html = 0, web-text = 0 }\n",
            "[schema]\nrecords = 1\n",
            "[base]\nrecords = 1\ntokens = \"1/2\"\n",
            "[base]\ntokens = \"1/100001\"\n",
            "[mosaic]\nstyles = [\"mixed\"]\n",
            "[mosaic]\nstyles = [\"loose\"]\n",
            "[mosaic]\nrun_genres = [\"news\"]\n",
            "[mosaic]\nrun_genres = [\"prose\", \"prose\"]\n",
            "[mosaic]\nstyles = [\"dense\", \"dense\"]\n",
            "[mosaic]\ncross = \"3/2\"\n",
            "[longform]\nslices = [3, 2]\n",
            "[longform]\nslices = [0, 2]\n",
            "[longform]\nslices = [2]\n",
            "[longform]\nslices = [2, 3, 4]\n",
            "[shards]\nrecords = 0\n",
            "[shards]\ncarrier = \"parquet\"\n",
        ] {
            assert!(with(bad).is_err(), "{bad}");
        }
        for (key, bad) in [
            ("format = 1", "format = 2"),
            ("\"r-1\"", "\"R\""),
            ("\"r-1\"", "\"-r\""),
            ("version = \"1\"", "version = \"\""),
            ("version = \"1\"", "version = \"1 \""),
            ("budget = 458", "budget = 0"),
            ("budget = 458", "budget = 65537"),
            ("reserved = 0", "reserved = 458"),
            ("\"1/10\"", "\"1/2\""),
            ("left-first", "left"),
            ("seed = \"s\"\n", ""),
        ] {
            assert!(Recipe::parse(&PLAIN.replace(key, bad)).is_err(), "{bad}");
        }
    }
}
