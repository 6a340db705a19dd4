//! Runs the importers: chunks of lines are read one after the other, made rows in parallel, and taken in order.

use super::Progress;
use super::entry::{Entry, Made, Rules, drops};
use crate::error::PoolError;
use crate::import::lines::{Pair, pair};
use crate::import::reader::{LineReader, RawLine};
use crate::import::rows::{JoinRow, Joined, Rows};
use crate::import::{Fault, Place, Row, Unmapped, jsonl, tsv};
use crate::ledger::{Dropped, Ledger, LedgerFile, Stage};
use crate::panels::{Panels, Side};
use crate::sources::{Field, InputFile, Layout, Source, Sources};
use crate::spool::{Spool, Spooled};
use crate::store::ImportFile;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A chunk ends after this many lines or bytes.
const CHUNK_LINES: usize = 4096;
const CHUNK_BYTES: usize = 8 << 20;

/// How many faults a message shows.
pub(crate) const FAULTS_SHOWN: usize = 20;

/// What was read so far.
pub(crate) struct Importer<'s> {
    sources: &'s Sources,
    rules: Rules<'s>,
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
        &self.files[usize_of(place.file)]
    }
}

/// Totals of one source.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) rows_in: u64,
    pub(crate) panels_repaired: u64,
    pub(crate) files: Vec<ImportFile>,
    /// The first faults, ready to be shown.
    pub(crate) faults: Vec<String>,
    pub(crate) fatal: bool,
}

/// What became of one line or pair of lines.
enum Fate {
    Made(Box<Made>),
    Part(Box<JoinRow>),
    Gap,
    Out(Dropped),
    Fault(Bad),
}

/// A row that could not be read.
struct Bad {
    dropped: Dropped,
    fault: Fault,
}

impl<'s> Importer<'s> {
    pub(crate) fn new(
        sources: &'s Sources,
        rules: Rules<'s>,
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
            let rules = &importer.rules;
            let fates = chunk.par_iter().map(|raw| {
                let place = Place {
                    file,
                    line: raw.number,
                };
                let mut unmapped = Vec::new();
                let fate = match read(raw, |bytes| jsonl::row(source, place, bytes, &mut unmapped))
                {
                    Err(fault) => Fate::Fault(bad(place, raw, fault)),
                    Ok(row) => made(rules, row, at, false),
                };
                (fate, unmapped)
            });
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
            let rules = &importer.rules;
            let fates = chunk.par_iter().map(|raw| {
                let place = Place {
                    file,
                    line: raw.number,
                };
                let mut unmapped = Vec::new();
                let read = read(raw, |bytes| {
                    tsv::row(source, columns, place, bytes, &mut unmapped)
                });
                let fate = match read {
                    Err(fault) => Fate::Fault(bad(place, raw, fault)),
                    Ok(part) => match rules.gate(&part.row) {
                        Some(reason) => Fate::Out(drops(Stage::Gate, reason, &part.row).remove(0)),
                        None if part.joins => Fate::Part(Box::new(part)),
                        None => made(rules, part.row, at, true),
                    },
                };
                (fate, unmapped)
            });
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
            let mut reader = LineReader::open(file)?;
            let rows_before = self.counts[at].rows_in;
            loop {
                let chunk = chunk(&mut reader);
                if chunk.is_empty() {
                    break;
                }
                self.counts[at].rows_in += length(chunk.len());
                each(self, &chunk, ordinal)?;
                (self.progress)(self.bytes_done + reader.bytes_read(), self.bytes_total);
            }
            if self.counts[at].rows_in == rows_before {
                return Err(no_rows(file));
            }
            self.end_file(at, file, reader);
        }
        Ok(())
    }

    fn end_file(&mut self, at: usize, file: &InputFile, reader: LineReader) {
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
                *self.unmapped.entry((at, word)).or_default() += 1;
            }
            match fate {
                Fate::Made(made) => self.keep(at, *made)?,
                Fate::Part(part) => rows
                    .as_mut()
                    .expect("only formats that join rows give parts")
                    .push(&part.row, part.order)?,
                Fate::Gap => {}
                Fate::Out(dropped) => self.ledger.push(&dropped)?,
                Fate::Fault(bad) => self.fault(at, &bad)?,
            }
        }
        Ok(())
    }

    fn keep(&mut self, at: usize, made: Made) -> Result<(), PoolError> {
        self.counts[at].panels_repaired += made.panels_repaired;
        let mut entry = made.entry;
        entry.span = self.spool.push(&made.record)?;
        self.entries.push(entry);
        Ok(())
    }

    fn fault(&mut self, at: usize, bad: &Bad) -> Result<(), PoolError> {
        let place = bad.dropped.place;
        let counts = &mut self.counts[at];
        counts.fatal |= bad.fault.fatal;
        if counts.faults.len() < FAULTS_SHOWN {
            let file =
                &self.sources.sources[at].files()[usize_of(place.file - self.first_files[at])].name;
            let Fault { reason, detail, .. } = &bad.fault;
            counts
                .faults
                .push(format!("{file}:{}: {reason}: {detail}", place.line));
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
            LineReader::open(&files.left)?,
            LineReader::open(&files.right)?,
        );
        let mut articles = 0;
        loop {
            let Some(pairs) = pairs(&mut readers) else {
                return Err(unequal(files, &mut readers));
            };
            if pairs.is_empty() || self.counts[at].fatal {
                break;
            }
            let rules = &self.rules;
            let fates: Vec<_> = pairs
                .par_iter()
                .map(|(left, right)| pair_fate(rules, source, first, Panels::new(left, right)))
                .collect();
            for (fate, unmapped) in fates {
                if matches!(fate, Fate::Gap) {
                    articles += 1;
                    continue;
                }
                self.counts[at].rows_in += 1;
                if let Fate::Part(part) = fate {
                    rows.push_ordinal(articles, &part.row)?;
                } else {
                    self.take(at, vec![(fate, unmapped)], None)?;
                }
            }
            let read = readers.left.bytes_read() + readers.right.bytes_read();
            (self.progress)(self.bytes_done + read, self.bytes_total);
        }
        if self.counts[at].rows_in == 0 {
            return Err(no_rows(&files.left));
        }
        if articles == 0 {
            self.warnings.push(format!(
                "source \"{}\": no line is blank on both sides, so each of its {} lines stands alone",
                source.name, self.counts[at].rows_in
            ));
        }
        self.end_file(at, &files.left, readers.left);
        self.end_file(at, &files.right, readers.right);
        self.join(at, rows, articles > 0)?;
        std::fs::remove_file(&scratch).map_err(PoolError::io(&scratch))
    }

    /// Makes articles of rows that waited for the end of their source.
    fn join(&mut self, at: usize, rows: Rows, joined: bool) -> Result<(), PoolError> {
        let sorted = rows.sort(joined)?;
        let groups: Vec<_> = sorted.groups().collect();
        for chunk in groups.chunks(CHUNK_LINES) {
            let rules = &self.rules;
            let joined: Vec<_> = chunk
                .par_iter()
                .map(|group| {
                    Ok(match sorted.join(group)? {
                        Joined::Article(row, refused) => {
                            (Some(rules.make(*row, ordinal(at), true)), refused, None)
                        }
                        other => (None, Vec::new(), Some(other)),
                    })
                })
                .collect::<Result<_, PoolError>>()?;
            for (made, refused, other) in joined {
                for row in refused {
                    let what = "source, licence, origin, translation, made_by, genre or group source are not those of the group's first row";
                    let fault = Fault::new("group_fields_differ", what);
                    let dropped = drops(Stage::Read, fault.reason, &row).remove(0);
                    self.fault(at, &Bad { dropped, fault })?;
                }
                match made {
                    Some(Ok(made)) => self.keep(at, made)?,
                    Some(Err(dropped)) => {
                        for dropped in &dropped {
                            self.ledger.push(dropped)?;
                        }
                    }
                    None => {}
                }
                if let Some(other) = other {
                    self.refuse(at, other)?;
                }
            }
        }
        Ok(())
    }

    fn refuse(&mut self, at: usize, joined: Joined) -> Result<(), PoolError> {
        let (places, fault) = match joined {
            Joined::Article(..) => return Ok(()),
            Joined::SeqTwice(first, second) => {
                let what = format!(
                    "the same `seq` in the same group as line {}; the order of the group's lines is not known",
                    first.line
                );
                let fault = Fault {
                    fatal: true,
                    ..Fault::new("seq_twice", what)
                };
                (vec![second], fault)
            }
            Joined::TooLong(places) => {
                let what = "the rows of the group have more than 16 MiB together; split the group";
                (places, Fault::new("article_too_long", what))
            }
        };
        for place in places {
            let dropped = Dropped::new(Stage::Read, fault.reason, place, "", Panels::new("", ""));
            let fault = fault.clone();
            self.fault(at, &Bad { dropped, fault })?;
        }
        Ok(())
    }
}

/// Says which sources hold more bad rows than they may.
pub(crate) fn too_many_bad(sources: &Sources, imported: &Imported) -> Option<String> {
    let mut said = Vec::new();
    for (at, (source, counts)) in sources.sources.iter().zip(&imported.counts).enumerate() {
        let bad = imported.ledger.count(Stage::Read, ordinal(at));
        if bad > source.max_bad || counts.fatal {
            said.push(format!(
                "source \"{}\": {bad} of {} rows cannot be read, max_bad is {}",
                source.name, counts.rows_in, source.max_bad
            ));
        }
    }
    (!said.is_empty()).then(|| said.join("\n"))
}

fn read<T>(raw: &RawLine, parse: impl FnOnce(&[u8]) -> Result<T, Fault>) -> Result<T, Fault> {
    match &raw.bytes {
        Ok(bytes) => parse(bytes),
        Err(fault) => Err(fault.clone()),
    }
}

fn made(rules: &Rules<'_>, row: Row, source: usize, gated: bool) -> Fate {
    match rules.make(row, ordinal(source), gated) {
        Ok(made) => Fate::Made(Box::new(made)),
        Err(mut dropped) => Fate::Out(dropped.remove(0)),
    }
}

/// Names a row that could not be read, by the beginning of its line.
fn bad(place: Place, raw: &RawLine, fault: Fault) -> Bad {
    let bytes = raw.bytes.as_deref().unwrap_or_default();
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(400)]);
    let text = Panels::new(&*head, "");
    Bad {
        dropped: Dropped::new(Stage::Read, fault.reason, place, "", text),
        fault,
    }
}

fn pair_fate(
    rules: &Rules<'_>,
    source: &Source,
    first: u32,
    raw: Panels<&RawLine>,
) -> (Fate, Vec<Unmapped>) {
    let line = raw.left.number;
    let places = Panels::new(
        Place { file: first, line },
        Place {
            file: first + 1,
            line,
        },
    );
    let mut unmapped = Vec::new();
    let fate = match pair(source, places, raw.map(|raw| &raw.bytes), &mut unmapped) {
        Ok(Pair::Gap) => Fate::Gap,
        Ok(Pair::Row(row)) => match rules.gate(&row) {
            Some(reason) => Fate::Out(drops(Stage::Gate, reason, &row).remove(0)),
            None => Fate::Part(Box::new(JoinRow {
                row: *row,
                joins: true,
                order: crate::import::rows::Order::Place,
            })),
        },
        Err((Side::Left, fault)) => Fate::Fault(bad(places.left, raw.left, fault)),
        Err((Side::Right, fault)) => Fate::Fault(bad(places.right, raw.right, fault)),
    };
    (fate, unmapped)
}

fn chunk(reader: &mut LineReader) -> Vec<RawLine> {
    let mut lines = Vec::new();
    let mut bytes = 0;
    while lines.len() < CHUNK_LINES && bytes < CHUNK_BYTES {
        let Some(line) = reader.next_line() else {
            break;
        };
        bytes += line.bytes.as_ref().map_or(0, Vec::len);
        lines.push(line);
    }
    lines
}

/// Reads a chunk of pairs; nothing if one file ends before the other. A stream that broke ends the chunk.
fn pairs(readers: &mut Panels<LineReader>) -> Option<Vec<(RawLine, RawLine)>> {
    let mut pairs = Vec::new();
    let mut bytes = 0;
    while pairs.len() < CHUNK_LINES && bytes < CHUNK_BYTES {
        match (readers.left.next_line(), readers.right.next_line()) {
            (None, None) => break,
            (Some(left), Some(right)) => {
                let fatal = |line: &RawLine| matches!(&line.bytes, Err(fault) if fault.fatal);
                let stop = fatal(&left) || fatal(&right);
                let size = |line: &RawLine| line.bytes.as_ref().map_or(0, Vec::len);
                bytes += size(&left) + size(&right);
                pairs.push((left, right));
                if stop {
                    break;
                }
            }
            _ => return None,
        }
    }
    Some(pairs)
}

fn unequal(files: &Panels<InputFile>, readers: &mut Panels<LineReader>) -> PoolError {
    while readers.left.next_line().is_some() {}
    while readers.right.next_line().is_some() {}
    let what = format!(
        "{} has {} lines, {} has {}: lines of the two files pair, so the counts must be equal",
        files.left.name,
        readers.left.lines_read(),
        files.right.name,
        readers.right.lines_read()
    );
    PoolError::Form {
        path: files.left.path.clone(),
        what,
    }
}

fn no_rows(file: &InputFile) -> PoolError {
    PoolError::Form {
        path: file.path.clone(),
        what: "the file holds no row; take it out of sources.toml or put the right file there"
            .to_owned(),
    }
}

fn ordinal(at: usize) -> u32 {
    u32::try_from(at).expect("fewer than 2^32 files")
}

fn length(count: usize) -> u64 {
    u64::try_from(count).expect("a length fits 64 bits")
}

fn usize_of(at: u32) -> usize {
    usize::try_from(at).expect("an address holds 32 bits")
}
