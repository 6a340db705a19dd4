//! Gate `script_share`: a panel most of whose letters are not of its language, words that both panels share apart.
//!
//! It looks at panels whose profile names scripts, other than Latin ones beside Latin ones. Words of ASCII letters and digits that stand on the other panel too, whole or
//! inside another word (names, identifiers, addresses, plurals), are not counted. What is left has at least `words = 2` words of `least = 8` ASCII letters in all, and they
//! are more than `share = "3/5"` of the letters left.
//!
//! Letters of any other script that the profile does not name count on every panel (reason `en_script_share`): at least `least`, and more than `share` of
//! all letters.
//!
//! Passes: `請先安裝 task-gnome-flashback-desktop` beside a panel with that name. Rejects: `請 install the package first` beside
//! `Please use the tool`, reason `zh_ascii_share`.

use super::fraction::Fraction;
use super::tokens::words;
use super::unit::Panel;
use super::{Finding, Gate, Spec, Unit, class, either, options};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

pub(super) const SPEC: Spec = Spec {
    name: "script_share",
    reasons: &["_ascii_share", "_script_share"],
    structured: false,
    make: |table, languages| {
        let gate: ScriptShare = options(table)?;
        let any = [&languages.left, &languages.right]
            .into_iter()
            .any(|language| !language.profile.scripts.is_empty());
        Ok(any.then(|| Box::new(gate) as Box<dyn Gate>))
    },
};

/// How many different words are searched for inside other words.
const SEARCHED: usize = 1000;

#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct ScriptShare {
    share: Fraction,
    least: u32,
    words: usize,
}

impl Default for ScriptShare {
    fn default() -> Self {
        Self {
            share: Fraction::new(3, 5),
            least: 8,
            words: 2,
        }
    }
}

fn looks_at(profile: &crate::profile::Profile) -> bool {
    !profile.scripts.is_empty() && profile.scripts.iter().all(|script| script != "latin")
}

impl Gate for ScriptShare {
    fn check(&self, unit: &Unit<'_>) -> Option<Finding> {
        either(unit, |panel| {
            self.look(panel, unit.other(panel))
                .or_else(|| self.foreign(panel))
        })
    }

    fn parameters(&self) -> String {
        format!(
            "own ASCII letters <= {} if >= {} in >= {} words",
            self.share, self.least, self.words
        )
    }
}

impl ScriptShare {
    /// Looks for letters that are neither the language's nor Latin.
    fn foreign(&self, panel: &Panel<'_>) -> Option<Finding> {
        let scripts = &panel.language.profile.scripts;
        let census = &panel.census;
        let letters = census.letters();
        let own: u32 = scripts.iter().map(|script| census.of_script(script)).sum();
        let writes_latin = scripts.iter().any(|script| script == "latin");
        let latin = if writes_latin {
            0
        } else {
            census.of_class(class::latin())
        };
        let foreign = letters.saturating_sub(own + latin);
        let many = foreign >= self.least && self.share.is_below(foreign, letters);
        (many && !scripts.is_empty())
            .then(|| Finding::of_panel(panel, "script_share", 0, format!("{foreign}/{letters}")))
    }

    fn look(&self, panel: &Panel<'_>, other: &Panel<'_>) -> Option<Finding> {
        if !looks_at(&panel.language.profile) {
            return None;
        }
        let latin = panel.census.of_class(class::latin());
        let letters = panel.census.letters();
        // Words that are shared only lower the share: nearly every panel is decided here.
        // Without any letter of its own it is the matter of `core_script`.
        if latin == letters || latin < self.least || !self.share.is_below(latin, letters) {
            return None;
        }
        let own = own_words(panel.text, other.text);
        if own.len() < self.words {
            return None;
        }
        let own =
            u32::try_from(own.into_iter().sum::<usize>()).expect("a panel's letters are counted");
        let left = letters - latin + own;
        (own >= self.least && self.share.is_below(own, left))
            .then(|| Finding::of_panel(panel, "ascii_share", 0, format!("{own}/{left}")))
    }
}

/// Returns the letters of each word of a panel that does not stand on the other one, whole or inside another word.
fn own_words(panel: &str, other: &str) -> Vec<usize> {
    let other = other.to_ascii_lowercase();
    let theirs: BTreeSet<&str> = words(&other).map(|(_, word)| word).collect();
    let mut searched: BTreeMap<String, bool> = BTreeMap::new();
    let mut own = Vec::new();
    for (_, word) in words(panel) {
        let lower = word.to_ascii_lowercase();
        if theirs.contains(lower.as_str()) {
            continue;
        }
        let letters = word.bytes().filter(u8::is_ascii_alphabetic).count();
        // A search inside words costs the other panel's length: of a panel of very many words the rest counts as its own.
        let few = searched.len() < SEARCHED;
        let is_inside = *searched
            .entry(lower)
            .or_insert_with_key(|word| few && other.contains(word.as_str()));
        own.extend((!is_inside).then_some(letters));
    }
    own
}
