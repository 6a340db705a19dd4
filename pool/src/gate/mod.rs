//! Gates: which pairs are left out, and why. They look at both panels, each gate in a file of its own.
//!
//! A gate looks at whole units: an article of `jsonl`, one row of `tsv` or `lines` (a bad row is left out alone, its group stays). A text
//! is kept whole or left out; no gate edits it. Gates that know a language look only at panels of that language ([`Profile`]), on
//! whichever side it stands. The first gate that rejects a unit names it in the ledger.
//!
//! | gate | reasons | looks at | structured too |
//! |---|---|---|---|
//! | [`blank`] | `blank` | every panel | yes |
//! | [`copy`] | `copy` | every pair | yes |
//! | [`simplified`] | `zh_kana_hangul` `zh_simplified` `zh_simplified_quoted` | traditional Chinese | yes |
//! | [`no_han`] | `zh_no_han` | Chinese | no |
//! | [`bare_cjk`] | `en_bare_cjk` `en_gloss_no_head` `en_gloss_long` `en_gloss_share` | Latin letters | no |
//! | [`length_ratio`] | `length_ratio` | English beside Chinese | no |
//! | [`structure`] | `structure` `skeleton` | every pair | alone |
//!
//! In markup the three that look at no structured article would judge tags, keys and link targets instead of text, so structured articles pass them unseen.

pub mod bare_cjk;
pub mod blank;
pub mod copy;
pub mod length_ratio;
pub mod no_han;
mod scalar;
pub mod simplified;
pub mod structure;

use crate::article::Genre;
use crate::lang::Profile;
use crate::panels::{Panels, Side};
use crate::store::GateRow;

/// A reason code.
pub type Reason = &'static str;

/// What one gate says of a pair.
type Gate = fn(&Gates, Panels<&str>) -> Option<Reason>;

/// The gates of one pool.
#[derive(Clone, Copy, Debug)]
pub struct Gates {
    profiles: Panels<Profile>,
    /// The English side of a pair with Chinese: the length ratio was measured for these two.
    english: Option<Side>,
}

impl Gates {
    /// Chooses the gates for a pair of language tags.
    #[must_use]
    pub fn new(languages: &Panels<String>) -> Self {
        let profiles = languages.as_ref().map(|tag| Profile::of(tag));
        let is_english = |tag: &str| {
            let primary = tag.split('-').next().unwrap_or_default();
            primary.eq_ignore_ascii_case("en")
        };
        let english = if is_english(&languages.left) && profiles.right.is_chinese() {
            Some(Side::Left)
        } else if is_english(&languages.right) && profiles.left.is_chinese() {
            Some(Side::Right)
        } else {
            None
        };
        Self { profiles, english }
    }

    /// Returns the reason of the first gate that rejects a pair.
    #[must_use]
    pub fn check(&self, genre: Genre, text: Panels<&str>) -> Option<Reason> {
        self.reasons(genre, text).next()
    }

    /// Returns the reason of every gate that rejects a pair, in the order they run.
    pub fn reasons(&self, genre: Genre, text: Panels<&str>) -> impl Iterator<Item = Reason> {
        let gates: [Gate; 6] = [
            |_, text| blank::check(text),
            |_, text| copy::check(text),
            |gates, text| {
                gates.panel(
                    text,
                    |profile| profile == Profile::TraditionalChinese,
                    simplified::check,
                )
            },
            |gates, text| gates.panel(text, Profile::is_chinese, no_han::check),
            |gates, text| gates.panel(text, |profile| profile == Profile::Latin, bare_cjk::check),
            |gates, text| match gates.english? {
                Side::Left => length_ratio::check(text.left, text.right),
                Side::Right => length_ratio::check(text.right, text.left),
            },
        ];
        let running = if genre.is_structured() {
            3
        } else {
            gates.len()
        };
        let structure = std::iter::once_with(move || structure::check(genre, text));
        let gates = gates.into_iter().take(running);
        gates
            .map(move |gate| gate(self, text))
            .chain(structure)
            .flatten()
    }

    /// Returns the gates that may reject a pair of these languages, as the header lists them.
    pub fn rows(&self, rejected: impl Fn(&[Reason]) -> u64) -> Vec<GateRow> {
        let sides = [self.profiles.left, self.profiles.right];
        let chinese = sides.into_iter().any(Profile::is_chinese);
        let row = |name: &str, parameters: String, reasons: &[Reason]| GateRow {
            name: name.to_owned(),
            parameters,
            rejected: rejected(reasons),
        };
        let mut rows = vec![
            row("blank", String::new(), &blank::REASONS),
            row("copy", String::new(), &copy::REASONS),
        ];
        if sides.contains(&Profile::TraditionalChinese) {
            rows.push(row(
                "simplified",
                simplified::parameters(),
                &simplified::REASONS,
            ));
        }
        if chinese {
            rows.push(row("no_han", String::new(), &no_han::REASONS));
        }
        if sides.contains(&Profile::Latin) {
            rows.push(row("bare_cjk", bare_cjk::parameters(), &bare_cjk::REASONS));
        }
        if self.english.is_some() {
            rows.push(row(
                "length_ratio",
                length_ratio::parameters(),
                &length_ratio::REASONS,
            ));
        }
        rows.push(row(
            "structure",
            structure::parameters(),
            &structure::REASONS,
        ));
        rows
    }

    /// Looks at every panel of a profile.
    fn panel(
        &self,
        text: Panels<&str>,
        of: impl Fn(Profile) -> bool,
        check: impl Fn(&str) -> Option<Reason>,
    ) -> Option<Reason> {
        let sides = [
            (self.profiles.left, text.left),
            (self.profiles.right, text.right),
        ];
        sides
            .into_iter()
            .filter(|(profile, _)| of(*profile))
            .find_map(|(_, panel)| check(panel))
    }
}

#[cfg(test)]
mod tests;
