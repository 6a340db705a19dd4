//! What a record says, held against recipe and manifest: format.md, sections 5 to 7.

use super::attempt::Walk;
use super::record_form::{form, panels, read};
use super::taken::Key;
use super::{Look, Rules, Short, replayed, short};
use crate::finding::{Check, Code, Fault};
use crate::replay::{mosaic_lines, right_first};
use crate::stream::{Rank, rank, unhex};
use crate::text::Separators;
use crate::wire::{Entry, Kind, Meta, Recipe, Record, Split, Style, View};

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
    /// Its bundle, where a quota takes bundles.
    pub(crate) bundle: Option<Key>,
    /// What its material was walked for, if it was.
    pub(crate) walk: Option<Walk>,
    /// Whether replay gave the record again.
    pub(crate) replayed: bool,
    /// The materials' articles and parts, if all are of the pool.
    pub(crate) uses: Vec<(u64, View)>,
}

/// Looks at one line of a shard of a split.
pub(crate) fn look(rules: &Rules<'_>, split: Split, line: &[u8]) -> Looked {
    let carried = rules.manifest.carrier.has_text();
    let mut looked = Looked {
        look: Look::default(),
        record: String::new(),
        entry: if carried { Entry::of(line) } else { None },
        rebuilt: None,
        parts: None,
    };
    if let Some(record) = read(line, &mut looked.look) {
        look_at(rules, split, &record, &mut looked);
        looked.record = record.id;
    }
    looked
}

fn look_at(rules: &Rules<'_>, split: Split, record: &Record, looked: &mut Looked) {
    let look = &mut looked.look;
    let carried = rules.manifest.carrier.has_text();
    if record.text.is_some() != carried {
        let expected = if carried {
            "the field `text`"
        } else {
            "no field `text`"
        };
        look.fault(
            Check::Records,
            Fault::new(Code::Fields, expected, "the other"),
        );
    }
    if record.split != split.name() {
        let fault = Fault::new(Code::Split, split.name(), &record.split);
        look.fault(Check::Records, fault);
    }
    let recipe = rules.recipe;
    let fits = recipe.fits(record.tokens);
    let expected = format!("at most {} tokens less {}", recipe.budget, recipe.reserved);
    look.holds(
        Check::Budget,
        fits,
        Code::OverBudget,
        expected,
        record.tokens,
    );
    let Some((kind, meta)) = form(record, &recipe.seed32, look) else {
        return;
    };
    by_recipe(rules, kind, &meta, look);
    let replayed = match rules.side {
        Some(side) if rules.sampled => replayed::Known {
            uses: replayed::uses(side, &meta).unwrap_or_default(),
            ..replayed::Known::default()
        },
        Some(side) => replayed::look(rules, side, (split, kind), &meta, record, looked),
        None => replayed::Known::default(),
    };
    if let (None, Some(text)) = (&record.text, &replayed.text) {
        panels(kind, &meta, text, &mut looked.look);
    }
    let text = record.text.as_ref().or(replayed.text.as_ref());
    let lines = match kind {
        Kind::Mosaic(family, _) => mosaic_lines(family, &meta.materials).len(),
        _ => 0,
    };
    let Some(id) = unhex(&record.id) else { return };
    looked.parts = Some(Parts {
        id,
        rank: rank(&recipe.seed32, "order", &record.id),
        kind,
        tokens: record.tokens,
        text: text.map(|text| short(text.as_bytes())),
        group: short(names(&meta).as_bytes()),
        lines: u8::try_from(lines).expect("a group that is spelled right has at most 8 lines"),
        bundle: bundle(recipe, kind, &meta),
        walk: match kind {
            Kind::Noise(spoil) => Some(Walk::Noise(spoil)),
            Kind::Shape(_) => Some(Walk::Shape),
            Kind::Schema(_) => (!meta.is_pair()).then_some(Walk::Generated),
            _ => None,
        },
        replayed: replayed.same,
        uses: replayed.uses,
    });
}

fn bundle(recipe: &Recipe, kind: Kind, meta: &Meta) -> Option<Key> {
    let family = match kind {
        Kind::Mosaic(family, _) => Some(family),
        _ => None,
    };
    let first = meta.materials.first()?.to_string();
    Key::of(recipe, kind.category(), &first, family)
}

/// What replaying a record in a second reading gave.
pub(crate) struct Again {
    /// What only the pool tells; the rest was put by the first reading.
    pub(crate) look: Look,
    /// The record's id as it says it.
    pub(crate) record: String,
    /// The sidecar entry of the full line, where the carrier does not hold it.
    pub(crate) entry: Option<Entry>,
    /// Whether replay gave the record again.
    pub(crate) replayed: bool,
}

/// Replays a line that [`look`] has seen without its texts.
pub(crate) fn again(rules: &Rules<'_>, split: Split, line: &[u8]) -> Option<Again> {
    let mut said = Look::default();
    let record = read(line, &mut said)?;
    let (kind, meta) = form(&record, &rules.recipe.seed32, &mut said)?;
    let mut looked = Looked {
        look: Look::default(),
        record: String::new(),
        entry: None,
        rebuilt: None,
        parts: None,
    };
    let known = replayed::look(
        rules,
        rules.side?,
        (split, kind),
        &meta,
        &record,
        &mut looked,
    );
    Some(Again {
        look: looked.look,
        record: record.id,
        entry: looked.entry,
        replayed: known.same,
    })
}

/// Returns the materials as they stand in `m`.
pub(crate) fn names(meta: &Meta) -> String {
    meta.materials
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Looks at what the recipe decides: which kinds there are, which panel is first, what is drawn.
fn by_recipe(rules: &Rules<'_>, kind: Kind, meta: &Meta, look: &mut Look) {
    let made = match kind {
        Kind::Mosaic(_, style) => rules
            .recipe
            .mosaic
            .as_ref()
            .is_some_and(|mosaic| mosaic.styles.contains(&style)),
        Kind::Noise(spoil) => {
            let noise = rules.recipe.noise.as_ref();
            noise.is_some_and(|noise| noise.weight(spoil) > 0)
        }
        _ => rules.recipe.makes(kind.category()),
    };
    if !made {
        let expected = "a kind that the recipe asks for";
        look.fault(
            Check::Records,
            Fault::new(Code::NotInPlan, expected, kind.name()),
        );
    }
    let seed = &rules.recipe.seed32;
    let first = meta
        .materials
        .first()
        .map(ToString::to_string)
        .unwrap_or_default();
    let expected = right_first(rules.recipe.order, seed, &first);
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
    let (Kind::Mosaic(family, Style::Mixed), Some(found)) = (kind, &meta.separators) else {
        return;
    };
    let lines = mosaic_lines(family, &meta.materials);
    let first = lines.first().map(ToString::to_string).unwrap_or_default();
    let drawn = Separators::of(Style::Mixed, seed, family, &first, lines.len());
    // What no draw could give was said already.
    let possible = found.len() + 1 == lines.len();
    if let Some(drawn) = drawn.filter(|drawn| possible && drawn != found) {
        let expected = format!("separators {}, as drawn", drawn.digits());
        let fault = Fault::new(Code::Separators, expected, found.digits());
        look.fault(Check::Separators, fault);
    }
}
