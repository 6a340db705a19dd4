//! What kind of scalar it is, for gates: one table of bytes, so that a panel is counted in one pass.
//!
//! East Asian scripts are the ranges of [`scalar`](super::scalar), every other one stands in `tables/scripts.txt`.

use super::scalar;
use crate::script::{is_blank, is_extend, is_letter};
use std::sync::LazyLock;

/// A kind of scalar: one of the constants below, or a script.
pub type Class = u8;

/// What is none of the others: symbols, and punctuation of no East Asian text.
pub const OTHER: Class = 0;
/// Blanks (docs/format.md, section 1).
pub const BLANK: Class = 1;
/// ASCII digits.
pub const DIGIT: Class = 2;
/// ASCII punctuation and symbols.
pub const ASCII: Class = 3;
/// East Asian punctuation, full-width ASCII punctuation among it.
pub const CJK_PUNCT: Class = 4;
/// Full-width digits and letters.
pub const FULL_WIDTH: Class = 5;
/// Box drawing and block elements, other than horizontal lines, which are dashes too.
pub const BOX: Class = 6;
/// C0 and C1 controls other than U+0009 and U+000A.
pub const CONTROL: Class = 7;
/// Private use, U+FFFD and noncharacters: what only one program can show.
pub const PRIVATE: Class = 8;
/// What is part of the grapheme before it.
pub const MARK: Class = 9;
/// Letters of a script that has no name here.
pub const OTHER_LETTER: Class = 10;
/// Han.
pub const HAN: Class = 11;
/// Hiragana and katakana.
pub const KANA: Class = 12;
/// Hangul.
pub const HANGUL: Class = 13;
/// Bopomofo, Tangut and Nushu.
pub const BOPOMOFO: Class = 14;
/// The first class that is a script of the table.
const FIRST_OF_TABLE: Class = 15;
/// How many classes there can be.
pub const CLASSES: usize = 48;

const SCRIPTS: &str = include_str!("../../tables/scripts.txt");

/// A range of code points of one script of the table.
struct Range {
    first: u32,
    last: u32,
    class: Class,
}

struct Tables {
    /// Names of the scripts from [`FIRST_OF_TABLE`] on.
    names: Vec<&'static str>,
    ranges: Vec<Range>,
    /// Classes of U+0000..U+FFFF.
    plane: Vec<Class>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(tables);

/// Returns the class of a scalar.
#[must_use]
pub fn of(scalar: char) -> Class {
    classes().of(scalar)
}

/// The table, borrowed once for a whole panel.
#[derive(Clone, Copy)]
pub(super) struct Classes<'t>(&'t Tables);

pub(super) fn classes() -> Classes<'static> {
    Classes(&TABLES)
}

impl Classes<'_> {
    pub(super) fn of(self, scalar: char) -> Class {
        let point = usize::try_from(u32::from(scalar)).expect("an address holds 32 bits");
        match self.0.plane.get(point) {
            Some(&class) => class,
            None => slow(&self.0.ranges, scalar),
        }
    }
}

/// Tells whether a class is letters.
#[must_use]
pub fn is_letter_class(class: Class) -> bool {
    class >= OTHER_LETTER
}

/// Returns the class of a script by its name, such as `latin`.
#[must_use]
pub fn script(name: &str) -> Option<Class> {
    match name {
        "han" => Some(HAN),
        "kana" => Some(KANA),
        "hangul" => Some(HANGUL),
        "bopomofo" => Some(BOPOMOFO),
        _ => {
            let at = TABLES.names.iter().position(|known| *known == name)?;
            Class::try_from(at).ok().map(|at| FIRST_OF_TABLE + at)
        }
    }
}

/// Returns the names of all scripts.
#[must_use]
pub fn script_names() -> Vec<&'static str> {
    let mut names = vec!["han", "kana", "hangul", "bopomofo"];
    names.extend(&TABLES.names);
    names
}

/// Returns the class of Latin letters.
pub(super) fn latin() -> Class {
    static LATIN: LazyLock<Class> =
        LazyLock::new(|| script("latin").expect("the table names Latin"));
    *LATIN
}

fn tables() -> Tables {
    let mut names: Vec<&'static str> = Vec::new();
    let mut ranges = Vec::new();
    let lines = SCRIPTS.lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let (name, span) = line
            .split_once(' ')
            .expect("a line is a script and a range");
        if names.last() != Some(&name) {
            names.push(name);
        }
        let at = Class::try_from(names.len() - 1).expect("a class is a byte");
        let (first, last) = span.split_once("..").unwrap_or((span, span));
        ranges.push(Range {
            first: point(first),
            last: point(last),
            class: FIRST_OF_TABLE + at,
        });
    }
    assert!(usize::from(FIRST_OF_TABLE) + names.len() <= CLASSES);
    ranges.sort_by_key(|range| range.first);
    let plane = (0..0x1_0000)
        .map(|point| char::from_u32(point).map_or(PRIVATE, |scalar| slow(&ranges, scalar)))
        .collect();
    Tables {
        names,
        ranges,
        plane,
    }
}

fn point(text: &str) -> u32 {
    let hex = text
        .strip_prefix("U+")
        .expect("a code point begins with U+");
    u32::from_str_radix(hex, 16).expect("a code point is hex")
}

fn slow(ranges: &[Range], scalar: char) -> Class {
    let point = u32::from(scalar);
    match scalar {
        '\t' | '\n' => return BLANK,
        '0'..='9' => return DIGIT,
        'A'..='Z' | 'a'..='z' => {}
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' => return CONTROL,
        _ if is_blank(scalar) => return BLANK,
        '!'..='~' => return ASCII,
        '\u{2502}'..='\u{259f}' => return BOX,
        '\u{e000}'..='\u{f8ff}' | '\u{fffd}' | '\u{fdd0}'..='\u{fdef}' => return PRIVATE,
        '\u{ff10}'..='\u{ff19}' | '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}' => {
            return FULL_WIDTH;
        }
        _ if point >= 0xf_0000 || point & 0xfffe == 0xfffe => return PRIVATE,
        _ => {}
    }
    if scalar::is_han(scalar) {
        return HAN;
    }
    if scalar::is_kana_hangul(scalar) {
        return if scalar::is_kana(scalar) {
            KANA
        } else {
            HANGUL
        };
    }
    if scalar::is_cjk(scalar) {
        return BOPOMOFO;
    }
    if scalar::is_cjk_punct(scalar) {
        return CJK_PUNCT;
    }
    let after = ranges.partition_point(|range| range.first <= point);
    if after > 0 && point <= ranges[after - 1].last {
        return ranges[after - 1].class;
    }
    if is_letter(scalar) {
        OTHER_LETTER
    } else if is_extend(scalar) {
        MARK
    } else {
        OTHER
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_scalars() {
        let latin = latin();
        for (scalars, class) in [
            (" \t\n\u{a0}\u{3000}\u{feff}", BLANK),
            ("09", DIGIT),
            ("!/:@[`{~", ASCII),
            ("、。「」（），：；？！～・", CJK_PUNCT),
            ("０Ａｚ", FULL_WIDTH),
            ("│┌█", BOX),
            ("\u{0}\u{1b}\u{7f}\u{85}", CONTROL),
            (
                "\u{e000}\u{fffd}\u{fdd0}\u{ffff}\u{1fffe}\u{f0000}",
                PRIVATE,
            ),
            ("\u{301}\u{200d}", MARK),
            ("𐎀", OTHER_LETTER),
            ("一〇々𠮷", HAN),
            ("あアｱ", KANA),
            ("한ㄱ", HANGUL),
            ("ㄅ", BOPOMOFO),
            ("Azéªßſ", latin),
            ("×÷“”…—°€★─", OTHER),
        ] {
            for scalar in scalars.chars() {
                assert_eq!(of(scalar), class, "{scalar:?}");
            }
        }
        assert_eq!(of('я'), script("cyrillic").unwrap());
        assert_eq!(of('ก'), script("thai").unwrap());
        assert_eq!(script("klingon"), None);
        assert!(script_names().contains(&"arabic"));
    }
}
