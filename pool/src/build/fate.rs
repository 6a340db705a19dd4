//! What becomes of one line: decided for each by itself, so for many at once.

use super::entry::{Made, Rules};
use super::meter::Step;
use super::prepare::Preparation;
use crate::import::lines::{Pair, pair};
use crate::import::reader::RawLine;
use crate::import::rows::{JoinRow, Order};
use crate::import::{Fault, Place, Row, Unmapped, jsonl, tsv};
use crate::ledger::{Dropped, Stage};
use crate::number::ordinal;
use crate::panels::{Panels, Side};
use crate::sources::{Field, Source};

/// What became of one line or pair of lines.
pub(super) enum Fate {
    Made(Box<Made>),
    Part(Box<JoinRow>),
    Gap,
    Out(Box<Dropped>),
    Fault(Bad),
}

/// A row that could not be read.
pub(super) struct Bad {
    pub(super) dropped: Dropped,
    pub(super) fault: Fault,
}

/// A source with its ordinal and the rules of the pool.
#[derive(Clone, Copy)]
pub(super) struct Context<'c> {
    pub(super) rules: &'c Rules,
    pub(super) source: &'c Source,
    pub(super) at: usize,
}

impl Context<'_> {
    /// Reads a line of a jsonl file.
    pub(super) fn of_json(&self, raw: &RawLine, file: u32) -> (Fate, Vec<Unmapped>) {
        let place = raw.place(file);
        let mut unmapped = Vec::new();
        let mut lap = self.preparation().lap(raw.number);
        let row = read(raw, |bytes| {
            jsonl::row(self.source, place, bytes, &mut unmapped)
        });
        lap.end(Step::Read);
        let fate = match row {
            Err(fault) => Fate::Fault(bad(place, raw, fault)),
            Ok(row) => self.made(row, false),
        };
        (fate, unmapped)
    }

    /// Reads a line of a tsv file.
    pub(super) fn of_cells(
        &self,
        raw: &RawLine,
        file: u32,
        columns: &[Option<Field>],
    ) -> (Fate, Vec<Unmapped>) {
        let place = raw.place(file);
        let mut unmapped = Vec::new();
        let mut lap = self.preparation().lap(raw.number);
        let row = read(raw, |bytes| {
            tsv::row(self.source, columns, place, bytes, &mut unmapped)
        });
        lap.end(Step::Read);
        let fate = match row {
            Err(fault) => Fate::Fault(bad(place, raw, fault)),
            Ok(mut part) => match self.preparation().prepare(&mut part.row) {
                Err(dropped) => Fate::Out(dropped),
                Ok(()) if part.joins => Fate::Part(Box::new(part)),
                Ok(()) => self.made(part.row, true),
            },
        };
        (fate, unmapped)
    }

    /// Reads a pair of lines, the left one of file `first` and the right one of the next.
    pub(super) fn of_pair(&self, raw: Panels<&RawLine>, first: u32) -> (Fate, Vec<Unmapped>) {
        let places = Panels::new(raw.left.place(first), raw.right.place(first + 1));
        let mut unmapped = Vec::new();
        let bytes = raw.map(|raw| &raw.bytes);
        let mut lap = self.preparation().lap(raw.left.number);
        let read = pair(self.source, places, bytes, &mut unmapped);
        lap.end(Step::Read);
        let fate = match read {
            Ok(Pair::Gap) => Fate::Gap,
            Ok(Pair::Row(mut row)) => match self.preparation().prepare(&mut row) {
                Err(dropped) => Fate::Out(dropped),
                Ok(()) => Fate::Part(Box::new(JoinRow {
                    row: *row,
                    joins: true,
                    order: Order::Place,
                })),
            },
            Err((Side::Left, fault)) => Fate::Fault(bad(places.left, raw.left, fault)),
            Err((Side::Right, fault)) => Fate::Fault(bad(places.right, raw.right, fault)),
        };
        (fate, unmapped)
    }

    fn preparation(&self) -> &Preparation {
        &self.rules.of_source[self.at]
    }

    fn made(&self, row: Row, prepared: bool) -> Fate {
        match self.rules.make(row, ordinal(self.at), prepared) {
            Ok(made) => Fate::Made(Box::new(made)),
            Err(dropped) => Fate::Out(dropped),
        }
    }
}

fn read<T>(raw: &RawLine, parse: impl FnOnce(&[u8]) -> Result<T, Fault>) -> Result<T, Fault> {
    match &raw.bytes {
        Ok(bytes) => parse(bytes),
        Err(fault) => Err(fault.clone()),
    }
}

/// Names a row that could not be read, by the beginning of its line.
fn bad(place: Place, raw: &RawLine, fault: Fault) -> Bad {
    // Enough bytes for the scalars that the ledger shows.
    let bytes = raw.bytes.as_deref().unwrap_or_default();
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(400)]);
    let text = Panels::new(&*head, "");
    Bad {
        dropped: Dropped::new(Stage::Read, fault.reason, place, "", text),
        fault,
    }
}
