//! Faults of mosaic groups, of repeats and of checks that others would hide, resealed.

use verifier::Code;
use verifier::text::{assemble, join};
use verifier::wire::{Record, Split};

use super::case::Case;
use super::{Faults, resealed, sound};
use crate::fixture::Fixture;
use crate::fixture::parts::names;

pub(super) fn faults(faults: &mut Faults) {
    groups(faults);
    repeats(faults);
    checks_that_others_would_hide(faults);
    groups_not_taken(faults);
}

/// Writes a dense group of other lines in the place of a record.
pub(super) fn regroup(fixture: &mut Fixture, id: &str, lines: &[String]) {
    let texts: Vec<(String, String)> = lines
        .iter()
        .map(|name| {
            let (id, at) = name.split_once('/').unwrap();
            let row = fixture.rows.iter().find(|row| row.id == id).unwrap();
            let pair = row.lines().unwrap()[at.parse::<usize>().unwrap()];
            (pair.0.to_owned(), pair.1.to_owned())
        })
        .collect();
    let digits = "1".repeat(lines.len() - 1);
    let separators = verifier::text::Separators::parse(&digits).unwrap();
    let left: Vec<&str> = texts.iter().map(|pair| pair.0.as_str()).collect();
    let right: Vec<&str> = texts.iter().map(|pair| pair.1.as_str()).collect();
    let text = assemble(
        &join(&left, &separators).unwrap(),
        &join(&right, &separators).unwrap(),
    );
    let record = fixture.record("cross-dense", |record| record.id == id);
    record.tokens = u64::try_from(text.chars().count()).unwrap();
    record.text = Some(text);
    record.meta = format!("{{\"m\":\"{}\",\"s\":\"{digits}\"}}", lines.join(" "));
    fixture.reid();
}

fn lines_of(record: &Record) -> Vec<String> {
    names(record).split(' ').map(str::to_owned).collect()
}

fn groups(faults: &mut Faults) {
    faults.sealed("lines out of order", move |fixture| {
        let record = fixture.record("cross-dense", |record| lines_of(record).len() > 2);
        let (id, mut lines) = (record.id.clone(), lines_of(record));
        lines.swap(0, 1);
        regroup(fixture, &id, &lines);
    });
    faults.sealed("two lines of a group of articles", move |fixture| {
        let record = fixture.record("cross-dense", |record| {
            let lines = lines_of(record);
            lines.len() == 2 && lines[1].ends_with("/1")
        });
        let (id, lines) = (record.id.clone(), lines_of(record));
        let article = lines[1].split_once('/').unwrap().0;
        regroup(fixture, &id, &[format!("{article}/0"), lines[1].clone()]);
    });
    faults.sealed("more lines than were drawn", move |fixture| {
        // A group as long as drawn, and one line too many, of the tales, which are short.
        let long = |record: &Record| lines_of(record).len() == 2 && record.split == "train";
        let ids: Vec<String> = fixture.records[&Split::Train]
            .iter()
            .filter(|record| record.kind == "cross-dense" && long(record))
            .map(|record| record.id.clone())
            .collect();
        for id in ids {
            let record = fixture.record("cross-dense", |record| record.id == id);
            let mut lines = lines_of(record);
            let used: Vec<String> = lines.iter().map(|line| line[..24].to_owned()).collect();
            let more = fixture.ranked_lines(Split::Train, &lines[1], &used);
            lines.extend(more.into_iter().take(6));
            let mut changed = fixture.clone();
            regroup(&mut changed, &id, &lines);
            let report = resealed(&changed);
            if report
                .findings
                .first()
                .is_some_and(|finding| finding.code == Code::Draw)
            {
                *fixture = changed;
                return;
            }
        }
        panic!("no group that was drawn short");
    });
    faults.sealed("a shared line", move |fixture| {
        let rows = &fixture.ledger;
        let row = rows
            .iter()
            .find(|row| row.reason == "cross_split_line")
            .unwrap();
        let (unit, split) = (row.unit.clone(), row.split.clone());
        let record = fixture.record("cross-dense", |record| record.split == split);
        let id = record.id.clone();
        let other = lines_of(record)[0].clone();
        let mut lines = vec![unit, other];
        fixture.sort_by_rank(&mut lines);
        regroup(fixture, &id, &lines);
    });
}

fn repeats(faults: &mut Faults) {
    faults.sealed("a run that repeats a document", move |fixture| {
        let at = fixture
            .ledger
            .iter()
            .position(|row| row.reason == "style_repeats")
            .unwrap();
        let row = fixture.ledger.remove(at);
        let id = row.unit.split_once('/').unwrap().0;
        let split = Split::parse(&row.split).unwrap();
        let records = fixture.records.get_mut(&split).unwrap();
        let same = |record: &&Record| names(record) == format!("{id}/d");
        let mut record = records.iter().find(same).unwrap().clone();
        let lines = record.text.as_ref().unwrap().split("\n\n").next().unwrap();
        let digits = "1".repeat(lines.split('\n').count() - 1);
        record.kind.clone_from(&row.kind);
        "mosaic".clone_into(&mut record.category);
        record.meta = format!("{{\"m\":\"{}\",\"s\":\"{digits}\"}}", row.unit);
        records.push(record);
        fixture.reid();
    });
    faults.sealed("a text that no other split has", move |fixture| {
        let record = fixture.remove("document", |record| record.split == "validation");
        let unit = names(&record);
        let article = fixture
            .rows
            .iter()
            .find(|row| row.id == unit[..24])
            .unwrap();
        let mut row = fixture.ledger[0].clone();
        "cross_split_text".clone_into(&mut row.reason);
        "validation".clone_into(&mut row.split);
        "base".clone_into(&mut row.category);
        row.source.clone_from(&article.source);
        row.excerpt = article.left.chars().take(40).collect();
        row.unit = unit;
        fixture.ledger.push(row);
        fixture.reid();
    });
    faults.sealed("a document with lines over budget", move |fixture| {
        let row = fixture
            .ledger
            .iter_mut()
            .find(|row| row.reason == "line_over_budget")
            .unwrap();
        "document_over_budget".clone_into(&mut row.reason);
        row.unit = format!("{}/d", &row.unit[..24]);
        let article = fixture
            .rows
            .iter()
            .find(|article| article.id == row.unit[..24])
            .unwrap();
        row.excerpt = article.left.chars().take(40).collect();
        fixture.reid();
    });
}

fn checks_that_others_would_hide(faults: &mut Faults) {
    faults.text("a wide bridge, counted", "document", |text| {
        text.replace("\n\n", "\n\n\n")
    });
    faults.text("a line more in a panel", "run-dense", |text| {
        format!("{text}\nmore")
    });
    faults.sealed("a window of another article", |fixture| {
        let article = names(fixture.record("window", |_| true))[..24].to_owned();
        let other = |record: &Record| !names(record).starts_with(&article);
        let other = fixture.record("window", other).clone();
        let record = fixture.record("window", |_| true);
        (record.text, record.tokens) = (other.text, other.tokens);
    });
    faults.sealed("an article near one of another split", |fixture| {
        let bridge = fixture.rows.iter().find(|row| !row.near.is_empty());
        let bridge = bridge.unwrap().clone();
        let split = fixture.settings.splitter().split(&bridge.group);
        let mut record = fixture
            .record("document", |record| record.origin == "left")
            .clone();
        let text = format!("{}\n\n{}", bridge.left, bridge.right);
        record.tokens = u64::try_from(text.chars().count()).unwrap();
        record.text = Some(text);
        record.meta = format!("{{\"m\":\"{}/d\"}}", bridge.id);
        split.name().clone_into(&mut record.split);
        (record.sources, record.licenses) = (vec![bridge.source], vec![bridge.license]);
        fixture.records.get_mut(&split).unwrap().push(record);
        fixture.reid();
    });
    faults.sealed("a slice in another split", |fixture| {
        let test = fixture.records.get_mut(&Split::Test).unwrap();
        let at = test.iter().position(|record| record.kind == "slice");
        let mut record = test.remove(at.unwrap());
        "train".clone_into(&mut record.split);
        fixture.records.get_mut(&Split::Train).unwrap().push(record);
        fixture.reid();
    });
}

#[test]
fn runs() {
    let mut seen = (false, false);
    let runs: Vec<Record> = sound().records[&Split::Train]
        .iter()
        .chain(&sound().records[&Split::Validation])
        .filter(|record| record.kind == "run-dense")
        .cloned()
        .collect();
    for run in runs {
        let mut fixture = sound();
        let unit = names(&run);
        let (id, range) = unit.split_once('/').unwrap();
        let (first, end) = range.split_once('-').unwrap();
        let (first, end): (usize, usize) = (first.parse().unwrap(), end.parse().unwrap());
        let article = fixture
            .rows
            .iter()
            .find(|row| row.id == id)
            .unwrap()
            .clone();
        if end - first > 7 || article.lines().unwrap().len() <= end {
            continue;
        }
        let text = |lines: &[(&str, &str)]| {
            let left: Vec<&str> = lines.iter().map(|line| line.0).collect();
            let right: Vec<&str> = lines.iter().map(|line| line.1).collect();
            format!("{}\n\n{}", left.join("\n"), right.join("\n"))
        };
        let text = text(&article.lines().unwrap()[first..=end]);
        let record = fixture.record("run-dense", |record| record.id == run.id);
        record.tokens = u64::try_from(text.chars().count()).unwrap();
        record.text = Some(text);
        let digits = "1".repeat(end - first);
        record.meta = format!("{{\"m\":\"{id}/{first}-{}\",\"s\":\"{digits}\"}}", end + 1);
        fixture.reid();
        let report = resealed(&fixture);
        assert!(!report.ok);
        let has = |code| report.findings.iter().any(|finding| finding.code == code);
        seen = (seen.0 || has(Code::Draw), seen.1 || has(Code::Missing));
    }
    assert_eq!(seen, (true, true), "longer than drawn, sisters missing");
}

/// Takes some mosaics only, changes the release, and puts both sorts of changes together.
fn taken(faults: &mut Faults, name: &str, change: impl FnOnce(&mut Fixture) + Send + 'static) {
    faults.push(name, true, move || {
        let mut fixture = sound();
        fixture.take_mosaics(30);
        change(&mut fixture);
        Case::of(&fixture)
    });
}

#[test]
fn a_quota_of_mosaics_is_right() {
    let mut fixture = sound();
    fixture.take_mosaics(30);
    let report = resealed(&fixture);
    assert!(report.ok, "{}", report.text());
}

fn groups_not_taken(faults: &mut Faults) {
    taken(faults, "a row less of what is not taken", |less| {
        let repeats = less
            .ledger
            .iter()
            .filter(|row| row.reason == "style_repeats");
        let repeats: Vec<String> = repeats.map(|row| row.unit.clone()).collect();
        let run = less.ledger.iter().position(|row| {
            row.reason == "not_taken" && !row.unit.contains(' ') && !repeats.contains(&row.unit)
        });
        less.ledger.remove(run.unwrap());
    });
    taken(faults, "taken and not", |both| {
        let unit = names(both.record("run-dense", |_| true));
        let mut row = both
            .ledger
            .iter()
            .find(|row| row.reason == "not_taken")
            .unwrap()
            .clone();
        let record = both.record("run-dense", |record| names(record) == unit);
        row.split.clone_from(&record.split);
        row.unit.clone_from(&unit);
        row.source.clone_from(&record.sources[0]);
        let (id, range) = unit.split_once('/').unwrap();
        let (first, end) = range.split_once('-').unwrap();
        let article = both.rows.iter().find(|row| row.id == id).unwrap();
        let left = article
            .range(first.parse().unwrap(), end.parse().unwrap())
            .0;
        row.excerpt = left.chars().take(40).collect();
        both.ledger.push(row);
        both.reid();
    });
}
