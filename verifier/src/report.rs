//! What a verification says, as text and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use crate::finding::{Check, Finding};
use crate::wire::Split;

/// What a check saw and how much of it was wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// The check.
    pub check: Check,
    /// How many things it looked at.
    pub checked: u64,
    /// How many of them were wrong.
    pub failed: u64,
}

/// What was read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// Records of each split.
    pub records: BTreeMap<Split, u64>,
    /// Tokens of all records, as they say.
    pub tokens: u64,
    /// Articles of the pool, as the manifest says.
    pub articles: u64,
    /// Records that replay gave again byte for byte.
    pub replayed: u64,
    /// The noise, if the recipe asks for some and all shards were read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<NoiseTotals>,
}

/// The noise of a release that has some, as counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NoiseTotals {
    /// The share of noise that the recipe asks for, as "a/b".
    pub asked: String,
    /// What each split has, in order.
    pub splits: Vec<SplitNoise>,
}

/// The noise of a split, as counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SplitNoise {
    /// The split.
    pub split: Split,
    /// Records of noise.
    pub records: u64,
    /// Records of base, mosaic, longform and shape.
    pub others: u64,
}

/// The report of a verification.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Whether nothing is wrong.
    pub ok: bool,
    /// Which levels ran, such as `L1 L2 (L3 not run)`.
    pub levels: String,
    /// The checks, in order.
    pub checks: Vec<Outcome>,
    /// What is wrong, first causes first, up to a cap. Rows are counted from 0: row 0 is the
    /// first line of a shard, of the ledger or of `SHA256SUMS`, and the first article of a pool.
    pub findings: Vec<Finding>,
    /// How many findings the cap left out.
    pub omitted: u64,
    /// What was read.
    pub totals: Totals,
}

impl Report {
    /// Returns the report as one line of JSON; `row` is counted from 0, or null where there is none.
    ///
    /// # Panics
    ///
    /// Never: every field has a form in JSON.
    #[must_use]
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("a report holds numbers, strings and lists")
    }

    /// Returns the report as lines of text. A place is `FILE:ROW (RECORD)`, rows from 0.
    ///
    /// # Panics
    ///
    /// Never: a string takes all that is written to it.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        self.write(&mut out)
            .expect("a string takes all that is written to it");
        out
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        for outcome in &self.checks {
            let Outcome {
                check,
                checked,
                failed,
            } = outcome;
            let word = if *failed == 0 { "ok    " } else { "FAILED" };
            write!(
                out,
                "{word} {:<13} {checked:>10} checked {failed:>8} failed",
                name(*check)
            )?;
            let noise = self.totals.noise.as_ref();
            if let Some(noise) = noise.filter(|_| *check == Check::Ratio) {
                write!(out, "  {}", said(noise))?;
            }
            writeln!(out)?;
        }
        for finding in &self.findings {
            let Finding {
                code,
                expected,
                actual,
                ..
            } = finding;
            let at = escape(&place(finding));
            writeln!(
                out,
                "{code} {at}: found {}, expected {}",
                escape(actual),
                escape(expected)
            )?;
        }
        if self.omitted > 0 {
            writeln!(out, "and {} findings more", self.omitted)?;
        }
        self.write_totals(out)?;
        writeln!(out, "levels: {}", self.levels)?;
        writeln!(
            out,
            "FINAL RESULT: ok: {}, errors: [{}]",
            self.ok,
            self.errors()
        )
    }

    fn write_totals(&self, out: &mut String) -> std::fmt::Result {
        let records = &self.totals.records;
        let each = records
            .iter()
            .map(|(split, count)| format!("{} {count}", split.name()));
        let each = each.collect::<Vec<_>>().join(", ");
        let all: u64 = records.values().sum();
        let Totals {
            tokens,
            articles,
            replayed,
            ..
        } = self.totals;
        writeln!(
            out,
            "records: {all} ({each}); tokens: {tokens}; articles: {articles}"
        )?;
        let share = replayed
            .saturating_mul(10_000)
            .checked_div(all)
            .unwrap_or(0);
        writeln!(
            out,
            "replayed: {replayed} ({}.{:02} %)",
            share / 100,
            share % 100
        )
    }

    fn errors(&self) -> String {
        let mut counts: BTreeMap<_, u64> = BTreeMap::new();
        for finding in &self.findings {
            *counts.entry(finding.code).or_default() += 1;
        }
        let each = counts.into_iter().map(|(code, count)| match count {
            1 => code.to_string(),
            _ => format!("{code} x{count}"),
        });
        each.collect::<Vec<_>>().join(", ")
    }
}

/// Says how much noise each split has, and how much is asked for.
fn said(noise: &NoiseTotals) -> String {
    let of = |split: &SplitNoise| {
        let [records, others] = [split.records, split.others].map(grouped);
        format!("{} {records} of {others} others", split.split.name())
    };
    let splits: Vec<String> = noise.splits.iter().map(of).collect();
    format!("noise: {}, {} asked", splits.join(", "), noise.asked)
}

/// Writes a number with a comma before each three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn place(finding: &Finding) -> String {
    let mut place = if finding.shard.is_empty() {
        "release".to_owned()
    } else {
        finding.shard.clone()
    };
    if let Some(row) = finding.row {
        place = format!("{place}:{row}");
    }
    if !finding.record.is_empty() {
        place = format!("{place} ({})", finding.record);
    }
    place
}

/// Returns the name of a check as it stands in both forms of the report.
fn name(check: Check) -> String {
    let quoted = serde_json::to_string(&check).expect("a check is written as its name");
    quoted.trim_matches('"').to_owned()
}

/// Makes visible what a terminal would act on.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for scalar in text.chars() {
        let hidden = matches!(
            u32::from(scalar),
            0..=0x1f | 0x7f..=0x9f | 0x200b..=0x200f | 0x2028..=0x202e | 0x2066..=0x2069 | 0xfeff
        );
        if hidden {
            out.extend(scalar.escape_unicode());
        } else {
            out.push(scalar);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Code;

    fn report() -> Report {
        Report {
            ok: false,
            levels: "L1 (L2 L3 not run)".to_owned(),
            checks: vec![Outcome {
                check: Check::Records,
                checked: 3,
                failed: 1,
            }],
            findings: vec![Finding {
                code: Code::Replay,
                shard: "train/a.jsonl".to_owned(),
                row: Some(2),
                record: "ab".to_owned(),
                expected: "a\u{1b}[31m".to_owned(),
                actual: "b".to_owned(),
            }],
            omitted: 4,
            totals: Totals {
                records: BTreeMap::from([(Split::Train, 3), (Split::Test, 0)]),
                tokens: 12,
                articles: 2,
                replayed: 2,
                noise: None,
            },
        }
    }

    #[test]
    fn text_ends_with_levels_and_result() {
        let text = report().text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[0],
            "FAILED records                3 checked        1 failed"
        );
        assert_eq!(
            lines[1],
            "E302 train/a.jsonl:2 (ab): found b, expected a\\u{1b}[31m"
        );
        assert_eq!(lines[2], "and 4 findings more");
        assert_eq!(
            lines[3],
            "records: 3 (train 3, test 0); tokens: 12; articles: 2"
        );
        assert_eq!(lines[4], "replayed: 2 (66.66 %)");
        assert_eq!(lines[5], "levels: L1 (L2 L3 not run)");
        assert_eq!(lines[6], "FINAL RESULT: ok: false, errors: [E302]");
    }

    #[test]
    fn the_line_of_the_ratio_says_the_noise() {
        let mut report = report();
        report.checks[0].check = Check::Ratio;
        let of = |split, records, others| SplitNoise {
            split,
            records,
            others,
        };
        report.totals.noise = Some(NoiseTotals {
            asked: "15/100".to_owned(),
            splits: vec![of(Split::Train, 5_234, 29_659), of(Split::Test, 0, 999)],
        });
        let text = report.text();
        assert_eq!(
            text.lines().next(),
            Some(
                "FAILED ratio                  3 checked        1 failed  noise: train 5,234 of 29,659 others, test 0 of 999 others, 15/100 asked"
            )
        );
        let json = report.json();
        assert!(
            json.contains(r#""noise":{"asked":"15/100","splits":[{"split":"train","records":5234,"others":29659},"#),
            "{json}"
        );
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn json_has_its_fields() {
        let json = report().json();
        assert!(json.starts_with(r#"{"ok":false,"levels":"L1 (L2 L3 not run)","checks":[{"check":"records","checked":3,"failed":1}],"findings":[{"code":"E302","shard":"train/a.jsonl","row":2,"record":"ab","#), "{json}");
        assert!(
            json.contains(r#""omitted":4,"totals":{"records":{"train":3,"test":0},"#),
            "{json}"
        );
    }
}
