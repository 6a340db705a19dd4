//! What was left out of a pool, in short.

use super::words;
use crate::terminal::{disarm, table, thousands};
use anyhow::Result;
use pool::ledger::LedgerRow;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

pub(super) fn print_drops(drops: &[pool::store::LedgerTotal], out: &mut impl Write) -> Result<()> {
    if drops.is_empty() {
        return Ok(writeln!(out, "no row was left out")?);
    }
    let mut rows = vec![words(&["left out at", "reason", "source", "rows"])];
    for drop in drops {
        rows.push(vec![
            drop.stage.clone(),
            drop.reason.clone(),
            disarm(&drop.source),
            thousands(drop.rows),
        ]);
    }
    Ok(write!(out, "{}", table(&rows, 3))?)
}

/// Rows that are shown of each reason.
const FIRST: usize = 2;

/// Shows the first rows of each reason: where they stand, and what the ledger says of both panels.
pub(super) fn print_first_drops(pool: &Path, out: &mut impl Write) -> Result<()> {
    let mut shown: BTreeMap<String, Vec<LedgerRow>> = BTreeMap::new();
    let path = pool.join("ledger.jsonl.zst");
    pool::ledger::read(&path, |row| {
        let rows = shown.entry(row.reason.clone()).or_default();
        if rows.len() < FIRST {
            rows.push(row);
        }
        Ok(())
    })?;
    if shown.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "  the first of each reason (all stand in {}):",
        path.display()
    )?;
    for row in shown.into_values().flatten() {
        let (file, left, right) = (disarm(&row.file), disarm(&row.left), disarm(&row.right));
        writeln!(
            out,
            "    {file}:{} {}: {left} | {right}",
            row.line, row.reason
        )?;
    }
    Ok(())
}
