//! Mainland identity numbers (GB 11643): region, date of birth, order, and a check of ISO 7064 MOD 11-2.

use super::Kind;
use super::candidate::{Candidates, State};
use super::scan::{Edges, Scan, value};
use super::words;

/// First two digits: provinces, and 81 to 83 for residents from Hong Kong, Macao and Taiwan.
const REGIONS: &[u32] = &[
    11, 12, 13, 14, 15, 21, 22, 23, 31, 32, 33, 34, 35, 36, 37, 41, 42, 43, 44, 45, 46, 50, 51, 52,
    53, 54, 61, 62, 63, 64, 65, 71, 81, 82, 83, 91,
];

pub(super) fn look(scan: &Scan<'_>, at: usize, out: &mut Candidates) {
    let run = scan.runs[at];
    let end = match (run.len(), scan.byte(run.end)) {
        (18, _) => run.end,
        (17, b'X' | b'x') => run.end + 1,
        _ => return,
    };
    let edges = scan.edges(run.start, end);
    if edges != Edges::Inside && is_id(&scan.bytes[run.start..end]) {
        let plain = edges == Edges::Clear;
        let state = State::of(plain || words::near(scan, run.start, end, &words::IDENTITY));
        out.add(Kind::CnId, run.start, end, state);
    }
}

/// Tells whether 17 digits and a digit or X are an identity number.
pub(super) fn is_id(places: &[u8]) -> bool {
    if places.len() != 18 {
        return false;
    }
    let number = |from: usize, to: usize| {
        let digits = places[from..to].iter();
        digits.fold(0, |number, digit| 10 * number + value(*digit))
    };
    REGIONS.contains(&number(0, 2))
        && is_date(number(6, 10), number(10, 12), number(12, 14))
        && checks(places)
}

fn is_date(year: u32, month: u32, day: u32) -> bool {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    };
    (1900..2100).contains(&year) && (1..=days).contains(&day)
}

/// Tells whether the sum of all places, each doubled for every place behind it, is 1 modulo 11.
fn checks(places: &[u8]) -> bool {
    let (last, body) = places.split_last().expect("18 places");
    let carried = body
        .iter()
        .fold(0, |sum, digit| (sum + value(*digit)) * 2 % 11);
    let last = if last.is_ascii_digit() {
        value(*last)
    } else {
        10
    };
    (carried + last) % 11 == 1
}
