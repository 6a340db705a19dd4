//! Scalars of the tables `blank`, `letter`, `extend`, `prepend` and `jamo`: format.md, sections 1
//! and 3.1.

use std::sync::OnceLock;

use crate::tables::{BLANK, EXTEND, JAMO, LETTER, PREPEND};

/// The ranges of a table, in ascending order.
type Ranges = Vec<(u32, u32)>;

/// Returns whether a scalar is in the table `blank`.
#[must_use]
pub fn is_blank(scalar: char) -> bool {
    static RANGES: OnceLock<Ranges> = OnceLock::new();
    holds(RANGES.get_or_init(|| parse(BLANK)), scalar)
}

/// Returns whether a scalar is in the table `letter`.
#[must_use]
pub fn is_letter(scalar: char) -> bool {
    static RANGES: OnceLock<Ranges> = OnceLock::new();
    holds(RANGES.get_or_init(|| parse(LETTER)), scalar)
}

/// Returns whether a scalar is in the table `extend`.
#[must_use]
pub fn is_extend(scalar: char) -> bool {
    static RANGES: OnceLock<Ranges> = OnceLock::new();
    holds(RANGES.get_or_init(|| parse(EXTEND)), scalar)
}

/// Returns whether a scalar is in the table `prepend`.
#[must_use]
pub fn is_prepend(scalar: char) -> bool {
    static RANGES: OnceLock<Ranges> = OnceLock::new();
    holds(RANGES.get_or_init(|| parse(PREPEND)), scalar)
}

/// Returns whether a scalar is in the table `jamo`.
#[must_use]
pub fn is_jamo(scalar: char) -> bool {
    static RANGES: OnceLock<Ranges> = OnceLock::new();
    holds(RANGES.get_or_init(|| parse(JAMO)), scalar)
}

fn holds(ranges: &Ranges, scalar: char) -> bool {
    let code = u32::from(scalar);
    let after = ranges.partition_point(|(first, _)| *first <= code);
    after > 0 && code <= ranges[after - 1].1
}

fn parse(table: &str) -> Ranges {
    let rows = table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|row| {
        let (first, last) = row.split_once("..").unwrap_or((row, row));
        (code_point(first), code_point(last))
    })
    .collect()
}

/// Reads `U+0020`.
pub(crate) fn code_point(text: &str) -> u32 {
    let digits = text.strip_prefix("U+").expect("a table row begins with U+");
    u32::from_str_radix(digits, 16).expect("a table row is in hexadecimal")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_those_of_the_table() {
        for blank in [
            '\t', '\n', '\r', ' ', '\u{85}', '\u{a0}', '\u{180e}', '\u{200b}', '\u{feff}',
        ] {
            assert!(is_blank(blank), "{blank:?}");
        }
        assert!(is_blank('\u{3000}') && is_blank('\u{2060}') && is_blank('\u{205f}'));
        for other in [
            'a',
            '\0',
            '\u{8}',
            '\u{e}',
            '!',
            '\u{200c}',
            '\u{200d}',
            '中',
            '\u{10ffff}',
        ] {
            assert!(!is_blank(other), "{other:?}");
        }
    }

    #[test]
    fn each_table_is_its_own() {
        assert!(is_letter('a') && is_letter('中') && !is_letter('1') && !is_letter('\u{301}'));
        assert!(is_extend('\u{301}') && is_extend('\u{200d}') && is_extend('🇦') && !is_extend('a'));
        assert!(is_prepend('\u{600}') && is_prepend('\u{94d}') && !is_prepend('a'));
        assert!(is_jamo('\u{1100}') && is_jamo('\u{d7fb}') && !is_jamo('가'));
    }

    #[test]
    fn ranges_ascend() {
        for table in [BLANK, LETTER, EXTEND, PREPEND, JAMO] {
            let ranges = parse(table);
            assert!(!ranges.is_empty());
            assert!(ranges.iter().all(|(first, last)| first <= last));
            assert!(ranges.windows(2).all(|pair| pair[0].1 < pair[1].0));
        }
    }
}
