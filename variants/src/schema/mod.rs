//! Schema: structured pairs, and lines as values of a drawn skeleton (docs/format.md, section 5.6).

mod escape;

#[cfg(test)]
pub(crate) use escape::write;

use crate::bench::{Bench, Opened};
use crate::pattern::{Patterns, Piece};
use pool::Panels;
use pool::article::Structured as Format;
use pool::script::is_blank;
use pool::stream::{Seed, Stream};
use pool::view::View;

/// The skeleton that was drawn for a material.
pub(crate) struct Skeleton {
    pub(crate) format: Format,
    pub(crate) domain: String,
    pieces: Vec<Piece>,
}

impl Skeleton {
    /// Draws a format and what stands round so many lines.
    pub(crate) fn draw(
        patterns: &Patterns,
        weights: &[u64; 6],
        lines: usize,
        seed: &Seed,
        m: &str,
    ) -> Result<Self, String> {
        let mut stream = Stream::open(seed, "schema.skeleton", "", m.as_bytes(), 0);
        let drawn = stream
            .weighted(weights)
            .expect("a recipe gives one format a weight");
        let format = Format::ALL[drawn];
        let (domain, pieces) = patterns.expand_domain(format.name(), lines, &mut stream)?;
        Ok(Self {
            format,
            domain,
            pieces,
        })
    }

    /// Writes the values of one panel.
    pub(crate) fn fill(&self, values: &[&str]) -> String {
        let mut out = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => out += text,
                Piece::Slot(mode, line) => out += &escape::write(*mode, values[*line]),
            }
        }
        out
    }
}

/// Returns the values of the lines of a panel.
pub(crate) fn values(panel: &str) -> Vec<&str> {
    let lines = pool::text::lines(panel).into_iter();
    lines
        .map(|range| panel[range].trim_matches(is_blank))
        .collect()
}

/// Tells whether every format can hold a value.
fn can_be_written(value: &str) -> bool {
    let barred =
        |scalar| matches!(scalar, '\0'..='\u{8}' | '\u{a}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}');
    !value.contains(barred)
}

/// Puts the panels of a material into the skeleton that was drawn; nothing if a value cannot be written.
pub(crate) fn fill(skeleton: &Skeleton, texts: Panels<&str>) -> Option<Panels<String>> {
    let values = texts.map(values);
    let writable = |values: &[&str]| values.iter().all(|value| can_be_written(value));
    (writable(&values.left) && writable(&values.right))
        .then(|| Panels::new(skeleton.fill(&values.left), skeleton.fill(&values.right)))
}

/// Tells whether two panels have one skeleton: asked once of each, when it is planned.
pub(crate) fn agree(format: Format, panels: Panels<&str>) -> bool {
    pool::structure::difference(format, panels.left, panels.right).is_none()
}

/// Draws the skeleton of a view of an article as the recipe says.
pub(crate) fn of_view(bench: &Bench<'_>, opened: &Opened<'_>, view: View) -> Skeleton {
    let rule = bench.recipe.schema.as_ref().expect("a recipe with schema");
    let lines = crate::bench::address(opened.lines_of(view));
    let m = opened.material(view).to_string();
    Skeleton::draw(
        crate::tables::schema(),
        &rule.formats,
        lines,
        &bench.seed,
        &m,
    )
    .unwrap_or_else(|what| panic!("the format's table of skeletons: {what}"))
}
