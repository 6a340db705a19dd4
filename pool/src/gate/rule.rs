//! The gates of one source: which run, and with what options.
//!
//! ```toml
//! [gates]                                  # for every source
//! language_id = false                      # switched off
//! length_ratio = { most = 10 }             # options: those of the gate's own file
//!
//! [source.gates]                           # for one: what it says comes after what is said for all
//! copy = { allow = ["Linux"] }             # the gate looks at the text as if these strings were not there
//! ```

use super::forms::Forms;
use super::{ALL, Finding, Gate, Spec, Unit, known};
use crate::article::Genre;
use crate::panels::Panels;
use crate::profile::Language;
use std::sync::Arc;

/// `[gates]` as it was written: of all sources, with that of one laid over it.
pub type Config = toml::Table;

/// The gates of one source.
#[derive(Clone, Debug)]
pub struct Gates {
    languages: Arc<Panels<Language>>,
    forms: Arc<Panels<Forms>>,
    running: Arc<Vec<Running>>,
}

/// A gate that runs.
#[derive(Debug)]
pub(crate) struct Running {
    name: &'static str,
    structured: bool,
    gate: Box<dyn Gate>,
    allow: Vec<String>,
}

impl Running {
    /// Returns its name.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// Tells whether it looks at structured articles too.
    pub(crate) fn structured(&self) -> bool {
        self.structured
    }

    /// Returns what it decides by, as the header of a pool says it.
    pub(crate) fn parameters(&self) -> String {
        let mut parameters = self.gate.parameters();
        if !self.allow.is_empty() {
            let space = if parameters.is_empty() { "" } else { ", " };
            let quoted: Vec<String> = self.allow.iter().map(|text| format!("{text:?}")).collect();
            parameters.push_str(&format!("{space}allow {}", quoted.join(" ")));
        }
        parameters
    }
}

impl Gates {
    /// Makes the gates of a source.
    ///
    /// # Errors
    /// If a gate is not known or an option is not of its form; the message names it.
    pub fn new(languages: &Panels<Language>, config: &Config) -> Result<Self, String> {
        for name in config.keys() {
            let known = ALL.iter().any(|spec| spec.name == name);
            // Gates over the whole corpus have their options here too.
            if !known && name != super::tails::NAME {
                let names: Vec<&str> = ALL.iter().map(|spec| spec.name).collect();
                let names = names.join("`, `");
                return Err(format!(
                    "[gates] names `{name}`; known are `{names}`, `{}`",
                    super::tails::NAME
                ));
            }
        }
        let mut running = Vec::new();
        for spec in &ALL {
            let value = config.get(spec.name);
            running.extend(
                run(spec, value, languages)
                    .map_err(|what| format!("[gates] `{}`: {what}", spec.name))?,
            );
        }
        let forms = languages
            .as_ref()
            .map(|language| Forms::of(&language.profile));
        Ok(Self {
            languages: Arc::new(languages.clone()),
            forms: Arc::new(forms),
            running: Arc::new(running),
        })
    }

    /// Returns what the first gate that rejects a pair found.
    #[must_use]
    pub fn check(&self, genre: Genre, text: Panels<&str>) -> Option<Finding> {
        self.each(genre, text, |_| (), |_, _| false)
    }

    /// Returns the first gate that rejects a pair, by its place, and what it found. `watch` is told when the scalars were counted, and
    /// after each gate that was asked its place.
    pub(crate) fn check_watched(
        &self,
        genre: Genre,
        text: Panels<&str>,
        watch: impl FnMut(Option<usize>),
    ) -> Option<(usize, Finding)> {
        let mut by = 0;
        let finding = self.each(genre, text, watch, |at, _| {
            by = at;
            false
        });
        finding.map(|finding| (by, finding))
    }

    /// Returns what every gate that rejects a pair found, in the order they run.
    #[must_use]
    pub fn findings(&self, genre: Genre, text: Panels<&str>) -> Vec<Finding> {
        let mut findings = Vec::new();
        self.each(
            genre,
            text,
            |_| (),
            |_, finding| {
                findings.push(finding);
                true
            },
        );
        findings
    }

    /// Asks gate by gate; `go_on` is told the ordinal of a gate that rejects and what it found, and says whether the next is asked.
    fn each(
        &self,
        genre: Genre,
        text: Panels<&str>,
        mut watch: impl FnMut(Option<usize>),
        mut go_on: impl FnMut(usize, Finding) -> bool,
    ) -> Option<Finding> {
        let unit = Unit::new(genre, text, &self.languages, &self.forms);
        watch(None);
        for (at, running) in self.running.iter().enumerate() {
            if genre.is_structured() && !running.structured {
                continue;
            }
            let finding = self.ask(running, &unit);
            watch(Some(at));
            if let Some(finding) = finding
                && !go_on(at, finding.clone())
            {
                return Some(finding);
            }
        }
        None
    }

    fn ask(&self, running: &Running, unit: &Unit<'_>) -> Option<Finding> {
        let text = unit.panels.as_ref().map(|panel| panel.text);
        let shown = |allowed: &String| text.left.contains(allowed) || text.right.contains(allowed);
        if !running.allow.iter().any(shown) {
            return running.gate.check(unit);
        }
        let without = text.map(|panel| {
            let allowed = running.allow.iter();
            allowed.fold(panel.to_owned(), |text, allowed| text.replace(allowed, ""))
        });
        let without = without.as_ref().map(String::as_str);
        if crate::text::is_blank_text(without.left) || crate::text::is_blank_text(without.right) {
            // Nothing is left to judge.
            return None;
        }
        let unit = Unit::new(unit.genre, without, &self.languages, &self.forms);
        let finding = running.gate.check(&unit)?;
        // Its place is one of the text without what is allowed.
        Some(Finding { at: 0, ..finding })
    }

    /// Returns the gates that run.
    pub(crate) fn running(&self) -> &[Running] {
        &self.running
    }

    /// Returns the languages of the panels.
    #[must_use]
    pub fn languages(&self) -> &Panels<Language> {
        &self.languages
    }

    /// Returns the name of the gate that gives a reason.
    #[must_use]
    pub fn gate_of(&self, reason: &str) -> Option<&'static str> {
        let languages = [&self.languages.left, &self.languages.right];
        let names = known::gates_of(reason, languages.map(|language| language.prefix.as_str()));
        let mut running = self.running.iter().map(Running::name);
        running.find(|name| names.contains(name))
    }
}

/// Makes a gate that runs.
fn run(
    spec: &Spec,
    value: Option<&toml::Value>,
    languages: &Panels<Language>,
) -> Result<Option<Running>, String> {
    let mut table = match value {
        Some(toml::Value::Boolean(false)) if spec.name == "blank" => {
            return Err("a pool holds no panel that shows nothing".to_owned());
        }
        Some(toml::Value::Boolean(false)) => return Ok(None),
        None | Some(toml::Value::Boolean(true)) => toml::Table::new(),
        Some(toml::Value::Table(table)) => table.clone(),
        Some(other) => {
            return Err(format!(
                "is {other}, expected true, false or a table of options"
            ));
        }
    };
    let allow = match table.remove("allow") {
        None => Vec::new(),
        Some(value) => value
            .try_into::<Vec<String>>()
            .ok()
            .filter(|allow| allow.iter().all(|text| !text.is_empty()))
            .ok_or("`allow` is a list of strings that are not empty")?,
    };
    let gate = (spec.make)(table, languages)?;
    Ok(gate.map(|gate| Running {
        name: spec.name,
        structured: spec.structured,
        gate,
        allow,
    }))
}

/// Lays the gates of one source over those of all: a switch replaces a gate's options, options are laid over options.
#[must_use]
pub fn lay_over(all: &Config, one: &Config) -> Config {
    let mut laid = all.clone();
    for (name, value) in one {
        match (laid.get_mut(name), value) {
            (Some(toml::Value::Table(below)), toml::Value::Table(above)) => {
                below.extend(above.clone());
            }
            _ => {
                laid.insert(name.clone(), value.clone());
            }
        }
    }
    laid
}
