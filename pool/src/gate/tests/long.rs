//! Long panels.

use super::*;

/// A gate whose work grows with the square of a line does not end here; one that gives up on long lines says another thing than of short ones.
#[test]
fn long_panels_of_one_kind_are_judged_as_short_ones() {
    let gates = gates("en", "zh-Hant-TW");
    for (left, right) in [
        ("aaaa", "aaaa"),
        ("a1", "甲1"),
        ("hello world ", "你好 世界 "),
        ("a中", "a中"),
        ("<", "<"),
        ("<b>", "<b>"),
        ("<!--", "`<"),
        ("abc (b) ", "(中)甲("),
        ("quite other words ", "these are the words of it 甲 "),
        ("word`s ", "「"),
        ("& ", "&"),
        ("7", "七"),
    ] {
        let judged = |head: &str, end: &str, bytes: usize| {
            let many = |piece: &str| piece.repeat(bytes / piece.len());
            let (left, right) = (head.to_owned() + &many(left), end.to_owned() + &many(right));
            reasons(&gates, Genre::Prose, &left, &right)
        };
        // By itself, and beside a text that other gates let pass.
        for (head, end) in [("", ""), ("The end. ", "完。")] {
            let (short, long) = (judged(head, end, 1 << 11), judged(head, end, 1 << 18));
            assert_eq!(short, long, "{left} | {right}");
        }
    }
}
