//! References to text: format.md, section 1.1.

use std::fmt;

use crate::stream::{hex, unhex};

/// A reference to text of one article.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Material {
    /// The article's id, as its 12 bytes.
    pub article: [u8; 12],
    /// Which part of it.
    pub view: View,
}

/// A part of an article.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum View {
    /// `ID/d`: both panels whole.
    Document,
    /// `ID/i`: one line of each panel.
    Line(u32),
    /// `ID/i-j`: from the start of line i to the end of line j - 1.
    Range(u32, u32),
}

impl Material {
    /// Reads a material in its one spelling.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (id, view) = text.split_once('/')?;
        let view = match view.split_once('-') {
            _ if view == "d" => View::Document,
            None => View::Line(ordinal(view)?),
            Some((first, end)) => View::Range(ordinal(first)?, ordinal(end)?),
        };
        let ascends = !matches!(view, View::Range(first, end) if first >= end);
        ascends.then_some(Self {
            article: unhex(id)?,
            view,
        })
    }

    /// Returns the article's id as text.
    #[must_use]
    pub fn id(&self) -> String {
        hex(&self.article)
    }

    /// Returns the first line as `ID/i`; none of a document.
    #[must_use]
    pub fn first_line(&self) -> Option<String> {
        match self.view {
            View::Document => None,
            View::Line(first) | View::Range(first, _) => Some(format!("{}/{first}", self.id())),
        }
    }
}

impl fmt::Display for Material {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = self.id();
        match self.view {
            View::Document => write!(out, "{id}/d"),
            View::Line(line) => write!(out, "{id}/{line}"),
            View::Range(first, end) => write!(out, "{id}/{first}-{end}"),
        }
    }
}

fn ordinal(digits: &str) -> Option<u32> {
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let spelled = plain && (digits == "0" || !digits.starts_with('0'));
    if spelled { digits.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_material_has_one_spelling() {
        let id = "00112233445566778899aabb";
        for good in ["d", "0", "7", "10", "0-1", "3-20", "4294967295"] {
            let text = format!("{id}/{good}");
            assert_eq!(Material::parse(&text).unwrap().to_string(), text);
        }
        for bad in [
            "",
            "D",
            "00",
            "#00",
            "01",
            "-1",
            "1-",
            "1-1",
            "2-1",
            "0-01",
            "1 ",
            "+1",
            "1-2-3",
            "4294967296",
        ] {
            assert_eq!(Material::parse(&format!("{id}/{bad}")), None, "{bad}");
        }
        for bad in [
            "/0",
            "00112233445566778899aab/0",
            "00112233445566778899AABB/0",
            "x",
        ] {
            assert_eq!(Material::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn ranges_name_their_first_line() {
        let parse = |view: &str| Material::parse(&format!("00112233445566778899aabb/{view}"));
        let first = |view| parse(view).unwrap().first_line();
        assert_eq!(first("4-9").unwrap(), "00112233445566778899aabb/4");
        assert_eq!(first("d"), None);
    }
}
