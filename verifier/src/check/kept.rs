//! What is kept of a row of the ledger until all of a release is read: format.md, section 9.

use std::collections::BTreeMap;

use super::attempt::Walk;
use super::coverage::Use;
use super::gathered::{At, Gathered, Role, Seen, SeenStyle, SeenText, leading_style};
use super::ledger_form::Row;
use super::taken::Key;
use super::walked::{Picked, Step, Walked};
use super::{Rules, Short, reasons};
use crate::finding::Place;
use crate::tally::Tally;
use crate::wire::{Category, Family, Kind, Material, Reason, Split, View};

/// Keeps what of a row the release as a whole is held against.
pub(super) fn keep(
    rules: &Rules<'_>,
    row: &Row,
    group: Short,
    known: &reasons::Known,
    (number, place): (u64, &Place),
    gathered: &mut Gathered,
    tally: &mut Tally,
) {
    let at = At::ledger(number);
    let bare = row.category == Some(Category::Base) && is_made(row.reason);
    if let Some(split) = row.split {
        let shape = row.category == Some(Category::Shape) && row.reason == Reason::NotTaken;
        let count = |of: &mut BTreeMap<Split, u64>, one: bool| {
            *of.entry(split).or_default() += u64::from(one);
        };
        count(&mut gathered.base_materials, bare);
        count(&mut gathered.shape_rows, shape);
    }
    let walk = walk_of(rules, row, known);
    keep_text(row, known, walk, at, gathered);
    keep_group(rules, row, group, at, gathered);
    let Some(side) = rules.side else { return };
    if let (Some(split), true) = (row.split, bare) {
        let materials = gathered.materials.entry(split).or_default();
        materials.extend(&known.uses);
    }
    if let (Some(split), Some(walk), [used]) = (row.split, walk, known.uses.as_slice()) {
        let walked = Walked::new(*used, step_of(row.reason), known.text, at);
        gathered.walk((split, walk), walked);
    }
    if walk.is_some() {
        return;
    }
    if let (Some(Category::Schema), [(ordinal, _)]) = (row.category, known.uses.as_slice()) {
        let picked = row.reason != Reason::NotPicked;
        gathered.picked.push(Picked::new(*ordinal, picked, at));
    }
    if row.reason == Reason::SplitBridge {
        for (ordinal, _) in &known.uses {
            let at = usize::try_from(*ordinal).expect("an ordinal was an index");
            gathered.splits_of[at] |= super::isolation::BRIDGE_ROW;
        }
        return;
    }
    if let Some(used) = use_of(rules, row) {
        gathered.mark(side, &known.uses, used, place, tally);
    }
}

/// Keeps the text of a record that was not made, where others are held against it.
fn keep_text(
    row: &Row,
    known: &reasons::Known,
    walk: Option<Walk>,
    at: At,
    gathered: &mut Gathered,
) {
    let shown = walk.is_none() || row.reason == Reason::NotTaken;
    if let (Some(text), Some(split)) = (known.text.filter(|_| shown), row.split) {
        let role = match (row.reason, row.category) {
            (Reason::CrossSplitText, _) => Role::TextRow,
            (Reason::StyleRepeats, _) => Role::StyleRow,
            (Reason::NotTaken, Some(Category::Shape)) => Role::ShapeRow,
            (_, Some(Category::Longform)) => Role::LongformRow,
            _ => Role::BaseRow,
        };
        gathered.texts.push(SeenText {
            text,
            split,
            role,
            at,
        });
    }
}

/// Keeps the bundle that was not taken, and the style of a group that was not made.
fn keep_group(rules: &Rules<'_>, row: &Row, group: Short, at: At, gathered: &mut Gathered) {
    let lines = group_lines(&row.unit);
    if let (Reason::NotTaken, Some(category), Some(first)) =
        (row.reason, row.category, row.unit.first())
    {
        let key = Key::of(rules.recipe, category, &first.to_string(), family(row));
        if let Some(key) = key {
            gathered.taken.row(category, key, group, lines);
        }
    }
    if let Some(Kind::Mosaic(family, style)) = row.kind {
        let repeats = row.reason == Reason::StyleRepeats;
        let seen = if repeats {
            Seen::Repeats
        } else {
            Seen::NotTaken
        };
        gathered.styles.push(SeenStyle {
            group,
            family,
            style,
            lines,
            seen,
            at,
        });
    }
}

fn family(row: &Row) -> Option<Family> {
    match row.kind {
        Some(Kind::Mosaic(family, _)) => Some(family),
        _ => None,
    }
}

/// Returns how a row uses its unit; none if another row of the group says it.
fn use_of(rules: &Rules<'_>, row: &Row) -> Option<Use> {
    let leading = leading_style(rules).map(|style| Kind::Mosaic(Family::Run, style));
    Some(match (row.reason, row.category, family(row)) {
        (Reason::StyleRepeats, ..) if row.kind != leading => return None,
        (Reason::StyleRepeats, ..) => Use::RunRepeats,
        (Reason::RunAlone, ..) => Use::RunAlone,
        (_, Some(Category::Mosaic), Some(Family::Run)) => Use::RunNotTaken,
        (_, Some(Category::Mosaic), _) => Use::CrossRow,
        (_, Some(Category::Longform), _) => Use::WindowRow,
        _ => Use::BaseRow,
    })
}

/// Returns whether a row of a reason is of a record that could have been.
fn is_made(reason: Reason) -> bool {
    matches!(reason, Reason::NotTaken | Reason::CategoryOff)
}

/// Returns what the unit of a row was walked for; none where nobody walks.
pub(crate) fn walk_of(rules: &Rules<'_>, row: &Row, known: &reasons::Known) -> Option<Walk> {
    let structured = |ordinal: u64| {
        let side = rules.side;
        side.is_some_and(|side| side.facts.is_structured(ordinal))
    };
    match (row.category?, row.kind, row.reason) {
        (Category::Noise, Some(Kind::Noise(spoil)), _) => Some(Walk::Noise(spoil)),
        (Category::Shape, ..) => Some(Walk::Shape),
        (Category::Schema, _, Reason::Unfit | Reason::Repeats) => Some(Walk::Generated),
        (Category::Schema, _, Reason::OverBudget) => {
            let pair = known.uses.iter().any(|(ordinal, _)| structured(*ordinal));
            (!pair).then_some(Walk::Generated)
        }
        _ => None,
    }
}

fn step_of(reason: Reason) -> Step {
    match reason {
        Reason::NotTaken => Step::NotTaken,
        Reason::Repeats => Step::Repeats,
        _ => Step::Passed,
    }
}

fn group_lines(unit: &[Material]) -> u8 {
    match unit {
        [
            Material {
                view: View::Range(first, end),
                ..
            },
        ] => u8::try_from(end - first).unwrap_or(0),
        _ => u8::try_from(unit.len()).unwrap_or(0),
    }
}
