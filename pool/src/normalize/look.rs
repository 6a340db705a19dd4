//! One look at a panel tells which repairs could change it: nearly every panel needs none, and then nothing else is run.

use super::{full_width, invisible};

/// What a panel holds, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Needs(u8);

impl Needs {
    const NONE: Self = Self(0);
    /// U+000D.
    pub(super) const RETURN: Self = Self(1);
    /// `&`, which may begin an entity.
    pub(super) const AMPERSAND: Self = Self(2);
    /// A character that the repair `strip_invisible` may remove.
    pub(super) const INVISIBLE: Self = Self(4);
    /// A full-width letter or digit.
    pub(super) const FULL_WIDTH: Self = Self(8);
    /// A scalar that may be changed by, or composed in, normalization form C.
    pub(super) const UNSURE: Self = Self(16);

    /// Tells whether the panel holds nothing of what is looked for.
    pub(super) fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Tells whether the panel holds one of these.
    pub(super) fn any(self, of: Self) -> bool {
        self.0 & of.0 != 0
    }

    fn and(self, more: Self) -> Self {
        Self(self.0 | more.0)
    }
}

/// Looks at a panel.
pub(super) fn look(panel: &str) -> Needs {
    if panel.is_ascii() {
        return look_at_ascii(panel.as_bytes());
    }
    panel
        .chars()
        .fold(Needs::NONE, |found, scalar| found.and(of(scalar)))
}

fn look_at_ascii(panel: &[u8]) -> Needs {
    let has = |byte, need| memchr::memchr(byte, panel).map_or(Needs::NONE, |_| need);
    has(b'\r', Needs::RETURN).and(has(b'&', Needs::AMPERSAND))
}

/// Classes of scalars. What is not `UNSURE` stays as it is in normalization form C, whatever stands beside it; that these
/// ranges are right for the version of Unicode that is used is tested scalar by scalar.
fn of(scalar: char) -> Needs {
    match scalar {
        '\u{3100}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' => Needs::NONE,
        '\r' => Needs::RETURN,
        '&' => Needs::AMPERSAND,
        '\0'..='\u{ac}' | '\u{ae}'..='\u{2ff}' => Needs::NONE,
        '\u{3000}'..='\u{3029}' | '\u{3030}'..='\u{3098}' | '\u{309b}'..='\u{30ff}' => Needs::NONE,
        _ => of_rare(scalar),
    }
}

fn of_rare(scalar: char) -> Needs {
    let letter = matches!(scalar,
        '\u{370}'..='\u{373}' | '\u{375}'..='\u{37d}' | '\u{37f}'..='\u{386}' | '\u{388}'..='\u{482}'
        | '\u{48a}'..='\u{58f}' | '\u{5d0}'..='\u{5ea}' | '\u{620}'..='\u{64a}' | '\u{660}'..='\u{66f}'
        | '\u{671}'..='\u{6d3}' | '\u{e01}'..='\u{e37}' | '\u{e3f}'..='\u{e47}' | '\u{1e00}'..='\u{1eff}');
    if letter {
        return Needs::NONE;
    }
    if full_width::is_alphanumeric(scalar) {
        return Needs::FULL_WIDTH;
    }
    let sure = matches!(scalar,
        '\u{ad}' | '\u{2002}'..='\u{20cf}' | '\u{2150}'..='\u{2328}' | '\u{232b}'..='\u{2adb}' | '\u{fe30}'..='\u{ffff}'
        | '\u{1f000}'..='\u{2f7ff}' | '\u{30000}'..='\u{323af}' | '\u{e0000}'..='\u{e007f}');
    let found = if sure { Needs::NONE } else { Needs::UNSURE };
    if invisible::is_invisible(scalar) {
        found.and(Needs::INVISIBLE)
    } else {
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_normalization::char::canonical_combining_class;
    use unicode_normalization::{IsNormalized, is_nfc_quick};

    #[test]
    fn a_look_misses_no_scalar_that_a_repair_changes() {
        let mut sure = 0;
        for scalar in '\0'..=char::MAX {
            let found = of(scalar);
            let point = u32::from(scalar);
            assert_eq!(
                found.any(Needs::INVISIBLE),
                invisible::is_invisible(scalar),
                "{point:x}"
            );
            assert_eq!(
                found.any(Needs::FULL_WIDTH),
                full_width::is_alphanumeric(scalar),
                "{point:x}"
            );
            assert_eq!(found.any(Needs::RETURN), scalar == '\r');
            assert_eq!(found.any(Needs::AMPERSAND), scalar == '&');
            if !found.any(Needs::UNSURE) {
                // What the quick check passes composes with nothing that stands before it.
                let quick = is_nfc_quick([scalar].into_iter());
                assert_eq!(quick, IsNormalized::Yes, "{point:x}");
                assert_eq!(canonical_combining_class(scalar), 0, "{point:x}");
                sure += 1;
            }
        }
        assert!(sure > 100_000, "{sure}");
    }

    #[test]
    fn a_look_finds_the_last_scalar_of_a_panel() {
        for (text, need) in [
            ("plain\n", Needs::NONE),
            ("平常的一行。\n", Needs::NONE),
            ("café — “x”…", Needs::NONE),
            ("a\r", Needs::RETURN),
            ("甲\r", Needs::RETURN),
            ("a&", Needs::AMPERSAND),
            ("a\u{ad}", Needs::INVISIBLE),
            ("甲\u{200b}", Needs::INVISIBLE),
            ("aＡ", Needs::FULL_WIDTH),
            ("e\u{301}", Needs::UNSURE),
        ] {
            assert_eq!(look(text), need, "{text:?}");
        }
    }
}
