//! Blank scalars, lines, joining and BRIDGE: format.md, sections 1 and 5.
//! Independent of the generator by design: do not share, import or deduplicate.

mod blank;
mod bridge;
mod join;
mod lines;
mod slicer;

pub use blank::is_blank;
pub use bridge::{assemble, cut};
pub use join::{Separators, join};
pub use lines::{line_count, lines, panel_fault};
pub use slicer::slices;
