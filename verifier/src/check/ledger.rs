//! Is the ledger canonical, in order and known? format.md, section 9.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::gathered::Gathered;
use super::kept::keep;
use super::ledger_form::{Row, form};
use super::{HashedRead, Look, Rules, Short, reasons, short};
use crate::error::Error;
use crate::finding::{Check, Code, Fault, Place};
use crate::tally::Tally;
use crate::wire::json::{self, JsonFault};
use crate::wire::{
    Category, Drop, Folder, FolderFault, Kind, LedgerKey, LedgerRow, LineReader, ReadFault, Reason,
    Split,
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
