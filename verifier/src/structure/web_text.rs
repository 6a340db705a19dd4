//! The skeleton of text that stands as on a page: what leads each piece, and pieces without letters.

use super::Skeleton;
use crate::text::{is_blank, is_letter};

const LEADING: &str = "\t #*+-=>|•·›»▸▪■◆★☆✓✔※●○→↓↑←";

pub(super) fn skeleton(panel: &str) -> Skeleton {
    panel.split('\n').map(mark).collect()
}

fn mark(piece: &str) -> String {
    if !piece.chars().any(is_letter) {
        let blank = piece.chars().all(is_blank);
        return format!("{} {piece}", if blank { "blank" } else { "no letter" });
    }
    let rest = piece.trim_start_matches(|scalar| LEADING.contains(scalar));
    format!("text {}", &piece[..piece.len() - rest.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_without_letters_are_whole() {
        let one = skeleton("# Title\n\n  • one\n2024");
        assert_eq!(one, skeleton("# Titel\n\n  • eins zwei\n2024"));
        assert_ne!(one, skeleton("# Titel\n\n  • eins\n2025"));
        assert_ne!(one, skeleton("## Titel\n\n  • eins\n2024"));
        assert_ne!(one, skeleton("# Titel\n \n  • eins\n2024"));
        assert_ne!(one, skeleton("# Titel\n\n  eins\n2024"));
        assert_ne!(one, skeleton("# Titel\n\n  • eins"));
    }
}
