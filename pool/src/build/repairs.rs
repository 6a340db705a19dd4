//! The repairs of a row, and what the provenance says of them.

use crate::import::{Repaired, Row};
use crate::normalize::{self, Facts, Repair};
use crate::panels::{Panels, Side};
use crate::profile::Language;
use crate::repair::{Pairs, punctuation};
use crate::sources::RepairRule;
use std::borrow::Cow;

/// Name of a repair of character forms, with the panel's language before it.
const VARIANT: &str = "variant_repair";

/// Name of the repair of full-width punctuation, likewise.
const PUNCTUATION: &str = "fold_fullwidth_punct";

/// What is repaired in the rows of one source.
#[derive(Clone, Debug)]
pub(super) struct Repairs {
    rule: normalize::Rule,
    languages: Panels<Language>,
    pairs: Panels<Pairs>,
}

impl Repairs {
    pub(super) fn new(rule: &RepairRule, languages: &Panels<Language>) -> Self {
        let pairs =
            |language: &Language| Pairs::of(&language.profile, rule.misprints, rule.variants);
        Self {
            rule: rule.normalize.clone(),
            languages: languages.clone(),
            pairs: languages.as_ref().map(pairs),
        }
    }

    /// Repairs both panels of a row.
    pub(super) fn row(&self, row: &mut Row) {
        let line = row.places[0].line;
        let structured = row.meta.genre.is_structured();
        for (side, text) in [
            (Side::Left, &mut row.text.left),
            (Side::Right, &mut row.text.right),
        ] {
            let done = self.panel(side, text, structured);
            row.repairs
                .extend(done.into_iter().map(|(name, detail)| Repaired {
                    line,
                    side,
                    name,
                    count: 1,
                    detail,
                }));
        }
    }

    /// Repairs one panel; returns the names of the repairs, each with what is needed to take it back.
    fn panel(&self, side: Side, text: &mut String, structured: bool) -> Vec<(String, String)> {
        let language = self.languages.get(side);
        let scripts = &language.profile.scripts;
        let facts = Facts {
            latin: scripts.iter().any(|script| script == "latin"),
            bidi: language.profile.bidi,
            structured,
        };
        let (normal, repairs) = normalize::normalize(text, &self.rule, facts);
        let mut done: Vec<(String, String)> = repairs
            .into_iter()
            .map(|repair| (name(repair, language), String::new()))
            .collect();
        if let Cow::Owned(normal) = normal {
            *text = normal;
        }
        let folds = self.rule.full_width && facts.latin && !structured;
        if let Some(folded) = folds.then(|| punctuation(text)).flatten() {
            *text = folded;
            done.push((language.reason(PUNCTUATION), String::new()));
        }
        if let Some((repaired, places)) = self.pairs.get(side).repair(text) {
            *text = repaired;
            let places: Vec<String> = places
                .iter()
                .map(|(at, was)| format!("{at} {was}"))
                .collect();
            done.push((language.reason(VARIANT), places.join(" ")));
        }
        done
    }
}

/// Returns the name of a repair; that of letters says the panel's language.
fn name(repair: Repair, language: &Language) -> String {
    match repair {
        Repair::FullWidth => language.reason(repair.name()),
        _ => repair.name().to_owned(),
    }
}
