//! One JSON object a line, read strictly: names once, whole surrogate pairs, numbers as written.
//!
//! serde_json checks the syntax. It keeps the last of two equal names and turns numbers into floats, so an object is read member by
//! member with the values as they stand in the text.

use super::Fault;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

const DEPTH_MAX: u32 = 32;

/// The members of an object in the order of the text.
pub type Members<'a> = Vec<(String, &'a RawValue)>;

/// Reads the members of the object that a text holds.
///
/// # Errors
/// If the text is no JSON object, or says a name twice.
pub fn members(text: &str) -> Result<Members<'_>, Fault> {
    if !text.trim_ascii_start().starts_with('{') {
        return Err(Fault::new(
            "json_syntax",
            "expected a JSON object that begins with `{`",
        ));
    }
    let Object(members) = parse(text)?;
    let mut names: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(Fault::new(
            "json_duplicate_key",
            format!(
                "the name \"{}\" stands twice in an object",
                pair[0].escape_debug()
            ),
        )),
        None => Ok(members),
    }
}

/// Reads a string, or an integer as it is written; nothing for another kind of value.
///
/// # Errors
/// If the string holds half of a surrogate pair.
pub fn text(value: &RawValue) -> Result<Option<String>, Fault> {
    match value.get().as_bytes() {
        [b'"', ..] => parse(value.get()).map(Some),
        [b'-' | b'0'..=b'9', rest @ ..] if rest.iter().all(u8::is_ascii_digit) => {
            Ok(Some(value.get().to_owned()))
        }
        _ => Ok(None),
    }
}

/// Writes members as one object: names ascending, no blanks, numbers as they were.
///
/// # Errors
/// As [`members`], for every object inside.
pub fn canonical(members: Members<'_>) -> Result<String, Fault> {
    let mut out = String::new();
    write_object(members, &mut out, 1)?;
    Ok(out)
}

fn write_object(mut members: Members<'_>, out: &mut String, depth: u32) -> Result<(), Fault> {
    members.sort_by(|a, b| a.0.as_bytes().cmp(b.0.as_bytes()));
    out.push('{');
    for (at, (name, value)) in members.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        write_text(name, out);
        out.push(':');
        write_value(value, out, depth + 1)?;
    }
    out.push('}');
    Ok(())
}

fn write_value(value: &RawValue, out: &mut String, depth: u32) -> Result<(), Fault> {
    if depth > DEPTH_MAX {
        return Err(Fault::new(
            "json_depth",
            format!("objects and arrays are nested more than {DEPTH_MAX} deep"),
        ));
    }
    match value.get().as_bytes()[0] {
        b'{' => write_object(members(value.get())?, out, depth)?,
        b'[' => {
            let items: Vec<&RawValue> = parse(value.get())?;
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write_value(item, out, depth + 1)?;
            }
            out.push(']');
        }
        b'"' => write_text(&parse::<String>(value.get())?, out),
        _ => out.push_str(value.get()),
    }
    Ok(())
}

fn write_text(text: &str, out: &mut String) {
    out.push_str(&serde_json::to_string(text).expect("a string is JSON"));
}

fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Fault> {
    serde_json::from_str(text).map_err(|error| {
        let reason = if has_half_surrogate(text.as_bytes()) {
            "json_surrogate"
        } else {
            "json_syntax"
        };
        Fault::new(reason, format!("column {}: {error}", error.column()))
    })
}

/// Tells whether a JSON text holds an escape of U+D800 to U+DFFF that is no half of a pair.
fn has_half_surrogate(json: &[u8]) -> bool {
    let escape = |at: usize| {
        let digits = json.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let mut at = 0;
    while let Some(next) = memchr::memchr(b'\\', json.get(at..).unwrap_or_default()) {
        at += next;
        match escape(at) {
            Some(0xd800..=0xdbff) if matches!(escape(at + 6), Some(0xdc00..=0xdfff)) => at += 12,
            Some(0xd800..=0xdfff) => return true,
            _ => at += 2,
        }
    }
    false
}

struct Object<'a>(Members<'a>);

impl<'de> Deserialize<'de> for Object<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Walk;
        impl<'de> Visitor<'de> for Walk {
            type Value = Object<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Object(members))
            }
        }
        deserializer.deserialize_map(Walk)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical_of(text: &str) -> Result<String, &'static str> {
        members(text)
            .and_then(canonical)
            .map_err(|fault| fault.reason)
    }

    #[test]
    fn further_fields_have_one_spelling() {
        for (given, canonical) in [
            ("{}", "{}"),
            (
                " { \"b\" : [ 1 , { \"d\":2,\"c\":null } ] , \"a\" : \"\\u00e9\\/\\n\" } ",
                "{\"a\":\"é/\\n\",\"b\":[1,{\"c\":null,\"d\":2}]}",
            ),
            (
                "{\"n\":1.50e+2,\"m\":-0,\"t\":true}",
                "{\"m\":-0,\"n\":1.50e+2,\"t\":true}",
            ),
            (
                "{\"\\ud83d\\ude00\":\"\\\\ud800\"}",
                "{\"😀\":\"\\\\ud800\"}",
            ),
        ] {
            assert_eq!(canonical_of(given).as_deref(), Ok(canonical), "{given}");
            assert_eq!(
                canonical_of(canonical).as_deref(),
                Ok(canonical),
                "{canonical}"
            );
        }
    }

    #[test]
    fn what_is_wrong_has_a_code_at_any_depth() {
        let nested = |depth: usize| format!("{{\"a\":{}{}}}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(canonical_of(&nested(31)), Ok(nested(31)));
        assert_eq!(canonical_of(&nested(32)), Err("json_depth"));
        for (given, reason) in [
            ("", "json_syntax"),
            ("{\"a\":01}", "json_syntax"),
            ("{\"a\":1,}", "json_syntax"),
            ("{\"a\":NaN}", "json_syntax"),
            ("{\"a\":\"\\ud800\\n\"}", "json_surrogate"),
            ("{\"\\udfff\":1}", "json_surrogate"),
            ("{\"a\":{\"b\":1,\"\\u0062\":2}}", "json_duplicate_key"),
        ] {
            assert_eq!(canonical_of(given), Err(reason), "{given}");
        }
    }
}
