//! The structs that mirror `sources.toml`.

use crate::profile::Profile;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SourcesFile {
    pub(super) format: i64,
    pub(super) left: String,
    pub(super) right: String,
    pub(super) spaced: Option<[bool; 2]>,
    pub(super) max_bad: Option<u64>,
    pub(super) slice: Option<SliceFile>,
    #[serde(default)]
    pub(super) profile: Vec<Profile>,
    #[serde(default)]
    pub(super) normalize: toml::Table,
    #[serde(default)]
    pub(super) gates: toml::Table,
    pub(super) pii: Option<toml::Value>,
    pub(super) dedup: Option<DedupFile>,
    #[serde(default)]
    pub(super) source: Vec<SourceFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SliceFile {
    pub(super) seed: Option<String>,
    pub(super) bytes: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SourceFile {
    pub(super) name: String,
    pub(super) format: String,
    pub(super) path: Option<String>,
    pub(super) left_path: Option<String>,
    pub(super) right_path: Option<String>,
    pub(super) fields: Option<BTreeMap<String, String>>,
    pub(super) columns: Option<Vec<String>>,
    pub(super) license: Option<toml::Value>,
    pub(super) origin: Option<toml::Value>,
    pub(super) translation: Option<toml::Value>,
    pub(super) made_by: Option<String>,
    pub(super) genre: Option<String>,
    pub(super) max_bad: Option<u64>,
    #[serde(default)]
    pub(super) normalize: toml::Table,
    #[serde(default)]
    pub(super) gates: toml::Table,
    pub(super) pii: Option<toml::Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DedupFile {
    pub(super) pair: Option<bool>,
    pub(super) left: Option<u32>,
    pub(super) right: Option<u32>,
}
