//! What the articles prove of an import: how many rows came out of its files, and what was repaired in them. docs/format.md, section 2.4.
//!
//! Provenance names a file alone. Sources that share a file are therefore held together against the articles of all their files.

use super::Report;
use crate::ledger::{self, LedgerRow};
use crate::provenance::{self, Provenance};
use crate::store::{ImportSource, Pool, PoolHeader};
use std::collections::{BTreeMap, BTreeSet};

const ROWS: &str = "rows out";
const REPAIRS: &str = "repairs";
const PROVENANCE: &str = "provenance";

/// The reason of an article that a later import replaced: what it was made of is told nowhere.
const SUPERSEDED: &str = "superseded";

/// A repair of files, which no article tells of.
const OF_FILES: &str = "crlf_line_ends";

/// Sources that share files, and what the articles of these say.
#[derive(Default)]
struct Shared<'h> {
    sources: Vec<&'h ImportSource>,
    articles: u64,
    /// As many rows at most: each is a line of both panels or more.
    lines: u64,
    superseded: bool,
    repairs: Repairs,
}

/// How often each repair changed left and right panels, by its name.
type Repairs = BTreeMap<String, [u64; 2]>;

/// Holds the imports against the provenance. `lines` are the lines of the articles, in id order.
pub(super) fn check(pool: &Pool, lines: &[u32], report: &mut Report) {
    let header = &pool.header;
    let (mut groups, of_file) = groups(header);
    let mut unlisted = 0_u64;
    let mut rows = lines.iter();
    let read = provenance::read(&pool.root().join(&header.provenance.path), |row| {
        let lines = rows.next().copied().unwrap_or(0);
        match of_file.get(row.file.as_str()) {
            Some(&at) => groups[at].add(&row, lines.into()),
            None => unlisted += 1,
        }
        Ok(())
    });
    let of_ledger = ledger::read(&pool.root().join(&header.ledger.path), |row: LedgerRow| {
        let group = of_file.get(row.file.as_str());
        if let Some(&at) = group.filter(|_| row.reason == SUPERSEDED) {
            groups[at].superseded = true;
        }
        Ok(())
    });
    if read.and(of_ledger).is_err() {
        // Said where these files are looked at by themselves.
        return;
    }
    report.ask(PROVENANCE, unlisted == 0, || {
        [
            header.provenance.path.clone(),
            "files that an import lists".into(),
            format!("{unlisted} articles of others"),
        ]
    });
    for group in &groups {
        group.check_rows(report);
        group.check_repairs(report);
    }
}

/// Puts sources together that share a file, and says of which group each file is.
fn groups(header: &PoolHeader) -> (Vec<Shared<'_>>, BTreeMap<&str, usize>) {
    let mut groups: Vec<(BTreeSet<&str>, Shared<'_>)> = Vec::new();
    for source in header.imports.iter().flatten() {
        let mut files: BTreeSet<&str> =
            source.files.iter().map(|file| file.path.as_str()).collect();
        let mut shared = Shared::default();
        let (meet, apart): (Vec<_>, Vec<_>) = groups
            .into_iter()
            .partition(|(known, _)| !known.is_disjoint(&files));
        groups = apart;
        for (known, group) in meet {
            files.extend(known);
            shared.sources.extend(group.sources);
        }
        shared.sources.push(source);
        groups.push((files, shared));
    }
    let mut of_file = BTreeMap::new();
    for (at, (files, _)) in groups.iter().enumerate() {
        of_file.extend(files.iter().map(|file| (*file, at)));
    }
    (
        groups.into_iter().map(|(_, group)| group).collect(),
        of_file,
    )
}

impl Shared<'_> {
    fn add(&mut self, row: &Provenance, lines: u64) {
        self.articles += 1;
        self.lines += lines;
        for (name, right, count) in row.repairs.iter().filter_map(|said| repair(said)) {
            let side = &mut self.repairs.entry(name.to_owned()).or_default()[usize::from(right)];
            *side = side.saturating_add(count);
        }
    }

    fn names(&self) -> String {
        let mut names: Vec<&str> = self
            .sources
            .iter()
            .map(|source| source.name.as_str())
            .collect();
        names.sort_unstable();
        names.dedup();
        format!("source {}", names.join(", "))
    }

    /// A row of jsonl is an article; joined rows are at least one an article, and no more than its lines.
    fn check_rows(&self, report: &mut Report) {
        let single = |source: &&ImportSource| source.format.ends_with("jsonl");
        let rows_out: u64 = self.sources.iter().map(|source| source.rows_out).sum();
        let least = self.articles;
        let most = if self.sources.iter().all(single) {
            least
        } else if self.superseded {
            u64::MAX
        } else {
            self.lines
        };
        report.ask(ROWS, (least..=most).contains(&rows_out), || {
            let expected = match most {
                u64::MAX => format!("{least} or more, one an article"),
                most if most == least => least.to_string(),
                most => format!("{least} to {most}: articles and their lines"),
            };
            [self.names(), expected, rows_out.to_string()]
        });
    }

    /// Repairs of articles that were replaced stay counted.
    fn check_repairs(&self, report: &mut Report) {
        for source in &self.sources {
            let sorted = source.repairs.is_sorted_by(|a, b| a.name < b.name);
            report.ask(REPAIRS, sorted, || {
                [
                    self.names(),
                    "repairs ascending by name, each once".into(),
                    "another order".into(),
                ]
            });
        }
        let mut listed = Repairs::new();
        let repairs = self.sources.iter().flat_map(|source| &source.repairs);
        for repair in repairs.filter(|repair| repair.name != OF_FILES) {
            let [left, right] = listed.entry(repair.name.clone()).or_default();
            *left += repair.left;
            *right += repair.right;
        }
        let names: BTreeSet<&String> = listed.keys().chain(self.repairs.keys()).collect();
        for name in names {
            let of = |repairs: &Repairs| repairs.get(name).copied().unwrap_or_default();
            let (said, found) = (of(&listed), of(&self.repairs));
            let holds = if self.superseded {
                said[0] >= found[0] && said[1] >= found[1]
            } else {
                said == found
            };
            report.ask(REPAIRS, holds, || {
                let sides = |[left, right]: [u64; 2]| format!("{left} left, {right} right");
                let more = if self.superseded { " or more" } else { "" };
                [
                    format!("{} of {}", name, self.names()),
                    sides(found) + more,
                    sides(said),
                ]
            });
        }
    }
}

/// Reads a repair, `LINE SIDE NAME`, perhaps `xN`, perhaps more: its name, whether it is of the right panel, and how often it was made.
fn repair(said: &str) -> Option<(&str, bool, u64)> {
    let mut words = said.split(' ').skip(1);
    let right = match words.next()? {
        "left" => false,
        "right" => true,
        _ => return None,
    };
    let name = words.next()?;
    let count = words.next().and_then(|word| word.strip_prefix('x'));
    let count = count.and_then(|count| count.parse().ok());
    Some((name, right, count.unwrap_or(1)))
}
