//! format.md, section 3: `allot` and `share`.

use super::each;
use pool::stream::{Ratio, allot, share};
use serde::Deserialize;

#[derive(Deserialize)]
struct Given {
    op: String,
    n: Option<String>,
    w: Option<Vec<String>>,
    others: Option<String>,
    a: Option<String>,
    b: Option<String>,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(untagged)]
enum Out {
    Parts(Vec<String>),
    Number(String),
}

#[test]
fn vectors_of_quotas() {
    each("quota", |case, given: Given, out: Option<Out>| {
        let number = |text: Option<String>| -> u64 { text.unwrap().parse().unwrap() };
        let found = if given.op == "allot" {
            let weights: Vec<u64> = given
                .w
                .unwrap()
                .iter()
                .map(|text| text.parse().unwrap())
                .collect();
            let parts = allot(number(given.n), &weights);
            parts.map(|parts| Out::Parts(parts.iter().map(ToString::to_string).collect()))
        } else {
            let narrow = |text| u32::try_from(number(text)).unwrap();
            let ratio = Ratio {
                num: narrow(given.a),
                den: narrow(given.b),
            };
            share(number(given.others), ratio).map(|number| Out::Number(number.to_string()))
        };
        assert_eq!(found, out, "{case}");
    });
}
