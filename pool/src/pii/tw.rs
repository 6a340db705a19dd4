//! Taiwan: identity numbers, resident certificates, business numbers.

use super::candidate::{Candidates, State};
use super::scan::{Edges, Scan, value};
use super::{Kind, words};

/// Letters in the order of their codes, which begin with 10.
const LETTERS: &[u8] = b"ABCDEFGHJKLMNPQRSTUVXYWZIO";
/// Weights of a business number.
const BUSINESS: [u32; 8] = [1, 2, 1, 2, 1, 2, 4, 1];

pub(super) fn look(scan: &Scan<'_>, at: usize, out: &mut Candidates) {
    let run = scan.runs[at];
    match run.len() {
        9 => identity(scan, at, out),
        8 if scan.before(run.start).is_ascii_uppercase() => old_certificate(scan, at, out),
        8 => business(scan, at, out),
        _ => {}
    }
}

/// Looks for a letter and nine digits: 1 and 2 begin those of citizens, 8 and 9 those of residents.
fn identity(scan: &Scan<'_>, at: usize, out: &mut Candidates) {
    let run = scan.runs[at];
    let Some(code) = code(scan.before(run.start)) else {
        return;
    };
    let digits = scan.digits(at);
    let kind = match digits[0] {
        b'1' | b'2' => Kind::TwId,
        b'8' | b'9' => Kind::TwArc,
        _ => return,
    };
    if checks(code, digits) {
        add(scan, kind, run.start - 1, run.end, out);
    }
}

/// Looks for two letters and eight digits, the form of certificates before 2021: the second letter counts with its code's last digit.
fn old_certificate(scan: &Scan<'_>, at: usize, out: &mut Candidates) {
    let run = scan.runs[at];
    let second = scan.before(run.start);
    let first = scan.before(run.start - 1);
    let (Some(code), Some(second), b'A'..=b'D') = (code(first), code(second), second) else {
        return;
    };
    let mut digits = *b"000000000";
    digits[0] += u8::try_from(second % 10).expect("a digit");
    digits[1..].copy_from_slice(scan.digits(at));
    if checks(code, &digits) {
        add(scan, Kind::TwArc, run.start - 2, run.end, out);
    }
}

fn add(scan: &Scan<'_>, kind: Kind, start: usize, end: usize, out: &mut Candidates) {
    let edges = scan.edges(start, end);
    if edges != Edges::Inside {
        let plain = edges == Edges::Clear;
        let state = State::of(plain || words::near(scan, start, end, &words::IDENTITY));
        out.add(kind, start, end, state);
    }
}

/// Looks for eight digits that a word calls a business number: one number in five passes the check.
fn business(scan: &Scan<'_>, at: usize, out: &mut Candidates) {
    let run = scan.runs[at];
    if is_business(scan.digits(at)) && scan.edges(run.start, run.end) != Edges::Inside {
        let state = State::of(words::near(scan, run.start, run.end, &words::BUSINESS));
        out.add(Kind::TwBan, run.start, run.end, state);
    }
}

/// Tells whether eight digits are a business number. Since 2023 the sum is a multiple of 5, before it was one of 10.
fn is_business(digits: &[u8]) -> bool {
    let products = digits
        .iter()
        .zip(BUSINESS)
        .map(|(digit, weight)| weight * value(*digit));
    let sum: u32 = products.map(|product| product / 10 + product % 10).sum();
    // A seventh digit 7 makes 28, 2 + 8 = 10, which counts as 1 or as 0.
    sum.is_multiple_of(5) || digits[6] == b'7' && (sum + 1).is_multiple_of(5)
}

/// Returns the code of an upper-case letter.
fn code(letter: u8) -> Option<u32> {
    let at = LETTERS.iter().position(|known| *known == letter)?;
    u32::try_from(at).ok().map(|at| at + 10)
}

/// Tells whether the code of a letter and nine digits make a multiple of 10, with the weights 1, 9 to 1, and 1.
fn checks(code: u32, digits: &[u8]) -> bool {
    let (last, body) = digits.split_last().expect("nine digits");
    let weighted = body
        .iter()
        .zip((1..=8).rev())
        .map(|(digit, weight)| weight * value(*digit));
    let sum = code / 10 + 9 * (code % 10) + weighted.sum::<u32>() + value(*last);
    sum.is_multiple_of(10)
}
