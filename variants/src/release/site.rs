//! The folder that a release grows in, its lock and its files.

use super::journal::{Journal, JournalRow};
use crate::error::BuildError;
use crate::plan::count;
use pool::Digest;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Where a build stands when it starts.
pub(crate) enum Opened {
    /// To be built, or to be finished.
    Site(Site),
    /// The folder is there, whole.
    Complete,
}

/// A release that is being written. The lock is held as long as it lives.
pub(crate) struct Site {
    out: PathBuf,
    building: PathBuf,
    work: PathBuf,
    journal: Journal,
    done: BTreeMap<String, JournalRow>,
    _lock: File,
}

impl Site {
    /// Takes the lock and finds what is already there. Every file that the journal names is read again:
    /// its name and size are no evidence.
    pub(crate) fn open(out: &Path, build: &str) -> Result<Opened, BuildError> {
        let (building, work) = (beside(out, "building")?, beside(out, "work")?);
        refuse_inside_release(out)?;
        refuse_foreign(&work, &["lock", "journal"])?;
        let lock = lock(&work)?;
        if out.symlink_metadata().is_ok() {
            return Ok(Opened::Complete);
        }
        let (journal, rows, new) = Journal::open(&work.join("journal"), build)?;
        if new {
            // Before its journal a build has written nothing: whatever lies there is somebody else's.
            refuse_foreign(&building, &[]).inspect_err(|_| drop(remove_work(&work)))?;
        }
        make_folder(&building)?;
        let mut site = Self {
            out: out.to_owned(),
            building,
            work,
            journal,
            done: BTreeMap::new(),
            _lock: lock,
        };
        for row in rows {
            if site.is_as_written(&row)? {
                site.done.insert(row.path.clone(), row);
            }
        }
        site.clear_unfinished(&site.building.clone(), "")?;
        Ok(Opened::Site(site))
    }

    /// Returns the folder that is being written.
    pub(crate) fn building(&self) -> &Path {
        &self.building
    }

    /// Returns a file that an earlier run finished.
    pub(crate) fn finished(&self, path: &str) -> Option<&JournalRow> {
        self.done.get(path)
    }

    /// Writes one file: new, under another name, to the disk, then renamed; then says so in the journal.
    /// `content` returns the content digest that the journal is to remember, or nothing.
    pub(crate) fn write<E: From<std::io::Error>>(
        &mut self,
        path: &str,
        content: impl FnOnce(&mut dyn Write) -> Result<String, E>,
    ) -> Result<JournalRow, WriteError<E>> {
        let target = self.building.join(path);
        let folder = target
            .parent()
            .expect("a file of the release has a folder")
            .to_owned();
        make_folder(&folder)?;
        let partial = folder.join(format!(
            "{}.partial",
            target.file_name().expect("named").display()
        ));
        let io = |cause| BuildError::Io {
            path: partial.clone(),
            cause,
        };
        let file = File::options()
            .write(true)
            .create_new(true)
            .open(&partial)
            .map_err(io)?;
        let mut hashing = Hashing {
            out: BufWriter::with_capacity(1 << 20, file),
            hash: Sha256::new(),
            bytes: 0,
        };
        let content_sha256 = content(&mut hashing).map_err(WriteError::Content)?;
        let Hashing { out, hash, bytes } = hashing;
        let file = out.into_inner().map_err(|error| io(error.into_error()))?;
        file.sync_all().map_err(io)?;
        drop(file);
        fs::rename(&partial, &target).map_err(BuildError::io(&target))?;
        sync_folder(&folder)?;
        let sha256 = Digest(hash.finalize().into()).hex();
        let row = JournalRow {
            path: path.to_owned(),
            bytes,
            sha256,
            content_sha256,
        };
        self.journal.append(&row)?;
        self.done.insert(row.path.clone(), row.clone());
        Ok(row)
    }

    /// Writes a file of bytes that are at hand, unless an earlier run finished it.
    pub(crate) fn write_bytes(
        &mut self,
        path: &str,
        bytes: &[u8],
    ) -> Result<JournalRow, BuildError> {
        if let Some(row) = self.finished(path) {
            return Ok(row.clone());
        }
        let write = |out: &mut dyn Write| -> std::io::Result<String> {
            out.write_all(bytes)?;
            Ok(String::new())
        };
        self.write(path, write)
            .map_err(|error| error.into_build(&self.building.join(path)))
    }

    /// Removes a file that is to be written again, for it is of use only with one that was not finished.
    pub(crate) fn forget(&mut self, path: &str) -> Result<(), BuildError> {
        let target = self.building.join(path);
        match self.done.remove(path) {
            Some(_) => fs::remove_file(&target).map_err(BuildError::io(&target)),
            None => Ok(()),
        }
    }

    /// Gives the folder its name: from here on the release is there, whole.
    pub(crate) fn publish(self) -> Result<(), BuildError> {
        sync_folder(&self.building)?;
        fs::rename(&self.building, &self.out).map_err(BuildError::io(&self.out))?;
        sync_folder(&parent(&self.out))?;
        remove_work(&self.work)
    }

    /// Removes the folders of a build that cannot be made and has finished nothing: they would only stand in the way.
    pub(crate) fn leave_if_empty(self) -> Result<(), BuildError> {
        if !self.done.is_empty() {
            return Ok(());
        }
        fs::remove_dir_all(&self.building).map_err(BuildError::io(&self.building))?;
        remove_work(&self.work)
    }

    fn is_as_written(&self, row: &JournalRow) -> Result<bool, BuildError> {
        let path = self.building.join(&row.path);
        let Ok(meta) = path.symlink_metadata() else {
            return Ok(false);
        };
        Ok(meta.is_file() && meta.len() == row.bytes && file_sha256(&path)?.hex() == row.sha256)
    }

    /// Removes what no journal line vouches for.
    fn clear_unfinished(&self, folder: &Path, prefix: &str) -> Result<(), BuildError> {
        for name in sorted_names(folder)? {
            let path = folder.join(&name);
            let relative = format!("{prefix}{name}");
            let meta = path.symlink_metadata().map_err(BuildError::io(&path))?;
            if meta.is_dir() {
                self.clear_unfinished(&path, &format!("{relative}/"))?;
            } else if !self.done.contains_key(&relative) {
                fs::remove_file(&path).map_err(BuildError::io(&path))?;
            }
        }
        Ok(())
    }
}

/// What stops a file: the writing, or what makes its content.
pub(crate) enum WriteError<E> {
    Build(BuildError),
    Content(E),
}

impl<E> From<BuildError> for WriteError<E> {
    fn from(error: BuildError) -> Self {
        Self::Build(error)
    }
}

impl WriteError<std::io::Error> {
    fn into_build(self, path: &Path) -> BuildError {
        match self {
            Self::Build(error) => error,
            Self::Content(cause) => BuildError::Io {
                path: path.to_owned(),
                cause,
            },
        }
    }
}

struct Hashing {
    out: BufWriter<File>,
    hash: Sha256,
    bytes: u64,
}

impl Write for Hashing {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hash.update(&bytes[..written]);
        self.bytes += count(written);
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

/// Takes the lock of a build: one process at a time.
fn lock(work: &Path) -> Result<File, BuildError> {
    let path = work.join("lock");
    loop {
        make_folder(work)?;
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = match options.open(&path) {
            Ok(file) => file,
            // Another run has just finished and removed its folder.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(cause) => return Err(BuildError::Io { path, cause }),
        };
        if let Err(error) = file.try_lock() {
            return Err(locked(&path, file, error));
        }
        let same = |held: &fs::Metadata| held.ino() == file.metadata().map_or(0, |own| own.ino());
        if path.metadata().is_ok_and(|named| same(&named)) {
            let owner = format!("process {}\n", std::process::id());
            file.set_len(0)
                .and_then(|()| file.write_all(owner.as_bytes()))
                .map_err(BuildError::io(&path))?;
            return Ok(file);
        }
    }
}

fn locked(path: &Path, mut file: File, error: fs::TryLockError) -> BuildError {
    match error {
        fs::TryLockError::Error(cause) => BuildError::Io {
            path: path.to_owned(),
            cause,
        },
        fs::TryLockError::WouldBlock => {
            let mut owner = String::new();
            let read = file.read_to_string(&mut owner).is_ok() && !owner.is_empty();
            let owner = if read {
                owner.trim()
            } else {
                "another process"
            };
            let what =
                format!("{owner} is building this release and holds the lock; wait for it to end");
            BuildError::Output {
                path: path.to_owned(),
                what,
            }
        }
    }
}

/// Removes what a finished build leaves beside its release: its own files only, the lock last, since a folder that holds
/// anything but a lock and a journal is not taken for a build's.
pub(crate) fn remove_work(work: &Path) -> Result<(), BuildError> {
    for name in ["journal", "lock"] {
        gone(fs::remove_file(work.join(name)), work)?;
    }
    match fs::remove_dir(work) {
        // The next build has taken the folder over.
        Err(error) if error.kind() == std::io::ErrorKind::DirectoryNotEmpty => Ok(()),
        result => gone(result, work),
    }
}

fn gone(result: std::io::Result<()>, path: &Path) -> Result<(), BuildError> {
    match result {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(BuildError::Io {
            path: path.to_owned(),
            cause: error,
        }),
        _ => Ok(()),
    }
}

/// A folder that a build would clear, but that it did not make, is somebody's work.
fn refuse_foreign(folder: &Path, own: &[&str]) -> Result<(), BuildError> {
    if folder.symlink_metadata().is_err() {
        return Ok(());
    }
    let output = |what: String| BuildError::Output {
        path: folder.to_owned(),
        what,
    };
    if !folder.is_dir() {
        return Err(output(
            "a build needs this name for a folder of its own; move what is there away".to_owned(),
        ));
    }
    match sorted_names(folder)?
        .iter()
        .find(|name| !own.contains(&name.as_str()))
    {
        Some(name) => Err(output(format!(
            "a build needs this name for a folder of its own, and `{name}` in it is not a build's; move it away"
        ))),
        None => Ok(()),
    }
}

/// A release, or a pool, is whole: another one inside would be a foreign file in it.
fn refuse_inside_release(out: &Path) -> Result<(), BuildError> {
    let full = std::path::absolute(out).map_err(BuildError::io(out))?;
    for folder in full.ancestors().skip(1) {
        for name in ["release.json", "pool.json"] {
            if folder.join(name).exists() {
                let what = format!(
                    "lies inside {}, which is whole as it is; choose a place outside",
                    folder.display()
                );
                return Err(BuildError::Output {
                    path: out.to_owned(),
                    what,
                });
            }
        }
    }
    Ok(())
}

/// `OUT.building` and `OUT.work` lie beside OUT, on its file system.
pub(crate) fn beside(out: &Path, suffix: &str) -> Result<PathBuf, BuildError> {
    let name = out.file_name().ok_or_else(|| BuildError::Output {
        path: out.to_owned(),
        what: "names no folder; give the release a folder of its own".to_owned(),
    })?;
    let mut name = name.to_owned();
    name.push(".");
    name.push(suffix);
    Ok(out.with_file_name(name))
}

fn parent(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

fn make_folder(path: &Path) -> Result<(), BuildError> {
    if path.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(path).map_err(BuildError::io(path))?;
    sync_folder(&parent(path))
}

fn sync_folder(path: &Path) -> Result<(), BuildError> {
    File::open(path)
        .and_then(|folder| folder.sync_all())
        .map_err(BuildError::io(path))
}

pub(crate) fn file_sha256(path: &Path) -> Result<Digest, BuildError> {
    let mut file = File::open(path).map_err(BuildError::io(path))?;
    let mut hash = Sha256::new();
    std::io::copy(&mut file, &mut hash).map_err(BuildError::io(path))?;
    Ok(Digest(hash.finalize().into()))
}

/// The one place of this crate that lists a folder: names in byte order.
#[expect(clippy::disallowed_methods, reason = "sorted before anyone sees it")]
fn sorted_names(folder: &Path) -> Result<Vec<String>, BuildError> {
    let io = |cause| BuildError::Io {
        path: folder.to_owned(),
        cause,
    };
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(io)? {
        names.push(
            entry
                .map_err(io)?
                .file_name()
                .to_string_lossy()
                .into_owned(),
        );
    }
    names.sort_unstable();
    Ok(names)
}
