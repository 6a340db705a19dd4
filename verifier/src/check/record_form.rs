//! What a record says that needs neither recipe nor pool: format.md, sections 5 and 7.

use super::pool::ORIGINS;
use super::{Look, more_form};
use crate::finding::{Check, Code, Fault};
use crate::replay::{mosaic_lines, spelling};
use crate::stream::{Digest, hex};
use crate::structure::agree;
use crate::text::{Separators, cut, line_count};
use crate::wire::json::{self, JsonFault};
use crate::wire::{Kind, Meta, MetaFault, Record, Split, Style, record_id};

/// Reads a line as a record, and refuses it if no pool could make it right, nor a recipe of the
/// seed.
///
/// # Errors
///
/// Says the first thing that is not as the format has it.
pub fn read_record(line: &[u8], seed: &Digest) -> Result<Record, String> {
    let record: Record = json::read_file(line).map_err(|fault| fault.to_string())?;
    let mut look = Look::default();
    let text = Check::Records;
    look.holds(
        text,
        record.text.is_some(),
        Code::Fields,
        "the field `text`",
        "none",
    );
    let split = Split::parse(&record.split).is_some();
    look.holds(text, split, Code::Split, "a split", &record.split);
    form(&record, seed, &mut look);
    match look.first_fault() {
        Some(fault) => Err(format!(
            "found {}, expected {}",
            fault.actual, fault.expected
        )),
        None => Ok(record),
    }
}

/// Reads a line of a shard; puts what keeps it from being a record.
pub(super) fn read(line: &[u8], look: &mut Look) -> Option<Record> {
    let fault = match json::read_file::<Record>(line) {
        Ok(record) => {
            look.look(Check::Records, None);
            return Some(record);
        }
        Err(JsonFault::Spelling(at, what)) => Fault::new(
            Code::NotCanonical,
            "a canonical line",
            format!("byte {at}: {what}"),
        ),
        Err(JsonFault::Fields(what)) => Fault::new(Code::Fields, "the fields of a record", what),
    };
    look.look(Check::Records, Some(fault));
    None
}

/// Looks at all that a record says of itself; returns its kind, and what replay needs if it is
/// spelled as the kind asks.
pub(super) fn form(record: &Record, seed: &Digest, look: &mut Look) -> Option<(Kind, Meta)> {
    fields(record, look);
    let own = hex(&own_id(record, seed));
    look.holds(
        Check::Identity,
        own == record.id,
        Code::Identity,
        own,
        &record.id,
    );
    if let Some(text) = &record.text {
        let parts = cut(text).is_some();
        look.holds(
            Check::Bridge,
            parts,
            Code::Replay,
            "one BRIDGE between two panels",
            "none",
        );
    }
    let kind = Kind::parse(&record.kind);
    let Some(kind) = kind.filter(|kind| kind.category().name() == record.category) else {
        let said = format!("{} {}", record.category, record.kind);
        look.fault(
            Check::Records,
            Fault::new(Code::Variant, "a kind of its category", said),
        );
        return None;
    };
    let meta = meta(kind, &record.meta, look)?;
    separators(kind, &meta, look);
    if let Some(fault) = more_form::key_fault(kind, &meta) {
        look.fault(Check::Records, fault);
        return None;
    }
    if let Some((check, fault)) = more_form::fault(kind, &meta) {
        look.fault(check, fault);
    }
    if let Some(text) = &record.text {
        panels(kind, &meta, text, look);
    }
    Some((kind, meta))
}

/// Returns the id that a record's metadata give.
fn own_id(record: &Record, seed: &Digest) -> [u8; 16] {
    let kind = Kind::parse(&record.kind);
    let meta = Meta::parse(&record.meta).ok();
    let draws = meta.zip(kind).is_some_and(|(meta, kind)| meta.draws(kind));
    let seed: &[u8] = if draws { seed } else { &[] };
    record_id(seed, &record.category, &record.kind, &record.meta)
}

fn fields(record: &Record, look: &mut Look) {
    let known = ORIGINS.contains(&record.origin.as_str()) || record.origin == "mixed";
    if !known {
        let fault = Fault::new(Code::Fields, "an origin of the list", &record.origin);
        look.fault(Check::Records, fault);
    }
    for (list, what) in [(&record.sources, "sources"), (&record.licenses, "licenses")] {
        let ascends = list.windows(2).all(|pair| pair[0] < pair[1]);
        if !ascends || list.is_empty() {
            let expected = format!("{what}: some, ascending and unique");
            look.fault(
                Check::Records,
                Fault::new(Code::Fields, expected, list.join(" ")),
            );
        }
    }
}

fn meta(kind: Kind, meta: &str, look: &mut Look) -> Option<Meta> {
    let (check, fault) = match Meta::parse(meta) {
        Ok(meta) => match spelling(kind, &meta) {
            Ok(()) => {
                look.look(Check::Materials, None);
                return Some(meta);
            }
            Err(fault) => {
                let expected = "materials as the kind spells them";
                (
                    Check::Materials,
                    Fault::new(Code::Material, expected, fault),
                )
            }
        },
        Err(MetaFault::Form(what)) => (
            Check::Records,
            Fault::new(Code::Fields, "`meta` of its kind", what),
        ),
        Err(MetaFault::Material(name)) => (
            Check::Materials,
            Fault::new(Code::Material, "a material", name),
        ),
        Err(MetaFault::Separators(digits)) => (
            Check::Separators,
            Fault::new(Code::Separators, "separators of 1 and 2", digits),
        ),
    };
    look.fault(check, fault);
    None
}

/// Looks at separators as their style allows them, whatever is drawn.
fn separators(kind: Kind, meta: &Meta, look: &mut Look) {
    let (Kind::Mosaic(family, style), found) = (kind, meta.separators.as_ref()) else {
        if let Some(found) = &meta.separators {
            let fault = Fault::new(Code::Separators, "no separators", found.digits());
            look.fault(Check::Separators, fault);
        }
        return;
    };
    let gaps = mosaic_lines(family, &meta.materials)
        .len()
        .saturating_sub(1);
    if style == Style::Mixed && gaps == 1 {
        let fault = Fault::new(Code::Variant, "no mixed group of two lines", kind.name());
        look.look(Check::Separators, Some(fault));
        return;
    }
    let digits = found.map(Separators::digits).unwrap_or_default();
    let (narrow, wide) = (digits.contains('1'), digits.contains('2'));
    let (holds, expected) = match style {
        Style::Dense => (!wide, "1"),
        Style::Paragraph => (!narrow, "2"),
        Style::Mixed => (narrow && wide, "1 and 2"),
    };
    let expected = format!("{gaps} separators of {expected}");
    let holds = holds && digits.len() == gaps;
    look.holds(Check::Separators, holds, Code::Separators, expected, digits);
}

/// Looks whether both panels of a mosaic have as many lines as its group, and those of a schema
/// record one skeleton.
pub(super) fn panels(kind: Kind, meta: &Meta, text: &str, look: &mut Look) {
    let Some((first, second)) = cut(text) else {
        return;
    };
    if let Kind::Schema(format) = kind {
        let same = agree(format, first, second);
        let expected = format!("two panels of one skeleton, as {}", format.name());
        look.holds(Check::Structure, same, Code::Fields, expected, "others");
    }
    let Kind::Mosaic(family, _) = kind else {
        return;
    };
    let lines = mosaic_lines(family, &meta.materials).len();
    let counts = [line_count(first), line_count(second)];
    let expected = format!("{lines} lines in each panel");
    let actual = format!("{} and {}", counts[0], counts[1]);
    look.holds(
        Check::Panels,
        counts == [lines; 2],
        Code::Separators,
        expected,
        actual,
    );
}
