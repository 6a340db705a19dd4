//! What is done to a row before it is an article or a part of one: repairs, gates, personal data.

use crate::article::{Genre, Structured};
use crate::gate::rule::{Gates, Running};
use crate::gate::{Finding, tails};
use crate::import::{Repaired, Row};
use crate::ledger::{Dropped, Stage};
use crate::panels::{Panels, Side};
use crate::pii::{self, Outcome};
use crate::profile::Language;
use crate::sources::Source;
use crate::structure::difference;
use std::sync::Arc;

use super::meter::{Clock, Lap, Meter, Step};
use super::repairs::Repairs;
use super::shown::dropped;

/// The rules of one source.
#[derive(Clone, Debug)]
pub(crate) struct Preparation {
    pub(crate) gates: Gates,
    pub(crate) tails: Option<tails::Rule>,
    repairs: Repairs,
    pii: Option<pii::Rule>,
    /// Nothing where nobody lent a clock.
    pub(crate) meter: Option<Arc<Meter>>,
}

impl Preparation {
    pub(crate) fn new(source: &Source, languages: &Panels<Language>, clock: Option<Clock>) -> Self {
        let gates = Gates::new(languages, &source.gates)
            .expect("the options were checked with sources.toml");
        Self {
            meter: clock.map(|clock| Arc::new(Meter::new(clock, &gates))),
            gates,
            tails: tails::Rule::new(&source.gates)
                .expect("the options were checked with sources.toml"),
            repairs: Repairs::new(&source.repair, languages),
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
        self.repairs.row(row);
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

    /// Repairs a row.
    pub(crate) fn repair(&self, row: &mut Row) {
        self.repairs.row(row);
    }

    /// Begins to watch a row of a line.
    pub(crate) fn lap(&self, line: u64) -> Lap<'_> {
        Lap::begin(self.meter.as_deref(), line)
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
