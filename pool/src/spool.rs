//! A scratch file of records: texts wait on disk until their place in id order is known.

use crate::article::{Genre, Origin, Translation};
use crate::error::PoolError;
use crate::import::{Meta, Place, Repaired, Row};
use crate::number::index;
use crate::panels::{Panels, Side};
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

/// A scratch file.
pub(crate) struct Spool {
    file: BufWriter<File>,
    path: PathBuf,
    bytes: u64,
}

/// Where a record lies.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Span {
    offset: u64,
    length: u32,
}

/// A finished scratch file.
pub(crate) struct Spooled {
    file: File,
    path: PathBuf,
}

impl Spool {
    /// Makes an empty file.
    pub(crate) fn create(path: &Path) -> Result<Self, PoolError> {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create_new(true)
            .open(path)
            .map_err(PoolError::io(path))?;
        Ok(Self {
            file: BufWriter::with_capacity(1 << 20, file),
            path: path.to_owned(),
            bytes: 0,
        })
    }

    /// Adds a record.
    pub(crate) fn push(&mut self, record: &[u8]) -> Result<Span, PoolError> {
        self.file
            .write_all(record)
            .map_err(PoolError::io(&self.path))?;
        let length =
            u32::try_from(record.len()).expect("a record of at most 16 MiB and its fields");
        let span = Span {
            offset: self.bytes,
            length,
        };
        self.bytes += u64::from(length);
        Ok(span)
    }

    /// Ends the writing.
    pub(crate) fn finish(self) -> Result<Spooled, PoolError> {
        let path = self.path;
        let file = self
            .file
            .into_inner()
            .map_err(|error| PoolError::io(&path)(error.into_error()))?;
        Ok(Spooled { file, path })
    }
}

impl Spooled {
    /// Reads a record.
    pub(crate) fn read(&self, span: Span) -> Result<Vec<u8>, PoolError> {
        let mut record = vec![0; index(span.length)];
        self.file
            .read_exact_at(&mut record, span.offset)
            .map_err(PoolError::io(&self.path))?;
        Ok(record)
    }
}

/// Writes a row as one record.
pub(crate) fn encode(row: &Row, slices: &[u32]) -> Vec<u8> {
    let meta = &row.meta;
    let genre = meta.genre.name();
    let texts: [&str; 12] = [
        &meta.source,
        &meta.source_id,
        &meta.group,
        &meta.group_source,
        &meta.license,
        meta.origin.name(),
        meta.translation.name(),
        &meta.made_by,
        &genre,
        &row.extra,
        &row.text.left,
        &row.text.right,
    ];
    let size: usize = texts.iter().map(|text| text.len() + 4).sum();
    let mut out = Vec::with_capacity(size + 8 + 4 * slices.len() + 12 * row.places.len());
    for text in texts {
        put_length(&mut out, text.len());
        out.extend_from_slice(text.as_bytes());
    }
    put_length(&mut out, slices.len());
    for end in slices {
        out.extend_from_slice(&end.to_le_bytes());
    }
    put_length(&mut out, row.places.len());
    for place in &row.places {
        out.extend_from_slice(&place.file.to_le_bytes());
        out.extend_from_slice(&place.line.to_le_bytes());
    }
    put_repairs(&mut out, &row.repairs);
    out
}

fn put_repairs(out: &mut Vec<u8>, repairs: &[Repaired]) {
    put_length(out, repairs.len());
    for repaired in repairs {
        out.extend_from_slice(&repaired.line.to_le_bytes());
        out.extend_from_slice(&repaired.count.to_le_bytes());
        out.push(u8::from(repaired.side == Side::Right));
        for text in [&repaired.name, &repaired.detail] {
            put_length(out, text.len());
            out.extend_from_slice(text.as_bytes());
        }
    }
}

fn repairs(rest: &mut &[u8]) -> Vec<Repaired> {
    let count = length(rest);
    let one = |_| {
        let (line, count) = (
            u64::from_le_bytes(array(rest)),
            u64::from_le_bytes(array(rest)),
        );
        let [right] = array(rest);
        Repaired {
            line,
            count,
            side: if right == 1 { Side::Right } else { Side::Left },
            name: text(rest),
            detail: text(rest),
        }
    };
    (0..count).map(one).collect()
}

fn text(rest: &mut &[u8]) -> String {
    let length = length(rest);
    let bytes = take(rest, length).to_vec();
    String::from_utf8(bytes).expect("a spooled text is UTF-8")
}

/// Reads a record that [`encode`] wrote.
pub(crate) fn decode(record: &[u8]) -> (Row, Vec<u32>) {
    let mut rest = record;
    let [source, source_id, group, group_source, license] =
        std::array::from_fn(|_| text(&mut rest));
    let [origin, translation, made_by, genre, extra] = std::array::from_fn(|_| text(&mut rest));
    let panels = Panels::new(text(&mut rest), text(&mut rest));
    let meta = Meta {
        source,
        source_id,
        group,
        group_source,
        license,
        origin: Origin::parse(&origin).expect("a spooled word is known"),
        translation: Translation::parse(&translation).expect("a spooled word is known"),
        made_by,
        genre: Genre::parse(&genre).expect("a spooled word is known"),
    };
    let slices = (0..length(&mut rest))
        .map(|_| u32::from_le_bytes(array(&mut rest)))
        .collect();
    let places = (0..length(&mut rest))
        .map(|_| Place {
            file: u32::from_le_bytes(array(&mut rest)),
            line: u64::from_le_bytes(array(&mut rest)),
        })
        .collect();
    let row = Row {
        meta,
        text: panels,
        extra,
        places,
        repairs: repairs(&mut rest),
    };
    (row, slices)
}

fn put_length(out: &mut Vec<u8>, length: usize) {
    let length = u32::try_from(length).expect("a field of at most 16 MiB");
    out.extend_from_slice(&length.to_le_bytes());
}

fn length(rest: &mut &[u8]) -> usize {
    index(u32::from_le_bytes(array(rest)))
}

fn array<const N: usize>(rest: &mut &[u8]) -> [u8; N] {
    take(rest, N).try_into().expect("taken at that length")
}

fn take<'r>(rest: &mut &'r [u8], length: usize) -> &'r [u8] {
    let (head, tail) = rest.split_at(length);
    *rest = tail;
    head
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let row = Row {
            meta: Meta {
                source: "s".into(),
                source_id: "1".into(),
                group: "g".into(),
                group_source: String::new(),
                license: "CC0-1.0".into(),
                origin: Origin::Both,
                translation: Translation::Llm,
                made_by: "m".into(),
                genre: Genre::Dialogue,
            },
            text: Panels::new("a\nb".into(), "甲\n乙".into()),
            extra: "{\"n\":1}".into(),
            places: vec![Place { file: 1, line: 7 }, Place { file: 0, line: 9 }],
            repairs: vec![Repaired {
                line: 9,
                side: Side::Right,
                name: "pii:email".into(),
                count: 2,
                detail: "3 内".into(),
            }],
        };
        let folder = tempfile::tempdir().unwrap();
        let mut spool = Spool::create(&folder.path().join("s")).unwrap();
        spool.push(b"before").unwrap();
        let span = spool.push(&encode(&row, &[1, 2])).unwrap();
        let spooled = spool.finish().unwrap();
        assert_eq!(decode(&spooled.read(span).unwrap()), (row, vec![1, 2]));
    }
}
