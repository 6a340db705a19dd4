//! Replays base records: format.md, section 5.1.
//! Independent of the generator by design: do not share, import or deduplicate.

use super::{ReplayFault, only, text_of};
use crate::wire::{Kind, Meta, Panels, Pool, View};

pub(super) fn panels(pool: &Pool, kind: Kind, meta: &Meta) -> Result<Panels<String>, ReplayFault> {
    let material = only(meta)?;
    let spelled = match material.view {
        View::Document => kind == Kind::Document,
        View::Line(_) => kind == Kind::Line,
        View::Range(first, end) => kind == Kind::Slice && end - first >= 2,
    };
    if !spelled {
        let what = format!("`{material}` is not how a base {} is spelled", kind.name());
        return Err(ReplayFault::Material(what));
    }
    text_of(pool, &material)
}
