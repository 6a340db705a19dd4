//! Faults of the manifest, with everything else made right.

use std::fs;

use verifier::wire::Manifest;
use verifier::{Code, Error, Options, verify};

use super::{expect, expect_among, report, sound};

fn reseal(name: &str, code: Code, change: fn(&mut Manifest)) {
    let mut fixture = sound();
    fixture.reseal = change;
    expect(name, &super::resealed(&fixture), code);
}

#[test]
fn values() {
    reseal("pool", Code::Pool, |manifest| {
        manifest.pool.snapshot = "0".repeat(64)
    });
    reseal("articles", Code::Pool, |manifest| {
        manifest.pool.articles += 1
    });
    reseal("languages", Code::Pool, |manifest| {
        manifest.pool.left = "de".to_owned()
    });
    reseal("tokenizer", Code::Tokenizer, |manifest| {
        manifest.tokenizer.sha256 = "0".repeat(64)
    });
    reseal("canary", Code::Tokenizer, |manifest| {
        manifest.tokenizer.canary = "0".repeat(64)
    });
    reseal("engine", Code::Tokenizer, |manifest| {
        manifest.tokenizer.engine = "other".to_owned()
    });
    reseal("seed", Code::Seed, |manifest| manifest.seed.seed.push('2'));
    reseal("split seed", Code::Seed, |manifest| {
        manifest.seed.split.push('2')
    });
    reseal("budget", Code::Recipe, |manifest| manifest.budget += 1);
    reseal("reserved", Code::Recipe, |manifest| manifest.reserved += 1);
    reseal("order", Code::Recipe, |manifest| {
        manifest.order = verifier::wire::Order::Both
    });
    reseal("recipe", Code::Recipe, |manifest| {
        manifest.recipe.sha256 = "0".repeat(64)
    });
    reseal("version", Code::Recipe, |manifest| {
        manifest.version.push('x')
    });
    reseal("domain", Code::Specification, |manifest| {
        manifest.domain = "diptych/2".to_owned()
    });
    reseal("tables", Code::Recipe, |manifest| {
        manifest.tables[0].sha256 = "0".repeat(64)
    });
    reseal("no tables", Code::Recipe, |manifest| {
        manifest.tables.clear()
    });
    reseal("content id", Code::Root, |manifest| {
        manifest.content_id = "0".repeat(64)
    });
    reseal("encoder", Code::ManifestForm, |manifest| {
        manifest.encoder = "zstd 1".to_owned()
    });
    reseal("ledger digest", Code::FileDigest, |manifest| {
        manifest.ledger.sha256 = "0".repeat(64)
    });
    reseal("hex", Code::ManifestForm, |manifest| {
        manifest.ledger.sha256 = "0".repeat(63)
    });
}

#[test]
fn totals() {
    reseal("records of a split", Code::Counts, |manifest| {
        manifest.splits[0].records += 1
    });
    reseal("tokens of a kind", Code::Counts, |manifest| {
        let counts = &mut manifest.splits[0].counts;
        counts[0].tokens += 1;
        counts[1].tokens -= 1;
    });
    reseal("articles of a split", Code::Counts, |manifest| {
        manifest.splits[0].articles += 1
    });
    reseal("groups of a split", Code::Counts, |manifest| {
        manifest.splits[1].groups -= 1
    });
    reseal("shared lines", Code::Counts, |manifest| {
        manifest.shared.lines += 1
    });
    reseal("shared texts", Code::Counts, |manifest| {
        manifest.shared.texts += 1
    });
    reseal("rows of the ledger", Code::Counts, |manifest| {
        manifest.ledger.rows += 1
    });
    reseal("drops", Code::Counts, |manifest| {
        manifest.drops[0].rows += 1
    });
    reseal("a drop less", Code::Counts, |manifest| {
        drop(manifest.drops.pop())
    });
    reseal("a split less", Code::ManifestForm, |manifest| {
        drop(manifest.splits.pop())
    });
    reseal("kinds out of order", Code::ManifestForm, |manifest| {
        manifest.splits[0].counts.swap(0, 1);
    });
}

#[test]
fn paths() {
    reseal("a folder up", Code::Name, |manifest| {
        manifest.shards[0].path = "../train/x.jsonl".to_owned();
        manifest.content_id = manifest.content_id().unwrap();
    });
    reseal("from the root", Code::Name, |manifest| {
        manifest.shards[0].path = "/etc/passwd.jsonl".to_owned();
        manifest.content_id = manifest.content_id().unwrap();
    });
    reseal("twice", Code::ManifestForm, |manifest| {
        manifest.shards.insert(0, manifest.shards[0].clone());
        manifest.content_id = manifest.content_id().unwrap();
    });
    let mut fixture = sound();
    fixture.reseal = |manifest| {
        manifest.shards.swap(0, 1);
        manifest.content_id = manifest.content_id().unwrap();
    };
    expect(
        "out of order",
        &super::resealed(&fixture),
        Code::ManifestForm,
    );
    reseal("a sidecar less", Code::ManifestForm, |manifest| {
        drop(manifest.indexes.pop())
    });
    reseal("the recipe's path", Code::Name, |manifest| {
        manifest.recipe.path = "r.toml".to_owned()
    });
}

#[test]
fn form() {
    let place = tempfile::tempdir().unwrap();
    sound().write(place.path());
    let path = place.path().join("release.json");
    let good = fs::read_to_string(&path).unwrap();
    for (name, bad) in [
        ("a blank", good.replacen(':', ": ", 1)),
        (
            "a key twice",
            good.replacen("\"budget\":110", "\"budget\":110,\"budget\":110", 1),
        ),
        (
            "a key more",
            good.replacen("\"budget\"", "\"more\":1,\"budget\"", 1),
        ),
        ("a key less", good.replacen("\"budget\":110,", "", 1)),
        ("an escape", good.replacen("tiny", "\\u0074iny", 1)),
        ("no line feed", good.trim_end().to_owned()),
        (
            "a float",
            good.replacen("\"budget\":110", "\"budget\":110.0", 1),
        ),
        ("nothing", String::new()),
    ] {
        fs::write(&path, bad).unwrap();
        expect(name, &report(place.path()), Code::ManifestForm);
    }
    fs::write(&path, good.replacen("\"format\":1", "\"format\":2", 1)).unwrap();
    let other = verify(&Options::new(place.path()), &mut |_| {});
    assert!(matches!(other, Err(Error::Format { found: 2, .. })));
    fs::remove_file(&path).unwrap();
    expect_among("no manifest", &report(place.path()), Code::MissingFile);
}
