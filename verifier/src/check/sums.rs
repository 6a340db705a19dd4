//! Is `SHA256SUMS` right? format.md, section 8.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};

use super::HashedRead;
use super::files::Found;
use crate::error::Error;
use crate::finding::{Check, Code, Fault, Place};
use crate::stream::unhex;
use crate::tally::Tally;
use crate::wire::{Folder, FolderFault};

const NAME: &str = "SHA256SUMS";
const LINE_MAX: u64 = 4096;

/// Compares the list with the digests that were worked out; `digests` holds those of all files
/// that were read, by path.
pub(crate) fn check(
    folder: &Folder,
    found: &Found,
    mut digests: BTreeMap<String, String>,
    tally: &mut Tally,
) -> Result<(), Error> {
    if !found.files.contains(NAME) {
        return Ok(());
    }
    if found.files.contains("README.md") {
        digests.insert("README.md".to_owned(), file_digest(folder, "README.md")?);
    }
    let place = Place::file(NAME);
    let mut listed = list(folder, tally)?;
    for path in found.files.iter().filter(|path| *path != NAME) {
        let Some(said) = listed.remove(path) else {
            let fault = Fault::new(Code::MissingFile, format!("a row of {path}"), "none");
            tally.look(Check::Sums, &place, Some(fault));
            continue;
        };
        // A file that was not read is another check's finding, or was not asked for.
        if let Some(digest) = digests.get(path) {
            let what = format!("{path}:");
            tally.equal(
                Check::Sums,
                &place,
                Code::FileDigest,
                &what,
                (digest, &said),
            );
        }
    }
    for path in listed.keys() {
        let fault = Fault::new(Code::ExtraFile, "rows of files of the release", path);
        tally.look(Check::Sums, &place, Some(fault));
    }
    Ok(())
}

fn file_digest(folder: &Folder, path: &str) -> Result<String, Error> {
    let (file, size) = open(folder, path)?;
    let digest = HashedRead::new(file.take(size)).finish();
    digest.map_err(|error| Error::io(path, error))
}

fn open(folder: &Folder, path: &str) -> Result<(std::fs::File, u64), Error> {
    folder.file(path).map_err(|fault| match fault {
        FolderFault::Io(error) => Error::io(path, error),
        FolderFault::Missing | FolderFault::NotRegular(_) => {
            Error::io(path, std::io::ErrorKind::NotFound.into())
        }
    })
}

/// Reads the rows, and puts a finding at the first that is none.
fn list(folder: &Folder, tally: &mut Tally) -> Result<BTreeMap<String, String>, Error> {
    let (file, size) = open(folder, NAME)?;
    let mut file = BufReader::new(file.take(size));
    let mut listed: BTreeMap<String, String> = BTreeMap::new();
    for row in 0.. {
        let mut line = Vec::new();
        let read = file.by_ref().take(LINE_MAX).read_until(b'\n', &mut line);
        if read.map_err(|error| Error::io(NAME, error))? == 0 {
            break;
        }
        let place = Place::row(NAME, row, "");
        let Some((path, digest)) = parse(&line) else {
            let fault = Fault::new(Code::NotCanonical, "`<hex>  <path>` and LF", "another line");
            tally.look(Check::Sums, &place, Some(fault));
            break;
        };
        if listed
            .last_key_value()
            .is_some_and(|(last, _)| *last >= path)
        {
            let fault = Fault::new(Code::NotCanonical, "paths ascending", path);
            tally.look(Check::Sums, &place, Some(fault));
            break;
        }
        listed.insert(path, digest);
    }
    Ok(listed)
}

fn parse(line: &[u8]) -> Option<(String, String)> {
    let line = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
    let (digest, path) = line.split_once("  ")?;
    unhex::<32>(digest)?;
    Some((path.to_owned(), digest.to_owned()))
}
