//! Replays longform records: format.md, section 5.3.
//! Independent of the generator by design: do not share, import or deduplicate.

use super::{ReplayFault, only, text_of};
use crate::wire::{Meta, Panels, Pool, View};

pub(super) fn panels(pool: &Pool, meta: &Meta) -> Result<Panels<String>, ReplayFault> {
    let material = only(meta)?;
    match material.view {
        View::Range(first, end) if end - first >= 2 => text_of(pool, &material),
        _ => Err(ReplayFault::Material(format!(
            "`{material}` is not how a window is spelled"
        ))),
    }
}
