//! Whose a working folder is: what a build clears away it made itself.
//!
//! The first thing that a build puts into a folder it made is a file of the name [`MARKER`]; the last thing it takes away is that
//! file. So a build that was killed leaves a folder with the file, or an empty one, and everything else is somebody's own.

use crate::error::PoolError;
use crate::file;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The name of the file. Its content is for people.
const MARKER: &str = "diptych-pool-build";

const TEXT: &[u8] =
    b"A working folder of `diptych pool build`. It may be deleted while no build runs.\n";

/// Says whether a working folder is ours to use; one that is not there yet is.
pub(super) fn check(folder: &Path) -> Result<(), PoolError> {
    let found = match folder.symlink_metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        found => found.map_err(PoolError::io(folder))?,
    };
    if found.is_dir() && (is_marked(folder) || is_empty(folder)?) {
        return Ok(());
    }
    let kind = file::kind(found.file_type());
    Err(PoolError::Form {
        path: folder.to_owned(),
        what: format!(
            "a build works under this name, but {kind} is there that no build of a pool made; move it away, or choose another --out"
        ),
    })
}

/// Makes a working folder, or takes one that is ours.
pub(super) fn claim(folder: &Path) -> Result<(), PoolError> {
    check(folder)?;
    std::fs::create_dir_all(folder).map_err(PoolError::io(folder))?;
    let path = marker(folder);
    match OpenOptions::new().write(true).create_new(true).open(&path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        made => made
            .and_then(|mut made: File| made.write_all(TEXT))
            .map_err(PoolError::io(&path)),
    }
}

/// Takes a working folder away whose only entry is the marker.
pub(super) fn release(folder: &Path) -> Result<(), PoolError> {
    absent(std::fs::remove_file(marker(folder))).map_err(PoolError::io(folder))?;
    absent(std::fs::remove_dir(folder)).map_err(PoolError::io(folder))
}

/// Takes what is not there for removed.
pub(super) fn absent(removed: std::io::Result<()>) -> std::io::Result<()> {
    match removed {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

fn marker(folder: &Path) -> PathBuf {
    folder.join(MARKER)
}

fn is_marked(folder: &Path) -> bool {
    marker(folder)
        .symlink_metadata()
        .is_ok_and(|found| found.is_file())
}

#[expect(
    clippy::disallowed_methods,
    reason = "whether there is an entry does not depend on their order"
)]
fn is_empty(folder: &Path) -> Result<bool, PoolError> {
    let mut entries = std::fs::read_dir(folder).map_err(PoolError::io(folder))?;
    Ok(entries.next().is_none())
}
