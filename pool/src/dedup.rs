//! Equal articles and conflicting keys: docs/format.md, section 2.1.
//!
//! Of rows with equal key and panels the one with the smallest article digest stays. Where even those are equal (the rows differ in
//! fields outside the digest, or in nothing), the smaller fields stay, then the smaller place: so the order of sources decides nothing.

use crate::build::entry::Entry;
use crate::error::PoolError;
use crate::import::{Place, Row};
use crate::spool::{Spooled, decode};

/// Reason of a row whose key and panels another row has.
pub const DUPLICATE: &str = "duplicate_article";

/// Two rows that cannot be in one pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Conflict {
    pub(crate) reason: &'static str,
    pub(crate) places: [Place; 2],
}

/// What stays, in id order, and what does not.
pub(crate) struct Exact {
    pub(crate) kept: Vec<Entry>,
    pub(crate) duplicates: Vec<Entry>,
    pub(crate) conflicts: Vec<Conflict>,
}

/// Sorts articles by id and takes equal ones out. `name` gives a file's name, by which equal rows are told apart.
pub(crate) fn exact<'n>(
    mut entries: Vec<Entry>,
    spooled: &Spooled,
    name: impl Fn(Place) -> &'n str,
) -> Result<Exact, PoolError> {
    entries.sort_by_key(|entry| (entry.article, entry.row));
    let mut exact = Exact {
        kept: Vec::with_capacity(entries.len()),
        duplicates: Vec::new(),
        conflicts: Vec::new(),
    };
    for run in entries.chunk_by(|a, b| a.article == b.article) {
        let mut run = run.to_vec();
        if run.len() > 1 {
            let equal = run.iter().filter(|entry| entry.row == run[0].row).count();
            smallest_first(&mut run[..equal], spooled, &name)?;
        }
        let mut run = run.into_iter();
        exact.kept.extend(run.next());
        exact.duplicates.extend(run);
    }
    find_conflicts(&mut exact);
    Ok(exact)
}

fn smallest_first<'n>(
    run: &mut [Entry],
    spooled: &Spooled,
    name: &impl Fn(Place) -> &'n str,
) -> Result<(), PoolError> {
    let mut rows: Vec<(Row, Entry)> = run
        .iter()
        .map(|entry| Ok((decode(&spooled.read(entry.span)?).0, entry.clone())))
        .collect::<Result<_, PoolError>>()?;
    let order = |(row, entry): &(Row, Entry)| {
        let meta = &row.meta;
        (
            entry.group,
            [&meta.made_by, &meta.source_id, &row.extra].map(String::clone),
            name(entry.place).to_owned(),
            entry.place.line,
        )
    };
    rows.sort_by_cached_key(order);
    for (to, (_, entry)) in run.iter_mut().zip(rows) {
        *to = entry;
    }
    Ok(())
}

/// Finds ids that two articles share, and keys that two texts share.
pub(crate) fn find_conflicts(exact: &mut Exact) {
    let kept = &exact.kept;
    let conflict = |reason, a: &Entry, b: &Entry| Conflict {
        reason,
        places: [a.place.min(b.place), a.place.max(b.place)],
    };
    let ids = kept.windows(2).filter(|pair| pair[0].id() == pair[1].id());
    exact
        .conflicts
        .extend(ids.map(|pair| conflict("id_conflict", &pair[0], &pair[1])));
    let mut keys: Vec<_> = kept.iter().map(|entry| (entry.key, entry.place)).collect();
    keys.sort_unstable();
    let pairs = keys.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    exact.conflicts.extend(pairs.map(|pair| Conflict {
        reason: "key_conflict",
        places: [pair[0].1, pair[1].1],
    }));
}
