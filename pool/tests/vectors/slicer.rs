//! format.md, section 2.3.

use super::each;
use pool::Panels;
use pool::id::Hex12;
use pool::slice::Slicer;
use pool::store::SliceRule;
use pool::view::Lines;
use serde::Deserialize;

#[derive(Deserialize)]
struct Given {
    slice_seed: String,
    bytes: u64,
    key: String,
    left: String,
    right: String,
}

#[test]
fn vectors_of_the_slicer() {
    each("slicer", |case, given: Given, out: Option<Vec<u32>>| {
        let text = Panels::new(given.left.as_str(), given.right.as_str());
        let lines = Lines::of_panels(text);
        let rule = SliceRule {
            seed: given.slice_seed,
            bytes: given.bytes,
        };
        // What the slicer must not be given: a length below its least, and an article without lines.
        let sliced = rule.bytes >= 8 && !lines.is_empty();
        let found = sliced
            .then(|| Slicer::new(&rule).cut(&Hex12::parse(&given.key).unwrap(), text, &lines));
        assert_eq!(found, out, "{case}");
    });
}
