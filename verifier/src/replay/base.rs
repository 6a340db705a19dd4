//! Replays base records: format.md, section 5.1.
//! Independent of the generator by design: do not share, import or deduplicate.

use super::{ReplayFault, only, text_of};
use crate::wire::{Kind, Meta, Panels, Pool, View};

pub(super) fn spelling(kind: Kind, meta: &Meta) -> Result<(), ReplayFault> {
    let material = only(meta)?;
    let spelled = match material.view {
        View::Document => kind == Kind::Document,
        View::Line(_) => kind == Kind::Line,
        View::Range(first, end) => kind == Kind::Slice && end - first >= 2,
    };
    if spelled {
        return Ok(());
    }
    let what = format!("`{material}` is not how a base {} is spelled", kind.name());
    Err(ReplayFault::Material(what))
}

pub(super) fn panels(pool: &Pool, meta: &Meta) -> Result<Panels<String>, ReplayFault> {
    text_of(pool, &only(meta)?)
}
