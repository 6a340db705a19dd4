#!/usr/bin/env python3
"""Writes tables of golden/tables: blank.txt (docs/format.md, section 1), extend.txt jamo.txt letter.txt
prepend.txt (section 3.1), windows-1252.txt (section 5.4) and probes.txt (section 6).
The tables of patterns (noise.txt, shape.txt, schema.txt) are written by hand.

Usage: make_tables.py [--check] [--unicode FOLDER]

The files of the Unicode Character Database come from Debian's package
unicode-data 15.0.0-1 (apt-get install unicode-data). windows-1252 is Python's
codec cp1252; the five bytes that it leaves out are the C1 controls of their
number, as in the WHATWG Encoding Standard. --check compares what would be
written with the files and exits with 1 on a difference.
"""
import argparse
import json
import pathlib
import re
import sys

TABLES = pathlib.Path(__file__).resolve().parent / "tables"
UNICODE = pathlib.Path("/usr/share/unicode")

# Format characters that show nothing: a line of only these is no line.
INVISIBLE = {0x180E, 0x200B, 0x2060, 0xFEFF}

VERSION = "15.0.0"
PACKAGE = "15.0.0-1"
WRITTEN = """\
# One scalar or range a line, ascending, ranges as long as can be. Written by golden/make_tables.py.
"""
HEADERS = {
    "blank": """\
# blank: scalars that do not make a line (docs/format.md, section 1).
# White_Space of PropList-15.0.0.txt (Debian package unicode-data 15.0.0-1),
# and U+180E, U+200B, U+2060, U+FEFF: invisible format characters.
""",
    "extend": """\
# extend: scalars that no grapheme begins with (docs/format.md, section 3.1).
# Extend, SpacingMark, ZWJ, Regional_Indicator of GraphemeBreakProperty-15.0.0.txt and Emoji_Modifier of
# emoji-data.txt 15.0 (Debian package unicode-data 15.0.0-1).
""",
    "jamo": """\
# jamo: conjoining Hangul letters (docs/format.md, section 3.1).
# L, V, T of GraphemeBreakProperty-15.0.0.txt (Debian package unicode-data 15.0.0-1).
""",
    "letter": """\
# letter: scalars of words (docs/format.md, section 3.1).
# Lu, Ll, Lt, Lm, Lo of DerivedGeneralCategory-15.0.0.txt (Debian package unicode-data 15.0.0-1).
""",
    "prepend": """\
# prepend: scalars that no grapheme ends with (docs/format.md, section 3.1).
# Prepend of GraphemeBreakProperty-15.0.0.txt, Virama and Invisible_Stacker of IndicSyllabicCategory-15.0.0.txt
# (Debian package unicode-data 15.0.0-1).
""",
}

# Texts whose token ids tell one tokenizer from another. Their order is part of the canary.
PROBES = [
    "The quick brown fox jumps over the lazy dog.",
    "It's 9:30 a.m.; we'll meet at O'Neill's -- don't be late!",
    "臺北捷運松山新店線於二〇一四年十一月十五日通車。",
    "台北捷运松山新店线于2014年11月15日通车。",
    "「你好嗎？」她說：「還不錯，謝謝……」",
    "カタカナとひらがなと漢字。ﾊﾝｶｸ",
    "👩‍👩‍👧‍👦👍🏽🇹🇼❤️🏳️‍🌈",
    "e\u0301 \u00e9 n\u0303 \u1e9b\u0323 Z\u0351\u036b\u0343 क्षि",
    "0 12 345 6789 1234567890 3.14159 1,000,000 ½ ² ٣ 四",
    "a  b   c    d     e                f",
    "one\ntwo",
    "one\n\ntwo",
    "one\n\n\ntwo\n\n\n\nthree",
    "\tone\t\ttwo\n\t\tthree\t",
    " leading",
    "trailing ",
    "  \u3000both\u00a0 \u2003 ",
    "<|endoftext|>",
    "</s><s>[INST] <unk> <|im_start|>user",
    "fn main() {\n    println!(\"{}\", x[0] += 1);\n}",
    "def f(a, *b):\n\treturn {k: v**2 for k, v in a.items()}  # 註解",
    "https://example.org/a_b/c-d.html?q=%E8%87%BA&r=1#top me@example.org",
    "مرحبا بالعالم नमस्ते दुनिया שלום",
    "Mixed 中英文 text，全形ＡＢＣ１２３\u200b\ufeff𠮷𝒳",
]


def with_property(path, values):
    """Returns the code points that a file of the database gives one of the values."""
    text = path.read_text(encoding="utf-8")
    version = VERSION if path.name != "emoji-data.txt" else VERSION.removesuffix(".0")
    if version not in text[:600]:
        sys.exit(f"{path}: not of Unicode {version}: install unicode-data {PACKAGE}")
    found = set()
    for line in text.splitlines():
        entry = re.match(r"([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*;\s*(\w+)", line)
        if entry and entry[3] in values:
            first = int(entry[1], 16)
            found.update(range(first, int(entry[2] or entry[1], 16) + 1))
    assert found, f"{path} gives nothing {values}"
    return found


def scalars(unicode):
    """Returns the code points of each table."""
    breaks = unicode / "auxiliary/GraphemeBreakProperty.txt"
    modifiers = with_property(unicode / "emoji/emoji-data.txt", {"Emoji_Modifier"})
    viramas = with_property(unicode / "IndicSyllabicCategory.txt", {"Virama", "Invisible_Stacker"})
    categories = unicode / "extracted/DerivedGeneralCategory.txt"
    return {
        "blank": with_property(unicode / "PropList.txt", {"White_Space"}) | INVISIBLE,
        "extend": with_property(breaks, {"Extend", "SpacingMark", "ZWJ", "Regional_Indicator"}) | modifiers,
        "jamo": with_property(breaks, {"L", "V", "T"}),
        "letter": with_property(categories, {"Lu", "Ll", "Lt", "Lm", "Lo"}),
        "prepend": with_property(breaks, {"Prepend"}) | viramas,
    }


def ranges(points):
    """Returns the maximal runs (first, last) of a set of code points, ascending."""
    out = []
    for point in sorted(points):
        if out and out[-1][1] == point - 1:
            out[-1][1] = point
        else:
            out.append([point, point])
    return out


def table(name, points):
    """Returns the text of a table of scalars."""
    lines = [
        f"U+{first:04X}" if first == last else f"U+{first:04X}..U+{last:04X}" for first, last in ranges(points)
    ]
    return HEADERS[name] + WRITTEN + "".join(x + "\n" for x in lines)


def windows_1252():
    """Returns the text of windows-1252.txt: the scalars of the bytes 0x80 to 0x9F."""
    lines = ["# windows-1252: the scalars of the bytes 0x80 to 0x9F, in order (docs/format.md, section 5.4)."]
    for byte in range(0x80, 0xA0):
        try:
            scalar = ord(bytes([byte]).decode("cp1252"))
        except UnicodeDecodeError:
            scalar = byte
        lines.append(f"U+{scalar:04X}")
    return "".join(x + "\n" for x in lines)


def probes():
    """Returns the text of probes.txt."""
    assert len(PROBES) == 24 and len(set(PROBES)) == 24
    return "".join(json.dumps(x, ensure_ascii=False) + "\n" for x in PROBES)


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    options.add_argument("--check", action="store_true", help="compare instead of writing")
    options.add_argument("--unicode", type=pathlib.Path, default=UNICODE)
    args = options.parse_args()
    if not (args.unicode / "PropList.txt").is_file():
        print(f"{args.unicode}: no such database: install unicode-data {PACKAGE} or give --unicode", file=sys.stderr)
        return 2
    differs = False
    texts = {name: table(name, points) for name, points in scalars(args.unicode).items()}
    texts |= {"windows-1252": windows_1252(), "probes": probes()}
    for name, text in texts.items():
        path, data = TABLES / f"{name}.txt", text.encode()
        if not args.check:
            TABLES.mkdir(exist_ok=True)
            path.write_bytes(data)
        elif not path.is_file() or path.read_bytes() != data:
            print(f"golden/tables/{name}.txt differs: run make_tables.py", file=sys.stderr)
            differs = True
    return 1 if differs else 0


if __name__ == "__main__":
    sys.exit(main())
