//! What `n`, `p` and `g` say that needs neither recipe nor pool: format.md, sections 5.4 to 5.6 and
//! 7.2.

use crate::finding::{Check, Code, Fault};
use crate::wire::{Form, Kind, Meta, ShapeOp, Shaping};

/// Ops that are drawn for a record.
const OPS_MAX: usize = 3;

/// Returns which of `n`, `p` and `g` the kind has not, or lacks.
pub(super) fn key_fault(kind: Kind, meta: &Meta) -> Option<Fault> {
    let wanted = [
        (matches!(kind, Kind::Noise(_)), meta.noise.is_some(), "n"),
        (matches!(kind, Kind::Shape(_)), meta.shape.is_some(), "p"),
        (matches!(kind, Kind::Schema(_)), meta.schema.is_some(), "g"),
    ];
    for (wanted, found, key) in wanted {
        if wanted != found {
            let expected = if wanted { "a key" } else { "no key" };
            let expected = format!("{expected} `{key}` in `meta` of {}", kind.name());
            return Some(Fault::new(Code::Fields, expected, "the other"));
        }
    }
    None
}

/// Returns what of `n`, `p` and `g` no draw of the kind could be.
pub(super) fn fault(kind: Kind, meta: &Meta) -> Option<(Check, Fault)> {
    match (kind, &meta.shape, &meta.schema) {
        (Kind::Shape(_), Some(ops), _) => shape_fault(kind, ops),
        (Kind::Schema(format), _, Some((other, _))) if format != *other => {
            let fault = Fault::new(Code::Variant, format.name(), other.name());
            Some((Check::Records, fault))
        }
        _ => None,
    }
}

fn shape_fault(kind: Kind, ops: &[Shaping]) -> Option<(Check, Fault)> {
    let first = ops.first().map(Shaping::form);
    if first.map(Kind::Shape) != Some(kind) {
        let found = first.map_or("nothing", |form| form.name());
        let expected = format!("{} first in `p`", kind.name());
        return Some((Check::Records, Fault::new(Code::Variant, expected, found)));
    }
    let wrong = if ops.len() > OPS_MAX {
        Some("at most 3 ops")
    } else if !ops.windows(2).all(|pair| place(&pair[0]) < place(&pair[1])) {
        Some("ops in order, each once")
    } else {
        let both = |form: Form| ops.iter().any(|op| op.form() == form);
        (both(Form::Quote) && both(Form::Indent)).then_some("no indent beside quote")
    };
    if let Some(expected) = wrong {
        return Some((
            Check::Identity,
            Fault::new(Code::Identity, expected, "others"),
        ));
    }
    let moves = |op: &Shaping| match op {
        Shaping::Permute(places) => is_permutation(places) && !places.is_sorted(),
        _ => true,
    };
    let fault = || Fault::new(Code::Draw, "a permutation that moves lines", "another");
    (!ops.iter().all(moves)).then(|| (Check::Identity, fault()))
}

/// Returns the place of an op in the order in which ops are applied.
fn place(op: &Shaping) -> ShapeOp {
    match op {
        Shaping::Permute(_) => ShapeOp::Permute,
        Shaping::Repeat { .. } => ShapeOp::Repeat,
        Shaping::Glue { .. } => ShapeOp::Glue,
        Shaping::List(..) => ShapeOp::List,
        Shaping::Marker { .. } => ShapeOp::Marker,
        Shaping::Link { .. } => ShapeOp::Link,
        Shaping::Quote(_) => ShapeOp::Quote,
        Shaping::Indent(_) => ShapeOp::Indent,
    }
}

fn is_permutation(places: &[u64]) -> bool {
    let mut sorted = places.to_vec();
    sorted.sort_unstable();
    (0..).zip(&sorted).all(|(place, found)| place == *found)
}
