//! Gate `bare_cjk`: East Asian letters on a panel whose profile says `gloss`, unless they gloss what stands before them.
//!
//! A gloss is a closed bracket `()` `（）` `[]` `［］` `【】` on one line after a Latin letter or a digit (blanks, quotes and brackets between do
//! not count), with at most `letters` (20) East Asian letters; all glosses of a panel are at most `share` (1/5) of its letters. A bracket after a full
//! stop, or after one and a closing quote, belongs to no word: it is a template's tail.
//!
//! | reason | passes | rejects |
//! |---|---|---|
//! | `en_bare_cjk` | `the Party (台灣民眾黨) says so` | `亲民党 Chairman` |
//! | `en_gloss_no_head` | `on Monday (社群資料庫) it` | `… on Monday.” （社群資料庫）` |
//! | `en_gloss_long` | a gloss of 20 letters | a gloss of 21 |
//! | `en_gloss_share` | `Pokémon (ポケモン) is popular` | `Go (圍棋)` |

use super::fraction::Fraction;
use super::spread::{bracket, lines};
use super::unit::Panel;
use super::{Finding, Gate, Spec, Unit, class, either, options, scalar};
use crate::script::is_blank;
use serde::Deserialize;

pub(super) const SPEC: Spec = Spec {
    name: "bare_cjk",
    reasons: &REASONS,
    structured: false,
    make: |table, languages| {
        let gate: BareCjk = options(table)?;
        let any = languages.left.profile.gloss || languages.right.profile.gloss;
        Ok(any.then(|| Box::new(gate) as Box<dyn Gate>))
    },
};

/// The gravest first.
const REASONS: [&str; 4] = ["_bare_cjk", "_gloss_no_head", "_gloss_long", "_gloss_share"];

/// Letters that a finding shows.
const SHOWN: usize = 20;

#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct BareCjk {
    letters: u32,
    share: Fraction,
}

impl Default for BareCjk {
    fn default() -> Self {
        Self {
            letters: 20,
            share: Fraction::new(1, 5),
        }
    }
}

/// What is wrong, by its ordinal in [`REASONS`], and where.
type Fault = (usize, usize);

impl Gate for BareCjk {
    fn check(&self, unit: &Unit<'_>) -> Option<Finding> {
        either(unit, |panel| {
            (panel.language.profile.gloss && panel.census.cjk() > 0)
                .then(|| self.look(panel))
                .flatten()
        })
    }

    fn parameters(&self) -> String {
        format!(
            "gloss <= {} letters, glosses <= {} of letters",
            self.letters, self.share
        )
    }
}

impl BareCjk {
    fn look(&self, panel: &Panel<'_>) -> Option<Finding> {
        let cjk = panel.census.cjk();
        let own = panel.census.of_class(class::latin());
        let first = panel.text.find(scalar::is_cjk).unwrap_or(0);
        let share = self.share.is_below(cjk, cjk + own).then_some((3, first));
        let faults = lines(panel.text)
            .filter(|(_, line)| line.chars().any(scalar::is_cjk))
            .filter_map(|(at, line)| {
                self.check_line(line)
                    .map(|(gravest, to)| (gravest, at + to))
            });
        let (gravest, at) = faults.chain(share).min()?;
        let rest = panel.text[at..].chars();
        let letters = rest.skip_while(|&scalar| !scalar::is_cjk(scalar));
        let shown: String = letters
            .take_while(|&c| scalar::is_cjk(c))
            .take(SHOWN)
            .collect();
        Some(Finding::of_panel(panel, &REASONS[gravest][1..], at, shown))
    }

    /// Returns the gravest fault of a line, its share apart.
    fn check_line(&self, line: &str) -> Option<Fault> {
        let mut open: Vec<Bracket> = Vec::new();
        let mut gravest: Option<Fault> = None;
        let mut worse = |fault: Fault| gravest = Some(gravest.map_or(fault, |old| old.min(fault)));
        let mut before = None;
        for (at, scalar) in line.char_indices() {
            if scalar::is_cjk(scalar) {
                match open.last_mut() {
                    Some(bracket) => bracket.letters += 1,
                    None => worse((0, at)),
                }
            } else if let Some(close) = bracket(scalar) {
                let has_head = before.is_some_and(is_head);
                open.push(Bracket {
                    at,
                    close,
                    has_head,
                    letters: 0,
                });
            } else if let Some(bracket) = open.pop_if(|bracket| bracket.close == scalar)
                && bracket.letters > 0
            {
                if !bracket.has_head {
                    worse((1, bracket.at));
                } else if bracket.letters > self.letters {
                    worse((2, bracket.at));
                }
            }
            if !is_between(scalar) {
                before = Some(scalar);
            }
        }
        if let Some(bracket) = open.iter().find(|bracket| bracket.letters > 0) {
            worse((0, bracket.at));
        }
        gravest
    }
}

struct Bracket {
    at: usize,
    close: char,
    has_head: bool,
    letters: u32,
}

/// Tells whether a gloss may follow a scalar.
fn is_head(scalar: char) -> bool {
    class::of(scalar) == class::latin() || scalar.is_ascii_digit()
}

/// Tells whether a scalar may stand between a word and its gloss.
fn is_between(scalar: char) -> bool {
    is_blank(scalar)
        || matches!(
            scalar,
            '"' | '\'' | '`' | '“' | '”' | '‘' | '’' | '«' | '»' | '(' | ')' | '[' | ']'
        )
}
