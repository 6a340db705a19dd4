//! Text for people: white space made visible, control characters disarmed, two panels side by side.

use std::fmt::Write;
use std::path::Path;
use unicode_width::UnicodeWidthChar;

/// Writes corpus text so that a terminal obeys none of it: control, bidi and invisible characters as `\u{..}`.
pub(crate) fn disarm(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for scalar in text.chars() {
        push(&mut out, scalar);
    }
    out
}

fn push(out: &mut String, scalar: char) {
    match scalar {
        '\u{0}'..='\u{1f}'
        | '\u{7f}'..='\u{9f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}'
        | '\u{feff}' => {
            write!(out, "\\u{{{:x}}}", u32::from(scalar)).expect("a string takes any text")
        }
        _ => out.push(scalar),
    }
}

/// Shows leading and trailing blanks and tabs, and the end of a line that has one.
pub(crate) fn visible(line: &str, ends: bool) -> String {
    let body = line.trim_end_matches(' ');
    let mut out = String::new();
    let mut leading = true;
    for scalar in body.chars() {
        leading &= scalar == ' ';
        match scalar {
            ' ' if leading => out.push('·'),
            '\t' => out.push('→'),
            _ => push(&mut out, scalar),
        }
    }
    out.extend(std::iter::repeat_n('·', line.len() - body.len()));
    if ends {
        out.push('↵');
    }
    out
}

/// Lays two panels out in columns, line beside line, wrapped at `width` cells each.
pub(crate) fn side_by_side(left: &str, right: &str, width: usize) -> String {
    let mut out = String::new();
    let (left, right): (Vec<_>, Vec<_>) = (left.split('\n').collect(), right.split('\n').collect());
    for at in 0..left.len().max(right.len()) {
        let wrap = |lines: &[&str]| {
            let shown = |line: &&str| wrap(&visible(line, at + 1 < lines.len()), width);
            lines.get(at).map(shown).unwrap_or_default()
        };
        let (left, right) = (wrap(&left), wrap(&right));
        for row in 0..left.len().max(right.len()) {
            let cell = |rows: &[String]| rows.get(row).cloned().unwrap_or_default();
            let (left, right) = (cell(&left), cell(&right));
            let fill = " ".repeat(width - cells(&left).min(width));
            let _ = writeln!(out, "  {left}{fill} │ {right}");
        }
    }
    out
}

fn cells(text: &str) -> usize {
    text.chars().map(|scalar| scalar.width().unwrap_or(0)).sum()
}

/// Breaks at a blank where there is one in the row's second half, else anywhere.
fn wrap(line: &str, width: usize) -> Vec<String> {
    let mut rows = Vec::new();
    let mut row = String::new();
    let mut used = 0;
    for scalar in line.chars() {
        let wide = scalar.width().unwrap_or(0);
        if used + wide > width {
            let cut = row
                .rfind(' ')
                .filter(|&at| at > row.len() / 2)
                .map_or(row.len(), |at| at + 1);
            let rest = row.split_off(cut);
            rows.push(std::mem::replace(&mut row, rest));
            used = cells(&row);
        }
        row.push(scalar);
        used += wide;
    }
    rows.push(row);
    rows
}

/// Writes a path as a shell takes it.
pub(crate) fn shell(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"._/-".contains(&b);
    if !text.is_empty() && text.bytes().all(plain) {
        return text;
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Lays rows out as a table: the first `left` columns flush left, the others flush right.
pub(crate) fn table(rows: &[Vec<String>], left: usize) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cells(cell))
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let fill = " ".repeat(widths[column] - cells(cell));
            let text = if column < left {
                format!("{cell}{fill}")
            } else {
                format!("{fill}{cell}")
            };
            let _ = write!(line, "{}{text}", if column == 0 { "  " } else { "   " });
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}

/// Writes a share of a whole as a percentage with one decimal, from integers.
pub(crate) fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "-".to_owned();
    }
    let tenths = (u128::from(part) * 2000 + u128::from(whole)) / (2 * u128::from(whole));
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// Writes a number with thousands set apart.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_obeys_no_corpus_text() {
        assert_eq!(disarm("a\u{1b}[31mb\u{202e}c"), "a\\u{1b}[31mb\\u{202e}c");
        assert_eq!(visible("  a b\t \u{200b} ", true), "··a b→ \\u{200b}·↵");
    }

    #[test]
    fn columns_stand_straight_under_wide_characters() {
        let shown = side_by_side("one two\nx", "一二三四五六", 8);
        assert_eq!(
            shown,
            "  one two↵ │ 一二三四
           │ 五六
  x        │ 
"
        );
    }

    #[test]
    fn a_path_is_one_word_for_a_shell() {
        assert_eq!(shell(Path::new("out/a-1.b")), "out/a-1.b");
        assert_eq!(shell(Path::new("my dir/it's")), r"'my dir/it'\''s'");
    }

    #[test]
    fn figures_are_rounded_from_integers() {
        assert_eq!(
            (percent(1, 3), percent(0, 0), percent(2, 2)),
            ("33.3 %".into(), "-".into(), "100.0 %".into())
        );
        assert_eq!(
            (thousands(0), thousands(1_234_567)),
            ("0".into(), "1,234,567".into())
        );
    }
}
