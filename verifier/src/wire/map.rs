//! Maps files into memory: the one place of this crate that needs `unsafe`.

use std::fs::File;
use std::io;

use bytes::Bytes;
use memmap2::Mmap;

/// Maps a file that was opened for reading.
#[expect(
    unsafe_code,
    reason = "mapping a file cannot be proved sound by the compiler"
)]
pub(super) fn map(file: &File) -> io::Result<Bytes> {
    // SAFETY: the map is private to this crate and only ever read. A program that writes to the
    // file or cuts it while it is mapped breaks the assumption; a pool is written once, under
    // another name, and renamed when complete, so no writer of pools does.
    let map = unsafe { Mmap::map(file) }?;
    Ok(Bytes::from_owner(map))
}
