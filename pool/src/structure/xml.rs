//! Skeletons of XML: docs/format.md, section 5.6.
//!
//! quick-xml cuts a text into markup and pairs the tags. What else makes a text well-formed it leaves to its caller: the characters, names,
//! attributes and references, and what may stand outside of the root. Declarations inside a DOCTYPE are not read: where there is one, any
//! entity may be declared.

use super::{ABSENT, Parting, fault, first_difference};
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;
use std::collections::{BTreeMap, BTreeSet};

const OUTSIDE: &str = "text outside of the root";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Element {
    /// 0 of the root.
    depth: usize,
    name: String,
    attributes: Vec<String>,
}

pub(super) fn parse(text: &str) -> Result<Vec<Element>, String> {
    if let Some((at, scalar)) = text.char_indices().find(|&(_, scalar)| !is_char(scalar)) {
        let why = format!("U+{:04X} is no character of XML", u32::from(scalar));
        return Err(fault(text, at, &why));
    }
    let mut reader = Reader::from_str(text);
    let mut document = Document::default();
    loop {
        let start = position(reader.buffer_position());
        let event = reader.read_event();
        let event = event
            .map_err(|error| fault(text, position(reader.error_position()), &error.to_string()))?;
        if matches!(event, Event::Eof) {
            break;
        }
        let raw = &text[start..position(reader.buffer_position())];
        document
            .take(&event, raw, start == 0)
            .map_err(|why| fault(text, start, &why))?;
    }
    if document.depth > 0 {
        return Err(fault(text, text.len(), "an element that nothing closes"));
    }
    if document.elements.is_empty() {
        return Err(fault(text, text.len(), "no root element"));
    }
    Ok(document.elements)
}

fn position(at: u64) -> usize {
    usize::try_from(at).expect("a position in a text")
}

#[derive(Default)]
struct Document {
    elements: Vec<Element>,
    depth: usize,
    has_doctype: bool,
}

impl Document {
    fn take(&mut self, event: &Event<'_>, raw: &str, is_start: bool) -> Result<(), String> {
        match event {
            Event::Start(tag) => {
                self.element(tag)?;
                self.depth += 1;
            }
            Event::Empty(tag) => self.element(tag)?,
            Event::End(_) => self.depth -= 1,
            Event::Text(_) if self.depth == 0 => {
                if !raw.trim_matches(is_space).is_empty() {
                    return Err(OUTSIDE.to_owned());
                }
            }
            Event::Text(_) if raw.contains("]]>") => return Err("]]> in text".to_owned()),
            Event::CData(_) | Event::GeneralRef(_) if self.depth == 0 => {
                return Err(OUTSIDE.to_owned());
            }
            Event::GeneralRef(_) => references(raw, self.has_doctype)?,
            Event::Text(_) | Event::CData(_) | Event::Eof => {}
            Event::Comment(_) => {
                let inner = raw.strip_prefix("<!--").and_then(|x| x.strip_suffix("-->"));
                if inner.is_none_or(|inner| inner.contains("--") || inner.ends_with('-')) {
                    return Err("-- in a comment".to_owned());
                }
            }
            Event::Decl(_) if is_start => declaration(raw)?,
            Event::Decl(_) => return Err("a declaration that is not at the start".to_owned()),
            Event::PI(instruction) => {
                let target = instruction.target();
                if !is_name(target) || target.eq_ignore_ascii_case("xml") {
                    return Err(format!("no instruction: <?{target}"));
                }
            }
            Event::DocType(_) => self.doctype(raw)?,
        }
        Ok(())
    }

    fn element(&mut self, tag: &BytesStart<'_>) -> Result<(), String> {
        if self.depth == 0 && !self.elements.is_empty() {
            return Err("a second root element".to_owned());
        }
        let name = tag.name().as_ref().to_owned();
        if !is_name(&name) {
            return Err(format!("no name: <{name}"));
        }
        let attributes = attributes(tag.attributes_raw(), self.has_doctype)?;
        let mut names = BTreeSet::new();
        if let Some(twice) = attributes.iter().find(|(name, _)| !names.insert(*name)) {
            return Err(format!("attribute {} twice", twice.0));
        }
        self.elements.push(Element {
            depth: self.depth,
            name,
            attributes: attributes
                .into_iter()
                .map(|(name, _)| name.to_owned())
                .collect(),
        });
        Ok(())
    }

    fn doctype(&mut self, raw: &str) -> Result<(), String> {
        let name = raw.strip_prefix("<!DOCTYPE").unwrap_or_default();
        let named = name.starts_with(is_space)
            && name.trim_start_matches(is_space).starts_with(is_name_start);
        if !named || self.has_doctype || !self.elements.is_empty() {
            return Err("no document type".to_owned());
        }
        self.has_doctype = true;
        Ok(())
    }
}

/// Reads `<?xml version="1.0" encoding="…" standalone="…"?>`, of which the last two may be missing.
fn declaration(raw: &str) -> Result<(), String> {
    let inner = raw.strip_prefix("<?xml").and_then(|x| x.strip_suffix("?>"));
    let found = attributes(inner.unwrap_or_default(), false)?;
    let mut left = found.as_slice();
    let mut next = |wanted: &str| match left.split_first() {
        Some((&(name, value), rest)) if name == wanted => {
            left = rest;
            Some(value)
        }
        _ => None,
    };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let version = next("version").and_then(|version| version.strip_prefix("1."));
    let encoding =
        next("encoding").is_none_or(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()));
    let standalone = next("standalone").is_none_or(|word| matches!(word, "yes" | "no"));
    if version.is_some_and(digits) && encoding && standalone && left.is_empty() {
        Ok(())
    } else {
        Err("no declaration of XML 1.0".to_owned())
    }
}

/// Reads attributes, each behind a space: their names and values.
fn attributes(raw: &str, has_doctype: bool) -> Result<Vec<(&str, &str)>, String> {
    let mut attributes = Vec::new();
    let mut rest = raw;
    loop {
        let next = rest.trim_start_matches(is_space);
        if next.is_empty() {
            return Ok(attributes);
        }
        if next.len() == rest.len() {
            return Err("no space before an attribute".to_owned());
        }
        let (name, after) = next.split_once('=').ok_or("an attribute without value")?;
        let name = name.trim_end_matches(is_space);
        if !is_name(name) {
            return Err(format!("no name of an attribute: {name}"));
        }
        let after = after.trim_start_matches(is_space);
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''));
        let (value, after) = quote
            .and_then(|quote| after[1..].split_once(quote))
            .ok_or("an attribute without quotes")?;
        if value.contains('<') {
            return Err("< in an attribute".to_owned());
        }
        references(value, has_doctype)?;
        attributes.push((name, value));
        rest = after;
    }
}

/// Looks at each `&…;` of a text.
fn references(text: &str, has_doctype: bool) -> Result<(), String> {
    for piece in text.split('&').skip(1) {
        let name = piece.split_once(';').map_or("", |(name, _)| name);
        let is_known = match name.strip_prefix('#') {
            Some(number) => is_number_of_char(number),
            None => {
                matches!(name, "amp" | "lt" | "gt" | "quot" | "apos")
                    || (has_doctype && is_name(name))
            }
        };
        if !is_known {
            return Err(format!("no reference: &{name};"));
        }
    }
    Ok(())
}

fn is_number_of_char(number: &str) -> bool {
    let (digits, radix) = match number.strip_prefix('x') {
        Some(hex) => (hex, 16),
        None => (number, 10),
    };
    // `from_str_radix` takes a sign as well.
    let point = u32::from_str_radix(digits, radix).ok();
    let point = point.filter(|_| !digits.starts_with('+'));
    point.and_then(char::from_u32).is_some_and(is_char)
}

fn is_char(scalar: char) -> bool {
    matches!(scalar, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}

fn is_space(scalar: char) -> bool {
    matches!(scalar, '\t' | '\n' | '\r' | ' ')
}

fn is_name(text: &str) -> bool {
    let mut scalars = text.chars();
    scalars.next().is_some_and(is_name_start)
        && scalars.all(|scalar| {
            is_name_start(scalar)
                || matches!(scalar, '-' | '.' | '0'..='9' | '·')
                || matches!(scalar, '\u{300}'..='\u{36f}' | '\u{203f}'..='\u{2040}')
        })
}

fn is_name_start(scalar: char) -> bool {
    matches!(scalar, ':' | '_' | 'A'..='Z' | 'a'..='z')
        || matches!(
            u32::from(scalar),
            0xc0..=0xd6
                | 0xd8..=0xf6
                | 0xf8..=0x2ff
                | 0x370..=0x37d
                | 0x37f..=0x1fff
                | 0x200c..=0x200d
                | 0x2070..=0x218f
                | 0x2c00..=0x2fef
                | 0x3001..=0xd7ff
                | 0xf900..=0xfdcf
                | 0xfdf0..=0xfffd
                | 0x10000..=0xeffff
        )
}

pub(super) fn part(left: &[Element], right: &[Element]) -> Option<Parting> {
    let at = first_difference(left, right)?;
    let (a, b) = (left.get(at), right.get(at));
    let depth = |element: Option<&Element>| element.map(|element| element.depth);
    if depth(a) != depth(b) {
        // One has a child where the other has come to an end.
        let on_left = depth(a) > depth(b);
        let place = path(if on_left { left } else { right }, at).0;
        let (a, b) = if on_left {
            ("element", ABSENT)
        } else {
            (ABSENT, "element")
        };
        return Some(Parting::new(place, a, b));
    }
    let (a, b) = a.zip(b).expect("both have a depth");
    let (place, parent, ordinal) = path(left, at);
    if a.name != b.name {
        let show = |element: &Element| format!("<{}>", element.name);
        return Some(Parting::new(
            format!("{parent}/*[{ordinal}]"),
            show(a),
            show(b),
        ));
    }
    let name = |names: &[String], at: usize| {
        names
            .get(at)
            .map_or_else(|| ABSENT.to_owned(), |name| format!("@{name}"))
    };
    let first = first_difference(&a.attributes, &b.attributes)?;
    let here = a.attributes.get(first).or(b.attributes.get(first))?;
    Some(Parting::new(
        format!("{place}/@{here}"),
        name(&a.attributes, first),
        name(&b.attributes, first),
    ))
}

/// An element that is open: its step in a path, and how many children of each name and in all it has so far.
#[derive(Default)]
struct Frame {
    step: String,
    names: BTreeMap<String, usize>,
    children: usize,
}

/// Returns the path of an element, that of its parent and its ordinal among the children.
fn path(elements: &[Element], at: usize) -> (String, String, usize) {
    let mut open = vec![Frame::default()];
    for element in &elements[..=at] {
        open.truncate(element.depth + 1);
        let parent = open.last_mut().expect("the frame of the document stays");
        parent.children += 1;
        let count = parent.names.entry(element.name.clone()).or_default();
        *count += 1;
        let step = match *count {
            1 => format!("/{}", element.name),
            count => format!("/{}[{count}]", element.name),
        };
        open.push(Frame {
            step,
            ..Frame::default()
        });
    }
    let own = open.pop().expect("the element itself").step;
    let ordinal = open.last().map_or(0, |parent| parent.children);
    let parent: String = open.iter().map(|frame| frame.step.as_str()).collect();
    (format!("{parent}{own}"), parent, ordinal)
}
