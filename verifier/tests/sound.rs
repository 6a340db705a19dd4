//! A release that is right has no findings, whatever its carrier and order.

use std::collections::BTreeSet;

use verifier::wire::{Carrier, Form, Kind};
use verifier::{Check, Options, Report, verify};

use crate::fixture::{Base, Fixture, More, Settings};

fn check(fixture: &Fixture, with_pool: bool) -> Report {
    let place = tempfile::tempdir().unwrap();
    let (release, pool) = (place.path().join("release"), place.path().join("pool"));
    fixture.write(&release);
    fixture.write_pool(&pool);
    let options = Options::new(&release);
    let options = if with_pool {
        options.with_pool(&pool)
    } else {
        options
    };
    verify(&options, &mut |_| {}).unwrap()
}

#[test]
fn a_release_that_is_right_has_no_findings() {
    for carrier in [Carrier::Jsonl, Carrier::JsonlZst, Carrier::Meta] {
        for order in ["left-first", "right-first", "both"] {
            let fixture = Fixture::new(Settings::new(carrier, order));
            for pool in [true, false] {
                let report = check(&fixture, pool);
                assert!(
                    report.ok,
                    "{carrier:?} {order} pool {pool}: {}",
                    report.text()
                );
                let replayed: u64 = report.totals.records.values().sum();
                assert_eq!(report.totals.replayed, if pool { replayed } else { 0 });
            }
        }
    }
}

#[test]
fn noise_shape_and_schema_that_are_right_have_no_findings() {
    for more in [More::Full, More::Short] {
        for carrier in [Carrier::Jsonl, Carrier::Meta] {
            for order in ["left-first", "both"] {
                let fixture = Fixture::new(Settings::with(more, carrier, order));
                for pool in [true, false] {
                    let report = check(&fixture, pool);
                    let what = format!("{more:?} {carrier:?} {order} pool {pool}");
                    assert!(report.ok, "{what}: {}", report.text());
                }
            }
        }
    }
}

#[test]
fn materials_are_those_of_base_records_that_are_not_taken_too() {
    for base in [Base::Off, Base::Some(40)] {
        let settings = Settings::with(More::Short, Carrier::Jsonl, "both");
        let fixture = Fixture::new(Settings { base, ..settings });
        let count = fixture.records.values().flatten();
        let count = count.filter(|record| record.category == "base").count();
        assert_eq!(count, if base == Base::Off { 0 } else { 40 });
        for pool in [true, false] {
            let report = check(&fixture, pool);
            assert!(report.ok, "{base:?} pool {pool}: {}", report.text());
        }
    }
}

#[test]
fn releases_with_noise_have_records_and_rows_of_every_sort() {
    let fixture = Fixture::new(Settings::with(More::Full, Carrier::Jsonl, "left-first"));
    let records = fixture.records.values().flatten();
    let records: BTreeSet<&str> = records.map(|record| record.kind.as_str()).collect();
    let lacking = Kind::all().filter(|kind| !records.contains(kind.name()));
    // A tiny release has few lists; the vectors have all of them.
    let lists = [Form::Letters, Form::Numbers, Form::Bullets, Form::Indent].map(Kind::Shape);
    let lacking: Vec<Kind> = lacking.filter(|kind| !lists.contains(kind)).collect();
    assert_eq!(lacking, []);
    let short = Fixture::new(Settings::with(More::Short, Carrier::Jsonl, "left-first"));
    for (of, category, reason) in [
        (&fixture, "noise", "no_effect"),
        (&fixture, "noise", "over_budget"),
        (&short, "noise", "repeats"),
        (&fixture, "shape", "no_effect"),
        (&fixture, "shape", "over_budget"),
        (&fixture, "shape", "repeats"),
        (&fixture, "shape", "not_taken"),
        (&fixture, "schema", "not_picked"),
        (&fixture, "schema", "skeleton"),
        (&fixture, "schema", "over_budget"),
        (&fixture, "schema", "unfit"),
        (&fixture, "schema", "repeats"),
    ] {
        let mut rows = of.ledger.iter();
        let found = rows.any(|row| row.category == category && row.reason == reason);
        assert!(found, "{category} {reason}");
    }
    let off: Vec<String> = fixture
        .numbers
        .noise
        .iter()
        .map(|one| one.off.join(" "))
        .collect();
    assert_eq!(off, ["", "", "mojibake"]);
    assert!(
        short
            .numbers
            .noise
            .iter()
            .all(|one| one.had < one.wanted && one.had > 0)
    );
}

#[test]
fn the_report_says_how_much_noise_there_is() {
    let fixture = Fixture::new(Settings::with(More::Full, Carrier::Meta, "left-first"));
    for pool in [true, false] {
        let report = check(&fixture, pool);
        let noise = report.totals.noise.as_ref().unwrap();
        assert_eq!(noise.asked, "15/100");
        for (said, numbers) in noise.splits.iter().zip(&fixture.numbers.noise) {
            let own = (numbers.split, numbers.had, numbers.others);
            assert_eq!((said.split, said.records, said.others), own);
        }
        let (train, text) = (&fixture.numbers.noise[0], report.text());
        let said = format!("noise: train {} of {} others, ", train.had, train.others);
        let mut lines = text.lines().filter(|line| line.contains(" ratio "));
        let line = lines.next().unwrap();
        assert!(
            line.contains(&said) && line.ends_with(", 15/100 asked"),
            "{line}"
        );
    }
    let none = check(
        &Fixture::new(Settings::new(Carrier::Meta, "left-first")),
        false,
    );
    assert!(none.totals.noise.is_none() && !none.json().contains("noise"));
}

#[test]
fn a_ledger_without_rows_is_one_empty_frame() {
    let mut fixture = Fixture::new(Settings::new(Carrier::JsonlZst, "left-first"));
    fixture.ledger.clear();
    let report = check(&fixture, false);
    let mut frames = report.checks.iter();
    let frames = frames.find(|outcome| outcome.check == Check::Frames);
    assert!(frames.is_some_and(|frames| frames.failed == 0 && frames.checked > 0));
}

#[test]
fn many_seeds_are_right() {
    for seed in ["a", "b", "c", "d", "臺", ""] {
        let settings = Settings {
            seed,
            ..Settings::new(Carrier::Jsonl, "both")
        };
        let report = check(&Fixture::new(settings), true);
        assert!(report.ok, "seed {seed:?}: {}", report.text());
    }
}

#[test]
fn levels_say_what_ran_and_checks_what_they_saw() {
    let fixture = Fixture::new(Settings::new(Carrier::Meta, "left-first"));
    let report = check(&fixture, false);
    assert_eq!(report.levels, "L1 (L2 L3 not run)");
    let listed = |check: Check| report.checks.iter().any(|outcome| outcome.check == check);
    assert!(!listed(Check::Replay) && !listed(Check::Sidecars) && listed(Check::Order));
    assert!(report.checks.iter().all(|outcome| outcome.checked > 0));
    assert_eq!(check(&fixture, true).levels, "L1 L2 (L3 not run)");
}

#[test]
fn checks_count_what_they_looked_at() {
    let fixture = Fixture::new(Settings::new(Carrier::Jsonl, "left-first"));
    let report = check(&fixture, true);
    let checked = |check: Check| {
        let outcome = report.checks.iter().find(|outcome| outcome.check == check);
        usize::try_from(outcome.unwrap().checked).unwrap()
    };
    let records = fixture.records.values().map(Vec::len).sum::<usize>();
    let (shards, full) = (fixture.records.values(), fixture.settings.shard_records);
    let shards: usize = shards.map(|records| records.len().div_ceil(full)).sum();
    for check in [
        Check::Unique,
        Check::Records,
        Check::Identity,
        Check::Sidecars,
    ] {
        assert_eq!(checked(check), records, "{check:?}");
    }
    assert_eq!(checked(Check::Order), records + shards);
    assert_eq!(checked(Check::Contents), shards);
    assert_eq!(checked(Check::Ledger), fixture.ledger.len());
    // A bridge is one unit, for it is left out whole.
    let units = fixture.rows.iter().map(|row| match row.lines() {
        Some(lines) if row.near.is_empty() => lines.len(),
        _ => 1,
    });
    assert_eq!(checked(Check::Conservation), units.sum::<usize>());
}

#[test]
fn a_selection_looks_at_every_record_and_row_that_it_is_made_of() {
    for more in [More::Full, More::Short] {
        let fixture = Fixture::new(Settings::with(more, Carrier::Jsonl, "both"));
        let made = |category: &str| ["noise", "shape", "schema"].contains(&category);
        let records = fixture.records.values().flatten();
        let records = records.filter(|record| made(&record.category)).count();
        let rows = fixture.ledger.iter().filter(|row| made(&row.category));
        let report = check(&fixture, true);
        let mut outcomes = report.checks.iter();
        let seen = outcomes.find(|outcome| outcome.check == Check::Selection);
        let seen = usize::try_from(seen.unwrap().checked).unwrap();
        assert_eq!(seen, records + rows.count(), "{more:?}");
    }
}

#[test]
fn single_shards_can_be_looked_at() {
    let fixture = Fixture::new(Settings::new(Carrier::JsonlZst, "left-first"));
    let place = tempfile::tempdir().unwrap();
    let (release, pool) = (place.path().join("release"), place.path().join("pool"));
    fixture.write(&release);
    fixture.write_pool(&pool);
    let shard = "train/train-00000-of-00003.jsonl.zst";
    let other = release.join("train/train-00001-of-00003.jsonl.zst");
    std::fs::write(&other, "nothing to read").unwrap();
    for path in [shard.into(), release.join(shard)] {
        let mut options = Options::new(&release).with_pool(&pool);
        options.shards = vec![path];
        let report = verify(&options, &mut |_| {}).unwrap();
        assert!(report.ok, "{}", report.text());
        assert_eq!(report.totals.replayed, 60);
    }
    let mut options = Options::new(&release);
    options.shards = vec!["train/none".into()];
    assert!(verify(&options, &mut |_| {}).is_err());
}

#[test]
fn progress_reaches_its_end() {
    let fixture = Fixture::new(Settings::new(Carrier::Jsonl, "left-first"));
    let place = tempfile::tempdir().unwrap();
    fixture.write(place.path());
    let mut last = (0, 0);
    let mut seen = |progress: verifier::Progress<'_>| {
        assert!(progress.done >= last.0);
        last = (progress.done, progress.total);
    };
    verify(&Options::new(place.path()), &mut seen).unwrap();
    assert!(last.0 > 0);
    assert_eq!(last.0, last.1);
}
