//! The tables of patterns, and the scalars of windows-1252: files of the format (`tables/`), docs/format.md, sections 3.2 and 5.4.

use crate::pattern::Patterns;
use std::sync::LazyLock;

const NOISE: &str = include_str!("../tables/noise.txt");
const SCHEMA: &str = include_str!("../tables/schema.txt");
const SHAPE: &str = include_str!("../tables/shape.txt");
const WINDOWS_1252: &str = include_str!("../tables/windows-1252.txt");

/// The table files that the generator alone uses, with their bytes, ascending by name.
pub(crate) const TABLES: &[(&str, &str)] = &[
    ("noise", NOISE),
    ("schema", SCHEMA),
    ("shape", SHAPE),
    ("windows-1252", WINDOWS_1252),
];

static NOISE_PATTERNS: LazyLock<Patterns> = LazyLock::new(|| read("noise", NOISE));
static SCHEMA_PATTERNS: LazyLock<Patterns> = LazyLock::new(|| read("schema", SCHEMA));
static SHAPE_PATTERNS: LazyLock<Patterns> = LazyLock::new(|| read("shape", SHAPE));
static WINDOWS: LazyLock<Vec<char>> = LazyLock::new(windows_1252);

/// Returns the patterns of noise.
pub(crate) fn noise() -> &'static Patterns {
    &NOISE_PATTERNS
}

/// Returns the patterns of schema.
pub(crate) fn schema() -> &'static Patterns {
    &SCHEMA_PATTERNS
}

/// Returns the patterns of shape.
pub(crate) fn shape() -> &'static Patterns {
    &SHAPE_PATTERNS
}

/// Returns the scalar of a byte as browsers read windows-1252.
pub(crate) fn of_windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS[usize::from(byte) - 0x80],
        other => char::from(other),
    }
}

fn read(name: &str, table: &str) -> Patterns {
    Patterns::parse(table).unwrap_or_else(|what| panic!("tables/{name}.txt: {what}"))
}

fn windows_1252() -> Vec<char> {
    let scalar = |line: &str| {
        let hex = line.strip_prefix("U+").expect("a scalar as U+0020");
        let point = u32::from_str_radix(hex, 16).expect("hex digits");
        char::from_u32(point).expect("a scalar")
    };
    let lines = WINDOWS_1252.lines().filter(|line| !line.starts_with('#'));
    let all: Vec<char> = lines.map(scalar).collect();
    assert_eq!(all.len(), 32, "tables/windows-1252.txt");
    all
}
