//! The draws of shape: docs/format.md, section 5.5, the table's middle column. They depend on the number of lines, not on their text.

use super::{Op, ShapeKind};
use crate::tables;
use pool::stream::{Seed, Stream};
use serde::{Serialize, Serializer};

/// One op with its parameters, as `p` of a record's metadata holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Applied {
    Permute(Vec<usize>),
    Repeat {
        first: usize,
        lines: usize,
        times: usize,
    },
    Glue {
        first: usize,
        lines: usize,
    },
    List {
        kind: ShapeKind,
        style: String,
    },
    Marker {
        at_end: bool,
        first: usize,
        end: usize,
        text: String,
    },
    Link {
        line: usize,
        text: String,
    },
    Quote(String),
    Indent(String),
}

impl Serialize for Applied {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = self.kind().name();
        match self {
            Self::Permute(order) => (name, order).serialize(serializer),
            Self::Repeat {
                first,
                lines,
                times,
            } => (name, first, lines, times).serialize(serializer),
            Self::Glue { first, lines } => (name, first, lines).serialize(serializer),
            Self::List { style, .. } => (name, style).serialize(serializer),
            Self::Marker {
                at_end,
                first,
                end,
                text,
            } => {
                let place = if *at_end { "end" } else { "start" };
                (name, place, first, end, text).serialize(serializer)
            }
            Self::Link { line, text } => (name, line, text).serialize(serializer),
            Self::Quote(text) | Self::Indent(text) => (name, text).serialize(serializer),
        }
    }
}

impl Applied {
    fn kind(&self) -> ShapeKind {
        match self {
            Self::Permute(_) => ShapeKind::Permute,
            Self::Repeat { .. } => ShapeKind::Repeat,
            Self::Glue { .. } => ShapeKind::Glue,
            Self::List { kind, .. } => *kind,
            Self::Marker { .. } => ShapeKind::Marker,
            Self::Link { .. } => ShapeKind::Link,
            Self::Quote(_) => ShapeKind::Quote,
            Self::Indent(_) => ShapeKind::Indent,
        }
    }
}

/// Returns the kind of a record by what was applied; nothing if nothing was.
pub(crate) fn kind(applied: &[Applied]) -> Option<ShapeKind> {
    applied.first().map(Applied::kind)
}

/// Draws what is applied to a material of `lines` lines.
pub(crate) fn draw(weights: &[u64; 8], lines: usize, seed: &Seed, m: &str) -> Vec<Applied> {
    let mut applied = Vec::new();
    let mut count = lines;
    for op in choose(weights, seed, m) {
        let mut stream = Stream::open(seed, purpose(op), "", m.as_bytes(), 0);
        if let Some(one) = draw_op(op, count, &applied, &mut stream) {
            match one {
                Applied::Repeat { lines, times, .. } => count += lines * times,
                Applied::Glue { lines, .. } => count -= lines - 1,
                _ => {}
            }
            applied.push(one);
        }
    }
    applied
}

/// Chooses one to three different ops by weight; returns them in the order of the format.
fn choose(weights: &[u64; 8], seed: &Seed, m: &str) -> Vec<Op> {
    let mut left = *weights;
    let mut stream = Stream::open(seed, "shape.ops", "", m.as_bytes(), 0);
    let mut chosen = Vec::new();
    for _ in 0..=stream.below(3) {
        let Some(at) = stream.weighted(&left) else {
            break;
        };
        left[at] = 0;
        chosen.push(Op::ALL[at]);
    }
    chosen.sort_unstable();
    chosen
}

fn purpose(op: Op) -> &'static str {
    match op {
        Op::Permute => "shape.permute",
        Op::Repeat => "shape.repeat",
        Op::Glue => "shape.glue",
        Op::List => "shape.list",
        Op::Marker => "shape.marker",
        Op::Link => "shape.link",
        Op::Quote => "shape.quote",
        Op::Indent => "shape.indent",
    }
}

/// Draws the parameters of an op on `n` lines; nothing if its condition does not hold.
fn draw_op(op: Op, n: usize, before: &[Applied], stream: &mut Stream) -> Option<Applied> {
    let patterns = tables::shape();
    match op {
        Op::Permute if n >= 2 => Some(Applied::Permute(permutation(n, stream))),
        Op::Repeat => {
            let first = stream.index(n);
            let lines = 1 + stream.index(3.min(n - first));
            let times = 1 + stream.index(2);
            Some(Applied::Repeat {
                first,
                lines,
                times,
            })
        }
        Op::Glue if n >= 2 => {
            let first = stream.index(n - 1);
            let lines = 2 + stream.index(3.min(n - first - 1));
            Some(Applied::Glue { first, lines })
        }
        Op::List if n >= 2 => list(n, stream),
        Op::Marker => Some(marker(n, before, stream)),
        Op::Link => {
            let line = stream.index(n);
            let text = patterns.text("link", stream);
            Some(Applied::Link { line, text })
        }
        Op::Quote => Some(Applied::Quote(patterns.text("quote", stream))),
        Op::Indent if !before.iter().any(|one| matches!(one, Applied::Quote(_))) => {
            Some(Applied::Indent(patterns.text("indent", stream)))
        }
        Op::Permute | Op::Glue | Op::List | Op::Indent => None,
    }
}

fn permutation(n: usize, stream: &mut Stream) -> Vec<usize> {
    loop {
        let mut order: Vec<usize> = (0..n).collect();
        stream.shuffle(&mut order);
        if !order.is_sorted() {
            return order;
        }
    }
}

/// A list may have at most as many letters as there are.
const LETTERS: usize = 26;

fn list(n: usize, stream: &mut Stream) -> Option<Applied> {
    let (kind, name) = [
        (ShapeKind::Letters, "list.letters"),
        (ShapeKind::Numbers, "list.numbers"),
        (ShapeKind::Bullets, "list.bullets"),
    ][stream.index(3)];
    if kind == ShapeKind::Letters && n > LETTERS {
        return None;
    }
    let style = tables::shape().text(name, stream);
    Some(Applied::List { kind, style })
}

fn marker(n: usize, before: &[Applied], stream: &mut Stream) -> Applied {
    let text = tables::shape().text("marker", stream);
    let listed = before.iter().any(|one| matches!(one, Applied::List { .. }));
    let at_end = listed || stream.below(2) == 1;
    let (first, end) = if stream.below(2) == 0 {
        let line = stream.index(n);
        (line, line + 1)
    } else {
        (0, n)
    };
    Applied::Marker {
        at_end,
        first,
        end,
        text,
    }
}
