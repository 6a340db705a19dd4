//! Code-point tables, read from files of the format (`tables/`): docs/format.md, sections 1 and 3.

use std::sync::LazyLock;

const BLANK: &str = include_str!("../tables/blank.txt");

static BLANK_RANGES: LazyLock<Vec<(u32, u32)>> = LazyLock::new(|| parse(BLANK));

/// The table files of the format with their bytes, ascending by name.
pub const TABLES: &[(&str, &str)] = &[("blank", BLANK)];

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
    fn the_short_cut_says_what_the_table_says() {
        for scalar in '\0'..='\u{ffff}' {
            assert_eq!(
                is_blank(scalar),
                contains(&BLANK_RANGES, scalar),
                "{scalar:?}"
            );
        }
    }
}
