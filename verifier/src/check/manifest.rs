//! Is the manifest well formed and of one piece? format.md, sections 7.3 and 8.2.

use std::collections::BTreeMap;
use std::io::Read;

use crate::error::Error;
use crate::finding::{Check, Code, Fault, Place};
use crate::stream::{DOMAIN, unhex};
use crate::tables::tables;
use crate::tally::Tally;
use crate::wire::json::{self, JsonFault};
use crate::wire::{
    Carrier, Count, Entry, Folder, FolderFault, Kind, Manifest, ShardRef, Split, other_format,
    shard_name,
};

/// The name of the manifest.
pub(crate) const NAME: &str = "release.json";
/// Room for the entries of the most shards that there can be.
const BYTES_MAX: u64 = 64 << 20;
const SHARDS_MAX: usize = 100_000;

/// Reads the manifest and looks at its form; none if there is nothing to go on with.
pub(crate) fn read(
    folder: &Folder,
    tally: &mut Tally,
) -> Result<Option<(Manifest, Vec<u8>)>, Error> {
    let place = Place::file(NAME);
    let (file, size) = match folder.file(NAME) {
        Ok(opened) => opened,
        Err(FolderFault::Io(error)) => return Err(Error::io(NAME, error)),
        Err(FolderFault::Missing) => {
            let fault = Fault::new(Code::MissingFile, "a manifest", "no such file");
            tally.look(Check::Files, &place, Some(fault));
            return Ok(None);
        }
        Err(FolderFault::NotRegular(what)) => {
            let fault = Fault::new(Code::Name, "a regular file", what);
            tally.look(Check::Files, &place, Some(fault));
            return Ok(None);
        }
    };
    if size > BYTES_MAX {
        let expected = format!("at most {BYTES_MAX} bytes");
        tally.look(
            Check::Manifest,
            &place,
            Some(Fault::new(Code::Limit, expected, size)),
        );
        return Ok(None);
    }
    let mut bytes = Vec::new();
    file.take(BYTES_MAX)
        .read_to_end(&mut bytes)
        .map_err(|error| Error::io(NAME, error))?;
    if let Some(found) = other_format(&bytes) {
        return Err(Error::Format {
            path: NAME.to_owned(),
            found,
        });
    }
    match json::read_file::<Manifest>(&bytes) {
        Ok(manifest) => Ok(Some((manifest, bytes))),
        Err(JsonFault::Spelling(at, what)) => {
            let actual = format!("byte {at}: {what}");
            let fault = Fault::new(Code::ManifestForm, "canonical JSON", actual);
            tally.look(Check::Manifest, &place, Some(fault));
            Ok(None)
        }
        Err(JsonFault::Fields(what)) => {
            let fault = Fault::new(Code::ManifestForm, "the fields of format 1", what);
            tally.look(Check::Manifest, &place, Some(fault));
            Ok(None)
        }
    }
}

/// Looks at all that the manifest says of itself.
pub(crate) fn check(manifest: &Manifest, tally: &mut Tally) {
    let mut form = Form {
        tally,
        place: Place::file(NAME),
    };
    form.same(Code::Specification, "domain", DOMAIN, &manifest.domain);
    let paths = [
        (&manifest.recipe.path, "recipe.toml"),
        (&manifest.tokenizer.path, "tokenizer.json"),
        (&manifest.ledger.path, "ledger.jsonl.zst"),
    ];
    for (path, expected) in paths {
        form.same(Code::Name, "path", expected, path);
    }
    form.same(
        Code::Tokenizer,
        "engine",
        "tokenizers",
        &manifest.tokenizer.engine,
    );
    let encoded = manifest.encoder.starts_with("zstd ");
    let plain = manifest.encoder.is_empty();
    let right = if manifest.carrier == Carrier::Jsonl {
        plain
    } else {
        encoded
    };
    form.holds(
        right,
        Code::ManifestForm,
        "the encoder of the carrier",
        &manifest.encoder,
    );
    digests(manifest, &mut form);
    table_digests(manifest, &mut form);
    splits(manifest, &mut form);
    shards(manifest, &mut form);
    indexes(manifest, &mut form);
    match manifest.content_id() {
        Some(id) => form.same(Code::Root, "content_id", &id, &manifest.content_id),
        None => form.holds(
            false,
            Code::Root,
            "shards that give a content_id",
            "none that do",
        ),
    }
}

struct Form<'a> {
    tally: &'a mut Tally,
    place: Place,
}

impl Form<'_> {
    fn holds(&mut self, holds: bool, code: Code, expected: impl ToString, actual: impl ToString) {
        let fault = (!holds).then(|| Fault::new(code, expected, actual));
        self.tally.look(Check::Manifest, &self.place, fault);
    }

    /// Compares records and tokens; which of the two is wrong, the records tell.
    fn sums(&mut self, what: &str, said: (u64, u64), counted: (u64, u64)) {
        let fault = (said != counted).then(|| {
            let expected = format!("{} records, {} tokens {what}", said.0, said.1);
            Fault::new(
                Code::Counts,
                expected,
                format!("{} and {}", counted.0, counted.1),
            )
        });
        self.tally.look(Check::Totals, &self.place, fault);
    }

    fn same(&mut self, code: Code, what: &str, expected: &str, actual: &str) {
        let say = |value: &str| format!("{what} `{value}`");
        self.holds(expected == actual, code, say(expected), say(actual));
    }
}

fn digests(manifest: &Manifest, form: &mut Form<'_>) {
    let single = [
        &manifest.content_id,
        &manifest.pool.snapshot,
        &manifest.recipe.sha256,
        &manifest.tokenizer.sha256,
        &manifest.tokenizer.canary,
        &manifest.ledger.sha256,
    ];
    let files = manifest.indexes.iter().map(|index| &index.sha256);
    let shards = manifest
        .shards
        .iter()
        .flat_map(|shard| [&shard.content_sha256, &shard.file_sha256]);
    let tables = manifest.tables.iter().map(|table| &table.sha256);
    for digest in single.into_iter().chain(files).chain(shards).chain(tables) {
        let holds = unhex::<32>(digest).is_some();
        form.holds(
            holds,
            Code::ManifestForm,
            "64 lower-case hex digits",
            digest,
        );
    }
}

fn table_digests(manifest: &Manifest, form: &mut Form<'_>) {
    let known = tables();
    let names: Vec<&str> = manifest
        .tables
        .iter()
        .map(|table| table.name.as_str())
        .collect();
    let expected: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    let (expected, names) = (expected.join(" "), names.join(" "));
    form.same(Code::Recipe, "tables", &expected, &names);
    for ((name, digest), table) in known.iter().zip(&manifest.tables) {
        if *name == table.name {
            form.same(Code::Recipe, name, digest, &table.sha256);
        }
    }
}

fn splits(manifest: &Manifest, form: &mut Form<'_>) {
    let order: Vec<&str> = manifest
        .splits
        .iter()
        .map(|totals| totals.split.name())
        .collect();
    let expected = Split::ALL.map(Split::name);
    form.same(
        Code::ManifestForm,
        "splits",
        &expected.join(" "),
        &order.join(" "),
    );
    for totals in &manifest.splits {
        let name = totals.split.name();
        let kinds: Option<Vec<u8>> = totals.counts.iter().map(kind_index).collect();
        let ascend = kinds.is_some_and(|kinds| kinds.windows(2).all(|pair| pair[0] < pair[1]));
        let expected = format!("counts of {name} by kind, ascending, with records only");
        form.holds(ascend, Code::ManifestForm, expected, "others");
        let sum = |of: fn(&Count) -> u64| totals.counts.iter().map(of).fold(0, u64::saturating_add);
        let counted = (sum(|count| count.records), sum(|count| count.tokens));
        let said = (totals.records, totals.tokens);
        form.sums(&format!("of {name} by kind"), said, counted);
        let shards = manifest
            .shards
            .iter()
            .filter(|shard| shard.split == totals.split);
        let held = shards.fold((0_u64, 0_u64), |(records, tokens), shard| {
            (
                records.saturating_add(shard.records),
                tokens.saturating_add(shard.tokens),
            )
        });
        form.sums(&format!("in the shards of {name}"), said, held);
    }
}

/// Returns the place of a count's kind; none if it is no count of a manifest.
fn kind_index(count: &Count) -> Option<u8> {
    let kind = Kind::parse(&count.kind)?;
    (kind.category().name() == count.category && count.records > 0).then(|| kind.index())
}

fn shards(manifest: &Manifest, form: &mut Form<'_>) {
    let ascends = manifest
        .shards
        .windows(2)
        .all(|pair| pair[0].path < pair[1].path);
    form.holds(
        ascends,
        Code::ManifestForm,
        "shards ascending by path",
        "another order",
    );
    for (shard, expected) in manifest.shards.iter().zip(shard_paths(manifest)) {
        form.same(Code::Name, "shard", &expected, &shard.path);
        form.holds(
            shard.records > 0,
            Code::Counts,
            format!("records in {expected}"),
            "none",
        );
    }
    for split in Split::ALL {
        let count = manifest
            .shards
            .iter()
            .filter(|shard| shard.split == split)
            .count();
        form.holds(
            count <= SHARDS_MAX,
            Code::Limit,
            "at most 100000 shards of a split",
            count,
        );
    }
}

/// Returns the path that each shard of the manifest must have, in the manifest's order.
fn shard_paths(manifest: &Manifest) -> Vec<String> {
    let mut counts: BTreeMap<Split, u64> = BTreeMap::new();
    for shard in &manifest.shards {
        *counts.entry(shard.split).or_default() += 1;
    }
    let mut next: BTreeMap<Split, u64> = BTreeMap::new();
    let path = |shard: &ShardRef| {
        let k = next.entry(shard.split).or_default();
        *k += 1;
        shard_path(shard.split, *k - 1, counts[&shard.split], manifest.carrier)
    };
    manifest.shards.iter().map(path).collect()
}

fn indexes(manifest: &Manifest, form: &mut Form<'_>) {
    let mut expected: Vec<(String, u64)> = Vec::new();
    for (shard, path) in manifest.shards.iter().zip(shard_paths(manifest)) {
        let bytes = shard.records.saturating_mul(Entry::BYTES);
        expected.push((index_path(&path, manifest.carrier), bytes));
    }
    expected.sort_unstable();
    let (found, wanted) = (manifest.indexes.len(), expected.len());
    form.holds(
        found == wanted,
        Code::ManifestForm,
        format!("{wanted} sidecars"),
        found,
    );
    for ((path, bytes), index) in expected.iter().zip(&manifest.indexes) {
        form.same(Code::Name, "sidecar", path, &index.path);
        let expected = format!("{bytes} bytes of {path}: 12 a record");
        form.holds(*bytes == index.bytes, Code::Counts, expected, index.bytes);
    }
}

/// Returns the path of shard `k` of `n`.
pub(crate) fn shard_path(split: Split, k: u64, n: u64, carrier: Carrier) -> String {
    format!(
        "{}/{}{}",
        split.name(),
        shard_name(split, k, n),
        carrier.extension()
    )
}

/// Returns the path of a shard's sidecar.
pub(crate) fn index_path(shard: &str, carrier: Carrier) -> String {
    let name = shard.rsplit('/').next().unwrap_or(shard);
    let name = name.strip_suffix(carrier.extension()).unwrap_or(name);
    format!("index/{name}.idx")
}
