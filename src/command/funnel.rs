//! `diptych pool stats --funnel`: what came in and went out, as text.

use super::funnel_html;
use crate::terminal::{disarm, shell, table, thousands};
use anyhow::{Context, Result};
use pool::funnel::{Funnel, GateStep, tenths};
use pool::ledger::LedgerRow;
use pool::timings::StepTime;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// What is said where no time is known.
pub(super) const NOT_MEASURED: &str =
    "times: not measured here (this pool was built elsewhere, or its .work folder is gone)";

/// Reads the funnel of a pool and shows it.
pub(super) fn run(
    root: &Path,
    samples: usize,
    html: Option<&Path>,
    json: bool,
    out: &mut impl Write,
) -> Result<ExitCode> {
    let funnel = Funnel::of_pool(root, samples)?;
    if let Some(path) = html {
        let page = funnel_html::page(&funnel);
        std::fs::write(path, page).with_context(|| path.display().to_string())?;
    }
    if json {
        writeln!(out, "{}", serde_json::to_string(&funnel)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    print(&funnel, out)?;
    if let Some(path) = html {
        writeln!(out, "the page is in {}", shell(path))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print(funnel: &Funnel, out: &mut impl Write) -> Result<()> {
    let Funnel {
        left,
        right,
        snapshot,
        ..
    } = funnel;
    writeln!(out, "{left} and {right}, snapshot {snapshot}\n")?;
    writeln!(out, "{}", table(&stages(funnel), 1))?;
    writeln!(out, "{}", table(&sources(funnel), 1))?;
    writeln!(out, "{}", table(&gates(funnel), 1))?;
    match times(funnel) {
        Some(rows) => writeln!(out, "{}", table(&rows, 1))?,
        None => writeln!(out, "  {NOT_MEASURED}\n")?,
    }
    if funnel.reasons.is_empty() {
        writeln!(out, "  no row was left out\n")?;
    } else {
        writeln!(out, "{}", table(&reasons(funnel), 4))?;
    }
    if !funnel.repairs.is_empty() {
        writeln!(out, "{}", table(&repairs(funnel), 2))?;
    }
    print_samples(funnel, out)
}

/// A row of words, then numbers.
pub(super) fn row(words: &[&str], numbers: &[u64]) -> Vec<String> {
    let words = words.iter().map(|word| disarm(word));
    words
        .chain(numbers.iter().map(|&number| thousands(number)))
        .collect()
}

fn head(names: &[&str]) -> Vec<String> {
    row(names, &[])
}

/// Writes tenths of a percent.
pub(super) fn share(tenths: u64) -> String {
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// The stages of all sources.
pub(super) fn stages(funnel: &Funnel) -> Vec<Vec<String>> {
    let mut rows = vec![head(&["stage", "in", "left out", "out", "kept", "of all"])];
    for step in &funnel.totals {
        let mut cells = row(
            &[&step.stage],
            &[step.rows_in, step.left_out, step.rows_out],
        );
        cells.extend([share(step.kept), share(step.kept_of_all)]);
        rows.push(cells);
    }
    rows
}

/// What each stage left out of each source.
pub(super) fn sources(funnel: &Funnel) -> Vec<Vec<String>> {
    let mut names = vec!["source", "in"];
    names.extend(funnel.totals.iter().map(|step| step.stage.as_str()));
    names.extend(["out", "kept"]);
    let mut rows = vec![head(&names)];
    for source in &funnel.sources {
        let mut numbers = vec![source.rows_in];
        let steps = funnel
            .steps
            .iter()
            .filter(|step| step.source == source.name);
        numbers.extend(steps.map(|step| step.left_out));
        numbers.push(source.rows_out);
        let mut cells = row(&[&source.name], &numbers);
        cells.push(share(source.kept));
        rows.push(cells);
    }
    rows
}

/// The gates over all sources.
fn gates(funnel: &Funnel) -> Vec<Vec<String>> {
    let mut rows = vec![head(&["gate", "in", "left out", "out", "kept"])];
    for gate in &funnel.gate_totals {
        rows.push(gate_row(&gate.gate, gate));
    }
    rows
}

fn gate_row(name: &str, gate: &GateStep) -> Vec<String> {
    let mut cells = row(&[name], &[gate.rows_in, gate.left_out, gate.rows_out]);
    cells.push(share(gate.kept));
    cells
}

/// How long the steps took; nothing if that is not known.
pub(super) fn times(funnel: &Funnel) -> Option<Vec<Vec<String>>> {
    let timings = funnel.timings.as_ref()?;
    // The file lies outside every digest.
    let times = timings.steps.iter().map(|step| step.nanoseconds);
    let all = times.fold(0, u64::saturating_add);
    let mut rows = vec![head(&[
        "step",
        "rows",
        "left out",
        "ns a row",
        "of all time",
    ])];
    for step in &timings.steps {
        let StepTime {
            step,
            rows: seen,
            left_out,
            nanoseconds,
            ..
        } = step;
        let mut cells = row(&[step], &[*seen, *left_out, nanoseconds / seen.max(&1)]);
        cells.push(share(tenths(*nanoseconds, all)));
        rows.push(cells);
    }
    Some(rows)
}

pub(super) fn reasons(funnel: &Funnel) -> Vec<Vec<String>> {
    let mut rows = vec![head(&["stage", "gate", "reason", "source", "rows"])];
    for reason in &funnel.reasons {
        let words = [&reason.stage, &reason.gate, &reason.reason, &reason.source];
        rows.push(row(&words.map(String::as_str), &[reason.rows]));
    }
    rows
}

pub(super) fn repairs(funnel: &Funnel) -> Vec<Vec<String>> {
    let mut rows = vec![head(&["repaired", "source", "left", "right"])];
    for repair in &funnel.repairs {
        rows.push(row(
            &[&repair.name, &repair.source],
            &[repair.left, repair.right],
        ));
    }
    rows
}

fn print_samples(funnel: &Funnel, out: &mut impl Write) -> Result<()> {
    for reason in &funnel.reasons {
        let samples: Vec<&LedgerRow> = samples(funnel, reason).collect();
        if samples.is_empty() {
            continue;
        }
        let (rows, source) = (thousands(reason.rows), disarm(&reason.source));
        writeln!(
            out,
            "  {} in {source}, {} of {rows} rows:",
            reason.reason,
            samples.len()
        )?;
        for sample in samples {
            let found = if sample.found.is_empty() {
                String::new()
            } else {
                format!(": {}", disarm(&sample.found))
            };
            writeln!(out, "    {}:{}{found}", disarm(&sample.file), sample.line)?;
            writeln!(
                out,
                "      {}\n      {}",
                disarm(&sample.left),
                disarm(&sample.right)
            )?;
        }
    }
    Ok(())
}

/// Returns the samples of a reason.
pub(super) fn samples<'f>(
    funnel: &'f Funnel,
    reason: &pool::funnel::Reason,
) -> impl Iterator<Item = &'f LedgerRow> {
    let (source, stage, code) = (
        reason.source.clone(),
        reason.stage.clone(),
        reason.reason.clone(),
    );
    funnel
        .samples
        .iter()
        .filter(move |row| row.source == source && row.stage == stage && row.reason == code)
}
