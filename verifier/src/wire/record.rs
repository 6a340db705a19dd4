//! The record and its `meta`: format.md, section 7.2.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::json::{self, JsonFault};
use super::material::Material;
use crate::stream::h;
use crate::text::Separators;

/// A record as one line of a shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// 32 hex digits.
    pub id: String,
    /// The text; absent in the carrier `meta`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The split's name.
    pub split: String,
    /// The category's name.
    pub category: String,
    /// The kind's name.
    pub kind: String,
    /// Tokens of the text, without reserved ones.
    pub tokens: u64,
    /// Whether more than half of the materials were written in the panel printed second.
    pub reversed: bool,
    /// The materials' common origin, or `mixed`.
    pub origin: String,
    /// Sources of the articles, ascending, unique.
    pub sources: Vec<String>,
    /// Licences of the articles, ascending, unique.
    pub licenses: Vec<String>,
    /// Canonical JSON of what replay needs.
    pub meta: String,
}

impl Record {
    /// Writes the canonical line, LF included.
    ///
    /// # Errors
    ///
    /// Says which number has no canonical form.
    pub fn line(&self) -> Result<Vec<u8>, String> {
        let mut line = json::write(self)?;
        line.push(b'\n');
        Ok(line)
    }
}

/// A record whose text was never looked at.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stripped {
    id: String,
    #[serde(default, rename = "text")]
    _text: Option<IgnoredAny>,
    split: String,
    category: String,
    kind: String,
    tokens: u64,
    reversed: bool,
    origin: String,
    sources: Vec<String>,
    licenses: Vec<String>,
    meta: String,
}

impl Stripped {
    /// Reads a line of any carrier, whatever stands in its text.
    ///
    /// # Errors
    ///
    /// Says what is not a record.
    pub fn parse(line: &[u8]) -> Result<Self, JsonFault> {
        serde_json::from_slice(line).map_err(|error| JsonFault::Fields(error.to_string()))
    }

    /// Returns the record's id as it says it.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the record with a text of its own.
    #[must_use]
    pub fn with_text(self, text: Option<String>) -> Record {
        Record {
            id: self.id,
            text,
            split: self.split,
            category: self.category,
            kind: self.kind,
            tokens: self.tokens,
            reversed: self.reversed,
            origin: self.origin,
            sources: self.sources,
            licenses: self.licenses,
            meta: self.meta,
        }
    }
}

/// Returns the id of a record of base, mosaic or longform, whose replay draws from no stream.
#[must_use]
pub fn record_id(category: &str, kind: &str, meta: &str) -> [u8; 16] {
    let digest = h(
        "record",
        &[b"", category.as_bytes(), kind.as_bytes(), meta.as_bytes()],
    );
    *digest.first_chunk().expect("a digest is longer than an id")
}

/// What replay needs, read and checked for its form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meta {
    /// The materials in their order; at least one.
    pub materials: Vec<Material>,
    /// A mosaic's separators.
    pub separators: Option<Separators>,
    /// Whether the right panel is first.
    pub right_first: bool,
}

/// Why a `meta` is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MetaFault {
    /// Not canonical, or with other keys.
    Form(String),
    /// A material is not spelled as one.
    Material(String),
    /// The separators are none.
    Separators(String),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MetaFile {
    m: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    s: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    o: Option<u64>,
}

impl Meta {
    /// Reads a record's `meta`.
    ///
    /// # Errors
    ///
    /// Says what part of it has another form.
    pub fn parse(meta: &str) -> Result<Self, MetaFault> {
        let file: MetaFile =
            json::read(meta.as_bytes()).map_err(|fault| MetaFault::Form(fault.to_string()))?;
        if file.o.is_some_and(|o| o != 1) {
            return Err(MetaFault::Form("`o` is not 1".to_owned()));
        }
        let separators = match file.s {
            None => None,
            Some(digits) => Some(Separators::parse(&digits).ok_or(MetaFault::Separators(digits))?),
        };
        let read =
            |name: &str| Material::parse(name).ok_or_else(|| MetaFault::Material(name.to_owned()));
        let materials = file.m.split(' ').map(read).collect::<Result<_, _>>()?;
        Ok(Self {
            materials,
            separators,
            right_first: file.o.is_some(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "00112233445566778899aabb";

    #[test]
    fn meta_has_one_form() {
        let meta = Meta::parse(&format!(r#"{{"m":"{ID}/0 {ID}/3","s":"2","o":1}}"#)).unwrap();
        assert_eq!(meta.materials.len(), 2);
        assert!(meta.right_first);
        for bad in [
            format!(r#"{{"m":"{ID}/0","o":0}}"#),
            format!(r#"{{"m":"{ID}/0","o":null}}"#),
            format!(r#"{{"o":1,"m":"{ID}/0"}}"#),
            format!(r#"{{"m":"{ID}/0","n":"l"}}"#),
            r#"{"s":"1"}"#.to_owned(),
        ] {
            assert!(
                matches!(Meta::parse(&bad), Err(MetaFault::Form(_))),
                "{bad}"
            );
        }
        for bad in [format!("{ID}/0  {ID}/1"), String::new(), format!(" {ID}/0")] {
            let meta = format!(r#"{{"m":"{bad}"}}"#);
            assert!(
                matches!(Meta::parse(&meta), Err(MetaFault::Material(_))),
                "{bad}"
            );
        }
        let meta = format!(r#"{{"m":"{ID}/0","s":"3"}}"#);
        assert!(matches!(Meta::parse(&meta), Err(MetaFault::Separators(_))));
    }

    #[test]
    fn a_stripped_record_gets_its_text_again() {
        let line = r#"{"id":"i","text":{"x":[1]},"split":"train","category":"base","kind":"line","tokens":3,"reversed":false,"origin":"left","sources":["s"],"licenses":["l"],"meta":"m"}"#;
        let record = Stripped::parse(line.as_bytes())
            .unwrap()
            .with_text(Some("a\n\nb".to_owned()));
        let line = String::from_utf8(record.line().unwrap()).unwrap();
        assert!(
            line.starts_with(r#"{"id":"i","text":"a\n\nb","split":"train","#),
            "{line}"
        );
        assert!(line.ends_with("\"meta\":\"m\"}\n"), "{line}");
        let read: Record = json::read_file(line.as_bytes()).unwrap();
        assert_eq!(read, record);
    }
}
