//! Properties of any text made of what this module looks at.

use crate::panels::Panels;
use crate::pii::{Kind, Outcome, Rule, find, redact};
use proptest::prelude::*;

const PIECES: &[&str] = &[
    " ",
    " ",
    "\n",
    "-",
    ".",
    ",",
    ":",
    "@",
    "+",
    "(",
    ")",
    "/",
    "，",
    "第",
    "號",
    "節",
    "0",
    "7",
    "09",
    "x",
    "<PHONE>",
    "<EMAIL>",
    "<",
    ">",
    "phone ",
    "電話 ",
    "card",
    "卡號",
    "ISBN ",
    "host ",
    "version ",
    "主機 ",
    "統編 ",
    "id ",
    "me@shop.io",
    "you@site.tw",
    "4111 1111 1111 1111",
    "4111111111111111110",
    "A123456789",
    "A800000014",
    "AB12345677",
    "0912-345-678",
    "0912345678",
    "(02)2345-6789",
    "02 2345 6789",
    "04595257",
    "11010519491231002X",
    "138-0013-8000",
    "138 0013 8000",
    "13800138000",
    "+44 20 7946 0958",
    "+886912345678",
    "8.8.8.8",
    "140.112.8.116",
    "2606:4700:4700::1111",
    "DE89370400440532013000",
    "GB82 WEST 1234 5698 7654 32",
    "ghp_q7Rk2ZpX9sVb4TnM6cYd8WgH3fLj5JtQ1uKa",
];

/// Panels of pieces, the right one the same as the left, or with one piece more or less.
fn panels() -> impl Strategy<Value = (String, String)> {
    let pieces = prop::collection::vec(prop::sample::select(PIECES), 0..14);
    (pieces, 0..16usize, prop::sample::select(PIECES)).prop_map(|(left, at, piece)| {
        let mut right = left.clone();
        match at {
            0..4 if at < right.len() => drop(right.remove(at)),
            4..8 if at < right.len() => right.insert(at, piece),
            _ => {}
        }
        (left.concat(), right.concat())
    })
}

/// Tells whether the text is the old one with placeholders for some of its stretches.
fn is_replaced(old: &str, new: &str) -> bool {
    let mut kept = vec![new];
    for kind in Kind::ALL {
        let parts = kept.iter().flat_map(|part| part.split(kind.placeholder()));
        kept = parts.collect();
    }
    let mut rest = old;
    let placed = kept.iter().all(|part| match rest.split_once(part) {
        Some((_, behind)) => {
            rest = behind;
            true
        }
        None => false,
    });
    let (first, last) = (kept[0], kept[kept.len() - 1]);
    placed && old.starts_with(first) && old.ends_with(last)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn swapped_panels_mirror_the_outcome((left, right) in panels()) {
        let rule = Rule::default();
        let swap = |panels: Panels<String>| Panels::new(panels.right, panels.left);
        let mirrored = match redact(Panels::new(&right, &left), &rule) {
            Outcome::Clean => Outcome::Clean,
            Outcome::Replaced { text, counts } => Outcome::Replaced { text: swap(text), counts },
            Outcome::Rejected { reason, found } => Outcome::Rejected { reason, found: swap(found) },
        };
        prop_assert_eq!(redact(Panels::new(&left, &right), &rule), mirrored);
    }

    #[test]
    fn a_second_time_changes_nothing((left, right) in panels()) {
        let rule = Rule::default();
        if let Outcome::Replaced { text, counts } = redact(Panels::new(&left, &right), &rule) {
            prop_assert!(counts.iter().all(|(_, count)| *count > 0) && counts.is_sorted());
            let text = text.as_ref().map(|text| text.as_str());
            prop_assert!(is_replaced(&left, text.left), "{} -> {}", left, text.left);
            prop_assert!(is_replaced(&right, text.right), "{} -> {}", right, text.right);
            prop_assert_eq!(redact(text, &rule), Outcome::Clean);
        }
    }

    #[test]
    fn what_is_found_stands_in_order((panel, _) in panels()) {
        let found = find(&panel, &Rule::default());
        for found in &found {
            prop_assert!(found.start < found.end && panel.get(found.start..found.end).is_some());
        }
        prop_assert!(found.windows(2).all(|two| two[0].end <= two[1].start));
    }

    #[test]
    fn no_text_is_too_strange(panel in any::<String>()) {
        let both = Panels::new(panel.as_str(), panel.as_str());
        let outcome = redact(both, &Rule::default());
        let differs = matches!(outcome, Outcome::Rejected { reason: "pii_differs", .. });
        prop_assert!(!differs);
    }
}
