//! Gate `boilerplate`: a panel that is mostly the words around a page's text: menus, notices, buttons.
//!
//! The profile lists phrases. A panel of at most `most = 400` letters where they are more than `share = "1/2"` of the letters is rejected; the same words inside a longer text are part of it.
//!
//! Passes: `We use cookies to bake this cake in winter`. Rejects: `Sign in | Privacy policy | Terms of use`, `上一頁　下一頁`, reason `en_boilerplate` or `zh_boilerplate`.

use super::fraction::Fraction;
use super::unit::Panel;
use super::{Finding, Gate, Spec, Unit, class, either, options};
use crate::panels::Panels;
use aho_corasick::{AhoCorasick, MatchKind};
use serde::Deserialize;

pub(super) const SPEC: Spec = Spec {
    name: "boilerplate",
    reasons: &["_boilerplate"],
    structured: false,
    make: |table, languages| {
        let options: Options = options(table)?;
        let any = [&languages.left, &languages.right]
            .into_iter()
            .any(|language| !language.profile.boilerplate.is_empty());
        let phrases = languages.as_ref().map(|language| {
            let mut builder = AhoCorasick::builder();
            builder
                .ascii_case_insensitive(true)
                .match_kind(MatchKind::LeftmostLongest);
            builder
                .build(&language.profile.boilerplate)
                .map_err(|error| error.to_string())
        });
        let phrases = Panels::new(phrases.left?, phrases.right?);
        Ok(any.then(|| Box::new(Boilerplate { options, phrases }) as Box<dyn Gate>))
    },
};

#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    share: Fraction,
    most: u32,
}

/// The gate and, for each panel, what finds the phrases of its language.
#[derive(Debug)]
struct Boilerplate {
    options: Options,
    phrases: Panels<AhoCorasick>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            share: Fraction::new(1, 2),
            most: 400,
        }
    }
}

impl Gate for Boilerplate {
    fn check(&self, unit: &Unit<'_>) -> Option<Finding> {
        either(unit, |panel| self.look(panel))
    }

    fn parameters(&self) -> String {
        format!(
            "phrases <= {} of <= {} letters",
            self.options.share, self.options.most
        )
    }
}

impl Boilerplate {
    fn look(&self, panel: &Panel<'_>) -> Option<Finding> {
        let letters = panel.census.letters();
        if letters > self.options.most {
            return None;
        }
        let mut covered = 0_u32;
        let mut first = None;
        let mut kinds: Vec<usize> = Vec::new();
        for found in self.phrases.get(panel.side).find_iter(panel.text) {
            first = first.or(Some(found));
            covered += letters_of(&panel.text[found.range()]);
            if !kinds.contains(&found.pattern().as_usize()) {
                kinds.push(found.pattern().as_usize());
            }
        }
        let first = first?;
        // One phrase alone is a button's name, which a list of interface texts may well hold.
        (kinds.len() >= 2 && self.options.share.is_below(covered, letters)).then(|| {
            Finding::of_panel(
                panel,
                "boilerplate",
                first.start(),
                &panel.text[first.range()],
            )
        })
    }
}

fn letters_of(phrase: &str) -> u32 {
    let letters = phrase
        .chars()
        .filter(|&scalar| class::is_letter_class(class::of(scalar)));
    u32::try_from(letters.count()).unwrap_or(u32::MAX)
}
