//! Code-point tables, read from files of the format (`tables/`): docs/format.md, sections 1 and 3.

use std::sync::LazyLock;

const BLANK: &str = include_str!("../tables/blank.txt");
const EXTEND: &str = include_str!("../tables/extend.txt");
const JAMO: &str = include_str!("../tables/jamo.txt");
const LETTER: &str = include_str!("../tables/letter.txt");
const PREPEND: &str = include_str!("../tables/prepend.txt");

static BLANK_RANGES: Ranges = LazyLock::new(|| parse(BLANK));
static EXTEND_RANGES: Ranges = LazyLock::new(|| parse(EXTEND));
static JAMO_RANGES: Ranges = LazyLock::new(|| parse(JAMO));
static LETTER_RANGES: Ranges = LazyLock::new(|| parse(LETTER));
static PREPEND_RANGES: Ranges = LazyLock::new(|| parse(PREPEND));

type Ranges = LazyLock<Vec<(u32, u32)>>;

/// The tables that a pool depends on and its header names, with their bytes: docs/format.md, section 2.4.
pub const TABLES: &[(&str, &str)] = &[("blank", BLANK)];

/// All tables of scalars with their bytes, ascending by name.
pub const SCALAR_TABLES: &[(&str, &str)] = &[
    ("blank", BLANK),
    ("extend", EXTEND),
    ("jamo", JAMO),
    ("letter", LETTER),
    ("prepend", PREPEND),
];

/// Tells whether a scalar is in the table `blank`.
#[must_use]
pub fn is_blank(scalar: char) -> bool {
    // Nearly every scalar that is asked about is a letter: decide those without the table.
    match scalar {
        ' ' | '\t' | '\n' => true,
        '!'..='~' | '\u{3400}'..='\u{9fff}' => false,
        _ => contains(&BLANK_RANGES, scalar),
    }
}

/// Tells whether a scalar is in the table `letter`.
#[must_use]
pub fn is_letter(scalar: char) -> bool {
    match scalar {
        'A'..='Z' | 'a'..='z' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' => true,
        '\0'..='\u{7f}' => false,
        _ => contains(&LETTER_RANGES, scalar),
    }
}

/// Tells whether a scalar is in the table `extend`.
#[must_use]
pub fn is_extend(scalar: char) -> bool {
    match scalar {
        '\0'..='\u{2ff}' | '\u{3400}'..='\u{9fff}' => false,
        _ => contains(&EXTEND_RANGES, scalar),
    }
}

/// Tells whether a scalar is in the table `prepend`.
#[must_use]
pub fn is_prepend(scalar: char) -> bool {
    match scalar {
        '\0'..='\u{5ff}' | '\u{3400}'..='\u{9fff}' => false,
        _ => contains(&PREPEND_RANGES, scalar),
    }
}

/// Tells whether a scalar is in the table `jamo`.
#[must_use]
pub fn is_jamo(scalar: char) -> bool {
    match scalar {
        '\0'..='\u{10ff}' | '\u{3400}'..='\u{9fff}' => false,
        _ => contains(&JAMO_RANGES, scalar),
    }
}

fn contains(ranges: &[(u32, u32)], scalar: char) -> bool {
    let point = u32::from(scalar);
    let after = ranges.partition_point(|range| range.0 <= point);
    after > 0 && point <= ranges[after - 1].1
}

/// Parses a table file: `U+0009..U+000D` or `U+0020` a line, `#` begins a comment.
fn parse(table: &str) -> Vec<(u32, u32)> {
    let lines = table
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim());
    lines.filter(|line| !line.is_empty()).map(range).collect()
}

fn range(line: &str) -> (u32, u32) {
    let point = |text: &str| {
        let hex = text
            .trim()
            .strip_prefix("U+")
            .expect("a table line begins with U+");
        u32::from_str_radix(hex, 16).expect("a table line holds hex code points")
    };
    match line.split_once("..") {
        Some((first, last)) => (point(first), point(last)),
        None => (point(line), point(line)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_cuts_say_what_the_tables_say() {
        for scalar in '\0'..=char::MAX {
            let (quick, slow): (Vec<bool>, Vec<bool>) = [
                (is_blank(scalar), &BLANK_RANGES),
                (is_extend(scalar), &EXTEND_RANGES),
                (is_jamo(scalar), &JAMO_RANGES),
                (is_letter(scalar), &LETTER_RANGES),
                (is_prepend(scalar), &PREPEND_RANGES),
            ]
            .into_iter()
            .map(|(quick, ranges)| (quick, contains(ranges, scalar)))
            .unzip();
            assert_eq!(quick, slow, "{scalar:?}: blank extend jamo letter prepend");
        }
    }

    #[test]
    fn tables_stand_in_order() {
        assert!(SCALAR_TABLES.is_sorted_by_key(|(name, _)| *name));
        for (name, text) in SCALAR_TABLES {
            let ranges = parse(text);
            let ascends = ranges.iter().all(|range| range.0 <= range.1)
                && ranges.windows(2).all(|pair| pair[0].1 < pair[1].0);
            assert!(ascends && !ranges.is_empty(), "{name}");
        }
    }
}
