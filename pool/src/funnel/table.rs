//! Reckons the rows of a funnel from the totals of a header and a ledger.

use super::{GateStep, Reason, Repair, SourceRows, Step, tenths};
use crate::gate::{known, tails};
use crate::lang::Tag;
use crate::ledger::Stage;
use crate::store::{LedgerTotal, PoolHeader};
use std::collections::BTreeMap;

/// The part of a funnel that is one source's.
pub(super) struct Table {
    pub(super) steps: Vec<Step>,
    pub(super) gates: Vec<GateStep>,
    pub(super) reasons: Vec<Reason>,
}

impl Table {
    pub(super) fn new(header: &PoolHeader, drops: &[LedgerTotal], source: &SourceRows) -> Self {
        let mut table = Self {
            steps: Vec::new(),
            gates: Vec::new(),
            reasons: Vec::new(),
        };
        let mut running = running(header, &source.name);
        if is_structured(header, &source.name) {
            running.retain(|gate| known::is_for_structured(gate));
        }
        let mut rows = source.rows_in;
        for stage in Stage::ALL {
            let stage = stage.name();
            let dropped = drops
                .iter()
                .filter(|drop| drop.stage == stage && drop.source == source.name);
            let mut reasons: Vec<Reason> =
                dropped.map(|drop| reason(header, drop, &running)).collect();
            reasons.sort_by_key(|reason| {
                (
                    known::rank(&reason.gate),
                    u64::MAX - reason.rows,
                    reason.reason.clone(),
                )
            });
            table.gates_of(stage, rows, &source.name, &running, &reasons);
            let left_out = reasons.iter().map(|reason| reason.rows).sum();
            let rows_out = rows.saturating_sub(left_out);
            table.steps.push(Step {
                source: source.name.clone(),
                stage: stage.to_owned(),
                rows_in: rows,
                left_out,
                rows_out,
                kept: tenths(rows_out, rows),
                kept_of_all: tenths(rows_out, source.rows_in),
            });
            table.reasons.append(&mut reasons);
            rows = rows_out;
        }
        table
    }

    fn gates_of(
        &mut self,
        stage: &str,
        mut rows: u64,
        source: &str,
        running: &[&str],
        reasons: &[Reason],
    ) {
        for gate in running.iter().filter(|gate| stage_of(gate) == stage) {
            let given = reasons.iter().filter(|reason| reason.gate == **gate);
            let left_out = given.map(|reason| reason.rows).sum();
            let rows_out = rows.saturating_sub(left_out);
            self.gates.push(GateStep {
                source: source.to_owned(),
                stage: stage.to_owned(),
                gate: (*gate).to_owned(),
                rows_in: rows,
                left_out,
                rows_out,
                kept: tenths(rows_out, rows),
            });
            rows = rows_out;
        }
    }
}

/// Returns the stage that a gate belongs to.
fn stage_of(gate: &str) -> &'static str {
    if gate == tails::NAME {
        Stage::Corpus.name()
    } else {
        Stage::Gate.name()
    }
}

/// Returns the gates that run for a source, in the order they run.
#[must_use]
pub fn running<'h>(header: &'h PoolHeader, source: &str) -> Vec<&'h str> {
    let gates = header.gates.iter();
    let running = gates.filter(|gate| gate.sources.iter().any(|name| name == source));
    let mut names: Vec<&str> = running.map(|gate| gate.name.as_str()).collect();
    names.sort_by_key(|name| (known::rank(name), *name));
    names.dedup();
    names
}

/// Tells whether a source holds structured articles alone: other gates than those for them do not see its rows.
pub(crate) fn is_structured(header: &PoolHeader, source: &str) -> bool {
    let mut imports = header
        .imports
        .iter()
        .flatten()
        .filter(|import| import.name == source);
    imports.all(|import| import.format == "structured-jsonl")
}

/// Returns the gates that give the reason of a total; one, in a pool of this program.
#[must_use]
pub fn gates_of(header: &PoolHeader, total: &LedgerTotal) -> Vec<&'static str> {
    let tags = [&header.left, &header.right].map(|tag| Tag::new(tag).primary);
    let mut gates = known::gates_of(&total.reason, [&tags[0], &tags[1]]);
    gates.retain(|gate| stage_of(gate) == total.stage);
    gates
}

fn reason(header: &PoolHeader, drop: &LedgerTotal, running: &[&str]) -> Reason {
    let gates = gates_of(header, drop);
    let gate = gates.iter().find(|gate| running.contains(gate));
    Reason {
        source: drop.source.clone(),
        stage: drop.stage.clone(),
        gate: gate.map_or_else(String::new, |gate| (*gate).to_owned()),
        reason: drop.reason.clone(),
        rows: drop.rows,
    }
}

/// A name may stand in several imports, and the ledger does not say of which a row is: they are counted together.
pub(super) fn sources(header: &PoolHeader) -> Vec<SourceRows> {
    let mut sources: Vec<SourceRows> = Vec::new();
    for import in header.imports.iter().flatten() {
        match sources.iter_mut().find(|source| source.name == import.name) {
            Some(source) => {
                source.rows_in += import.rows_in;
                source.rows_out += import.rows_out;
            }
            None => sources.push(SourceRows {
                name: import.name.clone(),
                rows_in: import.rows_in,
                rows_out: import.rows_out,
                kept: 0,
            }),
        }
    }
    for source in &mut sources {
        source.kept = tenths(source.rows_out, source.rows_in);
    }
    sources
}

pub(super) fn repairs(header: &PoolHeader, source: &str) -> Vec<Repair> {
    let mut totals: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
    let imports = header.imports.iter().flatten();
    for repair in imports
        .filter(|import| import.name == source)
        .flat_map(|import| &import.repairs)
    {
        let [left, right] = totals.entry(&repair.name).or_default();
        *left += repair.left;
        *right += repair.right;
    }
    let totals = totals.into_iter();
    totals
        .map(|(name, [left, right])| Repair {
            source: source.to_owned(),
            name: name.to_owned(),
            left,
            right,
        })
        .collect()
}

pub(super) fn total_steps(steps: &[Step], all: u64) -> Vec<Step> {
    let stages = Stage::ALL.iter();
    stages
        .map(|stage| {
            let of_stage = || steps.iter().filter(|step| step.stage == stage.name());
            let rows_in = of_stage().map(|step| step.rows_in).sum();
            let rows_out = of_stage().map(|step| step.rows_out).sum();
            Step {
                source: String::new(),
                stage: stage.name().to_owned(),
                rows_in,
                left_out: of_stage().map(|step| step.left_out).sum(),
                rows_out,
                kept: tenths(rows_out, rows_in),
                kept_of_all: tenths(rows_out, all),
            }
        })
        .collect()
}

pub(super) fn total_gates(gates: &[GateStep]) -> Vec<GateStep> {
    let mut totals: BTreeMap<(usize, &str), GateStep> = BTreeMap::new();
    for gate in gates {
        let total = totals
            .entry((known::rank(&gate.gate), &gate.gate))
            .or_insert_with(|| GateStep {
                source: String::new(),
                rows_in: 0,
                left_out: 0,
                rows_out: 0,
                ..gate.clone()
            });
        total.rows_in += gate.rows_in;
        total.left_out += gate.left_out;
        total.rows_out += gate.rows_out;
        total.kept = tenths(total.rows_out, total.rows_in);
    }
    totals.into_values().collect()
}
