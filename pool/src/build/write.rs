//! Writes the files of a pool from spooled articles in id order.

use super::entry::{Entry, Rules};
use super::folder::write_file;
use super::gates::Rows;
use super::import::Imported;
use super::onto::Base;
use crate::derive::{merkle_root, sha256};
use crate::error::PoolError;
use crate::frames::FrameWriter;
use crate::id::Hex12;
use crate::number::{index, length};
use crate::panels::Side;
use crate::pii;
use crate::provenance::Provenance;
use crate::script;
use crate::sources::{Source, Sources};
use crate::spool::{Spooled, decode};
use crate::store::{FileRef, ImportSource, PartWriter, PoolHeader, RepairTotal, RuleRow, TableRef};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;

/// The most bytes of panels that a part holds on average.
const PART_TEXT: u64 = 64 << 20;

/// Writes all files of a pool, the header last.
pub(super) fn pool(
    root: &Path,
    sources: &Sources,
    gates: &Rows,
    rules: &Rules,
    mut imported: Imported,
    kept: &[Entry],
    base: Option<&Base<'_>>,
) -> Result<PoolHeader, PoolError> {
    let parts = parts(root, kept, &imported.spooled, base)?;
    let mut repaired = vec![BTreeMap::new(); sources.sources.len()];
    let provenance = provenance(root, kept, &imported, base, &mut repaired)?;
    let mut imports = base.map(Base::imports).unwrap_or_default();
    imports.push(import(sources, &mut imported, kept, &repaired));
    let ledger = &imported.ledger;
    let gates = gates.of_ledger(ledger, &rules.of_source);
    let drops = ledger.totals();
    let (gates, drops) = match base {
        Some(base) => (base.gates(gates), base.drops(drops)),
        None => (gates, drops),
    };
    let name = "ledger.jsonl.zst";
    let before = base.map(|base| base.old.ledger());
    let ledger = imported
        .ledger
        .write(&root.join(name), name, before.as_ref())?;
    let header = PoolHeader {
        format: 1,
        left: sources.languages.left.clone(),
        right: sources.languages.right.clone(),
        spaced: [sources.spaced.left, sources.spaced.right],
        slice: sources.slice.clone(),
        tables: tables(),
        articles: length(kept.len()),
        snapshot: merkle_root(kept.iter().map(|entry| entry.leaf)).hex(),
        parts,
        ledger,
        provenance,
        imports,
        gates,
        drops,
    };
    write_file(&root.join("pool.json"), &header.to_bytes())?;
    Ok(header)
}

pub(super) fn tables() -> Vec<TableRef> {
    let tables = script::TABLES.iter();
    tables
        .map(|(name, text)| TableRef {
            name: (*name).to_owned(),
            sha256: sha256(text.as_bytes()).hex(),
        })
        .collect()
}

/// Writes the parts, cut by the first digits of the id: which part an article is in depends on its id and on how much text there is.
fn parts(
    root: &Path,
    kept: &[Entry],
    spooled: &Spooled,
    base: Option<&Base<'_>>,
) -> Result<Vec<FileRef>, PoolError> {
    let text: u64 = kept.iter().map(|entry| entry.text).sum();
    let digits = prefix_digits(text);
    let cuts: Vec<&[Entry]> = kept
        .chunk_by(|a, b| a.id().hex()[..digits] == b.id().hex()[..digits])
        .collect();
    cuts.into_par_iter()
        .map(|entries| {
            let name = part_name(&entries[0].id(), digits);
            part(root, &name, entries, spooled, base)
        })
        .collect()
}

/// Returns how many hex digits the name of a part has: 0 for a pool of one part.
fn prefix_digits(text: u64) -> usize {
    let mut digits = 0;
    let mut parts = 1_u64;
    while text.div_ceil(parts) > PART_TEXT {
        digits += 1;
        parts *= 16;
    }
    digits
}

fn part_name(id: &Hex12, digits: usize) -> String {
    if digits == 0 {
        "parts/all.arrow".to_owned()
    } else {
        format!("parts/{}.arrow", &id.to_string()[..digits])
    }
}

fn part(
    root: &Path,
    name: &str,
    entries: &[Entry],
    spooled: &Spooled,
    base: Option<&Base<'_>>,
) -> Result<FileRef, PoolError> {
    let mut writer = PartWriter::create(&root.join(name))?;
    for entry in entries {
        if let Some(at) = entry.old {
            let base = base.expect("an old entry has a pool that grows");
            writer.push(&base.old.pool().article(at)?)?;
        } else {
            let (row, slices) = decode(&spooled.read(entry.span)?);
            writer.push(&entry.article(&row, &slices))?;
        }
    }
    writer.finish(name.to_owned())
}

/// How often each repair changed left and right panels, by its name.
type Repairs = BTreeMap<String, [u64; 2]>;

/// Writes where each article came from and what was repaired in it, and counts the repairs of each source.
fn provenance(
    root: &Path,
    kept: &[Entry],
    imported: &Imported,
    base: Option<&Base<'_>>,
    repaired: &mut [Repairs],
) -> Result<FileRef, PoolError> {
    let name = "provenance.jsonl.zst";
    let mut writer = FrameWriter::create(&root.join(name))?;
    for entry in kept {
        let repairs = match (entry.old, base) {
            (Some(_), Some(base)) => base.repairs(&entry.id()),
            _ if entry.repaired => {
                let (row, _) = decode(&imported.spooled.read(entry.span)?);
                let counts = &mut repaired[index(entry.source)];
                for one in &row.repairs {
                    let sides = counts.entry(one.name.clone()).or_default();
                    sides[usize::from(one.side == Side::Right)] += one.count;
                }
                row.repairs.iter().map(ToString::to_string).collect()
            }
            _ => Vec::new(),
        };
        let row = Provenance {
            id: entry.id().to_string(),
            file: imported.file(entry.place).name.clone(),
            line: entry.place.line,
            repairs,
        };
        writer.line(&serde_json::to_vec(&row).expect("strings and integers are JSON"))?;
    }
    writer.finish(name)
}

fn import(
    sources: &Sources,
    imported: &mut Imported,
    kept: &[Entry],
    repaired: &[Repairs],
) -> Vec<ImportSource> {
    let mut rows_out = vec![0_u64; sources.sources.len()];
    for entry in kept.iter().filter(|entry| entry.old.is_none()) {
        let source = index(entry.source);
        rows_out[source] += u64::from(entry.rows);
    }
    let counted = sources.sources.iter().zip(&mut imported.counts);
    counted
        .zip(rows_out)
        .zip(repaired)
        .map(|(((source, counts), rows_out), repaired)| ImportSource {
            name: source.name.clone(),
            format: source.format().to_owned(),
            files: std::mem::take(&mut counts.files),
            rows_in: counts.rows_in,
            rows_out,
            rules: rules(sources, source),
            repairs: repairs(repaired, counts.crlf_lines),
        })
        .collect()
}

/// Says what else was asked of a source.
fn rules(sources: &Sources, source: &Source) -> Vec<RuleRow> {
    let pii = source.pii.as_ref().map_or("off".to_owned(), pii_parameters);
    let dedup = sources.dedup;
    let limit = |most: u32| {
        if most == 0 {
            "all".to_owned()
        } else {
            most.to_string()
        }
    };
    let pair = if dedup.pair { "1" } else { "all" };
    let dedup = format!(
        "pair {pair}, left {}, right {}",
        limit(dedup.left),
        limit(dedup.right)
    );
    let rows = [
        ("normalize", source.repair.parameters()),
        ("pii", pii),
        ("dedup", dedup),
    ];
    rows.into_iter()
        .map(|(name, parameters)| RuleRow {
            name: name.to_owned(),
            parameters,
        })
        .collect()
}

fn pii_parameters(rule: &pii::Rule) -> String {
    let kinds = rule.kinds.iter().map(|kind| kind.name().to_owned());
    let allow = rule.allow.iter().map(|text| format!("allow {text:?}"));
    kinds.chain(allow).collect::<Vec<_>>().join(" ")
}

/// Name of the repair of line ends, which no panel shows.
const LINE_ENDS: &str = "crlf_line_ends";

fn repairs(counts: &Repairs, crlf_lines: [u64; 2]) -> Vec<RepairTotal> {
    let mut counts = counts.clone();
    if crlf_lines != [0, 0] {
        counts.insert(LINE_ENDS.to_owned(), crlf_lines);
    }
    let totals = counts.iter();
    totals
        .map(|(name, &[left, right])| RepairTotal {
            name: name.clone(),
            left,
            right,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_holds_at_most_its_share_on_average() {
        for (text, digits) in [
            (0, 0),
            (PART_TEXT, 0),
            (PART_TEXT + 1, 1),
            (16 * PART_TEXT, 1),
            (16 * PART_TEXT + 1, 2),
        ] {
            assert_eq!(prefix_digits(text), digits, "{text}");
        }
    }
}
