//! format.md, section 5.6: skeletons.

use super::each;
use pool::article::Structured;
use pool::structure::{Difference, difference, skeleton};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    format: String,
    left: String,
    right: String,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Found {
    left: bool,
    right: bool,
    agree: bool,
}

#[test]
fn vectors_of_skeletons() {
    let mut wrong = Vec::new();
    each("skeleton", |case, given: Given, out: Option<Found>| {
        let found = Structured::parse(&given.format).map(|format| {
            let [left, right] = [&given.left, &given.right].map(|text| skeleton(format, text));
            let differ = difference(format, &given.left, &given.right);
            let agree = left.is_ok() && left == right;
            assert_eq!(agree, differ.is_none(), "{case}");
            let broken = matches!(differ, Some(Difference::Structure(_)));
            assert_eq!(broken, left.is_err() || right.is_err(), "{case}");
            Found {
                left: left.is_ok(),
                right: right.is_ok(),
                agree,
            }
        });
        if found != out {
            wrong.push(format!("{case}: {found:?}, not {out:?}"));
        }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
