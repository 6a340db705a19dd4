//! Tells whether a pool was made from the same inputs, without building it again.
//!
//! `POOL.work/inputs` holds a digest of everything that decides a pool, and the digest of the header that came of it. The file may
//! be deleted: then the pool is built again and compared.

use super::folder::{Folder, write_file};
use super::gates::Rows;
use crate::derive::{Hasher, sha256_of};
use crate::error::PoolError;
use crate::file;
use crate::id::Digest;
use crate::sources::Sources;
use crate::store::{GateRow, PoolHeader};
use sha2::{Digest as _, Sha256};
use std::path::Path;

/// The most bytes that a note of two digests may have.
const NOTE_MAX: u64 = 1 << 10;

/// Tells whether a pool was made from these inputs; nothing if that is not known.
pub(super) fn matches(
    folder: &Folder,
    text: &[u8],
    sources: &Sources,
    gates: &Rows,
    old: Option<&PoolHeader>,
    header: &PoolHeader,
) -> Result<Option<bool>, PoolError> {
    let path = folder.work().join("inputs");
    let Ok(Ok(kept)) = file::read(&path, NOTE_MAX).map(String::from_utf8) else {
        return Ok(None);
    };
    let pool = crate::derive::sha256(&header.to_bytes()).hex();
    let Some(inputs) = kept.strip_suffix(&format!(" {pool}\n")) else {
        return Ok(None);
    };
    let mut files = Vec::new();
    for source in &sources.sources {
        for file in source.files() {
            files.push((file.name.clone(), digest(&file.path)?));
        }
    }
    let found = of(text, &files, &gates.inputs(), old);
    Ok(Some(found.hex() == inputs))
}

/// Keeps the digests of a finished pool.
pub(super) fn keep(
    folder: &Folder,
    text: &[u8],
    gates: &Rows,
    old: Option<&PoolHeader>,
    header: &PoolHeader,
) -> Result<(), PoolError> {
    let sources = header.imports.last().into_iter().flatten();
    let files: Vec<_> = sources
        .flat_map(|source| &source.files)
        .map(|file| (file.path.clone(), file.sha256.clone()))
        .collect();
    let inputs = of(text, &files, &gates.inputs(), old);
    let pool = crate::derive::sha256(&header.to_bytes());
    let path = folder.work().join("inputs");
    write_file(&path, format!("{inputs} {pool}\n").as_bytes())
}

fn of(
    text: &[u8],
    files: &[(String, String)],
    gates: &[GateRow],
    old: Option<&PoolHeader>,
) -> Digest {
    let mut hasher = Hasher::new("pool-inputs");
    hasher.part(env!("CARGO_PKG_VERSION").as_bytes());
    hasher.part(text);
    for (name, digest) in files {
        hasher.part(name.as_bytes());
        hasher.part(digest.as_bytes());
    }
    for gate in gates {
        hasher.part(gate.name.as_bytes());
        hasher.part(gate.parameters.as_bytes());
        for source in &gate.sources {
            hasher.part(source.as_bytes());
        }
    }
    for (_, table) in crate::script::TABLES {
        hasher.part(table.as_bytes());
    }
    // The whole header: it holds the snapshot, and what else goes over into the new pool.
    if let Some(old) = old {
        hasher.part(&old.to_bytes());
    }
    hasher.finish()
}

/// Returns the digest of a file.
pub(super) fn digest(path: &Path) -> Result<String, PoolError> {
    let (mut file, _) = file::open(path)?;
    let mut hash = Sha256::new();
    std::io::copy(&mut file, &mut hash).map_err(PoolError::io(path))?;
    Ok(sha256_of(hash).hex())
}
