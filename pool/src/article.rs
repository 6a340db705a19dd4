//! One row of a pool, borrowed from the mapped part: docs/format.md, section 2.

use crate::derive::{h, list};
use crate::id::{ArticleId, ArticleKey, Digest, GroupKey};
use crate::panels::Panels;

/// Which panel people wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// The left panel.
    Left,
    /// The right panel.
    Right,
    /// Both.
    Both,
    /// Neither.
    None,
    /// Not known.
    Unknown,
}

impl Origin {
    /// Parses the word of the format.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [
            Self::Left,
            Self::Right,
            Self::Both,
            Self::None,
            Self::Unknown,
        ]
        .into_iter()
        .find(|origin| origin.name() == text)
    }

    /// Returns the word of the format.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Both => "both",
            Self::None => "none",
            Self::Unknown => "unknown",
        }
    }
}

/// How the other panel came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Translation {
    /// By people.
    Human,
    /// By a translation engine.
    Machine,
    /// By a language model.
    Llm,
    /// Not known.
    Unknown,
}

impl Translation {
    /// Parses the word of the format.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Human, Self::Machine, Self::Llm, Self::Unknown]
            .into_iter()
            .find(|translation| translation.name() == text)
    }

    /// Returns the word of the format.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Machine => "machine",
            Self::Llm => "llm",
            Self::Unknown => "unknown",
        }
    }
}

/// What kind of text an article is; decides which generators may take it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Genre {
    /// Running text.
    Prose,
    /// Neighbouring lines belong together.
    Dialogue,
    /// Lines that share a group and no more.
    Lines,
    /// A machine-readable document.
    Structured(Structured),
}

/// The format of a structured article.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the variants are the names of the formats")]
pub enum Structured {
    Json,
    Csv,
    Xml,
    Markdown,
    Html,
    WebText,
}

impl Structured {
    /// All formats, in the order of the format document.
    pub const ALL: [Self; 6] = [
        Self::Json,
        Self::Csv,
        Self::Xml,
        Self::Markdown,
        Self::Html,
        Self::WebText,
    ];

    /// Parses the word of the format.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == text)
    }

    /// Returns the word of the format.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Xml => "xml",
            Self::Markdown => "markdown",
            Self::Html => "html",
            Self::WebText => "web-text",
        }
    }
}

impl Genre {
    /// Parses the word of the format.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "prose" => Some(Self::Prose),
            "dialogue" => Some(Self::Dialogue),
            "lines" => Some(Self::Lines),
            _ => Structured::parse(text.strip_prefix("structured:")?).map(Self::Structured),
        }
    }

    /// Returns the word of the format.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Prose => "prose".to_owned(),
            Self::Dialogue => "dialogue".to_owned(),
            Self::Lines => "lines".to_owned(),
            Self::Structured(format) => format!("structured:{}", format.name()),
        }
    }

    /// Tells whether the article is a machine-readable document.
    #[must_use]
    pub fn is_structured(self) -> bool {
        matches!(self, Self::Structured(_))
    }
}

/// One article.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Article<'p> {
    /// Stays when the text is corrected.
    pub key: ArticleKey,
    /// Changes with the text.
    pub id: ArticleId,
    /// Where the text came from.
    pub source: &'p str,
    /// The source's own id, or empty.
    pub source_id: &'p str,
    /// Licence as the source writes it.
    pub license: &'p str,
    /// Which panel people wrote.
    pub origin: Origin,
    /// How the other came to be.
    pub translation: Translation,
    /// By what, or empty.
    pub made_by: &'p str,
    /// What kind of text.
    pub genre: Genre,
    /// Articles of one group stay in one split.
    pub group: GroupKey,
    /// Groups that this article resembles, ascending.
    pub near: Vec<GroupKey>,
    /// The panels.
    pub text: Panels<&'p str>,
    /// End lines of the slices.
    pub slices: Vec<u32>,
    /// Further fields of the source as one JSON string, or empty.
    pub extra: &'p str,
}

impl Article<'_> {
    /// Returns H("row"; …): what the article says, whatever group it is in.
    #[must_use]
    pub fn digest(&self) -> Digest {
        h(
            "row",
            &[
                &self.key.hex(),
                &self.id.hex(),
                self.source.as_bytes(),
                self.license.as_bytes(),
                self.origin.name().as_bytes(),
                self.translation.name().as_bytes(),
                self.genre.name().as_bytes(),
                self.text.left.as_bytes(),
                self.text.right.as_bytes(),
            ],
        )
    }

    /// Returns H("entry"; …): the leaf of the snapshot's tree.
    #[must_use]
    pub fn entry(&self) -> Digest {
        let near: Vec<[u8; 24]> = self.near.iter().map(GroupKey::hex).collect();
        let slices: Vec<[u8; 8]> = self
            .slices
            .iter()
            .map(|&end| u64::from(end).to_le_bytes())
            .collect();
        h(
            "entry",
            &[
                &self.digest().0,
                &self.group.hex(),
                &list(near.iter().map(<[u8; 24]>::as_slice)),
                &list(slices.iter().map(<[u8; 8]>::as_slice)),
            ],
        )
    }
}
