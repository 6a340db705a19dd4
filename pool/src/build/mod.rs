//! Builds a pool: start reading at [`build`]. docs/format.md, sections 2 and 9.
//!
//! Sources are streamed. What memory holds is one chunk of lines, of every article (of the pool that grows too) an index entry of about 600 bytes with what sorts it, of every
//! tsv row that waits for its group about 150 bytes, and of every row left out about 50; texts wait in a scratch file beside
//! the pool until their place in id order is known. So a million articles took 621 MB, ten million take about 6 GB of memory, whatever their length,
//! and 2,000,000 tsv rows of 2,000 articles took 306 MB.

pub(crate) mod chunk;
mod corpus;
pub(crate) mod entry;
mod fate;
mod folder;
mod gates;
mod identity;
mod import;
mod intact;
mod join;
mod marker;
pub(crate) mod meter;
mod onto;
pub(crate) mod prepare;
pub(crate) mod print;
mod repairs;
pub(crate) mod shown;
mod target;
mod warnings;
mod write;

#[cfg(test)]
pub(crate) use print::tail;

use crate::dedup::{self, DUPLICATE, Exact};
use crate::error::PoolError;
use crate::file;
use crate::import::Place;
use crate::ledger::{Dropped, Ledger, Stage};
use crate::panels::Panels;
use crate::slice::Slicer;
use crate::sources::{SOURCES_MAX, Sources};
use crate::spool::{Spooled, decode};
use crate::store::{LedgerTotal, PoolHeader, RepairTotal};
use crate::timings::Timings;
use entry::{Entry, Rules};
use folder::Folder;
use import::{FAULTS_SHOWN, Imported, Importer};
use onto::{Base, Old};
use prepare::Preparation;
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;

pub use meter::Clock;

/// Called now and then with the bytes of the sources that were read, and how many there are.
pub type Progress<'p> = &'p (dyn Fn(u64, u64) + Sync);

/// What to build.
#[derive(Clone, Copy)]
pub struct Options<'o> {
    /// The `sources.toml`.
    pub sources: &'o Path,
    /// The folder of the pool.
    pub out: &'o Path,
    /// The pool that grows: its articles are kept.
    pub onto: Option<&'o Path>,
    /// Whether a pool made from other inputs may be replaced.
    pub replace: bool,
    /// Where progress goes.
    pub progress: Progress<'o>,
    /// By what the steps are timed, if they are. No byte of a pool depends on it.
    pub clock: Option<Clock>,
}

/// What was built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Whether the pool was there already, made from the same inputs.
    pub unchanged: bool,
    /// Snapshot id.
    pub snapshot: String,
    /// Number of articles.
    pub articles: u64,
    /// Totals of the sources.
    pub sources: Vec<SourceTotal>,
    /// Totals of the ledger.
    pub drops: Vec<LedgerTotal>,
    /// What is worth a second look.
    pub warnings: Vec<String>,
}

/// Totals of one source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SourceTotal {
    /// Its name.
    pub name: String,
    /// Rows read.
    pub rows_in: u64,
    /// Rows that became articles or parts of one.
    pub rows_out: u64,
    /// What was changed in them.
    pub repairs: Vec<RepairTotal>,
}

/// Builds a pool from the files that a `sources.toml` names.
///
/// # Errors
/// If an input or the pool that grows cannot be read or does not fit the other, an input holds more bad rows than `max_bad` allows, or the pool cannot be written.
pub fn build(options: Options<'_>) -> Result<Report, PoolError> {
    let text = file::read(options.sources, SOURCES_MAX)?;
    let sources = Sources::of_bytes(&text, options.sources)?;
    let languages = sources.profiles();
    let of_source: Vec<Preparation> = sources
        .sources
        .iter()
        .map(|source| Preparation::new(source, &languages, options.clock))
        .collect();
    let gates = gates::Rows::new(&sources, &of_source);
    let out = target::resolve(options.out)?;
    let old = options
        .onto
        .map(|old| Old::open(old, &out, options.sources, &sources))
        .transpose()?;
    let old_header = old.as_ref().map(|old| &old.pool().header);
    // Before the lock, so that a name that cannot be used gets no working folder; it counts under the lock.
    target::known(&out)?;
    let folder = Folder::lock(&out)?;
    let mut known = target::known(&out)?;
    if let Some(header) = &known {
        let same = identity::matches(&folder, &text, &sources, &gates, old_header, header)?;
        if same == Some(false) && !options.replace {
            return Err(exists(&out));
        }
        match intact::check(&out, header) {
            Ok(()) if same == Some(true) => return Ok(report(true, header, Vec::new())),
            Ok(()) => {}
            Err(damage) if !options.replace => return Err(damage),
            // As if there were none: it is replaced even by one of the same header.
            Err(_) => known = None,
        }
    }
    let watched = of_source.clone();
    let rules = Rules {
        of_source,
        slicer: Slicer::new(&sources.slice),
    };
    let built = build_in(
        &folder,
        &sources,
        rules,
        &gates,
        old.as_ref(),
        options.progress,
    );
    if built.is_err() {
        // What went wrong is the error to tell; what cannot be cleared now the next build clears.
        let _ = folder.clear();
    }
    let (header, warnings) = built?;
    let unchanged = known.as_ref() == Some(&header);
    if known.is_none() || (options.replace && !unchanged) {
        folder.publish()?;
    } else {
        folder.clear()?;
        if !unchanged {
            return Err(exists(&out));
        }
    }
    identity::keep(&folder, &text, &gates, old_header, &header)?;
    keep_timings(&folder, &watched, &header)?;
    Ok(report(unchanged, &header, warnings))
}

/// Writes what was measured beside the pool, if anything was.
fn keep_timings(
    folder: &Folder,
    watched: &[Preparation],
    header: &PoolHeader,
) -> Result<(), PoolError> {
    let measured = watched.iter().filter_map(|preparation| {
        let meter = preparation.meter.as_ref()?;
        Some(meter.steps(&preparation.gates))
    });
    let steps = meter::sum(measured);
    if steps.is_empty() {
        return Ok(());
    }
    Timings::new(header, meter::EVERY, steps).write(folder.work())
}

fn exists(path: &Path) -> PoolError {
    PoolError::Exists {
        path: path.to_owned(),
    }
}

fn report(unchanged: bool, header: &PoolHeader, warnings: Vec<String>) -> Report {
    let sources = header.imports.iter().flatten();
    Report {
        unchanged,
        snapshot: header.snapshot.clone(),
        articles: header.articles,
        sources: sources
            .map(|source| SourceTotal {
                name: source.name.clone(),
                rows_in: source.rows_in,
                rows_out: source.rows_out,
                repairs: source.repairs.clone(),
            })
            .collect(),
        drops: header.drops.clone(),
        warnings,
    }
}

/// Writes a whole pool into the working folder.
fn build_in(
    folder: &Folder,
    sources: &Sources,
    rules: Rules,
    gates: &gates::Rows,
    old: Option<&Old>,
    progress: Progress<'_>,
) -> Result<(PoolHeader, Vec<String>), PoolError> {
    let (root, scratch) = folder.begin()?;
    let mut imported = Importer::new(sources, &rules, &scratch, progress)?.run()?;
    if let Some(summary) = import::too_many_bad(sources, &imported) {
        let faults = imported.counts.iter().flat_map(|counts| &counts.faults);
        let shown = faults.take(FAULTS_SHOWN).cloned().collect();
        return Err(stopped(folder, imported.ledger, summary, shown)?);
    }
    let entries = std::mem::take(&mut imported.entries);
    let name = |place| imported.file(place).name.as_str();
    let mut exact = dedup::exact(entries, &imported.spooled, name)?;
    let base = match old {
        Some(old) if exact.conflicts.is_empty() => {
            Some(Base::join(old, &mut imported, &mut exact)?)
        }
        _ => None,
    };
    leave_out(&mut imported.ledger, &imported.spooled, &exact.duplicates)?;
    if !exact.conflicts.is_empty() {
        let (summary, shown) = conflicts(&mut imported, &exact)?;
        return Err(stopped(folder, imported.ledger, summary, shown)?);
    }
    if exact.kept.is_empty() {
        let summary = nothing_left(&imported.ledger);
        return Err(stopped(folder, imported.ledger, summary, Vec::new())?);
    }
    let equal = dedup::equal_texts(&mut exact.kept, sources.dedup);
    for dedup::Equal {
        entry,
        reason,
        stays,
    } in equal
    {
        let (row, _) = decode(&imported.spooled.read(entry.span)?);
        for dropped in Dropped::of_article(Stage::Dedup, reason, &stays.to_string(), &row) {
            imported.ledger.push(&dropped)?;
        }
    }
    corpus::leave_out(&mut imported, &mut exact.kept, &rules)?;
    let warnings = warnings::all(sources, &imported, &exact.kept);
    let header = write::pool(
        &root,
        sources,
        gates,
        &rules,
        imported,
        &exact.kept,
        base.as_ref(),
    )?;
    Ok((header, warnings))
}

/// Says why a pool would be empty.
fn nothing_left(ledger: &Ledger) -> String {
    let mut said = "no article is left: every row was left out".to_owned();
    for total in ledger.totals() {
        let LedgerTotal {
            stage,
            reason,
            source,
            rows,
        } = total;
        write!(
            said,
            "\nsource \"{source}\": {rows} rows: {reason} ({stage})"
        )
        .expect("a string takes it");
    }
    said
}

/// Puts the rows of articles that are there already into the ledger; the one that stays has the same id.
fn leave_out(ledger: &mut Ledger, spooled: &Spooled, entries: &[Entry]) -> Result<(), PoolError> {
    for entry in entries {
        let (row, _) = decode(&spooled.read(entry.span)?);
        let stays = entry.id().to_string();
        for dropped in Dropped::of_article(Stage::Dedup, DUPLICATE, &stays, &row) {
            ledger.push(&dropped)?;
        }
    }
    Ok(())
}

/// Names the articles that cannot be in one pool, and puts the later of each two into the ledger.
fn conflicts(imported: &mut Imported, exact: &Exact) -> Result<(String, Vec<String>), PoolError> {
    let mut shown = Vec::new();
    for conflict in &exact.conflicts {
        let [first, second] = conflict.places;
        let at = |place: Place| format!("{}:{}", imported.file(place).name, place.line);
        if shown.len() < FAULTS_SHOWN {
            shown.push(format!(
                "{}: {}: another text has the same source and id at {}",
                at(second),
                conflict.reason,
                at(first)
            ));
        }
        let nothing = Panels::new("", "");
        let dropped = Dropped::new(Stage::Dedup, conflict.reason, second, "", nothing);
        imported.ledger.push(&dropped)?;
    }
    let summary = format!(
        "{} rows have the source and id of another text; give each text an id of its own, or leave one out",
        exact.conflicts.len()
    );
    Ok((summary, shown))
}

/// Writes what would be the ledger where a person can read it, and makes the error that names it.
fn stopped(
    folder: &Folder,
    ledger: Ledger,
    summary: String,
    shown: Vec<String>,
) -> Result<PoolError, PoolError> {
    let path = folder.work().join("ledger.jsonl");
    ledger.write_plain(&path)?;
    Ok(PoolError::BadRows {
        summary,
        shown,
        ledger: path,
    })
}
