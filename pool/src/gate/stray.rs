//! Gate `stray`: letters of a script that the language is not written in, other than inside quotes or brackets.
//!
//! It looks at panels whose profile lists `stray` scripts: Chinese holds no kana and no Hangul, Japanese no Hangul. A line with such letters
//! and with characters of a wrong form (the gate `simplified`) is that other language, quoted or not: 学 国 会 are Japanese too.
//!
//! | reason | passes | rejects |
//! |---|---|---|
//! | `zh_kana_hangul` | `寶可夢（ポケモン）很受歡迎` | `他喜歡吃ラーメン` |
//! | `zh_bopomofo` (where the profile lists it) | | |

use super::spread::{bracket, lines, quote, spread};
use super::unit::Panel;
use super::{Finding, Gate, Spec, Unit, class, either, options};
use serde::Deserialize;

pub(super) const SPEC: Spec = Spec {
    name: "stray",
    reasons: &["_kana_hangul", "_bopomofo"],
    structured: true,
    make: |table, languages| {
        let gate: Stray = options(table)?;
        let any = [&languages.left, &languages.right]
            .into_iter()
            .any(|language| !language.profile.stray.is_empty());
        Ok(any.then(|| Box::new(gate) as Box<dyn Gate>))
    },
};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stray {}

impl Gate for Stray {
    fn check(&self, unit: &Unit<'_>) -> Option<Finding> {
        either(unit, check)
    }

    fn parameters(&self) -> String {
        String::new()
    }
}

fn check(panel: &Panel<'_>) -> Option<Finding> {
    let stray = &panel.language.profile.stray;
    if stray
        .iter()
        .all(|script| panel.census.of_script(script) == 0)
    {
        return None;
    }
    stray.iter().find_map(|script| {
        let class = class::script(script)?;
        lines(panel.text).find_map(|(at, line)| {
            let is_stray = |scalar| class::of(scalar) == class;
            let found = spread(line, is_stray, |scalar| quote(scalar).or(bracket(scalar)));
            let mixed = panel.census.wrong > 0 && found.inside > 0;
            (found.outside > 0 || mixed).then(|| {
                let letters: String = line.chars().filter(|&scalar| is_stray(scalar)).collect();
                let code = if script == "bopomofo" {
                    "bopomofo"
                } else {
                    "kana_hangul"
                };
                let first = line.find(is_stray).unwrap_or(0);
                Finding::of_panel(panel, code, at + first, letters)
            })
        })
    })
}
