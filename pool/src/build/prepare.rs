//! What is done to a row before it is an article or a part of one: repairs, gates, personal data.

use crate::article::{Genre, Structured};
use crate::gate::rule::{Gates, Running};
use crate::gate::{Finding, structure, tails};
use crate::import::{Repaired, Row};
use crate::ledger::{Dropped, EXCERPT, Stage};
use crate::normalize::{self, Facts, Repair};
use crate::panels::{Panels, Side};
use crate::pii::{self, Outcome};
use crate::profile::Language;
use crate::repair::{Pairs, punctuation};
use crate::sources::Source;
use crate::structure::difference;
use std::sync::Arc;

use super::meter::{Clock, Lap, Meter, Step};

/// How many scalars before the place of a finding an excerpt begins.
const BEFORE: usize = 20;

/// The rules of one source.
#[derive(Clone, Debug)]
pub(crate) struct Preparation {
    pub(crate) gates: Gates,
    pub(crate) tails: Option<tails::Rule>,
    normalize: normalize::Rule,
    languages: Panels<Language>,
    pairs: Panels<Pairs>,
    pii: Option<pii::Rule>,
    /// Nothing where nobody lent a clock.
    pub(crate) meter: Option<Arc<Meter>>,
}

/// Name of a repair of character forms, with the panel's language before it.
const VARIANT: &str = "variant_repair";

/// Name of the repair of full-width punctuation, likewise.
const PUNCTUATION: &str = "fold_fullwidth_punct";

impl Preparation {
    pub(crate) fn new(source: &Source, languages: &Panels<Language>, clock: Option<Clock>) -> Self {
        let gates = Gates::new(languages, &source.gates)
            .expect("the options were checked with sources.toml");
        let repair = &source.repair;
        Self {
            meter: clock.map(|clock| Arc::new(Meter::new(clock, &gates))),
            gates,
            tails: tails::Rule::new(&source.gates)
                .expect("the options were checked with sources.toml"),
            normalize: repair.normalize.clone(),
            languages: languages.clone(),
            pairs: languages
                .as_ref()
                .map(|language| Pairs::of(&language.profile, repair.misprints, repair.variants)),
            pii: source.pii.clone(),
        }
    }

    /// Returns the parameters of a gate that runs.
    pub(crate) fn parameters(&self, gate: &str) -> Option<String> {
        if gate == tails::NAME {
            return self.tails.as_ref().map(tails::Rule::parameters);
        }
        let mut running = self.gates.running().iter();
        running
            .find(|running| running.name() == gate)
            .map(Running::parameters)
    }

    /// Repairs a row, asks the gates and takes personal data out of it.
    pub(crate) fn prepare(&self, row: &mut Row) -> Result<(), Box<Dropped>> {
        let genre = row.meta.genre;
        let mut lap = self.lap(row.places[0].line);
        lap.count(genre.is_structured());
        self.repair(row);
        lap.end(Step::Normalize);
        let text = row.text.as_ref().map(String::as_str);
        let rejected = self.gates.check_watched(genre, text, |gate| {
            lap.end(gate.map_or(Step::Census, Step::Gate));
        });
        if let Some((gate, finding)) = rejected {
            lap.rejected(gate);
            return Err(dropped(row, Stage::Gate, &finding));
        }
        let redacted = self.redact(row);
        lap.end(Step::Pii);
        if redacted.is_err() {
            lap.refused();
        }
        redacted
    }

    /// Begins to watch a row of a line.
    pub(crate) fn lap(&self, line: u64) -> Lap<'_> {
        Lap::begin(self.meter.as_deref(), line)
    }

    /// Repairs both panels of a row.
    pub(crate) fn repair(&self, row: &mut Row) {
        let structured = row.meta.genre.is_structured();
        for side in [Side::Left, Side::Right] {
            let language = self.languages.get(side);
            let facts = Facts {
                latin: language
                    .profile
                    .scripts
                    .iter()
                    .any(|script| script == "latin"),
                bidi: language.profile.bidi,
                structured,
            };
            let (line, text) = (row.places[0].line, panel_mut(&mut row.text, side));
            let (normal, repairs) = normalize::normalize(text, &self.normalize, facts);
            let repaired = |name: String, count, detail| Repaired {
                line,
                side,
                name,
                count,
                detail,
            };
            row.repairs.extend(
                repairs
                    .iter()
                    .map(|repair| repaired(name(*repair, language), 1, String::new())),
            );
            if let std::borrow::Cow::Owned(normal) = normal {
                *text = normal;
            }
            let folds = self.normalize.full_width && facts.latin && !structured;
            if let Some(folded) = folds.then(|| punctuation(text)).flatten() {
                *text = folded;
                row.repairs
                    .push(repaired(language.reason(PUNCTUATION), 1, String::new()));
            }
            if let Some((text_now, places)) = self.pairs.get(side).repair(text) {
                *text = text_now;
                let places: Vec<String> = places
                    .iter()
                    .map(|(at, was)| format!("{at} {was}"))
                    .collect();
                row.repairs
                    .push(repaired(language.reason(VARIANT), 1, places.join(" ")));
            }
        }
    }

    /// A structured article that held personal data where no text may stand, such as a number of JSON, goes.
    fn still_parses(&self, row: &Row) -> Result<(), Box<Dropped>> {
        let Genre::Structured(format) = row.meta.genre else {
            return Ok(());
        };
        match difference(format, &row.text.left, &row.text.right) {
            None => Ok(()),
            Some(_) => Err(dropped(
                row,
                Stage::Pii,
                &Finding::of_pair("pii_structure", ""),
            )),
        }
    }

    /// Takes personal data out of both panels.
    pub(crate) fn redact(&self, row: &mut Row) -> Result<(), Box<Dropped>> {
        let Some(rule) = &self.pii else {
            return Ok(());
        };
        let text = row.text.as_ref().map(String::as_str);
        match pii::redact(text, rule) {
            Outcome::Clean => Ok(()),
            Outcome::Replaced { text, counts } => {
                let line = row.places[0].line;
                for (kind, count) in counts {
                    for side in [Side::Left, Side::Right] {
                        row.repairs.push(Repaired {
                            line,
                            side,
                            name: format!("pii:{}", kind.name()),
                            count,
                            detail: String::new(),
                        });
                    }
                }
                row.text = of_genre(text, row.meta.genre);
                self.still_parses(row)
            }
            Outcome::Rejected { reason, found } => {
                let found = format!("{} | {}", found.left, found.right);
                Err(dropped(row, Stage::Pii, &Finding::of_pair(reason, found)))
            }
        }
    }
}

/// Writes placeholders as a structured article can hold them: markup takes `<` for a tag.
fn of_genre(text: Panels<String>, genre: Genre) -> Panels<String> {
    let Genre::Structured(Structured::Html | Structured::Xml | Structured::Markdown) = genre else {
        return text;
    };
    let mut text = text;
    for kind in pii::Kind::ALL {
        let placeholder = kind.placeholder();
        let inner = placeholder.trim_start_matches('<').trim_end_matches('>');
        let escaped = format!("&lt;{inner}&gt;");
        text = text.map(|panel| {
            // An address that was its own link stands between signs of the same kind.
            let linked = panel.replace(&format!("<{placeholder}>"), &escaped);
            linked.replace(placeholder, &escaped)
        });
    }
    text
}

/// Returns the name of a repair; that of letters says the panel's language.
fn name(repair: Repair, language: &Language) -> String {
    match repair {
        Repair::FullWidth => language.reason(repair.name()),
        _ => repair.name().to_owned(),
    }
}

fn panel_mut(text: &mut Panels<String>, side: Side) -> &mut String {
    match side {
        Side::Left => &mut text.left,
        Side::Right => &mut text.right,
    }
}

/// Leaves a row out. What is shown of it is where the reason stands, and the same line of the other panel.
fn dropped(row: &Row, stage: Stage, finding: &Finding) -> Box<Dropped> {
    let text = row.text.as_ref().map(String::as_str);
    let mut dropped = Dropped::of_row(stage, finding.reason.clone(), row);
    dropped.found = crate::text::excerpt(&finding.found, EXCERPT).to_owned();
    if let Some(excerpts) = excerpts(row.meta.genre, text, finding) {
        dropped.excerpts = excerpts;
    }
    Box::new(dropped)
}

/// Returns what stands around the place of a finding, if it has one.
pub(crate) fn excerpts(
    genre: Genre,
    text: Panels<&str>,
    finding: &Finding,
) -> Option<Panels<String>> {
    // Two panels of unlike structure begin alike: what is shown of them is where they part.
    let of_structure = of_structure(genre, text, &finding.reason);
    of_structure.or_else(|| Some(around(text, finding.side?, finding.at)))
}

fn of_structure(genre: Genre, text: Panels<&str>, reason: &str) -> Option<Panels<String>> {
    let of_gate = structure::REASONS.contains(&reason);
    of_gate.then(|| structure::excerpts(genre, text, EXCERPT))?
}

/// Returns what stands around a byte of one panel, and the beginning of the line of the other that pairs with it.
fn around(text: Panels<&str>, side: Side, at: usize) -> Panels<String> {
    let panel = *text.get(side);
    let before: Vec<usize> = panel[..at]
        .char_indices()
        .rev()
        .take(BEFORE)
        .map(|(at, _)| at)
        .collect();
    let start = before.last().copied().unwrap_or(at);
    let here = crate::text::excerpt(&panel[start..], EXCERPT).to_owned();
    let lf = |text: &str| memchr::memchr_iter(b'\n', text.as_bytes()).count();
    let other = *text.get(side.other());
    let line = if lf(panel) == lf(other) {
        let nth = lf(&panel[..at]);
        other.split('\n').nth(nth).unwrap_or(other)
    } else {
        other
    };
    let there = crate::text::excerpt(line, EXCERPT).to_owned();
    match side {
        Side::Left => Panels::new(here, there),
        Side::Right => Panels::new(there, here),
    }
}
