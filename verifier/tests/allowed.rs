//! What a release may be, and inner checks leave alone; and what they count.

use std::fs;
use std::num::NonZeroU64;
use std::path::Path;

use verifier::form::read_record;
use verifier::stream::seed32;
use verifier::wire::Carrier;
use verifier::{Check, Code, Options, Report, Sample, verify};

use crate::fixture::{Fixture, Settings};

/// Writes a release and its pool, changes the release, and verifies.
fn check(fixture: &Fixture, change: impl FnOnce(&Path), ask: impl FnOnce(&mut Options)) -> Report {
    let place = tempfile::tempdir().unwrap();
    let (release, pool) = (place.path().join("release"), place.path().join("pool"));
    fixture.write(&release);
    fixture.write_pool(&pool);
    change(&release);
    let mut options = Options::new(&release).with_pool(&pool);
    ask(&mut options);
    verify(&options, &mut |_| {}).unwrap()
}

fn fixture(carrier: Carrier) -> Fixture {
    Fixture::new(Settings::new(carrier, "left-first"))
}

fn sample(options: &mut Options) {
    let (size, nonce) = (NonZeroU64::MAX, "n".to_owned());
    options.sample = Some(Sample { size, nonce });
}

fn outcome(report: &Report, check: Check) -> Option<(u64, u64)> {
    let mut outcomes = report.checks.iter();
    let found = outcomes.find(|outcome| outcome.check == check);
    found.map(|outcome| (outcome.checked, outcome.failed))
}

#[test]
fn a_dialogue_without_lines_makes_no_runs() {
    let mut fixture = fixture(Carrier::Jsonl);
    let mut rows = fixture.rows.iter_mut();
    let loose = rows.find(|row| row.source_id == "loose").unwrap();
    "dialogue".clone_into(&mut loose.genre);
    let report = check(&fixture, |_| {}, |_| {});
    assert!(report.ok, "{}", report.text());
}

#[test]
fn what_is_derived_may_be_missing() {
    let gone = |release: &Path| {
        for name in ["README.md", "SHA256SUMS"] {
            fs::remove_file(release.join(name)).unwrap();
        }
    };
    let report = check(&fixture(Carrier::Jsonl), gone, |_| {});
    assert!(report.ok, "{}", report.text());
    assert_eq!(outcome(&report, Check::Sums), None);
}

#[test]
fn single_shards_without_frames_are_not_asked_for_them() {
    let ask = |options: &mut Options| {
        options.shards = vec!["train/train-00000-of-00003.jsonl".into()];
    };
    let report = check(&fixture(Carrier::Jsonl), |_| {}, ask);
    assert!(report.ok, "{}", report.text());
    assert_eq!(outcome(&report, Check::Frames), None);
}

#[test]
fn frames_are_counted_in_shards_and_ledger() {
    for (carrier, of_shards) in [(Carrier::Jsonl, 0), (Carrier::JsonlZst, 1)] {
        let fixture = fixture(carrier);
        let (shards, full) = (fixture.records.values(), fixture.settings.shard_records);
        let shards: usize = shards.map(|records| records.len().div_ceil(full)).sum();
        let frames = u64::try_from(of_shards * shards + 1).unwrap();
        let report = check(&fixture, |_| {}, |_| {});
        assert_eq!(outcome(&report, Check::Frames), Some((frames, 0)));
    }
}

#[test]
fn a_sample_leaves_a_sidecar_of_another_size_to_the_files() {
    let fixture = fixture(Carrier::Meta);
    let cut = |release: &Path| {
        let path = release.join("index/train-00000-of-00003.idx");
        let bytes = fs::read(&path).unwrap();
        fs::write(path, &bytes[..24]).unwrap();
    };
    let report = check(&fixture, cut, sample);
    assert_eq!(outcome(&report, Check::Files).unwrap().1, 1);
    let all = fixture.records.values().map(Vec::len).sum::<usize>();
    let others = u64::try_from(all - fixture.settings.shard_records).unwrap();
    assert_eq!(outcome(&report, Check::Sidecars), Some((others, 0)));
}

#[test]
fn a_record_that_changes_between_two_readings_is_found() {
    let fixture = fixture(Carrier::Jsonl);
    let place = tempfile::tempdir().unwrap();
    let (release, pool) = (place.path().join("release"), place.path().join("pool"));
    fixture.write(&release);
    fixture.write_pool(&pool);
    let mut options = Options::new(&release).with_pool(&pool);
    sample(&mut options);
    let mut readings = 0;
    let report = verify(&options, &mut |progress| {
        let name = "train/train-00000-of-00003.jsonl";
        readings += usize::from(progress.now == name);
        if progress.now == name && readings == 2 {
            let text = fs::read_to_string(release.join(name)).unwrap();
            let rest = text.split_once('\n').unwrap().1;
            fs::write(release.join(name), rest).unwrap();
        }
    });
    let report = report.unwrap();
    let changed = report.findings.iter();
    let changed = changed.filter(|finding| finding.code == Code::Replay);
    assert_eq!(changed.count(), 60, "{}", report.text());
}

#[test]
fn a_record_by_itself_has_a_text() {
    let mut fixture = fixture(Carrier::Jsonl);
    let seed = seed32(fixture.settings.seed);
    let record = fixture.record("document", |_| true);
    assert!(read_record(&record.line().unwrap(), &seed).is_ok());
    record.text = None;
    assert!(read_record(&record.line().unwrap(), &seed).is_err());
}

#[test]
fn a_path_that_leads_elsewhere_is_not_opened() {
    let mut fixture = fixture(Carrier::Jsonl);
    fixture.reseal = |manifest| {
        "..".clone_into(&mut manifest.ledger.path);
        "../test/x.jsonl".clone_into(&mut manifest.shards[0].path);
    };
    let report = check(&fixture, |_| {}, |_| {});
    let named = report
        .findings
        .iter()
        .filter(|finding| finding.code == Code::Name);
    let named: Vec<&str> = named.map(|finding| finding.shard.as_str()).collect();
    assert_eq!(named, ["release.json"; 2]);
    let opened = report
        .findings
        .iter()
        .find(|finding| finding.shard.starts_with(".."));
    assert!(opened.is_none(), "{}", report.text());
}
