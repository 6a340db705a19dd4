//! Phone numbers: Taiwan and mainland forms, and those that begin with `+`.

mod cn;
mod international;
mod tw;

use super::candidate::Candidates;
use super::scan::Scan;

pub(super) fn look(scan: &Scan<'_>, at: usize, out: &mut Candidates) {
    match (scan.before(scan.runs[at].start), scan.digits(at)[0]) {
        (b'+', _) => international::look(scan, at, out),
        (_, b'0') => tw::look(scan, at, out),
        (_, b'1') => cn::look(scan, at, out),
        _ => {}
    }
}
