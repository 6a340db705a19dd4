//! Canonical JSON: format.md, section 7.1. Reading is parsing, writing again and comparing.

use std::fmt;

use serde::{Serialize, de::DeserializeOwned};

pub use super::json_scan::scan;
pub use super::json_write::write;

/// The deepest nesting that is read.
pub const DEPTH_MAX: usize = 8;

/// Why bytes are not the canonical JSON that was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JsonFault {
    /// Not JSON at all, or not UTF-8, or not in the canonical spelling; with the first byte.
    Spelling(usize, String),
    /// JSON, but with other fields, types or values than the form has.
    Fields(String),
}

impl fmt::Display for JsonFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spelling(at, what) => write!(out, "byte {at}: {what}"),
            Self::Fields(what) => out.write_str(what),
        }
    }
}

/// Reads one canonical value of a form.
///
/// # Errors
///
/// Says what the bytes are if they are not exactly what this crate would write.
pub fn read<T: DeserializeOwned + Serialize>(bytes: &[u8]) -> Result<T, JsonFault> {
    let value: T = serde_json::from_slice(bytes).map_err(|error| {
        if error.is_data() {
            JsonFault::Fields(error.to_string())
        } else {
            scan(bytes)
                .err()
                .unwrap_or_else(|| JsonFault::Spelling(0, error.to_string()))
        }
    })?;
    scan(bytes)?;
    let again = write(&value).map_err(JsonFault::Fields)?;
    if again == bytes {
        return Ok(value);
    }
    let same = again
        .iter()
        .zip(bytes)
        .take_while(|(ours, theirs)| ours == theirs)
        .count();
    Err(JsonFault::Spelling(
        same,
        "not in the order of the form's fields".to_owned(),
    ))
}

/// Reads a file of one object, which ends with LF.
///
/// # Errors
///
/// As [`read`] does.
pub fn read_file<T: DeserializeOwned + Serialize>(bytes: &[u8]) -> Result<T, JsonFault> {
    match bytes.strip_suffix(b"\n") {
        Some(object) => read(object),
        None => Err(JsonFault::Spelling(
            bytes.len(),
            "no LF at the end".to_owned(),
        )),
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Form {
        a: u64,
        b: String,
    }

    fn form(text: &str) -> Result<Form, JsonFault> {
        read(text.as_bytes())
    }

    #[test]
    fn canonical_bytes_are_read() {
        let read = form(r#"{"a":1,"b":"\"\\\b\t\n\f\r\u0001/é"}"#).unwrap();
        assert_eq!(read.b, "\"\\\u{8}\t\n\u{c}\r\u{1}/é");
    }

    #[test]
    fn another_spelling_is_named_by_its_byte() {
        for bad in [
            r#"{"b":"","a":1}"#,
            r#"{ "a":1,"b":""}"#,
            r#"{"a":1,"b":"\u0041"}"#,
            r#"{"a":1,"b":"\/"}"#,
            r#"{"a":1,"b":"\u001F"}"#,
            r#"{"a":01,"b":""}"#,
            r#"{"a":9223372036854775808,"b":""}"#,
            r#"{"a":1,"b":""} "#,
            r#"{"a":1,"b":""}}"#,
            r#"{"a":1"#,
        ] {
            assert!(matches!(form(bad), Err(JsonFault::Spelling(..))), "{bad}");
        }
        let broken = read::<Form>(b"{\"a\":1,\"b\":\"\xff\"}");
        assert!(matches!(broken, Err(JsonFault::Spelling(..))), "{broken:?}");
    }

    #[test]
    fn other_fields_are_named() {
        for bad in [
            r#"{"a":1}"#,
            r#"{"a":1,"b":"","c":2}"#,
            r#"{"a":1,"a":1,"b":""}"#,
            r#"{"a":1.0,"b":""}"#,
            r#"{"a":-1,"b":""}"#,
            r#"{"a":null,"b":""}"#,
            r#"{"a":1,"b":2}"#,
        ] {
            assert!(matches!(form(bad), Err(JsonFault::Fields(_))), "{bad}");
        }
    }

    #[test]
    fn a_file_ends_with_one_line_feed() {
        assert!(read_file::<Form>(b"{\"a\":1,\"b\":\"\"}\n").is_ok());
        assert!(read_file::<Form>(b"{\"a\":1,\"b\":\"\"}").is_err());
        assert!(read_file::<Form>(b"{\"a\":1,\"b\":\"\"}\n\n").is_err());
    }
}
