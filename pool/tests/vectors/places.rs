//! format.md, section 3.1.

use super::each;
use pool::form;
use pool::places::{gaps, insertion_points, long_words, words};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    panel: String,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Places {
    points: Vec<usize>,
    gaps: Vec<(usize, usize)>,
    words: Vec<(usize, usize)>,
    long: Vec<(usize, usize, Vec<usize>)>,
}

#[test]
fn vectors_of_places() {
    each("places", |case, given: Given, out: Option<Places>| {
        let panel = &given.panel;
        let found = Places {
            points: insertion_points(panel),
            gaps: gaps(panel)
                .into_iter()
                .map(|gap| (gap.start, gap.end))
                .collect(),
            words: words(panel)
                .into_iter()
                .map(|word| (word.range.start, word.range.end))
                .collect(),
            long: long_words(panel)
                .into_iter()
                .map(|word| (word.range.start, word.range.end, word.points))
                .collect(),
        };
        let is_panel = form::panel(panel).is_none();
        assert_eq!(is_panel.then_some(found), out, "{case}");
    });
}
