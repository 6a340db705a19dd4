//! The record and its `meta`: format.md, section 7.2.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::json::{self, JsonFault};
use super::kind::Kind;
use super::lists::Format;
use super::material::Material;
use super::pool::Panels;
use super::shaping::Shaping;
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

/// Returns the id of a record; `seed` is the recipe's seed32 where replay draws from a stream,
/// and else nothing.
#[must_use]
pub fn record_id(seed: &[u8], category: &str, kind: &str, meta: &str) -> [u8; 16] {
    let parts = [seed, category.as_bytes(), kind.as_bytes(), meta.as_bytes()];
    let digest = h("record", &parts);
    *digest.first_chunk().expect("a digest is longer than an id")
}

/// What replay needs, read and checked for its form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meta {
    /// The materials in their order; at least one.
    pub materials: Vec<Material>,
    /// A mosaic's separators.
    pub separators: Option<Separators>,
    /// The panels of noise.
    pub noise: Option<Panels<bool>>,
    /// The ops of shape.
    pub shape: Option<Vec<Shaping>>,
    /// Format and domain of schema; a pair has no domain.
    pub schema: Option<(Format, String)>,
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
    n: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    p: Option<Vec<Shaping>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    g: Option<[String; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    o: Option<u64>,
}

impl Meta {
    /// Makes what the records have that name materials alone.
    #[must_use]
    pub fn of(materials: Vec<Material>, right_first: bool) -> Self {
        Self {
            materials,
            separators: None,
            noise: None,
            shape: None,
            schema: None,
            right_first,
        }
    }

    /// Returns whether the record is a structured pair, which has a format and no domain.
    #[must_use]
    pub fn is_pair(&self) -> bool {
        let schema = self.schema.as_ref();
        schema.is_some_and(|(_, domain)| domain.is_empty())
    }

    /// Returns whether replay draws from a stream of the recipe's seed, for a record of a kind.
    #[must_use]
    pub fn draws(&self, kind: Kind) -> bool {
        match kind {
            Kind::Noise(_) | Kind::Shape(_) => true,
            Kind::Schema(_) => !self.is_pair(),
            _ => false,
        }
    }

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
            noise: file.n.as_deref().map(noise_panels).transpose()?,
            shape: file.p,
            schema: file.g.map(schema_format).transpose()?,
            right_first: file.o.is_some(),
        })
    }
}

fn noise_panels(letters: &str) -> Result<Panels<bool>, MetaFault> {
    let (left, right) = match letters {
        "l" => (true, false),
        "r" => (false, true),
        "lr" => (true, true),
        _ => return Err(MetaFault::Form("`n` is not `l`, `r` or `lr`".to_owned())),
    };
    Ok(Panels { left, right })
}

fn schema_format([format, domain]: [String; 2]) -> Result<(Format, String), MetaFault> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-".contains(&byte);
    match Format::parse(&format) {
        Some(_) if !domain.bytes().all(plain) => {
            Err(MetaFault::Form("`g` names no domain".to_owned()))
        }
        Some(format) => Ok((format, domain)),
        None => Err(MetaFault::Form("`g` names no format".to_owned())),
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
            format!(r#"{{"m":"{ID}/0","n":"rl"}}"#),
            format!(r#"{{"m":"{ID}/0","n":""}}"#),
            format!(r#"{{"n":"l","m":"{ID}/0"}}"#),
            format!(r#"{{"m":"{ID}/0","p":[["list","-"]]}}"#),
            format!(r#"{{"m":"{ID}/0","g":["json"]}}"#),
            format!(r#"{{"m":"{ID}/0","g":["toml",""]}}"#),
            format!(r#"{{"m":"{ID}/0","g":["json","a b"]}}"#),
            format!(r#"{{"m":"{ID}/0","q":1}}"#),
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
