//! The settings of a release, parsed then checked: docs/format.md, section 8.1.

mod file;
mod made;

use crate::error::BuildError;
use crate::noise::{NoiseKind, Strength};
use file::RecipeFile;
use pool::stream::Ratio;
use std::path::{Path, PathBuf};

/// Largest recipe file that is read.
const RECIPE_MAX: u64 = 1 << 20;

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
    /// `[noise]`, if it is on.
    pub noise: Option<NoiseRule>,
    /// `[shape]`, if it is on.
    pub shape: Option<ShapeRule>,
    /// `[schema]`, if it is on.
    pub schema: Option<SchemaRule>,
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

/// `[noise]`.
#[derive(Clone, Debug)]
pub struct NoiseRule {
    /// Share of noise in all records but schema.
    pub ratio: Ratio,
    /// Whether a split may have less.
    pub allow_short: bool,
    /// Weight of each kind, in the order of the format.
    pub weights: [u64; NoiseKind::ALL.len()],
    /// Strength of each kind, in the order of the format.
    pub strengths: [Strength; NoiseKind::ALL.len()],
}

impl NoiseRule {
    /// Returns the strength of a kind.
    #[must_use]
    pub fn strength(&self, kind: NoiseKind) -> Strength {
        self.strengths[kind as usize]
    }
}

/// `[shape]`.
#[derive(Clone, Debug)]
pub struct ShapeRule {
    /// Share of the base materials of two or more lines.
    pub share: Ratio,
    /// Weight of each op, in the order of the format.
    pub ops: [u64; 8],
    /// How much is taken.
    pub quota: Quota,
}

/// `[schema]`.
#[derive(Clone, Debug)]
pub struct SchemaRule {
    /// Share of the structured pairs.
    pub pairs: Ratio,
    /// Generated records, as a share of the base materials.
    pub generated: Ratio,
    /// Weight of each format of generated records, in the order of the format.
    pub formats: [u64; 6],
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

impl Recipe {
    /// Reads and checks a recipe file. The tokenizer's path is taken relative to it.
    ///
    /// # Errors
    /// If it cannot be read or says something that this version does not do.
    pub fn read(path: &Path) -> Result<Self, BuildError> {
        let bytes = pool::file::read(path, RECIPE_MAX)?;
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

    pub(super) fn parse(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|style| style.name() == text)
            .ok_or_else(|| {
                format!("mosaic.styles holds \"{text}\", expected dense, paragraph or mixed")
            })
    }
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
        assert!(recipe.noise.is_none() && recipe.shape.is_none() && recipe.schema.is_none());
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
            ("[longform]", "[shards]\nrecords = 0", "shards.records"),
            ("[longform]", "[shards]\ncarrier = \"parquet\"", "parquet"),
            ("release = \"zhen\"", "release = \"../x\"", "../x"),
        ];
        for (from, to, named) in cases {
            let error = parse(&GOOD.replacen(from, to, 1)).expect_err(to);
            assert!(error.contains(named), "{to}: {error}");
        }
    }

    #[test]
    fn what_noise_shape_and_schema_may_not_say_is_refused_by_name() {
        let cases = [
            ("[noise]\nratio = \"2/2\"", "noise.ratio"),
            ("[noise]\nshort = \"ok\"", "noise.short"),
            ("[noise.kinds]\nno-spaces = 1", "no-spaces"),
            ("[noise.kinds]\nno-space = -1", "no-space"),
            (
                "[noise.kinds]\nno-space = 2147483648",
                "noise.kinds.no-space = 2147483648",
            ),
            (
                "[shape.ops]\npermute = 0\nrepeat = 0\nglue = 0\nlist = 0\nmarker = 0\nlink = 0\nquote = 0\nindent = 0",
                "every name the weight 0",
            ),
            (
                "[noise.strength]\nno-space = \"3/2\"",
                "noise.strength.no-space",
            ),
            ("[noise.strength]\nno-space = \"0/2\"", "0 < a <= b"),
            (
                "[noise.strength]\nwild-space = \"1/536870912\"",
                "b < 536870912",
            ),
            (
                "[noise.strength]\nhtml-residue = 17",
                "an integer from 1 to 16",
            ),
            (
                "[noise.strength]\nhtml-residue = \"1/8\"",
                "an integer from 1 to 16",
            ),
            ("[noise]\nrate = 1", "rate"),
            ("[shape]\nshare = \"3/2\"", "shape.share"),
            ("[shape.ops]\nletters = 1", "letters"),
            ("[schema]\nshare = \"some\"", "schema.share"),
            ("[schema]\ngenerated = \"3/2\"", "schema.generated"),
            ("[schema.formats]\nyaml = 1", "yaml"),
        ];
        for (table, named) in cases {
            let error = parse(&GOOD.replacen("[longform]", table, 1)).expect_err(table);
            assert!(error.contains(named), "{table}: {error}");
        }
    }
}
