//! The folder of a pool appears only when it is whole.
//!
//! A build works in `POOL.building/pool` and holds a lock in `POOL.work`; the finished folder is renamed into place. A build that
//! was stopped leaves `POOL.building` behind, and the next one begins anew. `POOL.work` stays: it says what the pool was made
//! from, or what stopped the build. It may be deleted. Folders of these names that no build made are refused ([`marker`]).

use super::marker::{self, absent};
use crate::error::PoolError;
use rustix::fs::{CWD, RenameFlags, renameat_with};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// A locked place for one pool.
pub(crate) struct Folder {
    pool: PathBuf,
    building: PathBuf,
    work: PathBuf,
    /// Held, not used: the lock ends with it.
    _lock: File,
}

impl Folder {
    /// Takes the lock.
    pub(crate) fn lock(pool: &Path) -> Result<Self, PoolError> {
        let (Some(building), Some(work)) = (beside(pool, ".building"), beside(pool, ".work"))
        else {
            return Err(PoolError::Form {
                path: pool.to_owned(),
                what: "the path of a pool ends in a folder name".to_owned(),
            });
        };
        marker::check(&building)?;
        marker::claim(&work)?;
        let path = work.join("lock");
        let mut lock = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(PoolError::io(&path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut owner = String::new();
                lock.read_to_string(&mut owner)
                    .map_err(PoolError::io(&path))?;
                return Err(PoolError::Locked {
                    path,
                    owner: owner.trim().to_owned(),
                });
            }
            Err(TryLockError::Error(error)) => return Err(PoolError::io(&path)(error)),
        }
        lock.set_len(0)
            .and_then(|()| lock.write_all(format!("process {}\n", std::process::id()).as_bytes()))
            .map_err(PoolError::io(&path))?;
        Ok(Self {
            pool: pool.to_owned(),
            building,
            work,
            _lock: lock,
        })
    }

    /// Returns the folder of scratch files, which outlives the build.
    pub(crate) fn work(&self) -> &Path {
        &self.work
    }

    /// Makes an empty folder for the pool's files and one for scratch files inside it.
    pub(crate) fn begin(&self) -> Result<(PathBuf, PathBuf), PoolError> {
        self.clear()?;
        marker::claim(&self.building)?;
        let scratch = self.scratch();
        for folder in [&self.made().join("parts"), &scratch] {
            std::fs::create_dir_all(folder).map_err(PoolError::io(folder))?;
        }
        Ok((self.made(), scratch))
    }

    /// Takes what an unfinished build left away.
    pub(crate) fn clear(&self) -> Result<(), PoolError> {
        for folder in [&self.building, &self.work] {
            marker::check(folder)?;
        }
        for folder in [self.made(), self.scratch()] {
            absent(std::fs::remove_dir_all(&folder)).map_err(PoolError::io(&folder))?;
        }
        marker::release(&self.building)
    }

    /// Puts the finished folder into place; a pool that is there is replaced in one step.
    pub(crate) fn publish(&self) -> Result<(), PoolError> {
        let made = self.made();
        sync(&made.join("parts"))?;
        sync(&made)?;
        let renamed = if self.pool.exists() {
            renameat_with(CWD, &made, CWD, &self.pool, RenameFlags::EXCHANGE)
                .map_err(std::io::Error::from)
        } else {
            std::fs::rename(&made, &self.pool)
        };
        renamed.map_err(PoolError::io(&self.pool))?;
        let parent = self.pool.parent().filter(|parent| parent != &Path::new(""));
        sync(parent.unwrap_or(Path::new(".")))?;
        self.clear()
    }

    /// The pool before it is in its place, and what was in its place after.
    fn made(&self) -> PathBuf {
        self.building.join("pool")
    }

    fn scratch(&self) -> PathBuf {
        self.work.join("scratch")
    }
}

/// Returns the path of a pool with something added to its name.
pub(super) fn beside(pool: &Path, suffix: &str) -> Option<PathBuf> {
    let mut name = pool.file_name()?.to_owned();
    name.push(suffix);
    Some(pool.with_file_name(name))
}

/// Writes a small file and makes it durable.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), PoolError> {
    let written = File::create(path).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.map_err(PoolError::io(path))
}

fn sync(folder: &Path) -> Result<(), PoolError> {
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(PoolError::io(folder))
}
