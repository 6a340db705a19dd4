//! The tables of docs/gates.md other than that of the gates, and its lists of sources.

use super::read::{SOURCE, blocks, literal, parse, spans, table};
use super::reasons;
use pool::article::Genre;
use pool::panels::Panels;
use pool::pii::{self, Kind, Outcome};
use pool::trial::Trial;
use std::collections::BTreeSet;

#[test]
fn every_repair_does_what_its_row_says() {
    let judge = |tag: &str, normalize: &str, text: &str| {
        let text_of = format!(
            "format = 1\nleft = \"{tag}\"\nright = \"eo\"\n[normalize]\n{normalize}\n{SOURCE}"
        );
        let trial = Trial::of_sources(&parse(&text_of), None).expect("one source");
        trial.judge(Genre::Prose, Panels::new(text.to_owned(), "x".to_owned()))
    };
    let mut names = BTreeSet::new();
    for row in table(&["repair", "what"]) {
        let [before, after] = [3, 4].map(|at| literal(&row[at]).expect("literal text"));
        let switch = spans(&row[5])
            .first()
            .map(|said| said.split_once(" = ").expect("a switch and its default"));
        let on = switch.map_or(String::new(), |(name, _)| format!("{name} = true"));
        let done = judge(&row[2], &on, &before);
        assert_eq!(
            (done.text.left.as_str(), &done.repairs[..]),
            (after.as_str(), &[row[0].clone()][..]),
            "{row:?}"
        );
        if let Some((name, default)) = switch {
            let left = judge(&row[2], &format!("{name} = false"), &before);
            assert_eq!(
                (left.text.left.as_str(), left.repairs.len()),
                (before.as_str(), 0),
                "{row:?}"
            );
            let repaired = judge(&row[2], "", &before).text.left == after;
            assert_eq!(repaired, default == "true", "{row:?}");
            names.insert(name.to_owned());
        }
    }
    let known = pool::normalize::Rule::NAMES
        .into_iter()
        .chain(["misprints", "variants"]);
    assert_eq!(names, known.map(str::to_owned).collect());
}

#[test]
fn every_kind_of_personal_data_is_replaced_as_its_row_says() {
    let rows = table(&["kind", "placeholder"]);
    let redact = |text: &str| pii::redact(Panels::new(text, text), &pii::Rule::default());
    for row in &rows {
        let kind = Kind::parse(&row[0]).unwrap_or_else(|| panic!("{row:?}"));
        assert_eq!(
            literal(&row[1]).unwrap_or_else(|| "<KEY>".to_owned()),
            kind.placeholder()
        );
        if let Some(text) = literal(&row[2]) {
            let Outcome::Replaced { text, counts } = redact(&text) else {
                panic!("{row:?}")
            };
            assert!(text.left.contains(kind.placeholder()), "{row:?}");
            assert_eq!(counts, [(kind, 1)], "{row:?}");
        }
        assert_eq!(
            redact(&literal(&row[3]).expect("literal text")),
            Outcome::Clean,
            "{row:?}"
        );
    }
    let kinds: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(kinds, Kind::ALL.map(Kind::name));
}

#[test]
fn the_profiles_of_the_table_are_those_of_the_program() {
    let known = pool::profile::parse(include_str!("../../tables/profiles.toml")).unwrap();
    let mut told: Vec<(String, Vec<String>)> = Vec::new();
    for row in table(&["profile", "tags"]) {
        let list = |cell: &str| -> Vec<String> { cell.split(", ").map(str::to_owned).collect() };
        match row[1].as_str() {
            "the same" => told.extend(
                list(&row[0])
                    .into_iter()
                    .map(|name| (name.clone(), vec![name])),
            ),
            "none" => told.push((row[0].clone(), Vec::new())),
            tags => told.push((row[0].clone(), list(tags))),
        }
    }
    let known: Vec<_> = known
        .into_iter()
        .map(|profile| (profile.name, profile.tags))
        .collect();
    assert_eq!(told, known);
}

#[test]
fn every_list_of_sources_is_one() {
    let blocks = blocks();
    assert_eq!(blocks.len(), 2);
    for (block, _) in &blocks {
        parse(block);
    }
    let russian = Trial::of_sources(&parse(&blocks[1].0), None).unwrap();
    for (right, expected) in [
        ("Фонарь у причала горит всю ночь.", None),
        ("Фонарь 的 горит всю ночь.", Some("ru_kana_hangul")),
    ] {
        let verdict = russian.judge(
            Genre::Prose,
            Panels::new(
                "The lamp by the pier is lit all night.".to_owned(),
                right.to_owned(),
            ),
        );
        assert_eq!(reasons(&verdict).first().copied(), expected);
    }
}
