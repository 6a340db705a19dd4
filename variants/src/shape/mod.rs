//! Shape: base materials in another form, the same on both panels (docs/format.md, section 5.5).

mod draw;
mod layout;

pub(crate) use draw::{Applied, draw, kind};

use crate::bench::{Bench, Opened};
use pool::Panels;
use pool::view::View;

/// The ops of shape, in the order in which they are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Op {
    /// Lines change places.
    Permute,
    /// Some lines stand again.
    Repeat,
    /// Lines become one.
    Glue,
    /// Every line is an item.
    List,
    /// A mark at lines' starts or ends.
    Marker,
    /// A link at a line's end.
    Link,
    /// Every line is quoted.
    Quote,
    /// Every line is indented.
    Indent,
}

impl Op {
    /// All ops, in the order of the format.
    pub const ALL: [Self; 8] = [
        Self::Permute,
        Self::Repeat,
        Self::Glue,
        Self::List,
        Self::Marker,
        Self::Link,
        Self::Quote,
        Self::Indent,
    ];

    /// Returns the word of the format.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Permute => "permute",
            Self::Repeat => "repeat",
            Self::Glue => "glue",
            Self::List => "list",
            Self::Marker => "marker",
            Self::Link => "link",
            Self::Quote => "quote",
            Self::Indent => "indent",
        }
    }

    /// Parses the word of the format.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|op| op.name() == name)
    }
}

/// The kind of a shape record: the first op that was applied, a list by its items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ShapeKind {
    Permute,
    Repeat,
    Glue,
    Letters,
    Numbers,
    Bullets,
    Marker,
    Link,
    Quote,
    Indent,
}

impl ShapeKind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Permute => "permute",
            Self::Repeat => "repeat",
            Self::Glue => "glue",
            Self::Letters => "letters",
            Self::Numbers => "numbers",
            Self::Bullets => "bullets",
            Self::Marker => "marker",
            Self::Link => "link",
            Self::Quote => "quote",
            Self::Indent => "indent",
        }
    }
}

/// Gives the panels of a material the form that was drawn; nothing if both stay as they were.
pub(crate) fn reshape(
    texts: Panels<&str>,
    spaced: Panels<bool>,
    applied: &[Applied],
) -> Option<Panels<String>> {
    let left = layout::lay_out(texts.left, spaced.left, applied);
    let right = layout::lay_out(texts.right, spaced.right, applied);
    (left != texts.left || right != texts.right).then(|| Panels::new(left, right))
}

/// Draws what a view of so many lines is given as the recipe says.
pub(crate) fn of_view(bench: &Bench<'_>, opened: &Opened<'_>, view: View) -> Vec<Applied> {
    let rule = bench.recipe.shape.as_ref().expect("a recipe with shape");
    let lines = crate::bench::address(opened.lines_of(view));
    let m = opened.material(view).to_string();
    draw(&rule.ops, lines, &bench.seed, &m)
}
