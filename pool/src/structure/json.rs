//! Skeletons of JSON: docs/format.md, section 5.6.
//!
//! serde_json says whether a text is RFC 8259 by its grammar; what is left to do is to walk over its brackets, and to look at the numbers
//! and escapes that the grammar allows and many a reader does not.

use super::{ABSENT, JSON_DEPTH, Parting, fault, first_difference};
use serde::de::{Deserializer, Error, IgnoredAny, Visitor};
use std::collections::BTreeSet;
use std::fmt;

/// The tree in document order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Object,
    /// The bytes that a key spells: two spellings of one key are one key.
    Key(Vec<u8>),
    Array,
    End,
    String,
    Number,
    Boolean,
    Null,
}

enum Open {
    Object(BTreeSet<Vec<u8>>),
    Array,
}

pub(super) fn parse(text: &str) -> Result<Vec<Part>, String> {
    serde_json::from_str::<IgnoredAny>(text).map_err(|error| why_not(&error))?;
    let bytes = text.as_bytes();
    let mut parts = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut is_key = false;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        at += 1;
        match byte {
            b'{' => {
                parts.push(Part::Object);
                open.push(Open::Object(BTreeSet::new()));
                is_key = true;
            }
            b'[' => {
                parts.push(Part::Array);
                open.push(Open::Array);
                is_key = false;
            }
            b'}' | b']' => {
                parts.push(Part::End);
                open.pop();
            }
            b',' => is_key = matches!(open.last(), Some(Open::Object(_))),
            b'"' => {
                at = string_end(bytes, start);
                serde_json::from_str::<String>(&text[start..at])
                    .map_err(|_| fault(text, start, "an escape that is half of a pair"))?;
                match open.last_mut() {
                    Some(Open::Object(keys)) if is_key => {
                        is_key = false;
                        let key = spelled(&text[start..at]);
                        if !keys.insert(key.clone()) {
                            let twice = format!("key {} twice", &text[start..at]);
                            return Err(fault(text, start, &twice));
                        }
                        parts.push(Part::Key(key));
                    }
                    _ => parts.push(Part::String),
                }
            }
            b'-' | b'0'..=b'9' => {
                parts.push(Part::Number);
                at = scalar_end(bytes, at);
                if !text[start..at].parse().is_ok_and(f64::is_finite) {
                    return Err(fault(text, start, "a number beyond the doubles"));
                }
            }
            b't' | b'f' | b'n' => {
                let null = byte == b'n';
                parts.push(if null { Part::Null } else { Part::Boolean });
                at = scalar_end(bytes, at);
            }
            _ => {}
        }
        if open.len() > JSON_DEPTH {
            let deep = format!("nested deeper than {JSON_DEPTH}");
            return Err(fault(text, start, &deep));
        }
    }
    Ok(parts)
}

fn why_not(error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    let said = error.to_string();
    let place = format!(" at line {line} column {column}");
    let why = said.strip_suffix(&place).unwrap_or(&said);
    format!("line {line} column {column}: {why}")
}

/// Returns where a string ends that begins at a quote.
fn string_end(bytes: &[u8], quote: usize) -> usize {
    let mut at = quote + 1;
    while bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

/// Returns where a number or a word ends.
fn scalar_end(bytes: &[u8], at: usize) -> usize {
    let ends = |byte: &u8| matches!(byte, b',' | b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r');
    let length = bytes[at..].iter().position(ends);
    length.map_or(bytes.len(), |length| at + length)
}

/// Returns the bytes that a string spells. Half of a surrogate pair, which no `String` can hold, is three bytes.
fn spelled(string: &str) -> Vec<u8> {
    struct Bytes;
    impl Visitor<'_> for Bytes {
        type Value = Vec<u8>;
        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a string")
        }
        fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
            Ok(bytes.to_vec())
        }
    }
    let mut reader = serde_json::Deserializer::from_str(string);
    reader
        .deserialize_bytes(Bytes)
        .expect("the whole text was read before")
}

pub(super) fn part(left: &[Part], right: &[Part]) -> Option<Parting> {
    let at = first_difference(left, right)?;
    let frames = frames(&left[..at]);
    let sides = [&left[at..], &right[at..]];
    let said = |wanted: &dyn Fn(&[Part]) -> String| [wanted(sides[0]), wanted(sides[1])];
    let parting = |place: String, [left, right]: [String; 2]| Parting::new(place, left, right);
    let keys = sides.map(next_keys);
    let has = |side: usize, key: &[u8]| keys[side].iter().any(|&(other, _)| other == key);
    // The key that one object has and the other has not; else the first that stands elsewhere.
    let of_side = |side: usize| keys[side].first().map(|&(key, _)| key);
    let lone = [0, 1]
        .into_iter()
        .find_map(|side| of_side(side).filter(|key| !has(1 - side, key)));
    if let Some(key) = lone {
        let place = path(&frames, Some(key));
        return Some(parting(
            place,
            said(&|side| {
                let mut keys = next_keys(side).into_iter();
                let found = keys.find(|&(other, _)| other == key);
                found.map_or_else(|| ABSENT.to_owned(), |(_, value)| kind(value).to_owned())
            }),
        ));
    }
    if let Some(key) = of_side(0) {
        let before = frames.last().map_or(0, |frame| frame.count);
        let ordinal = |side: &[Part]| {
            let mut keys = next_keys(side).into_iter();
            let at = keys.position(|(other, _)| other == key).unwrap_or_default();
            format!("key {}", before + at + 1)
        };
        return Some(parting(path(&frames, Some(key)), said(&ordinal)));
    }
    let value = |side: &[Part]| match &side[0] {
        Part::End => ABSENT.to_owned(),
        value => kind(value).to_owned(),
    };
    Some(parting(path(&frames, None), said(&value)))
}

/// Returns the keys that are still to come in the object that is open, each with its value; none where another thing comes next.
fn next_keys(parts: &[Part]) -> Vec<(&[u8], &Part)> {
    let mut keys = Vec::new();
    if !matches!(parts[0], Part::Key(_)) {
        return keys;
    }
    let mut depth = 0_usize;
    for (at, part) in parts.iter().enumerate() {
        match part {
            Part::Key(key) if depth == 0 => keys.push((key.as_slice(), &parts[at + 1])),
            Part::Object | Part::Array => depth += 1,
            Part::End if depth == 0 => break,
            Part::End => depth -= 1,
            _ => {}
        }
    }
    keys
}

fn kind(part: &Part) -> &'static str {
    match part {
        Part::Object => "object",
        Part::Key(_) => "key",
        Part::Array => "array",
        Part::End => "end",
        Part::String => "string",
        Part::Number => "number",
        Part::Boolean => "boolean",
        Part::Null => "null",
    }
}

/// An object or array that is open.
struct Frame<'p> {
    is_object: bool,
    /// The last key of an object.
    key: &'p [u8],
    /// How many keys of an object or items of an array were begun.
    count: usize,
}

fn frames(parts: &[Part]) -> Vec<Frame<'_>> {
    let mut frames: Vec<Frame<'_>> = Vec::new();
    for part in parts {
        match part {
            Part::Key(key) => {
                let frame = frames.last_mut().expect("a key stands in an object");
                frame.key = key;
                frame.count += 1;
                continue;
            }
            Part::End => {
                frames.pop();
                continue;
            }
            _ => {}
        }
        if let Some(frame) = frames.last_mut().filter(|frame| !frame.is_object) {
            frame.count += 1;
        }
        if matches!(part, Part::Object | Part::Array) {
            frames.push(Frame {
                is_object: *part == Part::Object,
                key: &[],
                count: 0,
            });
        }
    }
    frames
}

/// Returns the path of what comes next: of a key, if one is given, else of a value.
fn path(frames: &[Frame<'_>], key: Option<&[u8]>) -> String {
    let mut path = "$".to_owned();
    for (at, frame) in frames.iter().enumerate() {
        let last = at + 1 == frames.len();
        if frame.is_object {
            let key = key.filter(|_| last).unwrap_or(frame.key);
            path.push_str(&step(key));
        } else {
            let item = if last { frame.count } else { frame.count - 1 };
            path.push_str(&format!("[{item}]"));
        }
    }
    path
}

fn step(key: &[u8]) -> String {
    let key = String::from_utf8_lossy(key);
    let plain = |scalar: char| scalar.is_alphanumeric() || matches!(scalar, '_' | '-');
    if !key.is_empty() && key.chars().all(plain) {
        format!(".{key}")
    } else {
        format!("[{key:?}]")
    }
}
