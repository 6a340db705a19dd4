//! A pool on disk: header, mapped parts, rows (docs/format.md, section 2).

mod header;
mod part;
mod read;
mod schema;
mod sound;
mod write;

pub use header::{
    FileRef, GateRow, ImportFile, ImportSource, LedgerTotal, PoolHeader, RepairTotal, RuleRow,
    SliceRule, TableRef,
};
pub use read::Pool;
pub use schema::schema;
pub(crate) use sound::{Unsound, unsound};
pub use write::PartWriter;
pub use write::{BATCH_ROWS, BATCH_TEXT};
