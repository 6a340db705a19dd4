//! Numbers that begin with `+` and a country code, with as many digits as that country's numbers have.

use crate::pii::Kind;
use crate::pii::candidate::{Candidates, State};
use crate::pii::scan::{Edges, Scan, value};
use std::sync::LazyLock;

/// `code:least-most` national digits of a country code.
const LENGTHS: &str = include_str!("lengths.txt");
/// Digits of the longest number that ITU-T E.164 allows, its country code among them, and of the shortest that is believed here.
const MOST: usize = 15;
const LEAST: usize = 8;
/// What people write between groups of digits.
const GAPS: [&[u8]; 11] = [
    b" ", b"-", b".", b"(", b")", b" (", b") ", b")-", b"-(", b"((", b"))",
];

/// Least and most national digits, at the country code.
static COUNTRIES: LazyLock<Vec<Option<(usize, usize)>>> = LazyLock::new(countries);

pub(super) fn look(scan: &Scan<'_>, first: usize, out: &mut Candidates) {
    let start = scan.runs[first].start - 1;
    let mut digits: Vec<u8> = Vec::new();
    let mut end = None;
    for at in first..scan.runs.len() {
        if at > first && !goes_on(scan, at) {
            break;
        }
        if at > first && is_trunk(scan, at) {
            continue;
        }
        digits.extend(scan.digits(at));
        if digits.len() > MOST {
            break;
        }
        if is_number(&digits) {
            end = Some(scan.runs[at].end);
        }
    }
    let Some(end) = end else {
        return;
    };
    let edges = scan.edges(start, end);
    if edges != Edges::Inside {
        out.add(Kind::Phone, start, end, State::of(edges == Edges::Clear));
    }
}

/// Tells whether a run is joined to the one before it. A dot joins groups only: `+6073641856.9` is an amount.
fn goes_on(scan: &Scan<'_>, at: usize) -> bool {
    let joined = scan.gap(at - 1).is_some_and(|gap| GAPS.contains(&gap));
    let dotted = scan.before(scan.runs[at].start) == b'.';
    joined && (!dotted || scan.runs[at - 1].len() <= 4 && scan.runs[at].len() > 1)
}

/// Tells whether a run is the bracketed zero that is dialled inside a country alone: `+44 (0)20`.
fn is_trunk(scan: &Scan<'_>, at: usize) -> bool {
    let run = scan.runs[at];
    scan.digits(at) == b"0" && scan.before(run.start) == b'(' && scan.byte(run.end) == b')'
}

/// Tells whether digits are a country code and a national number of a length it has.
fn is_number(digits: &[u8]) -> bool {
    let number = |len: usize| {
        digits[..len]
            .iter()
            .fold(0, |code, digit| 10 * code + value(*digit))
    };
    let coded = (1..=3.min(digits.len())).find_map(|len| {
        let code = usize::try_from(number(len)).ok()?;
        Some((len, COUNTRIES.get(code).copied().flatten()?))
    });
    let Some((len, (least, most))) = coded else {
        return false;
    };
    let national = &digits[len..];
    let dialled = digits[0] != b'1' || is_north_american(national);
    (LEAST..=MOST).contains(&digits.len()) && (least..=most).contains(&national.len()) && dialled
}

/// Tells whether ten digits can be dialled in North America: neither area nor exchange begins with 0 or 1, and 555-01xx is for fiction.
fn is_north_american(national: &[u8]) -> bool {
    let starts = |at: usize| national.get(at).is_some_and(|digit| *digit >= b'2');
    starts(0) && starts(3) && !national[3..].starts_with(b"55501")
}

fn countries() -> Vec<Option<(usize, usize)>> {
    let mut table = vec![None; 1000];
    let entries = LENGTHS.lines().filter(|line| !line.starts_with('#'));
    for entry in entries.flat_map(str::split_ascii_whitespace) {
        let parts = entry
            .split([':', '-'])
            .map(|part| part.parse().expect("a number"));
        let [code, least, most] = parts.collect::<Vec<usize>>()[..] else {
            panic!("an entry of lengths.txt is code:least-most");
        };
        table[code] = Some((least, most));
    }
    table
}
