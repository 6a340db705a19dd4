//! Rows of a pool, each by itself and all together.

use super::{Report, imports};
use crate::article::Article;
use crate::derive::merkle_root;
use crate::error::PoolError;
use crate::form;
use crate::id::{ArticleId, Digest};
use crate::number::ordinal;
use crate::provenance;
use crate::slice::Slicer;
use crate::store::Pool;
use rayon::prelude::*;

const CHUNK: u32 = 4096;

/// What one row says.
struct Seen {
    id: ArticleId,
    entry: Digest,
    /// LF-separated pieces of the panel that has fewer.
    lines: u32,
    wrong: Vec<&'static str>,
    sliced: bool,
}

pub(super) fn check(pool: &Pool, report: &mut Report, progress: crate::build::Progress<'_>) {
    let rule = &pool.header.slice;
    let sliceable = (8..=1 << 60).contains(&rule.bytes);
    report.ask("slices", sliceable, || {
        [
            "pool.json slice".into(),
            "at least 8 bytes".into(),
            rule.bytes.to_string(),
        ]
    });
    let slicer = sliceable.then(|| Slicer::new(rule));
    let mut ids = Vec::new();
    let mut entries = Vec::new();
    let mut lines = Vec::new();
    let mut first = 0;
    while first < pool.len() {
        let end = first.saturating_add(CHUNK).min(pool.len());
        let seen: Vec<Result<Seen, PoolError>> = (first..end)
            .into_par_iter()
            .map(|index| {
                pool.article(index)
                    .map(|article| look(&article, slicer.as_ref()))
            })
            .collect();
        for (index, seen) in (first..).zip(seen) {
            match seen {
                Ok(seen) => {
                    take(report, index, &seen, &mut ids, &mut entries);
                    lines.push(seen.lines);
                }
                Err(error) => {
                    report.fail("rows", &format!("row {index}"), "a row of a pool", error)
                }
            }
        }
        progress(end.into(), pool.len().into());
        first = end;
    }
    report.equal(
        "articles",
        "pool.json articles",
        &u64::from(pool.len()),
        &pool.header.articles,
    );
    report.ask("articles", !pool.is_empty(), || {
        ["pool.json articles".into(), "at least 1".into(), "0".into()]
    });
    let root = merkle_root(entries.into_iter()).hex();
    report.equal(
        "snapshot",
        "pool.json snapshot",
        &root,
        &pool.header.snapshot,
    );
    check_provenance(pool, &ids, report);
    imports::check(pool, &lines, report);
}

fn look(article: &Article<'_>, slicer: Option<&Slicer>) -> Seen {
    let pieces = |panel: &str| memchr::memchr_iter(b'\n', panel.as_bytes()).count() + 1;
    let lines = pieces(article.text.left).min(pieces(article.text.right));
    Seen {
        id: article.id,
        entry: article.entry(),
        lines: ordinal(lines),
        wrong: form::row(article),
        sliced: slicer.is_none_or(|slicer| form::slices_hold(article, slicer)),
    }
}

fn take(
    report: &mut Report,
    index: u32,
    seen: &Seen,
    ids: &mut Vec<ArticleId>,
    entries: &mut Vec<Digest>,
) {
    let place = || format!("row {index}, article {}", seen.id);
    report.ask("rows", seen.wrong.is_empty(), || {
        [place(), "a row of the format".into(), seen.wrong.join("; ")]
    });
    report.ask("slices", seen.sliced, || {
        [
            place(),
            "the slices that the slicer cuts".into(),
            "other slices".into(),
        ]
    });
    let last = ids.last().copied();
    report.ask("order", last.is_none_or(|last| last < seen.id), || {
        let last = last.map(|last| last.to_string()).unwrap_or_default();
        [place(), format!("an id after {last}"), seen.id.to_string()]
    });
    ids.push(seen.id);
    entries.push(seen.entry);
}

fn check_provenance(pool: &Pool, ids: &[ArticleId], report: &mut Report) {
    let name = &pool.header.provenance.path;
    let mut expected = ids.iter();
    let mut matching = 0_u64;
    let mut rows = 0_u64;
    let read = provenance::read(&pool.root().join(name), |row| {
        rows += 1;
        matching += u64::from(expected.next().is_some_and(|id| id.to_string() == row.id));
        Ok(())
    });
    if let Err(error) = read {
        report.fail("provenance", name, "rows of a provenance file", error);
        return;
    }
    let articles = u64::from(pool.len());
    report.equal("provenance", name, &articles, &rows);
    report.equal("provenance", name, &pool.header.provenance.rows, &rows);
    report.equal("provenance", name, &articles, &matching);
}
