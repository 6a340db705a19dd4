//! What the ledger shows of a row that is left out: the place of the reason in both panels.

use crate::article::Genre;
use crate::gate::{Finding, structure};
use crate::import::Row;
use crate::ledger::{Dropped, EXCERPT, Stage};
use crate::panels::{Panels, Side};
use crate::text::excerpt;

/// How many scalars before the place of a finding an excerpt begins.
const BEFORE: usize = 20;

/// Leaves a row out. What is shown of it is where the reason stands, and the same line of the other panel.
pub(super) fn dropped(row: &Row, stage: Stage, finding: &Finding) -> Box<Dropped> {
    let text = row.text.as_ref().map(String::as_str);
    let mut dropped = Dropped::of_row(stage, finding.reason.clone(), row);
    dropped.found = excerpt(&finding.found, EXCERPT).to_owned();
    if let Some(excerpts) = excerpts(row.meta.genre, text, finding) {
        dropped.excerpts = excerpts;
    }
    Box::new(dropped)
}

/// Returns what stands around the place of a finding, if it has one.
pub(crate) fn excerpts(
    genre: Genre,
    text: Panels<&str>,
    finding: &Finding,
) -> Option<Panels<String>> {
    // Two panels of unlike structure begin alike: what is shown of them is where they part.
    let of_structure = of_structure(genre, text, &finding.reason);
    of_structure.or_else(|| Some(around(text, finding.side?, finding.at)))
}

fn of_structure(genre: Genre, text: Panels<&str>, reason: &str) -> Option<Panels<String>> {
    let of_gate = structure::REASONS.contains(&reason);
    of_gate.then(|| structure::excerpts(genre, text, EXCERPT))?
}

/// Returns what stands around a byte of one panel, and the beginning of the line of the other that pairs with it.
fn around(text: Panels<&str>, side: Side, at: usize) -> Panels<String> {
    let panel = *text.get(side);
    let before: Vec<usize> = panel[..at]
        .char_indices()
        .rev()
        .take(BEFORE)
        .map(|(at, _)| at)
        .collect();
    let start = before.last().copied().unwrap_or(at);
    let here = excerpt(&panel[start..], EXCERPT).to_owned();
    let lf = |text: &str| memchr::memchr_iter(b'\n', text.as_bytes()).count();
    let other = *text.get(side.other());
    let line = if lf(panel) == lf(other) {
        let nth = lf(&panel[..at]);
        other.split('\n').nth(nth).unwrap_or(other)
    } else {
        other
    };
    let there = excerpt(line, EXCERPT).to_owned();
    match side {
        Side::Left => Panels::new(here, there),
        Side::Right => Panels::new(there, here),
    }
}
