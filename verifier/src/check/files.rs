//! Are all files there, no others, and of the right size? format.md, section 8.

use std::collections::{BTreeMap, BTreeSet};

use crate::error::Error;
use crate::finding::{Check, Code, Fault, Place};
use crate::tally::Tally;
use crate::wire::{FileKind, Folder, FolderFault, Manifest};

/// Files that may be there and that the manifest does not name.
pub(crate) const DERIVED: [&str; 2] = ["README.md", "SHA256SUMS"];

/// What lies in the folder of a release.
pub(crate) struct Found {
    /// All regular files that belong there.
    pub(crate) files: BTreeSet<String>,
    /// Those of them that cannot be read as what they are: missing, of another type or size.
    pub(crate) broken: BTreeSet<String>,
}

impl Found {
    /// Returns whether a file is there and of its size.
    pub(crate) fn is_sound(&self, path: &str) -> bool {
        self.files.contains(path) && !self.broken.contains(path)
    }
}

/// Compares the folder with the manifest; opens every file that `wanted` takes.
pub(crate) fn check(
    folder: &Folder,
    manifest: &Manifest,
    tally: &mut Tally,
    wanted: impl Fn(&str) -> bool,
) -> Result<Found, Error> {
    let named = named(manifest);
    let mut found = Found {
        files: BTreeSet::new(),
        broken: BTreeSet::new(),
    };
    list(folder, &named, tally, &mut found)?;
    for (path, size) in &named {
        let Some(size) = size else { continue };
        let fault = match folder.file(path) {
            _ if !wanted(path) && found.files.contains(path) => None,
            Ok((_, bytes)) if bytes == *size => None,
            Ok((_, bytes)) => Some(Fault::new(Code::Size, format!("{size} bytes"), bytes)),
            Err(FolderFault::Missing) => {
                Some(Fault::new(Code::MissingFile, "a file", "no such file"))
            }
            Err(FolderFault::NotRegular(what)) => {
                Some(Fault::new(Code::Name, "a regular file", what))
            }
            Err(FolderFault::Io(error)) => return Err(Error::io(path, error)),
        };
        if fault.is_some() {
            found.broken.insert(path.clone());
        }
        tally.look(Check::Files, &Place::file(path), fault);
    }
    Ok(found)
}

/// Returns all files that a release may have, with the size where the manifest says it.
fn named(manifest: &Manifest) -> BTreeMap<String, Option<u64>> {
    let mut named: BTreeMap<String, Option<u64>> = BTreeMap::new();
    for name in DERIVED {
        named.insert(name.to_owned(), None);
    }
    named.insert(super::manifest::NAME.to_owned(), None);
    let files = [
        (&manifest.recipe.path, manifest.recipe.bytes),
        (&manifest.tokenizer.path, manifest.tokenizer.bytes),
        (&manifest.ledger.path, manifest.ledger.bytes),
    ];
    let indexes = manifest
        .indexes
        .iter()
        .map(|index| (&index.path, index.bytes));
    let shards = manifest
        .shards
        .iter()
        .map(|shard| (&shard.path, shard.bytes));
    for (path, bytes) in files.into_iter().chain(indexes).chain(shards) {
        // A path that leads elsewhere is a finding of the manifest's and is never opened.
        if is_plain(path) {
            named.insert(path.clone(), Some(bytes));
        }
    }
    named
}

/// Returns whether a path is one that a release can have.
fn is_plain(path: &str) -> bool {
    let name = |part: &str| {
        let known = |byte: u8| byte.is_ascii_alphanumeric() || b"-.".contains(&byte);
        !part.is_empty() && !part.starts_with('.') && part.bytes().all(known)
    };
    match path.split_once('/') {
        None => name(path),
        Some((folder, file)) => name(folder) && name(file),
    }
}

fn list(
    folder: &Folder,
    named: &BTreeMap<String, Option<u64>>,
    tally: &mut Tally,
    found: &mut Found,
) -> Result<(), Error> {
    let folders: BTreeSet<&str> = named
        .keys()
        .filter_map(|path| path.split_once('/'))
        .map(|(folder, _)| folder)
        .collect();
    for (name, kind) in folder.list().map_err(|error| Error::io(".", error))? {
        if !folders.contains(name.as_str()) {
            entry(&name, kind, named, tally, found);
            continue;
        }
        let inner = match folder.folder(&name) {
            Ok(inner) => inner,
            // What should lie in it is missing, or not reached, by its own name.
            Err(FolderFault::Missing | FolderFault::NotRegular(_)) => continue,
            Err(FolderFault::Io(error)) => return Err(Error::io(&name, error)),
        };
        for (file, kind) in inner.list().map_err(|error| Error::io(&name, error))? {
            entry(&format!("{name}/{file}"), kind, named, tally, found);
        }
    }
    Ok(())
}

fn entry(
    path: &str,
    kind: FileKind,
    named: &BTreeMap<String, Option<u64>>,
    tally: &mut Tally,
    found: &mut Found,
) {
    let place = Place::file(path);
    match (named.get(path), kind) {
        (Some(_), FileKind::File) => {
            found.files.insert(path.to_owned());
        }
        // One with a size is opened by its name later, and named there.
        (Some(Some(_)), _) => {}
        (Some(None), _) => {
            let fault = Fault::new(Code::Name, "a regular file", "another type");
            tally.look(Check::Files, &place, Some(fault));
        }
        (None, _) => {
            let fault = Fault::new(
                Code::ExtraFile,
                "no such file",
                "one that the release has not",
            );
            tally.look(Check::Files, &place, Some(fault));
        }
    }
}
