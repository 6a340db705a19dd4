//! Verifies a release of bilingual pretraining text: start reading at [`verify`].
//!
//! This crate shares no code with the generator; format.md alone says what is right.

mod check;
pub mod count;
mod error;
mod finding;
pub mod form;
pub mod replay;
mod replayer;
mod report;
pub mod stream;
pub mod structure;
pub mod tables;
mod tally;
pub mod text;
mod verify;
pub mod wire;

pub use check::sample::Sample;
pub use error::Error;
pub use finding::{Check, Code, Finding};
pub use replayer::Replayer;
pub use report::{NoiseTotals, Outcome, Report, SplitNoise, Totals};
pub use verify::{Options, Progress, verify};
