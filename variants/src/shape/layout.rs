//! What the ops of shape do to one panel: docs/format.md, section 5.5.

use super::{Applied, ShapeKind};
use pool::text;

/// A panel as its lines and the text between them.
struct Layout {
    lines: Vec<String>,
    between: Vec<String>,
}

/// Applies ops to a panel.
pub(super) fn lay_out(panel: &str, spaced: bool, applied: &[Applied]) -> String {
    let mut layout = Layout::of(panel);
    for one in applied {
        layout.apply(one, spaced);
    }
    layout.join()
}

impl Layout {
    fn of(panel: &str) -> Self {
        let ranges = text::lines(panel);
        let lines = ranges.iter().map(|range| panel[range.clone()].to_owned());
        let between = ranges
            .windows(2)
            .map(|pair| panel[pair[0].end..pair[1].start].to_owned());
        Self {
            lines: lines.collect(),
            between: between.collect(),
        }
    }

    fn join(self) -> String {
        let mut between = self.between.into_iter();
        let mut out = String::new();
        for line in self.lines {
            out += &line;
            out += &between.next().unwrap_or_default();
        }
        out
    }

    fn apply(&mut self, one: &Applied, spaced: bool) {
        match one {
            Applied::Permute(order) => {
                self.lines = order.iter().map(|&from| self.lines[from].clone()).collect();
            }
            Applied::Repeat {
                first,
                lines,
                times,
            } => self.repeat(*first, *lines, *times),
            Applied::Glue { first, lines } => {
                let joint = if spaced { " " } else { "" };
                let glued = self.lines[*first..first + lines].join(joint);
                self.lines.splice(*first..first + lines, [glued]);
                self.between.drain(*first..first + lines - 1);
            }
            Applied::List { kind, style } => {
                for (at, line) in self.lines.iter_mut().enumerate() {
                    *line = item(*kind, style, at) + line;
                }
            }
            Applied::Marker {
                at_end,
                first,
                end,
                text,
            } => {
                for line in &mut self.lines[*first..*end] {
                    *line = if *at_end {
                        format!("{line} {text}")
                    } else {
                        format!("{text} {line}")
                    };
                }
            }
            Applied::Link { line, text } => {
                self.lines[*line] += " ";
                self.lines[*line] += text;
            }
            Applied::Quote(prefix) | Applied::Indent(prefix) => {
                for line in &mut self.lines {
                    line.insert_str(0, prefix);
                }
            }
        }
    }

    fn repeat(&mut self, first: usize, lines: usize, times: usize) {
        let end = first + lines;
        let copies: Vec<String> = (0..times)
            .flat_map(|_| self.lines[first..end].to_vec())
            .collect();
        let gaps = vec!["\n".to_owned(); copies.len()];
        // A copy begins after one LF, so the gaps go before what followed the last line.
        self.between.splice(end - 1..end - 1, gaps);
        self.lines.splice(end..end, copies);
    }
}

/// The style of a list with its first letter or number counted on.
fn item(kind: ShapeKind, style: &str, at: usize) -> String {
    let counted = |first: u8| {
        let step = u8::try_from(at).expect("at most 26 letters");
        char::from(first + step).to_string()
    };
    let (sign, instead) = match kind {
        ShapeKind::Numbers => ('1', (at + 1).to_string()),
        ShapeKind::Letters => match style.find(['A', 'a']).map(|at| style.as_bytes()[at]) {
            Some(b'A') => ('A', counted(b'A')),
            _ => ('a', counted(b'a')),
        },
        _ => return style.to_owned(),
    };
    style.replacen(sign, &instead, 1)
}
