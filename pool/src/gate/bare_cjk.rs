//! Gate `bare_cjk`: East Asian letters on a Latin panel, unless they gloss what stands before them.
//!
//! A gloss is a closed bracket `()` `（）` `[]` `［］` `【】` on one line after a Latin letter or a digit (blanks, quotes and brackets between do
//! not count), with at most 20 East Asian letters; all glosses of a panel are at most a fifth of its letters. A bracket after a full
//! stop, or after one and a closing quote, belongs to no word: it is a template's tail.
//!
//! | reason | passes | rejects |
//! |---|---|---|
//! | `en_bare_cjk` | `the Party (台灣民眾黨) says so` | `亲民党 Chairman` |
//! | `en_gloss_no_head` | `on Monday (社群資料庫) it` | `… on Monday.” （社群資料庫）` |
//! | `en_gloss_long` | a gloss of 20 letters | a gloss of 21 |
//! | `en_gloss_share` | `Pokémon (ポケモン) is popular` | `Go (圍棋)` |

use super::{Reason, scalar};
use crate::script::is_blank;

/// The reason codes of this gate, the gravest first.
pub const REASONS: [Reason; 4] = [
    "en_bare_cjk",
    "en_gloss_no_head",
    "en_gloss_long",
    "en_gloss_share",
];

const GLOSS_MOST: usize = 20;
/// Glosses are at most one part in this many of the letters.
const SHARE: usize = 5;

/// Returns the parameters as the header says them.
#[must_use]
pub fn parameters() -> String {
    format!("gloss <= {GLOSS_MOST} letters, glosses <= 1/{SHARE} of letters")
}

/// Returns the reason why a Latin panel is left out.
#[must_use]
pub fn check(panel: &str) -> Option<Reason> {
    let glossed = panel
        .chars()
        .filter(|&scalar| scalar::is_cjk(scalar))
        .count();
    if glossed == 0 {
        return None;
    }
    let latin = panel
        .chars()
        .filter(|&scalar| scalar::is_latin(scalar))
        .count();
    let share = (glossed * SHARE > glossed + latin).then_some(3);
    let lines = panel.split('\n').filter_map(check_line);
    lines.chain(share).min().map(|gravest| REASONS[gravest])
}

struct Bracket {
    close: char,
    has_head: bool,
    letters: usize,
}

/// Returns the ordinal of the gravest reason of a line, its share apart.
fn check_line(line: &str) -> Option<usize> {
    let mut open: Vec<Bracket> = Vec::new();
    let mut gravest = None;
    let mut worse =
        |reason: usize| gravest = Some(gravest.map_or(reason, |old: usize| old.min(reason)));
    let mut before = None;
    for scalar in line.chars() {
        if scalar::is_cjk(scalar) {
            match open.last_mut() {
                Some(bracket) => bracket.letters += 1,
                None => worse(0),
            }
        } else if let Some(close) = closing(scalar) {
            let has_head = before
                .is_some_and(|scalar: char| scalar::is_latin(scalar) || scalar.is_ascii_digit());
            open.push(Bracket {
                close,
                has_head,
                letters: 0,
            });
        } else if let Some(bracket) = open.pop_if(|bracket| bracket.close == scalar)
            && bracket.letters > 0
        {
            if !bracket.has_head {
                worse(1);
            } else if bracket.letters > GLOSS_MOST {
                worse(2);
            }
        }
        if !is_between(scalar) {
            before = Some(scalar);
        }
    }
    if open.iter().any(|bracket| bracket.letters > 0) {
        worse(0);
    }
    gravest
}

fn closing(scalar: char) -> Option<char> {
    match scalar {
        '(' => Some(')'),
        '（' => Some('）'),
        '[' => Some(']'),
        '［' => Some('］'),
        '【' => Some('】'),
        _ => None,
    }
}

/// Tells whether a scalar may stand between a word and its gloss.
fn is_between(scalar: char) -> bool {
    is_blank(scalar)
        || matches!(
            scalar,
            '"' | '\'' | '`' | '“' | '”' | '‘' | '’' | '«' | '»' | '(' | ')' | '[' | ']'
        )
}
