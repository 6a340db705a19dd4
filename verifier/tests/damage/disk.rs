//! Faults of bytes and files, not resealed, and hostile files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use verifier::wire::Carrier;
use verifier::{Code, Options, verify};

use super::{expect, expect_among, report, sound};
use crate::fixture::{Fixture, Settings, frame, frames, write_file};

const SHARD: &str = "train/train-00000-of-00003.jsonl";
const INDEX: &str = "index/train-00000-of-00003.idx";

/// A folder with a release that is right in it.
struct Written(TempDir);

impl Written {
    fn path(&self) -> PathBuf {
        self.0.path().join("release")
    }
}

fn written() -> Written {
    let place = Written(tempfile::tempdir().unwrap());
    sound().write(&place.path());
    place
}

fn change(name: &str, path: &str, code: Code, change: impl FnOnce(&mut Vec<u8>)) {
    let place = written();
    let path = place.path().join(path);
    let mut bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    change(&mut bytes);
    fs::write(&path, bytes).unwrap();
    expect_among(name, &report(&place.path()), code);
}

#[test]
fn bytes() {
    change("a flip in a text", SHARD, Code::RecordDigest, |bytes| {
        bytes[60] ^= 1
    });
    change("a flip in a text", SHARD, Code::FileDigest, |bytes| {
        bytes[60] ^= 1
    });
    change(
        "a flip of a line feed",
        SHARD,
        Code::RecordDigest,
        |bytes| {
            let at = bytes.iter().position(|byte| *byte == b'\n').unwrap();
            bytes[at] ^= 1;
        },
    );
    change("bad UTF-8", SHARD, Code::NotCanonical, |bytes| {
        bytes[60] = 0xff
    });
    change("a byte less", SHARD, Code::Size, |bytes| {
        bytes.truncate(bytes.len() - 1)
    });
    change("a byte more", SHARD, Code::Size, |bytes| bytes.push(b'\n'));
    change("half", SHARD, Code::Size, |bytes| {
        bytes.truncate(bytes.len() / 2)
    });
    change("a flip in a sidecar", INDEX, Code::RecordDigest, |bytes| {
        bytes[5] ^= 1
    });
    change(
        "a flip in a sidecar's length",
        INDEX,
        Code::RecordDigest,
        |bytes| bytes[0] ^= 1,
    );
    change("a sidecar cut", INDEX, Code::Size, |bytes| {
        bytes.truncate(24)
    });
    change(
        "a flip in the ledger",
        "ledger.jsonl.zst",
        Code::FileDigest,
        |bytes| bytes[30] ^= 1,
    );
    change(
        "a flip in the recipe",
        "recipe.toml",
        Code::Recipe,
        |bytes| bytes[0] = b'#',
    );
    change(
        "a flip in the tokenizer",
        "tokenizer.json",
        Code::Tokenizer,
        |bytes| bytes[0] ^= 1,
    );
    change(
        "a flip in the card",
        "README.md",
        Code::FileDigest,
        |bytes| bytes[0] ^= 1,
    );
    change(
        "a flip in the sums",
        "SHA256SUMS",
        Code::FileDigest,
        |bytes| {
            bytes[0] = if bytes[0] == b'0' { b'1' } else { b'0' };
        },
    );
    change(
        "a row of the sums",
        "SHA256SUMS",
        Code::NotCanonical,
        |bytes| bytes[64] = b'*',
    );
    change("a row less", "SHA256SUMS", Code::MissingFile, |bytes| {
        let at = bytes.iter().position(|byte| *byte == b'\n').unwrap();
        bytes.drain(..=at);
    });
}

#[test]
fn sums() {
    let row = |path: &str| format!("{}  {path}\n", "0".repeat(64)).into_bytes();
    change("a row more", "SHA256SUMS", Code::ExtraFile, |bytes| {
        bytes.extend(row("zero"))
    });
    change(
        "rows out of order",
        "SHA256SUMS",
        Code::NotCanonical,
        |bytes| bytes.extend(row("a")),
    );
    change("no line feed", "SHA256SUMS", Code::NotCanonical, |bytes| {
        bytes.truncate(bytes.len() - 1)
    });
}

#[test]
fn every_flip_of_a_bit_is_seen() {
    let settings = Settings {
        shard_records: 1000,
        ..Settings::new(Carrier::JsonlZst, "left-first")
    };
    let mut fixture = Fixture::new(settings);
    for records in fixture.records.values_mut() {
        records.truncate(2);
    }
    fixture.ledger.truncate(1);
    let place = tempfile::tempdir().unwrap();
    fixture.write(place.path());
    let before = verify(&Options::new(place.path()), &mut |_| {}).unwrap();
    let before: Vec<u64> = before.checks.iter().map(|check| check.failed).collect();
    let files = [
        "train/train-00000-of-00001.jsonl.zst",
        "index/train-00000-of-00001.idx",
        "release.json",
        "ledger.jsonl.zst",
        "recipe.toml",
        "tokenizer.json",
        "README.md",
        "SHA256SUMS",
    ];
    for (number, path) in files.into_iter().enumerate() {
        let path = place.path().join(path);
        let good = fs::read(&path).unwrap();
        for at in (number..good.len()).step_by(good.len() / 12 + 1) {
            let mut bad = good.clone();
            bad[at] ^= 1 << (at % 8);
            fs::write(&path, bad).unwrap();
            if let Ok(after) = verify(&Options::new(place.path()), &mut |_| {}) {
                let after: Vec<u64> = after.checks.iter().map(|check| check.failed).collect();
                assert_ne!(before, after, "{} byte {at}", path.display());
            }
        }
        fs::write(&path, good).unwrap();
    }
}

#[test]
fn form_of_lines() {
    // The shard's own digests are wrong as well; what matters is that the form is named.
    let line = |name: &str, code: Code, from: &str, to: &str| {
        let place = written();
        let path = place.path().join(SHARD);
        let text = fs::read_to_string(&path).unwrap().replacen(from, to, 1);
        reseal_shard(&place.path(), SHARD, text.as_bytes());
        expect_among(name, &report(&place.path()), code);
    };
    line("a blank", Code::NotCanonical, "\",\"text\"", "\", \"text\"");
    line("an escape", Code::NotCanonical, "train", "tr\\u0061in");
    line(
        "fields in another order",
        Code::NotCanonical,
        "\"reversed\":false,\"origin\":\"left\"",
        "\"origin\":\"left\",\"reversed\":false",
    );
    line(
        "a field more",
        Code::Fields,
        ",\"meta\"",
        ",\"more\":1,\"meta\"",
    );
    line("a field less", Code::Fields, "\"reversed\":false,", "");
    line(
        "tokens as a float",
        Code::Fields,
        "\"reversed\"",
        "\"tokens\":1.0,\"reversed\"",
    );
    line(
        "a null",
        Code::Fields,
        "\"reversed\":false",
        "\"reversed\":null",
    );
}

/// Writes a shard and makes its size and digest in the manifest right.
fn reseal_shard(release: &Path, path: &str, bytes: &[u8]) {
    let old = fs::read(release.join(path)).unwrap();
    let old = write_file(release, path, &old);
    let new = write_file(release, path, bytes);
    let manifest = fs::read_to_string(release.join("release.json")).unwrap();
    let from = format!("\"bytes\":{},\"file_sha256\":\"{}\"", old.bytes, old.sha256);
    let to = format!("\"bytes\":{},\"file_sha256\":\"{}\"", new.bytes, new.sha256);
    assert!(manifest.contains(&from));
    fs::write(release.join("release.json"), manifest.replace(&from, &to)).unwrap();
}

#[test]
fn names_and_types() {
    let damage = |name: &str, code: Code, change: &dyn Fn(&Path)| {
        let place = written();
        change(&place.path());
        expect(name, &report(&place.path()), code);
    };
    let shard = |release: &Path| -> PathBuf { release.join(SHARD) };
    damage("a shard missing", Code::MissingFile, &|release| {
        fs::remove_file(shard(release)).unwrap();
    });
    damage("a sidecar missing", Code::MissingFile, &|release| {
        fs::remove_file(release.join(INDEX)).unwrap();
    });
    damage("a file more", Code::ExtraFile, &|release| {
        fs::write(release.join("train/notes.txt"), "").unwrap();
    });
    damage("a folder more", Code::ExtraFile, &|release| {
        fs::create_dir(release.join("dev")).unwrap();
    });
    damage("a link", Code::Name, &|release| {
        fs::rename(shard(release), release.join("train/real")).unwrap();
        std::os::unix::fs::symlink("real", shard(release)).unwrap();
        fs::rename(release.join("train/real"), release.join("../real")).unwrap();
        fs::remove_file(shard(release)).unwrap();
        std::os::unix::fs::symlink("../../real", shard(release)).unwrap();
    });
    damage("a pipe", Code::Name, &|release| {
        fs::remove_file(shard(release)).unwrap();
        assert!(
            Command::new("mkfifo")
                .arg(shard(release))
                .status()
                .unwrap()
                .success()
        );
    });
    damage("a pipe for the card", Code::Name, &|release| {
        fs::remove_file(release.join("README.md")).unwrap();
        let made = Command::new("mkfifo")
            .arg(release.join("README.md"))
            .status();
        assert!(made.unwrap().success());
    });
    damage("a folder for a shard", Code::Name, &|release| {
        fs::remove_file(shard(release)).unwrap();
        fs::create_dir(shard(release)).unwrap();
    });
    damage("a link for a folder", Code::Name, &|release| {
        fs::rename(release.join("index"), release.join("../index")).unwrap();
        std::os::unix::fs::symlink("../index", release.join("index")).unwrap();
    });
}

#[test]
fn frames_are_checked() {
    let fixture = Fixture::new(Settings::new(Carrier::JsonlZst, "left-first"));
    let path = "train/train-00000-of-00003.jsonl.zst";
    let lines = |fixture: &Fixture| -> Vec<Vec<u8>> {
        let records = &fixture.records[&verifier::wire::Split::Train];
        records[..60]
            .iter()
            .map(|record| record.line().unwrap())
            .collect()
    };
    let all = lines(&fixture).concat();
    let bomb = frame(&[&all[..], &vec![b' '; 4 << 20], b"\n"].concat(), true);
    let mut cut = frames(&lines(&fixture));
    cut.truncate(cut.len() - 3);
    for (name, bytes, code) in [
        ("no checksum", frame(&all, false), Code::Framing),
        (
            "frames with room",
            [frame(&all[..all.len()], true), frame(b"", true)].concat(),
            Code::Framing,
        ),
        (
            "a line in two frames",
            [frame(&all[..50], true), frame(&all[50..], true)].concat(),
            Code::Framing,
        ),
        ("a bomb", bomb, Code::Limit),
        ("a torn frame", cut, Code::Framing),
        ("no frame", all.clone(), Code::Framing),
    ] {
        let place = tempfile::tempdir().unwrap();
        fixture.write(place.path());
        reseal_shard(place.path(), path, &bytes);
        let report = verify(&Options::new(place.path()), &mut |_| {}).unwrap();
        expect_among(name, &report, code);
    }
}

#[test]
fn tokenizers_that_count_wrong_are_refused() {
    let truncation = r#""truncation":{"direction":"Right","max_length":50,"strategy":"LongestFirst","stride":0}"#;
    for (from, to) in [
        ("\"truncation\":null", truncation),
        ("\"dropout\":null", "\"dropout\":0.5"),
    ] {
        let mut fixture = sound();
        fixture.tokenizer = fixture.tokenizer.replace(from, to);
        expect(to, &super::resealed(&fixture), Code::Tokenizer);
    }
}
