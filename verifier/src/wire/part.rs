//! Parts of a pool: Arrow IPC files, mapped and read in place: format.md, section 2.

use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt32Type;
use arrow_array::{Array, ListArray, RecordBatch, StringArray, UInt32Array};
use arrow_buffer::Buffer;
use arrow_ipc::reader::{FileDecoder, read_footer_length};
use arrow_ipc::{Block, convert::fb_to_schema, root_as_footer};
use bytes::Bytes;

use super::map::map;

const TEXTS: [&str; 13] = [
    "key",
    "id",
    "source",
    "source_id",
    "license",
    "origin",
    "translation",
    "made_by",
    "genre",
    "group",
    "left",
    "right",
    "extra",
];

/// Why a part cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum PartFault {
    /// The system could not map the file.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// Not the Arrow file of the format.
    #[error("{0}")]
    Form(String),
}

/// A part, mapped into memory.
pub struct Part {
    bytes: Bytes,
    batches: Vec<PartBatch>,
    rows: u64,
}

struct PartBatch {
    first: u64,
    rows: usize,
    texts: [StringArray; 13],
    near: ListArray,
    near_items: StringArray,
    slices: ListArray,
    slice_items: UInt32Array,
}

/// An article, borrowed from the map.
#[derive(Clone, Copy, Debug)]
#[expect(
    missing_docs,
    reason = "the fields are the columns of format.md, section 2, by name"
)]
pub struct Article<'p> {
    pub key: &'p str,
    pub id: &'p str,
    pub source: &'p str,
    pub source_id: &'p str,
    pub license: &'p str,
    pub origin: &'p str,
    pub translation: &'p str,
    pub made_by: &'p str,
    pub genre: &'p str,
    pub group: &'p str,
    pub left: &'p str,
    pub right: &'p str,
    pub extra: &'p str,
    pub slices: &'p [u32],
    near: (&'p StringArray, usize, usize),
}

impl<'p> Article<'p> {
    /// Returns whether the article is structured, and so has no lines.
    #[must_use]
    pub fn is_structured(&self) -> bool {
        self.genre.starts_with("structured:")
    }

    /// Returns the further groups that must stay in one split with `group`.
    pub fn near(&self) -> impl Iterator<Item = &'p str> + use<'p> {
        let (items, start, end) = self.near;
        (start..end).map(move |at| items.value(at))
    }
}

impl Part {
    /// Maps and reads a part; texts stay where they are.
    ///
    /// # Errors
    ///
    /// Says what is not as the format has it.
    pub fn open(file: &File) -> Result<Self, PartFault> {
        let bytes = map(file)?;
        // The reader of Arrow files panics on some that are damaged; nothing of what it made by
        // then outlives the call, so no broken state is seen.
        let read = catch_unwind(AssertUnwindSafe(|| Self::read(bytes)));
        read.unwrap_or_else(|_| Err(form("not an Arrow file that can be read")))
    }

    fn read(bytes: Bytes) -> Result<Self, PartFault> {
        let (decoder, blocks) = footer(&bytes)?;
        let whole = Buffer::from(bytes.clone());
        let mut batches = Vec::with_capacity(blocks.len());
        let mut rows = 0;
        for block in &blocks {
            let batch = decoder
                .read_record_batch(block, &cut(&whole, block)?)
                .map_err(form)?;
            let batch = batch.ok_or_else(|| form("an empty message"))?;
            let batch = PartBatch::new(&batch, rows)?;
            rows += u64::try_from(batch.rows).map_err(form)?;
            batches.push(batch);
        }
        Ok(Self {
            bytes,
            batches,
            rows,
        })
    }

    /// Returns the bytes of the file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns a row of the part.
    #[must_use]
    pub fn article(&self, row: u64) -> Option<Article<'_>> {
        let after = self.batches.partition_point(|batch| batch.first <= row);
        let batch = &self.batches[after.checked_sub(1)?];
        let at = usize::try_from(row - batch.first).ok()?;
        (at < batch.rows).then(|| batch.article(at))
    }
}

impl PartBatch {
    fn new(batch: &RecordBatch, first: u64) -> Result<Self, PartFault> {
        if batch.num_columns() != TEXTS.len() + 2 {
            let found = batch.num_columns();
            return Err(PartFault::Form(format!(
                "{found} columns, expected {}",
                TEXTS.len() + 2
            )));
        }
        let mut texts = Vec::with_capacity(TEXTS.len());
        for name in TEXTS {
            texts.push(typed(column(batch, name)?.as_string_opt::<i32>(), name)?.clone());
        }
        let near = typed(column(batch, "near")?.as_list_opt::<i32>(), "near")?.clone();
        let slices = typed(column(batch, "slices")?.as_list_opt::<i32>(), "slices")?.clone();
        let near_items = typed(near.values().as_string_opt::<i32>(), "near")?.clone();
        let items = slices.values().as_primitive_opt::<UInt32Type>();
        let slice_items = typed(items, "slices")?.clone();
        if near_items.null_count() + slice_items.null_count() > 0 {
            return Err(PartFault::Form(
                "a null inside `near` or `slices`".to_owned(),
            ));
        }
        let texts = texts.try_into().expect("one array of each column's name");
        let rows = batch.num_rows();
        Ok(Self {
            first,
            rows,
            texts,
            near,
            near_items,
            slices,
            slice_items,
        })
    }

    fn article(&self, at: usize) -> Article<'_> {
        let text = |index: usize| self.texts[index].value(at);
        let (near_start, near_end) = range(&self.near, at);
        let (slice_start, slice_end) = range(&self.slices, at);
        Article {
            key: text(0),
            id: text(1),
            source: text(2),
            source_id: text(3),
            license: text(4),
            origin: text(5),
            translation: text(6),
            made_by: text(7),
            genre: text(8),
            group: text(9),
            left: text(10),
            right: text(11),
            extra: text(12),
            slices: &self.slice_items.values()[slice_start..slice_end],
            near: (&self.near_items, near_start, near_end),
        }
    }
}

fn footer(bytes: &[u8]) -> Result<(FileDecoder, Vec<Block>), PartFault> {
    let (rest, tail) = bytes
        .split_last_chunk::<10>()
        .ok_or_else(|| form("too short"))?;
    let length = read_footer_length(*tail).map_err(form)?;
    let start = rest
        .len()
        .checked_sub(length)
        .ok_or_else(|| form("a footer longer than the file"))?;
    let footer = root_as_footer(&rest[start..]).map_err(form)?;
    let schema = footer
        .schema()
        .ok_or_else(|| form("no schema in the footer"))?;
    if !schema.endianness().equals_to_target_endianness() {
        return Err(form("the byte order of another machine"));
    }
    if footer
        .dictionaries()
        .is_some_and(|blocks| !blocks.is_empty())
    {
        return Err(form("dictionaries, expected plain columns"));
    }
    let decoder = FileDecoder::new(Arc::new(fb_to_schema(schema)), footer.version());
    let blocks = footer
        .recordBatches()
        .ok_or_else(|| form("no list of batches in the footer"))?;
    Ok((decoder, blocks.iter().copied().collect()))
}

/// Returns the bytes of a block, if it lies inside the file.
fn cut(whole: &Buffer, block: &Block) -> Result<Buffer, PartFault> {
    let range = || {
        let start = usize::try_from(block.offset()).ok()?;
        let meta = usize::try_from(block.metaDataLength()).ok()?;
        let length = meta.checked_add(usize::try_from(block.bodyLength()).ok()?)?;
        (start.checked_add(length)? <= whole.len()).then_some((start, length))
    };
    let (start, length) = range().ok_or_else(|| form("a batch outside the file"))?;
    Ok(whole.slice_with_length(start, length))
}

fn column<'b>(batch: &'b RecordBatch, name: &str) -> Result<&'b Arc<dyn Array>, PartFault> {
    let column = batch
        .column_by_name(name)
        .ok_or_else(|| form(format!("no column `{name}`")))?;
    if column.null_count() > 0 {
        return Err(form(format!("a null in column `{name}`")));
    }
    Ok(column)
}

fn typed<'a, T>(array: Option<&'a T>, name: &str) -> Result<&'a T, PartFault> {
    array.ok_or_else(|| form(format!("column `{name}` of another type")))
}

fn range(list: &ListArray, at: usize) -> (usize, usize) {
    let bound =
        |at: usize| usize::try_from(list.value_offsets()[at]).expect("arrow checks offsets");
    (bound(at), bound(at + 1))
}

fn form(error: impl ToString) -> PartFault {
    PartFault::Form(error.to_string())
}
