//! Gate `simplified`: characters that are not of the language's form of Han.
//!
//! For traditional Chinese the characters of `tables/simplified_only.txt` (3,772 of OpenCC's tables), for simplified Chinese those of
//! `traditional_only.txt` (3,198), both by the rules in `golden/make_forms.py`, less those that the profile's `except` lists. Characters that
//! are right in both, such as 里 后 干 台, are in neither.
//!
//! | reason | what was found | passes | rejects |
//! |---|---|---|---|
//! | `zh_simplified` | such a character outside quotes | `村裡有兩個人` | `星期六的公共图书馆` |
//! | `zh_simplified_quoted` | such characters, all of them inside closed quotes | `「中國」` | `「中国」` |
//! | `zh_traditional`, `zh_traditional_quoted` | likewise on a panel in simplified characters | `图书馆` | `圖書館` |
//!
//! (Strings of JSON are quoted, so there the second is the common one.)
//!
//! One such character rejects the unit however long it is: a text is kept whole or left out. `quoted = false` lets quoted ones pass.

use super::forms::Forms;
use super::spread::{lines, quote, spread};
use super::unit::Panel;
use super::{Finding, Gate, Spec, Unit, either, options};
use crate::derive::sha256;
use crate::panels::Panels;
use crate::profile::{Language, Profile, form_text};
use serde::Deserialize;

pub(super) const SPEC: Spec = Spec {
    name: "simplified",
    reasons: &[
        "_simplified",
        "_simplified_quoted",
        "_traditional",
        "_traditional_quoted",
    ],
    structured: true,
    make,
};

/// Characters that a finding shows.
const SHOWN: usize = 20;

#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    quoted: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { quoted: true }
    }
}

#[derive(Debug)]
struct Simplified {
    options: Options,
    forms: Panels<Forms>,
    tables: String,
}

fn make(table: toml::Table, languages: &Panels<Language>) -> Result<Option<Box<dyn Gate>>, String> {
    let options: Options = options(table)?;
    let profiles = languages.as_ref().map(|language| &*language.profile);
    let mut tables: Vec<String> = [profiles.left, profiles.right]
        .into_iter()
        .filter_map(said)
        .collect();
    tables.sort();
    tables.dedup();
    if tables.is_empty() {
        return Ok(None);
    }
    Ok(Some(Box::new(Simplified {
        options,
        forms: profiles.map(Forms::of),
        tables: tables.join(", "),
    })))
}

/// Says by which characters a profile is judged.
fn said(profile: &Profile) -> Option<String> {
    let wrong = profile.wrong.as_ref()?;
    let mut said = wrong.word.clone();
    for table in &wrong.tables {
        let digest = form_text(table).map(|text| sha256(text.as_bytes()).hex());
        said.push_str(&format!(" {table} {}", digest.unwrap_or_default()));
    }
    for (word, characters) in [("and", &wrong.characters), ("less", &wrong.except)] {
        if !characters.is_empty() {
            said.push_str(&format!(" {word} {characters}"));
        }
    }
    Some(said)
}

impl Gate for Simplified {
    fn check(&self, unit: &Unit<'_>) -> Option<Finding> {
        either(unit, |panel| {
            // Nearly every panel is good: look at lines only if there is something to find.
            (panel.census.wrong > 0).then(|| self.look(panel)).flatten()
        })
    }

    fn parameters(&self) -> String {
        let quoted = if self.options.quoted {
            ""
        } else {
            ", not in quotes"
        };
        format!("{}{quoted}", self.tables)
    }
}

impl Simplified {
    fn look(&self, panel: &Panel<'_>) -> Option<Finding> {
        let word = &panel.language.profile.wrong.as_ref()?.word;
        let forms = self.forms.get(panel.side);
        let wrong = |scalar| forms.is_wrong(scalar);
        let mut quoted = None;
        for (at, line) in lines(panel.text) {
            let found = spread(line, wrong, quote);
            if found.inside + found.outside == 0 {
                continue;
            }
            let first = at + line.find(wrong).unwrap_or(0);
            let shown: String = line.chars().filter(|&c| wrong(c)).take(SHOWN).collect();
            if found.outside > 0 {
                return Some(Finding::of_panel(panel, word, first, shown));
            }
            quoted.get_or_insert((first, shown));
        }
        let (at, shown) = quoted.filter(|_| self.options.quoted)?;
        Some(Finding::of_panel(
            panel,
            &format!("{word}_quoted"),
            at,
            shown,
        ))
    }
}
