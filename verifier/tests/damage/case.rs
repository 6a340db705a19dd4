//! What the verifier said of a fault, and the places at which the fault was done.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use verifier::wire::{LedgerRow, Record, shard_name};
use verifier::{Check, Code, Finding, Report};

use super::{resealed, sound_with};
use crate::fixture::Fixture;

const LEDGER: &str = "ledger.jsonl.zst";

/// A report, and what was changed before.
pub(super) struct Case {
    report: Report,
    /// Shard, row and id of every record as the release has it, and whether the fault made it.
    records: Vec<(String, u64, String, bool)>,
    /// Rows of the ledger that the fault made.
    rows: BTreeSet<u64>,
    /// Articles of records and rows that the fault made or took away, and their groups.
    articles: BTreeSet<String>,
    groups: BTreeSet<String>,
    /// Their materials.
    materials: BTreeSet<String>,
}

/// What a finding says, as the table has it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Said {
    pub(super) check: Check,
    pub(super) code: Code,
}

impl Case {
    /// Verifies a changed release, and says where it was changed.
    pub(super) fn of(fixture: &Fixture) -> Self {
        Self::with(fixture, resealed(fixture))
    }

    /// Says where a release was changed of which there is a report.
    pub(super) fn with(fixture: &Fixture, report: Report) -> Self {
        let mut case = Self::bare(report);
        let before = sound_with(fixture.settings.more);
        case.records = places(fixture, &before);
        for record in others(&before, fixture).chain(others(fixture, &before)) {
            case.articles.extend(articles(&record.meta));
            case.materials.extend(materials(&record.meta));
        }
        let rows = |one: &Fixture, other: &Fixture| -> Vec<(u64, LedgerRow)> {
            let new = (0..).zip(one.ledger.iter().cloned());
            new.filter(|(_, row)| !other.ledger.contains(row)).collect()
        };
        let (added, lost) = (rows(fixture, &before), rows(&before, fixture));
        case.rows = added.iter().map(|(row, _)| *row).collect();
        for (_, row) in added.into_iter().chain(lost) {
            case.articles.extend(articles(&row.unit));
            case.materials.extend(materials(&row.unit));
        }
        for row in before
            .rows
            .iter()
            .filter(|row| case.articles.contains(&row.id))
        {
            case.groups.insert(row.group.clone());
        }
        case
    }

    /// Takes a report on something whose places are named one by one.
    pub(super) fn bare(report: Report) -> Self {
        Self {
            report,
            records: Vec::new(),
            rows: BTreeSet::new(),
            articles: BTreeSet::new(),
            groups: BTreeSet::new(),
            materials: BTreeSet::new(),
        }
    }

    /// Returns all findings with their checks, in the order of the report.
    pub(super) fn findings(&self) -> Vec<(Said, &Finding)> {
        assert_eq!(self.report.omitted, 0);
        let mut checks = Vec::new();
        for outcome in &self.report.checks {
            let failed = usize::try_from(outcome.failed).unwrap();
            checks.extend(std::iter::repeat_n(outcome.check, failed));
        }
        assert_eq!(checks.len(), self.report.findings.len());
        let said = |(check, finding): (Check, _)| {
            let finding: &Finding = finding;
            let code = finding.code;
            (Said { check, code }, finding)
        };
        checks
            .into_iter()
            .zip(&self.report.findings)
            .map(said)
            .collect()
    }

    /// Returns whether a finding stands at a place of the table.
    pub(super) fn is_at(&self, finding: &Finding, place: &str) -> bool {
        let in_set = |word: &str, set: &BTreeSet<String>| {
            let name = finding.shard.strip_prefix(word);
            name.is_some_and(|name| set.contains(name)) && finding.row.is_none()
        };
        match place {
            "record" => self.records.iter().any(|(shard, row, id, changed)| {
                *changed
                    && finding.shard == *shard
                    && finding.row == Some(*row)
                    && finding.record == *id
            }),
            "line" => self.records.iter().any(|(shard, row, _, changed)| {
                *changed
                    && finding.shard == *shard
                    && finding.row == Some(*row)
                    && finding.record.is_empty()
            }),
            "row" => {
                finding.shard == LEDGER && finding.row.is_some_and(|row| self.rows.contains(&row))
            }
            "article" => in_set("article ", &self.articles),
            "group" => in_set("group ", &self.groups),
            "material" => in_set("material ", &self.materials),
            _ => {
                let (here, all) = (literal(finding), place.strip_suffix('*'));
                let same = all.map_or(here == place, |front| here.starts_with(front));
                same && self.names(finding)
            }
        }
    }

    /// Returns whether a finding names the record that stands where it points.
    fn names(&self, finding: &Finding) -> bool {
        let mut here = self
            .records
            .iter()
            .filter(|(shard, row, ..)| finding.shard == *shard && finding.row == Some(*row));
        finding.record.is_empty() || here.all(|(_, _, id, _)| finding.record == *id)
    }

    /// Returns a place of the table at which a finding stands.
    pub(super) fn place(&self, finding: &Finding) -> String {
        let words = ["record", "line", "row", "article", "group", "material"];
        let word = words.into_iter().find(|word| self.is_at(finding, word));
        word.map_or_else(|| literal(finding), str::to_owned)
    }
}

impl fmt::Display for Case {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (Said { check, code }, finding) in self.findings().into_iter().take(12) {
            let (
                place,
                Finding {
                    expected, actual, ..
                },
            ) = (self.place(finding), finding);
            writeln!(
                out,
                "  {check:?} {code} {place}: found {actual}, expected {expected}"
            )?;
        }
        Ok(())
    }
}

/// Spells a place that is named by file and row.
fn literal(finding: &Finding) -> String {
    match (finding.shard.as_str(), finding.row) {
        ("", None) => "-".to_owned(),
        (shard, None) => shard.to_owned(),
        (shard, Some(row)) => format!("{shard}:{row}"),
    }
}

/// Returns the records of one release that another does not hold.
fn others<'a>(one: &'a Fixture, other: &'a Fixture) -> impl Iterator<Item = &'a Record> {
    let mut held: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
    for record in other.records.values().flatten() {
        held.entry(&record.id).or_default().push(record);
    }
    let records = one.records.values().flatten();
    records.filter(move |record| {
        let same = held.get(record.id.as_str());
        !same.is_some_and(|same| same.contains(record))
    })
}

/// Returns where every record stands, and whether another release does not hold it.
fn places(fixture: &Fixture, before: &Fixture) -> Vec<(String, u64, String, bool)> {
    let new: Vec<&Record> = others(fixture, before).collect();
    let mut places = Vec::new();
    let extension = fixture.settings.carrier.extension();
    for (split, records) in &fixture.records {
        let chunks: Vec<&[Record]> = records.chunks(fixture.settings.shard_records).collect();
        for (k, chunk) in chunks.iter().enumerate() {
            let [k, n] = [k, chunks.len()].map(|count| u64::try_from(count).unwrap());
            let shard = format!("{}/{}{extension}", split.name(), shard_name(*split, k, n));
            for (row, record) in (0..).zip(*chunk) {
                let changed = new.contains(&record);
                places.push((shard.clone(), row, record.id.clone(), changed));
            }
        }
    }
    places
}

/// Returns the articles that materials name.
fn articles(materials: &str) -> BTreeSet<String> {
    let words = materials.split(|scalar: char| !scalar.is_ascii_hexdigit());
    words
        .filter(|word| word.len() == 24)
        .map(str::to_owned)
        .collect()
}

/// Returns the materials that a `meta` or a unit names.
fn materials(text: &str) -> BTreeSet<String> {
    let words = text.split([' ', '"']);
    words
        .filter(|word| word.split_once('/').is_some_and(|(id, _)| id.len() == 24))
        .map(str::to_owned)
        .collect()
}
