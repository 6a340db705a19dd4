//! `sources.toml`: which files are read, and what their fields mean.
//!
//! Paths are relative to the file. Its text is parsed ([`file`]), then checked ([`check`]); what the import uses can only be
//! built checked. Unknown keys are refused.

mod check;
mod file;
mod rules;

use crate::article::{Genre, Origin, Translation};
use crate::error::PoolError;
use crate::panels::Panels;
use crate::profile::{Language, Profile};
use crate::store::SliceRule;
use crate::{gate, normalize, pii};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What stands where no licence is given.
pub const LICENSE_UNKNOWN: &str = "unknown";

/// The most bytes that a `sources.toml` may have.
pub const SOURCES_MAX: u64 = 1 << 20;

/// A checked `sources.toml`.
#[derive(Clone, Debug, PartialEq)]
pub struct Sources {
    /// Language tags.
    pub languages: Panels<String>,
    /// Whether words are separated by blanks.
    pub spaced: Panels<bool>,
    /// The slicer's parameters.
    pub slice: SliceRule,
    /// Profiles of languages that the file adds.
    pub profiles: Vec<Arc<Profile>>,
    /// Which equal texts are one too many.
    pub dedup: DedupRule,
    /// The sources in the order of the file.
    pub sources: Vec<Source>,
}

/// Which articles with equal text stay (docs/format.md, section 2.1). Texts are compared without their blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DedupRule {
    /// Whether of articles with the same pair of panels one stays.
    pub pair: bool,
    /// How many articles with the same left panel stay; 0 for all.
    pub left: u32,
    /// Likewise the right panel.
    pub right: u32,
}

/// What is repaired in the rows of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepairRule {
    /// The steps of [`normalize`](crate::normalize).
    pub normalize: normalize::Rule,
    /// Whether the misprints that a profile lists are repaired.
    pub misprints: bool,
    /// Whether the forms of another region are.
    pub variants: bool,
}

impl RepairRule {
    /// Returns the names of the switches that are on.
    #[must_use]
    pub fn parameters(&self) -> String {
        let mut said = self.normalize.parameters();
        for (name, on) in [("misprints", self.misprints), ("variants", self.variants)] {
            if on {
                said.push_str(if said.is_empty() { "" } else { " " });
                said.push_str(name);
            }
        }
        said
    }
}

impl Default for RepairRule {
    fn default() -> Self {
        Self {
            normalize: normalize::Rule::default(),
            misprints: true,
            variants: false,
        }
    }
}

/// One `[[source]]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// Its name, unique.
    pub name: String,
    /// How its files are read.
    pub layout: Layout,
    /// What the fields of its rows mean.
    pub rule: FieldRule,
    /// How many of its rows may be unreadable.
    pub max_bad: u64,
    /// What is repaired.
    pub repair: RepairRule,
    /// The gates: `[gates]` with `[source.gates]` laid over it.
    pub gates: gate::Config,
    /// Which personal data is taken out; nothing for none.
    pub pii: Option<pii::Rule>,
}

/// How the files of a source are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One JSON object a line.
    Jsonl(Vec<InputFile>),
    /// One JSON object a line, each a machine-readable document.
    StructuredJsonl(Vec<InputFile>),
    /// Cells separated by tabs; rows of one group form one article.
    Tsv {
        /// The files.
        files: Vec<InputFile>,
        /// What each cell is; nothing for one that is ignored.
        columns: Vec<Option<Field>>,
    },
    /// Two files whose lines pair.
    Lines(Panels<InputFile>),
}

/// A file of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputFile {
    /// Its path as `sources.toml` says it.
    pub name: String,
    /// Where it lies.
    pub path: PathBuf,
}

/// A field with a meaning. The names are those of `fields` and `columns`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the variants are the names of the fields")]
pub enum Field {
    Id,
    Group,
    GroupSource,
    Source,
    License,
    Origin,
    Translation,
    MadeBy,
    Genre,
    Format,
    Seq,
    Left,
    Right,
}

impl Field {
    /// All fields.
    pub const ALL: [Self; 13] = [
        Self::Id,
        Self::Group,
        Self::GroupSource,
        Self::Source,
        Self::License,
        Self::Origin,
        Self::Translation,
        Self::MadeBy,
        Self::Genre,
        Self::Format,
        Self::Seq,
        Self::Left,
        Self::Right,
    ];

    /// Returns the standard name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Id => "id",
            Self::Group => "group",
            Self::GroupSource => "group_source",
            Self::Source => "source",
            Self::License => "license",
            Self::Origin => "origin",
            Self::Translation => "translation",
            Self::MadeBy => "made_by",
            Self::Genre => "genre",
            Self::Format => "format",
            Self::Seq => "seq",
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

/// What the fields of a source's rows mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldRule {
    /// The name that a row uses for a field, for those that `fields` maps.
    pub fields: BTreeMap<Field, String>,
    /// Licence where no field gives it.
    pub license: Words<String>,
    /// The source's words for the origin, or by source where no field gives it.
    pub origin: Words<Origin>,
    /// Likewise for the translation.
    pub translation: Words<Translation>,
    /// By what the translation was made, where no field gives it.
    pub made_by: String,
    /// The genre, where no field gives it. Of no meaning for structured rows.
    pub genre: Genre,
}

/// One value for all rows, or a table of values with an optional entry `*` for all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words<T> {
    table: BTreeMap<String, T>,
    other: Option<T>,
}

impl<T> Words<T> {
    /// Makes a table without entries.
    #[must_use]
    pub fn none() -> Self {
        Self {
            table: BTreeMap::new(),
            other: None,
        }
    }

    /// Makes one value for all.
    #[must_use]
    pub fn one(value: T) -> Self {
        Self {
            table: BTreeMap::new(),
            other: Some(value),
        }
    }

    /// Returns the value of a word, else that of `*`.
    #[must_use]
    pub fn get(&self, word: &str) -> Option<&T> {
        self.table.get(word).or(self.other.as_ref())
    }

    /// Returns the value of a word that the table lists by name.
    #[must_use]
    pub fn listed(&self, word: &str) -> Option<&T> {
        self.table.get(word)
    }

    /// Returns the value of `*`, or the one value for all.
    #[must_use]
    pub fn other(&self) -> Option<&T> {
        self.other.as_ref()
    }
}

impl Sources {
    /// Returns what the gates know of the languages of the panels.
    #[must_use]
    pub fn profiles(&self) -> Panels<Language> {
        Language::of_pair(&self.languages, &self.profiles)
    }

    /// Reads and checks a `sources.toml`, and lists the files that it names.
    ///
    /// # Errors
    /// If it cannot be read, a key is unknown or wrong, or a path matches no file.
    pub fn read(path: &Path) -> Result<Self, PoolError> {
        Self::of_bytes(&crate::file::read(path, SOURCES_MAX)?, path)
    }

    /// Checks the bytes of a `sources.toml` that lies at `path`.
    pub(crate) fn of_bytes(bytes: &[u8], path: &Path) -> Result<Self, PoolError> {
        let text = std::str::from_utf8(bytes).map_err(|error| PoolError::Form {
            path: path.to_owned(),
            what: format!(
                "byte {} is not UTF-8; is this a sources.toml?",
                error.valid_up_to()
            ),
        })?;
        Self::parse(text, path)
    }

    /// Checks the text of a `sources.toml` that lies at `path`.
    ///
    /// # Errors
    /// As [`Sources::read`].
    pub fn parse(text: &str, path: &Path) -> Result<Self, PoolError> {
        let parsed = toml::from_str(text).map_err(|error| PoolError::Form {
            path: path.to_owned(),
            what: error.to_string().trim_end().to_owned(),
        })?;
        check::check(parsed, path.parent().unwrap_or(Path::new(""))).map_err(|what| {
            PoolError::Form {
                path: path.to_owned(),
                what,
            }
        })
    }
}

impl Source {
    /// Returns a source without files by the rules that hold where nothing is said.
    pub(crate) fn standard() -> Self {
        Self {
            name: String::new(),
            layout: Layout::Jsonl(Vec::new()),
            rule: FieldRule {
                fields: BTreeMap::new(),
                license: Words::none(),
                origin: Words::none(),
                translation: Words::none(),
                made_by: String::new(),
                genre: Genre::Prose,
            },
            max_bad: 0,
            repair: RepairRule::default(),
            gates: gate::Config::new(),
            pii: Some(pii::Rule::default()),
        }
    }

    /// Returns the format's name.
    #[must_use]
    pub fn format(&self) -> &'static str {
        match self.layout {
            Layout::Jsonl(_) => "jsonl",
            Layout::StructuredJsonl(_) => "structured-jsonl",
            Layout::Tsv { .. } => "tsv",
            Layout::Lines(_) => "lines",
        }
    }

    /// Returns the files, in the order they are read.
    #[must_use]
    pub fn files(&self) -> Vec<&InputFile> {
        match &self.layout {
            Layout::Jsonl(files) | Layout::StructuredJsonl(files) | Layout::Tsv { files, .. } => {
                files.iter().collect()
            }
            Layout::Lines(files) => vec![&files.left, &files.right],
        }
    }
}
