//! Faults of the set, the order and the ledger, resealed.

use verifier::Code;
use verifier::wire::{LedgerRow, Split};

use super::{damage, expect, expect_among, resealed, sound};
use crate::fixture::plan::names;
use crate::fixture::{Fixture, Settings};

#[test]
fn order() {
    let train =
        |fixture: &mut Fixture| std::mem::take(fixture.records.get_mut(&Split::Train).unwrap());
    damage("neighbours swapped", Code::Position, |fixture| {
        let mut records = train(fixture);
        records.swap(3, 4);
        fixture.records.insert(Split::Train, records);
    });
    damage("shards swapped", Code::Position, |fixture| {
        let mut records = train(fixture);
        let shard = fixture.settings.shard_records;
        for row in 0..shard {
            records.swap(row, row + shard);
        }
        fixture.records.insert(Split::Train, records);
    });
    damage("unshuffled", Code::Position, |fixture| {
        let mut records = train(fixture);
        records.sort_by(|one, other| one.id.cmp(&other.id));
        fixture.records.insert(Split::Train, records);
    });
    damage("shards of another length", Code::Position, |fixture| {
        fixture.settings.shard_records = 50;
    });
    damage("twice, side by side", Code::Duplicate, |fixture| {
        let records = fixture.records.get_mut(&Split::Train).unwrap();
        records.insert(5, records[5].clone());
    });
    let mut fixture = sound();
    let records = fixture.records.get_mut(&Split::Train).unwrap();
    records.insert(50, records[5].clone());
    expect_among("twice, apart", &resealed(&fixture), Code::Duplicate);
}

#[test]
fn another_seed_is_sold() {
    let mut settings = Settings::new(verifier::wire::Carrier::Jsonl, "left-first");
    settings.seed = "s-2";
    let other = Fixture::new(settings);
    let mut fixture = sound();
    fixture.records = other.records;
    fixture.ledger = other.ledger;
    expect("another seed", &resealed(&fixture), Code::Position);
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

#[test]
fn what_is_missing() {
    for kind in ["document", "slice", "line"] {
        damage(kind, Code::Missing, |fixture| drop(remove(fixture, kind)));
    }
    for kind in ["cross-dense", "cross-mixed", "run-paragraph", "run-mixed"] {
        damage(kind, Code::Missing, |fixture| drop(remove(fixture, kind)));
    }
    damage("a window", Code::Ledger, |fixture| {
        // Of an article whose other slices are in other rows or windows.
        let alone = |record: &verifier::wire::Record| {
            let id = &record.meta[6..30];
            let rows = sound().ledger;
            rows.iter()
                .any(|row| row.reason == "window_alone" && row.unit.starts_with(id))
        };
        fixture.remove("window", alone);
    });
    damage("a split emptied", Code::Missing, |fixture| {
        fixture.records.remove(&Split::Test);
    });
    damage(
        "a fitting record declared over budget",
        Code::Ledger,
        |fixture| {
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
        },
    );
}

#[test]
fn what_is_too_much() {
    damage("a text of another split", Code::NotInPlan, |fixture| {
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
    damage("a category that is off", Code::NotInPlan, |fixture| {
        fixture.recipe = fixture.recipe.replace("[longform]\n", "");
    });
    damage("a style that is off", Code::NotInPlan, |fixture| {
        let styles = "[mosaic]\nstyles = [\"dense\", \"paragraph\"]\n";
        fixture.recipe = fixture.recipe.replace("[mosaic]\n", styles);
    });
    damage("a genre that makes no runs", Code::NotInPlan, |fixture| {
        let genres = "[mosaic]\nrun_genres = [\"prose\"]\n";
        fixture.recipe = fixture.recipe.replace("[mosaic]\n", genres);
    });
    damage("a line in two records", Code::Duplicate, |fixture| {
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

#[test]
fn ledger_rows() {
    let reasons = [
        ("line_over_budget", Code::Ledger),
        ("document_over_budget", Code::Ledger),
        ("category_off", Code::Ledger),
        ("split_bridge", Code::Ledger),
        ("run_alone", Code::Ledger),
        ("cross_split_text", Code::Missing),
        ("style_repeats", Code::Missing),
        ("window_alone", Code::Ledger),
    ];
    for (reason, code) in reasons {
        damage(reason, code, |fixture| {
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
    damage("rows out of order", Code::Ledger, |fixture| {
        fixture.ledger.swap(0, 1)
    });
    damage("a row twice", Code::Ledger, |fixture| {
        let at = first(fixture, "mosaic_alone");
        fixture.ledger.insert(at, fixture.ledger[at].clone());
    });
    damage("another excerpt", Code::Ledger, |fixture| {
        fixture.ledger[0].excerpt.push('x')
    });
    damage("another source", Code::Ledger, |fixture| {
        fixture.ledger[0].source.push('x')
    });
    damage("an unknown reason", Code::Ledger, |fixture| {
        fixture.ledger[0].reason.push('x')
    });
    damage("another split", Code::Ledger, |fixture| {
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
    damage("another stage", Code::Ledger, |fixture| {
        fixture.ledger[0].stage = "gate".to_owned()
    });
    damage("a kind", Code::Ledger, |fixture| {
        fixture.ledger[0].kind = "line".to_owned()
    });
    damage("a line that is not shared", Code::Ledger, |fixture| {
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
    damage("a shared line as alone", Code::Ledger, |fixture| {
        let at = first(fixture, "cross_split_line");
        fixture.ledger[at].reason = "mosaic_alone".to_owned();
        fixture.reid();
    });
    damage("a window that is no slice", Code::Ledger, |fixture| {
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
    damage("base off though it is on", Code::Ledger, |fixture| {
        let row = fixture
            .ledger
            .iter_mut()
            .find(|row| row.reason == "line_over_budget")
            .unwrap();
        "category_off".clone_into(&mut row.reason);
        fixture.reid();
    });
    damage("not taken without a quota", Code::Ledger, |fixture| {
        let record = remove(fixture, "document");
        let unit = names(&record);
        let row = row(fixture, &unit, "not_taken", "base");
        fixture.ledger.push(row);
        fixture.reid();
    });
    damage("a repeat that repeats nothing", Code::Ledger, |fixture| {
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

#[test]
fn quotas() {
    let mut fixture = sound();
    let base = fixture
        .records
        .values()
        .flatten()
        .filter(|record| record.category == "base");
    let had = base.count();
    fixture.recipe = fixture
        .recipe
        .replace("[base]\n", &format!("[base]\nrecords = {had}\n"));
    fixture.reseal = |manifest| {
        let base = manifest.splits.iter().flat_map(|split| &split.counts);
        let base = base
            .filter(|count| count.category == "base")
            .map(|count| count.records)
            .sum();
        manifest.quotas.push(verifier::wire::Quota {
            category: verifier::wire::Category::Base,
            unit: verifier::wire::Unit::Records,
            wanted: base,
            had: base,
        });
    };
    let report = resealed(&fixture);
    assert!(report.ok, "{}", report.text());
    fixture.recipe = fixture.recipe.replace(&format!("records = {had}\n"), "");
    expect("a quota more", &resealed(&fixture), Code::Quota);
    fixture.recipe = fixture
        .recipe
        .replace("[base]\n", &format!("[base]\nrecords = {had}\n"));
    fixture.reseal = |_| {};
    expect("no quota in the manifest", &resealed(&fixture), Code::Quota);
    fixture.recipe = fixture
        .recipe
        .replace(&format!("records = {had}\n"), "records = 3\n");
    expect("more than the quota", &resealed(&fixture), Code::Quota);
}
