//! Whether a pool that is there already is still what it was: "nothing to do" says so.

use super::identity::digest;
use crate::error::PoolError;
use crate::file;
use crate::store::{FileRef, PoolHeader};
use rayon::prelude::*;
use std::path::Path;

/// Reads every file that the header names, and names the first that is not as the header says.
pub(super) fn check(root: &Path, header: &PoolHeader) -> Result<(), PoolError> {
    let others = [&header.ledger, &header.provenance];
    let files: Vec<&FileRef> = header.parts.iter().chain(others).collect();
    let damage: Vec<Option<String>> = files.par_iter().map(|file| damage(root, file)).collect();
    match damage.into_iter().flatten().next() {
        None => Ok(()),
        Some(what) => Err(PoolError::Damaged {
            path: root.to_owned(),
            what,
        }),
    }
}

fn damage(root: &Path, file: &FileRef) -> Option<String> {
    let path = root.join(&file.path);
    let size = match file::open(&path) {
        Ok((_, size)) => size,
        Err(error) => return Some(error.to_string()),
    };
    if size != file.bytes {
        let expected = file.bytes;
        return Some(format!(
            "{} has {size} bytes, pool.json says {expected}",
            file.path
        ));
    }
    match digest(&path) {
        Ok(found) if found == file.sha256 => None,
        Ok(_) => Some(format!(
            "{} has another sha256 than pool.json says",
            file.path
        )),
        Err(error) => Some(error.to_string()),
    }
}
