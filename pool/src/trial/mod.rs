//! Judges pairs without building a pool: what is repaired, and every reason that speaks against a pair.
//!
//! A build stops at the first reason; here all gates are asked, so that a curator sees what else would be found. What only shows over a
//! whole corpus (equal texts, endings that many articles share) is not asked.

mod read;

pub use read::{Pair, Pairs};

use crate::article::{Genre, Origin, Translation};
use crate::build::prepare::Preparation;
use crate::build::shown::excerpts;
use crate::error::PoolError;
use crate::gate::Finding;
use crate::import::{Meta, Place, Row};
use crate::ledger::EXCERPT;
use crate::panels::Panels;
use crate::profile::Language;
use crate::sources::{Source, Sources};
use crate::text::excerpt;
use std::collections::BTreeSet;

/// The gate whose findings are characters.
const OF_CHARACTERS: &str = "simplified";

/// The rules of one source, to try pairs by.
pub struct Trial {
    rules: Preparation,
    source: Source,
    languages: Panels<Language>,
}

/// What the rules say of a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Names of the repairs that were made, ascending, each once.
    pub repairs: Vec<String>,
    /// What every gate found in the repaired text, in the order they run; then what is wrong with the personal data.
    pub findings: Vec<Finding>,
    /// What kind of text it is.
    pub genre: Genre,
    /// The text that a pool would hold; where personal data leaves a pair out, the text with it.
    pub text: Panels<String>,
}

impl Trial {
    /// Takes the rules of one source of a `sources.toml`.
    ///
    /// # Errors
    /// If it has no source of the name, or no name is given and its sources have different rules. The message names them.
    pub fn of_sources(sources: &Sources, name: Option<&str>) -> Result<Self, String> {
        let all = &sources.sources;
        let names = || {
            let quoted = all.iter().map(|source| format!("\"{}\"", source.name));
            quoted.collect::<Vec<_>>().join(", ")
        };
        let source = match name {
            Some(name) => all
                .iter()
                .find(|source| source.name == name)
                .ok_or_else(|| {
                    format!("no source has the name \"{name}\"; there are {}", names())
                })?,
            None => {
                let first = all.first().ok_or("there is no source")?;
                if !all.iter().all(|source| same_rules(source, first)) {
                    return Err(format!(
                        "its sources have different rules; say which with --source: {}",
                        names()
                    ));
                }
                first
            }
        };
        Ok(Self::new(source.clone(), sources.profiles()))
    }

    /// Takes the rules that hold where a `sources.toml` says nothing.
    ///
    /// # Errors
    /// If a tag is no language tag.
    pub fn standard(tags: &Panels<String>) -> Result<Self, String> {
        for tag in [&tags.left, &tags.right] {
            if !crate::lang::is_tag(tag) {
                return Err(format!(
                    "\"{tag}\" is no language tag, expected one such as \"en\" or \"zh-Hant-TW\""
                ));
            }
        }
        Ok(Self::new(Source::standard(), Language::of_pair(tags, &[])))
    }

    fn new(source: Source, languages: Panels<Language>) -> Self {
        Self {
            rules: Preparation::new(&source, &languages, None),
            source,
            languages,
        }
    }

    /// Repairs a pair and asks everything of it.
    #[must_use]
    pub fn judge(&self, genre: Genre, text: Panels<String>) -> Verdict {
        let mut row = row(genre, text);
        self.rules.repair(&mut row);
        let text = row.text.as_ref().map(String::as_str);
        let mut findings = self.rules.gates.findings(genre, text);
        if let Err(dropped) = self.rules.redact(&mut row) {
            findings.push(Finding::of_pair(&dropped.reason, dropped.found));
        }
        let repairs: BTreeSet<String> = row.repairs.into_iter().map(|one| one.name).collect();
        Verdict {
            repairs: repairs.into_iter().collect(),
            findings,
            genre,
            text: row.text,
        }
    }

    /// Returns the reason of a finding; where characters are what is wrong, they stand behind a colon.
    #[must_use]
    pub fn reason(&self, finding: &Finding) -> String {
        let Finding { reason, found, .. } = finding;
        if self.rules.gates.gate_of(reason) == Some(OF_CHARACTERS) {
            format!("{reason}:{found}")
        } else {
            reason.clone()
        }
    }

    /// Opens a file of pairs.
    ///
    /// # Errors
    /// If it cannot be opened, or its name does not say its form.
    pub fn pairs(&self, path: &std::path::Path) -> Result<Pairs<'_>, PoolError> {
        Pairs::open(path, &self.source, &self.languages)
    }
}

impl Verdict {
    /// Tells whether nothing speaks against the pair.
    #[must_use]
    pub fn passes(&self) -> bool {
        self.findings.is_empty()
    }

    /// Returns what stands around the place of a finding on both panels, else their beginnings.
    #[must_use]
    pub fn excerpts(&self, finding: &Finding) -> Panels<String> {
        let text = self.text.as_ref().map(String::as_str);
        let heads = || text.map(|panel| excerpt(panel, EXCERPT).to_owned());
        excerpts(self.genre, text, finding).unwrap_or_else(heads)
    }
}

fn same_rules(a: &Source, b: &Source) -> bool {
    a.repair == b.repair && a.gates == b.gates && a.pii == b.pii
}

/// Makes a row of which nothing is known but its text.
fn row(genre: Genre, text: Panels<String>) -> Row {
    let nothing = String::new;
    Row {
        meta: Meta {
            source: nothing(),
            source_id: nothing(),
            group: nothing(),
            group_source: nothing(),
            license: nothing(),
            origin: Origin::Unknown,
            translation: Translation::Unknown,
            made_by: nothing(),
            genre,
        },
        text,
        extra: nothing(),
        places: vec![Place { file: 0, line: 0 }],
        repairs: Vec::new(),
    }
}

#[cfg(test)]
mod tests;
