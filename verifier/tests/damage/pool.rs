//! Faults of the pool.

use std::fs;

use verifier::wire::Pool;
use verifier::{Code, Error, Options, verify};

use super::case::Case;
use super::{Faults, looked, sound};
use crate::fixture::Fixture;
use crate::fixture::pool::Row;

pub(super) fn faults(faults: &mut Faults) {
    rows(faults);
    pools_wrong_in_themselves(faults);
    headers(faults);
    two_texts_under_one_key(faults);
    files(faults);
}

/// A right release against the pool of a changed one.
fn against(faults: &mut Faults, name: &str, change: fn(&mut Fixture)) {
    faults.push(name, true, move || {
        let place = tempfile::tempdir().unwrap();
        let (release, pool) = (place.path().join("release"), place.path().join("pool"));
        let mut fixture = sound();
        fixture.write(&release);
        change(&mut fixture);
        fixture.write_pool(&pool);
        Case::bare(looked(&release, Some(&pool)))
    });
}

fn rows(faults: &mut Faults) {
    against(faults, "a scalar more in the pool", |fixture| {
        fixture.rows[5].right.push('。');
    });
    against(faults, "another article's licence", |fixture| {
        fixture.rows[5].license.push('x');
    });
    against(faults, "an article less", |fixture| {
        drop(fixture.rows.pop())
    });
    against(faults, "articles swapped", |fixture| {
        fixture.rows.swap(3, 4)
    });
    against(faults, "another slice", |fixture| {
        let mut rows = fixture.rows.iter_mut();
        let row = rows.find(|row| row.slices.len() > 2).unwrap();
        row.slices.remove(0);
    });
    against(faults, "another group", |fixture| {
        fixture.rows[5].group = "0".repeat(24);
    });
}

/// A release that says the snapshot of a pool that is wrong.
fn broken(faults: &mut Faults, name: &str, change: fn(&mut Row)) {
    faults.push(name, true, move || {
        let place = tempfile::tempdir().unwrap();
        let (release, pool) = (place.path().join("release"), place.path().join("pool"));
        let mut fixture = sound();
        change(&mut fixture.rows[7]);
        fixture.write(&release);
        fixture.write_pool(&pool);
        Case::bare(looked(&release, Some(&pool)))
    });
}

fn pools_wrong_in_themselves(faults: &mut Faults) {
    broken(faults, "an article's key", |row| row.key = "0".repeat(24));
    broken(faults, "an article's id", |row| {
        let last = row.id.pop().unwrap();
        row.id.push(if last == '0' { '1' } else { '0' });
    });
    broken(faults, "an article's origin", |row| {
        row.origin = "east".to_owned()
    });
    broken(faults, "an article's translation", |row| {
        row.translation = "own".to_owned()
    });
    broken(faults, "an article's genre", |row| {
        row.genre = "verse".to_owned()
    });
    broken(faults, "an article's group", |row| {
        row.group = "x".to_owned()
    });
    broken(faults, "near its own group", |row| {
        row.near = vec![row.group.clone()]
    });
    broken(faults, "near no group", |row| {
        row.near = vec!["x".to_owned()]
    });
    broken(faults, "near out of order", |row| {
        row.near = vec!["b".repeat(24), "a".repeat(24)];
    });
    broken(faults, "slices past the end", |row| row.slices = vec![99]);
    broken(faults, "a blank line at a panel's end", |row| {
        row.left.push('\n')
    });
    broken(faults, "a NUL in a panel", |row| row.left.push('\0'));
}

/// A release and a pool that are wrong alike.
pub(super) fn alike(faults: &mut Faults, name: &str, change: fn(&mut Fixture)) {
    faults.push(name, true, move || {
        let place = tempfile::tempdir().unwrap();
        let (release, pool) = (place.path().join("release"), place.path().join("pool"));
        let mut fixture = sound();
        change(&mut fixture);
        fixture.write(&release);
        fixture.write_pool(&pool);
        Case::bare(looked(&release, Some(&pool)))
    });
}

/// A header that says something else of its pool.
pub(super) fn header(faults: &mut Faults, name: &str, after: &'static str, from: &'static str) {
    faults.push(name, false, move || {
        let place = tempfile::tempdir().unwrap();
        let (release, pool) = (place.path().join("release"), place.path().join("pool"));
        let fixture = sound();
        fixture.write(&release);
        fixture.write_pool(&pool);
        let text = fs::read_to_string(pool.join("pool.json")).unwrap();
        let (start, end) = text.split_once(after).unwrap();
        // A digit more makes another number.
        let end = end.replacen(from, &format!("{from}1"), 1);
        fs::write(pool.join("pool.json"), format!("{start}{after}{end}")).unwrap();
        Case::bare(looked(&release, Some(&pool)))
    });
}

fn headers(faults: &mut Faults) {
    header(
        faults,
        "articles of the header",
        "\"tables\"",
        "\"articles\":",
    );
    header(faults, "rows of a part", "\"parts\"", "\"rows\":");
    header(faults, "bytes of a part", "\"parts\"", "\"bytes\":");
    header(
        faults,
        "rows of the pool's ledger",
        "\"ledger\"",
        "\"rows\":",
    );
    header(
        faults,
        "bytes of the pool's ledger",
        "\"ledger\"",
        "\"bytes\":",
    );
    alike(faults, "articles out of order", |fixture| {
        fixture.rows.swap(3, 4)
    });
    alike(faults, "slices of an article without lines", |fixture| {
        let mut rows = fixture.rows.iter_mut();
        rows.find(|row| row.source_id == "loose").unwrap().slices = vec![1];
    });
    alike(faults, "an article's key, and its id", |fixture| {
        let row = &mut fixture.rows[7];
        row.key = "0".repeat(24);
        row.id = verifier::wire::article_id(&row.key, &row.left, &row.right);
        fixture.rows.sort_by(|one, other| one.id.cmp(&other.id));
    });
    faults.push("a pool without its ledger", false, || {
        let place = tempfile::tempdir().unwrap();
        let (release, pool) = (place.path().join("release"), place.path().join("pool"));
        let fixture = sound();
        fixture.write(&release);
        fixture.write_pool(&pool);
        fs::remove_file(pool.join("ledger.jsonl.zst")).unwrap();
        Case::bare(looked(&release, Some(&pool)))
    });
}

fn two_texts_under_one_key(faults: &mut Faults) {
    faults.push("two texts under one key", true, || {
        let place = tempfile::tempdir().unwrap();
        let (release, pool) = (place.path().join("release"), place.path().join("pool"));
        let mut fixture = sound();
        let mut rows = fixture.rows.iter();
        let form = rows
            .find(|row| row.genre.starts_with("structured:"))
            .unwrap();
        let lines = [("another".to_owned(), "另一個".to_owned())];
        let other = Row::new(&form.source_id, &form.genre, &form.origin, &lines, "\n");
        assert_eq!(other.key, form.key);
        fixture.rows.push(other);
        fixture.rows.sort_by(|one, other| one.id.cmp(&other.id));
        fixture.write(&release);
        fixture.write_pool(&pool);
        Case::bare(looked(&release, Some(&pool)))
    });
}

/// A right release against a pool with other bytes in a file of it.
fn files(faults: &mut Faults) {
    for path in [
        "parts/0.arrow",
        "provenance.jsonl.zst",
        "ledger.jsonl.zst",
        "pool.json",
    ] {
        faults.push(format!("a flip in {path} of the pool"), false, move || {
            let place = tempfile::tempdir().unwrap();
            let (release, pool) = (place.path().join("release"), place.path().join("pool"));
            let fixture = sound();
            fixture.write(&release);
            fixture.write_pool(&pool);
            let mut bytes = fs::read(pool.join(path)).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            fs::write(pool.join(path), bytes).unwrap();
            Case::bare(looked(&release, Some(&pool)))
        });
    }
}

#[test]
fn a_pool_that_cannot_be_read_is_no_finding() {
    let place = tempfile::tempdir().unwrap();
    let (release, pool) = (place.path().join("release"), place.path().join("pool"));
    let fixture = sound();
    fixture.write(&release);
    let options = Options::new(&release).with_pool(&pool);
    let missing = verify(&options, &mut |_| {});
    assert!(matches!(missing, Err(Error::Pool { .. })));
    fixture.write_pool(&pool);
    assert!(verify(&options, &mut |_| {}).unwrap().ok);
    for path in [
        "parts/0.arrow",
        "provenance.jsonl.zst",
        "ledger.jsonl.zst",
        "pool.json",
    ] {
        let good = fs::read(pool.join(path)).unwrap();
        for at in [0, good.len() / 2, good.len() - 2] {
            let mut bad = good.clone();
            bad[at] ^= 1;
            fs::write(pool.join(path), bad).unwrap();
            match verify(&options, &mut |_| {}) {
                Ok(report) => {
                    let codes = report.findings.iter().map(|finding| finding.code);
                    assert!(codes.clone().any(|code| code == Code::Pool), "{path}");
                }
                Err(error) => assert!(matches!(error, Error::Format { .. }), "{path}: {error}"),
            }
        }
        fs::write(pool.join(path), good).unwrap();
    }
    fs::remove_file(pool.join("parts/1.arrow")).unwrap();
    assert!(matches!(
        verify(&options, &mut |_| {}),
        Err(Error::Pool { .. })
    ));
}

#[test]
fn no_flip_in_a_part_is_a_panic() {
    let place = tempfile::tempdir().unwrap();
    sound().write_pool(place.path());
    let path = place.path().join("parts/1.arrow");
    let good = fs::read(&path).unwrap();
    let mut refused = 0;
    // Most of what a reader relies on stands at the start of a batch and in the footer.
    for at in (0..good.len()).filter(|at| *at < 2500 || at % 97 == 0 || *at + 2500 > good.len()) {
        let mut bad = good.clone();
        bad[at] ^= 1 << (at % 8);
        fs::write(&path, bad).unwrap();
        refused += usize::from(Pool::open(place.path()).is_err());
    }
    assert!(refused > 100, "{refused}");
}
