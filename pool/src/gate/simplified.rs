//! Gate `simplified`: a panel in traditional characters that holds a character only Simplified Chinese has, or kana or Hangul.
//!
//! The characters are those of `tables/simplified_only.txt` (3,772 of OpenCC's tables, the rule in `golden/make_simplified.py`), less
//! [`ALSO_TRADITIONAL`]. Characters that are right in both, such as 里 后 干 台, are not in the table.
//!
//! | reason | what was found | passes | rejects |
//! |---|---|---|---|
//! | `zh_kana_hangul` | kana or Hangul outside quotes and brackets, or on a line with the next two | `寶可夢（ポケモン）` | `他喜歡吃ラーメン` |
//! | `zh_simplified` | such a character outside quotes | `村裡有兩個人` | `星期六的公共图书馆` |
//! | `zh_simplified_quoted` | such characters, all of them inside closed quotes | `「中國」` | `「中国」` |
//!
//! (Strings of JSON are quoted, so there the last reason is the common one.)
//!
//! One such character rejects the unit however long it is: a text is kept whole or left out, and 6,036 genuine articles lose
//! 3 to this rule, each with a misprint. Shinjitai of Japanese are in the table too, so kana on the line names the reason first.

use super::{Reason, scalar};
use crate::derive::sha256;
use std::sync::LazyLock;

/// The reason codes of this gate.
pub const REASONS: [Reason; 3] = ["zh_kana_hangul", "zh_simplified", "zh_simplified_quoted"];

/// Characters of the table that are in use in Taiwan: 雇主, 發霉, 日晒, 菜肴 and 虱 stand in its laws and in its standard for frequent
/// characters (Big5, level 1), and 恒心, 羡慕 and 洒 in books printed there before and after it.
pub const ALSO_TRADITIONAL: [char; 8] = ['雇', '霉', '晒', '肴', '虱', '恒', '羡', '洒'];

const TABLE: &str = include_str!("../../tables/simplified_only.txt");

static SIMPLIFIED: LazyLock<Vec<u64>> = LazyLock::new(bits);

/// Returns the parameters as the header says them.
#[must_use]
pub fn parameters() -> String {
    format!(
        "simplified_only {} less {}",
        sha256(TABLE.as_bytes()),
        ALSO_TRADITIONAL.iter().collect::<String>()
    )
}

/// Returns the reason why a panel in traditional characters is left out.
#[must_use]
pub fn check(panel: &str) -> Option<Reason> {
    // Nearly every panel is good: look at lines only if there is something to find.
    if !panel
        .chars()
        .any(|scalar| is_simplified(scalar) || scalar::is_kana_hangul(scalar))
    {
        return None;
    }
    panel
        .split('\n')
        .filter_map(check_line)
        .min()
        .map(|first| REASONS[first])
}

/// Tells whether only Simplified Chinese has a character.
#[must_use]
pub fn is_simplified(scalar: char) -> bool {
    let point = usize::try_from(u32::from(scalar)).expect("an address holds 32 bits");
    SIMPLIFIED
        .get(point / 64)
        .is_some_and(|word| word >> (point % 64) & 1 == 1)
}

/// Returns the ordinal of a line's reason.
fn check_line(line: &str) -> Option<usize> {
    let simplified = spread(line, is_simplified, quote);
    let kana = spread(line, scalar::is_kana_hangul, |scalar| {
        quote(scalar).or(bracket(scalar))
    });
    let found = simplified.inside + simplified.outside > 0;
    if kana.outside > 0 || (found && kana.inside > 0) {
        Some(0)
    } else if simplified.outside > 0 {
        Some(1)
    } else {
        found.then_some(2)
    }
}

/// How many scalars of a kind stand inside and outside of closed pairs.
struct Spread {
    inside: usize,
    outside: usize,
}

fn spread(
    line: &str,
    kind: impl Fn(char) -> bool,
    closing: impl Fn(char) -> Option<char>,
) -> Spread {
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut spread = Spread {
        inside: 0,
        outside: 0,
    };
    for scalar in line.chars() {
        match open.last_mut() {
            Some(&mut (close, count)) if close == scalar => {
                open.pop();
                spread.inside += count;
                continue;
            }
            Some((_, count)) if kind(scalar) => *count += 1,
            None if kind(scalar) => spread.outside += 1,
            _ => {}
        }
        open.extend(closing(scalar).map(|close| (close, 0)));
    }
    spread.outside += open.iter().map(|(_, count)| count).sum::<usize>();
    spread
}

fn quote(scalar: char) -> Option<char> {
    match scalar {
        '「' => Some('」'),
        '『' => Some('』'),
        '“' => Some('”'),
        '"' => Some('"'),
        '《' => Some('》'),
        _ => None,
    }
}

fn bracket(scalar: char) -> Option<char> {
    match scalar {
        '(' => Some(')'),
        '（' => Some('）'),
        '[' => Some(']'),
        '【' => Some('】'),
        _ => None,
    }
}

fn bits() -> Vec<u64> {
    let mut bits = Vec::new();
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    let scalars = lines.flat_map(str::chars);
    for scalar in scalars.filter(|scalar| !ALSO_TRADITIONAL.contains(scalar)) {
        let point = usize::try_from(u32::from(scalar)).expect("an address holds 32 bits");
        if bits.len() <= point / 64 {
            bits.resize(point / 64 + 1, 0);
        }
        bits[point / 64] |= 1 << (point % 64);
    }
    bits
}
