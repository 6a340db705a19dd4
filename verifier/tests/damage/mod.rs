//! Faults, one at a time, and the code that each must give.

mod disk;
mod group;
mod manifest;
mod plan;
mod pool;
mod record;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use tempfile::TempDir;
use verifier::wire::{Carrier, Record};
use verifier::{Check, Code, Options, Report, verify};

use crate::fixture::{Fixture, Settings};

/// Returns a release that is right.
fn sound() -> Fixture {
    static SOUND: OnceLock<Fixture> = OnceLock::new();
    SOUND
        .get_or_init(|| Fixture::new(Settings::new(Carrier::Jsonl, "left-first")))
        .clone()
}

/// Returns a folder with the pool of a release that is right.
fn pool() -> PathBuf {
    static POOL: OnceLock<TempDir> = OnceLock::new();
    let place = POOL.get_or_init(|| {
        let place = tempfile::tempdir().unwrap();
        sound().write_pool(place.path());
        place
    });
    place.path().to_owned()
}

/// Verifies a release on disk against the pool of a right one.
fn report(release: &Path) -> Report {
    verify(&Options::new(release).with_pool(pool()), &mut |_| {}).unwrap()
}

/// Writes a release with all digests made right, and verifies it.
fn resealed(fixture: &Fixture) -> Report {
    let place = tempfile::tempdir().unwrap();
    fixture.write(place.path());
    report(place.path())
}

/// Fails unless the report names a fault by its code, as its first cause.
fn expect(name: &str, report: &Report, code: Code) {
    let first = report.findings.first().map(|finding| finding.code);
    assert!(!report.ok, "{name}: not seen");
    assert_eq!(first, Some(code), "{name}: {}", report.text());
}

/// Fails unless the report names a fault by its code, whatever it names before.
fn expect_among(name: &str, report: &Report, code: Code) {
    let among = report.findings.iter().any(|finding| finding.code == code);
    assert!(!report.ok && among, "{name}: {}", report.text());
}

/// Fails unless a check of the report failed.
fn expect_check(name: &str, report: &Report, check: Check) {
    let failed = report
        .checks
        .iter()
        .any(|outcome| outcome.check == check && outcome.failed > 0);
    assert!(failed, "{name}: {}", report.text());
}

/// Changes a release, makes all digests right again, and expects a first cause.
fn damage(name: &str, code: Code, change: impl FnOnce(&mut Fixture)) {
    let mut fixture = sound();
    change(&mut fixture);
    expect(name, &resealed(&fixture), code);
}

/// Changes a text, and expects that the record is named.
fn damage_text(name: &str, kind: &str, code: Code, change: impl Fn(&str) -> String) {
    let mut fixture = sound();
    let changes = |record: &Record| {
        let text = record.text.as_ref().unwrap();
        change(text) != *text
    };
    let record = fixture.record(kind, changes);
    let changed = change(record.text.as_ref().unwrap());
    // A generator that is wrong counts what it wrote.
    record.tokens = u64::try_from(changed.chars().count()).unwrap();
    record.text = Some(changed);
    let id = record.id.clone();
    let report = resealed(&fixture);
    expect(name, &report, code);
    assert!(
        report.findings.iter().any(|finding| finding.record == id),
        "{name}: not named"
    );
}
