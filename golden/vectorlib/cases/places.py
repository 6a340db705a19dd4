"""Section 3.1: where a panel may be cut and where its words are."""
from .. import places, pool
from . import scripts
from .tools import case


def panel(name, flags, text):
    return case(name, flags, {"panel": text})


CASES = [
    panel("one scalar", ["edge"], "a"),
    panel("two scalars", ["edge"], "ab"),
    panel("a sentence", [], "The ferry leaves at dawn."),
    panel("lines", [], "one two\nthree  four\n\nfive"),
    panel("LF has no point on either side", ["edge"], "a\nb\n\nc"),
    panel("a tab is a gap, and a run of both is one", ["edge"], "a\tb \t c"),
    panel("blanks at the ends of a line are no gap", ["edge"], "a \n b\t\n\tc"),
    panel("blanks at the ends of a panel are no gap", ["edge"], " a b "),
    panel("U+0020 beside U+3000 is no gap", ["edge"], "甲\u3000 乙 \u3000丙 丁"),
    panel("U+0020 beside U+00A0 or U+200B is no gap", ["edge"], "a \u00a0b \u200bc d"),
    panel("U+3000 and U+00A0 alone are no gap", ["edge"], "甲\u3000乙\u00a0丙"),
    panel("a blank that bears a mark is no gap", ["edge"], "a \u0301b c"),
    panel("a blank after a mark is a gap", ["edge"], "ae\u0301 b"),
    panel("a long word has four letters", ["edge"], "abc abcd abcde"),
    panel("marks are no letters: three letters with marks", ["edge"], "e\u0301e\u0301e\u0301 e\u0301e\u0301e\u0301e\u0301"),
    panel("a word ends at a digit, a hyphen and an apostrophe", ["edge"], "abcd1efgh well-known don't ab12cdef"),
    panel("a word may begin with a mark", ["edge"], "1\u0301abcd 2\u0301"),
    panel("U+00AD and U+2060 split a word", ["edge"], "inter\u00adnational word\u2060word"),
    panel("combining marks stay with their letter", ["edge", "multi-script"], scripts.MARKS),
    panel("German", [], scripts.GERMAN),
    panel("Cyrillic, with a combining breve", ["multi-script"], scripts.RUSSIAN),
    panel("Japanese, with voiced marks of both widths", ["multi-script", "edge"], scripts.JAPANESE),
    panel("Thai vowels and tones", ["multi-script"], scripts.THAI),
    panel("Korean syllables", ["multi-script"], scripts.KOREAN),
    panel("conjoining Hangul letters, alone and behind a syllable", ["multi-script", "edge"], scripts.JAMO),
    panel("Hangul letters of the compatibility block do not join", ["edge"], "ㄱㅏㄴㅏㄷ"),
    panel("a word of one Hangul cluster has no point", ["edge"], "\u1112\u1161\u11ab\u11ab \u1112\u1161\u11ab\u11ab\u1112"),
    panel("a syllable behind a Hangul letter, and one behind it", ["edge"], "\u1100가\u1161나"),
    panel("the ends of the syllables: U+AC00, U+D7A3 and beside them", ["edge"], "\uac00\u11a8\ud7a3\u11a8\uabff\u11a8"),
    panel("the ends of the jamo: U+A960, U+A97C, U+D7B0, U+D7C7, U+D7FB", ["edge"], "a\ua960\ua97c\ud7b0\ud7c6\ud7c7\ud7cb\ud7fb\ud7fcb"),
    panel("Devanagari: nothing is cut off behind a virama", ["multi-script", "edge"], scripts.HINDI),
    panel("Tamil, Khmer and Burmese viramas", ["multi-script", "edge"], "க்ஷ தமிழ் ស្រុកខ្មែរ မြန်မာဘာသာ က္က"),
    panel("Arabic, and a number sign that goes before", ["multi-script", "edge"], scripts.ARABIC),
    panel("emoji with joiners, skins, flags, selectors", ["multi-script", "edge"], scripts.EMOJI),
    panel("a joiner between letters", ["edge"], "ab\u200dcd नमस्\u200dते"),
    panel("a run of flags is never cut", ["edge"], "🇹🇼🇯🇵🇰🇷x"),
    panel("astral letters", ["multi-script", "edge"], "𠮷𠮷𠮷𠮷 𝒳𝒴𝒵𝒜 𐐷𐐷𐐷𐐷"),
    panel("scripts mixed in one word", ["multi-script"], "臺北MRTカフェ中文abcЖ"),
    panel("full-width letters are letters, digits are none", ["multi-script"], scripts.FULL),
    panel("code and quotes", [], scripts.CODE),
    panel("letters of other numbers: feminine ordinal, micro, Roman numeral, circled letter", ["edge"], "ªºµⅣⅣⅣⅣⓐⓐⓐⓐ"),
    panel("CR LF is no panel", ["invalid"], "a b\r\nc"),
    panel("an empty panel", ["invalid"], ""),
    panel("a panel of blanks", ["invalid"], " \t "),
    panel("a panel that begins with a blank line", ["invalid"], " \na b"),
    panel("a panel that ends with LF", ["invalid"], "a b\n"),
    panel("U+0000 in it", ["invalid"], "a\0b"),
]
EVENTS = set()


def compute(given, note):
    text = given["panel"]
    pool.check_panel(text)

    def at(scalar):
        return len(text[:scalar].encode())

    return {
        "points": [at(x) for x in places.points(text)],
        "gaps": [[at(a), at(b)] for a, b in places.gaps(text)],
        "words": [[at(a), at(b)] for a, b in places.words(text)],
        "long": [[at(a), at(b), [at(x) for x in inside]] for a, b, inside in places.long_words(text)],
    }
