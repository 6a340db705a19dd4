//! Whether what the ledger holds can have been left out where it says so: by a stage that exists, of rows that were there, and at the
//! gates by exactly one gate that ran for the source.

use super::Report;
use crate::funnel::{Funnel, gates_of, is_structured, running};
use crate::gate::known;
use crate::ledger::Stage;
use crate::store::{GateRow, LedgerTotal, PoolHeader};

const FLOWS: &str = "funnel";
const GATES: &str = "gates";

pub(super) fn check(header: &PoolHeader, totals: &[LedgerTotal], report: &mut Report) {
    flows(header, totals, report);
    for total in totals {
        placed(header, total, report);
    }
    for gate in &header.gates {
        named(header, gate, report);
        rejected(header, totals, gate, report);
    }
}

/// No stage and no gate leaves more out than comes in. (That what the last lets out is what came out, the balance asks.)
fn flows(header: &PoolHeader, totals: &[LedgerTotal], report: &mut Report) {
    let funnel = Funnel::of_header(header, totals);
    for step in &funnel.steps {
        let place = format!("{} of source {}", step.stage, step.source);
        report.equal(
            FLOWS,
            &place,
            &step.rows_in,
            &(step.rows_out + step.left_out),
        );
    }
    for gate in &funnel.gates {
        let place = format!("gate {} of source {}", gate.gate, gate.source);
        report.equal(
            FLOWS,
            &place,
            &gate.rows_in,
            &(gate.rows_out + gate.left_out),
        );
    }
}

/// A total is of a stage and a source that there are, and at the gates of one gate that ran.
fn placed(header: &PoolHeader, total: &LedgerTotal, report: &mut Report) {
    let LedgerTotal {
        stage,
        reason,
        source,
        ..
    } = total;
    let place = || format!("{reason} at {stage} of source {source}");
    let exists = Stage::ALL.iter().any(|known| known.name() == stage)
        && header
            .imports
            .iter()
            .flatten()
            .any(|import| import.name == *source);
    report.ask(FLOWS, exists, || {
        [
            place(),
            "a stage and a source of the pool".into(),
            "none".into(),
        ]
    });
    if ![Stage::Gate, Stage::Corpus]
        .iter()
        .any(|gates| gates.name() == stage)
    {
        return;
    }
    let mut ran = running(header, source);
    if is_structured(header, source) {
        ran.retain(|gate| known::is_for_structured(gate));
    }
    let mut gates = gates_of(header, total);
    gates.retain(|gate| ran.contains(gate));
    report.ask(GATES, gates.len() == 1, || {
        let found = if gates.is_empty() {
            "none".into()
        } else {
            gates.join(", ")
        };
        [
            place(),
            "one gate of pool.json that ran for it".into(),
            found,
        ]
    });
}

/// A gate ran for sources of the imports, each named once.
fn named(header: &PoolHeader, gate: &GateRow, report: &mut Report) {
    let imports = || header.imports.iter().flatten();
    let known = |name: &String| imports().any(|import| import.name == *name);
    let mut names: Vec<&String> = gate.sources.iter().collect();
    names.sort_unstable();
    names.dedup();
    let holds =
        !names.is_empty() && names.len() == gate.sources.len() && gate.sources.iter().all(known);
    report.ask(GATES, holds, || {
        [
            format!("pool.json gate {} ({})", gate.name, gate.parameters),
            "sources of the imports, each once".into(),
            gate.sources.join(", "),
        ]
    });
}

/// A gate rejected what the ledger holds of its reasons. Where it ran for a source with two sets of parameters, the ledger does not say
/// by which, so rows of one gate that share a source count together.
fn rejected(header: &PoolHeader, totals: &[LedgerTotal], gate: &GateRow, report: &mut Report) {
    let shares = |other: &&GateRow| {
        other.name == gate.name
            && other
                .sources
                .iter()
                .any(|source| gate.sources.contains(source))
    };
    let alone = header.gates.iter().filter(shares).count() == 1;
    let of_gate = |row: &&GateRow| {
        if alone {
            *row == gate
        } else {
            row.name == gate.name
        }
    };
    let rows: Vec<&GateRow> = header.gates.iter().filter(of_gate).collect();
    let expected: u64 = rows.iter().map(|row| row.rejected).sum();
    let given = totals.iter().filter(|total| {
        let ran = rows.iter().any(|row| row.sources.contains(&total.source));
        ran && gates_of(header, total).contains(&gate.name.as_str())
    });
    let found: u64 = given.map(|total| total.rows).sum();
    let place = format!("pool.json gate {} ({})", gate.name, gate.parameters);
    report.equal(GATES, &place, &found, &expected);
}
