//! The funnel of a pool: what came in and went out at each stage, of each source, and why. docs/format.md, section 9.
//!
//! Everything follows from the totals of `pool.json`, which [`check`](crate::check) holds against the ledger; samples are rows of the
//! ledger. Within a stage gates stand in the order they run: a row that one leaves out is not seen by the next.

mod table;

pub(crate) use table::is_structured;
pub use table::{gates_of, running};

use crate::derive::h;
use crate::error::PoolError;
use crate::id::Digest;
use crate::ledger::{self, LedgerRow, Stage};
use crate::store::{LedgerTotal, PoolHeader};
use crate::timings::Timings;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use table::{Table, repairs, sources, total_gates, total_steps};

/// What came in and went out. Shares are in tenths of a percent, rounded; of nothing they are 1000.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Funnel {
    /// Language tag of the left panel.
    pub left: String,
    /// Language tag of the right panel.
    pub right: String,
    /// Snapshot id.
    pub snapshot: String,
    /// The sources in the order of the imports; those of one name are one.
    pub sources: Vec<SourceRows>,
    /// Each stage of all sources together, named "".
    pub totals: Vec<Step>,
    /// Each stage of each source.
    pub steps: Vec<Step>,
    /// Each gate over all sources that it runs for.
    pub gate_totals: Vec<GateStep>,
    /// Each gate of each source that it runs for.
    pub gates: Vec<GateStep>,
    /// Each reason of each source.
    pub reasons: Vec<Reason>,
    /// What was changed in the rows that came out.
    pub repairs: Vec<Repair>,
    /// Rows that were left out, for each reason of each source.
    pub samples: Vec<LedgerRow>,
    /// How long the steps took, if the pool was built here.
    pub timings: Option<Timings>,
}

/// Totals of one source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SourceRows {
    /// Its name.
    pub name: String,
    /// Rows read.
    pub rows_in: u64,
    /// Rows that became articles or parts of one.
    pub rows_out: u64,
    /// Their share.
    pub kept: u64,
}

/// One stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Name of the source.
    pub source: String,
    /// Name of the stage.
    pub stage: String,
    /// Rows that came in.
    pub rows_in: u64,
    /// Rows that it left out.
    pub left_out: u64,
    /// Rows that went on.
    pub rows_out: u64,
    /// The share of what came in that went on.
    pub kept: u64,
    /// The share of all rows of the source that went on.
    pub kept_of_all: u64,
}

/// One gate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GateStep {
    /// Name of the source.
    pub source: String,
    /// The stage that it belongs to: `gate` or `corpus`.
    pub stage: String,
    /// Name of the gate.
    pub gate: String,
    /// Rows that came in.
    pub rows_in: u64,
    /// Rows that it left out.
    pub left_out: u64,
    /// Rows that went on.
    pub rows_out: u64,
    /// The share of what came in that went on.
    pub kept: u64,
}

/// One reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// Name of the source.
    pub source: String,
    /// Name of the stage.
    pub stage: String,
    /// The gate that gives it, or empty.
    pub gate: String,
    /// Its code.
    pub reason: String,
    /// Rows that were left out for it.
    pub rows: u64,
}

/// One repair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Repair {
    /// Name of the source.
    pub source: String,
    /// Its name.
    pub name: String,
    /// Left panels that it changed; of personal data the pieces taken out.
    pub left: u64,
    /// Likewise right panels.
    pub right: u64,
}

impl Funnel {
    /// Reads the funnel of a pool, with so many samples of each reason of each source.
    ///
    /// # Errors
    /// If the header or the ledger cannot be read.
    pub fn of_pool(root: &Path, samples: usize) -> Result<Self, PoolError> {
        let header = PoolHeader::read(root)?;
        let mut funnel = Self::of_header(&header, &header.drops);
        funnel.timings = Timings::of_pool(root, &header);
        if samples > 0 {
            funnel.samples = funnel.sample(&root.join(&header.ledger.path), samples)?;
        }
        Ok(funnel)
    }

    /// Reckons the funnel of a header and the totals of a ledger.
    #[must_use]
    pub fn of_header(header: &PoolHeader, drops: &[LedgerTotal]) -> Self {
        let sources = sources(header);
        let tables = sources
            .iter()
            .map(|source| Table::new(header, drops, source));
        let tables: Vec<Table> = tables.collect();
        let of_all = |table: &Table| table.steps.clone();
        let steps: Vec<Step> = tables.iter().flat_map(of_all).collect();
        let gates: Vec<GateStep> = tables
            .iter()
            .flat_map(|table| table.gates.clone())
            .collect();
        let all: u64 = sources.iter().map(|source| source.rows_in).sum();
        Self {
            left: header.left.clone(),
            right: header.right.clone(),
            snapshot: header.snapshot.clone(),
            totals: total_steps(&steps, all),
            gate_totals: total_gates(&gates),
            reasons: tables.into_iter().flat_map(|table| table.reasons).collect(),
            repairs: sources
                .iter()
                .flat_map(|source| repairs(header, &source.name))
                .collect(),
            sources,
            steps,
            gates,
            samples: Vec::new(),
            timings: None,
        }
    }

    /// Draws samples by the digest of their place: spread over a source, and the same ones each time.
    fn sample(&self, ledger: &Path, most: usize) -> Result<Vec<LedgerRow>, PoolError> {
        let mut drawn: BTreeMap<(usize, usize, String), Vec<(Digest, LedgerRow)>> = BTreeMap::new();
        ledger::read(ledger, |row| {
            let source = self
                .sources
                .iter()
                .position(|source| source.name == row.source);
            let stage = Stage::ALL
                .iter()
                .position(|stage| stage.name() == row.stage);
            let key = (
                source.unwrap_or(usize::MAX),
                stage.unwrap_or(usize::MAX),
                row.reason.clone(),
            );
            let rank = h("sample", &[row.file.as_bytes(), &row.line.to_le_bytes()]);
            let rows = drawn.entry(key).or_default();
            let at = rows.partition_point(|(other, _)| *other <= rank);
            if at < most {
                rows.insert(at, (rank, row));
                rows.truncate(most);
            }
            Ok(())
        })?;
        let mut samples = Vec::new();
        for (_, mut rows) in drawn {
            rows.sort_by(|(_, a), (_, b)| (&a.file, a.line).cmp(&(&b.file, b.line)));
            samples.extend(rows.into_iter().map(|(_, row)| row));
        }
        Ok(samples)
    }
}

/// Returns a share of a whole in tenths of a percent, rounded half up.
#[must_use]
pub fn tenths(part: u64, whole: u64) -> u64 {
    if whole == 0 {
        return 1000;
    }
    let tenths = (u128::from(part) * 2000 + u128::from(whole)) / (2 * u128::from(whole));
    u64::try_from(tenths).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
