//! Is the ledger canonical, in order and known? format.md, section 9.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::attempt::Walk;
use super::coverage::Use;
use super::gathered::{At, Gathered, Role, Seen, SeenStyle, SeenText, leading_style};
use super::ledger_form::{Row, form};
use super::taken::Key;
use super::walked::{Picked, Step, Walked};
use super::{HashedRead, Look, Rules, Short, reasons, short};
use crate::error::Error;
use crate::finding::{Check, Code, Fault, Place};
use crate::tally::Tally;
use crate::wire::json::{self, JsonFault};
use crate::wire::{
    Category, Drop, Family, Folder, FolderFault, Kind, LedgerKey, LedgerRow, LineReader, Material,
    ReadFault, Reason, Split, View,
};

/// What looking at one row gave.
pub(crate) struct LookedRow {
    look: Look,
    key: Option<LedgerKey>,
    row: Option<Row>,
    group: Short,
    known: reasons::Known,
}

/// Number of rows by split, category and reason.
pub(crate) type Drops = BTreeMap<(Option<Split>, Option<Category>, String), u64>;

/// Reads the ledger; returns its digest, if it could be read, and what it counts.
pub(crate) fn read(
    folder: &Folder,
    rules: &Rules<'_>,
    gathered: &mut Gathered,
    tally: &mut Tally,
) -> Result<(Option<String>, Drops), Error> {
    use std::io::Read as _;
    let ledger = &rules.manifest.ledger;
    let path = &ledger.path;
    let mut state = State {
        last: None,
        rows: 0,
        drops: Drops::new(),
    };
    let (file, size) = match folder.file("ledger.jsonl.zst") {
        Ok(opened) => opened,
        Err(FolderFault::Missing | FolderFault::NotRegular(_)) => return Ok((None, state.drops)),
        Err(FolderFault::Io(error)) => return Err(Error::io(path, error)),
    };
    let mut reader = LineReader::frames(HashedRead::new(file.take(size)));
    let mut next = reader.next_batch();
    loop {
        let batch = match next {
            Ok(None) => break,
            Ok(Some(batch)) => batch,
            Err(ReadFault::Io(error)) => return Err(Error::io(path, error)),
            Err(ReadFault::Framing(what) | ReadFault::Limit(what)) => {
                let fault = Fault::new(Code::Framing, "whole lines in checked frames", what);
                tally.put(Check::Frames, &Place::row(path, state.rows, ""), fault);
                break;
            }
        };
        let (after, looked) = rayon::join(
            || reader.next_batch(),
            || {
                batch
                    .lines()
                    .par_iter()
                    .map(|line| look(rules, line))
                    .collect::<Vec<_>>()
            },
        );
        for looked in looked {
            state.put(rules, looked, gathered, tally);
        }
        next = after;
    }
    tally.saw(Check::Frames, reader.frame_count());
    let place = Place::file(path);
    tally.equal(
        Check::Totals,
        &place,
        Code::Counts,
        "rows",
        (&ledger.rows, &state.rows),
    );
    if let Some(frame) = reader.loose_frame() {
        let actual = format!("frame {frame}, which has room for the next line");
        let fault = Fault::new(Code::Framing, "frames of as many lines as fit", actual);
        tally.put(Check::Frames, &place, fault);
    }
    let digest = reader
        .source_mut()
        .finish()
        .map_err(|error| Error::io(path, error))?;
    let pair = (&ledger.sha256, &digest);
    tally.equal(Check::Digests, &place, Code::FileDigest, "sha256", pair);
    Ok((Some(digest), state.drops))
}

/// Compares what the ledger counts with what the manifest says.
pub(crate) fn totals(rules: &Rules<'_>, drops: &Drops, tally: &mut Tally) {
    let counted = drops.iter().map(|((split, category, reason), rows)| Drop {
        stage: "plan".to_owned(),
        reason: reason.clone(),
        split: split.map_or("", Split::name).to_owned(),
        category: category.map_or("", Category::name).to_owned(),
        rows: *rows,
    });
    let say = |drops: &[Drop]| {
        let each = drops.iter().map(|drop| {
            let Drop {
                stage,
                reason,
                split,
                category,
                rows,
            } = drop;
            format!("{stage} {split} {category} {reason} {rows}")
        });
        each.collect::<Vec<_>>().join("; ")
    };
    let counted = say(&counted.collect::<Vec<_>>());
    let said = say(&rules.manifest.drops);
    let place = Place::file(super::manifest::NAME);
    tally.equal(
        Check::Totals,
        &place,
        Code::Counts,
        "drops",
        (&counted, &said),
    );
}

struct State {
    last: Option<LedgerKey>,
    rows: u64,
    drops: Drops,
}

impl State {
    fn put(
        &mut self,
        rules: &Rules<'_>,
        looked: LookedRow,
        gathered: &mut Gathered,
        tally: &mut Tally,
    ) {
        let place = Place::row(&rules.manifest.ledger.path, self.rows, "");
        looked.look.put(tally, &place);
        if let Some(key) = looked.key {
            if self.last.as_ref().is_some_and(|last| key <= *last) {
                let fault = Fault::new(Code::Ledger, "rows ascending and unique", &key.3);
                tally.put(Check::Ledger, &place, fault);
            }
            *self.drops.entry((key.0, key.1, key.2.clone())).or_default() += 1;
            self.last = Some(key);
        }
        if let Some(row) = &looked.row {
            keep(
                rules,
                row,
                looked.group,
                &looked.known,
                (self.rows, &place),
                gathered,
                tally,
            );
        }
        self.rows += 1;
    }
}

/// Keeps what of a row the release as a whole is held against.
fn keep(
    rules: &Rules<'_>,
    row: &Row,
    group: Short,
    known: &reasons::Known,
    (number, place): (u64, &Place),
    gathered: &mut Gathered,
    tally: &mut Tally,
) {
    let at = At::ledger(number);
    let walk = walk_of(rules, row, known);
    let bare = row.category == Some(Category::Base) && is_made(row.reason);
    if let Some(split) = row.split {
        let shape = row.category == Some(Category::Shape) && row.reason == Reason::NotTaken;
        let count = |of: &mut BTreeMap<Split, u64>, one: bool| {
            *of.entry(split).or_default() += u64::from(one);
        };
        count(&mut gathered.base_materials, bare);
        count(&mut gathered.shape_rows, shape);
    }
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
    let family = match row.kind {
        Some(Kind::Mosaic(family, _)) => Some(family),
        _ => None,
    };
    if let (Reason::NotTaken, Some(category), Some(first)) =
        (row.reason, row.category, row.unit.first())
        && let Some(key) = Key::of(rules.recipe, category, &first.to_string(), family)
    {
        let lines = group_lines(&row.unit);
        gathered.taken.row(category, key, group, lines);
    }
    if let Some(Kind::Mosaic(family, style)) = row.kind {
        let repeats = row.reason == Reason::StyleRepeats;
        let seen = if repeats {
            Seen::Repeats
        } else {
            Seen::NotTaken
        };
        let lines = group_lines(&row.unit);
        gathered.styles.push(SeenStyle {
            group,
            family,
            style,
            lines,
            seen,
            at,
        });
    }
    let Some(side) = rules.side else { return };
    if let (Some(split), true) = (row.split, bare) {
        gathered
            .materials
            .entry(split)
            .or_default()
            .extend(&known.uses);
    }
    if let (Some(split), Some(walk), [used]) = (row.split, walk, known.uses.as_slice()) {
        let walked = Walked::new(*used, step_of(row.reason), known.text, at);
        gathered.walk((split, walk), walked);
        return;
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
    let leading = leading_style(rules).map(|style| Kind::Mosaic(Family::Run, style));
    let used = match (row.reason, row.category, family) {
        (Reason::StyleRepeats, ..) if row.kind != leading => return,
        (Reason::StyleRepeats, ..) => Use::RunRepeats,
        (Reason::RunAlone, ..) => Use::RunAlone,
        (_, Some(Category::Mosaic), Some(Family::Run)) => Use::RunNotTaken,
        (_, Some(Category::Mosaic), _) => Use::CrossRow,
        (_, Some(Category::Longform), _) => Use::WindowRow,
        _ => Use::BaseRow,
    };
    gathered.mark(side, &known.uses, used, place, tally);
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

fn look(rules: &Rules<'_>, line: &[u8]) -> LookedRow {
    let mut look = Look::default();
    let looked = |look, key, row, group, known| LookedRow {
        look,
        key,
        row,
        group,
        known,
    };
    let row = match json::read_file::<LedgerRow>(line) {
        Ok(row) => row,
        Err(fault) => {
            let code = match fault {
                JsonFault::Spelling(..) => Code::NotCanonical,
                JsonFault::Fields(_) => Code::Ledger,
            };
            look.look(
                Check::Ledger,
                Some(Fault::new(code, "a row of the ledger", fault)),
            );
            return looked(
                look,
                None,
                None,
                Short::default(),
                reasons::Known::default(),
            );
        }
    };
    let (key, group) = (row.key(), short(row.unit.as_bytes()));
    let read = form(&row).and_then(|read| match is_called_for(rules, &read) {
        true => Ok(read),
        false => Err(("a reason that the recipe gives rise to", row.reason.clone())),
    });
    match read {
        Ok(read) => {
            look.look(Check::Ledger, None);
            let known = match rules.side {
                Some(side) => reasons::look(rules, side, &row, &read, &mut look),
                None => reasons::Known::default(),
            };
            looked(look, key, Some(read), group, known)
        }
        Err((expected, actual)) => {
            let fault = Fault::new(Code::Ledger, expected, actual);
            look.look(Check::Ledger, Some(fault));
            looked(look, key, None, group, reasons::Known::default())
        }
    }
}

/// Returns whether the recipe can give rise to a row.
fn is_called_for(rules: &Rules<'_>, row: &Row) -> bool {
    let Row {
        reason,
        split,
        category,
        kind,
        ..
    } = row;
    let (reason, split, category, kind) = (*reason, *split, *category, *kind);
    let recipe = rules.recipe;
    match (reason, category) {
        (Reason::NotTaken, Some(category)) => recipe
            .take(category)
            .is_some_and(|take| take != crate::wire::Take::All),
        (Reason::CategoryOff, Some(Category::Base)) => recipe.base.is_none(),
        (Reason::CrossSplitText | Reason::CrossSplitLine, _) if split == Some(Split::Train) => {
            false
        }
        (Reason::CategoryOff, Some(Category::Schema)) => recipe.schema.is_none(),
        (_, Some(Category::Noise)) => match (kind, &recipe.noise) {
            (Some(Kind::Noise(spoil)), Some(noise)) => noise.weight(spoil) > 0,
            _ => false,
        },
        (_, Some(Category::Shape)) => recipe.shape.is_some(),
        (_, Some(Category::Schema)) => recipe.schema.is_some(),
        (Reason::StyleRepeats, _) => match (kind, &recipe.mosaic) {
            (Some(Kind::Mosaic(_, style)), Some(mosaic)) => mosaic.styles.contains(&style),
            _ => false,
        },
        (_, Some(Category::Mosaic)) => recipe.mosaic.is_some(),
        (_, Some(Category::Longform)) => recipe.longform.is_some(),
        _ => true,
    }
}
