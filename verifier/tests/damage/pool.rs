//! Faults of the pool.

use std::fs;

use verifier::wire::Pool;
use verifier::{Code, Error, Options, Report, verify};

use super::{expect, expect_among, sound};
use crate::fixture::Fixture;
use crate::fixture::pool::Row;

/// Verifies a right release against the pool of a changed one.
fn against(change: impl FnOnce(&mut Fixture)) -> Report {
    let place = tempfile::tempdir().unwrap();
    let (release, pool) = (place.path().join("release"), place.path().join("pool"));
    let mut fixture = sound();
    fixture.write(&release);
    change(&mut fixture);
    fixture.write_pool(&pool);
    verify(&Options::new(&release).with_pool(&pool), &mut |_| {}).unwrap()
}

#[test]
fn rows() {
    let report = against(|fixture| fixture.rows[5].right.push('。'));
    expect("a scalar more", &report, Code::Pool);
    expect(
        "another licence",
        &against(|fixture| fixture.rows[5].license.push('x')),
        Code::Pool,
    );
    expect(
        "a row less",
        &against(|fixture| drop(fixture.rows.pop())),
        Code::Pool,
    );
    expect(
        "rows swapped",
        &against(|fixture| fixture.rows.swap(3, 4)),
        Code::Pool,
    );
    expect(
        "another slice",
        &against(|fixture| {
            let row = fixture
                .rows
                .iter_mut()
                .find(|row| row.slices.len() > 2)
                .unwrap();
            row.slices.remove(0);
        }),
        Code::Pool,
    );
    expect(
        "another group",
        &against(|fixture| fixture.rows[5].group = "0".repeat(24)),
        Code::Pool,
    );
}

#[test]
fn a_pool_that_is_wrong_in_itself_is_seen() {
    let broken = |change: fn(&mut crate::fixture::pool::Row)| {
        let place = tempfile::tempdir().unwrap();
        let (release, pool) = (place.path().join("release"), place.path().join("pool"));
        let mut fixture = sound();
        change(&mut fixture.rows[7]);
        // The release says the snapshot of the wrong pool.
        fixture.write(&release);
        fixture.write_pool(&pool);
        verify(&Options::new(&release).with_pool(&pool), &mut |_| {}).unwrap()
    };
    expect_among("key", &broken(|row| row.key = "0".repeat(24)), Code::Pool);
    expect_among(
        "origin",
        &broken(|row| row.origin = "east".to_owned()),
        Code::Pool,
    );
    expect_among(
        "genre",
        &broken(|row| row.genre = "verse".to_owned()),
        Code::Pool,
    );
    expect_among(
        "near",
        &broken(|row| row.near = vec![row.group.clone()]),
        Code::Pool,
    );
    expect_among(
        "near",
        &broken(|row| row.near = vec!["x".to_owned()]),
        Code::Pool,
    );
    expect_among("slices", &broken(|row| row.slices = vec![99]), Code::Pool);
    expect_among("panel", &broken(|row| row.left.push('\n')), Code::Pool);
    expect_among("panel", &broken(|row| row.left.push('\0')), Code::Pool);
}

#[test]
fn two_texts_under_one_key_are_seen() {
    let place = tempfile::tempdir().unwrap();
    let (release, pool) = (place.path().join("release"), place.path().join("pool"));
    let mut fixture = sound();
    let form = fixture
        .rows
        .iter()
        .find(|row| row.genre.starts_with("structured:"))
        .unwrap();
    let lines = [("another".to_owned(), "另一個".to_owned())];
    let other = Row::new(&form.source_id, &form.genre, &form.origin, &lines, "\n");
    assert_eq!(other.key, form.key);
    fixture.rows.push(other);
    fixture.rows.sort_by(|one, other| one.id.cmp(&other.id));
    fixture.write(&release);
    fixture.write_pool(&pool);
    let report = verify(&Options::new(&release).with_pool(&pool), &mut |_| {}).unwrap();
    expect("one key", &report, Code::Pool);
}

#[test]
fn files() {
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
                Ok(report) => expect_among(path, &report, Code::Pool),
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
