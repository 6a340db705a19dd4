//! Global IPv4 addresses. Numbers of versions and of sections have the same form, so the words before them decide.

use super::candidate::{Candidates, State};
use super::scan::{Scan, is_word};
use super::{Kind, words};

/// Blocks that are no host's on the public net, with the bits that count: IANA's special-purpose registry, multicast, and the reserved rest.
const SPECIAL: &[([u8; 4], u32)] = &[
    ([0, 0, 0, 0], 8),
    ([10, 0, 0, 0], 8),
    ([100, 64, 0, 0], 10),
    ([127, 0, 0, 0], 8),
    ([169, 254, 0, 0], 16),
    ([172, 16, 0, 0], 12),
    ([192, 0, 0, 0], 24),
    ([192, 0, 2, 0], 24),
    ([192, 31, 196, 0], 24),
    ([192, 52, 193, 0], 24),
    ([192, 88, 99, 0], 24),
    ([192, 168, 0, 0], 16),
    ([192, 175, 48, 0], 24),
    ([198, 18, 0, 0], 15),
    ([198, 51, 100, 0], 24),
    ([203, 0, 113, 0], 24),
    ([224, 0, 0, 0], 3),
];

/// Numbers whose parts are all below this need a sign that they are addresses: versions look so, few addresses do.
const SMALL: u8 = 100;
/// Bytes before it in which a word says what it is.
const BEFORE: usize = 32;

pub(super) fn look(scan: &Scan<'_>, at: usize, out: &mut Candidates) {
    if scan.gap(at) != Some(b".") || scan.gap_before(at) == Some(b".") {
        return;
    }
    let dotted = (at..scan.runs.len()).take_while(|at| scan.gap(*at) == Some(b"."));
    let last = at + dotted.take(4).count();
    let (start, end) = (scan.runs[at].start, scan.runs[last].end);
    let Some(parts) = (last == at + 3).then(|| parts(scan, at)).flatten() else {
        return;
    };
    if !is_special(parts) {
        out.add(Kind::Ipv4, start, end, weigh(scan, parts, start, end));
    }
}

/// Returns the four parts, each 0 to 255 without leading zeros.
fn parts(scan: &Scan<'_>, at: usize) -> Option<[u8; 4]> {
    let mut parts = [0; 4];
    for (place, part) in parts.iter_mut().enumerate() {
        let digits = scan.digits(at + place);
        if digits.len() > 3 || digits.len() > 1 && digits[0] == b'0' {
            return None;
        }
        *part = std::str::from_utf8(digits).ok()?.parse().ok()?;
    }
    Some(parts)
}

/// Tells whether an address is no public host's: in a special block, or the name of a network (it ends in zero).
fn is_special(parts: [u8; 4]) -> bool {
    let address = u32::from_be_bytes(parts);
    let in_block =
        |(block, bits): &([u8; 4], u32)| (address ^ u32::from_be_bytes(*block)) >> (32 - bits) == 0;
    SPECIAL.iter().any(in_block) || parts[3] == 0
}

/// Tells whether the number is part of a longer word, such as the name of a package or a program and its version.
fn is_piece(scan: &Scan<'_>, start: usize, end: usize) -> bool {
    let (left, right) = (scan.before(start), scan.byte(end));
    let before_left = scan.before(start.saturating_sub(1));
    let behind_right = scan.byte(end + 1);
    let left_piece = match left {
        b'-' | b'+' | b'/' | b'.' => is_word(before_left),
        b'=' => b"=<>~!".contains(&before_left),
        b':' => before_left == b':',
        b'~' | b'^' | b'>' | b'<' => true,
        _ => is_word(left),
    };
    left_piece || is_word(right) || b"-.+~".contains(&right) && is_word(behind_right)
}

fn weigh(scan: &Scan<'_>, parts: [u8; 4], start: usize, end: usize) -> State {
    let machine = words::last(scan, start, BEFORE, &words::MACHINE);
    let numbered = words::last(scan, start, BEFORE, &words::NUMBERED);
    let behind = scan.text[end..].trim_start_matches(' ');
    let titled = words::NUMBERED_BEHIND
        .iter()
        .any(|word| behind.starts_with(word));
    let (left, right) = (scan.before(start), scan.byte(end));
    let written_so = scan.text[..start].ends_with("//")
        || left == b'@'
        || matches!(right, b':' | b'/') && scan.byte(end + 1).is_ascii_digit();
    if is_piece(scan, start, end) || titled || numbered > machine {
        State::Refused
    } else {
        State::of(written_so || machine.is_some() || parts.iter().any(|part| *part >= SMALL))
    }
}
