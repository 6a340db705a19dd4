//! Faults of what is selected by rank, resealed: format.md, sections 5.4 to 5.7.

use verifier::stream::{rank, seed32};
use verifier::wire::{Form, Kind, LedgerRow, NoiseKind, Split};

use super::Faults;
use super::schema::is_right;
use crate::fixture::Fixture;
use crate::fixture::More::{self, Full, Short};
use crate::fixture::parts::{ledger_row, names};
use crate::fixture::redo::Walk;

pub(super) fn faults(faults: &mut Faults) {
    materials(faults);
    twice(faults);
    pairs(faults);
    taken(faults);
    last_taken(faults);
}

/// Adds a record of noise of a material to a split.
fn noise_of(fixture: &mut Fixture, split: Split, m: &str) {
    let walk = Walk::Noise(NoiseKind::HtmlResidue);
    let (kind, more) = fixture.drawn(walk, m).unwrap();
    let record = fixture.made(split, kind, m, &more);
    fixture.add(split, record);
}

fn materials(faults: &mut Faults) {
    faults.more("noise of a line of a document", Full, |fixture| {
        let m = names(fixture.record("document", |record| record.split == "train"));
        noise_of(fixture, Split::Train, &m.replace("/d", "/0"));
    });
    faults.more(
        "noise of a document that is cut into slices",
        Full,
        |fixture| {
            let m = names(fixture.record("slice", |record| record.split == "train"));
            let m = format!("{}/d", &m[..24]);
            noise_of(fixture, Split::Train, &m);
        },
    );
    faults.more("noise of a slice of a document", Full, |fixture| {
        let rows = fixture.rows.iter();
        let document = |row: &&crate::fixture::pool::Row| {
            let m = format!("{}/d", row.id);
            let records = fixture.records[&Split::Train].iter();
            let whole = { records }.any(|record| record.kind == "document" && names(record) == m);
            whole && row.slices.first().is_some_and(|end| *end >= 2) && row.slices.len() > 1
        };
        let row = { rows }.find(document).unwrap();
        let m = format!("{}/0-{}", row.id, row.slices[0]);
        noise_of(fixture, Split::Train, &m);
    });
    faults.more("noise of two slices", Full, |fixture| {
        let own = |record: &verifier::wire::Record| record.split == "train" && record.tokens < 200;
        let m = names(fixture.record("window", own));
        noise_of(fixture, Split::Train, &m);
    });
    faults.more("noise of one line spelled as a range", Full, |fixture| {
        let m = names(fixture.record("slice", |record| record.split == "train"));
        let (id, range) = m.split_once('/').unwrap();
        let first: u32 = range.split_once('-').unwrap().0.parse().unwrap();
        noise_of(
            fixture,
            Split::Train,
            &format!("{id}/{first}-{}", first + 1),
        );
    });
    faults.more("noise of a text of another split", Full, |fixture| {
        let row = fixture
            .ledger
            .iter()
            .find(|row| row.reason == "cross_split_text");
        let row = row.unwrap().clone();
        noise_of(fixture, Split::parse(&row.split).unwrap(), &row.unit);
    });
    faults.more("noise of another split's material", Full, |fixture| {
        let m = names(fixture.record("document", |record| record.split == "train"));
        noise_of(fixture, Split::Test, &m);
    });
    faults.more("noise of a structured article", Full, |fixture| {
        let own = |record: &verifier::wire::Record| record.split == "train";
        let m = names(fixture.record("web-text", |record| {
            own(record) && record.meta.contains(r#",""]"#)
        }));
        noise_of(fixture, Split::Train, &m);
    });
    faults.more("shape of a window", Full, |fixture| {
        let m = names(fixture.record("window", |record| record.split == "train"));
        let more = ",\"p\":[[\"quote\",\"> \"]]";
        let record = fixture.made(Split::Train, Kind::Shape(Form::Quote), &m, more);
        fixture.add(Split::Train, record);
    });
    faults.more("shape of a text of another split", Short, |fixture| {
        let own = |row: &&LedgerRow| {
            row.reason == "cross_split_text" && {
                let walk = Walk::Shape;
                fixture.drawn(walk, &row.unit).is_some()
                    && fixture.clean(&row.unit).left.contains('\n')
            }
        };
        let row = fixture.ledger.iter().find(own).unwrap().clone();
        let split = Split::parse(&row.split).unwrap();
        let (kind, more) = fixture.drawn(Walk::Shape, &row.unit).unwrap();
        let record = fixture.made(split, kind, &row.unit, &more);
        fixture.add(split, record);
    });
}

fn twice(faults: &mut Faults) {
    faults.more("a material twice in one walk", Full, |fixture| {
        let own = |record: &verifier::wire::Record| record.meta.contains("\"n\":\"lr\"");
        let mut record = fixture.record("zero-width", own).clone();
        record.meta = record.meta.replace("\"n\":\"lr\"", "\"n\":\"l\"");
        fixture.redo(&mut record);
        let split = Split::parse(&record.split).unwrap();
        fixture.add(split, record);
    });
    faults.more("a record of noise and its row", Full, |fixture| {
        let m = names(fixture.record("no-space", |record| record.split == "train"));
        let walk = Walk::Noise(NoiseKind::NoSpace);
        fixture.add_row(walk, Split::Train, "repeats", &m);
    });
    faults.more("a record of shape and its row", Full, |fixture| {
        let m = names(fixture.record("permute", |record| record.split == "train"));
        fixture.add_row(Walk::Shape, Split::Train, "repeats", &m);
    });
}

fn pairs(faults: &mut Faults) {
    faults.more("a pair picked in another's place", Full, |fixture| {
        let own = |row: &&LedgerRow| {
            row.reason == "not_picked" && row.split == "train" && is_right(fixture, &row.unit)
        };
        let row = fixture.ledger.iter().find(own).unwrap().clone();
        let record = fixture.remove("csv", |record| {
            record.split == "train" && record.meta.contains(r#",""]"#)
        });
        let m = names(&record);
        fixture.ledger.retain(|other| *other != row);
        let genre = fixture.row(&row.unit).genre.clone();
        let format = verifier::wire::Format::parse(&genre["structured:".len()..]).unwrap();
        let g = format!(",\"g\":[\"{}\",\"\"]", format.name());
        let record = fixture.made(Split::Train, Kind::Schema(format), &row.unit, &g);
        let other = ledger_row(
            &fixture.rows,
            "not_picked",
            Some(Split::Train),
            "schema",
            &m,
            "",
        );
        fixture.ledger.push(other);
        fixture.add(Split::Train, record);
    });
    faults.more("a pair said to be not picked", Full, |fixture| {
        let record = fixture.remove("csv", |record| record.meta.contains(r#",""]"#));
        let split = Split::parse(&record.split).unwrap();
        fixture.add_row(Walk::Generated, split, "not_picked", &names(&record));
    });
    faults.more(
        "a pair of two skeletons said to be not picked",
        Full,
        |fixture| {
            let row = fixture
                .ledger
                .iter_mut()
                .find(|row| row.reason == "skeleton");
            "not_picked".clone_into(&mut row.unwrap().reason);
            fixture.reid();
        },
    );
    faults.more("a row not_picked less", Full, |fixture| {
        let at = fixture
            .ledger
            .iter()
            .position(|row| row.reason == "not_picked");
        fixture.ledger.remove(at.unwrap());
    });
}

/// Puts a record of shape that was not taken in the place of one that was.
fn taken(faults: &mut Faults) {
    let swap = |fixture: &mut Fixture| {
        let own = |row: &&LedgerRow| row.reason == "not_taken" && row.split == "train";
        let row = fixture.ledger.iter().find(own).unwrap().clone();
        let records = fixture.records.get_mut(&Split::Train).unwrap();
        let at = records.iter().position(|record| record.category == "shape");
        let record = records.remove(at.unwrap());
        fixture.ledger.retain(|other| *other != row);
        let (kind, more) = fixture.drawn(Walk::Shape, &row.unit).unwrap();
        let other = fixture.made(Split::Train, kind, &row.unit, &more);
        fixture.add_row(Walk::Shape, Split::Train, "not_taken", &names(&record));
        fixture.add(Split::Train, other);
    };
    faults.more("shape taken by other ranks", Full, swap);
    faults.level_1("shape taken by other ranks", Full, swap);
    let less = |fixture: &mut Fixture| {
        let records = fixture.records.get_mut(&Split::Train).unwrap();
        let at = records.iter().position(|record| record.category == "shape");
        let record = records.remove(at.unwrap());
        fixture.add_row(Walk::Shape, Split::Train, "not_taken", &names(&record));
        fixture.quota = fixture
            .quota
            .map(|(category, wanted, had)| (category, wanted, had - 1));
        fixture.numbers.noise[0].others -= 1;
    };
    faults.more("fewer of shape taken than there are", Full, less);
    faults.level_1("fewer of shape taken than there are", Full, less);
}

/// Leaves out the last bundle that was taken.
fn last_taken(faults: &mut Faults) {
    let shape = |fixture: &mut Fixture| {
        let seed = seed32(fixture.settings.seed);
        let records = fixture.records.values().flatten();
        let shapes = records.filter(|record| record.category == "shape");
        let last = shapes.max_by_key(|record| rank(&seed, "take.shape", &names(record)));
        let last = last.unwrap().clone();
        fixture.remove(&last.kind, |record| record.id == last.id);
        let split = Split::parse(&last.split).unwrap();
        fixture.add_row(Walk::Shape, split, "not_taken", &names(&last));
        fixture.quota = fixture
            .quota
            .map(|(category, wanted, had)| (category, wanted, had - 1));
        let at = Split::ALL.iter().position(|one| *one == split);
        fixture.numbers.noise[at.unwrap()].others -= 1;
    };
    faults.level_1("room for one more of shape", Full, shape);
    let mosaics = |swap: bool| {
        move |fixture: &mut Fixture| {
            fixture.take_mosaics(30);
            let seed = seed32(fixture.settings.seed);
            let key = |m: &str| rank(&seed, "take.mosaic", m.split(' ').next().unwrap());
            let records = fixture.records.values().flatten();
            let mosaics = records.filter(|record| record.category == "mosaic");
            let groups: std::collections::BTreeSet<_> = mosaics
                .map(|record| (key(&names(record)), names(record), record.split.clone()))
                .collect();
            let (_, m, split) = if swap { groups.first() } else { groups.last() }
                .unwrap()
                .clone();
            let split = Split::parse(&split).unwrap();
            let records = fixture.records.get_mut(&split).unwrap();
            let before = records.len();
            records.retain(|record| record.category != "mosaic" || names(record) != m);
            let lost = before - records.len();
            let row = ledger_row(&fixture.rows, "not_taken", Some(split), "mosaic", &m, "");
            fixture.ledger.push(row);
            fixture.quota = fixture
                .quota
                .map(|(category, wanted, had)| (category, wanted, had - lost));
            fixture.reid();
        }
    };
    faults.level_1("room for a group of mosaics", More::None, mosaics(false));
    faults.level_1("groups taken by other ranks", More::None, mosaics(true));
}
