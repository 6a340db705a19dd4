//! The vectors of the format that speak of a pool: `golden/vectors`.

mod article;
mod derivation;
mod material;
mod places;
mod quota;
mod skeleton;
mod slicer;
mod snapshot;
mod stream;

use pool::id::{Digest, Hex12};
use pool::{Article, Genre, Origin, Panels, Translation};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// One line of a file of vectors.
#[derive(Deserialize)]
struct Vector<I, O> {
    case: String,
    #[serde(rename = "in")]
    given: I,
    out: Option<O>,
    valid: bool,
}

/// Reads the vectors of a rule and hands each to a test, with what must come of it: nothing for what must be refused.
fn each<I: DeserializeOwned, O: DeserializeOwned>(
    rule: &str,
    mut test: impl FnMut(&str, I, Option<O>),
) {
    let path = format!(
        "{}/../golden/vectors/{rule}.jsonl",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(&path).unwrap();
    let mut count = 0;
    for line in text.lines() {
        let vector: Vector<I, O> =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{rule}: {error}: {line}"));
        assert_eq!(vector.out.is_some(), vector.valid, "{}", vector.case);
        test(&vector.case, vector.given, vector.out);
        count += 1;
    }
    assert!(count > 0, "{path} holds no vector");
}

/// A row of a pool as the vectors write it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    key: String,
    id: String,
    source: String,
    source_id: String,
    license: String,
    origin: String,
    translation: String,
    made_by: String,
    genre: String,
    group: String,
    near: Vec<String>,
    left: String,
    right: String,
    slices: Vec<u32>,
    extra: String,
}

impl Row {
    /// Returns the row as an article, or nothing where a column is not of the format.
    fn article(&self) -> Option<Article<'_>> {
        Some(Article {
            key: Hex12::parse(&self.key)?,
            id: Hex12::parse(&self.id)?,
            source: &self.source,
            source_id: &self.source_id,
            license: &self.license,
            origin: Origin::parse(&self.origin)?,
            translation: Translation::parse(&self.translation)?,
            made_by: &self.made_by,
            genre: Genre::parse(&self.genre)?,
            group: Hex12::parse(&self.group)?,
            near: self
                .near
                .iter()
                .map(|near| Hex12::parse(near))
                .collect::<Option<_>>()?,
            text: Panels::new(&self.left, &self.right),
            slices: self.slices.clone(),
            extra: &self.extra,
        })
    }
}

fn key32(hex: &str) -> [u8; 32] {
    Digest::parse(hex).expect("64 hex digits").0
}
