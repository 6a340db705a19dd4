//! The generator against `golden/vectors`: docs/format.md, sections 4 to 9.

mod made;
mod order;
mod picks;
mod plan;
mod record;
mod rule;

use crate::count::Counter;
use pool::store::{FileRef, PartWriter, PoolHeader, SliceRule};
use pool::{Article, Genre, Hex12, Origin, Panels, Pool, Translation};
use serde::Deserialize;
use std::path::Path;

#[derive(Deserialize)]
pub(super) struct Vector<I, O> {
    pub(super) case: String,
    pub(super) r#in: I,
    pub(super) out: Option<O>,
    pub(super) valid: bool,
}

pub(super) fn read<I: for<'d> Deserialize<'d>, O: for<'d> Deserialize<'d>>(
    rule: &str,
    op: Option<&str>,
) -> Vec<Vector<I, O>> {
    #[derive(Deserialize)]
    struct Op {
        op: Option<String>,
    }
    #[derive(Deserialize)]
    struct Line {
        r#in: Op,
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../golden/vectors")
        .join(format!("{rule}.jsonl"));
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let wanted = |line: &&str| {
        serde_json::from_str::<Line>(line)
            .unwrap()
            .r#in
            .op
            .as_deref()
            == op
    };
    let found: Vec<_> = text
        .lines()
        .filter(wanted)
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(!found.is_empty(), "no vectors of {rule} {op:?}");
    found
}

#[derive(Deserialize)]
pub(super) struct Row {
    key: String,
    pub(super) id: String,
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
    pub(super) fn article(&self) -> Article<'_> {
        let hex = |text: &str| Hex12::parse(text).unwrap();
        Article {
            key: hex(&self.key),
            id: hex(&self.id),
            source: &self.source,
            source_id: &self.source_id,
            license: &self.license,
            origin: Origin::parse(&self.origin).unwrap(),
            translation: Translation::parse(&self.translation).unwrap(),
            made_by: &self.made_by,
            genre: Genre::parse(&self.genre).unwrap(),
            group: hex(&self.group),
            near: self.near.iter().map(|text| hex(text)).collect(),
            text: Panels::new(&self.left, &self.right),
            slices: self.slices.clone(),
            extra: &self.extra,
        }
    }
}

/// What panels are spaced where a vector does not say.
pub(super) fn english_and_chinese() -> [bool; 2] {
    [true, false]
}

/// Writes rows as a pool and opens it.
pub(super) fn make_pool(root: &Path, rows: &[Row], spaced: [bool; 2]) -> Pool {
    let mut articles: Vec<Article<'_>> = rows.iter().map(Row::article).collect();
    articles.sort_by_key(|article| article.id);
    std::fs::create_dir_all(root.join("parts")).unwrap();
    let mut writer = PartWriter::create(&root.join("parts/0.arrow")).unwrap();
    for article in &articles {
        writer.push(article).unwrap();
    }
    let part = writer.finish("parts/0.arrow".to_owned()).unwrap();
    let none = || FileRef {
        path: String::new(),
        rows: 0,
        bytes: 0,
        sha256: String::new(),
    };
    let header = PoolHeader {
        format: 1,
        left: "en".to_owned(),
        right: "zh-Hant-TW".to_owned(),
        spaced,
        slice: SliceRule {
            seed: "diptych".to_owned(),
            bytes: 740,
        },
        tables: Vec::new(),
        articles: part.rows,
        snapshot: String::new(),
        parts: vec![part],
        ledger: none(),
        provenance: none(),
        imports: Vec::new(),
        gates: Vec::new(),
        drops: Vec::new(),
    };
    std::fs::write(root.join("pool.json"), header.to_bytes()).unwrap();
    Pool::open(root).unwrap()
}

pub(super) fn counter(name: &str) -> Counter {
    match name {
        "bytes" => Counter::toy(|text| u32::try_from(text.len()).unwrap()),
        "bytes/3" => Counter::toy(|text| u32::try_from(text.len().div_ceil(3)).unwrap()),
        "scalars" => Counter::toy(|text| u32::try_from(text.chars().count()).unwrap()),
        "runs" => Counter::toy(|text| {
            let scalars: Vec<char> = text.chars().collect();
            u32::try_from(scalars.chunk_by(|a, b| a == b).count()).unwrap()
        }),
        "bytes%64" => Counter::toy(|text| u32::try_from(text.len() % 64).unwrap()),
        _ => panic!("counter {name} is new: add it here"),
    }
}
