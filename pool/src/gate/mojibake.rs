//! Gate `mojibake`: text whose bytes were read as another encoding.
//!
//! | what was found, all under the reason `mojibake` | passes | rejects |
//! |---|---|---|
//! | runs of windows-1252 or Latin-1 scalars that are UTF-8 when written back, and then East Asian letters or other ones of two bytes or more: `least = 2` of them on a panel | `Müller, Åse` | `æ¯\u{8f}é å\u{9b}ž` |
//! | what GBK makes of U+FFFD or of uninitialised memory: `锟斤拷`, `烫烫烫`, `屯屯屯` | | `锟斤拷` |
//!
//! Nothing is mended: half of such a text is usually lost (U+00A0 became a blank, C1 controls were dropped).

use super::unit::Panel;
use super::{Finding, Gate, Spec, Unit, either, options};
use serde::Deserialize;

pub(super) const SPEC: Spec = Spec {
    name: "mojibake",
    reasons: &["mojibake"],
    structured: false,
    make: |table, _| {
        let gate: Mojibake = options(table)?;
        Ok(Some(Box::new(gate)))
    },
};

const LOST: [&str; 3] = ["锟斤拷", "烫烫烫", "屯屯屯"];

#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Mojibake {
    least: u32,
}

impl Default for Mojibake {
    fn default() -> Self {
        Self { least: 2 }
    }
}

impl Gate for Mojibake {
    fn check(&self, unit: &Unit<'_>) -> Option<Finding> {
        either(unit, |panel| self.look(panel))
    }

    fn parameters(&self) -> String {
        format!(">= {} scalars read wrongly", self.least)
    }
}

impl Mojibake {
    fn look(&self, panel: &Panel<'_>) -> Option<Finding> {
        let text = panel.text;
        if text.is_ascii() {
            return None;
        }
        if let Some((at, lost)) = LOST.iter().find_map(|lost| Some((text.find(lost)?, lost))) {
            return Some(Finding::in_panel(panel, "mojibake", at, *lost));
        }
        // The first scalar of each sequence is one of U+00C2..U+00F4, which UTF-8 writes with this byte, and no other.
        memchr::memchr(0xc3, text.as_bytes())?;
        let (count, at, first) = wrongly_read(text);
        (count >= self.least && count > 0).then(|| Finding::in_panel(panel, "mojibake", at, first))
    }
}

/// Counts the scalars of two bytes or more that runs of such bytes give; with the place and the text of the first.
fn wrongly_read(text: &str) -> (u32, usize, String) {
    let (mut count, mut at, mut first) = (0, 0, String::new());
    let mut bytes: Vec<(usize, u8)> = Vec::new();
    let end = [(text.len(), ' ')];
    for (place, scalar) in text.char_indices().chain(end) {
        if let Some(byte) = byte_of(scalar) {
            bytes.push((place, byte));
            continue;
        }
        let mut rest = &bytes[..];
        while let Some(&(place, _)) = rest.first() {
            match sequence(rest) {
                Some((scalar, length)) => {
                    if count == 0 {
                        at = place;
                    }
                    count += 1;
                    if count <= 10 {
                        first.push(scalar);
                    }
                    rest = &rest[length..];
                }
                None => rest = &rest[1..],
            }
        }
        bytes.clear();
    }
    (count, at, first)
}

/// Returns the scalar that stands in UTF-8 at the start of some bytes, and how many bytes it takes. Of two bytes only what no
/// windows-1252 text holds by itself counts: `Ã©` is é, but `Å¾` may be a name's end.
fn sequence(bytes: &[(usize, u8)]) -> Option<(char, usize)> {
    let length = match bytes[0].1 {
        0xc2..=0xc3 => 2,
        0xe2..=0xe9 | 0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return None,
    };
    let sequence: Vec<u8> = bytes.get(..length)?.iter().map(|&(_, byte)| byte).collect();
    let scalar = std::str::from_utf8(&sequence).ok()?.chars().next()?;
    Some((scalar, length))
}

/// Returns the byte from 0x80 that windows-1252 or Latin-1 reads as a scalar.
fn byte_of(scalar: char) -> Option<u8> {
    let point = u32::from(scalar);
    match point {
        // Nearly every scalar that is asked about is a letter of the panel's own script.
        0..0x80 | 0x2123.. => None,
        0x80..=0xff => u8::try_from(point).ok(),
        _ => HIGH.iter().position(|&high| high == point).and_then(|at| {
            let at = u8::try_from(at).ok()?;
            Some(0x80 + at)
        }),
    }
}

/// What windows-1252 has at 0x80 to 0x9f (WHATWG Encoding Standard); 0 where it is the C1 control of that number.
const HIGH: [u32; 32] = [
    0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039,
    0x0152, 0, 0x017d, 0, 0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc,
    0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e, 0x0178,
];
