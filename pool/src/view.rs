//! Materials: references to the text of one article, and the text they name (docs/format.md, sections 1 and 1.1).

use crate::article::Article;
use crate::id::ArticleId;
use crate::panels::Panels;
use crate::text;
use std::fmt;
use std::ops::Range;

/// What of an article is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The whole document.
    Document,
    /// One line.
    Line {
        /// Its ordinal.
        line: u32,
    },
    /// Consecutive lines with the text between them.
    Window {
        /// The first line.
        first: u32,
        /// One past the last line.
        end: u32,
    },
}

/// An article id with a view: `ID/d`, `ID/i`, `ID/i-j`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Material {
    /// The article.
    pub article: ArticleId,
    /// What of it.
    pub view: View,
}

impl View {
    /// Returns the view of the lines `first..end` in the spelling that base records use for a part of a document.
    #[must_use]
    pub fn of_lines(first: u32, end: u32) -> Self {
        if end - first == 1 {
            Self::Line { line: first }
        } else {
            Self::Window { first, end }
        }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document => f.write_str("d"),
            Self::Line { line } => write!(f, "{line}"),
            Self::Window { first, end } => write!(f, "{first}-{end}"),
        }
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.article, self.view)
    }
}

impl Material {
    /// Parses the one spelling of a material.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (id, view) = text.split_once('/')?;
        let article = ArticleId::parse(id)?;
        let view = match view.split_once('-') {
            None if view == "d" => View::Document,
            None => View::Line {
                line: ordinal(view)?,
            },
            Some((first, end)) => View::Window {
                first: ordinal(first)?,
                end: ordinal(end)?,
            },
        };
        let ordered = !matches!(view, View::Window { first, end } if first >= end);
        ordered.then_some(Self { article, view })
    }
}

fn ordinal(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let canonical = digits && (text.len() == 1 || !text.starts_with('0'));
    text.parse().ok().filter(|_| canonical)
}

/// The paired lines of one article: line i of left pairs with line i of right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines(Vec<Panels<Range<usize>>>);

impl Lines {
    /// Finds the lines of an article: none if it is structured or its panels hold unequal numbers of them.
    #[must_use]
    pub fn of(article: &Article<'_>) -> Self {
        if article.genre.is_structured() {
            return Self::default();
        }
        Self::of_panels(article.text)
    }

    /// Finds the paired lines of two panels.
    #[must_use]
    pub fn of_panels(panels: Panels<&str>) -> Self {
        let found = panels.map(text::lines);
        if found.left.len() != found.right.len() {
            return Self::default();
        }
        Self(
            found
                .left
                .into_iter()
                .zip(found.right)
                .map(|(l, r)| Panels::new(l, r))
                .collect(),
        )
    }

    /// Returns how many lines there are.
    #[must_use]
    pub fn len(&self) -> u32 {
        u32::try_from(self.0.len()).expect("a document of at most 16 MiB has fewer than 2^32 lines")
    }

    /// Tells whether the article has no lines.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the byte range of a line in each panel.
    #[must_use]
    pub fn get(&self, line: u32) -> &Panels<Range<usize>> {
        &self.0[index(line)]
    }

    /// Returns the text of a view, or nothing if its ordinals are out of range.
    #[must_use]
    pub fn text<'p>(&self, panels: Panels<&'p str>, view: View) -> Option<Panels<&'p str>> {
        let (first, end) = match view {
            View::Document => return Some(panels),
            View::Line { line } => (line, line.checked_add(1)?),
            View::Window { first, end } => (first, end),
        };
        if first >= end || end > self.len() {
            return None;
        }
        let (head, tail) = (self.get(first), self.get(end - 1));
        Some(Panels::new(
            &panels.left[head.left.start..tail.left.end],
            &panels.right[head.right.start..tail.right.end],
        ))
    }
}

fn index(line: u32) -> usize {
    usize::try_from(line).expect("an address holds 32 bits")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "0123456789abcdef01234567";

    #[test]
    fn a_material_has_one_spelling() {
        for good in ["d", "0", "7", "10", "0-1", "3-12"] {
            let text = format!("{ID}/{good}");
            assert_eq!(Material::parse(&text).expect(good).to_string(), text);
        }
        for bad in [
            "",
            "D",
            "00",
            "07",
            "+1",
            "1-",
            "-1",
            "2-2",
            "3-1",
            "1-02",
            "1-2-3",
            "4294967296",
            " 1",
        ] {
            assert_eq!(Material::parse(&format!("{ID}/{bad}")), None, "{bad}");
        }
        assert_eq!(Material::parse(ID), None);
    }

    #[test]
    fn a_window_keeps_what_stands_between_its_lines() {
        let panels = Panels::new("a\n\n b \nc", "甲\n乙\n \n丙");
        let lines = Lines::of_panels(panels);
        assert_eq!(lines.len(), 3);
        let text = |view| lines.text(panels, view).unwrap();
        assert_eq!(
            text(View::Window { first: 0, end: 2 }),
            Panels::new("a\n\n b ", "甲\n乙")
        );
        assert_eq!(text(View::Line { line: 2 }), Panels::new("c", "丙"));
        assert_eq!(text(View::Document), panels);
        assert_eq!(lines.text(panels, View::Line { line: 3 }), None);
        assert_eq!(lines.text(panels, View::Window { first: 2, end: 4 }), None);
    }
}
