//! Writing parts: docs/format.md, section 2.
//!
//! The writer's settings are fixed, so that equal rows give equal bytes: metadata V5, buffers aligned to 64 bytes, no compression,
//! batches cut by rows and by text.

use super::header::FileRef;
use super::schema::{column, schema};
use crate::article::Article;
use crate::error::PoolError;
use crate::id::Digest;
use crate::number::length;
use arrow_array::builder::{ListBuilder, StringBuilder, UInt32Builder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_ipc::MetadataVersion;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions};
use arrow_schema::{ArrowError, DataType, Field};
use sha2::{Digest as _, Sha256};
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The most rows of a batch.
pub const BATCH_ROWS: usize = 1024;

/// The most bytes of panels of a batch that has more than one row.
pub const BATCH_TEXT: usize = 4 << 20;

/// Writes one part, row by row.
pub struct PartWriter {
    path: PathBuf,
    file: FileWriter<Summed>,
    batch: Batch,
    rows: u64,
}

impl PartWriter {
    /// Makes a new file.
    ///
    /// # Errors
    /// If it is there or cannot be made.
    pub fn create(path: &Path) -> Result<Self, PoolError> {
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(path)
            .map_err(PoolError::io(path))?;
        let summed = Summed {
            file: BufWriter::with_capacity(1 << 20, file),
            hash: Sha256::new(),
            bytes: 0,
        };
        let options = IpcWriteOptions::try_new(64, false, MetadataVersion::V5);
        let file = options
            .and_then(|options| FileWriter::try_new_with_options(summed, &schema(), options))
            .map_err(arrow(path))?;
        Ok(Self {
            path: path.to_owned(),
            file,
            batch: Batch::new(),
            rows: 0,
        })
    }

    /// Adds a row.
    ///
    /// # Errors
    /// If a full batch cannot be written.
    pub fn push(&mut self, article: &Article<'_>) -> Result<(), PoolError> {
        let text = article.text.left.len() + article.text.right.len();
        let full = self.batch.rows == BATCH_ROWS || self.batch.text + text > BATCH_TEXT;
        if full && self.batch.rows > 0 {
            self.flush()?;
        }
        self.batch.push(article, text);
        self.rows += 1;
        Ok(())
    }

    /// Ends the file and makes it durable; `name` is its path inside the pool.
    ///
    /// # Errors
    /// If what is left cannot be written.
    pub fn finish(mut self, name: String) -> Result<FileRef, PoolError> {
        if self.batch.rows > 0 {
            self.flush()?;
        }
        let summed = self.file.into_inner().map_err(arrow(&self.path))?;
        let file = summed
            .file
            .into_inner()
            .map_err(|error| PoolError::io(&self.path)(error.into_error()))?;
        file.sync_all().map_err(PoolError::io(&self.path))?;
        Ok(FileRef {
            path: name,
            rows: self.rows,
            bytes: summed.bytes,
            sha256: Digest(summed.hash.finalize().into()).hex(),
        })
    }

    fn flush(&mut self) -> Result<(), PoolError> {
        let full = std::mem::replace(&mut self.batch, Batch::new());
        full.finish()
            .and_then(|batch| self.file.write(&batch))
            .map_err(arrow(&self.path))
    }
}

fn arrow(path: &Path) -> impl FnOnce(ArrowError) -> PoolError {
    let path = path.to_owned();
    move |cause| PoolError::Arrow { path, cause }
}

/// A file whose digest and size are known when it ends.
struct Summed {
    file: BufWriter<File>,
    hash: Sha256,
    bytes: u64,
}

impl Write for Summed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.write(bytes)?;
        self.hash.update(&bytes[..count]);
        self.bytes += length(count);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

struct Batch {
    /// The columns of plain text in the order of the schema.
    texts: Vec<StringBuilder>,
    near: ListBuilder<StringBuilder>,
    slices: ListBuilder<UInt32Builder>,
    rows: usize,
    text: usize,
}

impl Batch {
    fn new() -> Self {
        let item = |kind| Field::new("item", kind, false);
        Self {
            texts: (0..schema().fields().len() - 2)
                .map(|_| StringBuilder::new())
                .collect(),
            near: ListBuilder::new(StringBuilder::new()).with_field(item(DataType::Utf8)),
            slices: ListBuilder::new(UInt32Builder::new()).with_field(item(DataType::UInt32)),
            rows: 0,
            text: 0,
        }
    }

    fn push(&mut self, article: &Article<'_>, text: usize) {
        let (key, id, group) = (
            article.key.to_string(),
            article.id.to_string(),
            article.group.to_string(),
        );
        let genre = article.genre.name();
        let values = [
            key.as_str(),
            &id,
            article.source,
            article.source_id,
            article.license,
            article.origin.name(),
            article.translation.name(),
            article.made_by,
            &genre,
            &group,
            article.text.left,
            article.text.right,
            article.extra,
        ];
        for (column, value) in self.texts.iter_mut().zip(values) {
            column.append_value(value);
        }
        for near in &article.near {
            self.near.values().append_value(near.to_string());
        }
        self.near.append(true);
        self.slices.values().append_slice(&article.slices);
        self.slices.append(true);
        self.rows += 1;
        self.text += text;
    }

    fn finish(mut self) -> Result<RecordBatch, ArrowError> {
        let mut columns: Vec<ArrayRef> = self
            .texts
            .iter_mut()
            .map(|column| Arc::new(column.finish()) as ArrayRef)
            .collect();
        columns.insert(column::NEAR, Arc::new(self.near.finish()));
        columns.insert(column::SLICES, Arc::new(self.slices.finish()));
        RecordBatch::try_new(schema(), columns)
    }
}
