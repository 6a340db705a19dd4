//! From files to rows: one file per source format, strict about bytes.
//!
//! A row is read or it is named: what is wrong with it is a [`Fault`] with a reason code, and the row goes to the ledger
//! with its file and line (docs/format.md, section 9). Lines end in LF or in CR LF. U+000D stands nowhere else but before LF in a
//! panel of JSON, and not even there if `crlf` of `[normalize]` is off.
//!
//! | reason | what was found |
//! |---|---|
//! | `bom` | a UTF-8 byte order mark at the start of a file |
//! | `encoding` | a file in UTF-16 or UTF-32, which is named; no `max_bad` covers it |
//! | `line_too_long` | a line of more than 16 MiB |
//! | `truncated` | a compressed file that ends early; no `max_bad` covers it, nor the next four |
//! | `not_compressed` | a file that is not what the ending `.gz` or `.zst` of its name says |
//! | `damaged` | compressed data that does not decode, or fails its checksum |
//! | `trailing_bytes` | something else after the end of the compressed data |
//! | `unreadable` | a file that the disk does not give |
//! | `not_utf8` | bytes that are not UTF-8; what the file looks like is named ([`encoding`]) |
//! | `carriage_return` | U+000D in a line, a cell or a field that does not end the line with LF; see above |
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

mod ahead;
pub(crate) mod decompress;
mod encoding;
pub mod json;
pub(crate) mod jsonl;
pub(crate) mod lines;
pub mod meta;
pub(crate) mod reader;
pub(crate) mod rows;
pub(crate) mod tsv;

use crate::article::{Genre, Origin, Translation};
use crate::panels::{Panels, Side};
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
    /// What was changed in it, in order.
    pub repairs: Vec<Repaired>,
}

/// One change to a panel of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repaired {
    /// The line of the row.
    pub line: u64,
    /// The panel.
    pub side: Side,
    /// What was done, such as `nfc` or `pii:email`.
    pub name: String,
    /// 1, or how many pieces of personal data were taken out.
    pub count: u64,
    /// Where and what, if that is needed to take it back.
    pub detail: String,
}

impl std::fmt::Display for Repaired {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (line, side, name) = (self.line, self.side.name(), &self.name);
        write!(out, "{line} {side} {name}")?;
        if self.count > 1 {
            write!(out, " x{}", self.count)?;
        }
        if self.detail.is_empty() {
            Ok(())
        } else {
            write!(out, " {}", self.detail)
        }
    }
}

/// A word that `sources.toml` does not map: taken as unknown, and warned of.
pub(crate) type Unmapped = (Field, String);

/// Checks that a line is text that a row may be made of.
pub(crate) fn checked_text(bytes: &[u8]) -> Result<&str, Fault> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        Fault::new(
            "not_utf8",
            format!(
                "byte {} of the line is not UTF-8: mend the line, or convert the file",
                error.valid_up_to() + 1
            ),
        )
    })?;
    checked_scalars(text, false)?;
    Ok(text)
}

/// Checks that a text holds no U+0000, and U+000D at most before LF: only if `crlf`, for what will be normalised.
pub(crate) fn checked_scalars(text: &str, crlf: bool) -> Result<(), Fault> {
    let bytes = text.as_bytes();
    for at in memchr::memchr2_iter(0, b'\r', bytes) {
        let place = at + 1;
        if bytes[at] == 0 {
            let detail = format!("U+0000 at byte {place}; remove it");
            return Err(Fault::new("nul", detail));
        }
        if !crlf || bytes.get(place) != Some(&b'\n') {
            let detail = format!(
                "U+000D at byte {place}; lines end in LF, or in CR LF where it is normalised: convert the file to LF"
            );
            return Err(Fault::new("carriage_return", detail));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cr_stands_before_lf_and_only_where_it_is_normalised() {
        let found = |text, crlf| checked_scalars(text, crlf).err().map(|fault| fault.reason);
        for (text, normalised, kept) in [
            ("a\nb", None, None),
            ("a\r\nb\r\n", None, Some("carriage_return")),
            ("a\r\r\n", Some("carriage_return"), Some("carriage_return")),
            ("a\r\nb\r", Some("carriage_return"), Some("carriage_return")),
            ("a\r\n\0", Some("nul"), Some("carriage_return")),
        ] {
            assert_eq!(found(text, true), normalised, "{text:?}");
            assert_eq!(found(text, false), kept, "{text:?}");
        }
    }
}
