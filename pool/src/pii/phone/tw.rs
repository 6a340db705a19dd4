//! Taiwan: mobiles 09xx-xxx-xxx, and fixed lines with their area code.

use crate::pii::candidate::{Candidates, State};
use crate::pii::scan::{Edges, Scan};
use crate::pii::{Kind, words};

const MOBILE: [&[usize]; 3] = [&[10], &[4, 3, 3], &[4, 6]];

/// Area codes and the digits behind them, as the numbering plan of Taiwan lists them.
const AREAS: &[(&[u8], &[usize])] = &[
    (b"02", &[8]),
    (b"03", &[7]),
    (b"037", &[6]),
    (b"04", &[7, 8]),
    (b"049", &[7]),
    (b"05", &[7]),
    (b"06", &[7]),
    (b"07", &[7]),
    (b"08", &[7]),
    (b"082", &[6]),
    (b"0826", &[5]),
    (b"0836", &[5]),
    (b"089", &[6]),
];

/// What stands behind an area code, in brackets or without.
const BRACKETED: [&[u8]; 5] = [b")", b") ", b")-", "）".as_bytes(), "） ".as_bytes()];
const OPEN: [&[u8]; 2] = [b"(", "（".as_bytes()];

pub(super) fn look(scan: &Scan<'_>, at: usize, out: &mut Candidates) {
    if scan.digits(at).starts_with(b"09") {
        mobile(scan, at, out);
    } else {
        landline(scan, at, out);
    }
}

fn mobile(scan: &Scan<'_>, at: usize, out: &mut Candidates) {
    let Some(group) = MOBILE.iter().find_map(|lengths| scan.grouped(at, lengths)) else {
        return;
    };
    let (start, end) = (scan.runs[at].start, scan.runs[group.last].end);
    let edges = scan.edges(start, end);
    if edges == Edges::Inside {
        return;
    }
    // A hash in code can be ten digits by chance.
    let code = group.joint.is_none() && scan.before(start) == b'`';
    let plain = edges == Edges::Clear && !code && !scan.listed(at, group);
    let named = words::near(scan, start, end, &words::PHONE);
    // The older book numbers have ten digits too, and those of documents of the years 90 to 99.
    let other = words::near(scan, start, end, &words::BOOK)
        || !named && words::is_document(scan, start, end);
    let state = if other {
        State::Refused
    } else {
        State::of(plain || named)
    };
    out.add(Kind::TwMobile, start, end, state);
}

fn landline(scan: &Scan<'_>, at: usize, out: &mut Candidates) {
    let Some((start, end)) = line(scan, at) else {
        return;
    };
    if scan.edges(start, end) != Edges::Inside {
        let state = State::of(words::near(scan, start, end, &words::PHONE));
        out.add(Kind::TwLandline, start, end, state);
    }
}

/// Returns where a number with an area code begins and ends.
fn line(scan: &Scan<'_>, at: usize) -> Option<(usize, usize)> {
    let run = scan.runs[at];
    let digits = scan.digits(at);
    if run.len() > 4 {
        let fits = |(area, lengths): &(&[u8], &[usize])| {
            digits.starts_with(area) && lengths.contains(&(digits.len() - area.len()))
        };
        return AREAS.iter().any(fits).then_some((run.start, run.end));
    }
    let (_, lengths) = AREAS.iter().find(|(area, _)| *area == digits)?;
    let gap = scan.gap(at)?;
    let start = if BRACKETED.contains(&gap) {
        let opened = |open: &&&[u8]| scan.bytes[..run.start].ends_with(open);
        run.start - OPEN.iter().find(opened)?.len()
    } else if matches!(gap, b"-" | b" ") {
        run.start
    } else {
        return None;
    };
    let end = local(scan, at + 1, lengths)?;
    Some((start, end))
}

/// Returns where the digits behind an area code end: one run, or two of which the second has four digits or three.
fn local(scan: &Scan<'_>, at: usize, lengths: &[usize]) -> Option<usize> {
    let run = scan.runs[at];
    if matches!(scan.byte(run.start), b'0' | b'1') {
        return None;
    }
    if lengths.contains(&run.len()) {
        return Some(run.end);
    }
    let next = *scan.runs.get(at + 1)?;
    let joined = matches!(scan.gap(at)?, b"-" | b" ") && matches!(next.len(), 3 | 4);
    (joined && lengths.contains(&(run.len() + next.len()))).then_some(next.end)
}
