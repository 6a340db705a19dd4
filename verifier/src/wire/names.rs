//! The closed lists of names: format.md, sections 3, 4, 5, 7 and 8.

use serde::{Deserialize, Serialize};

/// A split, in the order in which splits are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Split {
    /// Text to train on.
    Train,
    /// Text to validate on.
    Validation,
    /// Text to test on.
    Test,
}

impl Split {
    /// All splits in order.
    pub const ALL: [Self; 3] = [Self::Train, Self::Validation, Self::Test];

    /// Returns the place in the order.
    #[must_use]
    pub fn index(self) -> u8 {
        match self {
            Self::Train => 0,
            Self::Validation => 1,
            Self::Test => 2,
        }
    }

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Train => "train",
            Self::Validation => "validation",
            Self::Test => "test",
        }
    }

    /// Returns the split of a name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|split| split.name() == name)
    }
}

/// A category of records, in the order of format.md, section 7.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Category {
    /// Documents, slices and lines.
    Base,
    /// Lines joined in styles.
    Mosaic,
    /// Windows of slices.
    Longform,
    /// Base materials spoiled.
    Noise,
    /// Base materials in another form.
    Shape,
    /// Structured texts.
    Schema,
}

impl Category {
    /// All categories in order.
    pub const ALL: [Self; 6] = [
        Self::Base,
        Self::Mosaic,
        Self::Longform,
        Self::Noise,
        Self::Shape,
        Self::Schema,
    ];

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Base => "base",
            Self::Mosaic => "mosaic",
            Self::Longform => "longform",
            Self::Noise => "noise",
            Self::Shape => "shape",
            Self::Schema => "schema",
        }
    }

    /// Returns the category of a name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|category| category.name() == name)
    }
}

/// A family of mosaics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Lines of several articles.
    Cross,
    /// Consecutive lines of one article.
    Run,
}

impl Family {
    /// Returns the name, which is also the variant of its streams.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cross => "cross",
            Self::Run => "run",
        }
    }
}

/// A style of mosaics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// One LF between lines.
    Dense,
    /// Two LF between lines.
    Paragraph,
    /// Both, drawn.
    Mixed,
}

/// Which panel stands first in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// The left one.
    LeftFirst,
    /// The right one.
    RightFirst,
    /// One or the other, by rank of the first material.
    Both,
}

/// The file form of the shards of a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Carrier {
    /// Plain lines.
    #[serde(rename = "jsonl")]
    Jsonl,
    /// Lines in zstd frames.
    #[serde(rename = "jsonl.zst")]
    JsonlZst,
    /// Lines without text in zstd frames.
    #[serde(rename = "meta")]
    Meta,
}

impl Carrier {
    /// Returns the extension of a shard, dot included.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Jsonl => ".jsonl",
            Self::JsonlZst => ".jsonl.zst",
            Self::Meta => ".meta.jsonl.zst",
        }
    }

    /// Returns whether shards are compressed.
    #[must_use]
    pub fn is_zstd(self) -> bool {
        self != Self::Jsonl
    }

    /// Returns whether shards hold the texts.
    #[must_use]
    pub fn has_text(self) -> bool {
        self != Self::Meta
    }
}
