//! Whether a header can be used at all: its paths stay inside the pool, and its counts can be added up.

use super::header::{FileRef, PoolHeader};
use std::path::{Component, Path};

/// The most that all counts of a header make together: any sum of some of them, and of what an import adds, fits 64 bits.
const COUNTS_MAX: u64 = 1 << 60;

/// A value of a header that nothing can be done with.
pub(crate) struct Unsound {
    /// Where it stands.
    pub(crate) place: String,
    /// What may stand there.
    pub(crate) expected: String,
    /// What stands there.
    pub(crate) found: String,
}

/// Finds the values that no reader may use.
pub(crate) fn unsound(header: &PoolHeader) -> Vec<Unsound> {
    let mut found: Vec<Unsound> = files(header)
        .into_iter()
        .filter(|(_, file)| !stays_inside(&file.path))
        .map(|(place, file)| Unsound {
            place: format!("{place}.path"),
            expected: "a path inside the pool".to_owned(),
            found: file.path.clone(),
        })
        .collect();
    found.extend(too_many(header));
    found
}

fn files(header: &PoolHeader) -> Vec<(String, &FileRef)> {
    let parts = header.parts.iter().enumerate();
    let mut files: Vec<_> = parts
        .map(|(at, file)| (format!("parts[{at}]"), file))
        .collect();
    files.push(("ledger".to_owned(), &header.ledger));
    files.push(("provenance".to_owned(), &header.provenance));
    files
}

fn stays_inside(path: &str) -> bool {
    let mut components = Path::new(path).components();
    components.all(|component| matches!(component, Component::Normal(_) | Component::CurDir))
}

/// Names the count with which the sum of all passes the limit.
fn too_many(header: &PoolHeader) -> Option<Unsound> {
    let mut sum = 0_u64;
    for (place, count) in counts(header) {
        match sum.checked_add(count).filter(|sum| *sum <= COUNTS_MAX) {
            Some(more) => sum = more,
            None => {
                return Some(Unsound {
                    place,
                    expected: format!("a number of rows (all together are at most {COUNTS_MAX})"),
                    found: count.to_string(),
                });
            }
        }
    }
    None
}

/// Returns every count that is added to others, with its place.
fn counts(header: &PoolHeader) -> impl Iterator<Item = (String, u64)> {
    let imports = header.imports.iter().enumerate();
    let sources = imports.flat_map(|(import, sources)| {
        let sources = sources.iter().enumerate();
        sources.map(move |(at, source)| (format!("imports[{import}][{at}]"), source))
    });
    let of_sources = sources.flat_map(|(place, source)| {
        let rows = [("rows_in", source.rows_in), ("rows_out", source.rows_out)];
        let mut counts: Vec<(String, u64)> = rows
            .map(|(name, rows)| (format!("{place}.{name}"), rows))
            .into();
        for (at, repair) in source.repairs.iter().enumerate() {
            counts.push((format!("{place}.repairs[{at}].left"), repair.left));
            counts.push((format!("{place}.repairs[{at}].right"), repair.right));
        }
        counts
    });
    let gates = header.gates.iter().enumerate();
    let of_gates = gates.map(|(at, gate)| (format!("gates[{at}].rejected"), gate.rejected));
    let drops = header.drops.iter().enumerate();
    let of_drops = drops.map(|(at, drop)| (format!("drops[{at}].rows"), drop.rows));
    of_sources.chain(of_gates).chain(of_drops)
}
