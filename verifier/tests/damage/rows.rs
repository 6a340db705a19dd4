//! Faults of the ledger's rows of noise, shape and schema, resealed: format.md, section 9.

use verifier::wire::{LedgerRow, NoiseKind, Split};

use super::Faults;
use crate::fixture::Fixture;
use crate::fixture::More::{self, Full, Short};
use crate::fixture::parts::names;
use crate::fixture::redo::Walk;

pub(super) fn faults(faults: &mut Faults) {
    less(faults);
    other_reasons(faults);
    made(faults);
    forms(faults);
    units(faults);
    behind(faults);
    off(faults);
}

/// The reasons of each category, and whether the unit is a structured article.
const ROWS: [(More, &str, &str, bool); 12] = [
    (Full, "noise", "no_effect", false),
    (Full, "noise", "over_budget", false),
    (Short, "noise", "repeats", false),
    (Full, "shape", "no_effect", false),
    (Full, "shape", "over_budget", false),
    (Full, "shape", "repeats", false),
    (Full, "shape", "not_taken", false),
    (Full, "schema", "unfit", false),
    (Full, "schema", "over_budget", false),
    (Full, "schema", "repeats", false),
    (Full, "schema", "over_budget", true),
    (Full, "schema", "skeleton", true),
];

/// Returns the place of the first row of a sort.
fn at(fixture: &Fixture, category: &str, reason: &str, pair: bool) -> usize {
    let own = |row: &LedgerRow| {
        let structured = || fixture.row(&row.unit).genre.starts_with("structured:");
        row.category == category && row.reason == reason && structured() == pair
    };
    let at = fixture.ledger.iter().position(own);
    at.unwrap_or_else(|| panic!("no {category} {reason}"))
}

fn name(category: &str, reason: &str, pair: bool) -> String {
    let pair = if pair { " of a pair" } else { "" };
    format!("{category} {reason}{pair}")
}

fn less(faults: &mut Faults) {
    for (more, category, reason, pair) in ROWS {
        let name = format!("a row {} less", name(category, reason, pair));
        faults.more(name, more, move |fixture| {
            let at = at(fixture, category, reason, pair);
            fixture.ledger.remove(at);
        });
    }
}

/// Gives each row every other reason of its category.
fn other_reasons(faults: &mut Faults) {
    for (more, category, reason, pair) in ROWS {
        let others: &[&str] = match (category, pair) {
            ("noise", _) => &["no_effect", "over_budget", "repeats"],
            ("shape", _) => &["no_effect", "over_budget", "repeats", "not_taken"],
            (_, false) => &["unfit", "over_budget", "repeats", "skeleton", "not_picked"],
            (_, true) => &["over_budget", "skeleton", "unfit"],
        };
        for other in others.iter().filter(|other| **other != reason) {
            // What a quota leaves out there is where there is one.
            let name = format!("{} as {other}", name(category, reason, pair));
            faults.more(name, more, move |fixture| {
                let at = at(fixture, category, reason, pair);
                (*other).clone_into(&mut fixture.ledger[at].reason);
                fixture.reid();
            });
        }
    }
}

/// Puts a row in the place of a record.
fn made(faults: &mut Faults) {
    let walks = [
        (
            Walk::Noise(NoiseKind::HtmlResidue),
            &["no_effect", "over_budget", "repeats"][..],
        ),
        (Walk::Shape, &["no_effect", "over_budget", "repeats"]),
        (Walk::Generated, &["unfit", "over_budget", "repeats"]),
    ];
    for (walk, reasons) in walks {
        for reason in reasons {
            let name = format!("a record of {} as {reason}", walk.category());
            faults.more(name, Full, move |fixture| {
                let records = fixture.records.get_mut(&Split::Train).unwrap();
                let at = records
                    .iter()
                    .position(|record| walk.is_of(record))
                    .unwrap();
                let record = records.remove(at);
                fixture.add_row(walk, Split::Train, reason, &names(&record));
            });
        }
    }
    for reason in ["skeleton", "over_budget"] {
        faults.more(format!("a pair as {reason}"), Full, move |fixture| {
            let record = fixture.remove("csv", |record| record.meta.contains(r#",""]"#));
            let split = Split::parse(&record.split).unwrap();
            fixture.add_row(Walk::Generated, split, reason, &names(&record));
        });
    }
}

fn forms(faults: &mut Faults) {
    let change =
        |more: More, category: &'static str, reason: &'static str, change: fn(&mut LedgerRow)| {
            (more, move |fixture: &mut Fixture| {
                let at = at(fixture, category, reason, false);
                change(&mut fixture.ledger[at]);
                fixture.reid();
            })
        };
    let mut add = |name: &str, (more, change): (More, _)| faults.more(name, more, change);
    add(
        "noise without its kind",
        change(Full, "noise", "no_effect", |row| row.kind.clear()),
    );
    add(
        "a row of another kind of noise",
        change(Full, "noise", "no_effect", |row| {
            let other = if row.kind == "html-residue" {
                "nav-words"
            } else {
                "html-residue"
            };
            other.clone_into(&mut row.kind);
        }),
    );
    add(
        "a row of a kind of shape",
        change(Full, "shape", "no_effect", |row| {
            "permute".clone_into(&mut row.kind);
        }),
    );
    add(
        "a row of a kind without weight",
        change(Short, "noise", "no_effect", |row| {
            "nav-words".clone_into(&mut row.kind);
        }),
    );
    add(
        "noise that is unfit",
        change(Full, "noise", "no_effect", |row| {
            "unfit".clone_into(&mut row.reason);
        }),
    );
    add(
        "noise that is not taken",
        change(Full, "noise", "no_effect", |row| {
            "not_taken".clone_into(&mut row.reason);
        }),
    );
    add(
        "schema without effect",
        change(Full, "schema", "unfit", |row| {
            "no_effect".clone_into(&mut row.reason);
        }),
    );
    add(
        "schema that is not taken",
        change(Full, "schema", "unfit", |row| {
            "not_taken".clone_into(&mut row.reason);
        }),
    );
    add(
        "schema off though it is on",
        change(Full, "schema", "unfit", |row| {
            "category_off".clone_into(&mut row.reason);
            let id = row.unit[..24].to_owned();
            row.unit = format!("{id}/d");
        }),
    );
    add(
        "shape not taken without a quota",
        change(Short, "shape", "over_budget", |row| {
            "not_taken".clone_into(&mut row.reason);
        }),
    );
    add(
        "a row of shape in base",
        change(Full, "shape", "no_effect", |row| {
            "base".clone_into(&mut row.category);
        }),
    );
}

fn units(faults: &mut Faults) {
    let unit = |category: &'static str, reason: &'static str, pair: bool, to: &'static str| {
        move |fixture: &mut Fixture| {
            let at = at(fixture, category, reason, pair);
            let row = &mut fixture.ledger[at];
            row.unit = format!("{}/{to}", &row.unit[..24]);
            fixture.reid();
        }
    };
    faults.more(
        "a line as skeleton",
        Full,
        unit("schema", "skeleton", true, "0"),
    );
    faults.more("a line as unfit", Full, unit("schema", "unfit", false, "0"));
    faults.more(
        "a line as shape",
        Full,
        unit("shape", "no_effect", false, "0"),
    );
    faults.more(
        "a row of a material that is no base record's",
        Full,
        |fixture| {
            let m = names(fixture.record("document", |record| {
                record.split == "train" && record.meta.contains("/d")
            }));
            let walk = Walk::Noise(NoiseKind::ZeroWidth);
            let m = m.replace("/d", "/0");
            let reason = match fixture.drawn(walk, &m) {
                Some((kind, more)) => {
                    let record = fixture.made(Split::Train, kind, &m, &more);
                    let same = crate::fixture::redo::panels(&record) == fixture.clean(&m);
                    if same { "no_effect" } else { "repeats" }
                }
                None => "no_effect",
            };
            fixture.add_row(walk, Split::Train, reason, &m);
        },
    );
    faults.more(
        "a line as not picked",
        Full,
        unit("schema", "not_picked", true, "0"),
    );
    faults.more(
        "a range of one line as noise",
        Full,
        unit("noise", "no_effect", false, "0-1"),
    );
    faults.more("two materials in a row of noise", Full, |fixture| {
        let at = at(fixture, "noise", "no_effect", false);
        let row = &mut fixture.ledger[at];
        row.unit = format!("{0} {0}", row.unit);
        fixture.reid();
    });
    faults.more("a row of noise in another split", Full, |fixture| {
        let at = at(fixture, "noise", "no_effect", false);
        let row = &mut fixture.ledger[at];
        let other = if row.split == "train" {
            "test"
        } else {
            "train"
        };
        other.clone_into(&mut row.split);
        fixture.reid();
    });
}

/// Adds rows of categories that are off.
fn off(faults: &mut Faults) {
    let walks = [
        (Walk::Noise(NoiseKind::NoSpace), "no_effect"),
        (Walk::Shape, "no_effect"),
        (Walk::Generated, "unfit"),
    ];
    for (walk, reason) in walks {
        let name = format!("a row of {} that is off", walk.category());
        faults.more(name, More::None, move |fixture| {
            let own = |record: &verifier::wire::Record| record.split == "train";
            let m = names(fixture.record("slice", own));
            fixture.add_row(walk, Split::Train, reason, &m);
        });
    }
}

/// Adds a row of the material that the walk would have come to next.
fn behind(faults: &mut Faults) {
    let walks = [
        (Walk::Noise(NoiseKind::BrokenWord), &["no_effect"][..]),
        (
            Walk::Noise(NoiseKind::HtmlResidue),
            &["repeats", "over_budget"],
        ),
        (Walk::Shape, &["repeats", "over_budget"]),
        (Walk::Generated, &["repeats", "unfit"]),
    ];
    for (walk, reasons) in walks {
        for reason in reasons {
            let name = format!("a row {} {reason} behind the walk's end", walk.category());
            faults.more(name, Full, move |fixture| {
                let mut found = None;
                for split in Split::ALL {
                    for m in fixture.behind(walk, split) {
                        found =
                            found.or(ends(fixture, walk, split, &m, reason).then_some((split, m)));
                    }
                }
                let (split, m) = found.unwrap_or_else(|| panic!("{walk:?} {reason}"));
                fixture.add_row(walk, split, reason, &m);
            });
        }
    }
}

/// Returns whether a material ends as a reason says, where no walk is needed to tell.
fn ends(fixture: &Fixture, walk: Walk, split: Split, m: &str, reason: &str) -> bool {
    let Some((kind, more)) = fixture.drawn(walk, m) else {
        return reason == "unfit";
    };
    let record = fixture.made(split, kind, m, &more);
    let same = crate::fixture::redo::panels(&record) == fixture.clean(m);
    match reason {
        "no_effect" => same,
        "over_budget" => !same && !fixture.has_room(record.tokens),
        _ => !same && reason == "repeats" && fixture.has_room(record.tokens),
    }
}
