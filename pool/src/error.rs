//! What can go wrong with a pool.

use std::path::PathBuf;
use thiserror::Error;

/// An error of this crate.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum PoolError {
    #[error("{path}: {cause}")]
    Io {
        path: PathBuf,
        cause: std::io::Error,
    },
    #[error("{path}: {cause}")]
    Arrow {
        path: PathBuf,
        cause: arrow_schema::ArrowError,
    },
    #[error("{path}: {what}")]
    Form { path: PathBuf, what: String },
    #[error(
        "{path}: {what}: the pool was made by another version of this program; build it again from its sources"
    )]
    Version { path: PathBuf, what: String },
    #[error(
        "{path}: there is something else than a pool of this version ({cause}); choose another --out, or take it away"
    )]
    NoPool { path: PathBuf, cause: Box<Self> },
    #[error("{path}: another build holds the lock ({owner}); wait for it or stop it")]
    Locked { path: PathBuf, owner: String },
    #[error(
        "{path}: the pool is there already and was made from other inputs; add --replace to put the new one in its place, or choose another --out"
    )]
    Exists { path: PathBuf },
    #[error("{path}: the pool is damaged: {what}; build again with --replace")]
    Damaged { path: PathBuf, what: String },
    /// Rows that could not be read, or that cannot be in one pool.
    #[error("{summary}{}\nthe full list is in {ledger}", shown.iter().map(|line| format!("\n{line}")).collect::<String>())]
    BadRows {
        summary: String,
        shown: Vec<String>,
        ledger: PathBuf,
    },
}

impl PoolError {
    /// Names the file of an I/O error.
    pub fn io(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |cause| Self::Io { path, cause }
    }
}
