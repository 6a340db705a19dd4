//! What a row of a pool must be: docs/format.md, sections 2, 2.1 and 2.3.

use crate::article::Article;
use crate::id::Hex12;
use crate::keys;
use crate::normalize::edge_lf;
use crate::slice::Slicer;
use crate::text::is_blank_text;
use crate::view::Lines;

/// Returns what is wrong with a panel.
#[must_use]
pub fn panel(panel: &str) -> Option<&'static str> {
    if is_blank_text(panel) {
        Some("a panel without a scalar that is not blank")
    } else if memchr::memchr(0, panel.as_bytes()).is_some() {
        Some("a panel with U+0000")
    } else if memchr::memchr(b'\r', panel.as_bytes()).is_some() {
        Some("a panel with U+000D")
    } else if edge_lf(panel).len() != panel.len() {
        Some("a panel that begins or ends with a blank line")
    } else {
        None
    }
}

/// Returns what is wrong with a row by itself.
#[must_use]
pub fn row(article: &Article<'_>) -> Vec<&'static str> {
    let mut wrong: Vec<&str> = [article.text.left, article.text.right]
        .into_iter()
        .filter_map(panel)
        .collect();
    let mut must = |holds: bool, what| {
        if !holds {
            wrong.push(what);
        }
    };
    let key = keys::key(article.source, article.source_id, article.text);
    must(
        article.key == key,
        "a key that is not that of its source, own id or text",
    );
    let id = Hex12::of(&keys::article(&article.key, article.text));
    must(
        article.id == id,
        "an id that is not that of its key and panels",
    );
    must(
        article.near.is_sorted_by(|a, b| a < b),
        "near that does not ascend, or names a group twice",
    );
    must(
        !article.near.contains(&article.group),
        "near that names its own group",
    );
    must(
        std::iter::once(&0)
            .chain(&article.slices)
            .is_sorted_by(|a, b| a < b),
        "slices that do not ascend",
    );
    let lines = Lines::of(article).len();
    must(
        article.slices.last().copied().unwrap_or(0) == lines,
        "slices that do not end with the lines",
    );
    wrong
}

/// Tells whether the slices of a row are those that its pool's slicer cuts.
#[must_use]
pub fn slices_hold(article: &Article<'_>, slicer: &Slicer) -> bool {
    let cut = slicer.cut(&article.key, article.text, &Lines::of(article));
    article.slices == cut
}
