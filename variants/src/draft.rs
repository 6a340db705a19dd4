//! Records before their text: compact, so that millions fit in memory (about 64 bytes each).

use crate::noise::NoiseKind;
use crate::recipe::Style;
use crate::shape::ShapeKind;
use crate::split::Split;
use pool::article::Structured;
use pool::view::View;

/// What a record is, in the order of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Document,
    Slice,
    Line,
    Cross(Style),
    Run(Style),
    Window,
    Noise(NoiseKind),
    Shape(ShapeKind),
    Schema(Structured),
}

/// A category, in the order of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Category {
    Base,
    Mosaic,
    Longform,
    Noise,
    Shape,
    Schema,
}

impl Category {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Base => "base",
            Self::Mosaic => "mosaic",
            Self::Longform => "longform",
            Self::Noise => "noise",
            Self::Shape => "shape",
            Self::Schema => "schema",
        }
    }
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Slice => "slice",
            Self::Line => "line",
            Self::Cross(Style::Dense) => "cross-dense",
            Self::Cross(Style::Paragraph) => "cross-paragraph",
            Self::Cross(Style::Mixed) => "cross-mixed",
            Self::Run(Style::Dense) => "run-dense",
            Self::Run(Style::Paragraph) => "run-paragraph",
            Self::Run(Style::Mixed) => "run-mixed",
            Self::Window => "window",
            Self::Noise(kind) => kind.name(),
            Self::Shape(kind) => kind.name(),
            Self::Schema(format) => format.name(),
        }
    }

    pub(crate) fn category(self) -> Category {
        match self {
            Self::Document | Self::Slice | Self::Line => Category::Base,
            Self::Cross(_) | Self::Run(_) => Category::Mosaic,
            Self::Window => Category::Longform,
            Self::Noise(_) => Category::Noise,
            Self::Shape(_) => Category::Shape,
            Self::Schema(_) => Category::Schema,
        }
    }

    /// The kind of a base record of a view.
    pub(crate) fn of_base(view: View) -> Self {
        match view {
            View::Document => Self::Document,
            View::Line { .. } => Self::Line,
            View::Window { .. } => Self::Slice,
        }
    }
}

/// What text a draft stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// One view of one article (by its place in the pool).
    View { article: u32, view: View },
    /// A cross mosaic's lines: a range of the plan's list of lines.
    Group { start: u32, len: u32 },
}

/// One line of an article, by the article's place in the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LineRef {
    pub(crate) article: u32,
    pub(crate) line: u32,
}

/// First 16 bytes of a text's digest: equal texts are found by it.
pub(crate) type TextHash = u128;

/// A text that fits, and its panel order.
pub(crate) struct Fit {
    pub(crate) tokens: u32,
    pub(crate) bytes: u32,
    pub(crate) text: TextHash,
    pub(crate) right_first: bool,
}

/// One record before its text.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub(crate) kind: Kind,
    pub(crate) right_first: bool,
    pub(crate) tokens: u32,
    /// Bytes of the text: for the estimate of space.
    pub(crate) bytes: u32,
    pub(crate) text: TextHash,
    pub(crate) unit: Unit,
    /// The record's id; zero until the plan is ordered.
    pub(crate) id: [u8; 16],
}

/// The bound that docs/architecture.md states.
const _: () = assert!(size_of::<Draft>() <= 64);

impl Draft {
    /// Makes a draft of a unit whose text was measured.
    pub(crate) fn new(kind: Kind, unit: Unit, fit: &Fit) -> Self {
        let Fit {
            tokens,
            bytes,
            text,
            right_first,
        } = *fit;
        Self {
            kind,
            right_first,
            tokens,
            bytes,
            text,
            unit,
            id: [0; 16],
        }
    }
}

/// One thing that was left out.
#[derive(Clone, Debug)]
pub(crate) struct Dropped {
    pub(crate) reason: Reason,
    pub(crate) split: Option<Split>,
    pub(crate) category: Option<Category>,
    pub(crate) kind: Option<Kind>,
    pub(crate) unit: Unit,
}

/// Why a unit was left out: the closed list of docs/format.md, section 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reason {
    CategoryOff,
    CrossSplitLine,
    CrossSplitText,
    DocumentOverBudget,
    LineOverBudget,
    MosaicAlone,
    NoEffect,
    NotPicked,
    NotTaken,
    OverBudget,
    Repeats,
    RunAlone,
    Skeleton,
    SplitBridge,
    StyleRepeats,
    Unfit,
    WindowAlone,
}

impl Reason {
    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::CategoryOff => "category_off",
            Self::CrossSplitLine => "cross_split_line",
            Self::CrossSplitText => "cross_split_text",
            Self::DocumentOverBudget => "document_over_budget",
            Self::LineOverBudget => "line_over_budget",
            Self::MosaicAlone => "mosaic_alone",
            Self::NoEffect => "no_effect",
            Self::NotPicked => "not_picked",
            Self::NotTaken => "not_taken",
            Self::OverBudget => "over_budget",
            Self::Repeats => "repeats",
            Self::RunAlone => "run_alone",
            Self::Skeleton => "skeleton",
            Self::SplitBridge => "split_bridge",
            Self::StyleRepeats => "style_repeats",
            Self::Unfit => "unfit",
            Self::WindowAlone => "window_alone",
        }
    }
}
