//! Faults of single rows of the ledger that one inner check sees, resealed.

use verifier::wire::LedgerRow;

use super::Faults;
use crate::fixture::Fixture;
use crate::fixture::parts::ledger_row;
use crate::fixture::pool::{Row, split};

pub(super) fn faults(faults: &mut Faults) {
    names(faults);
    units(faults);
    facts(faults);
    categories_off(faults);
}

/// Changes the first row of a reason.
fn change(faults: &mut Faults, name: &str, reason: &'static str, change: fn(&mut LedgerRow)) {
    faults.sealed(name, move |fixture| {
        let mut rows = fixture.ledger.iter_mut();
        change(rows.find(|row| row.reason == reason).unwrap());
        fixture.reid();
    });
}

fn names(faults: &mut Faults) {
    change(faults, "a row's category", "mosaic_alone", |row| {
        "base".clone_into(&mut row.category);
    });
    change(faults, "a row without a category", "mosaic_alone", |row| {
        row.category.clear();
    });
    change(faults, "a bridge of no split", "split_bridge", |row| {
        "x".clone_into(&mut row.split);
    });
    change(faults, "a row's kind that is none", "mosaic_alone", |row| {
        "x".clone_into(&mut row.kind);
    });
    change(faults, "a row of no article", "mosaic_alone", |row| {
        row.unit = format!("{}/0", "0".repeat(24));
    });
}

fn units(faults: &mut Faults) {
    change(faults, "a bridge by its line", "split_bridge", |row| {
        row.unit = row.unit.replace("/d", "/0");
    });
    change(faults, "a line of several", "line_over_budget", |row| {
        let (id, line) = row.unit.split_once('/').unwrap();
        let line: u32 = line.parse().unwrap();
        row.unit = format!("{id}/{line}-{}", line + 2);
    });
    change(
        faults,
        "a window of a range of one",
        "window_alone",
        |row| {
            let (id, range) = row.unit.split_once('/').unwrap();
            let first = range.split('-').next().unwrap();
            let first: u32 = first.parse().unwrap();
            row.unit = format!("{id}/{first}-{}", first + 1);
        },
    );
    // The article has one line, which is its slice.
    change(
        faults,
        "a text of a range of one",
        "cross_split_text",
        |row| {
            row.unit = row.unit.replace("/d", "/0-1");
        },
    );
    change(
        faults,
        "a repeat of a cross mosaic",
        "style_repeats",
        |row| {
            "cross-dense".clone_into(&mut row.kind);
        },
    );
}

/// Puts a row about an article that a rule takes.
fn put(
    faults: &mut Faults,
    name: &str,
    (reason, category, view, kind): (&'static str, &'static str, &'static str, &'static str),
    rule: fn(&Row) -> bool,
) {
    faults.sealed(name, move |fixture| {
        let splitter = fixture.settings.splitter();
        let Fixture { rows, ledger, .. } = &mut *fixture;
        let row = rows.iter().find(|row| rule(row)).unwrap();
        let split = split(row, &splitter);
        let unit = format!("{}/{view}", row.id);
        ledger.push(ledger_row(rows, reason, split, category, &unit, kind));
        fixture.reid();
    });
}

fn facts(faults: &mut Faults) {
    change(
        faults,
        "a row of category schema for a text",
        "document_over_budget",
        |row| {
            "category_off".clone_into(&mut row.reason);
            "schema".clone_into(&mut row.category);
        },
    );
    let essay = |row: &Row| row.source_id == "essay3";
    let note = |row: &Row| row.source_id == "note01";
    let names = ("run_alone", "mosaic", "0", "");
    put(faults, "a line of prose for runs", names, essay);
    let names = ("style_repeats", "mosaic", "0-2", "run-dense");
    put(faults, "a run of prose", names, note);
    let names = ("mosaic_alone", "mosaic", "1", "");
    put(faults, "a line too long for mosaics", names, |row| {
        row.source_id == "giant"
    });
}

/// Rows that stay where the recipe has no such table or style.
fn categories_off(faults: &mut Faults) {
    faults.sealed("rows of categories that are off", |fixture| {
        let tables = "[mosaic]\ncross = \"9/10\"\n[longform]\n";
        assert!(fixture.recipe.contains(tables));
        fixture.recipe = fixture.recipe.replace(tables, "");
        for records in fixture.records.values_mut() {
            records.retain(|record| record.category == "base");
        }
    });
    faults.sealed("rows of a style that is off", |fixture| {
        let styles = "[mosaic]\nstyles = [\"paragraph\", \"mixed\"]\n";
        fixture.recipe = fixture.recipe.replace("[mosaic]\n", styles);
        for records in fixture.records.values_mut() {
            records.retain(|record| !record.kind.ends_with("-dense"));
        }
    });
}
