//! Is the pool sound, and the one that the release was made from? format.md, section 2.

use std::path::Path;

use super::HashedRead;
use super::recipe::sha256;
use crate::error::Error;
use crate::finding::{Check, Code, Fault, Place};
use crate::stream::{Digest, Tree, hex, seed32, unhex};
use crate::tables::tables;
use crate::tally::Tally;
use crate::text::{self, line_count, panel_fault};
use crate::wire::{
    Article, FolderFault, LineReader, Manifest, PartRef, Pool, PoolFault, ReadFault,
    article_digest, article_id, article_key, entry_digest,
};
use rayon::prelude::*;

/// Rows that are looked at together.
const CHUNK: u64 = 4096;

/// Opens the pool and looks at all of it; none if it is not sound enough to be read.
pub(crate) fn open(
    path: &Path,
    manifest: &Manifest,
    tally: &mut Tally,
) -> Result<Option<Pool>, Error> {
    let pool = match Pool::open(path) {
        Ok(pool) => pool,
        Err(PoolFault::Form(file, what)) => {
            let fault = Fault::new(Code::Pool, "the form of format 1", what);
            tally.look(
                Check::Pool,
                &Place::file(format!("pool/{file}")),
                Some(fault),
            );
            return Ok(None);
        }
        Err(source) => {
            return Err(Error::Pool {
                path: path.display().to_string(),
                source,
            });
        }
    };
    pool.index_lines();
    header(&pool, manifest, tally);
    for (part, entry) in pool.parts().iter().zip(&pool.header().parts) {
        let place = Place::file(format!("pool/{}", entry.path));
        let digest = sha256(part.bytes());
        tally.equal(
            Check::Pool,
            &place,
            Code::Pool,
            "sha256",
            (&entry.sha256, &digest),
        );
        let bytes = u64::try_from(part.bytes().len()).expect("a length in memory fits 64 bits");
        tally.equal(
            Check::Pool,
            &place,
            Code::Pool,
            "bytes",
            (&entry.bytes, &bytes),
        );
        tally.equal(
            Check::Pool,
            &place,
            Code::Pool,
            "rows",
            (&entry.rows, &part.rows()),
        );
    }
    for entry in [&pool.header().ledger, &pool.header().provenance] {
        side_file(&pool, entry, tally)?;
    }
    rows(&pool, manifest, tally);
    Ok(Some(pool))
}

fn header(pool: &Pool, manifest: &Manifest, tally: &mut Tally) {
    let header = pool.header();
    let place = Place::file("pool/pool.json");
    let pairs = [
        ("snapshot", &manifest.pool.snapshot, &header.snapshot),
        ("left", &manifest.pool.left, &header.left),
        ("right", &manifest.pool.right, &header.right),
    ];
    for (what, expected, actual) in pairs {
        tally.equal(Check::Pool, &place, Code::Pool, what, (expected, actual));
    }
    let articles = [
        ("the header", header.articles),
        ("the release", manifest.pool.articles),
    ];
    for (whose, said) in articles {
        let what = format!("articles of {whose}:");
        tally.equal(Check::Pool, &place, Code::Pool, &what, (&pool.len(), &said));
    }
    let empty = pool.is_empty();
    let fault = empty.then(|| Fault::new(Code::Pool, "at least one article", "none"));
    tally.look(Check::Pool, &place, fault);
    // Lines and slices of the pool rest on it.
    let blank = tables().into_iter().filter(|(name, _)| *name == "blank");
    let found = header.tables.iter();
    let same = blank.eq(found.map(|table| (table.name.as_str(), table.sha256.clone())));
    let fault = Fault::new(Code::Recipe, "the table `blank` of the release", "another");
    tally.look(Check::Pool, &place, (!same).then_some(fault));
}

/// Looks at a file of rows that replay does not need.
fn side_file(pool: &Pool, entry: &PartRef, tally: &mut Tally) -> Result<(), Error> {
    let path = format!("pool/{}", entry.path);
    let place = Place::file(&path);
    let file = match pool.file(&entry.path) {
        Ok((file, size)) if size == entry.bytes => file,
        Ok((_, size)) => {
            let fault = Fault::new(Code::Pool, format!("{} bytes", entry.bytes), size);
            tally.look(Check::Pool, &place, Some(fault));
            return Ok(());
        }
        Err(FolderFault::Io(error)) => return Err(Error::io(&path, error)),
        Err(FolderFault::Missing | FolderFault::NotRegular(_)) => {
            let fault = Fault::new(Code::Pool, "a file", "none");
            tally.look(Check::Pool, &place, Some(fault));
            return Ok(());
        }
    };
    let mut reader = LineReader::frames(HashedRead::new(file));
    let mut rows = 0;
    let outcome = loop {
        match reader.next_batch() {
            Ok(None) => break Ok(()),
            Ok(Some(batch)) => rows += batch.lines().len(),
            Err(fault) => break Err(fault),
        }
    };
    match outcome {
        Ok(()) => {}
        Err(ReadFault::Io(error)) => return Err(Error::io(&path, error)),
        Err(ReadFault::Framing(what) | ReadFault::Limit(what)) => {
            let fault = Fault::new(Code::Pool, "lines in zstd frames", what);
            tally.look(Check::Pool, &place, Some(fault));
        }
    }
    let rows = u64::try_from(rows).expect("a count of lines fits 64 bits");
    tally.equal(
        Check::Pool,
        &place,
        Code::Pool,
        "rows",
        (&entry.rows, &rows),
    );
    let digest = reader
        .source_mut()
        .finish()
        .map_err(|error| Error::io(&path, error))?;
    tally.equal(
        Check::Pool,
        &place,
        Code::Pool,
        "sha256",
        (&entry.sha256, &digest),
    );
    Ok(())
}

/// Looks at every row, and at the snapshot that they make.
fn rows(pool: &Pool, manifest: &Manifest, tally: &mut Tally) {
    let slicing = Slicer {
        seed: seed32(&pool.header().slice.seed),
        bytes: pool.header().slice.bytes,
    };
    let mut tree = Tree::default();
    let mut last: Option<&str> = None;
    let mut first = 0;
    while first < pool.len() {
        let ordinals: Vec<u64> = (first..pool.len().min(first + CHUNK)).collect();
        let looked = ordinals.par_iter().map(|ordinal| {
            let article = pool.article(*ordinal);
            let fault = article_fault(&article).or_else(|| slicing.fault(pool, *ordinal));
            (entry(&article), fault)
        });
        for (ordinal, (entry, fault)) in ordinals.iter().zip(looked.collect::<Vec<_>>()) {
            let article = pool.article(*ordinal);
            let ascends = last.is_none_or(|last| last < article.id);
            let fault = fault.or_else(|| (!ascends).then_some("an id above the one before"));
            let fault = fault.map(|expected| Fault::new(Code::Pool, expected, "another"));
            tally.look(
                Check::Pool,
                &Place::row("pool", *ordinal, article.id),
                fault,
            );
            tree.push(&entry);
            last = Some(article.id);
        }
        first += CHUNK;
    }
    unique_keys(pool, tally);
    let root = hex(&tree.root());
    let place = Place::file("pool");
    let pair = (&manifest.pool.snapshot, &root);
    tally.equal(Check::Pool, &place, Code::Pool, "snapshot", pair);
}

/// Looks whether no two articles have one key; takes 20 bytes an article while it does.
fn unique_keys(pool: &Pool, tally: &mut Tally) {
    let keyed = (0..pool.len()).into_par_iter();
    let keyed = keyed.map(|ordinal| (unhex::<12>(pool.article(ordinal).key), ordinal));
    let mut keyed: Vec<(Option<[u8; 12]>, u64)> = keyed.collect();
    keyed.par_sort_unstable();
    for pair in keyed
        .windows(2)
        .filter(|pair| pair[0].0.is_some() && pair[0].0 == pair[1].0)
    {
        let article = pool.article(pair[1].1);
        let fault = Fault::new(Code::Pool, "a key of its own", article.key);
        tally.put(
            Check::Pool,
            &Place::row("pool", pair[1].1, article.id),
            fault,
        );
    }
}

fn entry(article: &Article<'_>) -> Digest {
    let Article {
        key,
        id,
        source,
        license,
        origin,
        translation,
        genre,
        left,
        right,
        ..
    } = article;
    let digest = article_digest([
        key,
        id,
        source,
        license,
        origin,
        translation,
        genre,
        left,
        right,
    ]);
    let near: Vec<&str> = article.near().collect();
    entry_digest(&digest, article.group, &near, article.slices)
}

/// Returns what of a row is not as the format has it.
#[must_use]
pub fn article_fault(article: &Article<'_>) -> Option<&'static str> {
    let Article {
        key,
        id,
        source,
        source_id,
        origin,
        translation,
        genre,
        group,
        ..
    } = article;
    let Article { left, right, .. } = article;
    let near: Vec<&str> = article.near().collect();
    let hex12 = |text: &str| unhex::<12>(text).is_some();
    let rules = [
        (
            *key == article_key(source, source_id, left, right),
            "the key of source and source_id, or of the text",
        ),
        (
            *id == article_id(key, left, right),
            "the id of key and panels",
        ),
        (ORIGINS.contains(origin), "an origin of the list"),
        (
            TRANSLATIONS.contains(translation),
            "a translation of the list",
        ),
        (GENRES.contains(genre), "a genre of the list"),
        (hex12(group), "a group of 24 hex digits"),
        (
            near.iter().all(|near| hex12(near)),
            "`near` of 24 hex digits each",
        ),
        (
            near.windows(2).all(|pair| pair[0] < pair[1]),
            "`near` ascending and unique",
        ),
        (!near.contains(group), "`near` without `group`"),
        (
            slices_fit(article),
            "slices that ascend to the number of lines",
        ),
    ];
    let panels = [article.left, article.right]
        .into_iter()
        .find_map(panel_fault);
    let broken = rules
        .into_iter()
        .find(|(holds, _)| !holds)
        .map(|(_, rule)| rule);
    broken.or(panels.map(|_| "panels without U+0000, U+000D and blank lines at their ends"))
}

/// How the pool was sliced.
struct Slicer {
    seed: Digest,
    bytes: u64,
}

impl Slicer {
    fn fault(&self, pool: &Pool, ordinal: u64) -> Option<&'static str> {
        let Article {
            key,
            left,
            right,
            slices,
            ..
        } = pool.article(ordinal);
        pool.line_count(ordinal)?;
        let cut = text::slices(&self.seed, self.bytes, key, left, right);
        (cut.as_deref() != Some(slices)).then_some("slices as the slicer cuts them")
    }
}

fn slices_fit(article: &Article<'_>) -> bool {
    let (left, right) = (line_count(article.left), line_count(article.right));
    if article.is_structured() || left != right {
        return article.slices.is_empty();
    }
    let ascend = article.slices.windows(2).all(|pair| pair[0] < pair[1]);
    let first = article.slices.first().is_some_and(|first| *first > 0);
    let last = article
        .slices
        .last()
        .and_then(|last| usize::try_from(*last).ok());
    ascend && first && last == Some(left)
}

/// Origins of an article.
pub(crate) const ORIGINS: [&str; 5] = ["left", "right", "both", "none", "unknown"];
const TRANSLATIONS: [&str; 4] = ["human", "machine", "llm", "unknown"];
const GENRES: [&str; 9] = [
    "prose",
    "dialogue",
    "lines",
    "structured:json",
    "structured:csv",
    "structured:xml",
    "structured:markdown",
    "structured:html",
    "structured:web-text",
];
