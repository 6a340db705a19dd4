//! The gates of all sources, as the header lists them.

use super::prepare::Preparation;
use crate::gate::{ALL, tails};
use crate::ledger::{Ledger, Stage};
use crate::number::{index, ordinal};
use crate::sources::Sources;
use crate::store::GateRow;

/// One row a gate and its parameters, with the sources that it runs for.
pub(super) struct Rows(Vec<Row>);

struct Row {
    name: &'static str,
    parameters: String,
    sources: Vec<u32>,
    names: Vec<String>,
}

impl Rows {
    /// Collects the gates in the order they run.
    pub(super) fn new(sources: &Sources, of_source: &[Preparation]) -> Self {
        let mut rows: Vec<Row> = Vec::new();
        for name in ALL.iter().map(|spec| spec.name).chain([tails::NAME]) {
            let first = rows.len();
            for (at, (source, preparation)) in sources.sources.iter().zip(of_source).enumerate() {
                let Some(parameters) = preparation.parameters(name) else {
                    continue;
                };
                let same = rows[first..]
                    .iter()
                    .position(|row| row.parameters == parameters);
                let row = same.map_or(rows.len(), |same| first + same);
                if row == rows.len() {
                    rows.push(Row {
                        name,
                        parameters,
                        sources: Vec::new(),
                        names: Vec::new(),
                    });
                }
                rows[row].sources.push(ordinal(at));
                rows[row].names.push(source.name.clone());
            }
        }
        Self(rows)
    }

    /// Returns the rows of the header, with what each rejected.
    pub(super) fn of_ledger(&self, ledger: &Ledger, of_source: &[Preparation]) -> Vec<GateRow> {
        let rows = self.0.iter();
        rows.map(|row| {
            let gates = &of_source[index(row.sources[0])].gates;
            let rejected = if row.name == tails::NAME {
                ledger.count_stage(Stage::Corpus, &row.sources)
            } else {
                let gives = |reason: &str| gates.gate_of(reason) == Some(row.name);
                ledger.count_gate(gives, &row.sources)
            };
            row.header(rejected)
        })
        .collect()
    }

    /// Returns the rows as inputs of a pool.
    pub(super) fn inputs(&self) -> Vec<GateRow> {
        self.0.iter().map(|row| row.header(0)).collect()
    }
}

impl Row {
    fn header(&self, rejected: u64) -> GateRow {
        GateRow {
            name: self.name.to_owned(),
            parameters: self.parameters.clone(),
            sources: self.names.clone(),
            rejected,
        }
    }
}
