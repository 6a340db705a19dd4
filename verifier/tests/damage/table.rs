//! Holds `faults.tsv` and the faults together, and counts what the table claims.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use verifier::{Check, Code};

use super::case::Case;
use super::{Fault, Faults, resealed, sound};

/// Codes that nothing at levels 1 and 2 can raise, each with its reason.
const OUT_OF_REACH: [(Code, &str); 0] = [];

/// One finding that a fault must give.
#[derive(Clone, Debug)]
struct Row {
    /// Of the catalogue of mutations, where one fits.
    numbers: Vec<u16>,
    resealed: bool,
    /// Whether the finding must be the report's first.
    first: bool,
    check: String,
    code: String,
    place: String,
    fault: String,
}

fn rows() -> Vec<Row> {
    let lines = include_str!("faults.tsv").lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(row).collect()
}

fn row(line: &str) -> Row {
    let fields: Vec<&str> = line.split('\t').collect();
    let [numbers, seal, rank, check, code, place, fault] = fields[..] else {
        panic!("not seven fields: {line}");
    };
    let one_of = |word: &str, names: [&str; 2]| {
        assert!(names.contains(&word), "{word}: {line}");
        word == names[0]
    };
    let numbers = numbers.split(',').filter(|number| *number != "-");
    Row {
        numbers: numbers.map(|number| number.parse().unwrap()).collect(),
        resealed: one_of(seal, ["resealed", "raw"]),
        first: one_of(rank, ["first", "among"]),
        check: check.to_owned(),
        code: code.to_owned(),
        place: place.to_owned(),
        fault: fault.to_owned(),
    }
}

/// Returns what a fault's report lacks of its rows; nothing if all is there.
fn lacks(case: &Case, rows: &[&Row]) -> Vec<String> {
    let findings = case.findings();
    let met = |row: &&&Row| {
        let mut shown = findings
            .iter()
            .take(if row.first { 1 } else { findings.len() });
        shown.any(|(said, finding)| {
            let same =
                (name(said.check), said.code.to_string()) == (row.check.clone(), row.code.clone());
            same && case.is_at(finding, &row.place)
        })
    };
    let lacking = rows.iter().filter(|row| !met(row));
    let say = |row: &&Row| {
        let Row {
            fault,
            check,
            code,
            place,
            ..
        } = row;
        format!("{fault}: no {check} {code} at {place}, but\n{case}")
    };
    lacking.map(say).collect()
}

fn name(check: Check) -> String {
    let quoted = serde_json::to_string(&check).unwrap();
    quoted.trim_matches('"').to_owned()
}

/// Maps all faults, some at a time, in threads that are no workers of the verifier's own.
///
/// Where only the outcome matters, `ENOUGH` in the environment says after how many faults that
/// lack something no other is begun.
fn each(faults: Vec<Fault>, map: impl Fn(Fault) -> Vec<String> + Sync) -> Vec<String> {
    let enough = std::env::var("ENOUGH").ok();
    let enough = enough.map_or(usize::MAX, |enough| enough.parse().unwrap());
    let lacking = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let next = Mutex::new(faults.into_iter());
    let work = || -> Vec<String> {
        let take = || next.lock().unwrap().next();
        let go_on = |_: &Fault| lacking.load(Relaxed) < enough;
        let judged = std::iter::from_fn(take).take_while(go_on).map(&map);
        let counted = judged.inspect(|lacks| {
            lacking.fetch_add(usize::from(!lacks.is_empty()), Relaxed);
        });
        counted.flatten().collect()
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap())
            .collect()
    })
}

#[test]
fn every_fault_is_found_by_its_code_at_its_place() {
    let rows = rows();
    let judge = |fault: Fault| -> Vec<String> {
        let own: Vec<&Row> = rows.iter().filter(|row| row.fault == fault.name).collect();
        lacks(&(fault.run)(), &own)
    };
    let mut faults = Faults::all().0;
    // Who writes a fault runs those alone that have `FAULT` in their names.
    let named = std::env::var("FAULT").unwrap_or_default();
    faults.retain(|fault| fault.name.contains(&named));
    // Where only the outcome matters, `FIRST` in the environment names checks to begin with.
    let first = std::env::var("FIRST").unwrap_or_default();
    let first: Vec<&str> = first.split(',').collect();
    let is_first = |row: &Row| first.contains(&row.check.as_str());
    faults.sort_by_cached_key(|fault| {
        let mut rows = rows.iter().filter(|row| row.fault == fault.name);
        !rows.any(is_first)
    });
    let lacking = each(faults, judge);
    assert!(lacking.is_empty(), "{}", lacking.join("\n"));
}

#[test]
fn the_table_and_the_faults_are_of_one_another() {
    let mut faults = BTreeMap::new();
    for Fault { name, resealed, .. } in Faults::all().0 {
        assert!(
            faults.insert(name.clone(), resealed).is_none(),
            "{name}: twice"
        );
    }
    let rows = rows();
    for row in &rows {
        let resealed = faults.get(&row.fault);
        assert_eq!(resealed, Some(&row.resealed), "{}", row.fault);
    }
    for name in faults.keys() {
        let own = || rows.iter().filter(|row| row.fault == *name);
        assert!(own().count() > 0, "{name}: no row");
        let numbers: BTreeSet<&[u16]> = own().map(|row| row.numbers.as_slice()).collect();
        assert_eq!(numbers.len(), 1, "{name}: of several numbers");
    }
}

#[test]
fn the_table_holds_what_is_claimed_of_it() {
    let rows = rows();
    let numbers = |rows: &[&Row]| -> BTreeSet<u16> {
        rows.iter().flat_map(|row| row.numbers.clone()).collect()
    };
    let all: Vec<&Row> = rows.iter().collect();
    let sealed: Vec<&Row> = rows.iter().filter(|row| row.resealed).collect();
    assert!(numbers(&all).len() >= 40, "{:?}", numbers(&all));
    assert!(numbers(&sealed).len() >= 30, "{:?}", numbers(&sealed));
    assert!(
        numbers(&all)
            .iter()
            .all(|number| (1..=108).contains(number))
    );
    for check in Check::ALL {
        let name = name(*check);
        assert!(
            rows.iter().any(|row| row.check == name),
            "{name}: no fault fails it"
        );
    }
    for code in Code::ALL {
        let name = code.to_string();
        let listed = rows.iter().any(|row| row.code == name);
        let reason = OUT_OF_REACH.iter().any(|(out, _)| out == code);
        assert!(
            listed != reason,
            "{name}: no row, or one in spite of its reason"
        );
    }
}

#[test]
fn a_release_that_is_right_is_in_no_row() {
    let report = resealed(&sound());
    assert!(report.ok && report.findings.is_empty(), "{}", report.text());
}
