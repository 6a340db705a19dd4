//! What lies on disk: this crate's own reading of every file form of format.md, sections 2, 7, 8
//! and 9. Independent of the generator by design: do not share, import or deduplicate.

mod carrier;
mod digests;
mod disk;
pub mod json;
mod json_scan;
mod json_write;
mod kind;
mod ledger;
mod lists;
mod manifest;
mod map;
mod material;
mod names;
mod part;
mod pool;
mod pool_header;
mod recipe;
mod recipe_more;
mod record;
mod shaping;
mod sidecar;
mod zstd_frames;

pub use carrier::{Batch, LineReader, ReadFault};
pub use digests::{article_digest, article_id, article_key, entry_digest};
pub use disk::{Folder, FolderFault, Kind as FileKind};
pub use kind::Kind;
pub use ledger::{LedgerKey, LedgerRow, Reason};
pub use lists::{Form, Format, NoiseKind, ShapeOp};
pub use manifest::{
    ContentPart, Count, Drop, FileRef, IndexRef, Manifest, NoiseNumbers, PoolRef, Quota,
    SchemaNumbers, Seeds, ShapeNumbers, ShardRef, Shared, SplitTotals, TableRef, TokenizerRef,
    Unit, content_id, other_format, shard_name,
};
pub use material::{Material, View};
pub use names::{Carrier, Category, Family, Order, Split, Style};
pub use part::{Article, Part, PartFault};
pub use pool::{Panels, Pool, PoolFault};
pub use pool_header::{
    Gate, ImportFile, ImportSource, PartRef, PoolDrop, PoolHeader, Repair, Rule, Slicing,
};
pub use recipe::{Longform, Mosaic, Recipe, RecipeFault, Take};
pub use recipe_more::{Noise, Schema, Shape, Strength};
pub use record::{Meta, MetaFault, Record, Stripped, record_id};
pub use shaping::{Counted, Shaping, Side};
pub use sidecar::{Entry, SidecarReader};
