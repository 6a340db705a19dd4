//! Faults of the set, the order and the ledger, resealed.

use verifier::wire::{Category, LedgerRow, Manifest, Quota, Split, Unit};

use super::{Faults, resealed, sound};
use crate::fixture::parts::names;
use crate::fixture::{Fixture, Settings};

pub(super) fn faults(faults: &mut Faults) {
    order(faults);
    what_is_missing(faults);
    what_is_too_much(faults);
    ledger_rows(faults);
    quotas(faults);
}

fn order(faults: &mut Faults) {
    let train =
        |fixture: &mut Fixture| std::mem::take(fixture.records.get_mut(&Split::Train).unwrap());
    faults.sealed("neighbours swapped", move |fixture| {
        let mut records = train(fixture);
        records.swap(3, 4);
        fixture.records.insert(Split::Train, records);
    });
    faults.sealed("shards swapped", move |fixture| {
        let mut records = train(fixture);
        let shard = fixture.settings.shard_records;
        for row in 0..shard {
            records.swap(row, row + shard);
        }
        fixture.records.insert(Split::Train, records);
    });
    faults.sealed("unshuffled", move |fixture| {
        let mut records = train(fixture);
        records.sort_by(|one, other| one.id.cmp(&other.id));
        fixture.records.insert(Split::Train, records);
    });
    faults.sealed("shards of another length", move |fixture| {
        fixture.settings.shard_records = 50;
    });
    faults.sealed("twice, side by side", move |fixture| {
        let records = fixture.records.get_mut(&Split::Train).unwrap();
        records.insert(5, records[5].clone());
    });
    faults.sealed("twice, apart", |fixture| {
        let records = fixture.records.get_mut(&Split::Train).unwrap();
        records.insert(50, records[5].clone());
    });
    faults.sealed("swapped across shards", |fixture| {
        let shard = fixture.settings.shard_records;
        let records = fixture.records.get_mut(&Split::Train).unwrap();
        records.swap(shard - 1, shard);
    });
    faults.sealed("another seed sold", |fixture| {
        let mut settings = Settings::new(verifier::wire::Carrier::Jsonl, "left-first");
        settings.seed = "s-2";
        let other = Fixture::new(settings);
        fixture.records = other.records;
        fixture.ledger = other.ledger;
    });
}

fn remove(fixture: &mut Fixture, kind: &str) -> verifier::wire::Record {
    fixture.remove(kind, |record| record.split == "train")
}

fn row(fixture: &Fixture, unit: &str, reason: &str, category: &str) -> LedgerRow {
    let article = fixture
        .rows
        .iter()
        .find(|row| row.id == unit[..24])
        .unwrap();
    LedgerRow {
        stage: "plan".to_owned(),
        reason: reason.to_owned(),
        split: "train".to_owned(),
        category: category.to_owned(),
        kind: String::new(),
        unit: unit.to_owned(),
        source: article.source.clone(),
        excerpt: article.left.chars().take(40).collect(),
    }
}

fn what_is_missing(faults: &mut Faults) {
    for kind in ["document", "slice", "line"] {
        faults.sealed(format!("{kind} missing"), move |fixture| {
            drop(remove(fixture, kind))
        });
    }
    for kind in ["cross-dense", "cross-mixed", "run-paragraph", "run-mixed"] {
        faults.sealed(format!("{kind} missing"), move |fixture| {
            drop(remove(fixture, kind))
        });
    }
    faults.sealed("a window missing", move |fixture| {
        // Of an article whose other slices are in other rows or windows.
        let alone = |record: &verifier::wire::Record| {
            let id = &record.meta[6..30];
            let rows = sound().ledger;
            rows.iter()
                .any(|row| row.reason == "window_alone" && row.unit.starts_with(id))
        };
        fixture.remove("window", alone);
    });
    faults.sealed("the last missing", |fixture| {
        let records = fixture.records.get_mut(&Split::Train).unwrap();
        records.pop();
    });
    faults.sealed("no record at all", |fixture| fixture.records.clear());
    faults.sealed("mosaics said that are not there", |fixture| {
        for records in fixture.records.values_mut() {
            records.retain(|record| record.category != "mosaic");
        }
        fixture.ledger.retain(|row| row.category != "mosaic");
        fixture.reseal = |manifest| {
            let counts = &mut manifest.splits[0].counts;
            let mut count = counts[0].clone();
            "mosaic".clone_into(&mut count.category);
            "cross-dense".clone_into(&mut count.kind);
            let at = counts.iter().position(|count| count.category == "longform");
            counts.insert(at.unwrap_or(counts.len()), count);
        };
    });
    faults.sealed("rows said that are not there", |fixture| {
        fixture.ledger.clear();
        fixture.reseal = |manifest| manifest.ledger.rows = 1;
    });
    faults.sealed("a split emptied", move |fixture| {
        fixture.records.remove(&Split::Test);
    });
    faults.sealed("a fitting record declared over budget", move |fixture| {
        let record = remove(fixture, "line");
        let unit = names(&record);
        let mut row = row(fixture, &unit, "line_over_budget", "base");
        let text = record.text.unwrap();
        row.excerpt = text
            .split("\n\n")
            .next()
            .unwrap()
            .chars()
            .take(40)
            .collect();
        fixture.ledger.push(row);
        fixture.reid();
    });
}

fn what_is_too_much(faults: &mut Faults) {
    faults.sealed("a text of another split", move |fixture| {
        let at = fixture
            .ledger
            .iter()
            .position(|row| row.reason == "cross_split_text")
            .unwrap();
        let row = fixture.ledger.remove(at);
        let split = Split::parse(&row.split).unwrap();
        let id = row.unit.split_once('/').unwrap().0;
        let article = fixture
            .rows
            .iter()
            .find(|row| row.id == id)
            .unwrap()
            .clone();
        let mut record = fixture.record("document", |_| true).clone();
        record.text = Some(format!("{}\n\n{}", article.left, article.right));
        record.tokens = u64::try_from(record.text.as_ref().unwrap().chars().count()).unwrap();
        record.meta = format!("{{\"m\":\"{id}/d\"}}");
        record.split = row.split;
        record.origin = article.origin;
        record.reversed = false;
        record.sources = vec![article.source];
        record.licenses = vec![article.license];
        fixture.records.get_mut(&split).unwrap().push(record);
        fixture.reid();
    });
    faults.sealed("a category that is off", move |fixture| {
        fixture.recipe = fixture.recipe.replace("[longform]\n", "");
    });
    faults.sealed("a style that is off", move |fixture| {
        let styles = "[mosaic]\nstyles = [\"dense\", \"paragraph\"]\n";
        fixture.recipe = fixture.recipe.replace("[mosaic]\n", styles);
    });
    faults.sealed("a genre that makes no runs", move |fixture| {
        let genres = "[mosaic]\nrun_genres = [\"prose\"]\n";
        fixture.recipe = fixture.recipe.replace("[mosaic]\n", genres);
    });
    faults.sealed("a line in two records", move |fixture| {
        let slice = fixture.record("slice", |_| true).clone();
        let article = slice.meta[6..30].to_owned();
        let row = fixture.rows.iter().find(|row| row.id == article).unwrap();
        let line = row.lines().unwrap()[0];
        let text = format!("{}\n\n{}", line.0, line.1);
        let mut line = slice;
        line.kind = "line".to_owned();
        line.meta = format!("{{\"m\":\"{article}/0\"}}");
        line.tokens = u64::try_from(text.chars().count()).unwrap();
        line.text = Some(text);
        fixture.records.get_mut(&Split::Train).unwrap().push(line);
        fixture.reid();
    });
}

fn ledger_rows(faults: &mut Faults) {
    let reasons = [
        "line_over_budget",
        "document_over_budget",
        "category_off",
        "split_bridge",
        "run_alone",
        "cross_split_text",
        "style_repeats",
        "window_alone",
    ];
    for reason in reasons {
        faults.sealed(format!("a row {reason} less"), move |fixture| {
            let at = fixture.ledger.iter().position(|row| row.reason == reason);
            fixture
                .ledger
                .remove(at.unwrap_or_else(|| panic!("no row {reason}")));
        });
    }
    let first = |fixture: &Fixture, reason: &str| {
        fixture
            .ledger
            .iter()
            .position(|row| row.reason == reason)
            .unwrap()
    };
    faults.sealed("rows of the ledger out of order", move |fixture| {
        fixture.ledger.swap(0, 1)
    });
    faults.sealed("a row of the ledger twice", move |fixture| {
        let at = first(fixture, "mosaic_alone");
        fixture.ledger.insert(at, fixture.ledger[at].clone());
    });
    faults.sealed("a row's excerpt", move |fixture| {
        fixture.ledger[0].excerpt.push('x')
    });
    faults.sealed("a row's source", move |fixture| {
        fixture.ledger[0].source.push('x')
    });
    faults.sealed("a row's reason", move |fixture| {
        fixture.ledger[0].reason.push('x')
    });
    faults.sealed("a row's split", move |fixture| {
        let at = first(fixture, "mosaic_alone");
        let row = &mut fixture.ledger[at];
        row.split = if row.split == "train" {
            "test"
        } else {
            "train"
        }
        .to_owned();
        fixture.reid();
    });
    faults.sealed("an excerpt too long", |fixture| {
        fixture.ledger[0].excerpt.push_str(&"x".repeat(40));
    });
    faults.sealed("a bridge of a split", move |fixture| {
        let at = first(fixture, "split_bridge");
        "train".clone_into(&mut fixture.ledger[at].split);
        fixture.reid();
    });
    faults.sealed("a shared line of train", move |fixture| {
        let at = first(fixture, "cross_split_line");
        "train".clone_into(&mut fixture.ledger[at].split);
        fixture.reid();
    });
    faults.sealed("a line of a structured article", move |fixture| {
        let at = first(fixture, "category_off");
        let row = &mut fixture.ledger[at];
        row.unit = row.unit.replace("/d", "/0");
    });
    faults.sealed("a row's stage", move |fixture| {
        fixture.ledger[0].stage = "gate".to_owned()
    });
    faults.sealed("a row's kind", move |fixture| {
        fixture.ledger[0].kind = "line".to_owned()
    });
    faults.sealed("a line that is not shared", move |fixture| {
        let at = first(fixture, "mosaic_alone");
        let mut row = fixture
            .ledger
            .iter()
            .find(|row| row.reason == "mosaic_alone" && row.split != "train");
        let mut row = row
            .take()
            .cloned()
            .unwrap_or_else(|| fixture.ledger[at].clone());
        fixture.ledger.retain(|other| *other != row);
        row.reason = "cross_split_line".to_owned();
        fixture.ledger.push(row);
        fixture.reid();
    });
    faults.sealed("a shared line as alone", move |fixture| {
        let at = first(fixture, "cross_split_line");
        fixture.ledger[at].reason = "mosaic_alone".to_owned();
        fixture.reid();
    });
    faults.sealed("a window that is no slice", move |fixture| {
        let row = fixture
            .ledger
            .iter_mut()
            .find(|row| row.reason == "window_alone")
            .unwrap();
        let end = row.unit.rsplit(['-', '/']).next().unwrap().to_owned();
        row.unit.truncate(row.unit.len() - end.len());
        let end = end.parse::<u32>().unwrap();
        row.unit.push_str(&(end - 1).to_string());
        fixture.reid();
    });
    faults.sealed("base off though it is on", move |fixture| {
        let row = fixture
            .ledger
            .iter_mut()
            .find(|row| row.reason == "line_over_budget")
            .unwrap();
        "category_off".clone_into(&mut row.reason);
        fixture.reid();
    });
    faults.sealed("not taken without a quota", move |fixture| {
        let record = remove(fixture, "document");
        let unit = names(&record);
        let row = row(fixture, &unit, "not_taken", "base");
        fixture.ledger.push(row);
        fixture.reid();
    });
    faults.sealed("a repeat that repeats nothing", move |fixture| {
        let record = remove(fixture, "run-mixed");
        let unit = names(&record);
        let mut row = row(fixture, &unit, "style_repeats", "mosaic");
        let text = record.text.unwrap();
        let (id, range) = unit.split_once('/').unwrap();
        let (first, end) = range.split_once('-').unwrap();
        let article = fixture.rows.iter().find(|row| row.id == id).unwrap();
        let left = article
            .range(first.parse().unwrap(), end.parse().unwrap())
            .0;
        assert!(!text.is_empty());
        row.excerpt = left.chars().take(40).collect();
        row.kind = "run-mixed".to_owned();
        fixture.ledger.push(row);
        fixture.reid();
    });
}

/// Returns how many records of a category a release has.
fn count(fixture: &Fixture, category: &str) -> usize {
    let records = fixture.records.values().flatten();
    records.filter(|record| record.category == category).count()
}

/// Limits base to some records in the recipe.
fn limit(fixture: &mut Fixture, records: usize) {
    let table = format!("[base]\nrecords = {records}\n");
    fixture.recipe = fixture.recipe.replace("[base]\n", &table);
}

/// Says a quota of base that is met.
fn say_met(manifest: &mut Manifest) {
    let counts = manifest.splits.iter().flat_map(|split| &split.counts);
    let base = counts.filter(|count| count.category == "base");
    let had = base.map(|count| count.records).sum();
    let (category, unit) = (Category::Base, Unit::Records);
    let wanted = had;
    manifest.quotas.push(Quota {
        category,
        unit,
        wanted,
        had,
    });
}

#[test]
fn a_quota_that_is_met_is_right() {
    let mut fixture = sound();
    let had = count(&fixture, "base");
    limit(&mut fixture, had);
    fixture.reseal = say_met;
    let report = resealed(&fixture);
    assert!(report.ok, "{}", report.text());
}

fn quotas(faults: &mut Faults) {
    faults.manifest("a quota more", say_met);
    faults.sealed("no quota in the manifest", |fixture| {
        let had = count(fixture, "base");
        limit(fixture, had);
    });
    faults.sealed("more than the quota", |fixture| limit(fixture, 3));
    faults.sealed("more than the quota, as said", |fixture| {
        limit(fixture, 3);
        fixture.reseal = |manifest| {
            say_met(manifest);
            manifest.quotas[0].wanted = 3;
        };
    });
}
