//! Skeletons of structured texts, by parsers that others keep: format.md, section 5.6.
//! Independent of the generator by design: do not share, import or deduplicate.
//!
//! A skeleton is a list of marks; two panels agree if both have one and the lists are equal.

mod csv;
mod html;
mod json;
mod markdown;
mod web_text;
mod xml;
mod xml_names;

use crate::wire::Format;

/// What of a structured text is not a value, mark by mark.
pub type Skeleton = Vec<String>;

/// Returns the skeleton of a panel; none if it is no text of its format.
#[must_use]
pub fn skeleton(format: Format, panel: &str) -> Option<Skeleton> {
    if panel.starts_with('\u{feff}') {
        return None;
    }
    match format {
        Format::Json => json::skeleton(panel),
        Format::Csv => csv::skeleton(panel),
        Format::Xml => xml::skeleton(panel),
        Format::Markdown => Some(markdown::skeleton(panel)),
        Format::Html => Some(html::skeleton(panel)),
        Format::WebText => Some(web_text::skeleton(panel)),
    }
}

/// Returns whether two panels have one skeleton.
#[must_use]
pub fn agree(format: Format, left: &str, right: &str) -> bool {
    let left = skeleton(format, left);
    left.is_some() && left == skeleton(format, right)
}
