//! Do the ledger's reasons hold? format.md, sections 4, 5 and 9. Only what a fact decides is
//! asked here; what needs the whole plan is not.

use super::attempt::{Attempt, attempt};
use super::kept::walk_of;
use super::ledger_form::{EXCERPT, Row};
use super::replayed::slice_count;
use super::shared::pair;
use super::{Look, PoolSide, Rules, Short, short};
use crate::finding::{Check, Code, Fault};
use crate::replay::{mosaic_lines, mosaic_panels, right_first};
use crate::structure::agree;
use crate::text::{Separators, assemble};
use crate::wire::{Category, Format, Kind, LedgerRow, Material, Panels, Reason, Split, View};

/// What of a row's unit is known.
#[derive(Default)]
pub(crate) struct Known {
    /// The text of the record that was not made, where other texts are held against it.
    pub(crate) text: Option<Short>,
    /// Articles and parts of the unit.
    pub(crate) uses: Vec<(u64, View)>,
}

/// Looks at a row whose form is right.
pub(crate) fn look(
    rules: &Rules<'_>,
    side: &PoolSide,
    raw: &LedgerRow,
    row: &Row,
    look: &mut Look,
) -> Known {
    let mut uses = Vec::with_capacity(row.unit.len());
    let mut first: Option<Panels<&str>> = None;
    for material in &row.unit {
        let Some((ordinal, panels)) = side.pool.material(material) else {
            let fault = Fault::new(Code::Ledger, "a text of the pool", material);
            look.look(Check::Reasons, Some(fault));
            return Known::default();
        };
        uses.push((ordinal, material.view));
        first.get_or_insert(panels);
    }
    let (Some(panels), Some((ordinal, view))) = (first, uses.first().copied()) else {
        return Known::default();
    };
    let before = Known {
        text: None,
        uses: uses.clone(),
    };
    let walk = walk_of(rules, row, &before);
    let tried = walk.and_then(|walk| attempt(rules, side, walk, (ordinal, view)));
    let unit = Unit {
        rules,
        side,
        row,
        panels,
        ordinal,
        view,
        uses: &uses,
        tried,
    };
    let fault = unit.place_fault(raw).or_else(|| unit.reason_fault());
    look.look(Check::Reasons, fault);
    let text = match (walk, &unit.tried) {
        (Some(_), Some(Attempt::Made(text))) => Some(*text),
        (Some(_), _) => None,
        (None, _) => unit.text().map(|text| short(text.as_bytes())),
    };
    Known { text, uses }
}

struct Unit<'a> {
    rules: &'a Rules<'a>,
    side: &'a PoolSide,
    row: &'a Row,
    /// Of the first material.
    panels: Panels<&'a str>,
    ordinal: u64,
    view: View,
    uses: &'a [(u64, View)],
    /// What becomes of the material, where materials are walked.
    tried: Option<Attempt>,
}

impl Unit<'_> {
    /// Returns what of split, source and excerpt is another's.
    fn place_fault(&self, raw: &LedgerRow) -> Option<Fault> {
        let ledger =
            |expected: &str, actual: &str| Some(Fault::new(Code::Ledger, expected, actual));
        for (ordinal, _) in self.uses {
            let split = self.side.facts.split(*ordinal);
            if split != self.row.split {
                let expected = split.map_or("split_bridge", Split::name);
                return ledger(&format!("split {expected}"), &raw.split);
            }
        }
        let source = self.side.pool.article(self.ordinal).source;
        if raw.source != source {
            return ledger(&format!("source {source}"), &raw.source);
        }
        let excerpt: String = self.panels.left.chars().take(EXCERPT).collect();
        (raw.excerpt != excerpt)
            .then(|| Fault::new(Code::Ledger, format!("excerpt {excerpt:?}"), &raw.excerpt))
    }

    /// Returns the fact that the reason rests on, if it is none.
    fn reason_fault(&self) -> Option<Fault> {
        let Self {
            side, row, ordinal, ..
        } = self;
        let structured = side.facts.is_structured(*ordinal);
        let lines = side.pool.line_count(*ordinal).is_some();
        let by_schema = match row.reason {
            Reason::OverBudget => structured && row.category == Some(Category::Schema),
            Reason::NotPicked | Reason::Skeleton => true,
            Reason::CategoryOff => row.category == Some(Category::Schema),
            _ => false,
        };
        let (holds, expected) = match row.reason {
            // That no split is the article's was seen with the row's split.
            Reason::SplitBridge => (true, ""),
            _ if structured != by_schema => (false, "schema rows for structured articles alone"),
            Reason::DocumentOverBudget if lines => (false, "an article without lines"),
            Reason::DocumentOverBudget | Reason::LineOverBudget => {
                (!self.fits(), "a unit over budget")
            }
            Reason::CrossSplitLine => (self.is_shared(), "a line that stands in another split"),
            Reason::MosaicAlone => (!self.is_shared() && self.fits(), "a line for cross mosaics"),
            Reason::RunAlone => (self.makes_runs(), "a line of a genre that makes runs"),
            Reason::StyleRepeats => (self.makes_runs(), "a run of a genre that makes runs"),
            Reason::WindowAlone => (self.is_slice(), "one slice"),
            Reason::Skeleton => (!self.agrees(), "panels of two skeletons"),
            Reason::OverBudget if structured => (
                self.agrees() && !self.fits(),
                "panels of one skeleton over budget",
            ),
            _ if self.tried.is_some() => (self.is_tried(), "what becomes of the material"),
            // Which articles were picked, their ranks tell; without a counter nothing is tried.
            Reason::NotPicked
            | Reason::NoEffect
            | Reason::OverBudget
            | Reason::Repeats
            | Reason::Unfit => (true, ""),
            Reason::NotTaken | Reason::CategoryOff | Reason::CrossSplitText => {
                let slice = row.kind != Some(Kind::Slice) || self.is_slice();
                (slice, "a slice as a base record has it")
            }
        };
        (!holds).then(|| {
            let unit: Vec<String> = row.unit.iter().map(ToString::to_string).collect();
            Fault::new(Code::Ledger, expected, unit.join(" "))
        })
    }

    /// Returns whether both panels of a structured article have one skeleton.
    fn agrees(&self) -> bool {
        let genre = self.side.pool.article(self.ordinal).genre;
        let format = genre.strip_prefix("structured:").and_then(Format::parse);
        format.is_some_and(|format| agree(format, self.panels.left, self.panels.right))
    }

    /// Returns whether trying the material again ends as the row says.
    fn is_tried(&self) -> bool {
        match (self.tried.as_ref(), self.row.reason) {
            (Some(Attempt::NoEffect), reason) => reason == Reason::NoEffect,
            (Some(Attempt::Unfit), reason) => reason == Reason::Unfit,
            (Some(Attempt::OverBudget), reason) => reason == Reason::OverBudget,
            // Which texts others gave before, the walk tells.
            (Some(Attempt::Made(_)), reason) => {
                matches!(reason, Reason::Repeats | Reason::NotTaken)
            }
            (None, _) => false,
        }
    }

    /// Returns whether the unit's text fits; true as well if it cannot be counted.
    fn fits(&self) -> bool {
        let Some(counter) = self.rules.counter else {
            return true;
        };
        let text = self.joined(self.panels.left, self.panels.right);
        counter
            .tokens(&text)
            .is_ok_and(|tokens| self.rules.recipe.fits(tokens))
    }

    fn is_shared(&self) -> bool {
        let pair = pair(self.panels.left, self.panels.right);
        let split = self.row.split.filter(|split| *split != Split::Train);
        split.is_some_and(|split| self.side.shared.is_shared(split, &pair))
    }

    fn makes_runs(&self) -> bool {
        let genre = self.side.pool.article(self.ordinal).genre;
        let mosaic = self.rules.recipe.mosaic.as_ref();
        mosaic.is_some_and(|mosaic| mosaic.run_genres.iter().any(|run| run == genre))
    }

    fn is_slice(&self) -> bool {
        let (first, end) = match self.view {
            View::Document => return false,
            View::Line(line) => (line, line + 1),
            View::Range(first, end) => (first, end),
        };
        let slices = self.side.pool.article(self.ordinal).slices;
        slice_count(slices, first, end) == Some(1)
    }

    /// Returns the text of the record that was not made, if it is one that others repeat.
    fn text(&self) -> Option<String> {
        let Self { row, panels, .. } = self;
        match (row.reason, row.kind?) {
            (Reason::StyleRepeats, Kind::Mosaic(family, style)) => {
                let lines = mosaic_lines(family, &row.unit);
                let first = lines.first()?.to_string();
                let seed = &self.rules.recipe.seed32;
                let separators = Separators::of(style, seed, family, &first, lines.len())?;
                let (left, right) = self.line_texts(&lines)?;
                let panels = mosaic_panels(&left, &right, &separators)?;
                Some(self.joined(&panels.left, &panels.right))
            }
            (Reason::NotTaken | Reason::CategoryOff | Reason::CrossSplitText, kind) => {
                let mosaic = matches!(kind, Kind::Mosaic(..));
                (!mosaic).then(|| self.joined(panels.left, panels.right))
            }
            _ => None,
        }
    }

    fn line_texts(&self, lines: &[Material]) -> Option<(Vec<&str>, Vec<&str>)> {
        let texts = lines.iter().map(|line| {
            let (_, panels) = self.side.pool.material(line)?;
            Some((panels.left, panels.right))
        });
        texts.collect()
    }

    fn joined(&self, left: &str, right: &str) -> String {
        let recipe = self.rules.recipe;
        let first = self
            .row
            .unit
            .first()
            .map(ToString::to_string)
            .unwrap_or_default();
        if right_first(recipe.order, &recipe.seed32, &first) {
            assemble(right, left)
        } else {
            assemble(left, right)
        }
    }
}
