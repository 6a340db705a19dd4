//! Skeletons of structured texts: docs/format.md, section 5.6.
//!
//! Both panels of a structured pair say the same in one form: their skeletons, what is left of a text without its values, are equal.
//! Each format has a file of its own, which reads a text in one pass, without recursion, into a list that grows with the text alone.
//! Where two skeletons part is found again from these lists, so that a pair that agrees pays nothing for it.

mod csv;
mod html;
mod json;
mod markdown;
#[cfg(test)]
mod tests;
mod web_text;
mod xml;

use crate::article::Structured;
use crate::panels::Panels;
use crate::text::excerpt;

/// How deep objects and arrays of JSON may nest.
pub const JSON_DEPTH: usize = 100;

/// How many scalars of a name or a value a message shows.
const SHORT: usize = 28;

/// What is left of a structured text without its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skeleton(Parts);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Parts {
    Json(Vec<json::Part>),
    Csv(csv::Table),
    Xml(Vec<xml::Element>),
    Markdown(markdown::Outline),
    Html(Vec<html::Part>),
    WebText(Vec<web_text::Piece>),
}

/// Why two panels do not agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// A panel is not what its format must be: where and why, of each panel that is not.
    Structure(Panels<Option<String>>),
    /// The skeletons differ.
    Skeleton {
        /// The first place where they do, as a path in the document.
        place: String,
        /// What stands there.
        stands: Panels<String>,
    },
}

impl Difference {
    /// Returns what each panel shows of the difference, in at most so many scalars.
    #[must_use]
    pub fn excerpts(&self, scalars: usize) -> Panels<String> {
        match self {
            Self::Structure(faults) => faults.as_ref().map(|fault| {
                let shown = fault.as_deref().unwrap_or("parses");
                excerpt(shown, scalars).to_owned()
            }),
            Self::Skeleton { place, stands } => stands
                .as_ref()
                .map(|stands| place_and_value(place, stands, scalars)),
        }
    }
}

/// Returns the skeleton of a panel.
///
/// # Errors
/// Where and why the text is not what its format must be.
pub fn skeleton(format: Structured, text: &str) -> Result<Skeleton, String> {
    if text.starts_with('\u{feff}') {
        return Err("it begins with a byte order mark; remove it".to_owned());
    }
    let parts = match format {
        Structured::Json => json::parse(text).map(Parts::Json),
        Structured::Csv => csv::parse(text).map(Parts::Csv),
        Structured::Xml => xml::parse(text).map(Parts::Xml),
        Structured::Markdown => Ok(Parts::Markdown(markdown::parse(text))),
        Structured::Html => Ok(Parts::Html(html::parse(text))),
        Structured::WebText => Ok(Parts::WebText(web_text::parse(text))),
    };
    parts.map(Skeleton)
}

/// Returns the first difference of two panels, or nothing where they agree.
#[must_use]
pub fn difference(format: Structured, left: &str, right: &str) -> Option<Difference> {
    let parted = match (skeleton(format, left), skeleton(format, right)) {
        (Ok(left), Ok(right)) => match (left.0, right.0) {
            (Parts::Json(left), Parts::Json(right)) => json::part(&left, &right),
            (Parts::Csv(left), Parts::Csv(right)) => csv::part(&left, &right),
            (Parts::Xml(left), Parts::Xml(right)) => xml::part(&left, &right),
            (Parts::Markdown(left), Parts::Markdown(right)) => markdown::part(&left, &right),
            (Parts::Html(left), Parts::Html(right)) => html::part(&left, &right),
            (Parts::WebText(left), Parts::WebText(right)) => web_text::part(&left, &right),
            _ => unreachable!("one format gives one kind of parts"),
        },
        (left, right) => {
            let faults = Panels::new(left.err(), right.err());
            return Some(Difference::Structure(faults));
        }
    };
    parted.map(|Parting { place, stands }| Difference::Skeleton { place, stands })
}

/// Where two skeletons part.
struct Parting {
    place: String,
    stands: Panels<String>,
}

impl Parting {
    fn of_values(place: String, left: Option<&str>, right: Option<&str>) -> Self {
        let stands = apart(left, right);
        Self { place, stands }
    }

    fn new(place: String, left: impl Into<String>, right: impl Into<String>) -> Self {
        Self {
            place,
            stands: Panels::new(left.into(), right.into()),
        }
    }
}

/// What stands where one skeleton has more than the other.
const ABSENT: &str = "absent";

/// Returns the ordinal of the first item in which two lists differ.
fn first_difference<T: PartialEq>(left: &[T], right: &[T]) -> Option<usize> {
    let equal = left.iter().zip(right).take_while(|(a, b)| a == b).count();
    (equal < left.len().max(right.len())).then_some(equal)
}

/// Shows what a list holds at an ordinal.
fn show<T>(list: &[T], at: usize, text: impl Fn(&T) -> String) -> String {
    list.get(at).map_or_else(|| ABSENT.to_owned(), text)
}

/// Shows the beginning of a name or a value.
fn short(text: &str) -> String {
    let head = excerpt(text, SHORT);
    let more = if head.len() < text.len() { "…" } else { "" };
    format!("{head}{more}")
}

/// Shows two names or values, of long ones the part where they differ; of none that it is absent.
fn apart(left: Option<&str>, right: Option<&str>) -> Panels<String> {
    let (a, b) = (left.unwrap_or_default(), right.unwrap_or_default());
    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let skip = match same.checked_sub(SHORT / 2) {
        Some(skip) if a.chars().nth(SHORT).or(b.chars().nth(SHORT)).is_some() => skip,
        _ => 0,
    };
    let show = |text: &str| {
        let rest: String = text.chars().skip(skip).collect();
        let less = if skip > 0 { "…" } else { "" };
        format!("{less}{}", short(&rest))
    };
    Panels::new(left, right).map(|text| text.map_or_else(|| ABSENT.to_owned(), show))
}

/// Says why a text is not what it must be, and where: the line and the scalar in it, both from 1.
fn fault(text: &str, at: usize, why: &str) -> String {
    let before = text.get(..at).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or_default();
    let lines = before.bytes().filter(|&byte| byte == b'\n').count();
    let column = line.chars().count() + 1;
    format!("line {} column {column}: {why}", lines + 1)
}

/// Shows a place and what stands there; of a long place the end, which says more than its beginning.
fn place_and_value(place: &str, value: &str, scalars: usize) -> String {
    let value = excerpt(value, scalars / 2);
    let room = scalars.saturating_sub(value.chars().count() + ": ".len());
    let long = place.chars().count();
    if long <= room {
        return format!("{place}: {value}");
    }
    let end: String = place.chars().skip(long - room + 1).collect();
    format!("…{end}: {value}")
}
