//! Where every line of the pool went: format.md, sections 5.1 to 5.3.
//!
//! Two bytes a unit: a line of an article with lines, or a whole article without.

use super::facts::Facts;
use crate::wire::View;

/// How a unit can be used. Each use stands in one of two bytes and excludes others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// In a base record.
    Base,
    /// In a row of category base or schema.
    BaseRow,
    /// In a window.
    Window,
    /// In a row of category longform.
    WindowRow,
    /// In a cross mosaic's leading style.
    Cross,
    /// In a row of a cross line or group.
    CrossRow,
    /// In a run's leading style.
    Run,
    /// In a row `style_repeats` of a run's leading style.
    RunRepeats,
    /// In a row `not_taken` of a run.
    RunNotTaken,
    /// In a row `run_alone`.
    RunAlone,
}

impl Use {
    /// Returns which byte and which bit stand for the use.
    fn bit(self) -> (usize, u8) {
        match self {
            Self::Base => (0, 1),
            Self::BaseRow => (0, 1 << 1),
            Self::Window => (0, 1 << 2),
            Self::WindowRow => (0, 1 << 3),
            Self::Cross => (1, 1),
            Self::CrossRow => (1, 1 << 1),
            Self::Run => (1, 1 << 2),
            Self::RunRepeats => (1, 1 << 3),
            Self::RunNotTaken => (1, 1 << 4),
            Self::RunAlone => (1, 1 << 5),
        }
    }

    /// Returns the uses that exclude this one, itself among them.
    fn excludes(self) -> &'static [Self] {
        match self {
            Self::Base | Self::BaseRow => &[Self::Base, Self::BaseRow],
            Self::Window | Self::WindowRow => &[Self::Window, Self::WindowRow],
            Self::Cross | Self::CrossRow => &[Self::Cross, Self::CrossRow],
            Self::Run => &[
                Self::Run,
                Self::RunRepeats,
                Self::RunNotTaken,
                Self::RunAlone,
            ],
            // A group that is not taken may have had a style that was not made either.
            Self::RunRepeats => &[Self::Run, Self::RunRepeats, Self::RunAlone],
            Self::RunNotTaken => &[Self::Run, Self::RunNotTaken, Self::RunAlone],
            Self::RunAlone => &[
                Self::Run,
                Self::RunRepeats,
                Self::RunNotTaken,
                Self::RunAlone,
            ],
        }
    }
}

/// The uses of all units.
pub(crate) struct Coverage {
    bytes: Vec<[u8; 2]>,
}

impl Coverage {
    pub(crate) fn new(facts: &Facts) -> Self {
        let units = usize::try_from(facts.units_all()).expect("the pool is in memory's reach");
        Self {
            bytes: vec![[0; 2]; units],
        }
    }

    /// Marks the units of a material; returns false if one of them has a use that excludes it.
    pub(crate) fn mark(&mut self, facts: &Facts, ordinal: u64, view: View, used: Use) -> bool {
        let (byte, bit) = used.bit();
        let excluded: u8 = used.excludes().iter().map(|other| other.bit().1).sum();
        let mut free = true;
        for unit in units(facts, ordinal, view) {
            let held = &mut self.bytes[unit][byte];
            free &= *held & excluded == 0;
            *held |= bit;
        }
        free
    }

    /// Returns the first unit of an article, from 0, that has none of some uses.
    pub(crate) fn first_without(&self, facts: &Facts, ordinal: u64, uses: &[Use]) -> Option<usize> {
        units(facts, ordinal, View::Document)
            .position(|unit| !uses.iter().any(|used| self.has(unit, *used)))
    }

    /// Returns whether a unit of an article has one of some uses.
    pub(crate) fn any(&self, facts: &Facts, ordinal: u64, uses: &[Use]) -> bool {
        units(facts, ordinal, View::Document)
            .any(|unit| uses.iter().any(|used| self.has(unit, *used)))
    }

    fn has(&self, unit: usize, used: Use) -> bool {
        let (byte, bit) = used.bit();
        self.bytes[unit][byte] & bit != 0
    }
}

/// Returns the units of a material that is valid.
fn units(facts: &Facts, ordinal: u64, view: View) -> std::ops::Range<usize> {
    let (start, end) = facts.units(ordinal);
    let (first, last) = match view {
        View::Document => (start, end),
        View::Line(line) => (start + u64::from(line), start + u64::from(line) + 1),
        View::Range(first, last) => (start + u64::from(first), start + u64::from(last)),
    };
    let index = |unit: u64| usize::try_from(unit.min(end)).expect("the pool is in memory's reach");
    index(first)..index(last)
}
