//! Replays longform records: format.md, section 5.3.
//! Independent of the generator by design: do not share, import or deduplicate.

use super::{ReplayFault, only, text_of};
use crate::wire::{Meta, Panels, Pool, View};

pub(super) fn spelling(meta: &Meta) -> Result<(), ReplayFault> {
    let material = only(meta)?;
    match material.view {
        View::Range(first, end) if end - first >= 2 => Ok(()),
        _ => Err(ReplayFault::Material(format!(
            "`{material}` is not how a window is spelled"
        ))),
    }
}

pub(super) fn panels(pool: &Pool, meta: &Meta) -> Result<Panels<String>, ReplayFault> {
    text_of(pool, &only(meta)?)
}
