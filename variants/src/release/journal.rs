//! What a build has finished so far: one JSON line a file, the build's id first.

use crate::error::BuildError;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A finished file. `records`, `tokens` and `content_sha256` are those of a shard, else zero and empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct JournalRow {
    pub(crate) path: String,
    pub(crate) bytes: u64,
    pub(crate) sha256: String,
    pub(crate) content_sha256: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    build: String,
}

/// The open journal.
pub(crate) struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Opens the journal of a build and returns the files that it says are finished, and whether it is new.
    pub(crate) fn open(
        path: &Path,
        build: &str,
    ) -> Result<(Self, Vec<JournalRow>, bool), BuildError> {
        let io = |cause| BuildError::Io {
            path: path.to_owned(),
            cause,
        };
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(io)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(io)?;
        // A kill may have torn the last line: what follows the last LF was never said.
        let whole = text
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |at| at + 1);
        text.truncate(whole);
        let length = u64::try_from(whole).expect("a file's length");
        file.set_len(length).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
        let mut journal = Self {
            file,
            path: path.to_owned(),
        };
        let mut lines = text
            .split(|&byte| byte == b'\n')
            .filter(|line| !line.is_empty());
        let Some(head) = lines.next() else {
            journal.append(&Head {
                build: build.to_owned(),
            })?;
            return Ok((journal, Vec::new(), true));
        };
        let bad = |error: serde_json::Error| journal.bad(&error.to_string());
        let found: Head = serde_json::from_slice(head).map_err(bad)?;
        if found.build != build {
            return Err(journal.bad(
                "another build is unfinished here (other recipe, pool, tokenizer, carrier or program); finish it with its own inputs, or remove this folder and the one that ends in .building",
            ));
        }
        let rows = lines
            .map(serde_json::from_slice)
            .collect::<Result<_, _>>()
            .map_err(bad)?;
        Ok((journal, rows, false))
    }

    /// Adds a line and makes sure that it is on the disk.
    pub(crate) fn append(&mut self, row: &impl Serialize) -> Result<(), BuildError> {
        let line = crate::record::to_line(row);
        let written = self
            .file
            .write_all(&line)
            .and_then(|()| self.file.sync_data());
        written.map_err(BuildError::io(&self.path))
    }

    fn bad(&self, what: &str) -> BuildError {
        BuildError::Output {
            path: self.path.clone(),
            what: what.to_owned(),
        }
    }
}
