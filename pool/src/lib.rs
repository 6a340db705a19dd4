//! A neutral pool of parallel text: import, gates, slices, store and views (docs/format.md, sections 1 to 4).
//!
//! Start reading at [`store::Pool`] for what a pool gives, at `build` for how it comes to be.

pub mod article;
pub mod build;
pub mod check;
pub mod dedup;
pub mod derive;
pub mod diff;
pub mod error;
pub mod file;
pub mod form;
pub mod frames;
pub mod funnel;
pub mod gate;
pub mod history;
pub mod id;
pub mod import;
pub mod keys;
pub mod lang;
pub mod ledger;
pub mod normalize;
mod number;
pub mod panels;
pub mod pii;
pub mod places;
pub mod profile;
pub mod provenance;
pub mod repair;
pub mod script;
pub mod slice;
pub mod sources;
mod spool;
pub mod stats;
pub mod store;
pub mod stream;
pub mod structure;
pub mod text;
pub mod timings;
pub mod trial;
pub mod view;

pub use article::{Article, Genre, Origin, Translation};
pub use error::PoolError;
pub use id::{ArticleId, ArticleKey, Digest, GroupKey, Hex12};
pub use panels::{Panels, Side};
pub use store::Pool;
pub use view::{Material, View};
