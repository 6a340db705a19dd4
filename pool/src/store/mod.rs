//! A pool on disk: header, mapped parts, rows (docs/format.md, section 2).

mod header;
mod part;
mod read;
mod schema;

pub use header::{
    FileRef, GateRow, ImportFile, ImportSource, LedgerTotal, PoolHeader, SliceRule, TableRef,
};
pub use read::Pool;
pub use schema::schema;
