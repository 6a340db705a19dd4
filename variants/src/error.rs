//! What can stop a plan or a build.

use pool::PoolError;
use serde::Serialize;
use std::path::PathBuf;
use thiserror::Error;

/// An error of this crate.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum BuildError {
    #[error(transparent)]
    Pool(#[from] PoolError),
    #[error("{path}: {cause}")]
    Io {
        path: PathBuf,
        cause: std::io::Error,
    },
    #[error("{path}: {what}")]
    Recipe { path: PathBuf, what: String },
    #[error("{path}: {what}")]
    Tokenizer { path: PathBuf, what: String },
    #[error(
        "[{category}] records = {wanted}, but this pool gives {had}; lower it to at most {had}, or add articles"
    )]
    Records {
        category: &'static str,
        wanted: u64,
        had: u64,
    },
    #[error(
        "[{category}] tokens = \"{share}\" wants {wanted} tokens, but this pool gives {had}; lower the share, or add articles"
    )]
    Tokens {
        category: &'static str,
        share: String,
        wanted: u64,
        had: u64,
    },
    #[error(
        "noise in {split}: {}; lower noise.ratio or their weights, add articles, or set noise.short = \"allow\"",
        listed(kinds)
    )]
    NoiseShort {
        split: &'static str,
        kinds: Vec<ShortKind>,
    },
    #[error(
        "noise in {split}: {wanted} records are wanted, but no kind of weight above 0 changes a base text there; turn other kinds on, or set noise.short = \"allow\""
    )]
    NoNoise { split: &'static str, wanted: u64 },
    #[error("token shares: {what}")]
    Shares { what: String },
    #[error(
        "record {unit} ({kind}) makes a line of {bytes} bytes, the format's limit is {limit}: take its article out of the sources, or split it there"
    )]
    LineTooLong {
        unit: String,
        kind: &'static str,
        bytes: usize,
        limit: usize,
    },
    #[error(
        "{unit} was planned with {planned} tokens and has {whole}: the tokenizer is not what its file proves; please report the file"
    )]
    Miscounted {
        unit: String,
        planned: u32,
        whole: u32,
    },
    #[error("the plan holds no record: {what}")]
    Empty { what: String },
    #[error("{path}: {what}")]
    Output { path: PathBuf, what: String },
}

/// A kind of noise of which a split gives too little.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShortKind {
    /// Name of the split.
    pub split: &'static str,
    /// Name of the kind.
    pub kind: &'static str,
    /// Its part of what the ratio comes to.
    pub wanted: u64,
    /// What the base materials of the split give.
    pub had: u64,
}

fn listed(kinds: &[ShortKind]) -> String {
    let one = |short: &ShortKind| {
        let ShortKind {
            kind, wanted, had, ..
        } = short;
        format!("{kind} wants {wanted} records and the base texts give {had}")
    };
    let all: Vec<String> = kinds.iter().map(one).collect();
    all.join(", ")
}

impl BuildError {
    /// Names the file of an I/O error.
    pub fn io(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |cause| Self::Io { path, cause }
    }
}
