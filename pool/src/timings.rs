//! `POOL.work/timings.json`: how long each step of the last import took. It is no part of a pool, and may be deleted.

use crate::derive::sha256;
use crate::error::PoolError;
use crate::file;
use crate::store::PoolHeader;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The most bytes that the file may have.
const TIMINGS_MAX: u64 = 1 << 20;

/// What was measured while a pool was built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timings {
    /// Version of the file form: 1.
    pub format: u64,
    /// Digest of the `pool.json` that was built.
    pub pool: String,
    /// One row in so many was timed.
    pub every: u64,
    /// The steps in the order they are taken.
    pub steps: Vec<StepTime>,
}

/// One step of the import: reading, repairing, counting classes of scalars, a gate, personal data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepTime {
    /// Its name; that of a gate is the gate's.
    pub step: String,
    /// Rows that it saw.
    pub rows: u64,
    /// Rows that it left out.
    pub left_out: u64,
    /// Rows that were timed.
    pub timed: u64,
    /// What all rows took, reckoned from these, on all cores together.
    pub nanoseconds: u64,
}

impl Timings {
    /// Makes what is written of a pool.
    pub(crate) fn new(header: &PoolHeader, every: u64, steps: Vec<StepTime>) -> Self {
        Self {
            format: 1,
            pool: sha256(&header.to_bytes()).hex(),
            every,
            steps,
        }
    }

    /// Writes the file into the working folder of a pool.
    pub(crate) fn write(&self, work: &Path) -> Result<(), PoolError> {
        let mut bytes = serde_json::to_vec(self).expect("strings and integers are JSON");
        bytes.push(b'\n');
        let path = work.join("timings.json");
        std::fs::write(&path, bytes).map_err(PoolError::io(path))
    }

    /// Reads what was measured when a pool was built here; nothing if that is not known.
    #[must_use]
    pub fn of_pool(root: &Path, header: &PoolHeader) -> Option<Self> {
        let root = std::fs::canonicalize(root).ok()?;
        let bytes = file::read(&beside(&root)?, TIMINGS_MAX).ok()?;
        let timings: Self = serde_json::from_slice(&bytes).ok()?;
        (timings.format == 1 && timings.pool == sha256(&header.to_bytes()).hex()).then_some(timings)
    }
}

fn beside(root: &Path) -> Option<PathBuf> {
    let mut name = root.file_name()?.to_owned();
    name.push(".work");
    Some(root.with_file_name(name).join("timings.json"))
}
