//! Digests by which equal texts and equal endings are found without the texts.

use crate::derive::sha256;
use crate::panels::Panels;
use crate::script::is_blank;

/// Digests of one article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Prints {
    /// Of each panel without its blanks.
    pub(crate) panels: Panels<u128>,
    /// Of the last [`TAIL`] scalars of each that are not blank; 0 for a panel of fewer.
    pub(crate) tails: Panels<u64>,
    /// Of the name of the row's own source.
    pub(crate) source: u64,
}

/// How many scalars an ending has.
pub(crate) const TAIL: usize = 20;

impl Prints {
    pub(crate) fn of(source: &str, text: Panels<&str>) -> Self {
        Self {
            panels: text.map(print),
            source: short(source.chars()),
            tails: text.map(|panel| tail(panel).map_or(0, |tail| short(tail.into_iter()))),
        }
    }
}

/// Returns the last [`TAIL`] scalars of a panel that are not blank.
pub(crate) fn tail(panel: &str) -> Option<[char; TAIL]> {
    let mut tail = ['\0'; TAIL];
    let mut backwards = panel.chars().rev().filter(|&scalar| !is_blank(scalar));
    for place in tail.iter_mut().rev() {
        *place = backwards.next()?;
    }
    Some(tail)
}

/// Returns half of a digest of a text without its blanks: no two texts of a corpus share it.
fn print(text: &str) -> u128 {
    let mut visible = String::with_capacity(text.len());
    for piece in text.split([' ', '\n', '\t']) {
        if piece.contains(is_blank) {
            visible.extend(piece.chars().filter(|&scalar| !is_blank(scalar)));
        } else {
            visible.push_str(piece);
        }
    }
    let digest = sha256(visible.as_bytes()).0;
    u128::from_le_bytes(digest[..16].try_into().expect("half of a digest"))
}

/// Returns a short digest (FNV-1a over code points): enough to find what is worth a look, and quick for short texts.
fn short(scalars: impl Iterator<Item = char>) -> u64 {
    scalars.fold(0xcbf2_9ce4_8422_2325, |hash: u64, scalar| {
        (hash ^ u64::from(u32::from(scalar))).wrapping_mul(0x0100_0000_01b3)
    })
}
