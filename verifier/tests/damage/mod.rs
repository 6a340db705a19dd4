//! Faults, one at a time, and the code that each must give.

mod disk;
mod group;
mod manifest;
mod plan;
mod pool;
mod record;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use verifier::wire::{Carrier, Record};
use verifier::{Check, Code, Options, Report, verify};

use crate::fixture::pool::snapshot;
use crate::fixture::{Fixture, Settings};

/// Returns a release that is right.
fn sound() -> Fixture {
    static SOUND: OnceLock<Fixture> = OnceLock::new();
    SOUND
        .get_or_init(|| Fixture::new(Settings::new(Carrier::Jsonl, "left-first")))
        .clone()
}

/// Returns a folder with the pool of a release that is right: written once, under a name that its
/// rows decide, for a folder that is shared cannot be removed by the last who uses it.
fn pool() -> PathBuf {
    static POOL: OnceLock<PathBuf> = OnceLock::new();
    let path = POOL.get_or_init(|| {
        let tmp = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let rows = sound().rows;
        let path = tmp.join(format!("verifier-pool-{}", &snapshot(&rows)[..16]));
        if !path.exists() {
            let place = tempfile::tempdir_in(tmp).unwrap();
            sound().write_pool(&place.path().join("pool"));
            // Another process may have been quicker with the same.
            let renamed = std::fs::rename(place.path().join("pool"), &path);
            assert!(renamed.is_ok() || path.exists());
        }
        path
    });
    path.clone()
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
