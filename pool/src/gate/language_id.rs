//! Gate `language_id`: a long panel in another language.
//!
//! The crate whichlang (=0.1.1, 16 languages) is asked about panels of at least `letters = 60` letters (short ones it gets wrong too often: 60 % of lines
//! under 20 letters), other than Chinese ones without kana. Of a language that is not written in Latin letters it is asked without the ASCII in it. Where it says another language whose
//! profile lists frequent `words`, they are a second opinion: it is believed if at least 1 in `words = 6` of the panel's words is one of them, and more than are
//! frequent ones of the panel's own language. (Lists of names and commands look like any language.)
//!
//! Passes: any English of 60 letters with a few of the, of, and. Rejects: `Il fichero no se puede abrir porque otro programa lo tiene abierto en este momento` as
//! English, reason `en_language`.

use super::unit::Panel;
use super::{Finding, Gate, Spec, Unit, class, either, options};
use crate::profile::by_language;
use serde::Deserialize;
use whichlang::{LANGUAGES, detect_language};

pub(super) const SPEC: Spec = Spec {
    name: "language_id",
    reasons: &["_language"],
    structured: false,
    make: |table, languages| {
        let gate: LanguageId = options(table)?;
        let any = [&languages.left, &languages.right]
            .into_iter()
            .any(|language| language.profile.language.is_some());
        Ok(any.then(|| Box::new(gate) as Box<dyn Gate>))
    },
};

/// The last scalars are not asked about: the guesser's sums grow with the text, and its answer does not change.
const ASKED: usize = 4096;

#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct LanguageId {
    letters: u32,
    words: usize,
}

impl Default for LanguageId {
    fn default() -> Self {
        Self {
            letters: 60,
            words: 6,
        }
    }
}

/// Tells whether the guesser has a code for a language.
pub(crate) fn knows(code: &str) -> bool {
    LANGUAGES
        .iter()
        .any(|language| language.three_letter_code() == code)
}

impl Gate for LanguageId {
    fn check(&self, unit: &Unit<'_>) -> Option<Finding> {
        either(unit, |panel| self.look(panel))
    }

    fn parameters(&self) -> String {
        format!(
            "whichlang 0.1.1, >= {} letters, frequent words >= 1/{}",
            self.letters, self.words
        )
    }
}

impl LanguageId {
    fn look(&self, panel: &Panel<'_>) -> Option<Finding> {
        let profile = &panel.language.profile;
        let code = profile.language.as_deref()?;
        let census = &panel.census;
        let writes_latin = profile.scripts.iter().any(|script| script == "latin");
        let latin = census.of_class(class::latin());
        let letters = census.letters() - if writes_latin { 0 } else { latin };
        // Han without kana is Chinese whatever a guesser says of it.
        let is_plain_han = code == "cmn" && census.of_class(class::KANA) == 0;
        if letters < self.letters || is_plain_han {
            return None;
        }
        let asked = crate::text::excerpt(panel.text, ASKED);
        let asked: String = asked
            .chars()
            .filter(|scalar| writes_latin || !scalar.is_ascii())
            .collect();
        let guess = detect_language(&asked).three_letter_code();
        if guess == code || !self.is_believed(guess, &asked, &profile.words) {
            return None;
        }
        Some(Finding::of_panel(panel, "language", 0, guess))
    }

    /// Tells whether the words of a text speak for a guess.
    fn is_believed(&self, guess: &str, text: &str, own: &[String]) -> bool {
        let Some(profile) = by_language(guess).filter(|profile| !profile.words.is_empty()) else {
            return true;
        };
        let lower = text.to_ascii_lowercase();
        let (mut all, mut of_guess, mut of_own) = (0_usize, 0_usize, 0_usize);
        for word in lower.split(|scalar| !class::is_letter_class(class::of(scalar))) {
            all += usize::from(!word.is_empty());
            of_guess += usize::from(profile.words.iter().any(|known| known == word));
            of_own += usize::from(own.iter().any(|known| known == word));
        }
        of_guess * self.words >= all && of_guess > of_own
    }
}
