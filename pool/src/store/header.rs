//! `pool.json`: docs/format.md, section 2.4.

use super::sound::{Unsound, unsound};
use crate::error::PoolError;
use crate::file;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Its name in the pool's folder.
const NAME: &str = "pool.json";

/// The most bytes that a header may have.
const HEADER_MAX: u64 = 64 << 20;

/// The header of a pool. Field order is the order of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PoolHeader {
    /// Version of the file form: 1.
    pub format: u64,
    /// Language tag of the left panel.
    pub left: String,
    /// Language tag of the right panel.
    pub right: String,
    /// Whether words are separated by blanks, left and right.
    pub spaced: [bool; 2],
    /// The slicer's parameters.
    pub slice: SliceRule,
    /// Code-point tables that the pool was made with.
    pub tables: Vec<TableRef>,
    /// Number of rows.
    pub articles: u64,
    /// Snapshot id.
    pub snapshot: String,
    /// Parts in id order.
    pub parts: Vec<FileRef>,
    /// What was left out.
    pub ledger: FileRef,
    /// Where each row came from.
    pub provenance: FileRef,
    /// One list of sources per import.
    pub imports: Vec<Vec<ImportSource>>,
    /// The gates in the order they ran.
    pub gates: Vec<GateRow>,
    /// Totals of the ledger.
    pub drops: Vec<LedgerTotal>,
}

/// The slicer's seed string and length.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SliceRule {
    /// Seed string.
    pub seed: String,
    /// Length C in bytes of both panels.
    pub bytes: u64,
}

/// A table and its digest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableRef {
    /// Name of the table.
    pub name: String,
    /// Digest of the table file.
    pub sha256: String,
}

/// A file of the pool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileRef {
    /// Path inside the pool.
    pub path: String,
    /// Rows it holds.
    pub rows: u64,
    /// Its size.
    pub bytes: u64,
    /// Its digest.
    pub sha256: String,
}

/// One `[[source]]` of an import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImportSource {
    /// Its name.
    pub name: String,
    /// Its format.
    pub format: String,
    /// Its files, relative to sources.toml.
    pub files: Vec<ImportFile>,
    /// Units read.
    pub rows_in: u64,
    /// Units that became articles.
    pub rows_out: u64,
    /// What was asked of the import besides the gates: `normalize`, `pii`, `dedup`.
    pub rules: Vec<RuleRow>,
    /// What was changed in the units that came out, ascending by name.
    pub repairs: Vec<RepairTotal>,
}

/// A rule that is no gate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleRow {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub parameters: String,
}

/// How often a repair changed the panels of a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RepairTotal {
    /// Its name.
    pub name: String,
    /// Left panels that it changed; of personal data the pieces taken out.
    pub left: u64,
    /// Likewise right panels.
    pub right: u64,
}

/// One input file of an import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImportFile {
    /// Path relative to sources.toml.
    pub path: String,
    /// Its size.
    pub bytes: u64,
    /// Its digest.
    pub sha256: String,
}

/// One gate with its parameters and how many units it rejected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GateRow {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub parameters: String,
    /// The `[[source]]`s that it ran for with these, in the order of sources.toml.
    pub sources: Vec<String>,
    /// Units it rejected.
    pub rejected: u64,
}

/// A total of the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LedgerTotal {
    /// Stage.
    pub stage: String,
    /// Reason code.
    pub reason: String,
    /// Name of the source.
    pub source: String,
    /// Number of rows.
    pub rows: u64,
}

/// The one field that every version has.
#[derive(Deserialize)]
struct Version {
    format: u64,
}

impl PoolHeader {
    /// Reads `pool.json` of a pool.
    ///
    /// # Errors
    /// If it cannot be read, is of another version, is not canonical, or holds paths or counts that cannot be used.
    pub fn read(root: &Path) -> Result<Self, PoolError> {
        let header = Self::read_form(root)?;
        match unsound(&header).into_iter().next() {
            None => Ok(header),
            Some(Unsound {
                place,
                expected,
                found,
            }) => Err(PoolError::Form {
                path: root.join(NAME),
                what: format!(
                    "`{place}` is {found:?}, expected {expected}: the header is damaged; build the pool again from its sources"
                ),
            }),
        }
    }

    /// Reads `pool.json` without asking whether its paths and counts can be used, for those who ask that themselves.
    pub(crate) fn read_form(root: &Path) -> Result<Self, PoolError> {
        let path = root.join(NAME);
        let bytes = file::read(&path, HEADER_MAX)?;
        let form = |what: String| PoolError::Form {
            path: path.clone(),
            what,
        };
        let other = |what: String| PoolError::Version {
            path: path.clone(),
            what,
        };
        // First of all, because every other field may be another version's.
        let Version { format } = serde_json::from_slice(&bytes).map_err(|error| {
            form(format!(
                "not a pool header ({error}); is this a pool folder?"
            ))
        })?;
        if format != 1 {
            return Err(other(format!(
                "the pool is of format {format}, this program reads format 1"
            )));
        }
        let header: Self = serde_json::from_slice(&bytes)
            .map_err(|error| other(format!("not a header of this version ({error})")))?;
        if header.to_bytes() != bytes {
            return Err(form(
                "not canonical JSON: the header was changed by hand; build the pool again".into(),
            ));
        }
        Ok(header)
    }

    /// Returns the bytes of `pool.json`.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec(self).expect("a header of strings and integers is JSON");
        bytes.push(b'\n');
        bytes
    }
}
