//! Mapping files: the one place with unsafe code.

use crate::error::PoolError;
use bytes::Bytes;
use memmap2::Mmap;
use std::fs::File;
use std::path::Path;

/// Maps a whole file for reading.
///
/// # Errors
/// If the file cannot be opened or mapped.
pub fn map(path: &Path) -> Result<Bytes, PoolError> {
    let file = File::open(path).map_err(PoolError::io(path))?;
    if file.metadata().map_err(PoolError::io(path))?.len() == 0 {
        return Ok(Bytes::new());
    }
    // Sound as long as nobody truncates the file while it is mapped: pools are written once under another
    // name and never changed in place; their digests say whether they are still what they were.
    #[expect(
        unsafe_code,
        reason = "a mapped pool is the memory bound that the program promises"
    )]
    let mapped = unsafe { Mmap::map(&file) }.map_err(PoolError::io(path))?;
    Ok(Bytes::from_owner(mapped))
}
