//! Payment cards: an issuer's range, a length it uses, and the check digit of ISO/IEC 7812-1 (Luhn).

use super::candidate::{Candidates, State};
use super::scan::{Edges, Group, Scan, value};
use super::{Kind, cn, words};

/// The ways in which card numbers are written in groups, the longest first.
const GROUPS: [&[usize]; 4] = [&[4, 4, 4, 4, 3], &[4, 4, 4, 4], &[4, 6, 5], &[4, 6, 4]];

/// First digits of an issuer, from and to, and the lengths of its numbers: the ranges that the card networks publish.
const ISSUERS: &[(&str, &str, &[usize])] = &[
    ("2200", "2204", &[16, 19]),
    ("2221", "2720", &[16]),
    ("300", "305", &[14, 16]),
    ("3095", "3095", &[14, 16]),
    ("34", "34", &[15]),
    ("3528", "3589", &[16, 19]),
    ("36", "36", &[14, 16]),
    ("37", "37", &[15]),
    ("38", "39", &[14, 16]),
    ("4", "4", &[13, 16, 19]),
    ("5018", "5018", &[16, 19]),
    ("5020", "5020", &[16, 19]),
    ("5038", "5038", &[16, 19]),
    ("51", "55", &[16]),
    ("5893", "5893", &[16, 19]),
    ("60", "60", &[16, 19]),
    ("62", "62", &[16, 17, 18, 19]),
    ("6304", "6304", &[16, 19]),
    ("644", "649", &[16, 19]),
    ("65", "65", &[16, 19]),
    ("6759", "6763", &[16, 19]),
    ("81", "82", &[16]),
    ("9792", "9792", &[16]),
];

pub(super) fn look(scan: &Scan<'_>, at: usize, out: &mut Candidates) {
    let group = match scan.runs[at].len() {
        13..=19 => Group {
            last: at,
            joint: None,
        },
        4 => match GROUPS.iter().find_map(|lengths| scan.grouped(at, lengths)) {
            Some(group) => group,
            None => return,
        },
        _ => return,
    };
    let digits: Vec<u8> = (at..=group.last)
        .flat_map(|at| scan.digits(at).iter().copied())
        .collect();
    let (start, end) = (scan.runs[at].start, scan.runs[group.last].end);
    let edges = scan.edges(start, end);
    if edges == Edges::Inside || !is_card(&digits) {
        return;
    }
    // Numbers of products have 13 digits too, those that programs count with up to 19.
    let usual = group.joint.is_some() || (14..=16).contains(&digits.len());
    let plain = edges == Edges::Clear && usual && !scan.listed(at, group);
    let state = State::of(plain || words::near(scan, start, end, &words::CARD));
    out.add(Kind::Card, start, end, state);
}

/// Tells whether digits are a card number.
fn is_card(digits: &[u8]) -> bool {
    is_issued(digits)
        && digits.iter().any(|digit| *digit != digits[0])
        && luhn(digits)
        && !cn::is_id(digits)
}

fn is_issued(digits: &[u8]) -> bool {
    ISSUERS.iter().any(|(first, last, lengths)| {
        let head = &digits[..first.len()];
        head >= first.as_bytes() && head <= last.as_bytes() && lengths.contains(&digits.len())
    })
}

fn luhn(digits: &[u8]) -> bool {
    let places = digits.iter().rev().enumerate();
    let sum: u32 = places
        .map(|(place, digit)| match value(*digit) {
            single if place % 2 == 0 => single,
            single => 2 * single / 10 + 2 * single % 10,
        })
        .sum();
    sum.is_multiple_of(10)
}
