//! Reads a file of pairs to try: JSONL or TSV, plain or compressed, as the importers read lines.

use crate::article::{Genre, Structured};
use crate::build::chunk;
use crate::error::PoolError;
use crate::import::meta::missing;
use crate::import::reader::{LineReader, RawLine};
use crate::import::{Fault, checked_scalars, checked_text, json};
use crate::panels::Panels;
use crate::profile::Language;
use crate::sources::{Field, InputFile, Layout, Source};
use rayon::prelude::*;
use serde_json::value::RawValue;
use std::path::Path;

/// The pairs of a file.
pub struct Pairs<'s> {
    reader: LineReader,
    name: String,
    form: Form,
    source: &'s Source,
    /// Names of the fields that hold a panel, the first that a row has counts.
    panels: Panels<Vec<String>>,
}

/// One pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The row's own integer `n`, else its line.
    pub n: u64,
    /// Its line, from 1.
    pub line: u64,
    /// What kind of text it is.
    pub genre: Genre,
    /// The panels.
    pub text: Panels<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Jsonl,
    Tsv,
}

impl<'s> Pairs<'s> {
    pub(super) fn open(
        path: &Path,
        source: &'s Source,
        languages: &Panels<Language>,
    ) -> Result<Self, PoolError> {
        let name = path.display().to_string();
        let file = InputFile {
            name: name.clone(),
            path: path.to_owned(),
        };
        let form = form(&name).ok_or_else(|| PoolError::Form {
            path: path.to_owned(),
            what: "the name must end in .jsonl or .tsv, and .gz or .zst may follow".to_owned(),
        })?;
        let names = |field: Field, language: &Language| {
            let mapped = source.rule.fields.get(&field).cloned();
            let known = [field.name().to_owned(), language.prefix.clone()];
            mapped.into_iter().chain(known).collect()
        };
        Ok(Self {
            reader: LineReader::open(&file)?,
            name,
            form,
            source,
            panels: Panels::new(
                names(Field::Left, &languages.left),
                names(Field::Right, &languages.right),
            ),
        })
    }

    /// Reads pairs until so many lines or bytes are in memory as a build has there; none is the end of the file.
    ///
    /// # Errors
    /// If a line holds no pair; the message says which.
    pub fn next_chunk(&mut self) -> Result<Vec<Pair>, PoolError> {
        let lines = chunk::lines(&mut self.reader);
        if self.reader.lines_read() == 0 {
            return Err(PoolError::Form {
                path: self.name.clone().into(),
                what: "the file holds no pair".to_owned(),
            });
        }
        let (form, source, names) = (self.form, self.source, &self.panels);
        let read = |raw: &RawLine| pair(raw, form, source, names);
        let pairs: Vec<Result<Pair, Fault>> = lines.par_iter().map(read).collect();
        let numbered = lines.iter().zip(pairs);
        numbered
            .map(|(raw, pair)| {
                pair.map_err(|fault| PoolError::Form {
                    path: format!("{}:{}", self.name, raw.number).into(),
                    what: format!("{}: {}", fault.reason, fault.detail),
                })
            })
            .collect()
    }
}

fn form(name: &str) -> Option<Form> {
    let plain = name.strip_suffix(".gz").or(name.strip_suffix(".zst"));
    let plain = plain.unwrap_or(name);
    if plain.ends_with(".jsonl") {
        Some(Form::Jsonl)
    } else if plain.ends_with(".tsv") {
        Some(Form::Tsv)
    } else {
        None
    }
}

fn pair(
    raw: &RawLine,
    form: Form,
    source: &Source,
    names: &Panels<Vec<String>>,
) -> Result<Pair, Fault> {
    let bytes = raw.bytes.as_ref().map_err(Clone::clone)?;
    let text = checked_text(bytes)?;
    match form {
        Form::Jsonl => of_json(text, raw.number, source, names),
        Form::Tsv => of_cells(text, raw.number, source),
    }
}

fn of_json(
    text: &str,
    line: u64,
    source: &Source,
    names: &Panels<Vec<String>>,
) -> Result<Pair, Fault> {
    let members = json::members(text)?;
    let get = |name: &str| {
        let member = members.iter().find(|(member, _)| member == name);
        member.map(|(_, value)| *value)
    };
    let panel = |names: &[String]| {
        let found = names
            .iter()
            .find_map(|name| get(name).map(|value| (name, value)));
        let (name, value) = found.ok_or_else(|| {
            let names = names.join("`, `");
            Fault::new(
                "field_missing",
                format!("none of the fields `{names}` is there"),
            )
        })?;
        let text = json::text(value)?.filter(|_| value.get().starts_with('"'));
        let text =
            text.ok_or_else(|| Fault::new("field_type", format!("field `{name}` is no string")))?;
        checked_scalars(&text, source.repair.normalize.crlf)?;
        Ok(text)
    };
    Ok(Pair {
        n: get("n")
            .and_then(|value| value.get().parse().ok())
            .unwrap_or(line),
        line,
        genre: genre(get, source)?,
        text: Panels::new(panel(&names.left)?, panel(&names.right)?),
    })
}

/// Returns what kind of text a row is: of the structured format that it names, else of what its source says.
fn genre<'v>(get: impl Fn(&str) -> Option<&'v RawValue>, source: &Source) -> Result<Genre, Fault> {
    let mapped = source.rule.fields.get(&Field::Format);
    let name = mapped.map_or(Field::Format.name(), String::as_str);
    let absent = |value: &&RawValue| matches!(value.get(), "null" | "\"\"");
    let Some(value) = get(name).filter(|value| !absent(value)) else {
        return match source.layout {
            Layout::StructuredJsonl(_) => Err(missing(name)),
            _ => Ok(source.rule.genre),
        };
    };
    let format = json::text(value)?;
    let known = format.as_deref().and_then(Structured::parse);
    known.map(Genre::Structured).ok_or_else(|| {
        let found: String = value.get().chars().take(20).collect();
        let known = Structured::ALL.map(Structured::name).join(" ");
        let what = format!("field `{name}` is {found}, expected one of {known}");
        Fault::new("field_value", what)
    })
}

fn of_cells(text: &str, line: u64, source: &Source) -> Result<Pair, Fault> {
    let cells: Vec<&str> = text.split('\t').collect();
    let [.., left, right] = cells[..] else {
        let what = "one cell, expected two that a tab separates";
        return Err(Fault::new("columns", what));
    };
    let named = match &source.layout {
        Layout::Tsv { columns, .. } if columns.len() == cells.len() => {
            let at = |field| columns.iter().position(|column| *column == Some(field));
            at(Field::Left).zip(at(Field::Right))
        }
        _ => None,
    };
    let (left, right) = named.map_or((left, right), |(left, right)| (cells[left], cells[right]));
    Ok(Pair {
        n: line,
        line,
        genre: source.rule.genre,
        text: Panels::new(left.to_owned(), right.to_owned()),
    })
}
