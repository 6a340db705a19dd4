//! Skeletons of CSV: docs/format.md, section 5.6.
//!
//! The crate `csv` reads the rows; it forgives quotes that RFC 4180 does not know and passes over empty rows, so these are looked for first.

use super::{Parting, fault, first_difference};
use ::csv::{ErrorKind, ReaderBuilder, StringRecord};

/// The first row, and how many rows there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    first: Vec<String>,
    rows: usize,
}

pub(super) fn parse(text: &str) -> Result<Table, String> {
    let empty = empty_rows(text)?;
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes());
    let mut table = Table {
        first: Vec::new(),
        rows: empty.len(),
    };
    let mut record = StringRecord::new();
    let mut is_first = true;
    while reader.read_record(&mut record).map_err(|e| why_not(&e))? {
        if is_first {
            table.first = record.iter().map(str::to_owned).collect();
            is_first = false;
        }
        table.rows += 1;
    }
    // An empty row has one field, which is empty.
    if let Some(&at) = empty.first()
        && (table.first.len() != 1 || at == 0)
    {
        return Err(fault(text, at, "an empty row"));
    }
    if table.rows < 2 {
        return Err(format!("{} row, not 2 or more", table.rows));
    }
    Ok(table)
}

fn why_not(error: &::csv::Error) -> String {
    match error.kind() {
        ErrorKind::UnequalLengths {
            pos,
            expected_len,
            len,
        } => {
            let row = pos.as_ref().map_or(0, |pos| pos.record() + 1);
            format!("row {row}: {len} fields, not {expected_len} as in row 1")
        }
        _ => error.to_string(),
    }
}

/// Where in a row the reading is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    RowStart,
    FieldStart,
    Plain,
    Quoted,
    /// Behind a quote inside a quoted field: its end, or half of a doubled one.
    Quote,
}

/// Looks at quotes and line breaks by the grammar of RFC 4180; returns where empty rows stand.
fn empty_rows(text: &str) -> Result<Vec<usize>, String> {
    let bytes = text.as_bytes();
    let mut empty = Vec::new();
    let mut state = State::RowStart;
    let mut opened = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        if state == State::Quoted {
            if byte == b'"' {
                state = State::Quote;
            }
            continue;
        }
        state = match byte {
            b'"' if matches!(state, State::RowStart | State::FieldStart) => {
                opened = at;
                State::Quoted
            }
            b'"' if state == State::Quote => State::Quoted,
            b'"' => return Err(fault(text, at, "a quote inside a field")),
            b',' => State::FieldStart,
            b'\r' if bytes.get(at + 1) == Some(&b'\n') => state,
            b'\r' => return Err(fault(text, at, "a CR without LF")),
            b'\n' => {
                if state == State::RowStart {
                    empty.push(at);
                }
                State::RowStart
            }
            _ if state == State::Quote => {
                return Err(fault(text, at, "text behind a closing quote"));
            }
            _ => State::Plain,
        };
    }
    match state {
        State::Quoted => Err(fault(text, opened, "a quote that nothing closes")),
        _ => Ok(empty),
    }
}

pub(super) fn part(left: &Table, right: &Table) -> Option<Parting> {
    let rows = |table: &Table| format!("{} rows", table.rows);
    match first_difference(&left.first, &right.first) {
        Some(at) => Some(Parting::of_values(
            format!("row 1 field {}", at + 1),
            left.first.get(at).map(String::as_str),
            right.first.get(at).map(String::as_str),
        )),
        None if left.rows != right.rows => {
            Some(Parting::new("end".to_owned(), rows(left), rows(right)))
        }
        None => None,
    }
}
