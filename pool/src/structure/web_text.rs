//! Skeletons of web text: docs/format.md, section 5.6.

use super::{ABSENT, Parting, first_difference, short};
use crate::script::is_letter;
use crate::text::is_blank_text;

/// What is left of one LF-separated piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    is_blank: bool,
    lead: String,
    /// All of it, where it holds no letter.
    whole: Option<String>,
}

pub(super) fn parse(text: &str) -> Vec<Piece> {
    text.split('\n').map(piece).collect()
}

fn piece(text: &str) -> Piece {
    let rest = text.trim_start_matches(is_mark);
    Piece {
        is_blank: is_blank_text(text),
        lead: text[..text.len() - rest.len()].to_owned(),
        whole: (!text.chars().any(is_letter)).then(|| text.to_owned()),
    }
}

/// Tells whether a scalar marks the kind of a piece where it leads it.
fn is_mark(scalar: char) -> bool {
    matches!(
        scalar,
        '\t' | ' '
            | '#'
            | '*'
            | '+'
            | '-'
            | '='
            | '>'
            | '|'
            | '•'
            | '·'
            | '›'
            | '»'
            | '▸'
            | '▪'
            | '■'
            | '◆'
            | '★'
            | '☆'
            | '✓'
            | '✔'
            | '※'
            | '●'
            | '○'
            | '→'
            | '↓'
            | '↑'
            | '←'
    )
}

pub(super) fn part(left: &[Piece], right: &[Piece]) -> Option<Parting> {
    let at = first_difference(left, right)?;
    let place = format!("line {}", at + 1);
    let (Some(a), Some(b)) = (left.get(at), right.get(at)) else {
        let shown = |piece: Option<&Piece>| piece.map_or(ABSENT, |_| "a line").to_owned();
        return Some(Parting::new(
            place,
            shown(left.get(at)),
            shown(right.get(at)),
        ));
    };
    if a.is_blank != b.is_blank {
        let shown = |piece: &Piece| if piece.is_blank { "blank" } else { "not blank" };
        return Some(Parting::new(place, shown(a), shown(b)));
    }
    if a.lead != b.lead {
        let shown = |piece: &Piece| format!("begins with {:?}", short(&piece.lead));
        return Some(Parting::new(place, shown(a), shown(b)));
    }
    let shown = |piece: &Piece| piece.whole.clone().unwrap_or("letters".to_owned());
    let (a, b) = (shown(a), shown(b));
    Some(Parting::of_values(place, Some(&a), Some(&b)))
}
