//! Repair `html_entities`: references of HTML that a text kept when it was taken out of its page.
//!
//! - Read are the names of `tables/entities.txt`, `&#NNN;` and `&#xHHH;`, always with their semicolon. U+00A0 becomes a space.
//! - A number of a control character, a surrogate, a private-use or a noncharacter stays, and so does U+0060.
//! - In a code span ([`super::spans`]) all stay: that is text about HTML.
//! - Each is read once. What a decoded reference gives is never part of another one: `&amp;` stays where what follows would
//!   make it an entity (`&amp;lt;` is how a text writes `&lt;`), and so does a letter, a digit, `#`, `;` or a character that
//!   `strip_invisible` removes right after an `&` that nothing has closed (`&&#108;t;`). So a second run finds nothing new.

use super::{full_width, invisible, spans};
use std::ops::Range;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;

const TABLE: &str = include_str!("../../tables/entities.txt");

static NAMES: LazyLock<Vec<(&str, char)>> = LazyLock::new(names);

/// The most bytes that stand between `&` and `;`.
const BODY_MAX: usize = 8;

/// The other repairs, since what is decoded must need none of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decoder {
    pub(super) nfc: bool,
    pub(super) full_width: bool,
}

impl Decoder {
    /// Decodes the references of a text; nothing if none is.
    pub(super) fn decode(self, text: &str) -> Option<String> {
        let mut spans: Option<Spans> = None;
        let mut out = String::new();
        // How much of the text stands in `out`, and from where an entity is looked for.
        let (mut copied, mut from, mut changed) = (0, 0, false);
        while let Some(found) = memchr::memchr(b'&', &text.as_bytes()[from..]) {
            let at = from + found;
            from = at + 1;
            let Some((length, scalar)) = reference(&text[from..]) else {
                continue;
            };
            from += length;
            let spans = spans.get_or_insert_with(|| Spans::new(text));
            if spans.contain(at) {
                continue;
            }
            out.push_str(&text[copied..at]);
            copied = at;
            if let Some(plain) = self.plain(scalar, &out, &text[from..]) {
                out.push_str(&plain);
                copied = from;
                changed = true;
            }
        }
        out.push_str(&text[copied..]);
        changed.then_some(out)
    }

    /// Returns what a reference stands for, or nothing if it has to stay between these two texts.
    fn plain(self, scalar: char, before: &str, after: &str) -> Option<String> {
        let scalar = if scalar == '\u{a0}' { ' ' } else { scalar };
        let scalar = if self.full_width {
            full_width::alphanumeric(scalar)
        } else {
            scalar
        };
        let text = String::from(scalar);
        let text = if self.nfc { text.nfc().collect() } else { text };
        let first = text.chars().next()?;
        let stays = match first {
            '`' => true,
            '&' => reference(after).is_some(),
            _ if is_body(first) => is_open(before),
            _ if invisible::is_invisible(first) => is_open(before) || before.ends_with('`'),
            _ => false,
        };
        (!stays).then_some(text)
    }
}

/// Reads what stands after an `&`: how long it is with its semicolon, and which scalar it names.
fn reference(text: &str) -> Option<(usize, char)> {
    let head = &text.as_bytes()[..text.len().min(BODY_MAX + 1)];
    let end = memchr::memchr(b';', head)?;
    // What stands before a semicolon ends with a scalar.
    let body = &text[..end];
    let scalar = match body.strip_prefix('#') {
        Some(number) => of_number(number)?,
        None => of_name(body)?,
    };
    Some((end + 1, scalar))
}

fn of_name(name: &str) -> Option<char> {
    let at = NAMES.binary_search_by_key(&name, |(known, _)| known).ok()?;
    Some(NAMES[at].1)
}

fn of_number(number: &str) -> Option<char> {
    let (digits, radix) = match number.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16),
        None => (number, 10),
    };
    let scalar = match digits.as_bytes() {
        // A sign is no digit, though `from_str_radix` takes one.
        [b'+', ..] => None,
        _ => u32::from_str_radix(digits, radix).ok(),
    };
    scalar
        .and_then(char::from_u32)
        .filter(|scalar| is_text(*scalar))
}

/// Tells whether a scalar may stand in a text: no control, private-use or noncharacter.
fn is_text(scalar: char) -> bool {
    let control = matches!(scalar, '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}');
    let private = matches!(scalar, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..=char::MAX);
    let none = matches!(scalar, '\u{fdd0}'..='\u{fdef}') || u32::from(scalar) & 0xfffe == 0xfffe;
    !control && !private && !none
}

fn is_body(scalar: char) -> bool {
    scalar.is_ascii_alphanumeric() || matches!(scalar, '#' | ';')
}

/// Tells whether a text ends with the beginning of an entity.
fn is_open(text: &str) -> bool {
    let tail = text.bytes().rev().take(BODY_MAX + 1);
    let mut rest = tail.skip_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#');
    rest.next() == Some(b'&')
}

/// Code spans, asked about in ascending order.
struct Spans {
    spans: Vec<Range<usize>>,
    next: usize,
}

impl Spans {
    fn new(text: &str) -> Self {
        Self {
            spans: spans::code_spans(text),
            next: 0,
        }
    }

    fn contain(&mut self, at: usize) -> bool {
        while self.spans.get(self.next).is_some_and(|span| span.end <= at) {
            self.next += 1;
        }
        self.spans
            .get(self.next)
            .is_some_and(|span| span.start <= at)
    }
}

fn names() -> Vec<(&'static str, char)> {
    let mut words = TABLE
        .lines()
        .filter(|line| !line.starts_with('#'))
        .flat_map(str::split_ascii_whitespace);
    let mut names = Vec::new();
    while let (Some(name), Some(point)) = (words.next(), words.next()) {
        let point = point.strip_prefix("U+").expect("a scalar of the table");
        let point = u32::from_str_radix(point, 16).expect("a scalar of the table");
        names.push((name, char::from_u32(point).expect("a scalar of the table")));
    }
    names
}

#[cfg(test)]
mod tests;
