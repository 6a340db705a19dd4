//! Does every mosaic group have all its styles? format.md, section 5.2.

use rayon::prelude::*;

use super::Rules;
use super::gathered::{Gathered, Seen, SeenStyle};
use crate::finding::{Check, Code, Fault, Place};
use crate::tally::Tally;
use crate::wire::{Kind, Style};

/// Looks at every group that was seen; sorts what was seen of them.
pub(crate) fn check(rules: &Rules<'_>, gathered: &mut Gathered, tally: &mut Tally) {
    let Some(mosaic) = &rules.recipe.mosaic else {
        return;
    };
    gathered.styles.par_sort_unstable();
    let same =
        |one: &SeenStyle, other: &SeenStyle| (one.group, one.family) == (other.group, other.family);
    for group in gathered.styles.chunk_by(same) {
        let [first, ..] = group else { continue };
        let place = first.at.place(rules.manifest);
        let fault = if group.iter().any(|style| style.seen == Seen::NotTaken) {
            // A style that repeats a text was never one of the records that were not taken.
            let record = group.iter().any(|style| style.seen == Seen::Record);
            record.then(|| Fault::new(Code::Ledger, "no record of a group not taken", "some"))
        } else {
            mosaic
                .styles
                .iter()
                .find_map(|style| style_fault(*style, group))
        };
        tally.look(Check::Sisters, &place, fault);
    }
}

/// Returns what is wrong with a style of a group that was taken.
fn style_fault(style: Style, group: &[SeenStyle]) -> Option<Fault> {
    let first = group.first()?;
    let wanted = usize::from(first.lines > 2 || style != Style::Mixed);
    let found = group.iter().filter(|seen| seen.style == style).count();
    if found == wanted {
        return None;
    }
    let code = if found < wanted {
        Code::Missing
    } else {
        Code::Duplicate
    };
    let name = Kind::Mosaic(first.family, style).name();
    Some(Fault::new(
        code,
        format!("{wanted} {name} of the group"),
        found,
    ))
}

/// Looks whether every id is there once; sorts the ids.
pub(crate) fn unique(rules: &Rules<'_>, gathered: &mut Gathered, tally: &mut Tally) {
    gathered.ids.par_sort_unstable();
    for same in gathered.ids.chunk_by(|one, other| one.0 == other.0) {
        tally.saw(Check::Unique, 1);
        for again in &same[1..] {
            let first: Place = same[0].1.place(rules.manifest);
            let id = crate::stream::hex(&again.0);
            let place = Place {
                record: id,
                ..again.1.place(rules.manifest)
            };
            let actual = format!("the id of {}:{}", first.file, first.row.unwrap_or(0));
            let fault = Fault::new(Code::Duplicate, "an id of its own", actual);
            tally.look(Check::Unique, &place, Some(fault));
        }
    }
}
