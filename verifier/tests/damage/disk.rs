//! Faults of bytes and files, not resealed, and hostile files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use verifier::wire::{Carrier, Split};
use verifier::{Options, verify};

use super::case::Case;
use super::{Faults, looked, report, sound};
use crate::fixture::{Fixture, Settings, frame, frames, write_file, write_sums};

const SHARD: &str = "train/train-00000-of-00003.jsonl";
const INDEX: &str = "index/train-00000-of-00003.idx";

pub(super) fn faults(faults: &mut Faults) {
    bytes(faults);
    sums(faults);
    form_of_lines(faults);
    a_line_of_another_carrier(faults);
    names_and_types(faults);
    frames_are_checked(faults);
    small_files(faults);
}

fn bytes(faults: &mut Faults) {
    faults.bytes("a flip in a text", SHARD, |bytes| bytes[60] ^= 1);
    faults.bytes("a flip of a line feed", SHARD, |bytes| {
        let at = bytes.iter().position(|byte| *byte == b'\n').unwrap();
        bytes[at] ^= 1;
    });
    faults.bytes("bad UTF-8", SHARD, |bytes| bytes[60] = 0xff);
    faults.bytes("a byte less", SHARD, |bytes| {
        bytes.truncate(bytes.len() - 1)
    });
    faults.bytes("a byte more", SHARD, |bytes| bytes.push(b'\n'));
    faults.bytes("half", SHARD, |bytes| bytes.truncate(bytes.len() / 2));
    faults.bytes("a flip in a sidecar", INDEX, |bytes| bytes[5] ^= 1);
    faults.bytes("a flip in a sidecar's length", INDEX, |bytes| bytes[0] ^= 1);
    faults.bytes("a sidecar cut", INDEX, |bytes| bytes.truncate(24));
    faults.bytes("a flip in the ledger", "ledger.jsonl.zst", |bytes| {
        bytes[30] ^= 1
    });
    faults.bytes("a flip in the recipe", "recipe.toml", |bytes| {
        bytes[0] = b'#'
    });
    faults.bytes("a flip in the tokenizer", "tokenizer.json", |bytes| {
        bytes[0] ^= 1
    });
    faults.bytes("a flip in the card", "README.md", |bytes| bytes[0] ^= 1);
    faults.bytes("a flip in the sums", "SHA256SUMS", |bytes| {
        bytes[0] = if bytes[0] == b'0' { b'1' } else { b'0' };
    });
    faults.bytes("a row of the sums of another form", "SHA256SUMS", |bytes| {
        bytes[64] = b'*'
    });
    faults.bytes("a row of the sums less", "SHA256SUMS", |bytes| {
        let at = bytes.iter().position(|byte| *byte == b'\n').unwrap();
        bytes.drain(..=at);
    });
}

fn empty_row(path: &str) -> Vec<u8> {
    format!("{}  {path}\n", "0".repeat(64)).into_bytes()
}

fn sums(faults: &mut Faults) {
    faults.bytes("a row of the sums more", "SHA256SUMS", |bytes| {
        bytes.extend(empty_row("zero"))
    });
    for path in [
        SHARD,
        INDEX,
        "release.json",
        "recipe.toml",
        "tokenizer.json",
        "ledger.jsonl.zst",
    ] {
        faults.bytes(&format!("{path} in the sums"), "SHA256SUMS", move |bytes| {
            let text = std::str::from_utf8(bytes).unwrap();
            let at = text.find(&format!("  {path}\n")).unwrap() - 1;
            bytes[at] = if bytes[at] == b'0' { b'1' } else { b'0' };
        });
    }
    faults.bytes("sums out of order", "SHA256SUMS", |bytes| {
        bytes.extend(empty_row("a"))
    });
    faults.bytes("sums without a line feed", "SHA256SUMS", |bytes| {
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

fn form_of_lines(faults: &mut Faults) {
    // The shard's content digest is wrong as well; what matters is that the form is named.
    let origin = "\"reversed\":false,\"origin\":\"left\"";
    let swapped = "\"origin\":\"left\",\"reversed\":false";
    let changes = [
        ("a blank in a line", "\",\"text\"", "\", \"text\""),
        ("an escape in a line", "train", "tr\\u0061in"),
        ("fields in another order", origin, swapped),
        ("a field more", ",\"meta\"", ",\"more\":1,\"meta\""),
        ("a field less", "\"reversed\":false,", ""),
        (
            "tokens as a float",
            "\"reversed\"",
            "\"tokens\":1.0,\"reversed\"",
        ),
        ("a null", "\"reversed\":false", "\"reversed\":null"),
        ("lines that end with CR LF", "}\n", "}\r\n"),
        ("a line without its text", "\"text\":\"", "\"was\":\""),
    ];
    for (name, from, to) in changes {
        faults.push(name, true, move || {
            let place = tempfile::tempdir().unwrap();
            sound().write(place.path());
            let text = fs::read_to_string(place.path().join(SHARD)).unwrap();
            reseal_shard(place.path(), SHARD, text.replacen(from, to, 1).as_bytes());
            Case::bare(report(place.path()))
        });
    }
}

/// A record of the carrier that holds no texts, among others.
fn a_line_of_another_carrier(faults: &mut Faults) {
    faults.push("a record of another carrier", true, || {
        let place = tempfile::tempdir().unwrap();
        let mut fixture = sound();
        fixture.write(place.path());
        let text = fs::read_to_string(place.path().join(SHARD)).unwrap();
        let record = &mut fixture.records.get_mut(&Split::Train).unwrap()[0];
        record.text = None;
        let line = String::from_utf8(record.line().unwrap()).unwrap();
        let rest = text.split_once('\n').unwrap().1;
        reseal_shard(place.path(), SHARD, format!("{line}{rest}").as_bytes());
        Case::bare(report(place.path()))
    });
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
    write_sums(release);
}

/// Takes away all that records are read from.
fn strip(release: &Path) {
    for folder in ["train", "validation", "test", "index"] {
        fs::remove_dir_all(release.join(folder)).unwrap();
    }
    fs::remove_file(release.join("ledger.jsonl.zst")).unwrap();
}

fn names_and_types(faults: &mut Faults) {
    let shard = |release: &Path| -> PathBuf { release.join(SHARD) };
    faults.folder("a shard missing", move |release| {
        fs::remove_file(shard(release)).unwrap();
    });
    faults.folder("a sidecar missing", move |release| {
        fs::remove_file(release.join(INDEX)).unwrap();
    });
    faults.folder("no shards and no ledger", strip);
    faults.push("no frames at all", false, || {
        let place = tempfile::tempdir().unwrap();
        framed().write(place.path());
        strip(place.path());
        Case::bare(looked(place.path(), None))
    });
    faults.folder("two shards swapped", move |release| {
        let other = release.join("train/train-00001-of-00003.jsonl");
        fs::rename(shard(release), release.join("../one")).unwrap();
        fs::rename(&other, shard(release)).unwrap();
        fs::rename(release.join("../one"), other).unwrap();
    });
    faults.folder("a shard renamed, in the manifest as well", move |release| {
        let name = SHARD.replace("train-00000", "train-0000");
        fs::rename(shard(release), release.join(&name)).unwrap();
        let path = release.join("release.json");
        let manifest = fs::read_to_string(&path).unwrap();
        fs::write(path, manifest.replace(SHARD, &name)).unwrap();
    });
    faults.folder("a folder for the manifest", |release| {
        fs::remove_file(release.join("release.json")).unwrap();
        fs::create_dir(release.join("release.json")).unwrap();
    });
    faults.folder("a file more", move |release| {
        fs::write(release.join("train/notes.txt"), "").unwrap();
    });
    faults.folder("a folder more", move |release| {
        fs::create_dir(release.join("dev")).unwrap();
    });
    faults.folder("a link", move |release| {
        fs::rename(shard(release), release.join("../real")).unwrap();
        std::os::unix::fs::symlink("../../real", shard(release)).unwrap();
    });
    faults.folder("a pipe", move |release| {
        fs::remove_file(shard(release)).unwrap();
        assert!(
            Command::new("mkfifo")
                .arg(shard(release))
                .status()
                .unwrap()
                .success()
        );
    });
    faults.folder("a pipe for the card", move |release| {
        fs::remove_file(release.join("README.md")).unwrap();
        let made = Command::new("mkfifo")
            .arg(release.join("README.md"))
            .status();
        assert!(made.unwrap().success());
    });
    faults.folder("a folder for a shard", move |release| {
        fs::remove_file(shard(release)).unwrap();
        fs::create_dir(shard(release)).unwrap();
    });
    faults.folder("a link for a folder", move |release| {
        fs::rename(release.join("index"), release.join("../index")).unwrap();
        std::os::unix::fs::symlink("../index", release.join("index")).unwrap();
    });
}

/// Makes a shard of the bytes of its lines.
type Reframe = fn(&[u8]) -> Vec<u8>;

fn frames_are_checked(faults: &mut Faults) {
    let path = "train/train-00000-of-00003.jsonl.zst";
    let changes: [(&str, Reframe); 8] = [
        ("no checksum", |all| frame(all, false)),
        ("a checksum off", |all| {
            let mut bytes = frame(all, true);
            *bytes.last_mut().unwrap() ^= 1;
            bytes
        }),
        ("frames with room", |all| {
            let at = all.iter().position(|byte| *byte == b'\n').unwrap() + 1;
            [frame(&all[..at], true), frame(&all[at..], true)].concat()
        }),
        ("an empty frame", |all| {
            [frame(all, true), frame(b"", true)].concat()
        }),
        ("a line in two frames", |all| {
            [frame(&all[..50], true), frame(&all[50..], true)].concat()
        }),
        ("a bomb", |all| {
            frame(&[all, &vec![b' '; 4 << 20], b"\n"].concat(), true)
        }),
        ("a torn frame", |all| {
            let mut bytes = frame(all, true);
            bytes.truncate(bytes.len() - 3);
            bytes
        }),
        ("no frame", <[u8]>::to_vec),
    ];
    for (name, change) in changes {
        faults.push(name, true, move || {
            let fixture = framed();
            let place = tempfile::tempdir().unwrap();
            fixture.write(place.path());
            let records = &fixture.records[&Split::Train][..60];
            let lines = records.iter().map(|record| record.line().unwrap());
            let all = lines.collect::<Vec<_>>().concat();
            reseal_shard(place.path(), path, &change(&all));
            Case::bare(looked(place.path(), None))
        });
    }
    faults.push("an empty shard in a frame", true, || {
        let place = tempfile::tempdir().unwrap();
        framed().write(place.path());
        reseal_shard(place.path(), path, &frames(&[]));
        Case::bare(looked(place.path(), None))
    });
    faults.push("a ledger of no bytes", true, || {
        let place = tempfile::tempdir().unwrap();
        let mut fixture = framed();
        fixture.ledger.clear();
        fixture.write(place.path());
        reseal_ledger(place.path(), b"");
        Case::bare(looked(place.path(), None))
    });
    let rows = [
        ("a blank in a row", "\",\"reason\"", "\", \"reason\""),
        ("a field less in a row", "\"kind\":\"\",", ""),
    ];
    for (name, from, to) in rows {
        faults.push(name, true, move || {
            let place = tempfile::tempdir().unwrap();
            let fixture = framed();
            fixture.write(place.path());
            let lines = fixture.ledger.iter().map(crate::fixture::line);
            let text = String::from_utf8(lines.collect::<Vec<_>>().concat()).unwrap();
            let bytes = frames(&[text.replacen(from, to, 1).into_bytes()]);
            reseal_ledger(place.path(), &bytes);
            Case::bare(looked(place.path(), None))
        });
    }
    faults.push("a ledger of other frames", true, || {
        let place = tempfile::tempdir().unwrap();
        let fixture = framed();
        fixture.write(place.path());
        let lines = fixture.ledger.iter().map(crate::fixture::line);
        let lines: Vec<Vec<u8>> = lines.collect();
        let bytes = [frames(&lines[..1]), frames(&lines[1..])].concat();
        reseal_ledger(place.path(), &bytes);
        Case::bare(looked(place.path(), None))
    });
}

/// Returns a release that is right, of compressed shards.
fn framed() -> Fixture {
    static FRAMED: OnceLock<Fixture> = OnceLock::new();
    let new = || Fixture::new(Settings::new(Carrier::JsonlZst, "left-first"));
    FRAMED.get_or_init(new).clone()
}

/// Writes the ledger and makes its size and digest in the manifest right.
fn reseal_ledger(release: &Path, bytes: &[u8]) {
    let path = "ledger.jsonl.zst";
    let old = fs::read(release.join(path)).unwrap();
    let old = write_file(release, path, &old);
    let new = write_file(release, path, bytes);
    let manifest = fs::read_to_string(release.join("release.json")).unwrap();
    let from = format!("\"bytes\":{},\"sha256\":\"{}\"", old.bytes, old.sha256);
    let to = format!("\"bytes\":{},\"sha256\":\"{}\"", new.bytes, new.sha256);
    assert!(manifest.contains(&from));
    fs::write(release.join("release.json"), manifest.replace(&from, &to)).unwrap();
    write_sums(release);
}

fn small_files(faults: &mut Faults) {
    let truncation = r#""truncation":{"direction":"Right","max_length":50,"strategy":"LongestFirst","stride":0}"#;
    faults.sealed("a tokenizer that truncates", move |fixture| {
        fixture.tokenizer = fixture.tokenizer.replace("\"truncation\":null", truncation);
    });
    faults.sealed("a tokenizer with dropout", |fixture| {
        fixture.tokenizer = fixture
            .tokenizer
            .replace("\"dropout\":null", "\"dropout\":0.5");
    });
    faults.sealed("a recipe past its limit", |fixture| {
        fixture.recipe = format!("{}\n#{}\n", fixture.recipe, " ".repeat(1 << 20));
    });
    faults.sealed("a key that no recipe has", |fixture| {
        fixture.recipe = format!("more = 1\n{}", fixture.recipe);
    });
}
