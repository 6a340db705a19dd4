//! Does every mosaic group have all its styles? format.md, section 5.2.

use rayon::prelude::*;

use super::Rules;
use super::gathered::Gathered;
use crate::finding::{Check, Code, Fault, Place};
use crate::tally::Tally;
use crate::wire::{Kind, Style};

/// Looks at every group that was seen; sorts what was seen of them.
pub(crate) fn check(rules: &Rules<'_>, gathered: &mut Gathered, tally: &mut Tally) {
    let Some(mosaic) = &rules.recipe.mosaic else {
        return;
    };
    gathered.styles.par_sort_unstable();
    let same = |one: &super::gathered::SeenStyle, other: &super::gathered::SeenStyle| {
        (one.group, one.family) == (other.group, other.family)
    };
    for group in gathered.styles.chunk_by(same) {
        let [first, ..] = group else { continue };
        let place = first.at.place(rules.manifest);
        let mut fault = None;
        for style in &mosaic.styles {
            let wanted = usize::from(first.lines > 2 || *style != Style::Mixed);
            let seen = group.iter().filter(|seen| seen.style == *style).count();
            if seen != wanted {
                let code = if seen < wanted {
                    Code::Missing
                } else {
                    Code::Duplicate
                };
                let name = Kind::Mosaic(first.family, *style).name();
                let expected = format!("{wanted} {name} of the group");
                fault = Some(Fault::new(code, expected, seen));
            }
        }
        tally.look(Check::Sisters, &place, fault);
    }
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
