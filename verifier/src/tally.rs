//! Gathers what the checks saw and found, within bounds.

use std::collections::BTreeMap;

use crate::finding::{Check, Code, Fault, Finding, Place};
use crate::report::Outcome;

/// What the checks saw and found so far.
///
/// Keeps at most a cap of findings a check, so that a release that is wrong everywhere is no
/// reason to run out of memory. Findings come in the order of the checks and, inside a check, in
/// the order in which they were put: the same order whatever the number of threads.
pub(crate) struct Tally {
    cap: usize,
    checks: BTreeMap<Check, Row>,
}

#[derive(Default)]
struct Row {
    checked: u64,
    failed: u64,
    findings: Vec<Finding>,
}

impl Tally {
    pub(crate) fn new(cap: usize) -> Self {
        Self {
            cap,
            checks: BTreeMap::new(),
        }
    }

    /// Lists a check, even if it will see nothing.
    pub(crate) fn list(&mut self, check: Check) {
        self.checks.entry(check).or_default();
    }

    /// Counts things that were looked at.
    pub(crate) fn saw(&mut self, check: Check, count: u64) {
        self.checks.entry(check).or_default().checked += count;
    }

    /// Puts a fault at a place.
    pub(crate) fn put(&mut self, check: Check, place: &Place, fault: Fault) {
        let row = self.checks.entry(check).or_default();
        row.failed += 1;
        if row.findings.len() < self.cap {
            row.findings.push(Finding {
                code: fault.code,
                shard: place.file.clone(),
                row: place.row,
                record: place.record.clone(),
                expected: fault.expected,
                actual: fault.actual,
            });
        }
    }

    /// Looks at one thing: counts it, and puts its fault if it has one.
    pub(crate) fn look(&mut self, check: Check, place: &Place, fault: Option<Fault>) {
        self.saw(check, 1);
        if let Some(fault) = fault {
            self.put(check, place, fault);
        }
    }

    /// Looks at one value that must equal another.
    pub(crate) fn equal<T: PartialEq + ToString>(
        &mut self,
        check: Check,
        place: &Place,
        code: Code,
        what: &str,
        (expected, actual): (&T, &T),
    ) {
        let fault = (expected != actual).then(|| {
            let say = |value: &T| format!("{what} {}", value.to_string());
            Fault::new(code, say(expected), say(actual))
        });
        self.look(check, place, fault);
    }

    /// Returns the outcome of each check, the findings up to the cap, and how many there are more.
    ///
    /// A check that was listed and looked at nothing has failed.
    pub(crate) fn finish(mut self) -> (Vec<Outcome>, Vec<Finding>, u64) {
        let blind = self
            .checks
            .iter()
            .filter(|(_, row)| row.checked == 0 && row.failed == 0);
        let blind: Vec<Check> = blind.map(|(check, _)| *check).collect();
        for check in blind {
            let fault = Fault::new(Code::Missing, "something to look at", "nothing was there");
            self.put(check, &Place::default(), fault);
        }
        let mut findings = Vec::new();
        let mut outcomes = Vec::new();
        let mut failed = 0;
        for (check, row) in self.checks {
            outcomes.push(Outcome {
                check,
                checked: row.checked,
                failed: row.failed,
            });
            failed += row.failed;
            findings.extend(row.findings);
        }
        findings.truncate(self.cap);
        let shown = u64::try_from(findings.len()).expect("a length in memory fits 64 bits");
        (outcomes, findings, failed - shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault() -> Fault {
        Fault::new(Code::Size, 1, 2)
    }

    #[test]
    fn findings_stand_in_the_order_of_checks_and_are_capped() {
        let mut tally = Tally::new(3);
        for row in 0..5 {
            tally.look(Check::Totals, &Place::row("b", row, ""), Some(fault()));
        }
        tally.look(Check::Files, &Place::file("a"), Some(fault()));
        tally.look(Check::Files, &Place::file("c"), None);
        let (outcomes, findings, omitted) = tally.finish();
        assert_eq!(
            outcomes[0],
            Outcome {
                check: Check::Files,
                checked: 2,
                failed: 1
            }
        );
        assert_eq!(findings.len(), 3);
        assert_eq!(
            (findings[0].shard.as_str(), findings[2].row),
            ("a", Some(1))
        );
        assert_eq!(omitted, 3);
    }

    #[test]
    fn a_check_that_looked_at_nothing_fails() {
        let mut tally = Tally::new(10);
        tally.list(Check::Order);
        tally.saw(Check::Files, 1);
        let (outcomes, findings, _) = tally.finish();
        assert_eq!(
            outcomes[1],
            Outcome {
                check: Check::Order,
                checked: 0,
                failed: 1
            }
        );
        assert_eq!(findings[0].code, Code::Missing);
    }
}
