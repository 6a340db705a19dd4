//! Bank account numbers (ISO 13616): a country, as many places as it uses, and a remainder of 1 modulo 97.

use super::Kind;
use super::candidate::{Candidates, State};
use super::scan::{Edges, Scan};

/// Countries and the length of their numbers: SWIFT's IBAN registry, release 101.
const LENGTHS: &str = "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 \
    CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 \
    HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 \
    ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 \
    SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30";

pub(super) fn look(scan: &Scan<'_>, at: usize, out: &mut Candidates) {
    let run = scan.runs[at];
    let Some(start) = run.start.checked_sub(2) else {
        return;
    };
    let country = &scan.bytes[start..run.start];
    if run.len() < 2 || !country.iter().all(u8::is_ascii_uppercase) {
        return;
    }
    let Some(places) = length(country) else {
        return;
    };
    let Some(end) = end(scan, start, places) else {
        return;
    };
    if scan.edges(start, end) != Edges::Inside && is_one_modulo_97(&scan.bytes[start..end]) {
        out.add(Kind::Iban, start, end, State::Sure);
    }
}

fn length(country: &[u8]) -> Option<usize> {
    let entries = LENGTHS.split_ascii_whitespace();
    let entry = entries
        .map(str::as_bytes)
        .find(|entry| entry.starts_with(country))?;
    std::str::from_utf8(&entry[2..]).ok()?.parse().ok()
}

/// Returns where a number of so many places ends: in one piece, or in groups of four.
fn end(scan: &Scan<'_>, start: usize, places: usize) -> Option<usize> {
    let spaced = scan.byte(start + 4) == b' ';
    let mut at = start;
    for place in 0..places {
        if spaced && place > 0 && place % 4 == 0 {
            (scan.byte(at) == b' ').then_some(())?;
            at += 1;
        }
        let byte = scan.byte(at);
        (byte.is_ascii_digit() || byte.is_ascii_uppercase()).then_some(())?;
        at += 1;
    }
    Some(at)
}

/// Tells whether the places, the first four last and letters as 10 to 35, leave 1 modulo 97.
fn is_one_modulo_97(text: &[u8]) -> bool {
    let (head, body) = text.split_at(4);
    let places = body.iter().chain(head).filter(|byte| **byte != b' ');
    let rest = places.fold(0, |rest, byte| match byte {
        b'A'..=b'Z' => (rest * 100 + u32::from(byte - b'A') + 10) % 97,
        _ => (rest * 10 + u32::from(byte - b'0')) % 97,
    });
    rest == 1
}
