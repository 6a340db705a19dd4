//! Scalars, places, patterns, lines, joining and BRIDGE: format.md, sections 1, 3.1, 3.2 and 5.
//! Independent of the generator by design: do not share, import or deduplicate.

mod bridge;
mod join;
mod lines;
mod pattern;
mod places;
mod scalars;
mod slicer;

pub use bridge::{assemble, cut};
pub use join::{Separators, join};
pub use lines::{line_count, lines, panel_fault};
pub use pattern::{Expansion, Mode, Patterns, Piece};
pub use places::{LongWord, gaps, insertion_points, long_words, runs, tight_points};
pub(crate) use scalars::code_point;
pub use scalars::{is_blank, is_extend, is_jamo, is_letter, is_prepend};
pub use slicer::slices;
