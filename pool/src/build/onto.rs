//! A pool that grows: what another pool holds stands beside what is imported. docs/format.md, sections 2.1, 2.4 and 9.
//!
//! The pool that grows is read where it lies and never changed. Its articles get index entries as newcomers do, but their text is
//! taken from its parts; its ledger is merged row by row.

use super::entry::Entry;
use super::folder::beside;
use super::import::Imported;
use super::intact;
use super::print::Prints;
use crate::dedup::{self, Exact};
use crate::derive::merkle_root;
use crate::error::PoolError;
use crate::id::{ArticleId, Hex12};
use crate::import::Place;
use crate::keys;
use crate::ledger::{Before, Dropped, LedgerFile, Stage};
use crate::number::{index, length, ordinal};
use crate::provenance;
use crate::sources::Sources;
use crate::spool::Span;
use crate::store::{GateRow, ImportSource, LedgerTotal, Pool, PoolHeader};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Reason of an article of the pool that grows, when an import gives its key another text.
const SUPERSEDED: &str = "superseded";

/// The pool that grows.
pub(super) struct Old {
    pool: Pool,
}

/// What a grown pool takes over besides its articles.
pub(super) struct Base<'o> {
    pub(super) old: &'o Old,
    /// What was repaired in its articles, where anything was.
    repairs: BTreeMap<ArticleId, Vec<String>>,
    /// The imports before this one; an article that was replaced no longer counts as a row that came out.
    imports: Vec<Vec<ImportSource>>,
}

impl Old {
    /// Opens the pool that grows, and checks its files and that its rules are those of the import.
    pub(super) fn open(
        root: &Path,
        out: &Path,
        toml: &Path,
        sources: &Sources,
    ) -> Result<Self, PoolError> {
        apart(root, out)?;
        let pool = Pool::open(root)?;
        intact::check(root, &pool.header).map_err(|error| match error {
            PoolError::Damaged { path, what } => damaged(path, &what),
            other => other,
        })?;
        same_rules(&pool.header, root, toml, sources)?;
        Ok(Self { pool })
    }

    pub(super) fn pool(&self) -> &Pool {
        &self.pool
    }

    fn header(&self) -> &PoolHeader {
        &self.pool.header
    }

    fn sources(&self) -> impl Iterator<Item = &ImportSource> {
        self.header().imports.iter().flatten()
    }

    /// Returns its ledger, for the rows of which the new ones make place.
    pub(super) fn ledger(&self) -> Before<'_> {
        Before {
            path: self.pool.root().join(&self.header().ledger.path),
            names: self.sources().map(|source| source.name.as_str()).collect(),
        }
    }

    /// Names its files as the ledger does; `first` is the ordinal of its first source.
    fn files(&self, first: u32) -> Vec<LedgerFile> {
        let mut files = Vec::new();
        let before = self.ledger();
        for (source, at) in self.sources().zip(first..) {
            files.extend(source.files.iter().map(|file| LedgerFile {
                source: at,
                source_name: source.name.clone(),
                name: file.path.clone(),
                rank: before.rank(&source.name),
            }));
        }
        files
    }

    /// Makes index entries of its articles. `files` are its files, the first of ordinal `base`.
    fn entries(&self, files: &[LedgerFile], base: u32) -> Result<Vec<Entry>, PoolError> {
        let places = self.places(files, base)?;
        if places.len() != index(self.pool.len()) {
            let (found, rows) = (places.len(), self.pool.len());
            return Err(self.damaged(&format!("{found} rows of provenance for {rows} articles")));
        }
        let rows = 0..self.pool.len();
        let entries: Vec<Entry> = rows
            .into_par_iter()
            .zip(places)
            .map(|(at, place)| self.entry(at, place))
            .collect::<Result<_, PoolError>>()?;
        let snapshot = merkle_root(entries.iter().map(|entry| entry.leaf)).hex();
        if snapshot != self.header().snapshot {
            return Err(self.damaged(&format!(
                "its articles give snapshot {snapshot}, pool.json says {}",
                self.header().snapshot
            )));
        }
        Ok(entries)
    }

    /// Reads where its articles came from, in id order.
    fn places(
        &self,
        files: &[LedgerFile],
        base: u32,
    ) -> Result<Vec<(ArticleId, Place)>, PoolError> {
        let mut ordinals = BTreeMap::new();
        for (file, at) in files.iter().zip(base..) {
            ordinals.entry(file.name.as_str()).or_insert(at);
        }
        let mut places = Vec::with_capacity(index(self.pool.len()));
        let path = self.pool.root().join(&self.header().provenance.path);
        provenance::read(&path, |row| {
            let found = (Hex12::parse(&row.id), ordinals.get(row.file.as_str()));
            let (Some(id), Some(&file)) = found else {
                return Err(self.damaged(&format!(
                    "article {} came from {}, which no import of pool.json lists",
                    row.id, row.file
                )));
            };
            places.push((
                id,
                Place {
                    file,
                    line: row.line,
                },
            ));
            Ok(())
        })?;
        Ok(places)
    }

    /// Reads what was repaired in its articles.
    fn repairs(&self) -> Result<BTreeMap<ArticleId, Vec<String>>, PoolError> {
        let mut repairs = BTreeMap::new();
        let path = self.pool.root().join(&self.header().provenance.path);
        provenance::read(&path, |row| {
            if let Some(id) = Hex12::parse(&row.id).filter(|_| !row.repairs.is_empty()) {
                repairs.insert(id, row.repairs);
            }
            Ok(())
        })?;
        Ok(repairs)
    }

    fn entry(&self, at: u32, (id, place): (ArticleId, Place)) -> Result<Entry, PoolError> {
        let row = self.pool.article(at)?;
        let digest = keys::article(&row.key, row.text);
        if row.id != id || Hex12::of(&digest) != id {
            return Err(self.damaged(&format!(
                "row {at} is article {}, its provenance says {id}, its text {}",
                row.id,
                Hex12::of(&digest)
            )));
        }
        Ok(Entry {
            article: digest,
            key: row.key,
            row: row.digest(),
            leaf: row.entry(),
            group: row.group,
            declares: false,
            source: 0,
            place,
            rows: 1,
            text: length(row.text.left.len() + row.text.right.len()),
            prints: Prints::of(row.source, row.text),
            span: Span::default(),
            old: Some(at),
            repaired: false,
            near: row.near,
        })
    }

    fn damaged(&self, what: &str) -> PoolError {
        damaged(self.pool.root().to_owned(), what)
    }
}

impl<'o> Base<'o> {
    /// Puts the articles of the pool that grows among the newcomers: one text each key, in id order.
    pub(super) fn join(
        old: &'o Old,
        imported: &mut Imported,
        exact: &mut Exact,
    ) -> Result<Self, PoolError> {
        let before = old.ledger();
        let files = old.files(ordinal(imported.counts.len()));
        let base = imported.add_files(&before, &files);
        let entries = old.entries(&files, base)?;
        let mut known: Vec<_> = entries.iter().map(|entry| entry.key).zip(0_u32..).collect();
        known.sort_unstable();
        let mut replaced = vec![false; entries.len()];
        let mut kept = Vec::with_capacity(entries.len() + exact.kept.len());
        for mut entry in std::mem::take(&mut exact.kept) {
            match known.binary_search_by_key(&entry.key, |&(key, _)| key) {
                Ok(found) => {
                    let at = index(known[found].1);
                    if entries[at].article == entry.article {
                        exact.duplicates.push(entry);
                        continue;
                    }
                    entry.inherit(&entries[at], &imported.spooled)?;
                    replaced[at] = true;
                    kept.push(entry);
                }
                Err(_) => kept.push(entry),
            }
        }
        let mut joined = Self {
            old,
            repairs: old.repairs()?,
            imports: old.header().imports.clone(),
        };
        for (entry, replaced) in entries.into_iter().zip(replaced) {
            if replaced {
                joined.supersede(&entry, imported, &files, base)?;
            } else {
                kept.push(entry);
            }
        }
        kept.sort_by_key(|entry| entry.article);
        exact.kept = kept;
        dedup::find_conflicts(exact);
        Ok(joined)
    }

    /// Puts an article that another text replaces into the ledger.
    fn supersede(
        &mut self,
        entry: &Entry,
        imported: &mut Imported,
        files: &[LedgerFile],
        base: u32,
    ) -> Result<(), PoolError> {
        let at = entry.old.expect("an entry of the pool that grows");
        let article = self.old.pool.article(at)?;
        let name = &imported.file(entry.place).name;
        let mut sources: Vec<&mut ImportSource> = self.imports.iter_mut().flatten().collect();
        let first = files[0].source;
        // Provenance names a file alone. Where several sources read a file of that name, the one with the article's own
        // source's name is taken, else the latest; one without a row left is none of them.
        let listed = files.iter().zip(base..).filter(|(file, _)| {
            let from = &sources[index(file.source - first)];
            file.name == *name && from.rows_out > 0
        });
        let Some((file, ordinal)) =
            listed.max_by_key(|(file, ordinal)| (file.source_name == article.source, *ordinal))
        else {
            let id = entry.id();
            return Err(self.old.damaged(&format!(
                "pool.json counts fewer rows out of {name} than there are articles (such as {id})"
            )));
        };
        sources[index(file.source - first)].rows_out -= 1;
        let place = Place {
            file: ordinal,
            ..entry.place
        };
        let (unit, text) = (article.source_id, article.text);
        imported
            .ledger
            .push(&Dropped::new(Stage::Dedup, SUPERSEDED, place, unit, text))
    }

    /// Returns what was repaired in one of its articles.
    pub(super) fn repairs(&self, id: &ArticleId) -> Vec<String> {
        self.repairs.get(id).cloned().unwrap_or_default()
    }

    /// Returns the imports before this one.
    pub(super) fn imports(&self) -> Vec<Vec<ImportSource>> {
        self.imports.clone()
    }

    /// Adds what the gates rejected before; a gate that ran with other parameters stays a row of its own.
    pub(super) fn gates(&self, now: Vec<GateRow>) -> Vec<GateRow> {
        let mut gates = self.old.header().gates.clone();
        for row in now {
            let same =
                |gate: &&mut GateRow| gate.name == row.name && gate.parameters == row.parameters;
            match gates.iter_mut().find(same) {
                Some(gate) => {
                    gate.rejected += row.rejected;
                    for source in row.sources {
                        if !gate.sources.contains(&source) {
                            gate.sources.push(source);
                        }
                    }
                }
                None => gates.push(row),
            }
        }
        gates
    }

    /// Adds the totals of the ledger before.
    pub(super) fn drops(&self, now: Vec<LedgerTotal>) -> Vec<LedgerTotal> {
        let mut totals = BTreeMap::new();
        for total in self.old.header().drops.iter().cloned().chain(now) {
            *totals
                .entry((total.stage, total.reason, total.source))
                .or_default() += total.rows;
        }
        let totals = totals.into_iter();
        totals
            .map(|((stage, reason, source), rows)| LedgerTotal {
                stage,
                reason,
                source,
                rows,
            })
            .collect()
    }
}

fn damaged(path: PathBuf, what: &str) -> PoolError {
    PoolError::Form {
        path,
        what: format!(
            "the pool that is to grow is damaged: {what}; build it again from its sources"
        ),
    }
}

/// Refuses to make a pool in the place of the one that grows, or to clear it away as a working folder.
fn apart(old: &Path, out: &Path) -> Result<(), PoolError> {
    let found = std::fs::canonicalize(old).map_err(PoolError::io(old))?;
    let places = ["", ".building", ".work"].map(|suffix| beside(out, suffix));
    let met = places
        .into_iter()
        .flatten()
        .any(|place| std::fs::canonicalize(place).is_ok_and(|place| found.starts_with(place)));
    if met {
        return Err(PoolError::Form {
            path: old.to_owned(),
            what: format!(
                "the pool that is to grow lies where the new one is made ({}), and it is never changed; choose another --out",
                out.display()
            ),
        });
    }
    Ok(())
}

/// Refuses an import whose rules would make other articles of the same rows.
fn same_rules(
    old: &PoolHeader,
    root: &Path,
    toml: &Path,
    sources: &Sources,
) -> Result<(), PoolError> {
    let spaced = |[left, right]: [bool; 2]| format!("[{left}, {right}]");
    let text = |text: &str| format!("{text:?}");
    let (languages, slice) = (&sources.languages, &sources.slice);
    let now = [sources.spaced.left, sources.spaced.right];
    let tables = |tables: &[crate::store::TableRef]| {
        let named = tables
            .iter()
            .map(|table| format!("{} {}", table.name, table.sha256));
        named.collect::<Vec<_>>().join(", ")
    };
    for (what, before, now) in [
        ("`left`", text(&old.left), text(&languages.left)),
        ("`right`", text(&old.right), text(&languages.right)),
        ("`spaced`", spaced(old.spaced), spaced(now)),
        ("[slice] `seed`", text(&old.slice.seed), text(&slice.seed)),
        (
            "[slice] `bytes`",
            old.slice.bytes.to_string(),
            slice.bytes.to_string(),
        ),
        (
            "the tables of this program",
            tables(&old.tables),
            tables(&super::write::tables()),
        ),
    ] {
        if before != now {
            return Err(PoolError::Form {
                path: toml.to_owned(),
                what: format!(
                    "{what}: {now}, but the pool that is to grow ({}) has {before}; they must be the same, or build a new pool without --onto",
                    root.display()
                ),
            });
        }
    }
    Ok(())
}
