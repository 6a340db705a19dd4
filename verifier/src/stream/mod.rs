//! Digests, streams, draws, ranks, splits and shares: format.md, sections 3 and 4.
//! Independent of the generator by design: do not share, import or deduplicate.

mod derive;
mod draw;
mod merkle;
mod rank;
mod ratio;
mod split;

pub use derive::{DOMAIN, Digest, h, hex, list_part, seed32, unhex};
pub use draw::{Stream, stream_key};
pub use merkle::Tree;
pub use rank::{Rank, rank};
pub use ratio::{Ratio, allot, reachable, share};
pub use split::Splitter;
