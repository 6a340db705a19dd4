//! A folder that is there already: the same release, whole, or something that must not be touched.

use crate::bench::Bench;
use crate::error::BuildError;
use crate::manifest::NamedFile;
use crate::recipe::Carrier;
use crate::release::file_sha256;
use pool::derive::sha256;
use serde::Deserialize;
use std::path::Path;

/// What a build came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// Whether the release was there already.
    pub already_there: bool,
    /// Names the text.
    pub content_id: String,
    /// Names the files.
    pub release_id: String,
}

/// What of a manifest says which inputs it was built from, and which files it names.
#[derive(Deserialize)]
struct Pins {
    content_id: String,
    pool: Snapshot,
    recipe: NamedFile,
    tokenizer: NamedFile,
    ledger: NamedFile,
    carrier: String,
    indexes: Vec<NamedFile>,
    shards: Vec<Shard>,
}

#[derive(Deserialize)]
struct Snapshot {
    snapshot: String,
}

#[derive(Deserialize)]
struct Shard {
    path: String,
    bytes: u64,
    file_sha256: String,
}

/// Largest manifest that is read.
const MANIFEST_MAX: u64 = 64 << 20;

/// Says that the release is there, or why what is there is not it.
pub(crate) fn check(bench: &Bench<'_>, carrier: Carrier, out: &Path) -> Result<Built, BuildError> {
    let path = out.join("release.json");
    let other = |what: &str| BuildError::Output {
        path: out.to_owned(),
        what: format!("{what}; choose another --out, or remove it first"),
    };
    let bytes =
        pool::file::read(&path, MANIFEST_MAX).map_err(|_| other("exists and is not a release"))?;
    let pins: Pins = serde_json::from_slice(&bytes)
        .map_err(|_| other("holds a release.json that this program cannot read"))?;
    let differs = [
        ("pool", pins.pool.snapshot != bench.pool.header.snapshot),
        (
            "recipe",
            pins.recipe.sha256 != sha256(&bench.recipe.bytes).hex(),
        ),
        (
            "tokenizer",
            pins.tokenizer.sha256 != bench.counter.sha256().hex(),
        ),
        ("carrier", pins.carrier != carrier.name()),
    ];
    if let Some((input, _)) = differs.iter().find(|(_, differs)| *differs) {
        return Err(other(&format!(
            "holds another release: its {input} is not this one"
        )));
    }
    if let Some(file) = pins.damaged(out) {
        return Err(other(&format!(
            "holds this release, but {file} is not what its manifest says"
        )));
    }
    let release_id = sha256(&bytes).hex();
    Ok(Built {
        already_there: true,
        content_id: pins.content_id,
        release_id,
    })
}

impl Pins {
    /// Returns the first file that is missing or changed.
    fn damaged(&self, out: &Path) -> Option<&str> {
        let named = [&self.recipe, &self.tokenizer, &self.ledger]
            .into_iter()
            .chain(&self.indexes);
        let named = named.map(|file| (file.path.as_str(), file.bytes, &file.sha256));
        let shards = self
            .shards
            .iter()
            .map(|file| (file.path.as_str(), file.bytes, &file.file_sha256));
        named
            .chain(shards)
            .find(|(path, bytes, sha256)| !is_as_named(&out.join(path), *bytes, sha256))
            .map(|file| file.0)
    }
}

fn is_as_named(path: &Path, bytes: u64, sha256: &str) -> bool {
    let same_size = path
        .symlink_metadata()
        .is_ok_and(|meta| meta.is_file() && meta.len() == bytes);
    same_size && file_sha256(path).is_ok_and(|digest| digest.hex() == sha256)
}
