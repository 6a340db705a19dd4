//! Format `tsv`: cells separated by U+0009, no quoting, no header. Rows of one group form one article.

use super::meta::{Values, meta};
use super::rows::{JoinRow, Order};
use super::{Fault, Place, Row, Unmapped, checked_text};
use crate::panels::Panels;
use crate::sources::{Field, Source};

/// Reads one line.
pub(crate) fn row(
    source: &Source,
    columns: &[Option<Field>],
    place: Place,
    bytes: &[u8],
    unmapped: &mut Vec<Unmapped>,
) -> Result<JoinRow, Fault> {
    let text = checked_text(bytes)?;
    if text.is_empty() {
        return Err(Fault::new("blank_line", "the line holds no row; remove it"));
    }
    let cells = text.split('\t').count();
    if cells != columns.len() {
        return Err(Fault::new(
            "columns",
            format!("{cells} cells, `columns` names {}", columns.len()),
        ));
    }
    let mut values = Values::default();
    for (cell, column) in text.split('\t').zip(columns) {
        if let Some(field) = column {
            values.set(*field, cell.to_owned());
        }
    }
    let mut panel = |field| values.take(field).expect("`columns` names both panels");
    let panels = Panels::new(panel(Field::Left), panel(Field::Right));
    let mut meta = meta(source, &values, None, unmapped)?;
    let order = match values.get(Field::Seq) {
        None if columns.contains(&Some(Field::Seq)) && !meta.group.is_empty() => {
            return Err(seq_fault(""));
        }
        None => Order::Place,
        Some(seq) => Order::Seq(seq_number(seq)?),
    };
    if columns.contains(&Some(Field::Group)) {
        // The group is the article: it is its own id, and its own group by the rule for a source's own id.
        meta.source_id = std::mem::take(&mut meta.group);
    }
    let joins = columns.contains(&Some(Field::Group)) && !meta.source_id.is_empty();
    Ok(JoinRow {
        row: Row {
            meta,
            text: panels,
            extra: String::new(),
            places: vec![place],
            repairs: Vec::new(),
        },
        joins,
        order,
    })
}

fn seq_number(text: &str) -> Result<u64, Fault> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|_| digits)
        .ok_or_else(|| seq_fault(text))
}

fn seq_fault(text: &str) -> Fault {
    let found: String = text.chars().take(20).collect();
    Fault::new(
        "seq_not_a_number",
        format!(
            "column `seq` is \"{}\", expected a decimal number below 2^64",
            found.escape_debug()
        ),
    )
}
