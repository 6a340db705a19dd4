//! Level 2 on a sample: format.md, section 8.3.

use std::num::NonZeroU64;

use sha2::{Digest as _, Sha256};
use verifier::wire::{Carrier, NoiseKind, Panels, Record, Split};
use verifier::{Check, Code, Options, Report, Sample, verify};

use crate::fixture::redo::{Walk, panels, write};
use crate::fixture::{Fixture, More, Settings};

const CARRIERS: [Carrier; 3] = [Carrier::Jsonl, Carrier::JsonlZst, Carrier::Meta];

fn fixture(carrier: Carrier) -> Fixture {
    Fixture::new(Settings::new(carrier, "both"))
}

fn check(fixture: &Fixture, size: usize, nonce: &str) -> Report {
    let place = tempfile::tempdir().unwrap();
    let (release, pool) = (place.path().join("release"), place.path().join("pool"));
    fixture.write(&release);
    fixture.write_pool(&pool);
    let mut options = Options::new(&release).with_pool(&pool);
    let size = NonZeroU64::new(u64::try_from(size).unwrap()).unwrap();
    let nonce = nonce.to_owned();
    options.sample = Some(Sample { size, nonce });
    verify(&options, &mut |_| {}).unwrap()
}

/// Returns all ids in the order in which a nonce chooses them, worked out from the format's page.
fn order(fixture: &Fixture, nonce: &str) -> Vec<String> {
    let key = |id: &String| {
        let mut bytes = Vec::new();
        for part in ["diptych/1", "sample", nonce, id] {
            bytes.extend_from_slice(&u64::try_from(part.len()).unwrap().to_le_bytes());
            bytes.extend_from_slice(part.as_bytes());
        }
        (Sha256::digest(&bytes)[..8].to_vec(), id.clone())
    };
    let records = fixture.records.values().flatten();
    let mut ids: Vec<String> = records.map(|record| record.id.clone()).collect();
    ids.sort_by_key(key);
    ids
}

fn change(fixture: &mut Fixture, id: &str, change: fn(&mut Record)) {
    let mut records = fixture.records.values_mut().flatten();
    change(records.find(|record| record.id == id).unwrap());
}

fn checked(report: &Report, check: Check) -> (u64, u64) {
    let mut outcomes = report.checks.iter();
    let outcome = outcomes.find(|outcome| outcome.check == check).unwrap();
    (outcome.checked, outcome.failed)
}

#[test]
fn a_sample_replays_as_many_as_asked_and_says_so() {
    for carrier in CARRIERS {
        let fixture = fixture(carrier);
        let all = order(&fixture, "").len();
        for (size, replayed) in [(1, 1), (20, 20), (all, all), (all + 9, all)] {
            let report = check(&fixture, size, "dice 4 1 6");
            assert!(report.ok, "{carrier:?} {size}: {}", report.text());
            let levels = format!("L1, L2 on a sample of {replayed} (L3 not run)");
            assert_eq!(report.levels, levels);
            let (all, replayed) = (
                u64::try_from(all).unwrap(),
                u64::try_from(replayed).unwrap(),
            );
            assert_eq!(report.totals.replayed, replayed);
            for check in [Check::Replay, Check::Tokens, Check::Origins] {
                assert_eq!(checked(&report, check), (replayed, 0), "{check:?}");
            }
            assert_eq!(checked(&report, Check::Records), (all, 0));
            let sidecars = if carrier.has_text() { all } else { replayed };
            assert_eq!(checked(&report, Check::Sidecars), (sidecars, 0));
            assert!(checked(&report, Check::Conservation).0 > 0);
            assert!(report.text().contains(&format!("\nreplayed: {replayed} (")));
        }
    }
}

#[test]
fn the_nonce_chooses_the_same_records_in_every_carrier() {
    for nonce in ["dice 4 1 6", "骰"] {
        for carrier in CARRIERS {
            let mut fixture = fixture(carrier);
            for record in fixture.records.values_mut().flatten() {
                record.tokens -= 1;
            }
            let report = check(&fixture, 25, nonce);
            let found = report.findings.iter();
            let found = found.filter(|finding| finding.code == Code::TokenCount);
            let mut found: Vec<&str> = found.map(|finding| finding.record.as_str()).collect();
            let mut expected = order(&fixture, nonce);
            expected.truncate(25);
            expected.sort();
            found.sort_unstable();
            assert_eq!(found, expected, "{carrier:?} {nonce}");
        }
    }
}

#[test]
fn level_2_finds_a_fault_in_a_chosen_record_alone() {
    for carrier in CARRIERS {
        let sound = fixture(carrier);
        let ids = order(&sound, "n");
        for (at, is_found) in [(0, true), (9, true), (10, false), (ids.len() - 1, false)] {
            let mut fixture = sound.clone();
            change(&mut fixture, &ids[at], |record| record.tokens -= 1);
            let report = check(&fixture, 10, "n");
            assert_eq!(report.ok, !is_found, "{carrier:?} {at}: {}", report.text());
            let failed = u64::from(is_found);
            assert_eq!(checked(&report, Check::Tokens), (10, failed));
            let first = report.findings.first();
            assert_eq!(first.map(|first| &first.record), is_found.then(|| &ids[at]));
        }
    }
}

#[test]
fn without_texts_a_chosen_record_is_held_against_its_sidecar() {
    let sound = fixture(Carrier::Meta);
    let ids = order(&sound, "n");
    for (at, is_found) in [(9, true), (10, false)] {
        let mut fixture = sound.clone();
        change(&mut fixture, &ids[at], |record| {
            record.text.as_mut().unwrap().push('.');
        });
        let report = check(&fixture, 10, "n");
        assert_eq!(report.ok, !is_found, "{at}: {}", report.text());
        assert_eq!(checked(&report, Check::Sidecars), (10, u64::from(is_found)));
    }
}

#[test]
fn what_all_records_tell_is_still_found() {
    for carrier in CARRIERS {
        let mut sick = fixture(carrier);
        let ids = order(&sick, "n");
        let last = ids.last().unwrap();
        change(&mut sick, last, |record| record.origin = "moon".to_owned());
        let report = check(&sick, 5, "n");
        assert_eq!(checked(&report, Check::Records).1, 1, "{}", report.text());
        assert_eq!(report.totals.replayed, 5);
        let mut short = fixture(carrier);
        let removed = short.remove("line", |record| !ids[..5].contains(&record.id));
        assert!(!removed.id.is_empty());
        let report = check(&short, 5, "n");
        assert_eq!(checked(&report, Check::Conservation).1, 1);
        assert_eq!(checked(&report, Check::Replay), (5, 0));
    }
}

fn with(more: More, carrier: Carrier) -> Fixture {
    Fixture::new(Settings::with(more, carrier, "left-first"))
}

#[test]
fn a_sample_of_a_release_with_noise_shape_and_schema_is_right() {
    for more in [More::Full, More::Short] {
        for carrier in CARRIERS {
            let fixture = with(more, carrier);
            let all = order(&fixture, "n").len();
            for size in [1, 50, all] {
                let report = check(&fixture, size, "n");
                assert!(report.ok, "{more:?} {carrier:?} {size}: {}", report.text());
                let replayed = u64::try_from(size).unwrap();
                assert_eq!(report.totals.replayed, replayed);
                assert!(checked(&report, Check::Selection).0 > 0);
                assert!(checked(&report, Check::Ratio).0 > 0);
            }
        }
    }
}

/// Returns the place in the order of a nonce of the first record of a sort.
fn first_of(fixture: &Fixture, ids: &[String], sort: fn(&Record) -> bool) -> usize {
    let records: Vec<&Record> = fixture.records.values().flatten().collect();
    let own = |id: &String| {
        records
            .iter()
            .any(|record| record.id == *id && sort(record))
    };
    ids.iter().position(own).unwrap()
}

#[test]
fn a_fault_of_noise_shape_or_schema_is_found_where_it_is_chosen() {
    let sorts: [fn(&Record) -> bool; 4] = [
        |record| record.category == "noise",
        |record| record.category == "shape",
        |record| record.category == "schema" && !record.meta.contains(r#",""]"#),
        |record| record.meta.contains(r#",""]"#),
    ];
    for carrier in CARRIERS {
        let sound = with(More::Full, carrier);
        let ids = order(&sound, "n");
        for sort in sorts {
            let at = first_of(&sound, &ids, sort);
            for (size, found) in [(at + 1, true), (at.max(1), at == 0)] {
                let mut fixture = sound.clone();
                change(&mut fixture, &ids[at], |record| {
                    let Panels { left, right } = panels(record);
                    let right = right + "x";
                    write(record, &Panels { left, right });
                });
                let report = check(&fixture, size, "n");
                assert_eq!(!report.ok, found, "{carrier:?} {size}: {}", report.text());
                let check = match carrier {
                    Carrier::Meta => Check::Sidecars,
                    _ => Check::Replay,
                };
                assert_eq!(checked(&report, check).1, u64::from(found));
            }
        }
    }
}

#[test]
fn what_is_drawn_is_looked_at_in_chosen_records_alone() {
    for carrier in CARRIERS {
        let mut fixture = with(More::Full, carrier);
        fixture.remeta("zero-width", |meta| {
            Some(meta.replace("\"n\":\"lr\"", "\"n\":\"l\""))
        });
        let ids = order(&fixture, "n");
        let sound = with(More::Full, carrier);
        let before: Vec<&String> = sound
            .records
            .values()
            .flatten()
            .map(|one| &one.id)
            .collect();
        let at = ids.iter().position(|id| !before.contains(&id)).unwrap();
        let report = check(&fixture, at + 1, "n");
        assert_eq!(checked(&report, Check::Identity).1, 1, "{}", report.text());
        assert!(check(&fixture, at.max(1), "n").ok || at == 0);
    }
}

#[test]
fn what_is_selected_is_looked_at_in_all_records_of_a_sample() {
    for carrier in CARRIERS {
        let mut less = with(More::Full, carrier);
        less.back(Walk::Noise(NoiseKind::HtmlResidue), Split::Train);
        less.numbers.noise[0].had -= 1;
        let report = check(&less, 1, "n");
        assert_eq!(checked(&report, Check::Selection).1, 1, "{}", report.text());
        assert!(checked(&report, Check::Ratio).1 > 0);
        let mut more = with(More::Full, carrier);
        more.further(Walk::Generated, Split::Train);
        let report = check(&more, 1, "n");
        assert!(
            checked(&report, Check::Selection).1 > 0,
            "{}",
            report.text()
        );
        let mut row = with(More::Full, carrier);
        let of =
            |row: &verifier::wire::LedgerRow| row.category == "shape" && row.reason == "no_effect";
        row.ledger.retain(|one| !of(one));
        let report = check(&row, 1, "n");
        assert!(
            checked(&report, Check::Selection).1 > 0,
            "{}",
            report.text()
        );
    }
}
