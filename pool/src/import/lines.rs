//! Format `lines`: two files whose lines pair. A line that is blank on both sides ends an article.

use super::meta::{Values, meta};
use super::{Fault, Place, Row, Unmapped, checked_text};
use crate::panels::{Panels, Side};
use crate::sources::Source;
use crate::text::is_blank_text;

/// A pair of lines.
#[derive(Debug)]
pub(crate) enum Pair {
    /// A row.
    Row(Box<Row>),
    /// Blank on both sides.
    Gap,
}

/// Reads the pair of lines that stand at one line of both files. A fault says in which file it is.
pub(crate) fn pair(
    source: &Source,
    places: Panels<Place>,
    bytes: Panels<&Result<Vec<u8>, Fault>>,
    unmapped: &mut Vec<Unmapped>,
) -> Result<Pair, (Side, Fault)> {
    let left = line(bytes.left).map_err(|fault| (Side::Left, fault))?;
    let right = line(bytes.right).map_err(|fault| (Side::Right, fault))?;
    let text = Panels::new(left, right);
    if is_blank_text(text.left) && is_blank_text(text.right) {
        return Ok(Pair::Gap);
    }
    let meta =
        meta(source, &Values::default(), None, unmapped).map_err(|fault| (Side::Left, fault))?;
    Ok(Pair::Row(Box::new(Row {
        meta,
        text: text.map(str::to_owned),
        extra: String::new(),
        places: vec![places.left],
        repairs: Vec::new(),
    })))
}

fn line(bytes: &Result<Vec<u8>, Fault>) -> Result<&str, Fault> {
    match bytes {
        Ok(bytes) => checked_text(bytes),
        Err(fault) => Err(fault.clone()),
    }
}
