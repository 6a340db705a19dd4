//! Faults that one inner check sees, and no other at that place by that code.

use std::fs;
use std::path::Path;

use verifier::text::assemble;
use verifier::wire::{Carrier, FileRef, Manifest, Split, article_id};
use verifier::{Options, verify};

use super::case::Case;
use super::group::regroup;
use super::pool::{alike, header};
use super::{Faults, looked, sound};
use crate::fixture::pool::{Row, split};
use crate::fixture::{self, Fixture, Settings, write_file};

pub(super) fn faults(faults: &mut Faults) {
    files(faults);
    manifest(faults);
    too_many_shards(faults);
    pools(faults);
    pool_files(faults);
    records(faults);
}

fn files(faults: &mut Faults) {
    faults.folder("no tokenizer", |release| {
        fs::remove_file(release.join("tokenizer.json")).unwrap();
    });
    of_one_shard(
        faults,
        "no splits, and not the shard that is asked for",
        |manifest| manifest.splits.clear(),
        |shard| fs::remove_file(shard).unwrap(),
    );
    // Read whole, the records are counted by kind as well.
    of_one_shard(
        faults,
        "records of a kind, and one shard is asked for",
        |manifest| manifest.splits[0].counts[0].records += 1,
        |_| {},
    );
}

/// A manifest that is changed, then a shard, and that shard alone is asked for.
fn of_one_shard(faults: &mut Faults, name: &str, reseal: fn(&mut Manifest), change: fn(&Path)) {
    faults.push(name, false, move || {
        let place = tempfile::tempdir().unwrap();
        let mut fixture = sound();
        fixture.reseal = reseal;
        fixture.write(place.path());
        let shard = "train/train-00000-of-00003.jsonl";
        change(&place.path().join(shard));
        let mut options = Options::new(place.path());
        options.shards = vec![shard.into()];
        Case::bare(verify(&options, &mut |_| {}).unwrap())
    });
}

fn manifest(faults: &mut Faults) {
    faults.manifest("a table twice", |manifest| {
        manifest.tables.push(manifest.tables[0].clone());
    });
    faults.manifest("a sidecar's path", |manifest| {
        "index/other.idx".clone_into(&mut manifest.indexes[0].path);
    });
}

fn too_many_shards(faults: &mut Faults) {
    faults.manifest("more shards than a split may have", |manifest| {
        let mut shard = manifest.shards[0].clone();
        // One that is not there is not read.
        "train/none.jsonl".clone_into(&mut shard.path);
        shard.split = Split::Train;
        manifest.shards = vec![shard; 100_001];
    });
}

/// Pools that are wrong, and releases that are made from them.
fn pools(faults: &mut Faults) {
    alike(faults, "a pool of no articles", |fixture| {
        fixture.rows.clear();
    });
    alike(faults, "slices that the slicer does not cut", |fixture| {
        let mut rows = fixture.rows.iter_mut();
        let row = rows.find(|row| row.slices.len() > 2).unwrap();
        row.slices.remove(0);
    });
    faults.push("panels that do not come back", true, || {
        let place = tempfile::tempdir().unwrap();
        let (release, pool) = (place.path().join("release"), place.path().join("pool"));
        // Where the carrier has texts, a text that has no parse-back is seen in itself.
        let mut fixture = Fixture::new(Settings::new(Carrier::Meta, "left-first"));
        let meta = fixture.record("document", |_| true).meta.clone();
        let row = fixture.rows.iter_mut().find(|row| meta.contains(&row.id));
        let row = row.unwrap();
        row.left.push('\n');
        let text = assemble(&row.left, &row.right);
        let record = fixture.record("document", |_| true);
        record.tokens = u64::try_from(text.chars().count()).unwrap();
        record.text = Some(text);
        fixture.write(&release);
        fixture.write_pool(&pool);
        Case::bare(looked(&release, Some(&pool)))
    });
}

/// Writes a release and its pool, changes the pool, and verifies.
fn written(faults: &mut Faults, name: &str, change: fn(&Path, &mut Fixture)) {
    faults.push(name, false, move || {
        let place = tempfile::tempdir().unwrap();
        let (release, pool) = (place.path().join("release"), place.path().join("pool"));
        let mut fixture = sound();
        fixture.write(&release);
        fixture.write_pool(&pool);
        change(&pool, &mut fixture);
        Case::bare(looked(&release, Some(&pool)))
    });
}

fn replace(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{from}");
    fs::write(path, text.replace(from, to)).unwrap();
}

fn pool_files(faults: &mut Faults) {
    header(faults, "a table of the pool", "\"tables\"", "\"sha256\":\"");
    header(
        faults,
        "the digest of the pool's ledger",
        "\"ledger\"",
        "\"sha256\":\"",
    );
    written(faults, "a pool's ledger without frames", |pool, _| {
        let name = "ledger.jsonl.zst";
        let say = |rows: u8, file: &FileRef| {
            let FileRef { bytes, sha256, .. } = file;
            format!("\"rows\":{rows},\"bytes\":{bytes},\"sha256\":\"{sha256}\"")
        };
        let old = write_file(pool, name, &fs::read(pool.join(name)).unwrap());
        let new = write_file(pool, name, b"{\"stage\":\"gate\"}\n");
        replace(&pool.join("pool.json"), &say(1, &old), &say(0, &new));
    });
    written(
        faults,
        "a licence that the snapshot has not",
        |pool, fixture| {
            let said = crate::fixture::pool::snapshot(&fixture.rows);
            fixture.rows[5].license.push('x');
            fixture.write_pool(pool);
            let written = crate::fixture::pool::snapshot(&fixture.rows);
            replace(&pool.join("pool.json"), &written, &said);
        },
    );
}

fn records(faults: &mut Faults) {
    equal_lines(faults, "two equal left lines in a group", |row| {
        row.right.push('！');
    });
    equal_lines(faults, "two equal right lines in a group", |row| {
        row.left.push('!');
    });
    faults.sealed("a tokenizer that cannot encode a text", |fixture| {
        let normalizer =
            r#""normalizer":{"type":"Replace","pattern":{"Regex":"[^行]"},"content":""}"#;
        let tokenizer = fixture.tokenizer.replace("\"normalizer\":null", normalizer);
        let unknown = "\"unk_token\":\"[GONE]\"";
        fixture.tokenizer = tokenizer.replace("\"unk_token\":\"[UNK]\"", unknown);
    });
    faults.sealed("a source twice", |fixture| {
        let record = fixture.record("document", |_| true);
        record.sources.push(record.sources[0].clone());
    });
    faults.sealed("windows longer than the recipe has", |fixture| {
        let slices = "[longform]\nslices = [1, 1]\n";
        fixture.recipe = fixture.recipe.replace("[longform]\n", slices);
    });
}

/// A group of two lines that are equal but for a change of one of them.
fn equal_lines(faults: &mut Faults, name: &str, change: fn(&mut Row)) {
    faults.push(name, true, move || {
        let place = tempfile::tempdir().unwrap();
        let (release, pool) = (place.path().join("release"), place.path().join("pool"));
        let settings = Settings::new(Carrier::Jsonl, "left-first");
        let splitter = settings.splitter();
        let mut rows = fixture::pool::rows(&splitter, settings.more);
        let train = |row: &&mut Row| {
            row.source_id.starts_with("echo") && split(row, &splitter) == Some(Split::Train)
        };
        let mut echoes: Vec<&mut Row> = rows.iter_mut().filter(train).take(2).collect();
        let row = &mut echoes[1];
        change(row);
        row.id = article_id(&row.key, &row.left, &row.right);
        let mut lines: Vec<String> = echoes.iter().map(|row| format!("{}/0", row.id)).collect();
        rows.sort_by(|one, other| one.id.cmp(&other.id));
        let mut fixture = Fixture::of(settings, rows);
        fixture.sort_by_rank(&mut lines);
        let id = fixture.record("cross-dense", |record| record.split == "train");
        let id = id.id.clone();
        regroup(&mut fixture, &id, &lines);
        fixture.write(&release);
        fixture.write_pool(&pool);
        Case::bare(looked(&release, Some(&pool)))
    });
}
