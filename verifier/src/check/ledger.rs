//! Is the ledger canonical, in order and known? format.md, section 9.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::coverage::Use;
use super::gathered::{At, Gathered, Role, SeenStyle, SeenText, leading_style};
use super::{HashedRead, Look, Rules, Short, reasons, short};
use crate::error::Error;
use crate::finding::{Check, Code, Fault, Place};
use crate::replay::spelling;
use crate::tally::Tally;
use crate::wire::json::{self, JsonFault};
use crate::wire::{
    Category, Drop, Family, Folder, FolderFault, Kind, LedgerKey, LedgerRow, LineReader, Material,
    Meta, ReadFault, Reason, Split, Style, View,
};

/// A row whose form is right.
pub(crate) struct Row {
    pub(crate) reason: Reason,
    pub(crate) split: Option<Split>,
    pub(crate) category: Option<Category>,
    /// The kind of the record that was not made, where the reason names or the unit tells it.
    pub(crate) kind: Option<Kind>,
    pub(crate) unit: Vec<Material>,
}

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
    if let (Some(text), Some(split)) = (known.text, row.split) {
        let role = match (row.reason, row.category) {
            (Reason::CrossSplitText, _) => Role::TextRow,
            (Reason::StyleRepeats, _) => Role::StyleRow,
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
    if let (Reason::StyleRepeats, Some(Kind::Mosaic(family, style))) = (row.reason, row.kind) {
        let lines = group_lines(&row.unit);
        gathered.styles.push(SeenStyle {
            group,
            family,
            style,
            lines,
            at,
        });
    }
    let Some(side) = rules.side else { return };
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
    match form(rules, &row) {
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

/// Reads the names in a row, and says which does not go with the others.
fn form(rules: &Rules<'_>, row: &LedgerRow) -> Result<Row, (&'static str, String)> {
    let fail = |expected, actual: &str| Err((expected, actual.to_owned()));
    let Some(reason) = Reason::parse(&row.reason) else {
        return fail("a reason of the list", &row.reason);
    };
    let category = Category::parse(&row.category);
    let split = Split::parse(&row.split);
    let bridge = reason == Reason::SplitBridge;
    let fits = match category {
        Some(category) => reason.categories().contains(&category),
        None => bridge && row.category.is_empty(),
    };
    if row.stage != "plan" {
        return fail("stage plan", &row.stage);
    }
    if !fits {
        return fail("a category of the reason", &row.category);
    }
    if split.is_some() == bridge || (bridge && !row.split.is_empty()) {
        return fail("a split, but for split_bridge", &row.split);
    }
    if row.excerpt.chars().count() > EXCERPT {
        return fail("an excerpt of at most 40 scalars", &row.excerpt);
    }
    let kind = Kind::parse(&row.kind);
    let repeats = reason == Reason::StyleRepeats;
    if repeats != kind.is_some() || (!repeats && !row.kind.is_empty()) {
        return fail("a kind for style_repeats alone", &row.kind);
    }
    let unit: Option<Vec<Material>> = row.unit.split(' ').map(Material::parse).collect();
    let kind = unit
        .as_ref()
        .and_then(|unit| kind.or_else(|| unit_kind(reason, category, unit)));
    let Some(unit) = unit.filter(|unit| spelled(reason, kind, unit)) else {
        return fail("a unit as its reason spells it", &row.unit);
    };
    if !is_called_for(rules, reason, category, kind, split) {
        return fail("a reason that the recipe gives rise to", &row.reason);
    }
    Ok(Row {
        reason,
        split,
        category,
        kind,
        unit,
    })
}

/// Scalars of an excerpt.
pub(crate) const EXCERPT: usize = 40;

/// Returns the kind of the record that a unit would have been, where the unit tells.
fn unit_kind(reason: Reason, category: Option<Category>, unit: &[Material]) -> Option<Kind> {
    let first = unit.first()?;
    match (reason, category?, first.view) {
        (Reason::NotTaken, Category::Mosaic, View::Line(_)) => {
            Some(Kind::Mosaic(Family::Cross, Style::Dense))
        }
        (Reason::NotTaken, Category::Mosaic, View::Range(..)) => {
            Some(Kind::Mosaic(Family::Run, Style::Dense))
        }
        (Reason::NotTaken, Category::Longform, _) => Some(Kind::Window),
        (_, Category::Base, View::Document) => Some(Kind::Document),
        (_, Category::Base, View::Line(_)) => Some(Kind::Line),
        (_, Category::Base, View::Range(..)) => Some(Kind::Slice),
        _ => None,
    }
}

fn spelled(reason: Reason, kind: Option<Kind>, unit: &[Material]) -> bool {
    let as_record = |kind: Option<Kind>| {
        let meta = Meta {
            materials: unit.to_vec(),
            separators: None,
            right_first: false,
        };
        kind.is_some_and(|kind| spelling(kind, &meta).is_ok())
    };
    let [only] = unit else {
        return reason == Reason::NotTaken && as_record(kind);
    };
    match reason {
        Reason::SplitBridge | Reason::DocumentOverBudget => only.view == View::Document,
        Reason::LineOverBudget
        | Reason::CrossSplitLine
        | Reason::MosaicAlone
        | Reason::RunAlone => {
            matches!(only.view, View::Line(_))
        }
        Reason::WindowAlone => match only.view {
            View::Document => false,
            View::Line(_) => true,
            View::Range(first, end) => end - first >= 2,
        },
        // Without a kind it is the schema's, which leaves whole articles out.
        Reason::CategoryOff if kind.is_none() => only.view == View::Document,
        Reason::CategoryOff | Reason::CrossSplitText | Reason::NotTaken => as_record(kind),
        Reason::StyleRepeats => {
            matches!(kind, Some(Kind::Mosaic(Family::Run, _))) && as_record(kind)
        }
    }
}

/// Returns whether the recipe can give rise to a row.
fn is_called_for(
    rules: &Rules<'_>,
    reason: Reason,
    category: Option<Category>,
    kind: Option<Kind>,
    split: Option<Split>,
) -> bool {
    let recipe = rules.recipe;
    match (reason, category) {
        (Reason::NotTaken, Some(category)) => recipe
            .take(category)
            .is_some_and(|take| take != crate::wire::Take::All),
        (Reason::CategoryOff, Some(Category::Base)) => recipe.base.is_none(),
        (Reason::CrossSplitText | Reason::CrossSplitLine, _) if split == Some(Split::Train) => {
            false
        }
        (Reason::StyleRepeats, _) => match (kind, &recipe.mosaic) {
            (Some(Kind::Mosaic(_, style)), Some(mosaic)) => mosaic.styles.contains(&style),
            _ => false,
        },
        (_, Some(Category::Mosaic)) => recipe.mosaic.is_some(),
        (_, Some(Category::Longform)) => recipe.longform.is_some(),
        _ => true,
    }
}
