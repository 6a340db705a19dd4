//! The skeleton of XML: elements in order, the names of their attributes, and their depth.
//!
//! Events are those of the crate `quick-xml`, which leaves to its user much of what makes a
//! document well-formed; that is asked here.

use std::collections::BTreeSet;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::Skeleton;
use super::xml_names::{Entities, are_chars, attributes, is_name, is_space};

pub(super) fn skeleton(panel: &str) -> Option<Skeleton> {
    let mut reader = Reader::from_str(panel);
    reader.config_mut().enable_all_checks(true);
    let mut walk = Walk {
        marks: Skeleton::new(),
        depth: 0,
        entities: Entities {
            declared: BTreeSet::new(),
            elsewhere: false,
        },
        typed: false,
    };
    loop {
        let first = reader.buffer_position() == 0;
        match reader.read_event().ok()? {
            Event::Eof => break,
            Event::Decl(decl) => (first && is_declaration(&decl)).then_some(())?,
            event => walk.event(&event)?,
        }
    }
    (walk.depth == 0 && !walk.marks.is_empty()).then_some(walk.marks)
}

struct Walk {
    marks: Skeleton,
    depth: usize,
    entities: Entities,
    /// Whether the document type was there.
    typed: bool,
}

impl Walk {
    /// Takes an event; none if no well-formed document has it there.
    fn event(&mut self, event: &Event<'_>) -> Option<()> {
        let inside = self.depth > 0;
        let right = match event {
            Event::Start(tag) => {
                self.element(tag)?;
                self.depth += 1;
                true
            }
            Event::Empty(tag) => {
                self.element(tag)?;
                true
            }
            Event::End(_) => {
                self.depth = self.depth.checked_sub(1)?;
                true
            }
            Event::Text(text) => {
                let blank = text.chars().all(is_space);
                (inside || blank) && are_chars(text) && !text.contains("]]>")
            }
            Event::CData(text) => inside && are_chars(text),
            Event::Comment(text) => are_chars(text) && !text.contains("--") && !text.ends_with('-'),
            Event::PI(pi) => {
                let target = pi.target();
                is_name(target) && !target.eq_ignore_ascii_case("xml") && are_chars(pi)
            }
            Event::GeneralRef(name) => inside && self.entities.has(name),
            Event::DocType(text) => self.document_type(text),
            Event::Decl(_) | Event::Eof => false,
        };
        right.then_some(())
    }

    fn element(&mut self, tag: &BytesStart<'_>) -> Option<()> {
        // One root alone.
        if self.depth == 0 && !self.marks.is_empty() {
            return None;
        }
        let name = tag.name();
        let name = name.as_ref();
        let raw = tag.strip_prefix(name)?;
        let attributes = attributes(raw, &self.entities)?;
        let names: Vec<&str> = attributes.into_iter().map(|(name, _)| name).collect();
        let mark = format!("{} {name} {}", self.depth, names.join(" "));
        self.marks.push(mark);
        is_name(name).then_some(())
    }

    /// Notes the entities of a document type; what else it declares is not looked at.
    fn document_type(&mut self, text: &str) -> bool {
        let early = !self.typed && self.marks.is_empty();
        self.typed = true;
        let (front, subset) = text.split_once('[').unwrap_or((text, ""));
        let mut words = front.split(is_space).filter(|word| !word.is_empty());
        let named = words.next().is_some_and(is_name);
        self.entities.elsewhere = words.next().is_some();
        for declared in subset.split("<!ENTITY").skip(1) {
            let mut words = declared.split(is_space).filter(|word| !word.is_empty());
            self.entities
                .declared
                .extend(words.next().map(str::to_owned));
        }
        early && named && are_chars(text)
    }
}

fn is_declaration(decl: &str) -> bool {
    let none = Entities {
        declared: BTreeSet::new(),
        elsewhere: false,
    };
    let Some(found) = decl
        .strip_prefix("xml")
        .and_then(|raw| attributes(raw, &none))
    else {
        return false;
    };
    let mut found = found.into_iter().peekable();
    let number = |value: &str| {
        let minor = value.strip_prefix("1.").unwrap_or_default();
        !minor.is_empty() && minor.bytes().all(|digit| digit.is_ascii_digit())
    };
    let version = found
        .next()
        .is_some_and(|(name, value)| name == "version" && number(value));
    found.next_if(|(name, _)| *name == "encoding");
    let alone =
        |(name, value): &(&str, &str)| *name == "standalone" && ["yes", "no"].contains(value);
    found.next_if(alone);
    version && found.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_and_names_of_attributes_are_kept() {
        let one = skeleton("<?xml version=\"1.0\"?>\n<a x=\"1\" y='2'><b/>text<c>&amp;</c></a>");
        assert_eq!(one.as_ref().unwrap()[..2], ["0 a x y", "1 b "]);
        assert_eq!(
            one,
            skeleton("<a x='' y=''><b></b><c><![CDATA[<]]></c><!-- d --></a>\n")
        );
        for other in [
            "<a y='' x=''><b/><c/></a>",
            "<a x='' y=''><b><c/></b></a>",
            "<a x='' y=''><c/><b/></a>",
        ] {
            assert!(
                skeleton(other).is_some() && skeleton(other) != one,
                "{other}"
            );
        }
        let typed = "<!DOCTYPE a [<!ENTITY e \"x\">]><a>&e;&#233;&#xe9;</a>";
        assert!(skeleton(typed).is_some());
    }

    #[test]
    fn other_texts_have_none() {
        for bad in [
            "",
            "text",
            "<a>",
            "</a>",
            "<a></b>",
            "<a/><b/>",
            "<a/>text",
            "text<a/>",
            "<a>&e;</a>",
            "<a>&</a>",
            "<a>& b</a>",
            "<a x=1/>",
            "<a x='1' x='2'/>",
            "<a x='<'/>",
            "<a x='&'/>",
            "<a x='1'y='2'/>",
            "<a x/>",
            "<1a/>",
            "<a>]]></a>",
            "<a>\u{1}</a>",
            "<a><!-- -- --></a>",
            "<a><!-- ---></a>",
            " <?xml version='1.0'?><a/>",
            "<a/><?xml version='1.0'?>",
            "<?xml?><a/>",
            "<a>&#1;</a>",
            "<![CDATA[x]]><a/>",
            "<a/><!DOCTYPE a>",
            "<a>&#+9;</a>",
            "<?xml version='1.0' x='y'?><a/>",
            "< a/>",
            "<a><?xml x?></a>",
            "&amp;<a/>",
        ] {
            assert_eq!(skeleton(bad), None, "{bad}");
        }
    }
}
