//! Tells whether bytes are one canonical JSON value, whatever its fields: format.md, section 7.1.

use std::collections::BTreeSet;

use super::json::{DEPTH_MAX, JsonFault};

/// Checks spelling, nesting and unique keys of one value.
///
/// # Errors
///
/// Names the first byte that a canonical value would not have there.
pub fn scan(bytes: &[u8]) -> Result<(), JsonFault> {
    if let Err(error) = std::str::from_utf8(bytes) {
        return Err(JsonFault::Spelling(
            error.valid_up_to(),
            "not UTF-8".to_owned(),
        ));
    }
    let mut scanner = Scanner { bytes, at: 0 };
    scanner.value(0)?;
    match bytes.get(scanner.at) {
        None => Ok(()),
        Some(_) => Err(scanner.fault("nothing after the value")),
    }
}

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    fn value(&mut self, depth: usize) -> Result<(), JsonFault> {
        match self.bytes.get(self.at) {
            Some(b'{' | b'[') if depth == DEPTH_MAX => Err(self.fault("nesting of at most 8")),
            Some(b'{') => self.object(depth + 1),
            Some(b'[') => self.array(depth + 1),
            Some(b'"') => self.string(),
            Some(b't') => self.word("true"),
            Some(b'f') => self.word("false"),
            _ => self.number(),
        }
    }

    fn object(&mut self, depth: usize) -> Result<(), JsonFault> {
        let mut keys = BTreeSet::new();
        self.take(b'{')?;
        if self.skip(b'}') {
            return Ok(());
        }
        loop {
            let start = self.at;
            self.string()?;
            // A canonical string has one spelling, so raw bytes tell equal keys.
            if !keys.insert(&self.bytes[start..self.at]) {
                self.at = start;
                return Err(self.fault("a key that is not there yet"));
            }
            self.take(b':')?;
            self.value(depth)?;
            if !self.skip(b',') {
                return self.take(b'}');
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<(), JsonFault> {
        self.take(b'[')?;
        if self.skip(b']') {
            return Ok(());
        }
        loop {
            self.value(depth)?;
            if !self.skip(b',') {
                return self.take(b']');
            }
        }
    }

    fn string(&mut self) -> Result<(), JsonFault> {
        self.take(b'"')?;
        loop {
            match self.bytes.get(self.at) {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => self.escape()?,
                Some(byte) if *byte >= 0x20 => self.at += 1,
                _ => return Err(self.fault("an escaped control character or the string's end")),
            }
        }
    }

    fn escape(&mut self) -> Result<(), JsonFault> {
        let rest = &self.bytes[self.at..];
        let length = match rest.get(1) {
            Some(b'"' | b'\\' | b'b' | b't' | b'n' | b'f' | b'r') => 2,
            Some(b'u') if is_low_control(rest) => 6,
            _ => return Err(self.fault("an escape of the canonical list")),
        };
        self.at += length;
        Ok(())
    }

    fn number(&mut self) -> Result<(), JsonFault> {
        let digits = self.bytes[self.at..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let text = &self.bytes[self.at..self.at + digits];
        let number = std::str::from_utf8(text)
            .ok()
            .and_then(|text| text.parse::<i64>().ok());
        if number.is_none() || (digits > 1 && text[0] == b'0') {
            return Err(self.fault("a value: string, integer below 2^63, bool, array or object"));
        }
        self.at += digits;
        Ok(())
    }

    fn word(&mut self, word: &str) -> Result<(), JsonFault> {
        word.bytes().try_for_each(|byte| self.take(byte))
    }

    fn skip(&mut self, byte: u8) -> bool {
        let there = self.bytes.get(self.at) == Some(&byte);
        self.at += usize::from(there);
        there
    }

    fn take(&mut self, byte: u8) -> Result<(), JsonFault> {
        if self.skip(byte) {
            return Ok(());
        }
        Err(self.fault(&format!("`{}`", char::from(byte))))
    }

    fn fault(&self, expected: &str) -> JsonFault {
        let found = match self.bytes.get(self.at) {
            Some(byte) => format!("{:?}", char::from(*byte)),
            None => "the end".to_owned(),
        };
        JsonFault::Spelling(self.at, format!("found {found}, expected {expected}"))
    }
}

/// Returns whether `\u00xx` in lower case stands for a control character without a short escape.
fn is_low_control(rest: &[u8]) -> bool {
    let Some(b"\\u00") = rest.get(..4) else {
        return false;
    };
    let (Some(high @ b'0'..=b'1'), Some(low)) = (rest.get(4), rest.get(5)) else {
        return false;
    };
    let short = *high == b'0' && matches!(low, b'8' | b'9' | b'a' | b'c' | b'd');
    matches!(low, b'0'..=b'9' | b'a'..=b'f') && !short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_values_pass() {
        for good in [
            "{}",
            "[]",
            "0",
            "9223372036854775807",
            "true",
            "false",
            "\"\"",
            "[1,[2],{\"a\":[]}]",
            "{\"a\":1,\"b\":\"\\u0000\\u001f\\n\u{7f}\u{2028}\"}",
            "[[[[[[[[1]]]]]]]]",
        ] {
            assert_eq!(scan(good.as_bytes()), Ok(()), "{good}");
        }
    }

    #[test]
    fn others_do_not() {
        for bad in [
            "",
            " {}",
            "{} ",
            "{\"a\": 1}",
            "{\"a\":1,}",
            "[1,]",
            "[,]",
            "00",
            "-1",
            "-0",
            "1.0",
            "1e3",
            "9223372036854775808",
            "null",
            "tru",
            "{\"a\":1,\"a\":2}",
            "{a:1}",
            "\"\n\"",
            "\"\\u0008\"",
            "\"\\u001F\"",
            "\"\\u0020\"",
            "\"\\u0022\"",
            "\"\\/\"",
            "\"",
            "\"\\",
            "\"\\u00",
            "{",
            "[",
            "[[[[[[[[[1]]]]]]]]]",
            "{\"a\"}",
            "{}{}",
        ] {
            assert!(scan(bad.as_bytes()).is_err(), "{bad}");
        }
    }
}
