//! Hands every row of the sources on: chunks of lines are read one after the other and looked at in parallel, what comes of them is
//! taken in order. Memory is one chunk.

use crate::build::{Progress, chunk};
use crate::error::PoolError;
use crate::import::lines::{Pair, pair};
use crate::import::reader::{LineReader, RawLine};
use crate::import::{Fault, Row, jsonl, tsv};
use crate::panels::Panels;
use crate::sources::{InputFile, Layout, Source, Sources};
use rayon::prelude::*;

/// Where a row stands.
#[derive(Clone, Copy)]
pub(super) struct Place<'p> {
    /// Ordinal of the source.
    pub(super) source: usize,
    /// The file, as `sources.toml` says it.
    pub(super) file: &'p str,
    pub(super) line: u64,
}

/// Looks at each row with `look`, and hands the answer to `take`; none for a row that cannot be read.
pub(super) fn each<T: Send>(
    sources: &Sources,
    progress: Progress<'_>,
    look: impl Fn(usize, Row) -> T + Sync,
    mut take: impl FnMut(Place<'_>, Option<T>) -> Result<(), PoolError>,
) -> Result<(), PoolError> {
    let files = sources.sources.iter().flat_map(Source::files);
    let sizes = files.map(|file| std::fs::metadata(&file.path).map_or(0, |meta| meta.len()));
    let mut read = Read {
        done: 0,
        total: sizes.sum(),
        progress,
    };
    for (at, source) in sources.sources.iter().enumerate() {
        let look = |row| look(at, row);
        match &source.layout {
            Layout::Lines(files) => read.pairs(at, source, files, look, &mut take)?,
            _ => {
                for file in source.files() {
                    read.file(at, source, file, look, &mut take)?;
                }
            }
        }
    }
    Ok(())
}

struct Read<'p> {
    done: u64,
    total: u64,
    progress: Progress<'p>,
}

impl Read<'_> {
    fn file<T: Send>(
        &mut self,
        at: usize,
        source: &Source,
        file: &InputFile,
        look: impl Fn(Row) -> T + Sync,
        take: &mut impl FnMut(Place<'_>, Option<T>) -> Result<(), PoolError>,
    ) -> Result<(), PoolError> {
        let mut reader = LineReader::of_source(file, source)?;
        loop {
            let lines = chunk::lines(&mut reader);
            if lines.is_empty() {
                break;
            }
            let seen = lines.par_iter().map(|raw| row(source, raw).map(&look));
            let seen: Vec<Result<T, Fault>> = seen.collect();
            for (raw, seen) in lines.iter().zip(seen) {
                let place = Place {
                    source: at,
                    file: &file.name,
                    line: raw.number,
                };
                take(place, readable(place, seen)?)?;
            }
            (self.progress)(self.done + reader.bytes_read(), self.total);
        }
        self.done += reader.bytes_read();
        Ok(())
    }

    fn pairs<T: Send>(
        &mut self,
        at: usize,
        source: &Source,
        files: &Panels<InputFile>,
        look: impl Fn(Row) -> T + Sync,
        take: &mut impl FnMut(Place<'_>, Option<T>) -> Result<(), PoolError>,
    ) -> Result<(), PoolError> {
        let mut readers = Panels::new(
            LineReader::of_source(&files.left, source)?,
            LineReader::of_source(&files.right, source)?,
        );
        loop {
            let Some(lines) = chunk::pairs(&mut readers) else {
                return Err(chunk::unequal(files, &mut readers));
            };
            if lines.is_empty() {
                break;
            }
            let seen = lines.par_iter().map(|(left, right)| {
                line_pair(source, Panels::new(left, right)).map(|row| row.map(&look))
            });
            let seen: Vec<Result<Option<T>, Fault>> = seen.collect();
            for ((raw, _), seen) in lines.iter().zip(seen) {
                let place = Place {
                    source: at,
                    file: &files.left.name,
                    line: raw.number,
                };
                match readable(place, seen)? {
                    // A line that is blank on both sides is no row.
                    Some(None) => {}
                    Some(seen) => take(place, seen)?,
                    None => take(place, None)?,
                }
            }
            let read = readers.left.bytes_read() + readers.right.bytes_read();
            (self.progress)(self.done + read, self.total);
        }
        self.done += readers.left.bytes_read() + readers.right.bytes_read();
        Ok(())
    }
}

fn row(source: &Source, raw: &RawLine) -> Result<Row, Fault> {
    let bytes = raw.bytes.as_ref().map_err(Clone::clone)?;
    let (place, mut unmapped) = (raw.place(0), Vec::new());
    match &source.layout {
        Layout::Tsv { columns, .. } => {
            tsv::row(source, columns, place, bytes, &mut unmapped).map(|part| part.row)
        }
        _ => jsonl::row(source, place, bytes, &mut unmapped),
    }
}

fn line_pair(source: &Source, raw: Panels<&RawLine>) -> Result<Option<Row>, Fault> {
    let (places, bytes) = (raw.map(|raw| raw.place(0)), raw.map(|raw| &raw.bytes));
    match pair(source, places, bytes, &mut Vec::new()) {
        Ok(Pair::Row(row)) => Ok(Some(*row)),
        Ok(Pair::Gap) => Ok(None),
        Err((_, fault)) => Err(fault),
    }
}

/// A row that cannot be read is passed over, but a file that ends before its end is an error.
fn readable<T>(place: Place<'_>, seen: Result<T, Fault>) -> Result<Option<T>, PoolError> {
    match seen {
        Ok(seen) => Ok(Some(seen)),
        Err(fault) if fault.fatal => Err(PoolError::Form {
            path: format!("{}:{}", place.file, place.line).into(),
            what: format!("{}: {}", fault.reason, fault.detail),
        }),
        Err(_) => Ok(None),
    }
}
