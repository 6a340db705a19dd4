//! Gate `untranslated`: a run of words that the other panel has too, on a panel of another script: a sentence that was left as it was.
//!
//! Words are runs of ASCII letters with blanks and sentence punctuation alone between them; `words = 6` of them in a row, the same
//! on the other panel, at least half of them all lower case (names of products are capitals). Words in backticks, in
//! quotes, in brackets or with `.` `_` `/` inside are code and titles.
//!
//! Passes: `Visual Studio Tools for Office 的 說明`. Rejects: `請參閱 how to write a new user guide first` beside the same words, reason `zh_untranslated_run`.

use super::spread::{bracket, lines, quote};
use super::unit::Panel;
use super::{Finding, Gate, Spec, Unit, class, either, options};
use serde::Deserialize;
use std::collections::{BTreeSet, VecDeque};
use std::ops::Range;

pub(super) const SPEC: Spec = Spec {
    name: "untranslated",
    reasons: &["_untranslated_run"],
    structured: false,
    make: |table, languages| {
        let gate: Untranslated = options(table)?;
        if !(2..=WORDS_MOST).contains(&gate.words) {
            return Err(format!(
                "`words` is {}, expected 2 to {WORDS_MOST}",
                gate.words
            ));
        }
        let any = [&languages.left, &languages.right]
            .into_iter()
            .any(|language| looks_at(&language.profile));
        Ok(any.then(|| Box::new(gate) as Box<dyn Gate>))
    },
};

/// The most bytes between an opening and a closing sign.
const PAIR_BYTES: usize = 1024;

/// The most words that may be asked for.
const WORDS_MOST: usize = 1000;

#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Untranslated {
    words: usize,
}

impl Default for Untranslated {
    fn default() -> Self {
        Self { words: 6 }
    }
}

fn looks_at(profile: &crate::profile::Profile) -> bool {
    !profile.scripts.is_empty() && profile.scripts.iter().all(|script| script != "latin")
}

impl Gate for Untranslated {
    fn check(&self, unit: &Unit<'_>) -> Option<Finding> {
        either(unit, |panel| self.look(panel, unit.other(panel)))
    }

    fn parameters(&self) -> String {
        format!("< {} words in a row", self.words)
    }
}

impl Untranslated {
    fn look(&self, panel: &Panel<'_>, other: &Panel<'_>) -> Option<Finding> {
        let latin = usize::try_from(panel.census.of_class(class::latin())).ok()?;
        if !looks_at(&panel.language.profile) || latin < 3 * self.words {
            return None;
        }
        let runs = runs(panel.text, self.words);
        if runs.is_empty() {
            return None;
        }
        let theirs: BTreeSet<&str> = sentences(other.text, self.words).collect();
        runs.into_iter().find_map(|(at, run)| {
            let window = sentences(run, self.words).find(|window| theirs.contains(window))?;
            Some(Finding::of_panel(panel, "untranslated_run", at, window))
        })
    }
}

/// Returns the runs of plain words of a text that hold at least so many and stand in no closed quotation, bracket or code span.
fn runs(text: &str, least: usize) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (start, line) in lines(text) {
        let mut pairs = closed(line).into_iter().peekable();
        let mut from = 0;
        let ends = line.char_indices().filter(|&(_, scalar)| !is_plain(scalar));
        for (at, scalar) in ends.chain([(line.len(), '\n')]) {
            let run = line.get(from..at).unwrap_or_default();
            while pairs.next_if(|pair| pair.end <= from).is_some() {}
            let inside = pairs.peek().is_some_and(|pair| pair.contains(&from));
            if !inside && !is_glue(scalar) && run.split_ascii_whitespace().count() >= least {
                found.push((start + from, run.trim()));
            }
            from = at + scalar.len_utf8();
        }
    }
    found
}

fn is_plain(scalar: char) -> bool {
    scalar.is_ascii_alphabetic() || matches!(scalar, ' ' | ',' | '\'')
}

/// Tells whether a scalar makes a word before it code.
fn is_glue(scalar: char) -> bool {
    matches!(scalar, '_' | '/' | '\\' | '=' | '<' | '(' | '-')
}

/// Returns the bytes of a line inside its closed quotations, brackets and code spans, the outermost ones.
fn closed(line: &str) -> Vec<Range<usize>> {
    let closing = |scalar| match scalar {
        '`' | '*' => Some(scalar),
        _ => quote(scalar).or(bracket(scalar)),
    };
    let mut pairs = Vec::new();
    let mut rest = 0;
    while let Some((at, scalar)) = line[rest..]
        .char_indices()
        .find(|(_, scalar)| closing(*scalar).is_some())
    {
        let inner = rest + at + scalar.len_utf8();
        let end = closing(scalar).and_then(|close| near(&line[inner..]).find(close));
        rest = match end {
            Some(end) => {
                pairs.push(inner..inner + end + 1);
                inner + end + 1
            }
            None => inner,
        };
        while !line.is_char_boundary(rest) {
            rest += 1;
        }
    }
    pairs
}

/// Returns the beginning of a text, in which a pair has to close.
fn near(text: &str) -> &str {
    let mut end = text.len().min(PAIR_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Returns the windows of so many words that read like a sentence: at least half of the words all lower case.
fn sentences(text: &str, words: usize) -> impl Iterator<Item = &str> {
    let mut last: VecDeque<(usize, &str)> = VecDeque::with_capacity(words);
    let mut lower = 0_usize;
    super::tokens::runs(text, |byte| byte.is_ascii_alphabetic()).filter_map(move |(at, word)| {
        let is_lower = |word: &str| usize::from(word.bytes().all(|byte| byte.is_ascii_lowercase()));
        if last.len() == words {
            lower -= last.pop_front().map_or(0, |(_, word)| is_lower(word));
        }
        lower += is_lower(word);
        last.push_back((at, word));
        let &(start, _) = last.front().filter(|_| last.len() == words)?;
        (lower * 2 >= words).then(|| &text[start..at + word.len()])
    })
}
