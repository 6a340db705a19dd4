//! Vectors of canonical lines.

use super::{Row, counter, make_pool, read};
use crate::bench::Bench;
use crate::draft::{Draft, Kind, LineRef, Unit};
use crate::noise::NoiseKind;
use crate::recipe::{Recipe, Style};
use crate::record;
use crate::separator::bridge;
use crate::shape::ShapeKind;
use crate::split::Splitter;
use pool::Panels;
use pool::article::Structured;
use pool::view::{Material, View};
use serde::Deserialize;
use std::path::Path;

#[derive(Deserialize)]
struct LineIn {
    counter: String,
    recipe: String,
    articles: Vec<Row>,
    kind: String,
    m: String,
    s: String,
    #[serde(default = "super::english_and_chinese")]
    spaced: [bool; 2],
}

#[test]
fn record_lines() {
    let mut foreign = 0;
    for vector in read::<LineIn, String>("record", Some("line")) {
        let LineIn {
            counter: name,
            recipe,
            articles,
            kind,
            m,
            s,
            spaced,
        } = vector.r#in;
        let root = tempfile::tempdir().unwrap();
        let pool = make_pool(root.path(), &articles, spaced);
        let recipe = Recipe::parse(recipe.into_bytes(), Path::new("")).unwrap();
        let counter = counter(&name);
        let bench = Bench::new(&pool, &recipe, &counter);
        let (draft, lines) = draft(&bench, &kind, &m);
        let article = articles
            .iter()
            .find(|row| m.starts_with(&row.id))
            .unwrap()
            .article();
        let split = Splitter::new(&recipe.split).of_article(&article).unwrap();
        let separators = bench
            .separators(&draft, &lines)
            .unwrap()
            .unwrap_or_default();
        if separators
            .iter()
            .map(ToString::to_string)
            .collect::<String>()
            != s
        {
            // A record that a reader must take, but that no plan of this seed holds.
            foreign += 1;
            continue;
        }
        let line = record::render(&bench, &draft, split, &lines).unwrap();
        assert_eq!(
            String::from_utf8(line.full).ok(),
            vector.out,
            "{}",
            vector.case
        );
    }
    assert!(foreign < 10, "{foreign} lines were not rendered");
}

/// Makes the draft that a record's metadata names.
fn draft(bench: &Bench<'_>, kind: &str, m: &str) -> (Draft, Vec<LineRef>) {
    let kind = kind_of(kind);
    let materials: Vec<Material> = m
        .split(' ')
        .map(|text| Material::parse(text).unwrap())
        .collect();
    let place = |material: &Material| bench.pool.find(&material.article).unwrap().unwrap();
    let mut lines = Vec::new();
    let unit = if let Kind::Cross(_) = kind {
        for material in &materials {
            let View::Line { line } = material.view else {
                panic!("a cross mosaic takes lines")
            };
            lines.push(LineRef {
                article: place(material),
                line,
            });
        }
        Unit::Group {
            start: 0,
            len: u32::try_from(lines.len()).unwrap(),
        }
    } else {
        Unit::View {
            article: place(&materials[0]),
            view: materials[0].view,
        }
    };
    let m1 = m.split(' ').next().unwrap();
    let right_first = bench.right_first(m1);
    let mut draft = Draft {
        kind,
        right_first,
        tokens: 0,
        bytes: 0,
        text: 0,
        unit,
        id: [0; 16],
    };
    let panels = bench.panels(&draft, &lines).unwrap();
    draft.tokens = bench.counter.tokens(&bridge(
        Panels::new(&panels.left, &panels.right),
        right_first,
    ));
    let seed = record::draws(bench, &draft).unwrap().then_some(&bench.seed);
    let meta = record::meta(bench, &draft, &lines).unwrap();
    draft.id = record::record_id(kind, &meta, seed);
    (draft, lines)
}

fn kind_of(name: &str) -> Kind {
    let plain = [Kind::Document, Kind::Slice, Kind::Line, Kind::Window];
    let cross = Style::ALL.map(Kind::Cross);
    let run = Style::ALL.map(Kind::Run);
    let noise = NoiseKind::ALL.map(Kind::Noise);
    let shape = [
        ShapeKind::Permute,
        ShapeKind::Repeat,
        ShapeKind::Glue,
        ShapeKind::Letters,
        ShapeKind::Numbers,
        ShapeKind::Bullets,
        ShapeKind::Marker,
        ShapeKind::Link,
        ShapeKind::Quote,
        ShapeKind::Indent,
    ]
    .map(Kind::Shape);
    let schema = Structured::ALL.map(Kind::Schema);
    plain
        .into_iter()
        .chain(cross)
        .chain(run)
        .chain(noise)
        .chain(shape)
        .chain(schema)
        .find(|kind| kind.name() == name)
        .unwrap()
}
