//! `release.json`: docs/format.md, sections 8 and 8.2.

use crate::bench::Bench;
use crate::count::{ENGINE, ENGINE_VERSION};
use crate::ledger::DropTotal;
use crate::plan::Plan;
use crate::recipe::Carrier;
use crate::shard::encoder;
use crate::split::Split;
use crate::take::Held;
use pool::Digest;
use pool::derive::Hasher;
use serde::{Deserialize, Serialize};

/// The manifest; field order is the order of the file.
#[derive(Serialize)]
pub(crate) struct Manifest {
    format: u64,
    domain: &'static str,
    release: String,
    version: String,
    pub(crate) content_id: String,
    pool: PoolPin,
    recipe: NamedFile,
    tokenizer: TokenizerPin,
    seed: SeedPair,
    budget: u32,
    reserved: u32,
    order: &'static str,
    tables: Vec<Table>,
    pub(crate) splits: Vec<SplitCounts>,
    quotas: Vec<QuotaRow>,
    noise: Vec<NoiseRow>,
    shape: Vec<ShapeRow>,
    schema: Vec<SchemaRow>,
    shared: SharedCounts,
    ledger: LedgerFile,
    drops: Vec<DropTotal>,
    carrier: &'static str,
    encoder: String,
    pub(crate) indexes: Vec<NamedFile>,
    pub(crate) shards: Vec<ShardRow>,
}

/// A file with its digest.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct NamedFile {
    pub(crate) path: String,
    pub(crate) bytes: u64,
    pub(crate) sha256: String,
}

#[derive(Serialize)]
struct PoolPin {
    snapshot: String,
    articles: u64,
    left: String,
    right: String,
}

#[derive(Serialize)]
struct TokenizerPin {
    path: String,
    bytes: u64,
    sha256: String,
    engine: &'static str,
    engine_version: &'static str,
    canary: String,
}

#[derive(Serialize)]
struct SeedPair {
    seed: String,
    split: String,
}

#[derive(Serialize)]
struct Table {
    name: &'static str,
    sha256: String,
}

/// Counts of a split: what `plan` prints too.
#[derive(Clone, Debug, Serialize)]
pub struct SplitCounts {
    /// Name of the split.
    pub split: &'static str,
    /// Articles in it.
    pub articles: u64,
    /// Groups in it.
    pub groups: u64,
    /// Records in it.
    pub records: u64,
    /// Their tokens.
    pub tokens: u64,
    /// The same by kind.
    pub counts: Vec<KindCounts>,
}

/// Counts of a kind.
#[derive(Clone, Debug, Serialize)]
pub struct KindCounts {
    /// Name of the category.
    pub category: &'static str,
    /// Name of the kind.
    pub kind: &'static str,
    /// Records.
    pub records: u64,
    /// Their tokens.
    pub tokens: u64,
}

/// A quota of the recipe.
#[derive(Clone, Debug, Serialize)]
pub struct QuotaRow {
    /// Name of the category.
    pub category: &'static str,
    /// `records` or `tokens`.
    pub unit: &'static str,
    /// What the recipe comes to.
    pub wanted: u64,
    /// What the release holds.
    pub had: u64,
}

/// The noise of a split.
#[derive(Clone, Debug, Serialize)]
pub struct NoiseRow {
    /// Name of the split.
    pub split: &'static str,
    /// Its records of base, mosaic, longform and shape.
    pub others: u64,
    /// What the ratio comes to.
    pub wanted: u64,
    /// What the release holds.
    pub had: u64,
    /// Kinds that change no base material of the split.
    pub off: Vec<&'static str>,
}

/// The shape records of a split, before any quota.
#[derive(Clone, Debug, Serialize)]
pub struct ShapeRow {
    /// Name of the split.
    pub split: &'static str,
    /// Base materials of two or more lines.
    pub of: u64,
    /// What the share comes to.
    pub wanted: u64,
    /// What was made.
    pub had: u64,
}

/// The schema records of a split.
#[derive(Clone, Debug, Serialize)]
pub struct SchemaRow {
    /// Name of the split.
    pub split: &'static str,
    /// Structured articles.
    pub pairs: u64,
    /// Those that the share takes.
    pub picked: u64,
    /// Base materials.
    pub of: u64,
    /// Generated records that the share comes to.
    pub wanted: u64,
    /// Generated records that were made.
    pub had: u64,
}

#[derive(Serialize)]
struct SharedCounts {
    lines: u64,
    texts: u64,
}

#[derive(Serialize)]
struct LedgerFile {
    path: String,
    rows: u64,
    bytes: u64,
    sha256: String,
}

/// One shard.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ShardRow {
    pub(crate) path: String,
    pub(crate) split: &'static str,
    pub(crate) records: u64,
    pub(crate) tokens: u64,
    pub(crate) content_sha256: String,
    pub(crate) bytes: u64,
    pub(crate) file_sha256: String,
}

/// The files that a manifest names.
pub(crate) struct Files {
    pub(crate) recipe: NamedFile,
    pub(crate) tokenizer: NamedFile,
    pub(crate) ledger: NamedFile,
    pub(crate) indexes: Vec<NamedFile>,
    pub(crate) shards: Vec<ShardRow>,
}

impl Manifest {
    pub(crate) fn new(bench: &Bench<'_>, plan: &Plan, carrier: Carrier, files: Files) -> Self {
        let recipe = bench.recipe;
        let header = &bench.pool.header;
        let tokenizer = files.tokenizer;
        let ledger = files.ledger;
        Self {
            format: 1,
            domain: "diptych/1",
            release: recipe.release.clone(),
            version: recipe.version.clone(),
            content_id: content_id(&files.shards),
            pool: PoolPin {
                snapshot: header.snapshot.clone(),
                articles: header.articles,
                left: header.left.clone(),
                right: header.right.clone(),
            },
            recipe: files.recipe,
            tokenizer: TokenizerPin {
                path: tokenizer.path,
                bytes: tokenizer.bytes,
                sha256: tokenizer.sha256,
                engine: ENGINE,
                engine_version: ENGINE_VERSION,
                canary: bench.counter.canary().hex(),
            },
            seed: SeedPair {
                seed: recipe.seed.clone(),
                split: recipe.split.seed.clone(),
            },
            budget: recipe.budget,
            reserved: recipe.reserved,
            order: recipe.order.name(),
            tables: tables(),
            splits: plan.split_counts(),
            quotas: plan.quota_rows(),
            noise: plan.noise.clone(),
            shape: plan.shape.clone(),
            schema: plan.schema.clone(),
            shared: SharedCounts {
                lines: plan.shared_lines,
                texts: plan.shared_texts,
            },
            ledger: LedgerFile {
                path: ledger.path,
                rows: crate::plan::count(plan.dropped.len()),
                bytes: ledger.bytes,
                sha256: ledger.sha256,
            },
            drops: plan.drops(),
            carrier: carrier.name(),
            encoder: encoder(carrier),
            indexes: files.indexes,
            shards: files.shards,
        }
    }
}

fn tables() -> Vec<Table> {
    let digest = |table: &str| pool::derive::sha256(table.as_bytes()).hex();
    let all = pool::script::SCALAR_TABLES.iter().chain(crate::tables::TABLES);
    let mut rows: Vec<Table> = all
        .map(|&(name, table)| Table {
            name,
            sha256: digest(table),
        })
        .collect();
    rows.sort_by_key(|row| row.name);
    rows
}

/// Names the text of a release, whatever its carrier.
pub(crate) fn content_id(shards: &[ShardRow]) -> String {
    let mut hasher = Hasher::new("content");
    for shard in shards {
        let stem = shard.path.split('.').next().unwrap_or_default();
        let digest = Digest::parse(&shard.content_sha256).expect("written as a digest");
        hasher.part(shard.split.as_bytes());
        hasher.part(stem.as_bytes());
        hasher.part(&shard.records.to_le_bytes());
        hasher.part(&shard.tokens.to_le_bytes());
        hasher.part(&digest.0);
    }
    hasher.finish().hex()
}

impl Plan {
    /// Returns the counts of every split, as the manifest has them.
    #[must_use]
    pub fn split_counts(&self) -> Vec<SplitCounts> {
        Split::ALL.map(|split| self.counts_of(split)).to_vec()
    }

    /// Returns what each quota wanted and got.
    #[must_use]
    pub fn quota_rows(&self) -> Vec<QuotaRow> {
        let row = |quota: &crate::take::Filled| QuotaRow {
            category: quota.category.name(),
            unit: quota.unit,
            wanted: quota.wanted,
            had: quota.had,
        };
        self.quotas.iter().map(row).collect()
    }

    fn counts_of(&self, split: Split) -> SplitCounts {
        let counts = self.counts(split);
        let sum = |part: fn(&Held) -> u64| counts.values().map(part).sum();
        let (articles, groups) = self.members[split.index()];
        SplitCounts {
            split: split.name(),
            articles,
            groups,
            records: sum(|held| held.records),
            tokens: sum(|held| held.tokens),
            counts: counts
                .iter()
                .map(|(kind, held)| KindCounts {
                    category: kind.category().name(),
                    kind: kind.name(),
                    records: held.records,
                    tokens: held.tokens,
                })
                .collect(),
        }
    }
}
