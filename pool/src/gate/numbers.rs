//! Gate `numbers`: panels whose numbers disagree.
//!
//! Numbers are runs of two ASCII digits or more (full-width ones folded, commas between groups of three left out; 98 億 and 9.8 billion are one number), each counted once. A
//! number is *missing* if the other panel has it in no reading ([`numerals`](super::numerals)): neither in digits nor in words nor in Han numerals, nor as
//! a year of the Republic era (AD − 1911) or of two digits. The pair is rejected if numbers are missing on both sides, and more of them than the two have in common.
//!
//! One-sided numbers decide nothing: 1.7 % of good paragraphs of statutes have one. The rule rejects 4 of 100,000 good paragraphs of
//! statutes and finds nine of ten pairs whose Chinese panel has numbers and was swapped with its neighbour's.
//!
//! Passes: `The Act of 2 May 2024 has 12 articles` with `本法於民國一百十三年五月二日公布，共十二條`. Rejects: `It has 38 rows and 12 columns` with `共有 45 列 17 欄`, reason
//! `numbers_differ`.

use super::numerals::{numbers, readings};
use super::{Finding, Gate, Spec, Unit, class, options};
use serde::Deserialize;
use std::collections::BTreeSet;

pub(super) const SPEC: Spec = Spec {
    name: "numbers",
    reasons: &["numbers_differ"],
    structured: false,
    make: |table, _| {
        let gate: Numbers = options(table)?;
        Ok(Some(Box::new(gate)))
    },
};

/// Years of the Republic era begin after this one.
const REPUBLIC: u64 = 1911;

/// Numbers that a finding shows of each panel.
const SHOWN: usize = 4;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Numbers {}

impl Gate for Numbers {
    fn check(&self, unit: &Unit<'_>) -> Option<Finding> {
        let [left, right] = unit.both().map(|panel| {
            let written =
                panel.census.of_class(class::DIGIT) + panel.census.of_class(class::FULL_WIDTH);
            if written < 2 {
                return BTreeSet::new();
            }
            numbers(panel.text)
        });
        let common = left.intersection(&right).count();
        let only = |of: &BTreeSet<u64>, other: &BTreeSet<u64>| -> Vec<u64> {
            of.difference(other).copied().collect()
        };
        let (of_left, of_right) = (only(&left, &right), only(&right, &left));
        // Most pairs are decided without any reading.
        if of_left.is_empty() || of_right.is_empty() || of_left.len() + of_right.len() <= common {
            return None;
        }
        let of_left = missing(of_left, unit.panels.right.text);
        let of_right = missing(of_right, unit.panels.left.text);
        (!of_left.is_empty() && !of_right.is_empty() && of_left.len() + of_right.len() > common)
            .then(|| {
                Finding::of_pair(
                    "numbers_differ",
                    format!("{} | {}", shown(&of_left), shown(&of_right)),
                )
            })
    }

    fn parameters(&self) -> String {
        "missing on both sides <= common".to_owned()
    }
}

/// Returns the numbers that a panel has in no reading.
fn missing(numbers: Vec<u64>, panel: &str) -> Vec<u64> {
    let readings = readings(panel);
    let years = |number: u64| -> Vec<u64> {
        match number {
            1..100 => vec![1900 + number, 2000 + number, number + REPUBLIC],
            100..200 => vec![number + REPUBLIC],
            1912..2100 => vec![number % 100, number - REPUBLIC],
            _ => Vec::new(),
        }
    };
    let known = |number: u64| {
        readings.contains(&number) || years(number).iter().any(|year| readings.contains(year))
    };
    numbers
        .into_iter()
        .filter(|&number| !known(number))
        .collect()
}

fn shown(numbers: &[u64]) -> String {
    let shown: Vec<String> = numbers.iter().take(SHOWN).map(u64::to_string).collect();
    shown.join(" ")
}
