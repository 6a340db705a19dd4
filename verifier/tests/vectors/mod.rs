//! The vectors of the format, written by a third reading of it: `golden/vectors/`.
//!
//! A rule that the verifier has no part in (imports, purposes, the pool's ledger) is left out, and
//! so are plans as such: their records are replayed, and what they leave out is read.

mod draws;
mod forms;
mod picks;
mod plans;
mod pools;
mod skeletons;
mod spoils;

use std::fs;
use std::path::Path;

pub(crate) use serde_json::Value;

/// Runs a check over the cases of a rule and an op (empty for rules without); the check says what
/// a case gives, or none if it is refused.
fn run(rule: &str, op: &str, check: impl Fn(&Value) -> Option<Value>) {
    let mut count = 0;
    for case in cases(rule)
        .iter()
        .filter(|case| case["in"]["op"].as_str().unwrap_or("") == op)
    {
        count += 1;
        let name = format!("{rule} {op}: {}", case["case"]);
        let given = check(&case["in"]);
        if case["valid"].as_bool().unwrap() {
            assert_eq!(given.as_ref(), Some(&case["out"]), "{name}");
        } else {
            assert_eq!(given, None, "{name}: not refused");
        }
    }
    assert!(count > 0, "{rule} {op}: no case");
}

fn cases(rule: &str) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../golden/vectors");
    let path = folder.join(format!("{rule}.jsonl"));
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn text(value: &Value) -> &str {
    value
        .as_str()
        .unwrap_or_else(|| panic!("{value} is no string"))
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(text).collect()
}

/// Reads a number that is a number, or a decimal string where it may be large.
fn number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

fn usize_of(value: &Value) -> usize {
    usize::try_from(number(value).unwrap()).unwrap()
}
