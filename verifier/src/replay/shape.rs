//! Replays shape records: format.md, section 5.5.
//! Independent of the generator by design: do not share, import or deduplicate.

use super::{ReplayFault, only, text_of};
use crate::text::lines;
use crate::wire::{Meta, Panels, Pool, Shaping, Side};

pub(super) fn panels(pool: &Pool, meta: &Meta) -> Result<Panels<String>, ReplayFault> {
    let material = only(meta)?;
    let ops = meta.shape.as_deref();
    let ops = ops.ok_or_else(|| ReplayFault::Fields("shape without `p`".to_owned()))?;
    let clean = text_of(pool, &material)?;
    let (left, right) = (Laid::new(&clean.left), Laid::new(&clean.right));
    if left.lines.len() != right.lines.len() || left.lines.len() < 2 {
        let what = format!("`{material}` has no two paired lines");
        return Err(ReplayFault::Material(what));
    }
    let [left_spaced, right_spaced] = pool.header().spaced;
    let shape = |mut panel: Laid, spaced: bool| {
        for op in ops {
            let applied = panel.apply(op, spaced);
            applied.ok_or_else(|| ReplayFault::Shaping(op.clone()))?;
        }
        Ok(panel.text())
    };
    Ok(Panels {
        left: shape(left, left_spaced)?,
        right: shape(right, right_spaced)?,
    })
}

/// A panel as its lines and the text between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laid {
    /// The lines.
    pub lines: Vec<String>,
    /// What stands behind each line but the last.
    pub between: Vec<String>,
}

impl Laid {
    /// Lays out a text that begins and ends with a line.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let ranges: Vec<_> = lines(text).collect();
        let between = ranges.windows(2);
        let between = between.map(|pair| text[pair[0].end..pair[1].start].to_owned());
        Self {
            between: between.collect(),
            lines: ranges
                .iter()
                .map(|range| text[range.clone()].to_owned())
                .collect(),
        }
    }

    /// Returns the text again.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (at, line) in self.lines.iter().enumerate() {
            text.push_str(line);
            text.push_str(self.between.get(at).map_or("", String::as_str));
        }
        text
    }

    /// Applies an op; none if the panel has not the lines that it names.
    #[must_use]
    pub fn apply(&mut self, op: &Shaping, spaced: bool) -> Option<()> {
        let n = self.lines.len();
        match op {
            Shaping::Permute(places) => {
                let places: Option<Vec<usize>> = places.iter().map(|place| index(*place)).collect();
                self.lines = permuted(&self.lines, &places?)?;
            }
            Shaping::Repeat {
                first,
                lines,
                times,
            } => {
                let (first, end) = run(*first, *lines, n)?;
                if !(1..=3).contains(lines) || !(1..=2).contains(times) {
                    return None;
                }
                let copied = self.lines[first..end].to_vec();
                for _ in 0..*times {
                    let breaks = copied.iter().map(|_| "\n".to_owned());
                    self.between.splice(end - 1..end - 1, breaks);
                    self.lines.splice(end..end, copied.iter().cloned());
                }
            }
            Shaping::Glue { first, lines } => {
                let (first, end) = run(*first, *lines, n)?;
                let glued = self.lines[first..end].join(if spaced { " " } else { "" });
                self.lines.splice(first..end, [glued]);
                self.between.drain(first..end - 1);
            }
            Shaping::List(_, style) => {
                for (number, line) in self.lines.iter_mut().enumerate() {
                    line.insert_str(0, &counted(style, number)?);
                }
            }
            Shaping::Marker {
                side,
                first,
                end,
                text,
            } => {
                let (first, end) = run(*first, end.checked_sub(*first)?, n)?;
                for line in &mut self.lines[first..end] {
                    *line = match side {
                        Side::Start => format!("{text} {line}"),
                        Side::End => format!("{line} {text}"),
                    };
                }
            }
            Shaping::Link { line, text } => {
                let line = self.lines.get_mut(index(*line)?)?;
                *line = format!("{line} {text}");
            }
            Shaping::Quote(text) | Shaping::Indent(text) => {
                for line in &mut self.lines {
                    line.insert_str(0, text);
                }
            }
        }
        Some(())
    }
}

/// Returns the style of a list with its first `A`, `a` or `1` counted on; none past `Z`.
#[must_use]
pub(super) fn counted(style: &str, number: usize) -> Option<String> {
    let Some(at) = style.find(['A', 'a', '1']) else {
        return Some(style.to_owned());
    };
    let (front, behind) = style.split_at(at);
    let count = match &behind[..1] {
        "1" => (number + 1).to_string(),
        letter => {
            let letter = letter.bytes().next()?;
            let number = u8::try_from(number).ok().filter(|number| *number < 26)?;
            char::from(letter + number).to_string()
        }
    };
    Some(format!("{front}{count}{}", &behind[1..]))
}

/// Returns items by their places; none if the places are not all of them, each once.
pub(super) fn permuted<T: Clone>(items: &[T], places: &[usize]) -> Option<Vec<T>> {
    let mut sorted = places.to_vec();
    sorted.sort_unstable();
    let whole = sorted.into_iter().eq(0..items.len());
    whole.then(|| places.iter().map(|place| items[*place].clone()).collect())
}

/// Returns the first line and the end of some lines of `n`.
pub(super) fn run(first: u64, lines: u64, n: usize) -> Option<(usize, usize)> {
    let (first, end) = (index(first)?, index(first.checked_add(lines)?)?);
    (first < end && end <= n).then_some((first, end))
}

pub(super) fn index(number: u64) -> Option<usize> {
    usize::try_from(number).ok()
}
