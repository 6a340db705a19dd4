//! `diptych gates try`.

use crate::terminal::{disarm, percent, table, thousands};
use anyhow::{Result, anyhow};
use clap::Args;
use pool::Panels;
use pool::gate::Finding;
use pool::sources::Sources;
use pool::trial::{Pair, Trial, Verdict};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Say of each pair of a file whether it passes, what is repaired in it, and every reason that speaks against it.
///
/// FILE is .jsonl with the fields left and right, or named as the languages are (en and zh), and optionally n and format; or .tsv, whose
/// last two columns are the panels. Both may be compressed (.gz, .zst). A build stops at the first reason; here every gate is asked. What
/// shows only over a whole corpus (equal texts, template_tail) is not. Exit code 0 also where pairs are rejected.
#[derive(Args)]
pub(super) struct Try {
    /// The pairs.
    file: PathBuf,
    /// A sources.toml whose rules are tried (default: what holds where it says nothing).
    #[arg(long)]
    sources: Option<PathBuf>,
    /// Which of its sources, where their rules differ.
    #[arg(long, requires = "sources")]
    source: Option<String>,
    /// Language of the left panel.
    #[arg(long, default_value = "en", conflicts_with = "sources")]
    left: String,
    /// Language of the right panel.
    #[arg(long, default_value = "zh-Hant-TW", conflicts_with = "sources")]
    right: String,
    /// Examples that are shown of each reason.
    #[arg(long, value_name = "N", default_value_t = 3)]
    limit: usize,
    /// Print one JSON object a pair.
    #[arg(long)]
    json: bool,
}

/// What is said of one pair. Field order is the order of the line.
#[derive(Serialize)]
struct Line<'l> {
    n: u64,
    verdict: &'l str,
    reasons: Vec<String>,
    repairs: &'l [String],
    found: Vec<&'l str>,
}

/// What is said after the last pair.
#[derive(Default)]
struct Tally {
    pairs: u64,
    passed: u64,
    repairs: BTreeMap<String, u64>,
    /// By reason: how often, and the first examples.
    reasons: BTreeMap<String, (u64, Vec<Example>)>,
}

struct Example {
    n: u64,
    found: String,
    shown: Panels<String>,
}

impl Try {
    pub(super) fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let trial = self.trial()?;
        let mut pairs = trial.pairs(&self.file)?;
        let mut tally = Tally::default();
        loop {
            let chunk = pairs.next_chunk()?;
            if chunk.is_empty() {
                break;
            }
            let judge = |pair: &Pair| trial.judge(pair.genre, pair.text.clone());
            let verdicts: Vec<Verdict> = chunk.par_iter().map(judge).collect();
            for (pair, verdict) in chunk.iter().zip(&verdicts) {
                if self.json {
                    writeln!(out, "{}", json(&trial, pair, verdict)?)?;
                } else {
                    writeln!(out, "{}", line(&trial, pair, verdict))?;
                    tally.add(pair, verdict, self.limit);
                }
            }
        }
        if !self.json {
            tally.print(out)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn trial(&self) -> Result<Trial> {
        let Some(path) = &self.sources else {
            let tags = Panels::new(self.left.clone(), self.right.clone());
            return Trial::standard(&tags).map_err(|what| anyhow!(what));
        };
        let sources = Sources::read(path)?;
        let trial = Trial::of_sources(&sources, self.source.as_deref());
        trial.map_err(|what| anyhow!("{}: {what}", path.display()))
    }
}

fn word(verdict: &Verdict) -> &'static str {
    if verdict.passes() { "pass" } else { "reject" }
}

fn json(trial: &Trial, pair: &Pair, verdict: &Verdict) -> Result<String> {
    let findings = verdict.findings.iter();
    Ok(serde_json::to_string(&Line {
        n: pair.n,
        verdict: word(verdict),
        reasons: findings
            .clone()
            .map(|finding| trial.reason(finding))
            .collect(),
        repairs: &verdict.repairs,
        found: findings.map(|finding| finding.found.as_str()).collect(),
    })?)
}

fn line(trial: &Trial, pair: &Pair, verdict: &Verdict) -> String {
    let mut said = format!("{}: {}", pair.n, word(verdict));
    for finding in &verdict.findings {
        said.push(' ');
        said.push_str(&disarm(&trial.reason(finding)));
    }
    if !verdict.repairs.is_empty() {
        said.push_str(&format!(" (repaired: {})", verdict.repairs.join(" ")));
    }
    said
}

impl Tally {
    fn add(&mut self, pair: &Pair, verdict: &Verdict, limit: usize) {
        self.pairs += 1;
        self.passed += u64::from(verdict.passes());
        for repair in &verdict.repairs {
            *self.repairs.entry(repair.clone()).or_default() += 1;
        }
        for finding in &verdict.findings {
            let Finding { reason, found, .. } = finding;
            let (count, examples) = self.reasons.entry(reason.clone()).or_default();
            *count += 1;
            if examples.len() < limit {
                examples.push(Example {
                    n: pair.n,
                    found: found.clone(),
                    shown: verdict.excerpts(finding),
                });
            }
        }
    }

    fn print(&self, out: &mut impl Write) -> Result<()> {
        let share = percent(self.passed, self.pairs);
        let (pairs, passed) = (thousands(self.pairs), thousands(self.passed));
        writeln!(out, "\n{passed} of {pairs} pairs pass ({share})")?;
        for (head, counts) in [("reason", self.reasons()), ("repair", self.repairs())] {
            if !counts.is_empty() {
                let mut rows = vec![vec![
                    head.to_owned(),
                    "pairs".to_owned(),
                    "share".to_owned(),
                ]];
                rows.extend(counts);
                write!(out, "{}", table(&rows, 1))?;
            }
        }
        for (reason, (_, examples)) in &self.reasons {
            if !examples.is_empty() {
                writeln!(out, "\n  {reason}")?;
            }
            for Example { n, found, shown } in examples {
                writeln!(out, "    {n}: {}", disarm(found))?;
                let (left, right) = (disarm(&shown.left), disarm(&shown.right));
                writeln!(out, "      {left}\n      {right}")?;
            }
        }
        Ok(())
    }

    fn row(&self, name: &str, count: u64) -> Vec<String> {
        vec![
            name.to_owned(),
            thousands(count),
            percent(count, self.pairs),
        ]
    }

    /// The reasons, frequent ones first.
    fn reasons(&self) -> Vec<Vec<String>> {
        let mut counts: Vec<_> = self
            .reasons
            .iter()
            .map(|(reason, (count, _))| (reason, *count))
            .collect();
        counts.sort_by_key(|(_, count)| u64::MAX - count);
        counts
            .into_iter()
            .map(|(reason, count)| self.row(reason, count))
            .collect()
    }

    fn repairs(&self) -> Vec<Vec<String>> {
        let counts = self.repairs.iter();
        counts
            .map(|(repair, count)| self.row(repair, *count))
            .collect()
    }
}
