//! The scalars that make no line: format.md, section 1, table `blank`.

use std::sync::OnceLock;

use crate::tables::BLANK;

/// Returns whether a scalar is in the table `blank`.
#[must_use]
pub fn is_blank(scalar: char) -> bool {
    static RANGES: OnceLock<Vec<(u32, u32)>> = OnceLock::new();
    let ranges = RANGES.get_or_init(|| parse(BLANK));
    let code = u32::from(scalar);
    let after = ranges.partition_point(|(first, _)| *first <= code);
    after > 0 && code <= ranges[after - 1].1
}

fn parse(table: &str) -> Vec<(u32, u32)> {
    let rows = table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|row| {
        let (first, last) = row.split_once("..").unwrap_or((row, row));
        (code_point(first), code_point(last))
    })
    .collect()
}

fn code_point(text: &str) -> u32 {
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
    fn ranges_ascend() {
        let ranges = parse(BLANK);
        assert!(ranges.iter().all(|(first, last)| first <= last));
        assert!(ranges.windows(2).all(|pair| pair[0].1 < pair[1].0));
    }
}
