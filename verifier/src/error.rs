//! What keeps a verification from being one.

use std::io;

use crate::wire::PoolFault;

/// Why nothing can be said of a release: exit code 2, never a finding.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The system could not read.
    #[error("cannot read {path}: {source}")]
    Io {
        /// What was read.
        path: String,
        /// The system's word.
        source: io::Error,
    },
    /// Another version of the format.
    #[error("{path}: format {found}, expected 1: verify it with a program of its version")]
    Format {
        /// The file that says its format.
        path: String,
        /// The format it says.
        found: u64,
    },
    /// The pool that was asked for cannot be read.
    #[error("pool {path}: {source}; check it with `diptych pool check`")]
    Pool {
        /// The pool's folder.
        path: String,
        /// What is wrong.
        source: PoolFault,
    },
    /// A shard that the release does not have.
    #[error("{path} is no shard of the release; its shards are listed in release.json")]
    UnknownShard {
        /// What was asked for.
        path: String,
    },
    /// A release that cannot be replayed.
    #[error("{path}: {what}; see what is wrong with `diptych verify`")]
    Replay {
        /// The file, with the row where there is one.
        path: String,
        /// What is wrong.
        what: String,
    },
}

impl Error {
    pub(crate) fn io(path: &str, source: io::Error) -> Self {
        Self::Io {
            path: path.to_owned(),
            source,
        }
    }
}
