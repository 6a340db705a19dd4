//! Longform windows: docs/format.md, section 5.3.

use crate::bench::{Bench, Opened, address};
use crate::draft::{Category, Draft, Dropped, Fit, Kind, Reason, Unit};
use crate::recipe::LongformRule;
use crate::split::Split;
use pool::view::View;

/// Plans the windows of one article whose document does not fit.
pub(crate) fn plan(
    bench: &Bench<'_>,
    rule: &LongformRule,
    opened: &Opened<'_>,
    split: Split,
) -> (Vec<Draft>, Vec<Dropped>) {
    let ends = &opened.article.slices;
    let count = u32::try_from(ends.len()).expect("fewer slices than lines");
    let begin = |slice: u32| {
        if slice == 0 {
            0
        } else {
            ends[address(slice) - 1]
        }
    };
    let (mut drafts, mut dropped) = (Vec::new(), Vec::new());
    let mut slice = 0;
    while slice < count {
        let Some((slices, view, fit)) = longest(bench, rule, opened, slice, count, &begin) else {
            let view = View::of_lines(begin(slice), begin(slice + 1));
            dropped.push(alone(opened, view, split));
            slice += 1;
            continue;
        };
        drafts.push(Draft::new(
            Kind::Window,
            Unit::View {
                article: opened.index,
                view,
            },
            &fit,
        ));
        slice += slices;
    }
    (drafts, dropped)
}

/// Grows a window from `slice` as long as it fits.
fn longest(
    bench: &Bench<'_>,
    rule: &LongformRule,
    opened: &Opened<'_>,
    slice: u32,
    count: u32,
    begin: &dyn Fn(u32) -> u32,
) -> Option<(u32, View, Fit)> {
    let most = rule.max.unwrap_or(count).min(count - slice);
    let mut best = None;
    for slices in rule.min..=most {
        let view = View::of_lines(begin(slice), begin(slice + slices));
        let window = matches!(view, View::Window { .. });
        match bench.fit_view(opened, view) {
            Some(fit) if window => best = Some((slices, view, fit)),
            // A single line is no window, but more slices may make one.
            Some(_) => {}
            None => break,
        }
    }
    best
}

fn alone(opened: &Opened<'_>, view: View, split: Split) -> Dropped {
    Dropped {
        reason: Reason::WindowAlone,
        split: Some(split),
        category: Some(Category::Longform),
        kind: None,
        unit: Unit::View {
            article: opened.index,
            view,
        },
    }
}
