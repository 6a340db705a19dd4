//! Characters, names, references and attributes of XML 1.0 (fifth edition).

use std::collections::BTreeSet;

/// Returns whether all scalars are characters of XML.
pub(super) fn are_chars(text: &str) -> bool {
    text.chars().all(is_char)
}

fn is_char(scalar: char) -> bool {
    matches!(scalar, '\t' | '\n' | '\r')
        || (scalar >= ' ' && !matches!(scalar, '\u{fffe}' | '\u{ffff}'))
}

/// Returns whether a text is a name.
pub(super) fn is_name(text: &str) -> bool {
    let mut scalars = text.chars();
    scalars.next().is_some_and(starts_name) && scalars.all(goes_on)
}

fn starts_name(scalar: char) -> bool {
    matches!(scalar,
        ':' | '_' | 'A'..='Z' | 'a'..='z' | '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}'
        | '\u{f8}'..='\u{2ff}' | '\u{370}'..='\u{37d}' | '\u{37f}'..='\u{1fff}'
        | '\u{200c}'..='\u{200d}' | '\u{2070}'..='\u{218f}' | '\u{2c00}'..='\u{2fef}'
        | '\u{3001}'..='\u{d7ff}' | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{fffd}'
        | '\u{10000}'..='\u{effff}')
}

fn goes_on(scalar: char) -> bool {
    let more = matches!(scalar,
        '-' | '.' | '0'..='9' | '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{203f}'..='\u{2040}');
    more || starts_name(scalar)
}

/// The entities that a text may name.
pub(super) struct Entities {
    /// Names that the document type declares.
    pub(super) declared: BTreeSet<String>,
    /// Whether names may be declared elsewhere.
    pub(super) elsewhere: bool,
}

impl Entities {
    /// Returns whether what stands between `&` and `;` is a reference.
    pub(super) fn has(&self, name: &str) -> bool {
        let number = |digits: &str, radix: u32| {
            let plain = digits.chars().all(|digit| digit.is_digit(radix));
            let code = u32::from_str_radix(digits, radix).ok().filter(|_| plain);
            code.and_then(char::from_u32).is_some_and(is_char)
        };
        if let Some(digits) = name.strip_prefix("#x") {
            return number(digits, 16);
        }
        if let Some(digits) = name.strip_prefix('#') {
            return number(digits, 10);
        }
        let known = ["amp", "lt", "gt", "apos", "quot"].contains(&name);
        known || self.declared.contains(name) || (self.elsewhere && is_name(name))
    }

    /// Returns whether every `&` of a text begins a reference.
    fn are_right(&self, text: &str) -> bool {
        let mut parts = text.split('&');
        parts.next();
        parts.all(|part| part.split_once(';').is_some_and(|(name, _)| self.has(name)))
    }
}

/// Returns names and values of attributes, in order; none if they are not as XML has them.
pub(super) fn attributes<'a>(raw: &'a str, entities: &Entities) -> Option<Vec<(&'a str, &'a str)>> {
    let mut found: Vec<(&str, &str)> = Vec::new();
    let mut rest = raw;
    loop {
        let next = rest.trim_start_matches(is_space);
        if next.is_empty() {
            return Some(found);
        }
        // Blanks part attributes from what stands before.
        if next.len() == rest.len() {
            return None;
        }
        let (name, behind) = next.split_once('=')?;
        let name = name.trim_end_matches(is_space);
        let behind = behind.trim_start_matches(is_space);
        let quote = behind
            .chars()
            .next()
            .filter(|quote| "\"'".contains(*quote))?;
        let (value, behind) = behind[1..].split_once(quote)?;
        let right = is_name(name) && !value.contains('<') && are_chars(value);
        let twice = found.iter().any(|(other, _)| *other == name);
        if !right || twice || !entities.are_right(value) {
            return None;
        }
        found.push((name, value));
        rest = behind;
    }
}

/// Returns whether a scalar is white space of XML.
pub(super) fn is_space(scalar: char) -> bool {
    matches!(scalar, ' ' | '\t' | '\n' | '\r')
}
