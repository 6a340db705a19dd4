//! What a record says without the pool: format.md, sections 5 to 7.

use super::{Rules, Short, replayed, short};
use crate::check::Look;
use crate::finding::{Check, Code, Fault};
use crate::replay::{mosaic_lines, right_first, spelling};
use crate::stream::{Rank, hex, rank, unhex};
use crate::text::{Separators, cut, line_count};
use crate::wire::json::{self, JsonFault};
use crate::wire::{Entry, Kind, Meta, MetaFault, Record, Split, View, record_id};

/// What looking at one line gave.
pub(crate) struct Looked {
    /// What was seen and found.
    pub(crate) look: Look,
    /// The record's id as it says it, or nothing.
    pub(crate) record: String,
    /// The sidecar entry that the full line must have, if the full line is known.
    pub(crate) entry: Option<Entry>,
    /// The full line where the carrier does not hold it.
    pub(crate) rebuilt: Option<Vec<u8>>,
    /// What the release as a whole is held against.
    pub(crate) parts: Option<Parts>,
}

/// What of a record the release as a whole is held against.
pub(crate) struct Parts {
    pub(crate) id: [u8; 16],
    pub(crate) rank: Rank,
    pub(crate) kind: Kind,
    pub(crate) tokens: u64,
    /// Of the text, if it is known.
    pub(crate) text: Option<Short>,
    /// Of the materials' names.
    pub(crate) group: Short,
    /// Number of a mosaic's lines.
    pub(crate) lines: u8,
    /// Whether replay gave the record again.
    pub(crate) replayed: bool,
    /// The materials' articles and parts, if all are of the pool.
    pub(crate) uses: Vec<(u64, View)>,
}

/// Looks at one line of a shard of a split.
pub(crate) fn look(rules: &Rules<'_>, split: Split, line: &[u8]) -> Looked {
    let mut looked = Looked {
        look: Look::default(),
        record: String::new(),
        entry: None,
        rebuilt: None,
        parts: None,
    };
    if rules.manifest.carrier.has_text() {
        looked.entry = Entry::of(line);
    }
    match json::read_file::<Record>(line) {
        Ok(record) => {
            looked.look.look(Check::Records, None);
            look_at(rules, split, &record, &mut looked);
            looked.record = record.id;
        }
        Err(JsonFault::Spelling(at, what)) => {
            let fault = Fault::new(
                Code::NotCanonical,
                "a canonical line",
                format!("byte {at}: {what}"),
            );
            looked.look.look(Check::Records, Some(fault));
        }
        Err(JsonFault::Fields(what)) => {
            let fault = Fault::new(Code::Fields, "the fields of a record", what);
            looked.look.look(Check::Records, Some(fault));
        }
    }
    looked
}

fn look_at(rules: &Rules<'_>, split: Split, record: &Record, looked: &mut Looked) {
    let look = &mut looked.look;
    fields(rules, split, record, look);
    let own = hex(&record_id(&record.category, &record.kind, &record.meta));
    look.holds(
        Check::Identity,
        own == record.id,
        Code::Identity,
        own,
        &record.id,
    );
    let fits = rules.recipe.fits(record.tokens);
    let expected = format!(
        "at most {} tokens less {}",
        rules.recipe.budget, rules.recipe.reserved
    );
    look.holds(
        Check::Budget,
        fits,
        Code::OverBudget,
        expected,
        record.tokens,
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
    let Some(kind) = kind(rules, record, look) else {
        return;
    };
    let Some(meta) = meta(rules, kind, &record.meta, look) else {
        return;
    };
    let lines = match kind {
        Kind::Mosaic(family, _) => mosaic_lines(family, &meta.materials).len(),
        _ => 0,
    };
    let replayed = match rules.side {
        Some(side) => replayed::look(rules, side, (split, kind), &meta, record, looked),
        None => replayed::Known::default(),
    };
    let text = record.text.as_ref().or(replayed.text.as_ref());
    if let (Some(text), true) = (text, lines > 0) {
        panels(text, lines, &mut looked.look);
    }
    let Some(id) = unhex(&record.id) else { return };
    looked.parts = Some(Parts {
        id,
        rank: rank(&rules.recipe.seed32, "order", &record.id),
        kind,
        tokens: record.tokens,
        text: text.map(|text| short(text.as_bytes())),
        group: short(names(&meta).as_bytes()),
        lines: u8::try_from(lines).expect("a group that is spelled right has at most 8 lines"),
        replayed: replayed.same,
        uses: replayed.uses,
    });
}

/// Returns the materials as they stand in `m`.
pub(crate) fn names(meta: &Meta) -> String {
    meta.materials
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

fn fields(rules: &Rules<'_>, split: Split, record: &Record, look: &mut Look) {
    let mut rule = |holds: bool, code: Code, expected: &str, actual: &str| {
        if !holds {
            look.fault(Check::Records, Fault::new(code, expected, actual));
        }
    };
    let with_text = rules.manifest.carrier.has_text();
    let expected = if with_text {
        "the field `text`"
    } else {
        "no field `text`"
    };
    rule(
        record.text.is_some() == with_text,
        Code::Fields,
        expected,
        "the other",
    );
    rule(
        record.split == split.name(),
        Code::Split,
        split.name(),
        &record.split,
    );
    let known = super::pool::ORIGINS.contains(&record.origin.as_str()) || record.origin == "mixed";
    rule(known, Code::Fields, "an origin of the list", &record.origin);
    for (list, what) in [(&record.sources, "sources"), (&record.licenses, "licenses")] {
        let ascends = list.windows(2).all(|pair| pair[0] < pair[1]);
        let expected = format!("{what}: some, ascending and unique");
        rule(
            ascends && !list.is_empty(),
            Code::Fields,
            &expected,
            &list.join(" "),
        );
    }
}

/// Returns the kind if it is one of the category and the recipe makes it.
fn kind(rules: &Rules<'_>, record: &Record, look: &mut Look) -> Option<Kind> {
    let said = format!("{} {}", record.category, record.kind);
    let kind = Kind::parse(&record.kind);
    let Some(kind) = kind.filter(|kind| kind.category().name() == record.category) else {
        let fault = Fault::new(Code::Variant, "a kind of its category", said);
        look.fault(Check::Records, fault);
        return None;
    };
    let made = match kind {
        Kind::Mosaic(_, style) => rules
            .recipe
            .mosaic
            .as_ref()
            .is_some_and(|mosaic| mosaic.styles.contains(&style)),
        _ => rules.recipe.take(kind.category()).is_some(),
    };
    if !made {
        let fault = Fault::new(Code::NotInPlan, "a kind that the recipe asks for", said);
        look.fault(Check::Records, fault);
    }
    Some(kind)
}

/// Returns what replay needs, if it is spelled as the kind asks.
fn meta(rules: &Rules<'_>, kind: Kind, meta: &str, look: &mut Look) -> Option<Meta> {
    let meta = match Meta::parse(meta) {
        Ok(meta) => meta,
        Err(MetaFault::Form(what)) => {
            let fault = Fault::new(Code::Fields, "`meta` of its kind", what);
            look.fault(Check::Records, fault);
            return None;
        }
        Err(MetaFault::Material(name)) => {
            let fault = Fault::new(Code::Material, "a material", name);
            look.look(Check::Materials, Some(fault));
            return None;
        }
        Err(MetaFault::Separators(digits)) => {
            let fault = Fault::new(Code::Separators, "separators of 1 and 2", digits);
            look.look(Check::Separators, Some(fault));
            return None;
        }
    };
    if let Err(fault) = spelling(kind, &meta) {
        let fault = Fault::new(Code::Material, "materials as the kind spells them", fault);
        look.look(Check::Materials, Some(fault));
        return None;
    }
    look.look(Check::Materials, None);
    let first = meta
        .materials
        .first()
        .map(ToString::to_string)
        .unwrap_or_default();
    let expected = right_first(rules.recipe.order, &rules.recipe.seed32, &first);
    if expected != meta.right_first {
        let say = |right: bool| {
            if right {
                "right panel first"
            } else {
                "left panel first"
            }
        };
        let fault = Fault::new(Code::Draw, say(expected), say(meta.right_first));
        look.fault(Check::Identity, fault);
    }
    separators(rules, kind, &meta, look);
    Some(meta)
}

fn separators(rules: &Rules<'_>, kind: Kind, meta: &Meta, look: &mut Look) {
    let say = |separators: Option<&Separators>| match separators {
        Some(separators) => format!("separators `{}`", separators.digits()),
        None => "no separators".to_owned(),
    };
    let expected = match kind {
        Kind::Mosaic(family, style) => {
            let lines = mosaic_lines(family, &meta.materials);
            let first = lines.first().map(ToString::to_string).unwrap_or_default();
            let seed = &rules.recipe.seed32;
            let expected = Separators::of(style, seed, family, &first, lines.len());
            if expected.is_none() {
                let fault = Fault::new(Code::Variant, "no mixed group of two lines", kind.name());
                look.look(Check::Separators, Some(fault));
                return;
            }
            expected
        }
        _ if meta.separators.is_none() => return,
        _ => None,
    };
    let holds = expected == meta.separators;
    let actual = say(meta.separators.as_ref());
    look.holds(
        Check::Separators,
        holds,
        Code::Separators,
        say(expected.as_ref()),
        actual,
    );
}

/// Looks whether both panels of a mosaic have as many lines as its group.
fn panels(text: &str, lines: usize, look: &mut Look) {
    let Some((first, second)) = cut(text) else {
        return;
    };
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
