//! Kinds of records: format.md, sections 5.1 to 5.3.

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
}

impl Kind {
    /// All kinds in order.
    pub const ALL: [Self; 10] = [
        Self::Document,
        Self::Slice,
        Self::Line,
        Self::Mosaic(Family::Cross, Style::Dense),
        Self::Mosaic(Family::Cross, Style::Paragraph),
        Self::Mosaic(Family::Cross, Style::Mixed),
        Self::Mosaic(Family::Run, Style::Dense),
        Self::Mosaic(Family::Run, Style::Paragraph),
        Self::Mosaic(Family::Run, Style::Mixed),
        Self::Window,
    ];

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
        }
    }

    /// Returns the kind of a name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns the category that makes the kind.
    #[must_use]
    pub fn category(self) -> Category {
        match self {
            Self::Document | Self::Slice | Self::Line => Category::Base,
            Self::Mosaic(..) => Category::Mosaic,
            Self::Window => Category::Longform,
        }
    }

    /// Returns the place in the order.
    #[must_use]
    pub fn index(self) -> u8 {
        let place = Self::ALL
            .iter()
            .position(|kind| *kind == self)
            .expect("ALL holds all kinds");
        u8::try_from(place).expect("there are ten kinds")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_in_order() {
        for (index, kind) in Kind::ALL.into_iter().enumerate() {
            assert_eq!(Kind::parse(kind.name()), Some(kind));
            assert_eq!(usize::from(kind.index()), index);
        }
        assert!(
            Kind::ALL
                .windows(2)
                .all(|pair| pair[0].category() <= pair[1].category())
        );
        assert_eq!(Kind::parse("cross"), None);
    }
}
