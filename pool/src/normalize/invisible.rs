//! Repair `strip_invisible`: characters that show nothing and belong to no text.
//!
//! U+200C and U+200D stay: Persian, the scripts of India and emoji are spelt with them. So does the tag sequence of an emoji
//! flag: U+1F3F4, three to six tag letters or digits, U+E007F. Other tags are a place where text can be hidden.

/// The emoji that a tag sequence turns into the flag of a region.
const FLAG: char = '\u{1f3f4}';
const FLAG_END: char = '\u{e007f}';

/// Tells whether the repair removes a character from a panel that is written from left to right.
pub(super) fn is_invisible(scalar: char) -> bool {
    match scalar {
        '\0'..='\u{ac}' => false,
        '\u{ad}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{feff}' => true,
        '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' => true,
        _ => is_directional(scalar),
    }
}

/// Marks, embeddings and isolates of a direction: text that is written from right to left needs them.
fn is_directional(scalar: char) -> bool {
    matches!(
        scalar,
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// Removes invisible characters, directional ones only if not `bidi`; nothing if there is none.
pub(super) fn strip(text: &str, bidi: bool) -> Option<String> {
    let mut out = String::new();
    let (mut at, mut copied) = (0, 0);
    while let Some(scalar) = text[at..].chars().next() {
        let end = at + scalar.len_utf8();
        if is_invisible(scalar) && !(bidi && is_directional(scalar)) {
            out.push_str(&text[copied..at]);
            copied = end;
        }
        at = end;
        if scalar == FLAG {
            at += flag_tags(&text[end..]);
        }
    }
    out.push_str(&text[copied..]);
    (copied > 0).then_some(out)
}

/// Returns how many bytes of a text are the tag sequence of a flag.
fn flag_tags(text: &str) -> usize {
    let is_tag =
        |scalar: &char| matches!(scalar, '\u{e0030}'..='\u{e0039}' | '\u{e0061}'..='\u{e007a}');
    let tags = text.chars().take(7).take_while(is_tag).count();
    // Every tag takes four bytes.
    let bytes = 4 * tags;
    if (3..=6).contains(&tags) && text[bytes..].starts_with(FLAG_END) {
        bytes + FLAG_END.len_utf8()
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stripped(text: &str, bidi: bool) -> String {
        strip(text, bidi).unwrap_or_else(|| text.to_owned())
    }

    #[test]
    fn what_shows_nothing_goes() {
        for scalar in "\u{ad}\u{200b}\u{200e}\u{200f}\u{202a}\u{202c}\u{202e}\u{2060}\u{2064}\u{2066}\u{2069}\u{feff}\u{fff9}\u{fffb}\u{e0000}\u{e0041}\u{e007f}".chars() {
            for (before, after) in [("", "乙"), ("甲", ""), ("甲", "乙")] {
                let text = format!("{before}{scalar}{scalar}{after}");
                assert_eq!(stripped(&text, false), format!("{before}{after}"), "{scalar:?}");
            }
        }
        for kept in [
            "\u{200c}",
            "\u{200d}",
            "\u{2065}",
            "\u{2010}",
            "\u{fe0f}",
            "\u{fffc}",
            "\u{e0100}",
            "a",
        ] {
            assert_eq!(strip(kept, false), None, "{kept:?}");
        }
    }

    #[test]
    fn directional_marks_stay_where_text_runs_from_right_to_left() {
        let text = "\u{202b}\u{5d0}\u{200f}!\u{202c}\u{2067}a\u{2069}\u{200b}";
        assert_eq!(strip(text, false).as_deref(), Some("\u{5d0}!a"));
        let kept = text.strip_suffix('\u{200b}').unwrap();
        assert_eq!(strip(text, true).as_deref(), Some(kept));
        assert_eq!(strip(kept, true), None);
    }

    #[test]
    fn only_a_whole_flag_keeps_its_tags() {
        let tags = |text: &str| -> String {
            let tag = |byte: u8| char::from_u32(0xe0000 + u32::from(byte)).unwrap();
            text.bytes().map(tag).collect()
        };
        let flag = format!("🏴{}", tags("gbsct\u{7f}"));
        assert_eq!(strip(&format!("{flag}{flag}x"), false), None);
        for broken in [
            "gbsct",
            "g\u{7f}",
            "gbsctsct\u{7f}",
            "GBSCT\u{7f}",
            "gb ct\u{7f}",
        ] {
            let text = format!("a🏴{}b", tags(broken));
            assert_eq!(stripped(&text, false), "a🏴b", "{broken}");
        }
        assert_eq!(stripped(&tags("gbsct\u{7f}"), false), "");
        assert_eq!(stripped(&format!("{flag}{}", tags("hidden")), false), flag);
        assert_eq!(stripped(&flag.replacen('🏴', "🏴\u{200b}", 1), false), "🏴");
    }
}
