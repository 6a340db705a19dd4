//! format.md, sections 1 and 1.1. Which spelling a record uses (`spelling`) is the generator's matter.

use super::each;
use pool::id::Hex12;
use pool::view::Lines;
use pool::{Article, Genre, Material, Origin, Panels, Translation};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "lowercase")]
enum Given {
    Lines {
        genre: String,
        left: String,
        right: String,
    },
    Text {
        articles: Vec<Short>,
        material: String,
    },
    Spelling {},
}

#[derive(Deserialize)]
struct Short {
    id: String,
    genre: String,
    left: String,
    right: String,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(untagged)]
enum Out {
    Lines {
        has_lines: bool,
        pairs: Vec<[String; 2]>,
    },
    Text {
        left: String,
        right: String,
    },
    Spelling(bool),
}

#[test]
fn vectors_of_materials() {
    let mut tried = 0;
    each("material", |case, given, out: Option<Out>| {
        let found = match given {
            Given::Lines { genre, left, right } => Some(lines(&genre, Panels::new(&left, &right))),
            Given::Text { articles, material } => text(&articles, &material),
            Given::Spelling {} => return,
        };
        tried += 1;
        assert_eq!(found, out, "{case}");
    });
    assert!(tried >= 54, "{tried}");
}

fn of<'r>(genre: &str, text: Panels<&'r str>) -> (Article<'r>, Lines) {
    let zero = Hex12::parse(&"0".repeat(24)).unwrap();
    let article = Article {
        key: zero,
        id: zero,
        source: "",
        source_id: "",
        license: "",
        origin: Origin::Unknown,
        translation: Translation::Unknown,
        made_by: "",
        genre: Genre::parse(genre).unwrap(),
        group: zero,
        near: Vec::new(),
        text,
        slices: Vec::new(),
        extra: "",
    };
    let lines = Lines::of(&article);
    (article, lines)
}

fn lines(genre: &str, text: Panels<&str>) -> Out {
    let (article, lines) = of(genre, text);
    let pairs: Vec<[String; 2]> = (0..lines.len())
        .map(|line| {
            let ranges = lines.get(line);
            [
                &article.text.left[ranges.left.clone()],
                &article.text.right[ranges.right.clone()],
            ]
            .map(str::to_owned)
        })
        .collect();
    Out::Lines {
        has_lines: !lines.is_empty(),
        pairs,
    }
}

fn text(articles: &[Short], material: &str) -> Option<Out> {
    let material = Material::parse(material)?;
    let short = articles
        .iter()
        .find(|short| Hex12::parse(&short.id) == Some(material.article))?;
    let (article, lines) = of(&short.genre, Panels::new(&short.left, &short.right));
    let found = lines.text(article.text, material.view)?.map(str::to_owned);
    Some(Out::Text {
        left: found.left,
        right: found.right,
    })
}
