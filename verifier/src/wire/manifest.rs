//! The manifest `release.json`: format.md, section 8.2.

use serde::{Deserialize, Serialize};

use super::names::{Carrier, Category, Order, Split};
use super::pool_header::PartRef;
use crate::stream::{h, hex, unhex};

/// The manifest of a release.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of format.md, section 8.2, by name"
)]
pub struct Manifest {
    pub format: u64,
    pub domain: String,
    pub release: String,
    pub version: String,
    pub content_id: String,
    pub pool: PoolRef,
    pub recipe: FileRef,
    pub tokenizer: TokenizerRef,
    pub seed: Seeds,
    pub budget: u64,
    pub reserved: u64,
    pub order: Order,
    pub tables: Vec<TableRef>,
    pub splits: Vec<SplitTotals>,
    pub quotas: Vec<Quota>,
    pub noise: Vec<NoiseNumbers>,
    pub shape: Vec<ShapeNumbers>,
    pub schema: Vec<SchemaNumbers>,
    pub shared: Shared,
    pub ledger: PartRef,
    pub drops: Vec<Drop>,
    pub carrier: Carrier,
    pub encoder: String,
    pub indexes: Vec<IndexRef>,
    pub shards: Vec<ShardRef>,
}

/// The pool of a release.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of format.md, section 8.2, by name"
)]
pub struct PoolRef {
    pub snapshot: String,
    pub articles: u64,
    pub left: String,
    pub right: String,
}

/// A file that is pinned.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of format.md, section 8.2, by name"
)]
pub struct FileRef {
    pub path: String,
    pub bytes: u64,
    pub sha256: String,
}

/// The tokenizer of a release.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of format.md, section 8.2, by name"
)]
pub struct TokenizerRef {
    pub path: String,
    pub bytes: u64,
    pub sha256: String,
    pub engine: String,
    pub engine_version: String,
    pub canary: String,
}

/// The two seed strings.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of format.md, section 8.2, by name"
)]
pub struct Seeds {
    pub seed: String,
    pub split: String,
}

/// A table by name and digest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of format.md, section 8.2, by name"
)]
pub struct TableRef {
    pub name: String,
    pub sha256: String,
}

/// What a split holds.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of format.md, section 8.2, by name"
)]
pub struct SplitTotals {
    pub split: Split,
    pub articles: u64,
    pub groups: u64,
    pub records: u64,
    pub tokens: u64,
    pub counts: Vec<Count>,
}

/// What a kind has in a split.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of format.md, section 8.2, by name"
)]
pub struct Count {
    pub category: String,
    pub kind: String,
    pub records: u64,
    pub tokens: u64,
}

/// What was asked of a category and what it gave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of format.md, section 8.2, by name"
)]
pub struct Quota {
    pub category: Category,
    pub unit: Unit,
    pub wanted: u64,
    pub had: u64,
}

/// What a quota counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Records.
    Records,
    /// Tokens.
    Tokens,
}

/// How much noise a split has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of format.md, section 8.2, by name"
)]
pub struct NoiseNumbers {
    pub split: Split,
    pub others: u64,
    pub wanted: u64,
    pub had: u64,
    pub off: Vec<String>,
}

/// How much of a split stands in another form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of format.md, section 8.2, by name"
)]
pub struct ShapeNumbers {
    pub split: Split,
    pub of: u64,
    pub wanted: u64,
    pub had: u64,
}

/// How many structured pairs a split has, and how many generated ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of format.md, section 8.2, by name"
)]
pub struct SchemaNumbers {
    pub split: Split,
    pub pairs: u64,
    pub picked: u64,
    pub of: u64,
    pub wanted: u64,
    pub had: u64,
}

/// What splits share, and records.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of format.md, section 8.2, by name"
)]
pub struct Shared {
    pub lines: u64,
    pub texts: u64,
}

/// Rows of the ledger by reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of format.md, section 8.2, by name"
)]
pub struct Drop {
    pub stage: String,
    pub reason: String,
    pub split: String,
    pub category: String,
    pub rows: u64,
}

/// A sidecar.
pub type IndexRef = FileRef;

/// A shard.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of format.md, section 8.2, by name"
)]
pub struct ShardRef {
    pub path: String,
    pub split: Split,
    pub records: u64,
    pub tokens: u64,
    pub content_sha256: String,
    pub bytes: u64,
    pub file_sha256: String,
}

impl Manifest {
    /// Returns the content id that the shards' entries give; none if a path or digest is none.
    #[must_use]
    pub fn content_id(&self) -> Option<String> {
        let extension = self.carrier.extension();
        let entry = |shard: &ShardRef| {
            let path = shard.path.strip_suffix(extension)?.to_owned();
            let content = unhex::<32>(&shard.content_sha256)?;
            Some(ContentPart {
                split: shard.split.name().to_owned(),
                path,
                records: shard.records,
                tokens: shard.tokens,
                content,
            })
        };
        Some(content_id(
            &self.shards.iter().map(entry).collect::<Option<Vec<_>>>()?,
        ))
    }
}

/// What of a shard enters the content id.
#[derive(Clone, Debug)]
pub struct ContentPart {
    /// Name of its split.
    pub split: String,
    /// Its path without extension.
    pub path: String,
    /// Its records.
    pub records: u64,
    /// Its tokens.
    pub tokens: u64,
    /// Digest of its full lines.
    pub content: [u8; 32],
}

/// Returns the content id of shards that ascend by path.
#[must_use]
pub fn content_id(shards: &[ContentPart]) -> String {
    let mut parts = Vec::new();
    for shard in shards {
        parts.push(shard.split.as_bytes().to_vec());
        parts.push(shard.path.as_bytes().to_vec());
        parts.push(shard.records.to_le_bytes().to_vec());
        parts.push(shard.tokens.to_le_bytes().to_vec());
        parts.push(shard.content.to_vec());
    }
    let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
    hex(&h("content", &parts))
}

#[derive(Deserialize)]
struct FormatAlone {
    format: u64,
}

/// Returns the format that a file of one object says it has, if that is another than 1.
///
/// Only the first field is looked at, because all others may be another version's.
#[must_use]
pub fn other_format(bytes: &[u8]) -> Option<u64> {
    let alone: FormatAlone = serde_json::from_slice(bytes).ok()?;
    (alone.format != 1).then_some(alone.format)
}

/// Returns the name of shard `k` of `n` of a split, without folder and extension.
#[must_use]
pub fn shard_name(split: Split, k: u64, n: u64) -> String {
    format!("{}-{k:05}-of-{n:05}", split.name())
}
