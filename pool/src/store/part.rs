//! One mapped part: batches are decoded when they are first asked for, without copying text.

use super::schema::{column, schema};
use crate::article::{Article, Genre, Origin, Translation};
use crate::error::PoolError;
use crate::file;
use crate::id::{GroupKey, Hex12};
use crate::panels::Panels;
use arrow_array::cast::AsArray;
use arrow_array::types::UInt32Type;
use arrow_array::{Array, RecordBatch};
use arrow_buffer::Buffer;
use arrow_ipc::reader::{FileDecoder, read_footer_length};
use arrow_ipc::{Block, Type, root_as_footer, root_as_message};
use arrow_schema::{ArrowError, DataType, Field};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

pub(super) struct Part {
    path: PathBuf,
    buffer: Buffer,
    decoder: FileDecoder,
    batches: Vec<Batch>,
}

struct Batch {
    block: Block,
    /// Ordinal of its first row in the part.
    first: u32,
    rows: u32,
    decoded: OnceLock<RecordBatch>,
}

impl Part {
    /// Maps a part and reads its footer.
    pub(super) fn open(path: &Path) -> Result<Self, PoolError> {
        let buffer = Buffer::from(file::map(path)?);
        let arrow = |cause| PoolError::Arrow {
            path: path.to_owned(),
            cause,
        };
        let (decoder, blocks) = read_footer(&buffer).map_err(arrow)?;
        let mut batches = Vec::with_capacity(blocks.len());
        let mut first = 0_u32;
        for block in blocks {
            let rows = block_rows(&buffer, &block).map_err(arrow)?;
            batches.push(Batch {
                block,
                first,
                rows,
                decoded: OnceLock::new(),
            });
            first = first
                .checked_add(rows)
                .ok_or_else(|| form(path, "more than 2^32 rows"))?;
        }
        Ok(Self {
            path: path.to_owned(),
            buffer,
            decoder,
            batches,
        })
    }

    /// Returns how many rows the part has.
    pub(super) fn rows(&self) -> u32 {
        self.batches
            .last()
            .map_or(0, |batch| batch.first + batch.rows)
    }

    /// Returns the whole file.
    pub(super) fn bytes(&self) -> &[u8] {
        self.buffer.as_slice()
    }

    /// Returns the id of a row.
    pub(super) fn id(&self, row: u32) -> Result<Hex12, PoolError> {
        let (batch, at) = self.locate(row)?;
        parse_id(text(batch, column::ID, at)).ok_or_else(|| self.bad(row, "id"))
    }

    /// Returns a row.
    pub(super) fn article(&self, row: u32) -> Result<Article<'_>, PoolError> {
        let (batch, at) = self.locate(row)?;
        let bad = |what| self.bad(row, what);
        let id = |column, what| parse_id(text(batch, column, at)).ok_or_else(|| bad(what));
        Ok(Article {
            key: id(column::KEY, "key")?,
            id: id(column::ID, "id")?,
            source: text(batch, column::SOURCE, at),
            source_id: text(batch, column::SOURCE_ID, at),
            license: text(batch, column::LICENSE, at),
            origin: Origin::parse(text(batch, column::ORIGIN, at)).ok_or_else(|| bad("origin"))?,
            translation: Translation::parse(text(batch, column::TRANSLATION, at))
                .ok_or_else(|| bad("translation"))?,
            made_by: text(batch, column::MADE_BY, at),
            genre: Genre::parse(text(batch, column::GENRE, at)).ok_or_else(|| bad("genre"))?,
            group: id(column::GROUP, "group")?,
            near: near(batch, at).ok_or_else(|| bad("near"))?,
            text: Panels::new(
                text(batch, column::LEFT, at),
                text(batch, column::RIGHT, at),
            ),
            slices: slices(batch, at),
            extra: text(batch, column::EXTRA, at),
        })
    }

    fn locate(&self, row: u32) -> Result<(&RecordBatch, usize), PoolError> {
        let after = self.batches.partition_point(|batch| batch.first <= row);
        let batch = &self.batches[after - 1];
        let decoded = match batch.decoded.get() {
            Some(decoded) => decoded,
            None => {
                let decoded = self.decode(&batch.block)?;
                batch.decoded.get_or_init(|| decoded)
            }
        };
        Ok((
            decoded,
            usize::try_from(row - batch.first).expect("an address holds 32 bits"),
        ))
    }

    fn decode(&self, block: &Block) -> Result<RecordBatch, PoolError> {
        let arrow = |cause| PoolError::Arrow {
            path: self.path.clone(),
            cause,
        };
        let bytes = block_bytes(&self.buffer, block).map_err(arrow)?;
        let batch = self
            .decoder
            .read_record_batch(block, &bytes)
            .map_err(arrow)?;
        batch.ok_or_else(|| form(&self.path, "a block holds no rows"))
    }

    fn bad(&self, row: u32, column: &str) -> PoolError {
        form(
            &self.path,
            &format!("row {row}: column `{column}` is not of the format"),
        )
    }
}

fn form(path: &Path, what: &str) -> PoolError {
    PoolError::Form {
        path: path.to_owned(),
        what: what.to_owned(),
    }
}

fn read_footer(buffer: &Buffer) -> Result<(FileDecoder, Vec<Block>), ArrowError> {
    let bad = |what: &str| ArrowError::IpcError(what.to_owned());
    let trailer = buffer
        .len()
        .checked_sub(10)
        .ok_or_else(|| bad("shorter than an Arrow footer"))?;
    let tail: [u8; 10] = buffer[trailer..].try_into().expect("ten bytes");
    let length = read_footer_length(tail)?;
    let start = trailer
        .checked_sub(length)
        .ok_or_else(|| bad("the footer is longer than the file"))?;
    let footer =
        root_as_footer(&buffer[start..trailer]).map_err(|error| bad(&error.to_string()))?;
    let found = footer.schema().and_then(|found| found.fields());
    let wanted = schema();
    let wanted = wanted.fields();
    let same = found.is_some_and(|found| {
        let pairs = found.iter().zip(wanted);
        found.len() == wanted.len() && pairs.into_iter().all(|(a, b)| is_field(&a, b))
    });
    if !same {
        return Err(bad("the columns are not those of a pool part"));
    }
    let blocks = footer
        .recordBatches()
        .map(|list| list.iter().copied().collect())
        .unwrap_or_default();
    Ok((FileDecoder::new(schema(), footer.version()), blocks))
}

/// Compares a column by its own description. (The library's reading of a schema panics on damaged ones.)
fn is_field(found: &arrow_ipc::Field<'_>, field: &Field) -> bool {
    let plain = found.nullable() == field.is_nullable() && found.dictionary().is_none();
    let kind = found.type_type();
    plain
        && found.name() == Some(field.name())
        && match field.data_type() {
            DataType::List(item) => {
                let items = found.children();
                let item = |items: arrow_ipc::Field<'_>| is_field(&items, item);
                kind == Type::List
                    && items.is_some_and(|items| items.len() == 1 && item(items.get(0)))
            }
            DataType::UInt32 => found
                .type_as_int()
                .is_some_and(|int| int.bitWidth() == 32 && !int.is_signed()),
            _ => kind == Type::Utf8,
        }
}

fn block_bytes(buffer: &Buffer, block: &Block) -> Result<Buffer, ArrowError> {
    let number = |value: i64| usize::try_from(value).ok();
    let range = || {
        let start = number(block.offset())?;
        let length =
            number(block.bodyLength())?.checked_add(number(block.metaDataLength().into())?)?;
        (start.checked_add(length)? <= buffer.len())
            .then(|| buffer.slice_with_length(start, length))
    };
    range().ok_or_else(|| ArrowError::IpcError("a block lies outside the file".to_owned()))
}

/// Reads the row count of a block from its message, without touching its columns.
fn block_rows(buffer: &Buffer, block: &Block) -> Result<u32, ArrowError> {
    let bad = || ArrowError::IpcError("a block has no readable message".to_owned());
    let bytes = block_bytes(buffer, block)?;
    let prefix = if bytes.get(..4) == Some(&[0xff; 4][..]) {
        8
    } else {
        4
    };
    let message = root_as_message(bytes.get(prefix..).ok_or_else(bad)?).map_err(|_| bad())?;
    let batch = message.header_as_record_batch().ok_or_else(bad)?;
    layout_holds(block, &batch).ok_or_else(bad)?;
    u32::try_from(batch.length()).map_err(|_| bad())
}

/// Checks the numbers of a message, which the decoder takes on trust: it would panic on damaged ones.
fn layout_holds(block: &Block, batch: &arrow_ipc::RecordBatch<'_>) -> Option<()> {
    let body = u64::try_from(block.bodyLength()).ok()?;
    let start = block.offset() + i64::from(block.metaDataLength());
    let (buffers, nodes) = (batch.buffers()?, batch.nodes()?);
    let (widths, columns) = layout();
    if start % 8 != 0 || buffers.len() != widths.len() || nodes.len() != columns {
        return None;
    }
    for (buffer, width) in buffers.iter().zip(widths) {
        let start = u64::try_from(buffer.offset()).ok()?;
        let length = u64::try_from(buffer.length()).ok()?;
        let whole = start % 8 == 0 && length % width == 0;
        (whole && start.checked_add(length)? <= body).then_some(())?;
    }
    for node in nodes {
        let length = u64::try_from(node.length()).ok()?;
        (length <= body && node.null_count() == 0).then_some(())?;
    }
    Some(())
}

/// Returns the bytes of a value in each buffer of a batch, and how many arrays there are.
fn layout() -> (Vec<u64>, usize) {
    fn of(kind: &DataType, widths: &mut Vec<u64>) -> usize {
        match kind {
            DataType::Utf8 => {
                widths.extend([1, 4, 1]);
                1
            }
            DataType::List(item) => {
                widths.extend([1, 4]);
                1 + of(item.data_type(), widths)
            }
            _ => {
                widths.extend([1, 4]);
                1
            }
        }
    }
    let mut widths = Vec::new();
    let schema = schema();
    let fields = schema.fields().iter();
    let columns = fields.map(|field| of(field.data_type(), &mut widths)).sum();
    (widths, columns)
}

fn text(batch: &RecordBatch, column: usize, row: usize) -> &str {
    batch.column(column).as_string::<i32>().value(row)
}

fn parse_id(text: &str) -> Option<Hex12> {
    Hex12::parse(text)
}

fn near(batch: &RecordBatch, row: usize) -> Option<Vec<GroupKey>> {
    let list = batch.column(column::NEAR).as_list::<i32>().value(row);
    let items = list.as_string::<i32>();
    (0..items.len())
        .map(|at| Hex12::parse(items.value(at)))
        .collect()
}

fn slices(batch: &RecordBatch, row: usize) -> Vec<u32> {
    let list = batch.column(column::SLICES).as_list::<i32>().value(row);
    list.as_primitive::<UInt32Type>().values().to_vec()
}
