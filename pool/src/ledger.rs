//! What was left out and why: docs/format.md, section 9.

use crate::error::PoolError;
use crate::frames::{self, FrameWriter};
use crate::import::{Place, Row};
use crate::number::{index, ordinal};
use crate::panels::Panels;
use crate::spool::{Span, Spool, Spooled};
use crate::store::{FileRef, LedgerTotal};
use crate::text::excerpt;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// How many scalars of a panel a row shows.
pub const EXCERPT: usize = 60;

/// Where in the import a row was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the variants are the names of the stages")]
pub enum Stage {
    Read,
    Normalize,
    Gate,
    Pii,
    Dedup,
    Corpus,
}

impl Stage {
    /// All stages, in the order a row passes them.
    pub const ALL: [Self; 6] = [
        Self::Read,
        Self::Normalize,
        Self::Gate,
        Self::Pii,
        Self::Dedup,
        Self::Corpus,
    ];

    /// Returns the word of the format.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Normalize => "normalize",
            Self::Gate => "gate",
            Self::Pii => "pii",
            Self::Dedup => "dedup",
            Self::Corpus => "corpus",
        }
    }
}

/// One row of a pool's ledger. Field order is the order of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LedgerRow {
    /// Stage.
    pub stage: String,
    /// Reason code.
    pub reason: String,
    /// Name of the `[[source]]`.
    pub source: String,
    /// File, as `sources.toml` says it.
    pub file: String,
    /// Line, from 1.
    pub line: u64,
    /// The source's id, or empty.
    pub unit: String,
    /// What was found, in a few words: the characters, the numbers, the id of the article that stays.
    pub found: String,
    /// What the left panel shows of it, else its beginning.
    pub left: String,
    /// Likewise the right panel.
    pub right: String,
}

/// A row that was left out, before its place in the ledger is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dropped {
    pub(crate) stage: Stage,
    pub(crate) reason: Cow<'static, str>,
    pub(crate) place: Place,
    pub(crate) unit: String,
    pub(crate) found: String,
    pub(crate) excerpts: Panels<String>,
}

impl Dropped {
    /// Makes a drop that shows the beginning of both panels.
    pub(crate) fn new(
        stage: Stage,
        reason: impl Into<Cow<'static, str>>,
        place: Place,
        unit: &str,
        text: Panels<&str>,
    ) -> Self {
        Self {
            stage,
            reason: reason.into(),
            place,
            unit: unit.to_owned(),
            found: String::new(),
            excerpts: text.map(|panel| excerpt(panel, EXCERPT).to_owned()),
        }
    }
}

impl Dropped {
    /// Leaves a row out, named by its first place.
    pub(crate) fn of_row(stage: Stage, reason: impl Into<Cow<'static, str>>, row: &Row) -> Self {
        let text = row.text.as_ref().map(String::as_str);
        Self::new(stage, reason, row.places[0], &row.meta.source_id, text)
    }

    /// Leaves an article out: one row for each that it was made of.
    pub(crate) fn of_article(
        stage: Stage,
        reason: &'static str,
        found: &str,
        row: &Row,
    ) -> Vec<Self> {
        let mut first = Self::of_row(stage, reason, row);
        found.clone_into(&mut first.found);
        let places = row.places.iter();
        places
            .map(|&place| Self {
                place,
                ..first.clone()
            })
            .collect()
    }
}

/// The ledger while it grows: rows wait on disk, their order in memory.
pub(crate) struct Ledger {
    spool: Spool,
    rows: Vec<Entry>,
    /// Of each file: the ordinal and the name of its source, and its own name.
    files: Vec<LedgerFile>,
    totals: BTreeMap<(Stage, Cow<'static, str>, u32), u64>,
}

/// The order of the ledger: source, file name, line, reason; then the record.
struct Entry {
    place: Place,
    reason: Cow<'static, str>,
    span: Span,
}

/// What the ledger says of a file.
#[derive(Clone, Debug)]
pub(crate) struct LedgerFile {
    /// Ordinal of the source in `sources.toml`.
    pub(crate) source: u32,
    /// Name of the source.
    pub(crate) source_name: String,
    /// Name of the file.
    pub(crate) name: String,
    /// Place of the source in the order of the ledger.
    pub(crate) rank: u32,
}

/// The ledger of the pool that grows.
pub(crate) struct Before<'o> {
    pub(crate) path: PathBuf,
    /// The sources of its imports, in order; a name may stand there more than once, and its first place counts.
    pub(crate) names: Vec<&'o str>,
}

impl Before<'_> {
    /// Returns the place of one of its sources.
    pub(crate) fn rank(&self, name: &str) -> u32 {
        let place = self.names.iter().position(|&known| known == name);
        ordinal(place.unwrap_or(self.names.len()))
    }

    /// Returns the place of a source of the new import, the `at`-th of its `sources.toml`.
    pub(crate) fn rank_of_new(&self, name: &str, at: u32) -> u32 {
        if self.names.contains(&name) {
            self.rank(name)
        } else {
            ordinal(self.names.len()) + at
        }
    }
}

impl Ledger {
    pub(crate) fn create(path: &Path, files: Vec<LedgerFile>) -> Result<Self, PoolError> {
        Ok(Self {
            spool: Spool::create(path)?,
            rows: Vec::new(),
            files,
            totals: BTreeMap::new(),
        })
    }

    /// Adds a row.
    pub(crate) fn push(&mut self, dropped: &Dropped) -> Result<(), PoolError> {
        let file = self.file(dropped.place);
        let row = LedgerRow {
            stage: dropped.stage.name().to_owned(),
            reason: dropped.reason.to_string(),
            source: file.source_name.clone(),
            file: file.name.clone(),
            line: dropped.place.line,
            unit: dropped.unit.clone(),
            found: dropped.found.clone(),
            left: dropped.excerpts.left.clone(),
            right: dropped.excerpts.right.clone(),
        };
        let key = (dropped.stage, dropped.reason.clone(), file.source);
        *self.totals.entry(key).or_default() += 1;
        let line = serde_json::to_vec(&row).expect("strings and integers are JSON");
        self.rows.push(Entry {
            place: dropped.place,
            reason: dropped.reason.clone(),
            span: self.spool.push(&line)?,
        });
        Ok(())
    }

    /// Returns how many rows of a source were left out at a stage.
    pub(crate) fn count(&self, stage: Stage, source: u32) -> u64 {
        let matching = self.totals.iter();
        matching
            .filter(|((s, _, at), _)| *s == stage && *at == source)
            .map(|(_, rows)| rows)
            .sum()
    }

    /// Returns how many rows of some sources were left out by a gate for one of its reasons.
    pub(crate) fn count_gate(&self, gives: impl Fn(&str) -> bool, sources: &[u32]) -> u64 {
        let matching = self.totals.iter();
        matching
            .filter(|((stage, reason, source), _)| {
                *stage == Stage::Gate && gives(reason) && sources.contains(source)
            })
            .map(|(_, rows)| rows)
            .sum()
    }

    /// Returns how many rows of some sources were left out at a stage.
    pub(crate) fn count_stage(&self, stage: Stage, sources: &[u32]) -> u64 {
        sources
            .iter()
            .map(|&source| self.count(stage, source))
            .sum()
    }

    /// Returns the totals, ascending by (stage, reason, source).
    pub(crate) fn totals(&self) -> Vec<LedgerTotal> {
        let name = |source: u32| {
            let file = self.files.iter().find(|file| file.source == source);
            file.expect("a source has files").source_name.clone()
        };
        let mut totals: Vec<LedgerTotal> = self
            .totals
            .iter()
            .map(|((stage, reason, source), &rows)| LedgerTotal {
                stage: stage.name().to_owned(),
                reason: reason.to_string(),
                source: name(*source),
                rows,
            })
            .collect();
        totals.sort_by(|a, b| {
            (&a.stage, &a.reason, &a.source).cmp(&(&b.stage, &b.reason, &b.source))
        });
        totals
    }

    /// Hands the rows in order, as lines without LF; of rows in the same place those of the pool that grows come first.
    fn each(
        mut self,
        before: Option<&Before<'_>>,
        mut each: impl FnMut(&[u8]) -> Result<(), PoolError>,
    ) -> Result<(), PoolError> {
        let files = &self.files;
        let order = |row: &Entry| {
            let file = &files[index(row.place.file)];
            (
                file.rank,
                file.name.clone(),
                row.place.line,
                row.reason.clone(),
            )
        };
        self.rows.sort_by_cached_key(order);
        let spooled: Spooled = self.spool.finish()?;
        let mut rows = self.rows.iter().peekable();
        if let Some(before) = before {
            read(&before.path, |old| {
                let rank = before.rank(&old.source);
                let place = (
                    rank,
                    old.file.clone(),
                    old.line,
                    Cow::from(old.reason.clone()),
                );
                while let Some(row) = rows.next_if(|row| order(row) < place) {
                    each(&spooled.read(row.span)?)?;
                }
                each(&serde_json::to_vec(&old).expect("strings and integers are JSON"))
            })?;
        }
        for row in rows {
            each(&spooled.read(row.span)?)?;
        }
        Ok(())
    }

    /// Writes the ledger file of a pool.
    pub(crate) fn write(
        self,
        path: &Path,
        name: &str,
        before: Option<&Before<'_>>,
    ) -> Result<FileRef, PoolError> {
        let mut writer = FrameWriter::create(path)?;
        self.each(before, |line| writer.line(line))?;
        writer.finish(name)
    }

    /// Writes the ledger as plain lines.
    pub(crate) fn write_plain(self, path: &Path) -> Result<(), PoolError> {
        let file = File::create(path).map_err(PoolError::io(path))?;
        let mut writer = BufWriter::new(file);
        self.each(None, |line| {
            let written = writer
                .write_all(line)
                .and_then(|()| writer.write_all(b"\n"));
            written.map_err(PoolError::io(path))
        })?;
        writer.flush().map_err(PoolError::io(path))
    }

    /// Returns the files that rows may stand in.
    pub(crate) fn files(&self) -> &[LedgerFile] {
        &self.files
    }

    pub(crate) fn set_files(&mut self, files: Vec<LedgerFile>) {
        self.files = files;
    }

    fn file(&self, place: Place) -> &LedgerFile {
        &self.files[index(place.file)]
    }
}

/// Reads the ledger file of a pool row by row.
///
/// # Errors
/// If the file cannot be read, or a row is not of the format or not canonical.
pub fn read(
    path: &Path,
    mut each: impl FnMut(LedgerRow) -> Result<(), PoolError>,
) -> Result<(), PoolError> {
    frames::read_lines(path, |line| {
        let row: LedgerRow = serde_json::from_slice(line).map_err(|error| PoolError::Form {
            path: path.to_owned(),
            what: format!("a row is not of the format: {error}"),
        })?;
        each(row)
    })
}
