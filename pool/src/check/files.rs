//! Files, ledger and totals of a pool.

use super::{Report, funnel};
use crate::derive::sha256;
use crate::file;
use crate::ledger::{self, LedgerRow};
use crate::number::length;
use crate::script::TABLES;
use crate::store::{FileRef, LedgerTotal, PoolHeader};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

pub(super) fn check(root: &Path, header: &PoolHeader, report: &mut Report) {
    let files = header
        .parts
        .iter()
        .chain([&header.ledger, &header.provenance]);
    for file in files {
        digest(root, file, report);
    }
    for (name, text) in TABLES {
        let found = header.tables.iter().find(|table| table.name == *name);
        let found = found
            .map_or("no such table", |table| &table.sha256)
            .to_owned();
        report.equal("tables", name, &sha256(text.as_bytes()).hex(), &found);
    }
    ledger(root, header, report);
}

fn digest(root: &Path, file: &FileRef, report: &mut Report) {
    match file::map(&root.join(&file.path)) {
        Ok(bytes) => {
            let length = length(bytes.len());
            report.equal("file sizes", &file.path, &file.bytes, &length);
            let found = sha256(&bytes).hex();
            report.equal("file digests", &file.path, &file.sha256, &found);
        }
        Err(error) => report.fail("file digests", &file.path, &file.sha256, error),
    }
}

/// Counts the ledger again and holds it against the header: what came in is a row of the pool or of the ledger.
fn ledger(root: &Path, header: &PoolHeader, report: &mut Report) {
    let name = &header.ledger.path;
    let sources: Vec<&str> = header
        .imports
        .iter()
        .flatten()
        .map(|source| source.name.as_str())
        .collect();
    let mut totals = Totals::new();
    let mut rows = 0_u64;
    let mut unordered = 0_u64;
    let mut unlisted = 0_u64;
    let files = files_of(header);
    let mut last: Option<Place> = None;
    let read = ledger::read(&root.join(name), |row| {
        rows += 1;
        let place = place(&sources, &row);
        unordered += u64::from(last.as_ref().is_some_and(|last| *last > place));
        last = Some(place);
        unlisted += u64::from(!files.contains(&(&*row.source, &*row.file)));
        *totals
            .entry((row.stage, row.reason, row.source))
            .or_default() += 1;
        Ok(())
    });
    if let Err(error) = read {
        report.fail("ledger", name, "rows of a ledger", error);
        return;
    }
    report.equal("ledger", name, &header.ledger.rows, &rows);
    report.ask("ledger", unordered == 0, || {
        [
            name.clone(),
            "rows in order of source, file, line, reason".into(),
            format!("{unordered} out of order"),
        ]
    });
    report.ask("ledger", unlisted == 0, || {
        [
            name.clone(),
            "files that an import of their source lists".into(),
            format!("{unlisted} rows of others"),
        ]
    });
    let listed: Vec<LedgerTotal> = totals
        .iter()
        .map(|((stage, reason, source), &rows)| LedgerTotal {
            stage: stage.clone(),
            reason: reason.clone(),
            source: source.clone(),
            rows,
        })
        .collect();
    report.ask("ledger totals", listed == header.drops, || {
        [
            "pool.json drops".into(),
            format!("{listed:?}"),
            format!("{:?}", header.drops),
        ]
    });
    balance(header, &totals, report);
    funnel::check(header, &listed, report);
}

/// Returns the files of each source, by name.
fn files_of(header: &PoolHeader) -> BTreeSet<(&str, &str)> {
    let sources = header.imports.iter().flatten();
    let files = sources.flat_map(|source| {
        let files = source.files.iter();
        files.map(|file| (source.name.as_str(), file.path.as_str()))
    });
    files.collect()
}

/// Rows of the ledger by stage, reason and source.
type Totals = BTreeMap<(String, String, String), u64>;

/// What went in must have come out, or stand in the ledger.
fn balance(header: &PoolHeader, totals: &Totals, report: &mut Report) {
    let sum = |wanted: &dyn Fn(&(String, String, String)) -> bool| -> u64 {
        totals
            .iter()
            .filter(|(key, _)| wanted(key))
            .map(|(_, rows)| rows)
            .sum()
    };
    // A name may stand in several imports, and the ledger does not say of which a row is: they balance together.
    let mut balance: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for source in header.imports.iter().flatten() {
        let (rows_in, rows_out) = balance.entry(&source.name).or_default();
        *rows_in += source.rows_in;
        *rows_out += source.rows_out;
    }
    for (name, (rows_in, rows_out)) in balance {
        let out = rows_out + sum(&|key| key.2 == name);
        report.equal("rows in = rows out + ledger", name, &rows_in, &out);
    }
}

type Place = (usize, String, u64, String);

fn place(sources: &[&str], row: &LedgerRow) -> Place {
    let source = sources.iter().position(|name| *name == row.source);
    (
        source.unwrap_or(sources.len()),
        row.file.clone(),
        row.line,
        row.reason.clone(),
    )
}
