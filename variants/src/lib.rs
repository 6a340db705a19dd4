//! The generator: recipe -> plan -> render -> count -> shards and manifest (docs/format.md, sections 4 to 9).
//!
//! Start reading at [`assemble::build`], the one function that runs the pipeline.

pub mod assemble;
mod base;
mod bench;
mod card;
pub mod count;
mod draft;
pub mod error;
mod existing;
mod ledger;
mod longform;
mod manifest;
mod mosaic;
pub mod noise;
mod order;
mod pattern;
mod pick;
pub mod plan;
pub mod recipe;
pub mod record;
mod release;
mod schema;
mod separator;
pub mod shape;
mod shard;
pub mod split;
pub mod summary;
mod tables;
mod take;
#[cfg(test)]
mod vectors;

pub use bench::{Bench, Progress};
pub use error::BuildError;
pub use plan::Plan;
pub use recipe::Recipe;
