//! Reading small files whole, and mapping large ones: the one place with unsafe code.

use crate::error::PoolError;
use crate::number::length;
use bytes::Bytes;
use memmap2::Mmap;
use std::fs::{File, FileType};
use std::io::Read;
use std::os::unix::fs::FileTypeExt;
use std::path::Path;

/// Reads a regular file of at most `limit` bytes whole; links are followed.
///
/// Anything else is refused before it is opened: a pipe would wait for a writer, and a device may never end.
///
/// # Errors
/// If there is no such file, it is no regular file, it holds more than `limit` bytes, or it cannot be read.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, PoolError> {
    let form = |what: String| PoolError::Form {
        path: path.to_owned(),
        what,
    };
    let too_long = |bytes: u64| {
        form(format!(
            "the file has {bytes} bytes or more, at most {limit} are read; is it the right file?"
        ))
    };
    let (file, size) = open(path)?;
    if size > limit {
        return Err(too_long(size));
    }
    // What a file says of its size may be out of date, or 0 as under /proc: what is read decides.
    let mut bytes = Vec::new();
    let mut limited = file.take(limit.saturating_add(1));
    limited
        .read_to_end(&mut bytes)
        .map_err(PoolError::io(path))?;
    if length(bytes.len()) > limit {
        return Err(too_long(length(bytes.len())));
    }
    Ok(bytes)
}

/// Opens a regular file for reading, and says what size it has.
pub(crate) fn open(path: &Path) -> Result<(File, u64), PoolError> {
    let found = std::fs::metadata(path).map_err(PoolError::io(path))?;
    if !found.is_file() {
        let kind = kind(found.file_type());
        return Err(PoolError::Form {
            path: path.to_owned(),
            what: format!("this is {kind}, expected a regular file"),
        });
    }
    let file = File::open(path).map_err(PoolError::io(path))?;
    Ok((file, found.len()))
}

/// Names what is no regular file.
pub(crate) fn kind(found: FileType) -> &'static str {
    if found.is_file() {
        "a regular file"
    } else if found.is_dir() {
        "a folder"
    } else if found.is_symlink() {
        "a symbolic link"
    } else if found.is_fifo() {
        "a named pipe"
    } else if found.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

/// Maps a whole file for reading.
///
/// # Errors
/// If the file cannot be opened or mapped, or is no regular file.
pub fn map(path: &Path) -> Result<Bytes, PoolError> {
    let (file, size) = open(path)?;
    if size == 0 {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn pipe(path: &Path) {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    }

    #[test]
    fn a_file_within_the_limit_is_read_and_links_to_it_too() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        std::fs::write(&file, b"12345").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        for path in [&file, &link] {
            assert_eq!(read(path, 5).unwrap(), b"12345");
            let message = read(path, 4).unwrap_err().to_string();
            assert!(message.contains("at most 4"), "{message}");
        }
    }

    #[test]
    fn what_is_no_regular_file_is_named_and_not_opened() {
        let folder = tempfile::tempdir().unwrap();
        let [fifo, link] = ["fifo", "link"].map(|name| folder.path().join(name));
        pipe(&fifo);
        std::os::unix::fs::symlink(&fifo, &link).unwrap();
        let cases = [
            (fifo.as_path(), "a named pipe"),
            (&link, "a named pipe"),
            (folder.path(), "a folder"),
            (Path::new("/dev/zero"), "a device"),
        ];
        for (path, word) in cases {
            for error in [read(path, 9).unwrap_err(), map(path).unwrap_err()] {
                let message = error.to_string();
                assert!(message.contains(word), "{message}");
            }
        }
        assert!(read(&folder.path().join("missing"), 9).is_err());
    }

    #[test]
    fn a_file_that_says_nothing_of_its_size_is_held_to_the_limit() {
        let path = Path::new("/proc/self/maps");
        if path.exists() {
            assert!(read(path, 8).is_err() && !read(path, 1 << 20).unwrap().is_empty());
        }
    }
}
