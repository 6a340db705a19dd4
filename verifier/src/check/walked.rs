//! Records and rows of noise, shape and schema as they are kept until all of a release is read.

use super::Short;
use super::gathered::At;
use crate::wire::View;

/// What became of a material that was walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    /// A record.
    Record,
    /// A record of shape that was not taken.
    NotTaken,
    /// A row `repeats`.
    Repeats,
    /// Another row: what it says was asked when it was read.
    Passed,
}

/// A record, or a row of a material that was passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Walked {
    /// Article and part.
    pub(crate) used: (u64, View),
    pub(crate) step: Step,
    /// Of the text, where it is known.
    pub(crate) text: Option<Short>,
    pub(crate) at: At,
}

/// The bound that docs/architecture.md states.
const _: () = assert!(size_of::<Walked>() <= 72);

impl Walked {
    pub(crate) fn new(used: (u64, View), step: Step, text: Option<Short>, at: At) -> Self {
        Self {
            used,
            step,
            text,
            at,
        }
    }

    /// Returns whether it is a record of the release.
    pub(crate) fn is_record(&self) -> bool {
        self.step == Step::Record
    }
}

/// A record or row of a structured article.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Picked {
    pub(crate) ordinal: u64,
    /// Whether it says that the article was picked.
    pub(crate) picked: bool,
    pub(crate) at: At,
}

impl Picked {
    pub(crate) fn new(ordinal: u64, picked: bool, at: At) -> Self {
        Self {
            ordinal,
            picked,
            at,
        }
    }
}
