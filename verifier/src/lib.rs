//! Verifies a release of bilingual pretraining text: start reading at `verify`.
//!
//! This crate shares no code with the generator; format.md alone says what is right.

pub mod count;
mod error;
mod finding;
pub mod replay;
mod report;
pub mod stream;
mod tally;
pub mod text;
pub mod wire;

pub use error::Error;
pub use finding::{Check, Code, Finding};
pub use report::{Outcome, Report, Totals};
