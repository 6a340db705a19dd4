//! Sections 1 and 2: materials, articles, snapshots, slices, through a pool on disk.

use serde_json::json;
use tempfile::TempDir;
use verifier::form::article_fault;
use verifier::replay::spelling;
use verifier::stream::{Tree, h, hex, seed32};
use verifier::text::slices;
use verifier::wire::{
    Kind, Material, Meta, Pool, View, article_digest, article_id, article_key, entry_digest,
};

use super::{Value, number, run, text, texts};
use crate::fixture::pool::{Row, SPACED, write};

/// Makes a row of what a vector gives of an article.
pub(super) fn row(article: &Value) -> Row {
    let field = |name: &str| {
        article
            .get(name)
            .map(|value| text(value).to_owned())
            .unwrap_or_default()
    };
    let list = |name: &str| {
        article
            .get(name)
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default()
    };
    Row {
        key: field("key"),
        id: field("id"),
        source: field("source"),
        source_id: field("source_id"),
        license: field("license"),
        origin: field("origin"),
        translation: field("translation"),
        made_by: field("made_by"),
        genre: field("genre"),
        group: field("group"),
        near: list("near")
            .iter()
            .map(|near| text(near).to_owned())
            .collect(),
        left: field("left"),
        right: field("right"),
        slices: list("slices")
            .iter()
            .map(|end| u32::try_from(number(end).unwrap()).unwrap())
            .collect(),
        extra: field("extra"),
    }
}

/// Writes articles as a pool and opens it.
fn pool(articles: &Value) -> (TempDir, Pool) {
    spaced_pool(articles, None)
}

/// As [`pool`], of panels that are spaced as said, or else the left one alone.
pub(super) fn spaced_pool(articles: &Value, spaced: Option<&Value>) -> (TempDir, Pool) {
    let mut rows: Vec<Row> = articles.as_array().unwrap().iter().map(row).collect();
    rows.sort_by(|one, other| one.id.cmp(&other.id));
    let place = tempfile::tempdir().unwrap();
    let spaced = spaced.map_or(SPACED, |spaced| [0, 1].map(|side| spaced[side] == true));
    write(&rows, spaced, place.path());
    let pool = Pool::open(place.path()).unwrap();
    (place, pool)
}

#[test]
fn materials() {
    run("material", "lines", |given| {
        let id = json!("0123456789abcdef01234567");
        let mut article = given.clone();
        article["id"] = id.clone();
        let (_place, pool) = pool(&json!([article]));
        let count = pool.line_count(0);
        let pair = |line: u32| {
            let material = Material::parse(&format!("{}/{line}", text(&id))).unwrap();
            let (_, panels) = pool.material(&material).unwrap();
            json!([panels.left, panels.right])
        };
        let pairs: Vec<Value> = (0..count.unwrap_or(0)).map(pair).collect();
        Some(json!({ "has_lines": count.is_some(), "pairs": pairs }))
    });
    run("material", "text", |given| {
        let (_place, pool) = pool(&given["articles"]);
        let material = Material::parse(text(&given["material"]))?;
        let (_, panels) = pool.material(&material)?;
        Some(json!({ "left": panels.left, "right": panels.right }))
    });
    run("material", "spelling", |given| {
        let materials = texts(&given["materials"]).into_iter().map(Material::parse);
        let materials = materials.collect::<Option<_>>()?;
        let kind = Kind::parse(text(&given["kind"]))?;
        let mut meta = Meta::of(materials, false);
        // A pair and a generated record are spelled apart.
        if let Kind::Schema(format) = kind {
            let document = meta.materials[0].view == View::Document;
            let domain = if document { "" } else { "domain" };
            meta.schema = Some((format, domain.to_owned()));
        }
        spelling(kind, &meta).ok().map(|()| json!(true))
    });
}

#[test]
fn articles() {
    run("article", "article", |given| {
        let row = &given["row"];
        let field = |name: &str| text(&row[name]);
        let (source, left, right) = (field("source"), field("left"), field("right"));
        let key = article_key(source, field("source_id"), left, right);
        // The verifier never sees a declared group; the rule is here to test H alone.
        let or = |one, other| {
            if field(one).is_empty() {
                field(other)
            } else {
                field(one)
            }
        };
        let (of, declared) = (
            or("group_source", "source"),
            or("declared_group", "source_id"),
        );
        let group = match declared {
            "" => key.clone(),
            _ => hex(&h("group", &[of.as_bytes(), declared.as_bytes()])[..12]),
        };
        let id = article_id(&key, left, right);
        Some(json!({ "key": key, "id": id, "group": group }))
    });
    run("article", "check", |given| {
        let (_place, pool) = pool(&json!([given["article"]]));
        article_fault(&pool.article(0))
            .is_none()
            .then_some(json!(true))
    });
}

#[test]
fn snapshots() {
    run("snapshot", "merkle", |given| {
        let mut tree = Tree::default();
        texts(&given["leaves"])
            .into_iter()
            .for_each(|leaf| tree.push(leaf.as_bytes()));
        Some(json!(hex(&tree.root())))
    });
    run("snapshot", "snapshot", |given| {
        let (_place, pool) = pool(&given["articles"]);
        let mut tree = Tree::default();
        let mut articles = Vec::new();
        let mut last = String::new();
        for ordinal in 0..pool.len() {
            let row = pool.article(ordinal);
            if article_fault(&row).is_some() || *last >= *row.id {
                return None;
            }
            row.id.clone_into(&mut last);
            let digest = article_digest([
                row.key,
                row.id,
                row.source,
                row.license,
                row.origin,
                row.translation,
                row.genre,
                row.left,
                row.right,
            ]);
            let near: Vec<&str> = row.near().collect();
            let entry = entry_digest(&digest, row.group, &near, row.slices);
            tree.push(&entry);
            articles.push(json!({ "id": row.id, "digest": hex(&digest), "entry": hex(&entry) }));
        }
        let snapshot = hex(&tree.root());
        (!pool.is_empty()).then(|| json!({ "articles": articles, "snapshot": snapshot }))
    });
}

#[test]
fn slicer() {
    run("slicer", "", |given| {
        let field = |name: &str| text(&given[name]);
        let (left, right) = (field("left"), field("right"));
        let seed = seed32(field("slice_seed"));
        slices(&seed, number(&given["bytes"])?, field("key"), left, right).map(|ends| json!(ends))
    });
}

#[test]
fn lines_far_into_an_article_are_found_with_and_without_an_index() {
    let lines: Vec<String> = (0..300)
        .map(|line| format!("line {line}{}", "\n".repeat(line % 3)))
        .collect();
    let panel = lines.join("\n").trim_end().to_owned();
    let id = "0123456789abcdef01234567";
    let article = json!({ "id": id, "genre": "prose", "left": panel, "right": panel });
    let (_place, pool) = pool(&json!([article]));
    for indexed in [false, true] {
        if indexed {
            pool.index_lines();
        }
        for line in [0, 1, 63, 64, 65, 127, 128, 200, 299] {
            let material = Material::parse(&format!("{id}/{line}")).unwrap();
            assert_eq!(
                pool.material(&material).unwrap().1.left,
                format!("line {line}")
            );
        }
        let range = Material::parse(&format!("{id}/62-66")).unwrap();
        let text = pool.material(&range).unwrap().1.right;
        assert_eq!(text, "line 62\n\n\nline 63\nline 64\n\nline 65");
        let past = Material::parse(&format!("{id}/299-301")).unwrap();
        assert_eq!(pool.material(&past), None);
    }
}
