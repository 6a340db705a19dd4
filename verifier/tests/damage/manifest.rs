//! Faults of the manifest, with everything else made right.

use std::fs;

use verifier::wire::Manifest;
use verifier::{Error, Options, verify};

use super::{Faults, sound};

pub(super) fn faults(faults: &mut Faults) {
    values(faults);
    totals(faults);
    paths(faults);
    form(faults);
}

/// Finds a digest in a manifest.
type DigestOf = fn(&mut Manifest) -> &mut String;

fn values(faults: &mut Faults) {
    faults.manifest("the snapshot", |manifest| {
        manifest.pool.snapshot = "0".repeat(64)
    });
    faults.manifest("the number of articles", |manifest| {
        manifest.pool.articles += 1
    });
    faults.manifest("a language", |manifest| {
        manifest.pool.left = "de".to_owned()
    });
    faults.manifest("the other language", |manifest| {
        manifest.pool.right = "de".to_owned()
    });
    faults.manifest("the tokenizer's digest", |manifest| {
        manifest.tokenizer.sha256 = "0".repeat(64)
    });
    faults.manifest("the canary", |manifest| {
        manifest.tokenizer.canary = "0".repeat(64)
    });
    faults.manifest("the engine", |manifest| {
        manifest.tokenizer.engine = "other".to_owned()
    });
    faults.manifest("the seed", |manifest| manifest.seed.seed.push('2'));
    faults.manifest("the split seed", |manifest| manifest.seed.split.push('2'));
    faults.manifest("the budget", |manifest| manifest.budget += 1);
    faults.manifest("the reserved tokens", |manifest| manifest.reserved += 1);
    faults.manifest("the order of panels", |manifest| {
        manifest.order = verifier::wire::Order::Both
    });
    faults.manifest("the recipe's digest", |manifest| {
        manifest.recipe.sha256 = "0".repeat(64)
    });
    faults.manifest("the release's name", |manifest| manifest.release.push('x'));
    faults.manifest("the version", |manifest| manifest.version.push('x'));
    faults.manifest("the domain", |manifest| {
        manifest.domain = "diptych/2".to_owned()
    });
    faults.manifest("a table's digest", |manifest| {
        manifest.tables[0].sha256 = "0".repeat(64)
    });
    faults.manifest("no tables", |manifest| manifest.tables.clear());
    faults.manifest("the content id", |manifest| {
        manifest.content_id = "0".repeat(64)
    });
    faults.manifest("the encoder", |manifest| {
        manifest.encoder = "zstd 1".to_owned()
    });
    faults.manifest("the ledger's digest", |manifest| {
        manifest.ledger.sha256 = "0".repeat(64)
    });
    let cut: [(&str, DigestOf); 9] = [
        ("content id", |manifest| &mut manifest.content_id),
        ("snapshot", |manifest| &mut manifest.pool.snapshot),
        ("recipe's digest", |manifest| &mut manifest.recipe.sha256),
        ("tokenizer's digest", |manifest| {
            &mut manifest.tokenizer.sha256
        }),
        ("canary", |manifest| &mut manifest.tokenizer.canary),
        ("ledger's digest", |manifest| &mut manifest.ledger.sha256),
        ("table's digest", |manifest| &mut manifest.tables[0].sha256),
        ("sidecar's digest", |manifest| {
            &mut manifest.indexes[0].sha256
        }),
        ("shard's digest", |manifest| {
            &mut manifest.shards[0].file_sha256
        }),
    ];
    for (name, digest) in cut {
        faults.sealed(format!("a {name} cut"), move |fixture| {
            fixture.cut = Some(digest)
        });
    }
}

fn totals(faults: &mut Faults) {
    faults.manifest("records of a split", |manifest| {
        manifest.splits[0].records += 1
    });
    faults.manifest("tokens of a kind", |manifest| {
        let counts = &mut manifest.splits[0].counts;
        counts[0].tokens += 1;
        counts[1].tokens -= 1;
    });
    faults.manifest("articles of a split", |manifest| {
        manifest.splits[0].articles += 1
    });
    faults.manifest("groups of a split", |manifest| {
        manifest.splits[1].groups -= 1
    });
    faults.manifest("records of a shard", |manifest| {
        manifest.shards[0].records += 1;
        manifest.content_id = manifest.content_id().unwrap();
    });
    faults.manifest("tokens of a shard", |manifest| {
        manifest.shards[0].tokens += 1;
        manifest.content_id = manifest.content_id().unwrap();
    });
    faults.manifest("a shard of no records", |manifest| {
        (manifest.shards[0].records, manifest.indexes[0].bytes) = (0, 0);
        manifest.content_id = manifest.content_id().unwrap();
    });
    faults.manifest("shared lines", |manifest| manifest.shared.lines += 1);
    faults.manifest("shared texts", |manifest| manifest.shared.texts += 1);
    faults.manifest("rows of the ledger", |manifest| manifest.ledger.rows += 1);
    faults.manifest("a drop of more rows", |manifest| {
        manifest.drops[0].rows += 1
    });
    faults.manifest("a drop less", |manifest| drop(manifest.drops.pop()));
    faults.manifest("a split less", |manifest| drop(manifest.splits.pop()));
    faults.manifest("kinds out of order", |manifest| {
        manifest.splits[0].counts.swap(0, 1);
    });
}

fn paths(faults: &mut Faults) {
    faults.manifest("a folder up", |manifest| {
        manifest.shards[0].path = "../train/x.jsonl".to_owned();
        manifest.content_id = manifest.content_id().unwrap();
    });
    faults.manifest("from the root", |manifest| {
        manifest.shards[0].path = "/etc/passwd.jsonl".to_owned();
        manifest.content_id = manifest.content_id().unwrap();
    });
    faults.manifest("a shard named twice", |manifest| {
        manifest.shards.insert(0, manifest.shards[0].clone());
        manifest.content_id = manifest.content_id().unwrap();
    });
    faults.manifest("shards out of order", |manifest| {
        manifest.shards.swap(0, 1);
        manifest.content_id = manifest.content_id().unwrap();
    });
    faults.manifest("a sidecar less", |manifest| drop(manifest.indexes.pop()));
    faults.manifest("the tokenizer's path", |manifest| {
        manifest.tokenizer.path = "t.json".to_owned()
    });
    faults.manifest("the ledger's path", |manifest| {
        manifest.ledger.path = "l.zst".to_owned()
    });
    faults.manifest("the recipe's path", |manifest| {
        manifest.recipe.path = "r.toml".to_owned()
    });
}

/// Writes a manifest otherwise.
type Rewrite = fn(&str) -> String;

fn form(faults: &mut Faults) {
    let changes: [(&str, Rewrite); 9] = [
        ("a blank in the manifest", |good| {
            good.replacen(':', ": ", 1)
        }),
        ("a manifest in lines", |good| good.replace(',', ",\n")),
        ("a key twice", |good| {
            good.replacen("\"budget\":110", "\"budget\":110,\"budget\":110", 1)
        }),
        ("a key more", |good| {
            good.replacen("\"budget\"", "\"more\":1,\"budget\"", 1)
        }),
        ("a key less", |good| good.replacen("\"budget\":110,", "", 1)),
        ("an escape in the manifest", |good| {
            good.replacen("tiny", "\\u0074iny", 1)
        }),
        ("a manifest without a line feed", |good| {
            good.trim_end().to_owned()
        }),
        ("a float in the manifest", |good| {
            good.replacen("\"budget\":110", "\"budget\":110.0", 1)
        }),
        ("an empty manifest", |_| String::new()),
    ];
    for (name, change) in changes {
        faults.folder(name, move |release| {
            let path = release.join("release.json");
            let good = fs::read_to_string(&path).unwrap();
            fs::write(&path, change(&good)).unwrap();
        });
    }
    faults.folder("no manifest", |release| {
        fs::remove_file(release.join("release.json")).unwrap();
    });
    faults.folder("a manifest past its limit", |release| {
        let file = fs::File::options()
            .write(true)
            .open(release.join("release.json"));
        file.unwrap().set_len((64 << 20) + 1).unwrap();
    });
}

#[test]
fn another_format_is_no_finding() {
    let place = tempfile::tempdir().unwrap();
    sound().write(place.path());
    let path = place.path().join("release.json");
    let good = fs::read_to_string(&path).unwrap();
    fs::write(&path, good.replacen("\"format\":1", "\"format\":2", 1)).unwrap();
    let other = verify(&Options::new(place.path()), &mut |_| {});
    assert!(matches!(other, Err(Error::Format { found: 2, .. })));
}
