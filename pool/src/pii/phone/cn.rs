//! Mainland mobiles: eleven digits that begin with 13 to 19.
//!
//! Eleven digits, or three, four and four between blanks, may be anything; hyphens between them say what they are.

use crate::pii::candidate::{Candidates, State};
use crate::pii::scan::{Edges, Scan};
use crate::pii::{Kind, words};

const GROUPS: [&[usize]; 2] = [&[11], &[3, 4, 4]];

pub(super) fn look(scan: &Scan<'_>, at: usize, out: &mut Candidates) {
    if !matches!(scan.digits(at), [_, b'3'..=b'9', ..]) {
        return;
    }
    let Some(group) = GROUPS.iter().find_map(|lengths| scan.grouped(at, lengths)) else {
        return;
    };
    let (start, end) = (scan.runs[at].start, scan.runs[group.last].end);
    let edges = scan.edges(start, end);
    if edges == Edges::Inside || scan.listed(at, group) {
        return;
    }
    let plain = edges == Edges::Clear && group.joint == Some(b'-');
    let state = State::of(plain || words::near(scan, start, end, &words::PHONE));
    out.add(Kind::CnMobile, start, end, state);
}
