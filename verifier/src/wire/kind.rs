//! Kinds of records: format.md, sections 5.1 to 5.6.

use super::lists::{Form, Format, NoiseKind};
use super::names::{Category, Family, Style};

/// A kind, in the order in which the manifest counts kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A whole document.
    Document,
    /// A slice of two or more lines.
    Slice,
    /// A single line.
    Line,
    /// A mosaic.
    Mosaic(Family, Style),
    /// A window of slices.
    Window,
    /// A base material that is spoiled.
    Noise(NoiseKind),
    /// A base material in another form.
    Shape(Form),
    /// A structured text.
    Schema(Format),
}

/// The kinds of base, mosaic and longform.
const PLAIN: [Kind; 10] = [
    Kind::Document,
    Kind::Slice,
    Kind::Line,
    Kind::Mosaic(Family::Cross, Style::Dense),
    Kind::Mosaic(Family::Cross, Style::Paragraph),
    Kind::Mosaic(Family::Cross, Style::Mixed),
    Kind::Mosaic(Family::Run, Style::Dense),
    Kind::Mosaic(Family::Run, Style::Paragraph),
    Kind::Mosaic(Family::Run, Style::Mixed),
    Kind::Window,
];

impl Kind {
    /// Returns all kinds in order.
    pub fn all() -> impl Iterator<Item = Self> {
        let noise = NoiseKind::ALL.iter().map(|spoil| Self::Noise(*spoil));
        let shape = Form::ALL.iter().map(|form| Self::Shape(*form));
        let schema = Format::ALL.iter().map(|format| Self::Schema(*format));
        PLAIN.into_iter().chain(noise).chain(shape).chain(schema)
    }

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Slice => "slice",
            Self::Line => "line",
            Self::Mosaic(Family::Cross, Style::Dense) => "cross-dense",
            Self::Mosaic(Family::Cross, Style::Paragraph) => "cross-paragraph",
            Self::Mosaic(Family::Cross, Style::Mixed) => "cross-mixed",
            Self::Mosaic(Family::Run, Style::Dense) => "run-dense",
            Self::Mosaic(Family::Run, Style::Paragraph) => "run-paragraph",
            Self::Mosaic(Family::Run, Style::Mixed) => "run-mixed",
            Self::Window => "window",
            Self::Noise(spoil) => spoil.name(),
            Self::Shape(form) => form.name(),
            Self::Schema(format) => format.name(),
        }
    }

    /// Returns the kind of a name; no two categories have kinds of one name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::all().find(|kind| kind.name() == name)
    }

    /// Returns the category that makes the kind.
    #[must_use]
    pub fn category(self) -> Category {
        match self {
            Self::Document | Self::Slice | Self::Line => Category::Base,
            Self::Mosaic(..) => Category::Mosaic,
            Self::Window => Category::Longform,
            Self::Noise(_) => Category::Noise,
            Self::Shape(_) => Category::Shape,
            Self::Schema(_) => Category::Schema,
        }
    }

    /// Returns the place in the order.
    #[must_use]
    pub fn index(self) -> u8 {
        let place = Self::all().position(|kind| kind == self);
        let place = place.expect("all kinds are listed");
        u8::try_from(place).expect("there are 36 kinds")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_in_order() {
        let all: Vec<Kind> = Kind::all().collect();
        assert_eq!(all.len(), 36);
        for (index, kind) in all.iter().copied().enumerate() {
            assert_eq!(Kind::parse(kind.name()), Some(kind));
            assert_eq!(usize::from(kind.index()), index);
        }
        assert!(
            all.windows(2)
                .all(|pair| pair[0].category() <= pair[1].category())
        );
        assert_eq!(Kind::parse("cross"), None);
    }
}
