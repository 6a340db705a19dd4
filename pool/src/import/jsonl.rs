//! Formats `jsonl` and `structured-jsonl`: one object a line, one article each.

use super::meta::{Values, meta, missing, structured_genre};
use super::{Fault, Place, Row, Unmapped, checked_scalars, checked_text, json};
use crate::panels::Panels;
use crate::sources::{Field, Layout, Source};

/// Reads one line.
pub(crate) fn row(
    source: &Source,
    place: Place,
    bytes: &[u8],
    unmapped: &mut Vec<Unmapped>,
) -> Result<Row, Fault> {
    let text = checked_text(bytes)?;
    if text.trim_ascii().is_empty() {
        return Err(Fault::new("blank_line", "the line holds no row; remove it"));
    }
    let structured = matches!(source.layout, Layout::StructuredJsonl(_));
    let mut members = json::members(text)?;
    let mut values = Values::default();
    for field in Field::ALL {
        let standard = match field {
            Field::Seq => continue,
            Field::Format => structured,
            Field::Genre => !structured,
            _ => true,
        };
        if standard {
            read_field(source, field, &members, &mut values)?;
        }
    }
    members.retain(|(name, _)| !is_used(source, structured, name));
    let extra = if members.is_empty() {
        String::new()
    } else {
        json::canonical(members)?
    };
    let genre = structured.then(|| structured_genre(&values)).transpose()?;
    let mut panel = |field| {
        values
            .take(field)
            .ok_or_else(|| missing(name_of(source, field)))
    };
    let panels = Panels::new(panel(Field::Left)?, panel(Field::Right)?);
    Ok(Row {
        meta: meta(source, &values, genre, unmapped)?,
        text: panels,
        extra,
        places: vec![place],
        repairs: Vec::new(),
    })
}

fn name_of(source: &Source, field: Field) -> &str {
    source
        .rule
        .fields
        .get(&field)
        .map_or(field.name(), String::as_str)
}

/// Tells whether a member gives a field: what gives none is kept in `extra`.
fn is_used(source: &Source, structured: bool, name: &str) -> bool {
    Field::ALL.into_iter().any(|field| {
        let standard = match field {
            Field::Seq => false,
            Field::Format => structured,
            Field::Genre => !structured,
            _ => true,
        };
        standard && name_of(source, field) == name
    })
}

fn read_field(
    source: &Source,
    field: Field,
    members: &json::Members<'_>,
    values: &mut Values,
) -> Result<(), Fault> {
    let name = name_of(source, field);
    let mapped = source.rule.fields.contains_key(&field);
    let Some((_, value)) = members.iter().find(|(member, _)| member == name) else {
        // A field that `fields` names is promised for every row.
        return if mapped { Err(missing(name)) } else { Ok(()) };
    };
    if value.get() == "null" {
        return Err(Fault::new(
            "field_null",
            format!("field `{name}` is null, expected a string"),
        ));
    }
    let text = json::text(value)?;
    let number = matches!(field, Field::Id | Field::Group) || value.get().starts_with('"');
    let text = text.filter(|_| number).ok_or_else(|| {
        let found: String = value.get().chars().take(20).collect();
        Fault::new(
            "field_type",
            format!("field `{name}` is {found}, expected a string"),
        )
    })?;
    let panel = matches!(field, Field::Left | Field::Right);
    let crlf = panel && source.repair.normalize.crlf;
    checked_scalars(&text, crlf).map_err(|fault| Fault {
        detail: format!("field `{name}`: {}", fault.detail),
        ..fault
    })?;
    values.set(field, text);
    Ok(())
}
