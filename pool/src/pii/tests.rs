//! Tests of the whole: cases a kind, pairs, and properties.

mod cases;
mod forms;
mod pairs;
mod phones;
mod properties;
