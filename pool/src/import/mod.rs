//! From files to rows: one file per source format, strict about bytes.
//!
//! A row is read or it is named: what is wrong with it is a [`Fault`] with a reason code, and the row goes to the ledger
//! with its file and line (docs/format.md, section 9). Lines end in LF; U+000D stands nowhere.
//!
//! | reason | what was found |
//! |---|---|
//! | `bom` | a byte order mark at the start of a file |
//! | `line_too_long` | a line of more than 16 MiB |
//! | `truncated` | a compressed file that ends early; no `max_bad` covers it, nor the next four |
//! | `not_compressed` | a file that is not what the ending `.gz` or `.zst` of its name says |
//! | `damaged` | compressed data that does not decode, or fails its checksum |
//! | `trailing_bytes` | something else after the end of the compressed data |
//! | `unreadable` | a file that the disk does not give |
//! | `not_utf8` | bytes that are not UTF-8 |
//! | `carriage_return` | U+000D at the end of a line, in a cell or in a panel |
//! | `nul` | U+0000 |
//! | `blank_line` | a line without a row |
//! | `columns` | another number of cells than columns |
//! | `json_syntax` | no JSON, or no object |
//! | `json_surrogate` | an escape that is half of a surrogate pair |
//! | `json_duplicate_key` | one name twice in an object |
//! | `json_depth` | objects and arrays nested more than 32 deep |
//! | `field_missing`, `field_null`, `field_type`, `field_value`, `field_too_long` | a field that is absent, null, no string, no known word, more than 4 KiB |
//! | `seq_not_a_number` | an order inside a group that is not decimal |
//! | `seq_twice` | two rows of a group with one number; no `max_bad` covers it |
//! | `group_fields_differ` | a row that contradicts the first row of its group |
//! | `article_too_long` | rows of a group that have more than 16 MiB together |

pub(crate) mod decompress;
pub mod json;
pub(crate) mod jsonl;
pub(crate) mod lines;
pub mod meta;
pub(crate) mod reader;
pub(crate) mod rows;
pub(crate) mod tsv;

use crate::article::{Genre, Origin, Translation};
use crate::panels::Panels;
use crate::sources::Field;

/// The most bytes the two panels of an article may have together.
pub const ARTICLE_MAX: usize = 16 << 20;

/// The most bytes a field may have that is no panel.
pub const FIELD_MAX: usize = 4 << 10;

/// Why a row could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// A code of the table above.
    pub reason: &'static str,
    /// What was found and what was expected.
    pub detail: String,
    /// Whether the fault stops the build whatever `max_bad` says.
    pub fatal: bool,
}

impl Fault {
    /// Makes a fault that `max_bad` may cover.
    pub fn new(reason: &'static str, detail: impl Into<String>) -> Self {
        Self {
            reason,
            detail: detail.into(),
            fatal: false,
        }
    }
}

/// Where a row stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Ordinal of the file among all files of the import.
    pub file: u32,
    /// The line, from 1.
    pub line: u64,
}

/// What a row says of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meta {
    /// The row's own source field, else the name of its `[[source]]`.
    pub source: String,
    /// The source's own id, or empty.
    pub source_id: String,
    /// The declared group, or empty.
    pub group: String,
    /// The source that the group's name belongs to, or empty for the row's own.
    pub group_source: String,
    /// The licence.
    pub license: String,
    /// Which panel people wrote.
    pub origin: Origin,
    /// How the other came to be.
    pub translation: Translation,
    /// By what, or empty.
    pub made_by: String,
    /// What kind of text.
    pub genre: Genre,
}

/// One row that was read, or the rows of one article joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it says of its text.
    pub meta: Meta,
    /// The panels.
    pub text: Panels<String>,
    /// Further fields as one JSON string, or empty.
    pub extra: String,
    /// Where it was read; more than one place for an article of many rows.
    pub places: Vec<Place>,
}

/// A word that `sources.toml` does not map: taken as unknown, and warned of.
pub(crate) type Unmapped = (Field, String);

/// Checks that a line is text that a row may be made of.
pub(crate) fn checked_text(bytes: &[u8]) -> Result<&str, Fault> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        Fault::new(
            "not_utf8",
            format!(
                "byte {} of the line is not UTF-8; convert the file",
                error.valid_up_to() + 1
            ),
        )
    })?;
    checked_scalars(text)?;
    Ok(text)
}

/// Checks that a text holds neither U+0000 nor U+000D.
pub(crate) fn checked_scalars(text: &str) -> Result<(), Fault> {
    match memchr::memchr2(0, b'\r', text.as_bytes()) {
        None => Ok(()),
        Some(at) if text.as_bytes()[at] == 0 => Err(Fault::new(
            "nul",
            format!("U+0000 at byte {}; remove it", at + 1),
        )),
        Some(at) => Err(Fault::new(
            "carriage_return",
            format!(
                "U+000D at byte {}; lines end in LF alone: convert the file (`tr -d '\\r'`)",
                at + 1
            ),
        )),
    }
}
