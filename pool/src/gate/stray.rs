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
use super::{Finding, Plain, Spec, class};
use crate::profile::Language;

pub(super) const SPEC: Spec = Spec {
    name: "stray",
    reasons: &["_kana_hangul", "_bopomofo"],
    structured: true,
    make: |table, languages| {
        let asks = |language: &Language| !language.profile.stray.is_empty();
        let any = asks(&languages.left) || asks(&languages.right);
        Plain::Panel(check).gate(&table, any)
    },
};

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
