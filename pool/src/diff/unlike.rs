//! Whether two `sources.toml` read the same rows.

use super::Tags;
use crate::lang::Tag;
use crate::sources::{Layout, Source, Sources};

/// Says in what two `sources.toml` differ that decides which rows are read and what their panels are; nothing if in nothing.
#[must_use]
pub fn unlike(before: &Sources, after: &Sources) -> Option<String> {
    let names = |sources: &Sources| -> Vec<String> {
        let sources = sources.sources.iter();
        sources.map(|source| source.name.clone()).collect()
    };
    let (one, other) = (names(before), names(after));
    if one != other {
        return Some(format!("the sources are {one:?} and {other:?}"));
    }
    if is_swapped(before, after) {
        let said = |tags: Tags| format!("{} and {}", tags.left, tags.right);
        return Some(format!(
            "the languages of the panels are swapped: {}, then {}; the same text cannot be in both",
            said(Tags::of(before)),
            said(Tags::of(after))
        ));
    }
    let mut pairs = before.sources.iter().zip(&after.sources);
    pairs.find_map(|(one, other)| {
        let what = unlike_source(one, other)?;
        Some(format!("source \"{}\": {what}", one.name))
    })
}

/// Tells whether left and right changed places, in any script or region.
fn is_swapped(before: &Sources, after: &Sources) -> bool {
    let crossed = |of: fn(&str) -> String| {
        let one = before.languages.as_ref().map(|tag| of(tag));
        let other = after.languages.as_ref().map(|tag| of(tag));
        one.left != one.right && one.left == other.right && one.right == other.left
    };
    crossed(|tag| Tag::new(tag).primary) || crossed(str::to_ascii_lowercase)
}

fn unlike_source(one: &Source, other: &Source) -> Option<String> {
    let differ = |what: &str, one: String, other: String| {
        (one != other).then(|| format!("{what} is {one} and {other}"))
    };
    // By place: the two tables may lie in different folders.
    let files = |source: &Source| {
        let files = source.files();
        let places = files
            .iter()
            .map(|file| std::fs::canonicalize(&file.path).unwrap_or_else(|_| file.path.clone()));
        places
            .map(|place| place.display().to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let columns = |source: &Source| match &source.layout {
        Layout::Tsv { columns, .. } => {
            let names = columns
                .iter()
                .map(|column| column.map_or("-", |field| field.name()));
            names.collect::<Vec<_>>().join(" ")
        }
        _ => String::new(),
    };
    let fields = |source: &Source| {
        let fields = source.rule.fields.iter();
        let said = fields.map(|(field, name)| format!("{}={name}", field.name()));
        said.collect::<Vec<_>>().join(" ")
    };
    let formats = || {
        differ(
            "`format`",
            one.format().to_owned(),
            other.format().to_owned(),
        )
    };
    formats()
        .or_else(|| differ("its files", files(one), files(other)))
        .or_else(|| differ("`columns`", columns(one), columns(other)))
        .or_else(|| differ("`fields`", fields(one), fields(other)))
}
