//! Counts of pieces that were met lately: a table of fixed size, 64 MiB, that forgets rather than grows.

use pool::derive::{h, le64};
use std::sync::atomic::{AtomicU64, Ordering};

/// Slots of the table, 16 bytes each: enough for the line sides of a pool of two million lines.
const SLOTS: usize = 1 << 22;

/// Where in a text a piece stands: at its start a tokenizer may put a blank before it.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Start,
    Middle,
    /// Before so many LF, and visible text after them.
    End {
        lf: usize,
    },
}

/// A slot holds `check ^ value` and `value`, so that two halves written by different threads do not match. `value`
/// is the count below 32 further bits of the digest: together 96 bits of it decide.
pub(super) struct Memo(Vec<[AtomicU64; 2]>);

impl Memo {
    pub(super) fn new() -> Self {
        let mut slots = Vec::new();
        slots.resize_with(SLOTS, || [AtomicU64::new(0), AtomicU64::new(0)]);
        Self(slots)
    }

    /// Returns the count of a piece, remembered or computed.
    pub(super) fn get(&self, place: Place, piece: &str, count: impl FnOnce() -> u32) -> u32 {
        let (tag, lf) = match place {
            Place::Start => ("start", 0),
            Place::Middle => ("middle", 0),
            Place::End { lf } => ("end", lf),
        };
        let digest = h("memo", &[tag.as_bytes(), &le64(lf), piece.as_bytes()]).0;
        let word = |at: usize| u64::from_le_bytes(digest[at..at + 8].try_into().expect("8 bytes"));
        let (index, check, more) = (word(0), word(8), word(16) & 0xffff_ffff_0000_0000);
        let slots = u64::try_from(SLOTS).expect("a constant");
        let slot = &self.0[usize::try_from(index % slots).expect("below the table's size")];
        let (first, value) = (
            slot[0].load(Ordering::Relaxed),
            slot[1].load(Ordering::Relaxed),
        );
        if first ^ value == check && value & 0xffff_ffff_0000_0000 == more {
            return u32::try_from(value & 0xffff_ffff).expect("masked to 32 bits");
        }
        let count = count();
        let value = more | u64::from(count);
        slot[0].store(check ^ value, Ordering::Relaxed);
        slot[1].store(value, Ordering::Relaxed);
        count
    }
}
