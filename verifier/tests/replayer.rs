//! The lines of a release come back without a look at its texts.

use std::fs;
use std::path::Path;

use verifier::wire::{Carrier, Record, Split};
use verifier::{Error, Replayer};

use crate::fixture::{Fixture, More, Settings, frames};

fn written(carrier: Carrier) -> (tempfile::TempDir, Fixture) {
    written_with(Settings::new(carrier, "both"))
}

fn written_with(settings: Settings) -> (tempfile::TempDir, Fixture) {
    let fixture = Fixture::new(settings);
    let place = tempfile::tempdir().unwrap();
    fixture.write(&place.path().join("release"));
    fixture.write_pool(&place.path().join("pool"));
    (place, fixture)
}

fn open(place: &Path) -> Replayer {
    Replayer::open(&place.join("release"), &place.join("pool")).unwrap()
}

fn all(replayer: &Replayer, path: &str) -> Result<Vec<u8>, Error> {
    let mut out = Vec::new();
    replayer.shard(Path::new(path), &mut |line| {
        out.extend_from_slice(line);
        Ok(())
    })?;
    Ok(out)
}

#[test]
fn every_carrier_gives_the_full_lines() {
    for carrier in [Carrier::Jsonl, Carrier::JsonlZst, Carrier::Meta] {
        let (place, fixture) = written(carrier);
        let replayer = open(place.path());
        let mut lines = Vec::new();
        for path in replayer.shards() {
            lines.extend(all(&replayer, path).unwrap());
        }
        let order = [Split::Test, Split::Train, Split::Validation];
        let records = order.iter().flat_map(|split| &fixture.records[split]);
        let full: Vec<Vec<u8>> = records.map(|record| record.line().unwrap()).collect();
        assert_eq!(lines, full.concat(), "{carrier:?}");
        let wanted = &fixture.records[&Split::Train][70];
        let line = replayer.record(&wanted.id).unwrap().unwrap();
        assert_eq!(line, wanted.line().unwrap());
        assert!(replayer.record("none").unwrap().is_none());
    }
}

#[test]
fn texts_are_not_needed() {
    for carrier in [Carrier::Jsonl, Carrier::JsonlZst] {
        let (place, fixture) = written(carrier);
        let blank = |record: &Record| Record {
            text: Some(String::new()),
            ..record.clone()
        };
        let records = &fixture.records[&Split::Train][..60];
        let lines: Vec<Vec<u8>> = records
            .iter()
            .map(|record| blank(record).line().unwrap())
            .collect();
        let path = format!("train/train-00000-of-00003{}", carrier.extension());
        let bytes = if carrier.is_zstd() {
            frames(&lines)
        } else {
            lines.concat()
        };
        fs::write(place.path().join("release").join(&path), bytes).unwrap();
        let full: Vec<Vec<u8>> = records
            .iter()
            .map(|record| record.line().unwrap())
            .collect();
        assert_eq!(all(&open(place.path()), &path).unwrap(), full.concat());
    }
}

#[test]
fn what_cannot_be_proved_is_an_error() {
    let (place, fixture) = written(Carrier::Jsonl);
    let path = "train/train-00000-of-00003.jsonl";
    let file = place.path().join("release").join(path);
    let good = fs::read_to_string(&file).unwrap();
    for (from, to) in [
        ("\"tokens\":", "\"tokens\":1"),
        ("/0", "/1"),
        ("\"reversed\":false", "\"reversed\":true"),
    ] {
        fs::write(&file, good.replacen(from, to, 1)).unwrap();
        let error = all(&open(place.path()), path).unwrap_err();
        assert!(matches!(error, Error::Replay { .. }), "{from}: {error}");
    }
    let less = good.split_once('\n').unwrap().1;
    fs::write(&file, less).unwrap();
    assert!(all(&open(place.path()), path).is_err());
    let mut other = fixture;
    other.rows.pop();
    other.write_pool(&place.path().join("other"));
    let opened = Replayer::open(&place.path().join("release"), &place.path().join("other"));
    assert!(matches!(opened, Err(Error::Replay { .. })));
}

#[test]
fn records_of_noise_shape_and_schema_come_back_without_their_texts() {
    for more in [More::Full, More::Short] {
        for carrier in [Carrier::Jsonl, Carrier::JsonlZst, Carrier::Meta] {
            let (place, fixture) = written_with(Settings::with(more, carrier, "both"));
            let replayer = open(place.path());
            for (split, records) in &fixture.records {
                let full = records.iter().map(|record| record.line().unwrap());
                let full: Vec<Vec<u8>> = full.collect();
                let shards = replayer.shards();
                let shards: Vec<&str> = shards
                    .filter(|path| path.starts_with(&format!("{}/", split.name())))
                    .collect();
                assert_eq!(shards.len(), records.len().div_ceil(60));
                for (path, (records, full)) in
                    shards.iter().zip(records.chunks(60).zip(full.chunks(60)))
                {
                    blank(place.path(), path, carrier, records);
                    let lines = all(&replayer, path).unwrap();
                    assert_eq!(lines, full.concat(), "{more:?} {carrier:?} {path}");
                }
            }
            let mut kinds = std::collections::BTreeSet::new();
            for record in fixture.records.values().flatten() {
                if kinds.insert(record.kind.clone()) {
                    let line = replayer.record(&record.id).unwrap().unwrap();
                    assert_eq!(line, record.line().unwrap(), "{} {carrier:?}", record.kind);
                }
            }
            assert!(kinds.len() > 20, "{kinds:?}");
        }
    }
}

/// Takes the texts out of a shard that holds texts.
fn blank(place: &Path, path: &str, carrier: Carrier, records: &[Record]) {
    if !carrier.has_text() {
        return;
    }
    let lines: Vec<Vec<u8>> = records
        .iter()
        .map(|record| {
            let text = Some(String::new());
            let bare = Record {
                text,
                ..record.clone()
            };
            bare.line().unwrap()
        })
        .collect();
    let bytes = if carrier.is_zstd() {
        frames(&lines)
    } else {
        lines.concat()
    };
    fs::write(place.join("release").join(path), bytes).unwrap();
}

#[test]
fn what_noise_shape_and_schema_claim_must_be_so() {
    let (place, _) = written_with(Settings::with(More::Full, Carrier::Meta, "left-first"));
    let paths: Vec<String> = open(place.path()).shards().map(str::to_owned).collect();
    for (from, to) in [
        (r#"\"n\":\"lr\""#, r#"\"n\":\"l\""#),
        (r#"[\"quote\",\""#, r#"[\"quote\",\"!"#),
        (r#"[\"permute\",[1,0]]"#, r#"[\"permute\",[0,0]]"#),
        (r#""kind":"no-space""#, r#""kind":"soft-hyphen""#),
    ] {
        let mut changed = 0;
        for path in &paths {
            let file = place.path().join("release").join(path);
            let good = fs::read(&file).unwrap();
            let text = String::from_utf8(zstd::decode_all(good.as_slice()).unwrap()).unwrap();
            if !text.contains(from) {
                continue;
            }
            changed += 1;
            let lines = text.replacen(from, to, 1);
            let lines: Vec<Vec<u8>> = lines
                .split_inclusive('\n')
                .map(|line| line.as_bytes().to_vec())
                .collect();
            fs::write(&file, frames(&lines)).unwrap();
            let error = all(&open(place.path()), path).unwrap_err();
            assert!(matches!(error, Error::Replay { .. }), "{from}: {error}");
            fs::write(&file, good).unwrap();
        }
        assert!(changed > 0, "{from}");
    }
}
