//! Opens the files of a folder that nobody has to trust: no links, no pipes, no surprises.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, fstat, openat, statat};
use rustix::io::Errno;

/// An open folder.
pub struct Folder(OwnedFd);

/// What a name in a folder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A link, pipe, socket or device.
    Other,
}

/// Why a file was not opened.
#[derive(Debug)]
pub enum FolderFault {
    /// There is none of that name.
    Missing,
    /// The name is not of a regular file.
    NotRegular(&'static str),
    /// The system could not say.
    Io(io::Error),
}

impl Folder {
    /// Opens a folder that the user named.
    ///
    /// # Errors
    ///
    /// Passes on the system's word.
    pub fn open(path: &Path) -> io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(Self(openat(CWD, path, flags, Mode::empty())?))
    }

    /// Opens a regular file `NAME` or `FOLDER/NAME` and returns it with its size.
    ///
    /// # Errors
    ///
    /// Says that the file is missing, is none, or could not be opened.
    pub fn file(&self, path: &str) -> Result<(File, u64), FolderFault> {
        match path.split_once('/') {
            None => open_file(&self.0, path),
            Some((folder, name)) => open_file(&self.folder(folder)?.0, name),
        }
    }

    /// Returns what lies in the folder itself, by bytes of names.
    ///
    /// # Errors
    ///
    /// Passes on the system's word.
    pub fn list(&self) -> io::Result<Vec<(String, Kind)>> {
        let mut found = Vec::new();
        for entry in Dir::read_from(&self.0)? {
            let entry = entry?;
            let name = entry.file_name();
            if [c".", c".."].contains(&name) {
                continue;
            }
            let kind = match entry.file_type() {
                FileType::Unknown => {
                    let stat = statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?;
                    FileType::from_raw_mode(stat.st_mode)
                }
                known => known,
            };
            let kind = match kind {
                FileType::RegularFile => Kind::File,
                FileType::Directory => Kind::Folder,
                _ => Kind::Other,
            };
            found.push((name.to_string_lossy().into_owned(), kind));
        }
        found.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        Ok(found)
    }

    /// Opens a folder inside this one.
    ///
    /// # Errors
    ///
    /// As [`Folder::file`] does.
    pub fn folder(&self, name: &str) -> Result<Self, FolderFault> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        match openat(&self.0, name, flags, Mode::empty()) {
            Ok(folder) => Ok(Self(folder)),
            Err(Errno::NOENT) => Err(FolderFault::Missing),
            Err(Errno::LOOP | Errno::NOTDIR) => Err(FolderFault::NotRegular("not a folder")),
            Err(error) => Err(FolderFault::Io(error.into())),
        }
    }
}

fn open_file(folder: &OwnedFd, name: &str) -> Result<(File, u64), FolderFault> {
    // Without NONBLOCK a pipe would wait for a writer for ever.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = match openat(folder, name, flags, Mode::empty()) {
        Ok(file) => file,
        Err(Errno::NOENT) => return Err(FolderFault::Missing),
        Err(Errno::LOOP) => return Err(FolderFault::NotRegular("a symbolic link")),
        Err(Errno::NXIO) => return Err(FolderFault::NotRegular("a socket or device")),
        Err(error) => return Err(FolderFault::Io(error.into())),
    };
    let stat = fstat(&file).map_err(|error| FolderFault::Io(error.into()))?;
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile => {
            let size = u64::try_from(stat.st_size).expect("a size is not negative");
            Ok((file.into(), size))
        }
        FileType::Directory => Err(FolderFault::NotRegular("a folder")),
        FileType::Fifo => Err(FolderFault::NotRegular("a pipe")),
        _ => Err(FolderFault::NotRegular("not a regular file")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_are_opened() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        std::fs::write(path("file"), "abc").unwrap();
        std::fs::create_dir(path("folder")).unwrap();
        std::fs::write(path("folder/inner"), "").unwrap();
        std::os::unix::fs::symlink("file", path("link")).unwrap();
        std::os::unix::fs::symlink("folder", path("way")).unwrap();
        let pipe = std::process::Command::new("mkfifo")
            .arg(path("pipe"))
            .status();
        assert!(pipe.unwrap().success());
        let folder = Folder::open(place.path()).unwrap();
        assert_eq!(folder.file("file").unwrap().1, 3);
        assert_eq!(folder.file("folder/inner").unwrap().1, 0);
        assert!(matches!(folder.file("none"), Err(FolderFault::Missing)));
        assert!(matches!(
            folder.file("folder/none"),
            Err(FolderFault::Missing)
        ));
        for other in ["folder", "link", "pipe", "way/inner", "file/x"] {
            assert!(
                matches!(folder.file(other), Err(FolderFault::NotRegular(_))),
                "{other}"
            );
        }
        let names: Vec<_> = folder.list().unwrap();
        let kinds = [
            ("file", Kind::File),
            ("folder", Kind::Folder),
            ("link", Kind::Other),
        ];
        assert_eq!(
            names[..3],
            kinds.map(|(name, kind)| (name.to_owned(), kind))
        );
        assert_eq!(names.len(), 5);
    }
}
