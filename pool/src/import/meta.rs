//! From a row's fields to what it says of its text, by the rules of its source.

use super::{FIELD_MAX, Fault, Meta, Unmapped};
use crate::article::{Genre, Structured};
use crate::sources::{Field, LICENSE_UNKNOWN, Source, Words};

/// The fields of one row. An empty one counts as absent, the panels apart.
#[derive(Default)]
pub(crate) struct Values([Option<String>; Field::ALL.len()]);

impl Values {
    pub(crate) fn set(&mut self, field: Field, value: String) {
        self.0[field as usize] = Some(value);
    }

    pub(crate) fn get(&self, field: Field) -> Option<&str> {
        self.0[field as usize]
            .as_deref()
            .filter(|text| !text.is_empty())
    }

    /// Takes a panel out.
    pub(crate) fn take(&mut self, field: Field) -> Option<String> {
        self.0[field as usize].take()
    }

    fn text(&self, field: Field) -> Result<String, Fault> {
        let text = self.get(field).unwrap_or_default();
        if text.len() > FIELD_MAX {
            return Err(Fault::new(
                "field_too_long",
                format!(
                    "field `{}` has {} bytes, at most {FIELD_MAX} are taken",
                    field.name(),
                    text.len()
                ),
            ));
        }
        Ok(text.to_owned())
    }
}

/// Reads what a row says of its text. `genre` is the row's own, where the format gives it.
pub(crate) fn meta(
    source: &Source,
    values: &Values,
    genre: Option<Genre>,
    unmapped: &mut Vec<Unmapped>,
) -> Result<Meta, Fault> {
    let rule = &source.rule;
    let mut name = values.text(Field::Source)?;
    if name.is_empty() {
        name.clone_from(&source.name);
    }
    let mut license = values.text(Field::License)?;
    if license.is_empty() {
        license = rule
            .license
            .get(&name)
            .map_or(LICENSE_UNKNOWN, String::as_str)
            .to_owned();
    }
    let mut made_by = values.text(Field::MadeBy)?;
    if made_by.is_empty() {
        made_by.clone_from(&rule.made_by);
    }
    let mut word = |field, found: Option<&str>| {
        if let Some(found) = found {
            unmapped.push((field, found.to_owned()));
        }
    };
    let (origin, odd) = choose(
        &rule.origin,
        values.get(Field::Origin),
        &name,
        crate::article::Origin::parse,
    );
    word(Field::Origin, odd);
    let (translation, odd) = choose(
        &rule.translation,
        values.get(Field::Translation),
        &name,
        crate::article::Translation::parse,
    );
    word(Field::Translation, odd);
    Ok(Meta {
        origin: origin.unwrap_or(crate::article::Origin::Unknown),
        translation: translation.unwrap_or(crate::article::Translation::Unknown),
        genre: match genre {
            Some(genre) => genre,
            None => plain_genre(values)?.unwrap_or(rule.genre),
        },
        source_id: values.text(Field::Id)?,
        group: values.text(Field::Group)?,
        group_source: values.text(Field::GroupSource)?,
        source: name,
        license,
        made_by,
    })
}

/// Reads the genre of a structured row.
pub(crate) fn structured_genre(values: &Values) -> Result<Genre, Fault> {
    let format = values
        .get(Field::Format)
        .ok_or_else(|| missing(Field::Format.name()))?;
    Structured::parse(format)
        .map(Genre::Structured)
        .ok_or_else(|| {
            let known = Structured::ALL.map(Structured::name).join(" ");
            Fault::new(
                "field_value",
                format!(
                    "field `format` is \"{}\", expected one of {known}",
                    format.escape_debug()
                ),
            )
        })
}

pub(crate) fn missing(name: &str) -> Fault {
    Fault::new("field_missing", format!("field `{name}` is missing"))
}

fn plain_genre(values: &Values) -> Result<Option<Genre>, Fault> {
    let Some(text) = values.get(Field::Genre) else {
        return Ok(None);
    };
    let genre = Genre::parse(text).filter(|genre| !genre.is_structured());
    genre.map(Some).ok_or_else(|| {
        let found = text.escape_debug();
        Fault::new(
            "field_value",
            format!("field `genre` is \"{found}\", expected prose, dialogue or lines"),
        )
    })
}

/// Chooses the value of a row's own word, or without one that of its source. The second is a word that nothing maps.
fn choose<'v, T: Copy>(
    words: &Words<T>,
    word: Option<&'v str>,
    source: &str,
    standard: impl Fn(&str) -> Option<T>,
) -> (Option<T>, Option<&'v str>) {
    let Some(word) = word else {
        return (words.get(source).copied(), None);
    };
    let value = words
        .listed(word)
        .copied()
        .or_else(|| standard(word))
        .or_else(|| words.other().copied());
    (value, Some(word).filter(|_| value.is_none()))
}
