//! Classes of scalars that gates ask for: ranges of code points, so that no Unicode version decides.

/// Han: ideographs of every plane, radicals, numerals and marks that stand for ideographs.
const HAN: [(u32, u32); 10] = [
    (0x2e80, 0x2fdf),
    (0x3005, 0x3007),
    (0x3021, 0x3029),
    (0x3038, 0x303b),
    (0x31c0, 0x31ef),
    (0x3400, 0x4dbf),
    (0x4e00, 0x9fff),
    (0xf900, 0xfaff),
    (0x20000, 0x2fa1f),
    (0x30000, 0x323af),
];

/// Kana and Hangul. U+30FB and U+30FC are left out: Chinese text has them as a dot in names and as a dash.
const KANA_HANGUL: [(u32, u32); 13] = [
    (0x1100, 0x11ff),
    (0x3041, 0x3096),
    (0x3099, 0x309a),
    (0x309d, 0x30fa),
    (0x30fd, 0x30ff),
    (0x3131, 0x318e),
    (0x31f0, 0x31ff),
    (0xa960, 0xa97c),
    (0xac00, 0xd7a3),
    (0xd7b0, 0xd7fb),
    (0xff66, 0xff6f),
    (0xff71, 0xffdc),
    (0x1aff0, 0x1b16f),
];

/// Bopomofo, Tangut and Nushu.
const OTHER_CJK: [(u32, u32); 3] = [(0x3105, 0x312f), (0x31a0, 0x31bf), (0x16fe0, 0x16fff)];

/// East Asian punctuation, and ASCII punctuation at full width. U+30FB and U+30FC are among it, see above.
const CJK_PUNCT: [(u32, u32); 13] = [
    (0x3000, 0x3004),
    (0x3008, 0x3020),
    (0x3030, 0x3030),
    (0x303d, 0x303f),
    (0x30fb, 0x30fc),
    (0xfe10, 0xfe1f),
    (0xfe30, 0xfe4f),
    (0xff01, 0xff0f),
    (0xff1a, 0xff20),
    (0xff3b, 0xff40),
    (0xff5b, 0xff65),
    (0xff70, 0xff70),
    (0xffe0, 0xffe6),
];

/// Kana alone.
const KANA: [(u32, u32); 7] = [
    (0x3041, 0x3096),
    (0x3099, 0x309a),
    (0x309d, 0x30fa),
    (0x30fd, 0x30ff),
    (0x31f0, 0x31ff),
    (0xff66, 0xff9f),
    (0x1aff0, 0x1b16f),
];

/// Tells whether a scalar is Han.
pub(super) fn is_han(scalar: char) -> bool {
    scalar >= '\u{2e80}' && within(&HAN, scalar)
}

/// Tells whether a scalar is kana or Hangul.
pub(super) fn is_kana_hangul(scalar: char) -> bool {
    scalar >= '\u{1100}' && within(&KANA_HANGUL, scalar)
}

/// Tells whether a scalar is a letter of an East Asian script.
pub(super) fn is_cjk(scalar: char) -> bool {
    scalar >= '\u{1100}' && (is_han(scalar) || is_kana_hangul(scalar) || within(&OTHER_CJK, scalar))
}

/// Tells whether a scalar is kana.
pub(super) fn is_kana(scalar: char) -> bool {
    scalar >= '\u{3041}' && within(&KANA, scalar)
}

/// Tells whether a scalar is East Asian punctuation.
pub(super) fn is_cjk_punct(scalar: char) -> bool {
    scalar >= '\u{3000}' && within(&CJK_PUNCT, scalar)
}

fn within(ranges: &[(u32, u32)], scalar: char) -> bool {
    let point = u32::from(scalar);
    ranges
        .iter()
        .any(|&(first, last)| first <= point && point <= last)
}
