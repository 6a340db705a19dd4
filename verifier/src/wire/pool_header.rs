//! The header `pool.json`: format.md, section 2.4.

use serde::{Deserialize, Serialize};

use super::manifest::TableRef;

/// The header of a pool.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of format.md, section 2.4, by name"
)]
pub struct PoolHeader {
    pub format: u64,
    pub left: String,
    pub right: String,
    pub spaced: [bool; 2],
    pub slice: Slicing,
    pub tables: Vec<TableRef>,
    pub articles: u64,
    pub snapshot: String,
    pub parts: Vec<PartRef>,
    pub ledger: PartRef,
    pub provenance: PartRef,
    pub imports: Vec<Vec<ImportSource>>,
    pub gates: Vec<Gate>,
    pub drops: Vec<PoolDrop>,
}

/// How slices are cut.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of format.md, section 2.4, by name"
)]
pub struct Slicing {
    pub seed: String,
    pub bytes: u64,
}

/// A file of rows.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of format.md, section 2.4, by name"
)]
pub struct PartRef {
    pub path: String,
    pub rows: u64,
    pub bytes: u64,
    pub sha256: String,
}

/// A source of an import.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of format.md, section 2.4, by name"
)]
pub struct ImportSource {
    pub name: String,
    pub format: String,
    pub files: Vec<ImportFile>,
    pub rows_in: u64,
    pub rows_out: u64,
    pub rules: Vec<Rule>,
    pub repairs: Vec<Repair>,
}

/// What an import was asked to do besides its gates.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of format.md, section 2.4, by name"
)]
pub struct Rule {
    pub name: String,
    pub parameters: String,
}

/// How often an import changed panels in one way.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of format.md, section 2.4, by name"
)]
pub struct Repair {
    pub name: String,
    pub left: u64,
    pub right: u64,
}

/// A file of a source.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of format.md, section 2.4, by name"
)]
pub struct ImportFile {
    pub path: String,
    pub bytes: u64,
    pub sha256: String,
}

/// A gate and what it rejected.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of format.md, section 2.4, by name"
)]
pub struct Gate {
    pub name: String,
    pub parameters: String,
    pub sources: Vec<String>,
    pub rejected: u64,
}

/// Rows of the pool's ledger by reason.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of format.md, section 2.4, by name"
)]
pub struct PoolDrop {
    pub stage: String,
    pub reason: String,
    pub source: String,
    pub rows: u64,
}
