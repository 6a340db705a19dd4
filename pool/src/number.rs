//! Lengths and ordinals between the sizes of numbers.

/// Returns a length as 64 bits.
pub(crate) fn length(count: usize) -> u64 {
    u64::try_from(count).expect("a length fits 64 bits")
}

/// Returns an ordinal as 32 bits.
pub(crate) fn ordinal(at: usize) -> u32 {
    u32::try_from(at).expect("fewer than 2^32 of a kind")
}

/// Returns an ordinal as an index.
pub(crate) fn index(ordinal: u32) -> usize {
    usize::try_from(ordinal).expect("an address holds 32 bits")
}
