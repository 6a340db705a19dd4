//! Run mosaics: neighbouring lines of one article (docs/format.md, section 5.2, "run").

use super::{Family, fit_styles};
use crate::bench::{Bench, Opened};
use crate::draft::{Category, Draft, Dropped, Fit, Kind, Reason, Unit};
use crate::recipe::{MosaicRule, Style};
use crate::separator::GROUP_MIN;
use crate::split::Split;
use pool::Panels;
use pool::stream::Stream;
use pool::view::View;

/// Plans the runs of one article; sisters stand beside each other.
pub(crate) fn plan(
    bench: &Bench<'_>,
    rule: &MosaicRule,
    opened: &Opened<'_>,
    split: Split,
) -> (Vec<Draft>, Vec<Dropped>) {
    let texts: Vec<Panels<&str>> = (0..opened.lines.len())
        .map(|line| opened.line(line))
        .collect();
    let (mut drafts, mut dropped) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < texts.len() {
        let first = u32::try_from(at).expect("fewer than 2^32 lines");
        match longest(bench, rule, opened, &texts, first, at) {
            Some((end, fits)) => {
                let view = View::Window { first, end };
                let unit = Unit::View {
                    article: opened.index,
                    view,
                };
                drafts.extend(
                    fits.into_iter()
                        .map(|(style, fit)| Draft::new(Kind::Run(style), unit, &fit)),
                );
                at += crate::bench::address(end - first);
            }
            None => {
                dropped.push(alone(opened, first, split));
                at += 1;
            }
        }
    }
    (drafts, dropped)
}

/// Finds the longest run from a line that is at most as long as drawn, fits and repeats no panel.
fn longest(
    bench: &Bench<'_>,
    rule: &MosaicRule,
    opened: &Opened<'_>,
    texts: &[Panels<&str>],
    first: u32,
    at: usize,
) -> Option<(u32, Vec<(Style, Fit)>)> {
    if at + 1 == texts.len() {
        return None;
    }
    let stream_id = opened.material(View::Line { line: first }).to_string();
    let mut stream = Stream::open(&bench.seed, "mosaic.length", "run", stream_id.as_bytes(), 0);
    let drawn = GROUP_MIN + usize::try_from(stream.below(7)).expect("below 7");
    let most = distinct(&texts[at..(at + drawn).min(texts.len())]);
    let family = Family {
        name: "run",
        stream_id: &stream_id,
    };
    (GROUP_MIN..=most).rev().find_map(|lines| {
        let end = first + u32::try_from(lines).expect("at most eight");
        let m1 = opened.material(View::Window { first, end }).to_string();
        let fits = fit_styles(bench, rule, &family, &m1, &texts[at..at + lines])?;
        Some((end, fits))
    })
}

/// Returns how many lines from the start have no equal left and no equal right panels among them.
fn distinct(texts: &[Panels<&str>]) -> usize {
    let repeats = |at: usize| {
        let line = texts[at];
        texts[..at]
            .iter()
            .any(|text| text.left == line.left || text.right == line.right)
    };
    (0..texts.len())
        .find(|&at| repeats(at))
        .unwrap_or(texts.len())
}

fn alone(opened: &Opened<'_>, line: u32, split: Split) -> Dropped {
    Dropped {
        reason: Reason::RunAlone,
        split: Some(split),
        category: Some(Category::Mosaic),
        kind: None,
        unit: Unit::View {
            article: opened.index,
            view: View::Line { line },
        },
    }
}
