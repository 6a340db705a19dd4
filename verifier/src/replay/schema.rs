//! Replays schema records: format.md, section 5.6.
//! Independent of the generator by design: do not share, import or deduplicate.

use super::patterns;
use super::{ReplayFault, only, text_of};
use crate::stream::{Digest, Stream};
use crate::structure::agree;
use crate::text::{Mode, Patterns, Piece, is_blank, lines};
use crate::wire::{Format, Meta, Panels, Pool, Recipe, json};

/// Format and domain that were drawn.
type Drawn = (Format, String);

pub(super) fn panels(
    pool: &Pool,
    recipe: &Recipe,
    meta: &Meta,
) -> Result<(Panels<String>, Option<Drawn>), ReplayFault> {
    let material = only(meta)?;
    let schema = meta.schema.as_ref();
    let (_, domain) = schema.ok_or_else(|| ReplayFault::Fields("schema without `g`".to_owned()))?;
    let stored = text_of(pool, &material)?;
    if domain.is_empty() {
        return Ok((stored, None));
    }
    let weights = recipe
        .schema
        .as_ref()
        .map(|schema| schema.weights.as_slice());
    let weights = weights
        .ok_or_else(|| ReplayFault::Fields("schema that the recipe does not have".to_owned()))?;
    let made = generated(&recipe.seed32, weights, &material.to_string(), &stored);
    let made = made.ok_or_else(|| ReplayFault::Unfit(material.to_string()))?;
    Ok((made.panels, Some((made.format, made.domain))))
}

/// A text that was generated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// Its format.
    pub format: Format,
    /// Its domain.
    pub domain: String,
    /// Its panels.
    pub panels: Panels<String>,
}

/// Makes the lines of a base material the values of a drawn skeleton; none if it is unfit.
#[must_use]
pub fn generated(
    seed: &Digest,
    weights: &[u64],
    material: &str,
    text: &Panels<String>,
) -> Option<Generated> {
    let made = generated_from(patterns::schema(), seed, weights, material, text);
    made.flatten()
}

/// As [`generated`], from another table; none at all if that has no skeleton for the lines, or if
/// there are no two lines.
#[must_use]
pub fn generated_from(
    table: &Patterns,
    seed: &Digest,
    weights: &[u64],
    material: &str,
    text: &Panels<String>,
) -> Option<Option<Generated>> {
    let (left, right) = (values(&text.left), values(&text.right));
    if left.len() != right.len() || left.len() < 2 {
        return None;
    }
    if !left.iter().chain(&right).all(|value| is_fit(value)) {
        return Some(None);
    }
    let mut stream = Stream::open(seed, "schema.skeleton", "", material, 0);
    let format = Format::ALL[stream.weighted(weights)?];
    let own = format!("{}.", format.name());
    if !table.leads_to(format.name(), &own) {
        return None;
    }
    let expansion = table.expand(format.name(), left.len(), &mut stream)?;
    let domain = expansion.first?.strip_prefix(&own)?.to_owned();
    let panels = Panels {
        left: filled(&expansion.pieces, &left),
        right: filled(&expansion.pieces, &right),
    };
    let made = Generated {
        format,
        domain,
        panels,
    };
    let same = agree(format, &made.panels.left, &made.panels.right);
    Some(same.then_some(made))
}

/// Returns the value of each line: the line without the blanks at its ends.
fn values(text: &str) -> Vec<&str> {
    lines(text).map(|range| value(&text[range])).collect()
}

/// Returns a line without the blanks at its ends.
#[must_use]
pub fn value(line: &str) -> &str {
    line.trim_matches(is_blank)
}

/// Returns whether every format can hold a value.
fn is_fit(value: &str) -> bool {
    let refused = |scalar: char| {
        (scalar < ' ' && scalar != '\t') || scalar == '\u{fffe}' || scalar == '\u{ffff}'
    };
    !value.chars().any(refused)
}

/// Puts values into the slots of an expansion.
fn filled(pieces: &[Piece], values: &[&str]) -> String {
    let mut values = values.iter();
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(literal) => text.push_str(literal),
            Piece::Slot(mode) => {
                let value = values.next().expect("a slot has its line");
                text.push_str(&written(*mode, value));
            }
        }
    }
    text
}

/// Writes a value as a mode says.
#[must_use]
pub fn written(mode: Mode, value: &str) -> String {
    match mode {
        Mode::Raw => value.to_owned(),
        Mode::Json => {
            let bytes = json::write(value).expect("a string has a canonical form");
            String::from_utf8(bytes).expect("canonical JSON is UTF-8")
        }
        Mode::Xml => xml(value),
        Mode::Attr => xml(value).replace('"', "&quot;").replace('\t', "&#9;"),
        Mode::Cdata => value.replace("]]>", "]]]]><![CDATA[>"),
        Mode::Csv if value.contains(['"', ',', ';', '|', '\n', '\t']) => quoted(value),
        Mode::Csv => value.to_owned(),
        Mode::Quoted => quoted(value),
        Mode::Md => markdown(value, false),
        Mode::Cell => markdown(value, true),
    }
}

fn xml(value: &str) -> String {
    let value = value.replace('&', "&amp;");
    value.replace('<', "&lt;").replace('>', "&gt;")
}

fn quoted(value: &str) -> String {
    format!("\"{}\"", value.replace('"', "\"\""))
}

/// Escapes what Markdown would read; in a cell every `|` as well, each once.
fn markdown(value: &str, cell: bool) -> String {
    let digits = value.bytes().take_while(u8::is_ascii_digit).count();
    let mut text = String::new();
    for (at, scalar) in value.char_indices() {
        let always = "\\`*_[]<&".contains(scalar);
        let first = at == 0 && "#+-=>~:|".contains(scalar);
        let ordinal = at == digits && (1..=9).contains(&digits) && ".)".contains(scalar);
        if always || first || ordinal || (cell && scalar == '|') {
            text.push('\\');
        }
        text.push(scalar);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_the_mode_says() {
        let cases = [
            (Mode::Raw, "a\"<|", "a\"<|"),
            (Mode::Json, "a\"\t", r#""a\"\t""#),
            (Mode::Xml, "<a & \"b\">", "&lt;a &amp; \"b\"&gt;"),
            (Mode::Attr, "<\"\t", "&lt;&quot;&#9;"),
            (Mode::Cdata, "a]]>b", "a]]]]><![CDATA[>b"),
            (Mode::Csv, "a b", "a b"),
            (Mode::Csv, "a;\"b", "\"a;\"\"b\""),
            (Mode::Quoted, "a", "\"a\""),
            (Mode::Md, "# a*b_c", "\\# a\\*b\\_c"),
            (Mode::Md, "12. a", "12\\. a"),
            (Mode::Md, "1234567890. a", "1234567890. a"),
            (Mode::Md, "a | b", "a | b"),
            (Mode::Md, "| b", "\\| b"),
            (Mode::Cell, "| a | b", "\\| a \\| b"),
            (Mode::Cell, "a\\|b", "a\\\\\\|b"),
        ];
        for (mode, value, expected) in cases {
            assert_eq!(written(mode, value), expected, "{}", mode.name());
        }
    }

    #[test]
    fn both_panels_get_one_skeleton() {
        let text = Panels {
            left: "one\n\n two \nthree".to_owned(),
            right: "eins\nzwei\n\ndrei".to_owned(),
        };
        let mut seen = std::collections::BTreeSet::new();
        for material in 0..60 {
            let made = generated(&[1; 32], &[1; 6], &format!("{material}"), &text).unwrap();
            assert!(made.panels.left.contains("two") && made.panels.right.contains("zwei"));
            assert!(!made.domain.is_empty());
            seen.insert(made.format);
        }
        assert_eq!(seen.len(), 6);
        let control = Panels {
            left: "one\ntw\u{1}o".to_owned(),
            right: "eins\nzwei".to_owned(),
        };
        assert_eq!(generated(&[1; 32], &[1; 6], "m", &control), None);
        let one = Panels {
            left: "one".to_owned(),
            right: "eins".to_owned(),
        };
        assert_eq!(generated(&[1; 32], &[1; 6], "m", &one), None);
    }
}
