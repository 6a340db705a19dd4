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
            source: half(print(source)),
            tails: text.map(|panel| tail(panel).map_or(0, |tail| half(print(&tail)))),
        }
    }
}

/// Returns the last [`TAIL`] scalars of a panel that are not blank.
pub(crate) fn tail(panel: &str) -> Option<String> {
    let backwards = panel.chars().rev().filter(|&scalar| !is_blank(scalar));
    let tail: Vec<char> = backwards.take(TAIL).collect();
    (tail.len() == TAIL).then(|| tail.into_iter().rev().collect())
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

/// Returns half of that: enough to find what is worth a look.
fn half(print: u128) -> u64 {
    u64::try_from(print >> 64).expect("the upper half has 64 bits")
}
