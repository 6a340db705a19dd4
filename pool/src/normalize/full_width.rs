//! Repair `fold_fullwidth_alnum`: full-width letters and digits of a panel that is written in Latin letters.
//!
//! Where full-width letters outnumber those of ASCII the whole panel was typed full-width: then its punctuation
//! (U+FF01 to U+FF5E) and U+3000 are folded too. Otherwise they stay, since a Latin text may quote them.

/// From a full-width form to its ASCII character.
const OFFSET: u32 = 0xff01 - 0x21;

/// Tells whether a scalar is a full-width letter or digit.
pub(super) fn is_alphanumeric(scalar: char) -> bool {
    is_letter(scalar) || matches!(scalar, '\u{ff10}'..='\u{ff19}')
}

fn is_letter(scalar: char) -> bool {
    matches!(scalar, '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}')
}

/// Returns a full-width letter or digit as ASCII, any other scalar as it is.
pub(super) fn alphanumeric(scalar: char) -> char {
    if is_alphanumeric(scalar) {
        form(scalar)
    } else {
        scalar
    }
}

/// Folds a panel that holds full-width letters or digits; nothing if it holds none.
pub(super) fn fold(text: &str) -> Option<String> {
    let (mut wide, mut narrow) = (0_u64, 0_u64);
    for scalar in text.chars() {
        wide += u64::from(is_letter(scalar));
        narrow += u64::from(scalar.is_ascii_alphabetic());
    }
    let folded: String = if wide > narrow {
        text.chars().map(form).collect()
    } else {
        text.chars().map(alphanumeric).collect()
    };
    (folded.len() < text.len()).then_some(folded)
}

fn form(scalar: char) -> char {
    match scalar {
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(u32::from(scalar) - OFFSET).expect("ASCII from U+0021 to U+007E")
        }
        '\u{3000}' => ' ',
        _ => scalar,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_digits_are_folded_and_punctuation_where_all_is_full_width() {
        for (given, folded) in [
            ("Ｖersion　２．０", Some("Version　2．0")),
            (
                "ｖｅｒｓｉｏｎ　２．０，（ＯＫ）！",
                Some("version 2.0,(OK)!"),
            ),
            ("ａｂab，", Some("abab，")),
            ("ａｂa，", Some("aba,")),
            ("ＡＺａｚ０９～｠ｱ￥", Some("AZaz09~｠ｱ￥")),
            ("１，２", Some("1，2")),
            ("see （a），　b", None),
            ("", None),
        ] {
            assert_eq!(fold(given).as_deref(), folded, "{given}");
        }
    }
}
