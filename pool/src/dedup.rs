//! Equal articles and conflicting keys: docs/format.md, section 2.1.
//!
//! Of rows with equal key and panels the one with the smallest article digest stays. Where even those are equal (the rows differ in
//! fields outside the digest, or in nothing), the smaller fields stay, then the smaller place: so the order of sources decides nothing.

use crate::build::entry::Entry;
use crate::error::PoolError;
use crate::id::{ArticleId, ArticleKey};
use crate::import::{Place, Row};
use crate::number::index;
use crate::sources::DedupRule;
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

/// An article that is left out because of an equal text: the reason, and which one stays.
pub(crate) struct Equal {
    pub(crate) entry: Entry,
    pub(crate) reason: &'static str,
    pub(crate) stays: ArticleId,
}

/// Takes out articles whose text others have, whatever their keys: of equal ones those of the pool that grows stay, then those with the
/// least key. Texts are equal if they are without their blanks.
pub(crate) fn equal_texts(kept: &mut Vec<Entry>, rule: DedupRule) -> Vec<Equal> {
    let mut out = Vec::new();
    let print = |entry: &Entry| entry.prints.panels;
    let most = usize::from(rule.pair);
    take_out(kept, most, "duplicate_pair", &mut out, |entry| {
        (print(entry).left, print(entry).right)
    });
    let limits = [
        (rule.left, "duplicate_left", true),
        (rule.right, "duplicate_right", false),
    ];
    for (most, reason, is_left) in limits {
        take_out(kept, index(most), reason, &mut out, |entry| {
            let panels = print(entry);
            (if is_left { panels.left } else { panels.right }, 0)
        });
    }
    out
}

/// Of two articles with one print the one that comes first stays.
type Order = ((u128, u128), bool, ArticleKey);

/// Takes out all but `most` of the articles with one print; 0 takes none out.
fn take_out(
    kept: &mut Vec<Entry>,
    most: usize,
    reason: &'static str,
    out: &mut Vec<Equal>,
    print: impl Fn(&Entry) -> (u128, u128),
) {
    if most == 0 {
        return;
    }
    let order = |entry: &Entry| -> Order { (print(entry), entry.old.is_none(), entry.key) };
    let mut sorted: Vec<(Order, usize)> = kept.iter().map(order).zip(0..).collect();
    sorted.sort_unstable();
    let mut stays: Vec<Option<ArticleId>> = vec![None; kept.len()];
    for run in sorted.chunk_by(|a, b| a.0.0 == b.0.0) {
        let first = kept[run[0].1].id();
        for &(_, at) in run.iter().skip(most) {
            if kept[at].old.is_none() {
                stays[at] = Some(first);
            }
        }
    }
    let mut left = Vec::with_capacity(kept.len());
    for (entry, stays) in std::mem::take(kept).into_iter().zip(stays) {
        match stays {
            None => left.push(entry),
            Some(stays) => out.push(Equal {
                entry,
                reason,
                stays,
            }),
        }
    }
    *kept = left;
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
