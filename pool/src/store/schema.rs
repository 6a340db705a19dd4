//! Columns of a part: docs/format.md, section 2.

use arrow_schema::{DataType, Field, Schema, SchemaRef};
use std::sync::Arc;

/// The columns of a part that are plain text, in order, up to `slices`.
const TEXT: [&str; 10] = [
    "key",
    "id",
    "source",
    "source_id",
    "license",
    "origin",
    "translation",
    "made_by",
    "genre",
    "group",
];

/// Ordinals of the columns.
pub(super) mod column {
    pub(crate) const KEY: usize = 0;
    pub(crate) const ID: usize = 1;
    pub(crate) const SOURCE: usize = 2;
    pub(crate) const SOURCE_ID: usize = 3;
    pub(crate) const LICENSE: usize = 4;
    pub(crate) const ORIGIN: usize = 5;
    pub(crate) const TRANSLATION: usize = 6;
    pub(crate) const MADE_BY: usize = 7;
    pub(crate) const GENRE: usize = 8;
    pub(crate) const GROUP: usize = 9;
    pub(crate) const NEAR: usize = 10;
    pub(crate) const LEFT: usize = 11;
    pub(crate) const RIGHT: usize = 12;
    pub(crate) const SLICES: usize = 13;
    pub(crate) const EXTRA: usize = 14;
}

/// Returns the schema of every part.
#[must_use]
pub fn schema() -> SchemaRef {
    let text = |name: &str| Field::new(name, DataType::Utf8, false);
    let mut fields: Vec<Field> = TEXT.iter().map(|name| text(name)).collect();
    fields.push(list("near", DataType::Utf8));
    fields.extend([text("left"), text("right")]);
    fields.push(list("slices", DataType::UInt32));
    fields.push(text("extra"));
    Arc::new(Schema::new(fields))
}

fn list(name: &str, item: DataType) -> Field {
    Field::new(
        name,
        DataType::List(Arc::new(Field::new("item", item, false))),
        false,
    )
}
