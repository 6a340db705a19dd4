//! Joins, spacing styles and BRIDGE: docs/format.md, sections 5 and 5.2.

use crate::recipe::Style;
use pool::Panels;
use pool::stream::{Seed, Stream};
use pool::text::longest_lf_run;

/// Fewest and most lines of a mosaic group.
pub(crate) const GROUP_MIN: usize = 2;
/// Most lines of a mosaic group.
pub(crate) const GROUP_MAX: usize = 8;

/// The separators of a group in one style, as LF counts; nothing if the group has no such style.
pub(crate) fn separators(
    style: Style,
    lines: usize,
    seed: &Seed,
    family: &str,
    stream_id: &str,
) -> Option<Vec<u8>> {
    match style {
        Style::Dense => Some(vec![1; lines - 1]),
        Style::Paragraph => Some(vec![2; lines - 1]),
        Style::Mixed if lines == GROUP_MIN => None,
        Style::Mixed => {
            let mut stream = Stream::open(seed, "sep.mixed", family, stream_id.as_bytes(), 0);
            loop {
                let drawn: Vec<u8> = (1..lines)
                    .map(|_| if stream.below(2) == 0 { 1 } else { 2 })
                    .collect();
                if drawn.contains(&1) && drawn.contains(&2) {
                    return Some(drawn);
                }
            }
        }
    }
}

/// Joins lines by runs of LF.
pub(crate) fn join<'a>(lines: impl Iterator<Item = &'a str>, separators: &[u8]) -> String {
    let mut out = String::new();
    for (at, line) in lines.enumerate() {
        if at > 0 {
            push_lf(&mut out, usize::from(separators[at - 1]));
        }
        out.push_str(line);
    }
    out
}

/// Puts two panels together as a record's text.
pub(crate) fn bridge(panels: Panels<&str>, right_first: bool) -> String {
    let longest = longest_lf_run(panels.left).max(longest_lf_run(panels.right));
    let run = (longest + 1).max(2);
    let (first, second) = if right_first {
        (panels.right, panels.left)
    } else {
        (panels.left, panels.right)
    };
    let mut text = String::with_capacity(first.len() + run + second.len());
    text.push_str(first);
    push_lf(&mut text, run);
    text.push_str(second);
    text
}

fn push_lf(out: &mut String, count: usize) {
    out.extend(std::iter::repeat_n('\n', count));
}
