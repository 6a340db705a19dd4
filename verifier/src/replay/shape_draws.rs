//! What shape draws for a base material: format.md, section 5.5.
//! Independent of the generator by design: do not share, import or deduplicate.

use std::num::NonZeroU64;

use super::patterns::{self, plain};
use crate::stream::{Digest, Stream};
use crate::wire::{Counted, ShapeOp, Shaping, Side};

/// A list by letters has no more lines.
const LETTERS: u64 = 26;

/// Returns what is drawn for a base material of `lines` lines, as `p` lists it.
#[must_use]
pub fn drawn_shape(seed: &Digest, weights: &[u64], material: &str, lines: u64) -> Vec<Shaping> {
    let chosen = chosen(seed, weights, material);
    let mut applied: Vec<Shaping> = Vec::new();
    let mut n = lines;
    for op in ShapeOp::ALL.iter().filter(|op| chosen.contains(op)) {
        let purpose = format!("shape.{}", op.name());
        let mut stream = Stream::open(seed, &purpose, "", material, 0);
        let Some(shaping) = draw(*op, n, &applied, &mut stream) else {
            continue;
        };
        match &shaping {
            Shaping::Repeat { lines, times, .. } => n += lines * times,
            Shaping::Glue { lines, .. } => n -= lines - 1,
            _ => {}
        }
        applied.push(shaping);
    }
    applied
}

fn chosen(seed: &Digest, weights: &[u64], material: &str) -> Vec<ShapeOp> {
    let mut stream = Stream::open(seed, "shape.ops", "", material, 0);
    let mut weights = weights.to_vec();
    let mut chosen = Vec::new();
    for _ in 0..=below(3, &mut stream) {
        if weights.iter().all(|weight| *weight == 0) {
            break;
        }
        let drawn = stream.weighted(&weights).expect("a weight is above 0");
        weights[drawn] = 0;
        chosen.push(ShapeOp::ALL[drawn]);
    }
    chosen
}

/// Draws one op for `n` lines; none if its condition does not hold.
fn draw(op: ShapeOp, n: u64, applied: &[Shaping], stream: &mut Stream) -> Option<Shaping> {
    let listed = applied.iter().any(|op| matches!(op, Shaping::List(..)));
    let quoted = applied.iter().any(|op| matches!(op, Shaping::Quote(_)));
    let many = matches!(op, ShapeOp::Permute | ShapeOp::Glue | ShapeOp::List);
    if many && n < 2 {
        return None;
    }
    let table = patterns::shape();
    Some(match op {
        ShapeOp::Permute => Shaping::Permute(permutation(n, stream)),
        ShapeOp::Repeat => {
            let first = below(n, stream);
            let lines = 1 + below(3.min(n - first), stream);
            let times = 1 + below(2, stream);
            Shaping::Repeat {
                first,
                lines,
                times,
            }
        }
        ShapeOp::Glue => {
            let first = below(n - 1, stream);
            let lines = 2 + below(3.min(n - first - 1), stream);
            Shaping::Glue { first, lines }
        }
        ShapeOp::List => {
            let (counted, name) = match below(3, stream) {
                0 if n > LETTERS => return None,
                0 => (Counted::Letters, "list.letters"),
                1 => (Counted::Numbers, "list.numbers"),
                _ => (Counted::Bullets, "list.bullets"),
            };
            Shaping::List(counted, plain(table, name, stream))
        }
        ShapeOp::Marker => {
            let text = plain(table, "marker", stream);
            let side = if listed || below(2, stream) == 1 {
                Side::End
            } else {
                Side::Start
            };
            let (first, end) = match below(2, stream) {
                0 => {
                    let line = below(n, stream);
                    (line, line + 1)
                }
                _ => (0, n),
            };
            Shaping::Marker {
                side,
                first,
                end,
                text,
            }
        }
        ShapeOp::Link => {
            let line = below(n, stream);
            let text = plain(table, "link", stream);
            Shaping::Link { line, text }
        }
        ShapeOp::Quote => Shaping::Quote(plain(table, "quote", stream)),
        ShapeOp::Indent if quoted => return None,
        ShapeOp::Indent => Shaping::Indent(plain(table, "indent", stream)),
    })
}

fn permutation(n: u64, stream: &mut Stream) -> Vec<u64> {
    loop {
        let mut places: Vec<u64> = (0..n).collect();
        stream.shuffle(&mut places);
        if !places.is_sorted() {
            return places;
        }
    }
}

fn below(n: u64, stream: &mut Stream) -> u64 {
    stream.below(NonZeroU64::new(n).expect("a panel has lines"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ops_stand_in_order_and_each_once() {
        let mut seen = std::collections::BTreeSet::new();
        for material in 0..400 {
            let ops = drawn_shape(&[1; 32], &[1; 8], &format!("{material}"), 2 + material % 30);
            assert!(ops.len() <= 3);
            let forms: Vec<_> = ops.iter().map(Shaping::form).collect();
            assert!(forms.windows(2).all(|pair| pair[0] < pair[1]), "{forms:?}");
            seen.extend(forms);
        }
        assert_eq!(seen.len(), 10);
    }

    #[test]
    fn weights_of_zero_end_the_choice() {
        let mut weights = [0; 8];
        weights[6] = 5;
        for material in 0..50 {
            let ops = drawn_shape(&[1; 32], &weights, &format!("{material}"), 2);
            assert!(matches!(ops.as_slice(), [Shaping::Quote(_)]));
        }
    }
}
