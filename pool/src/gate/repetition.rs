//! Gate `repetition`: a loop, as a translation model falls into.
//!
//! | what was found, all under the reason `repetition` | option, default | passes | rejects |
//! |---|---|---|---|
//! | a letter again and again | `single = 8` times | `哈哈哈` | `哈哈哈哈哈哈哈哈哈哈` |
//! | 2 to 12 letters again and again, nothing between | `phrase = 4` times | `bye-bye` | `的動漫的動漫的動漫的動漫的動漫的動漫` |
//! | a panel that ends with the same piece again and again, of any length, blanks not looked at | `tail = 3` times, `letters = 24` letters in all | `Holy, holy, holy` | a sentence three times over |
//!
//! Letters of one script alone count in the first two: rows of digits and table rules are no loops. Runs of one Latin letter that no word has
//! (`xxxxxxxx`, `aaaaaaaa`) are placeholders of documents and pass if the other panel has them too, or if they are less than half of the panel's letters.

use super::unit::Panel;
use super::{Finding, Gate, Spec, Unit, class, either, options};
use crate::script::is_blank;
use serde::Deserialize;

pub(super) const SPEC: Spec = Spec {
    name: "repetition",
    reasons: &["repetition"],
    structured: false,
    make: |table, _| {
        let gate: Repetition = options(table)?;
        let times = [gate.single, gate.phrase, gate.tail];
        let counted = times.iter().all(|times| (2..=TIMES_MOST).contains(times));
        if !counted || !(1..=TAIL_SCALARS).contains(&gate.letters) {
            return Err(format!(
                "`single`, `phrase` and `tail` are 2 to {TIMES_MOST}, `letters` 1 to {TAIL_SCALARS}"
            ));
        }
        Ok(Some(Box::new(gate)))
    },
};

/// The longest phrase that is looked for anywhere in a panel.
const PERIOD_MOST: usize = 12;

/// Scalars that a text ends with, and that stand before them too if it ends in a loop.
const LAST: usize = 6;

/// The most times that a loop may be asked for.
const TIMES_MOST: usize = 1000;

/// The last scalars of a panel that a loop at its end is looked for in.
const TAIL_SCALARS: usize = 4096;

#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Repetition {
    single: usize,
    phrase: usize,
    tail: usize,
    letters: usize,
}

impl Default for Repetition {
    fn default() -> Self {
        Self {
            single: 8,
            phrase: 4,
            tail: 3,
            letters: 24,
        }
    }
}

impl Gate for Repetition {
    fn check(&self, unit: &Unit<'_>) -> Option<Finding> {
        either(unit, |panel| self.look(panel, unit.other(panel)))
    }

    fn parameters(&self) -> String {
        format!(
            "letter < {} times, phrase < {} times, tail < {} times of >= {} letters",
            self.single, self.phrase, self.tail, self.letters
        )
    }
}

impl Repetition {
    fn look(&self, panel: &Panel<'_>, other: &Panel<'_>) -> Option<Finding> {
        let text = panel.text;
        let letters = usize::try_from(panel.census.letters()).ok()?;
        if letters < self.single.min(2 * self.phrase).min(self.letters) {
            return None;
        }
        if text.is_ascii() {
            return self.look_at(text.as_bytes(), panel, other);
        }
        let scalars: Vec<char> = text.chars().collect();
        let finding = self.look_at(&scalars, panel, other)?;
        let at = text.char_indices().nth(finding.at).map_or(0, |(at, _)| at);
        Some(Finding { at, ..finding })
    }

    /// Looks at the scalars of a panel; the place of the finding is one among them.
    fn look_at<T: Scalar>(
        &self,
        scalars: &[T],
        panel: &Panel<'_>,
        other: &Panel<'_>,
    ) -> Option<Finding> {
        let found = self.phrase(scalars, |phrase, times| {
            counts(phrase) && !is_placeholder(panel, other, phrase, times)
        });
        let (at, found) = found.or_else(|| self.tail(scalars))?;
        Some(Finding::in_panel(panel, "repetition", at, found))
    }

    /// Finds a phrase that follows itself. Where it does so often enough, the text equals itself one period back at so many places in a row
    /// that it is enough to look at every `step`-th.
    fn phrase<T: Scalar>(
        &self,
        text: &[T],
        is_loop: impl Fn(&str, usize) -> bool,
    ) -> Option<(usize, String)> {
        let step = (self.single - 1).min(2 * (self.phrase - 1));
        // Where the last run of each period ends: a run is judged once, however long it is.
        let mut judged = [0_usize; PERIOD_MOST + 1];
        for at in (0..text.len()).step_by(step) {
            if !class::is_letter_class(class::of(text[at].into())) {
                // No phrase of letters goes through here.
                continue;
            }
            for period in 1..=PERIOD_MOST.min(at) {
                if at < judged[period] || text[at] != text[at - period] {
                    continue;
                }
                let equal = |&at: &usize| text[at] == text[at - period];
                let before = (period..at).rev().take_while(equal).count();
                let after = (at + 1..text.len()).take_while(equal).count();
                let run = before + 1 + after;
                judged[period] = at + 1 + after;
                let times = if period == 1 {
                    self.single
                } else {
                    self.phrase
                };
                if run < period * (times - 1) {
                    continue;
                }
                let start = at - before - period;
                let phrase = shown(&text[start..start + period]);
                let times = run / period + 1;
                if (period == 1 || !is_uniform(&phrase)) && is_loop(&phrase, times) {
                    return Some((start, format!("{phrase} {times} times")));
                }
            }
        }
        None
    }

    /// Finds a piece that a panel ends with again and again: the border array of its end, read backwards.
    fn tail<T: Scalar>(&self, text: &[T]) -> Option<(usize, String)> {
        if !ends_as_before(text) {
            return None;
        }
        let places: Vec<usize> = backwards(text, text.len()).take(TAIL_SCALARS).collect();
        let backwards: Vec<T> = places.iter().map(|&at| text[at]).collect();
        let mut borders = vec![0_usize; backwards.len()];
        let mut letters = 0_usize;
        for at in 0..backwards.len() {
            letters += usize::from(class::is_letter_class(class::of(backwards[at].into())));
            if at > 0 {
                let mut border = borders[at - 1];
                while border > 0 && backwards[at] != backwards[border] {
                    border = borders[border - 1];
                }
                borders[at] = border + usize::from(backwards[at] == backwards[border]);
            }
            let (length, period) = (at + 1, at + 1 - borders[at]);
            if length >= self.tail * period && letters >= self.letters {
                let start = places[at];
                let piece: String = backwards[at + 1 - period..=at]
                    .iter()
                    .rev()
                    .map(|&one| one.into())
                    .take(40)
                    .collect();
                return Some((start, format!("{piece} {} times", length / period)));
            }
        }
        None
    }
}

/// Returns the places of the scalars before one that are not blank, the nearest first.
fn backwards<T: Scalar>(text: &[T], before: usize) -> impl Iterator<Item = usize> {
    (0..before).rev().filter(|&at| !is_blank(text[at].into()))
}

/// Tells whether the last scalars of a text stand before them too. Nearly no text ends with what it says elsewhere.
fn ends_as_before<T: Scalar>(text: &[T]) -> bool {
    let last: Vec<T> = backwards(text, text.len())
        .take(LAST)
        .map(|at| text[at])
        .collect();
    let Some(end) = backwards(text, text.len())
        .next()
        .filter(|_| last.len() == LAST)
    else {
        return false;
    };
    let start = text.len().saturating_sub(TAIL_SCALARS);
    let mut again = (start..end).rev().filter(|&at| text[at] == last[0]);
    again.any(|at| {
        backwards(text, at + 1)
            .map(|at| text[at])
            .take(LAST)
            .eq(last.iter().copied())
    })
}

/// A scalar of a panel: one byte of an ASCII one.
trait Scalar: Copy + PartialEq + Into<char> {}

impl Scalar for u8 {}
impl Scalar for char {}

fn shown<T: Scalar>(text: &[T]) -> String {
    text.iter()
        .map(|&scalar| -> char { scalar.into() })
        .collect()
}

/// Tells whether a phrase is letters of one script.
fn counts(phrase: &str) -> bool {
    let mut classes = phrase.chars().map(class::of);
    let first = classes.next();
    first.is_some_and(class::is_letter_class) && classes.all(|class| Some(class) == first)
}

fn is_uniform(phrase: &str) -> bool {
    let mut scalars = phrase.chars();
    let first = scalars.next();
    scalars.all(|scalar| Some(scalar) == first)
}

/// Tells whether a run of ASCII letters stands for something else: the other panel has it too, or it is less than half of the panel's letters.
fn is_placeholder(panel: &Panel<'_>, other: &Panel<'_>, phrase: &str, times: usize) -> bool {
    let letters = usize::try_from(panel.census.letters()).expect("a panel's letters are counted");
    let whole = phrase.repeat(times);
    phrase.is_ascii() && (other.text.contains(&whole) || whole.len() * 2 < letters)
}
