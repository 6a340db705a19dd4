//! Where each article came from: docs/format.md, section 2. It lies outside every digest but its own.

use crate::error::PoolError;
use crate::frames;
use crate::id::ArticleId;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Where an article came from. Field order is the order of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// The article.
    pub id: String,
    /// The file of its first row, as `sources.toml` says it.
    pub file: String,
    /// The line of its first row, from 1.
    pub line: u64,
    /// What was changed in its rows, each as `LINE SIDE NAME` and, where it can be taken back, the places and what stood there.
    pub repairs: Vec<String>,
}

/// Returns where an article came from.
///
/// # Errors
/// If the file cannot be read or a row is not of the format.
pub fn find(path: &Path, id: &ArticleId) -> Result<Option<Provenance>, PoolError> {
    let id = id.to_string();
    let mut found = None;
    read(path, |row| {
        if row.id == id {
            found = Some(row);
        }
        Ok(())
    })?;
    Ok(found)
}

/// Reads the provenance file of a pool row by row.
///
/// # Errors
/// If the file cannot be read or a row is not of the format, or what `each` returns.
pub fn read(
    path: &Path,
    mut each: impl FnMut(Provenance) -> Result<(), PoolError>,
) -> Result<(), PoolError> {
    frames::read_lines(path, |line| {
        let row = serde_json::from_slice(line).map_err(|error| PoolError::Form {
            path: path.to_owned(),
            what: format!("a row is not of the format: {error}"),
        })?;
        each(row)
    })
}
