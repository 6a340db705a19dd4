//! Is the recipe the manifest's, and allowed? format.md, sections 8.1 and 8.2.

use std::io::Read;

use crate::error::Error;
use crate::finding::{Check, Code, Fault, Place};
use crate::tally::Tally;
use crate::wire::{Folder, FolderFault, Manifest, Recipe};

const BYTES_MAX: u64 = 1 << 20;

/// Reads the recipe and compares it with the manifest; returns it with its digest, none if it
/// cannot be gone on with.
pub(crate) fn read(
    folder: &Folder,
    manifest: &Manifest,
    tally: &mut Tally,
) -> Result<Option<(Recipe, String)>, Error> {
    let place = Place::file(&manifest.recipe.path);
    let Some(bytes) = small_file(folder, "recipe.toml", BYTES_MAX, Check::Recipe, tally)? else {
        return Ok(None);
    };
    let digest = sha256(&bytes);
    let expected = (&manifest.recipe.sha256, &digest);
    tally.equal(Check::Recipe, &place, Code::Recipe, "sha256", expected);
    let text = String::from_utf8(bytes).map_err(|error| error.to_string());
    let recipe = text.and_then(|text| Recipe::parse(&text).map_err(|fault| fault.to_string()));
    match recipe {
        Ok(recipe) => {
            compare(manifest, &recipe, tally);
            Ok(Some((recipe, digest)))
        }
        Err(what) => {
            let fault = Fault::new(Code::Recipe, "a recipe of format 1", what);
            tally.look(Check::Recipe, &place, Some(fault));
            Ok(None)
        }
    }
}

fn compare(manifest: &Manifest, recipe: &Recipe, tally: &mut Tally) {
    let place = Place::file(super::manifest::NAME);
    let (said, order) = (
        format!("{:?}", recipe.order),
        format!("{:?}", manifest.order),
    );
    let (budget, reserved) = (recipe.budget.to_string(), recipe.reserved.to_string());
    let (budget_said, reserved_said) = (manifest.budget.to_string(), manifest.reserved.to_string());
    let pairs = [
        (Code::Recipe, "release", &recipe.release, &manifest.release),
        (Code::Recipe, "version", &recipe.version, &manifest.version),
        (Code::Seed, "seed", &recipe.seed, &manifest.seed.seed),
        (
            Code::Seed,
            "split seed",
            &recipe.split_seed,
            &manifest.seed.split,
        ),
        (Code::Recipe, "budget", &budget, &budget_said),
        (Code::Recipe, "reserved", &reserved, &reserved_said),
        (Code::Recipe, "order", &said, &order),
    ];
    for (code, what, expected, actual) in pairs {
        tally.equal(Check::Recipe, &place, code, what, (expected, actual));
    }
}

/// Reads a file that is small by its nature; none if it is not there, which is a finding of the
/// files' check, or too large, which is one here.
pub(crate) fn small_file(
    folder: &Folder,
    path: &str,
    bytes_max: u64,
    check: Check,
    tally: &mut Tally,
) -> Result<Option<Vec<u8>>, Error> {
    let (file, size) = match folder.file(path) {
        Ok(opened) => opened,
        Err(FolderFault::Missing | FolderFault::NotRegular(_)) => return Ok(None),
        Err(FolderFault::Io(error)) => return Err(Error::io(path, error)),
    };
    if size > bytes_max {
        let fault = Fault::new(Code::Limit, format!("at most {bytes_max} bytes"), size);
        tally.look(check, &Place::file(path), Some(fault));
        return Ok(None);
    }
    let mut bytes = Vec::new();
    file.take(size)
        .read_to_end(&mut bytes)
        .map_err(|error| Error::io(path, error))?;
    Ok(Some(bytes))
}

/// Returns the digest of bytes as hex.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    use sha2::{Digest as _, Sha256};
    let digest: [u8; 32] = Sha256::digest(bytes).into();
    crate::stream::hex(&digest)
}
