//! Runs the importers: chunks of lines are read one after the other, made rows in parallel, and taken in order.

use super::Progress;
use super::chunk;
use super::entry::{Entry, Made, Rules};
use super::fate::{Bad, Context, Fate};
use crate::error::PoolError;
use crate::import::reader::{LineReader, RawLine};
use crate::import::rows::Rows;
use crate::import::{Fault, Place, Unmapped};
use crate::ledger::{Before, Dropped, Ledger, LedgerFile, Stage};
use crate::number::{index, length, ordinal};
use crate::panels::Panels;
use crate::sources::{Field, InputFile, Layout, Source, Sources};
use crate::spool::{Spool, Spooled};
use crate::store::ImportFile;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How many words that nothing maps are counted: a warning needs no more.
const WORDS_MAX: usize = 1000;

/// How many faults a message shows.
pub(crate) const FAULTS_SHOWN: usize = 20;

/// What was read so far.
pub(crate) struct Importer<'s> {
    sources: &'s Sources,
    pub(super) rules: &'s Rules,
    scratch: PathBuf,
    progress: Progress<'s>,
    bytes_done: u64,
    bytes_total: u64,
    /// Ordinal of the first file of each source.
    first_files: Vec<u32>,
    spool: Spool,
    ledger: Ledger,
    entries: Vec<Entry>,
    counts: Vec<Counts>,
    unmapped: BTreeMap<(usize, Unmapped), u64>,
    warnings: Vec<String>,
}

/// What was read.
pub(crate) struct Imported {
    pub(crate) spooled: Spooled,
    pub(crate) ledger: Ledger,
    pub(crate) entries: Vec<Entry>,
    /// Of each source.
    pub(crate) counts: Vec<Counts>,
    /// Words that nothing maps, by source: how often.
    pub(crate) unmapped: BTreeMap<(usize, Unmapped), u64>,
    pub(crate) warnings: Vec<String>,
    files: Vec<LedgerFile>,
}

impl Imported {
    /// Returns the file that a place is in.
    pub(crate) fn file(&self, place: Place) -> &LedgerFile {
        &self.files[index(place.file)]
    }

    /// Adds the files of the pool that grows, whose sources stand before the new ones; returns the ordinal of the first.
    pub(crate) fn add_files(&mut self, before: &Before<'_>, files: &[LedgerFile]) -> u32 {
        let base = ordinal(self.files.len());
        for file in &mut self.files {
            file.rank = before.rank_of_new(&file.source_name, file.source);
        }
        self.files.extend_from_slice(files);
        self.ledger.set_files(self.files.clone());
        base
    }
}

/// Totals of one source.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) rows_in: u64,
    /// Lines that ended in CR LF, left and right.
    pub(crate) crlf_lines: [u64; 2],
    pub(crate) files: Vec<ImportFile>,
    /// The first faults, ready to be shown.
    pub(crate) faults: Vec<String>,
    /// The first fault that no `max_bad` covers: its place and reason.
    pub(crate) fatal: Option<String>,
}

impl<'s> Importer<'s> {
    pub(crate) fn new(
        sources: &'s Sources,
        rules: &'s Rules,
        scratch: &Path,
        progress: Progress<'s>,
    ) -> Result<Self, PoolError> {
        let mut first_files = Vec::new();
        let mut files = Vec::new();
        let mut bytes_total = 0;
        for (at, source) in sources.sources.iter().enumerate() {
            first_files.push(ordinal(files.len()));
            for file in source.files() {
                let meta = std::fs::metadata(&file.path).map_err(PoolError::io(&file.path))?;
                bytes_total += meta.len();
                files.push(LedgerFile {
                    source: ordinal(at),
                    source_name: source.name.clone(),
                    name: file.name.clone(),
                    rank: ordinal(at),
                });
            }
        }
        Ok(Self {
            sources,
            rules,
            scratch: scratch.to_owned(),
            progress,
            bytes_done: 0,
            bytes_total,
            first_files,
            spool: Spool::create(&scratch.join("articles"))?,
            ledger: Ledger::create(&scratch.join("ledger"), files)?,
            entries: Vec::new(),
            counts: sources.sources.iter().map(|_| Counts::default()).collect(),
            unmapped: BTreeMap::new(),
            warnings: Vec::new(),
        })
    }

    /// Reads every source.
    pub(crate) fn run(mut self) -> Result<Imported, PoolError> {
        for at in 0..self.sources.sources.len() {
            let source = &self.sources.sources[at];
            match &source.layout {
                Layout::Jsonl(files) | Layout::StructuredJsonl(files) => {
                    self.read_jsonl(at, source, files)?;
                }
                Layout::Tsv { files, columns } => self.read_tsv(at, source, files, columns)?,
                Layout::Lines(files) => self.read_lines(at, source, files)?,
            }
        }
        Ok(Imported {
            spooled: self.spool.finish()?,
            files: self.ledger.files().to_vec(),
            ledger: self.ledger,
            entries: self.entries,
            counts: self.counts,
            unmapped: self.unmapped,
            warnings: self.warnings,
        })
    }

    fn read_jsonl(
        &mut self,
        at: usize,
        source: &Source,
        files: &[InputFile],
    ) -> Result<(), PoolError> {
        self.read_files(at, files, |importer, chunk, file| {
            let rules = importer.rules;
            let context = Context { rules, source, at };
            let fates = chunk.par_iter().map(|raw| context.of_json(raw, file));
            let fates = fates.collect();
            importer.take(at, fates, None)
        })
    }

    fn read_tsv(
        &mut self,
        at: usize,
        source: &Source,
        files: &[InputFile],
        columns: &[Option<Field>],
    ) -> Result<(), PoolError> {
        let scratch = self.scratch.join(format!("rows-{at}"));
        let mut rows = Rows::create(&scratch)?;
        self.read_files(at, files, |importer, chunk, file| {
            let rules = importer.rules;
            let context = Context { rules, source, at };
            let fates = chunk
                .par_iter()
                .map(|raw| context.of_cells(raw, file, columns));
            let fates = fates.collect();
            importer.take(at, fates, Some(&mut rows))
        })?;
        self.join(at, rows, true)?;
        std::fs::remove_file(&scratch).map_err(PoolError::io(&scratch))
    }

    fn read_files(
        &mut self,
        at: usize,
        files: &[InputFile],
        mut each: impl FnMut(&mut Self, &[RawLine], u32) -> Result<(), PoolError>,
    ) -> Result<(), PoolError> {
        for (ordinal, file) in (self.first_files[at]..).zip(files) {
            let mut reader = LineReader::of_source(file, &self.sources.sources[at])?;
            let rows_before = self.counts[at].rows_in;
            loop {
                let chunk = chunk::lines(&mut reader);
                if chunk.is_empty() {
                    break;
                }
                self.counts[at].rows_in += length(chunk.len());
                each(self, &chunk, ordinal)?;
                (self.progress)(self.bytes_done + reader.bytes_read(), self.bytes_total);
            }
            if self.counts[at].rows_in == rows_before {
                return Err(chunk::no_rows(file));
            }
            self.end_file(at, file, reader, [1, 1]);
        }
        Ok(())
    }

    /// Keeps what a file was. `sides` says in which panels' names its line ends count.
    fn end_file(&mut self, at: usize, file: &InputFile, reader: LineReader, sides: [u64; 2]) {
        for (count, side) in self.counts[at].crlf_lines.iter_mut().zip(sides) {
            *count += side * reader.crlf_lines();
        }
        let (bytes, digest) = reader.finish();
        self.bytes_done += bytes;
        self.counts[at].files.push(ImportFile {
            path: file.name.clone(),
            bytes,
            sha256: digest.hex(),
        });
    }

    /// Takes what became of a chunk, in the order of its lines.
    fn take(
        &mut self,
        at: usize,
        fates: Vec<(Fate, Vec<Unmapped>)>,
        mut rows: Option<&mut Rows>,
    ) -> Result<(), PoolError> {
        for (fate, unmapped) in fates {
            for word in unmapped {
                let known = self.unmapped.contains_key(&(at, word.clone()));
                if known || self.unmapped.len() < WORDS_MAX {
                    *self.unmapped.entry((at, word)).or_default() += 1;
                }
            }
            match fate {
                Fate::Made(made) => self.keep(*made)?,
                Fate::Part(part) => rows
                    .as_mut()
                    .expect("only formats that join rows give parts")
                    .push(&part.row, part.order)?,
                Fate::Gap => {}
                Fate::Out(dropped) => self.drop_row(&dropped)?,
                Fate::Fault(bad) => self.fault(at, &bad)?,
            }
        }
        Ok(())
    }

    pub(super) fn keep(&mut self, made: Made) -> Result<(), PoolError> {
        let mut entry = made.entry;
        entry.span = self.spool.push(&made.record)?;
        self.entries.push(entry);
        Ok(())
    }

    pub(super) fn drop_row(&mut self, dropped: &Dropped) -> Result<(), PoolError> {
        self.ledger.push(dropped)
    }

    pub(super) fn fault(&mut self, at: usize, bad: &Bad) -> Result<(), PoolError> {
        let place = bad.dropped.place;
        let counts = &mut self.counts[at];
        let file = &self.sources.sources[at].files()[index(place.file - self.first_files[at])].name;
        let Fault {
            reason,
            detail,
            fatal,
        } = &bad.fault;
        if *fatal && counts.fatal.is_none() {
            counts.fatal = Some(format!("{file}:{}: {reason}", place.line));
        }
        if counts.faults.len() < FAULTS_SHOWN {
            let line = place.line;
            counts
                .faults
                .push(format!("{file}:{line}: {reason}: {detail}"));
        }
        self.ledger.push(&bad.dropped)
    }

    fn read_lines(
        &mut self,
        at: usize,
        source: &Source,
        files: &Panels<InputFile>,
    ) -> Result<(), PoolError> {
        let first = self.first_files[at];
        let scratch = self.scratch.join(format!("rows-{at}"));
        let mut rows = Rows::create(&scratch)?;
        let mut readers = Panels::new(
            LineReader::of_source(&files.left, source)?,
            LineReader::of_source(&files.right, source)?,
        );
        let mut articles = 0;
        while self.counts[at].fatal.is_none() {
            let Some(pairs) = chunk::pairs(&mut readers) else {
                return Err(chunk::unequal(files, &mut readers));
            };
            if pairs.is_empty() {
                break;
            }
            let rules = self.rules;
            let context = Context { rules, source, at };
            let fates: Vec<_> = pairs
                .par_iter()
                .map(|(left, right)| context.of_pair(Panels::new(left, right), first))
                .collect();
            for (fate, unmapped) in fates {
                match fate {
                    Fate::Gap => articles += 1,
                    Fate::Part(part) => {
                        self.counts[at].rows_in += 1;
                        rows.push_ordinal(articles, &part.row)?;
                    }
                    fate => {
                        self.counts[at].rows_in += 1;
                        self.take(at, vec![(fate, unmapped)], None)?;
                    }
                }
            }
            let read = readers.left.bytes_read() + readers.right.bytes_read();
            (self.progress)(self.bytes_done + read, self.bytes_total);
        }
        if self.counts[at].rows_in == 0 {
            return Err(chunk::no_rows(&files.left));
        }
        if articles == 0 {
            self.warnings.push(format!(
                "source \"{}\": no line is blank on both sides, so each of its {} lines stands alone",
                source.name, self.counts[at].rows_in
            ));
        }
        self.end_file(at, &files.left, readers.left, [1, 0]);
        self.end_file(at, &files.right, readers.right, [0, 1]);
        self.join(at, rows, articles > 0)?;
        std::fs::remove_file(&scratch).map_err(PoolError::io(&scratch))
    }
}

/// Says which sources hold more bad rows than they may.
pub(crate) fn too_many_bad(sources: &Sources, imported: &Imported) -> Option<String> {
    let mut said = Vec::new();
    for (at, (source, counts)) in sources.sources.iter().zip(&imported.counts).enumerate() {
        let bad = imported.ledger.count(Stage::Read, ordinal(at));
        let (name, rows, max_bad) = (&source.name, counts.rows_in, source.max_bad);
        if let Some(fatal) = &counts.fatal {
            said.push(format!(
                "source \"{name}\": {fatal}: this stops the build whatever max_bad says ({bad} of {rows} rows cannot be read)"
            ));
        } else if bad > max_bad {
            said.push(format!(
                "source \"{name}\": {bad} of {rows} rows cannot be read, max_bad is {max_bad}"
            ));
        }
    }
    (!said.is_empty()).then(|| said.join("\n"))
}
