//! Vectors of planning rules: whole plans of a few articles.

#![expect(
    clippy::disallowed_types,
    reason = "what vectors hold is compared, not written"
)]

use super::{Row, counter, make_pool, read};
use crate::bench::Bench;
use crate::ledger;
use crate::plan::Plan;
use crate::recipe::Recipe;
use crate::record;
use crate::separator::bridge;
use crate::split::Split;
use pool::Panels;
use serde::Deserialize;
use serde_json::Value;
use std::path::Path;

#[derive(Deserialize)]
pub(super) struct PlanIn {
    counter: String,
    recipe: String,
    #[serde(default = "super::english_and_chinese")]
    spaced: [bool; 2],
    articles: Vec<Row>,
}

#[derive(Debug, Deserialize, PartialEq)]
pub(super) struct RecordOut {
    split: String,
    pub(super) category: String,
    kind: String,
    m: String,
    #[serde(default)]
    s: String,
    #[serde(default)]
    n: Value,
    #[serde(default)]
    p: Value,
    #[serde(default)]
    g: Value,
    #[serde(default)]
    o: u8,
    tokens: u32,
    text: Option<String>,
}

#[derive(Debug, Deserialize, PartialEq)]
pub(super) struct DropOut {
    stage: String,
    reason: String,
    split: String,
    pub(super) category: String,
    kind: String,
    unit: String,
    source: String,
    excerpt: String,
}

#[derive(Debug, Deserialize, PartialEq)]
struct QuotaOut {
    category: String,
    unit: String,
    wanted: u64,
    had: u64,
}

#[derive(Debug, Deserialize)]
struct PlanOut {
    records: Vec<RecordOut>,
    ledger: Vec<DropOut>,
    quotas: Option<Vec<QuotaOut>>,
}

/// Plans a vector's articles and hands the plan to a reader.
pub(super) fn with_plan<T>(
    input: &PlanIn,
    reader: impl FnOnce(&Bench<'_>, &Plan) -> T,
) -> Result<T, String> {
    let root = tempfile::tempdir().unwrap();
    let pool = make_pool(root.path(), &input.articles, input.spaced);
    let recipe = Recipe::parse(input.recipe.as_bytes().to_vec(), Path::new(""))?;
    let counter = counter(&input.counter);
    let bench = Bench::new(&pool, &recipe, &counter);
    let plan = Plan::make(&bench, &|_, _, _| ()).map_err(|error| error.to_string())?;
    Ok(reader(&bench, &plan))
}

pub(super) fn records(bench: &Bench<'_>, plan: &Plan, with_text: bool) -> Vec<RecordOut> {
    let mut out = Vec::new();
    for split in Split::ALL {
        for draft in &plan.drafts[split.index()] {
            let panels = bench.panels(draft, &plan.lines).unwrap();
            let panels = Panels::new(panels.left.as_str(), panels.right.as_str());
            let separators = bench
                .separators(draft, &plan.lines)
                .unwrap()
                .unwrap_or_default();
            let meta = record::meta(bench, draft, &plan.lines).unwrap();
            let mut meta: Value = serde_json::from_str(&meta).unwrap();
            let record = RecordOut {
                n: meta["n"].take(),
                p: meta["p"].take(),
                g: meta["g"].take(),
                split: split.name().to_owned(),
                category: draft.kind.category().name().to_owned(),
                kind: draft.kind.name().to_owned(),
                m: bench.m(&draft.unit, &plan.lines).unwrap(),
                s: separators.iter().map(ToString::to_string).collect(),
                o: u8::from(draft.right_first),
                tokens: draft.tokens,
                text: with_text.then(|| bridge(panels, draft.right_first)),
            };
            out.push(((split, draft.kind, record.m.clone()), record));
        }
    }
    out.sort_by(|a, b| a.0.cmp(&b.0));
    out.into_iter().map(|entry| entry.1).collect()
}

pub(super) fn rows(bench: &Bench<'_>, plan: &Plan) -> Vec<DropOut> {
    let line = |row| ledger::line(bench, row, &plan.lines).unwrap();
    plan.dropped
        .iter()
        .map(|row| serde_json::from_slice(&line(row)).unwrap())
        .collect()
}

fn check_plans(
    rule: &str,
    op: Option<&str>,
    keeps_record: fn(&RecordOut) -> bool,
    keeps_row: fn(&DropOut) -> bool,
) {
    for vector in read::<PlanIn, PlanOut>(rule, op) {
        let case = format!("{rule}: {}", vector.case);
        let with_text = rule != "take";
        let got = with_plan(&vector.r#in, |bench, plan| {
            let mut records = records(bench, plan, with_text);
            records.retain(keeps_record);
            let mut ledger = rows(bench, plan);
            ledger.retain(keeps_row);
            (records, ledger, plan.quota_rows())
        });
        let Some(want) = vector.out.filter(|_| vector.valid) else {
            assert!(got.is_err(), "{case}: was not refused");
            continue;
        };
        let (records, ledger, quotas) = got.unwrap_or_else(|error| panic!("{case}: {error}"));
        assert_eq!(records, want.records, "{case}: records");
        assert_eq!(ledger, want.ledger, "{case}: ledger");
        if let Some(want) = want.quotas {
            let got: Vec<_> = quotas
                .iter()
                .map(|row| QuotaOut {
                    category: row.category.to_owned(),
                    unit: row.unit.to_owned(),
                    wanted: row.wanted,
                    had: row.had,
                })
                .collect();
            assert_eq!(got, want, "{case}: quotas");
        }
    }
}

#[test]
fn base() {
    let rows = |row: &DropOut| ["", "base", "schema"].contains(&row.category.as_str());
    check_plans("base", None, |record| record.category == "base", rows);
}

#[test]
fn cross() {
    let rows = |row: &DropOut| ["cross_split_line", "mosaic_alone"].contains(&row.reason.as_str());
    check_plans(
        "cross",
        None,
        |record| record.kind.starts_with("cross-"),
        rows,
    );
}

#[test]
fn run() {
    let rows = |row: &DropOut| ["run_alone", "style_repeats"].contains(&row.reason.as_str());
    check_plans("run", None, |record| record.kind.starts_with("run-"), rows);
}

#[test]
fn mosaic_plans() {
    let reasons = |row: &DropOut| {
        [
            "cross_split_line",
            "mosaic_alone",
            "run_alone",
            "style_repeats",
        ]
        .contains(&row.reason.as_str())
    };
    check_plans(
        "mosaic",
        Some("plan"),
        |record| record.category == "mosaic",
        reasons,
    );
}

#[test]
fn longform() {
    check_plans(
        "longform",
        None,
        |record| record.category == "longform",
        |row| row.category == "longform",
    );
}

#[test]
fn take() {
    check_plans("take", None, |_| true, |_| true);
}

#[test]
fn ledger_plans() {
    for vector in read::<PlanIn, Vec<String>>("ledger", Some("plan")) {
        let lines = with_plan(&vector.r#in, |bench, plan| {
            let line =
                |row| String::from_utf8(ledger::line(bench, row, &plan.lines).unwrap()).unwrap();
            plan.dropped.iter().map(line).collect::<Vec<_>>()
        });
        assert_eq!(lines.ok(), vector.out, "{}", vector.case);
    }
}
