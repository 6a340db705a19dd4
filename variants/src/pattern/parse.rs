//! Reads a table of patterns: docs/format.md, section 3.2.

use super::{Alternative, Mode, Part, Patterns};
use std::collections::BTreeMap;

impl Patterns {
    /// Parses a table.
    ///
    /// # Errors
    /// Names the line and what is wrong there.
    pub(crate) fn parse(table: &str) -> Result<Self, String> {
        let mut rules: BTreeMap<String, Vec<Alternative>> = BTreeMap::new();
        for (at, line) in table.split('\n').enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let place = |what: String| format!("line {}: {what}", at + 1);
            let (name, body) = line
                .split_once(' ')
                .ok_or_else(|| place("a rule is `NAME BODY`".to_owned()))?;
            check_name(name).map_err(place)?;
            let rule = alternative(body).map_err(place)?;
            rules.entry(name.to_owned()).or_default().push(rule);
        }
        let patterns = Self(rules);
        patterns.check()?;
        Ok(patterns)
    }

    /// Every name that a rule mentions has a rule, and names that do not repeat are plain text.
    fn check(&self) -> Result<(), String> {
        for part in self.0.values().flatten().flat_map(|rule| &rule.parts) {
            let (Part::Name(name) | Part::Fresh(name) | Part::Taker(name)) = part else {
                continue;
            };
            let Some(rules) = self.0.get(name) else {
                return Err(format!("no rule is named `{name}`"));
            };
            let is_text = |part: &Part| matches!(part, Part::Text(_));
            let plain = rules.iter().all(|rule| rule.parts.iter().all(is_text));
            if matches!(part, Part::Fresh(_)) && !plain {
                return Err(format!(
                    "`{name}` is drawn without repeats and is not plain text"
                ));
            }
        }
        Ok(())
    }
}

fn check_name(name: &str) -> Result<(), String> {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'.' || b == b'-';
    if name.is_empty() || !name.bytes().all(plain) {
        return Err(format!("`{name}` is no name"));
    }
    Ok(())
}

fn alternative(body: &str) -> Result<Alternative, String> {
    let mut parts = Vec::new();
    let mut rest = body;
    while let Some(scalar) = rest.chars().next() {
        rest = &rest[scalar.len_utf8()..];
        match scalar {
            '\\' => rest = escape(rest, &mut parts)?,
            '%' => rest = part(rest, &mut parts)?,
            other => push(&mut parts, other),
        }
    }
    let count = |wanted: fn(&Part) -> bool| parts.iter().filter(|&part| wanted(part)).count();
    let slots = count(|part| matches!(part, Part::Slot(_)));
    let takers = count(|part| matches!(part, Part::Taker(_)));
    Ok(Alternative {
        parts,
        slots,
        takers,
    })
}

fn escape<'a>(rest: &'a str, parts: &mut Vec<Part>) -> Result<&'a str, String> {
    let letter = rest.chars().next().unwrap_or(' ');
    let plain = match letter {
        'n' => '\n',
        't' => '\t',
        's' => ' ',
        '\\' => '\\',
        'u' => {
            let digits = rest
                .get(1..5)
                .filter(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()));
            let scalar = digits
                .and_then(|hex| u32::from_str_radix(hex, 16).ok())
                .and_then(char::from_u32)
                .ok_or_else(|| format!("`\\{}` is no scalar", pool::text::excerpt(rest, 5)))?;
            push(parts, scalar);
            return Ok(&rest[5..]);
        }
        _ => return Err(format!("`\\{letter}` is no escape")),
    };
    push(parts, plain);
    Ok(&rest[1..])
}

fn part<'a>(rest: &'a str, parts: &mut Vec<Part>) -> Result<&'a str, String> {
    let (inside, rest) = rest
        .split_once('%')
        .ok_or_else(|| "a `%` is not closed".to_owned())?;
    let named = |name: &str| check_name(name).map(|()| name.to_owned());
    if inside.is_empty() {
        push(parts, '%');
        return Ok(rest);
    }
    parts.push(match inside.as_bytes()[0] {
        b'@' => Part::Fresh(named(&inside[1..])?),
        b'*' => Part::Taker(named(&inside[1..])?),
        b'=' => {
            let mode = Mode::parse(&inside[1..]);
            Part::Slot(mode.ok_or_else(|| format!("`{inside}` is no mode"))?)
        }
        _ => Part::Name(named(inside)?),
    });
    Ok(rest)
}

fn push(parts: &mut Vec<Part>, scalar: char) {
    if let Some(Part::Text(text)) = parts.last_mut() {
        text.push(scalar);
    } else {
        parts.push(Part::Text(scalar.to_string()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_rule_is_named_with_its_line() {
        for (table, what) in [
            ("a", "line 1: a rule is `NAME BODY`"),
            ("# a\nb \\x", "line 2: `\\x` is no escape"),
            ("b \\u12g4", "line 1: `\\u12g4` is no scalar"),
            ("b \\ud800", "line 1: `\\ud800` is no scalar"),
            ("b %c", "line 1: a `%` is not closed"),
            ("b %c%", "no rule is named `c`"),
            ("b %=c%", "line 1: `=c` is no mode"),
            ("b %=%", "line 1: `=` is no mode"),
            ("b %*%", "line 1: `` is no name"),
            ("b! c", "line 1: `b!` is no name"),
            (
                "b %@c%\nc %d%\nd e",
                "`c` is drawn without repeats and is not plain text",
            ),
        ] {
            assert_eq!(Patterns::parse(table).unwrap_err(), what, "{table:?}");
        }
    }

    #[test]
    fn a_percent_sign_and_parts_are_told_apart_from_the_left() {
        let rule = alternative("%%E6%%%d%%d%\\s\\u4e00%=md%%*r%").unwrap();
        let name = |name: &str| Part::Name(name.to_owned());
        let expected = [
            Part::Text("%E6%".to_owned()),
            name("d"),
            name("d"),
            Part::Text(" 一".to_owned()),
            Part::Slot(Mode::Md),
            Part::Taker("r".to_owned()),
        ];
        assert_eq!(rule.parts, expected);
        assert_eq!((rule.slots, rule.takers), (1, 1));
    }
}
