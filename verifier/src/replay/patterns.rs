//! The three tables of patterns: format.md, section 3.2.

use std::sync::OnceLock;

use crate::stream::Stream;
use crate::tables::{NOISE, SCHEMA, SHAPE};
use crate::text::Patterns;

pub(super) fn noise() -> &'static Patterns {
    static TABLE: OnceLock<Patterns> = OnceLock::new();
    TABLE.get_or_init(|| read(NOISE))
}

pub(super) fn shape() -> &'static Patterns {
    static TABLE: OnceLock<Patterns> = OnceLock::new();
    TABLE.get_or_init(|| read(SHAPE))
}

pub(super) fn schema() -> &'static Patterns {
    static TABLE: OnceLock<Patterns> = OnceLock::new();
    TABLE.get_or_init(|| read(SCHEMA))
}

/// Expands a name to plain text.
pub(super) fn plain(table: &Patterns, name: &str, stream: &mut Stream) -> String {
    let text = table.text(name, stream);
    text.expect("the tables of this crate have what the page names")
}

fn read(table: &str) -> Patterns {
    Patterns::parse(table).unwrap_or_else(|line| panic!("a table of this crate has `{line}`"))
}
