#!/usr/bin/env python3
"""Writes golden/tables: blank.txt (docs/format.md, section 1) and probes.txt (section 6).

Usage: make_tables.py [--check] [--proplist FILE]

PropList.txt of the Unicode Character Database comes from Debian's package
unicode-data 15.0.0-1 (apt-get install unicode-data). --check compares what
would be written with the files and exits with 1 on a difference.
"""
import argparse
import json
import pathlib
import re
import sys

TABLES = pathlib.Path(__file__).resolve().parent / "tables"
PROPLIST = pathlib.Path("/usr/share/unicode/PropList.txt")

# Format characters that show nothing: a line of only these is no line.
INVISIBLE = {0x180E, 0x200B, 0x2060, 0xFEFF}

BLANK_HEADER = """\
# blank: scalars that do not make a line (docs/format.md, section 1).
# White_Space of {source} (Debian package unicode-data {package}),
# and U+180E, U+200B, U+2060, U+FEFF: invisible format characters.
# One scalar or range a line, ascending, ranges as long as can be. Written by golden/make_tables.py.
"""
SOURCE = "PropList-15.0.0.txt"
PACKAGE = "15.0.0-1"

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


def white_space(text):
    """Returns the code points that PropList.txt gives the property White_Space."""
    found = set()
    for line in text.splitlines():
        entry = re.match(r"([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*;\s*White_Space\b", line)
        if entry:
            first = int(entry[1], 16)
            found.update(range(first, int(entry[2] or entry[1], 16) + 1))
    return found


def ranges(points):
    """Returns the maximal runs (first, last) of a set of code points, ascending."""
    out = []
    for point in sorted(points):
        if out and out[-1][1] == point - 1:
            out[-1][1] = point
        else:
            out.append([point, point])
    return out


def blank(proplist):
    """Returns the text of blank.txt."""
    text = proplist.read_text(encoding="utf-8")
    version = text.split("\n", 1)[0].removeprefix("# ")
    if version != SOURCE:
        sys.exit(f"{proplist}: this is {version}, expected {SOURCE}: install unicode-data {PACKAGE}")
    lines = [
        f"U+{first:04X}" if first == last else f"U+{first:04X}..U+{last:04X}"
        for first, last in ranges(white_space(text) | INVISIBLE)
    ]
    return BLANK_HEADER.format(source=SOURCE, package=PACKAGE) + "".join(x + "\n" for x in lines)


def probes():
    """Returns the text of probes.txt."""
    assert len(PROBES) == 24 and len(set(PROBES)) == 24
    return "".join(json.dumps(x, ensure_ascii=False) + "\n" for x in PROBES)


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    options.add_argument("--check", action="store_true", help="compare instead of writing")
    options.add_argument("--proplist", type=pathlib.Path, default=PROPLIST)
    args = options.parse_args()
    if not args.proplist.is_file():
        print(f"{args.proplist}: no such file: install unicode-data {PACKAGE} or give --proplist", file=sys.stderr)
        return 2
    differs = False
    for name, text in (("blank.txt", blank(args.proplist)), ("probes.txt", probes())):
        path, data = TABLES / name, text.encode()
        if not args.check:
            TABLES.mkdir(exist_ok=True)
            path.write_bytes(data)
        elif not path.is_file() or path.read_bytes() != data:
            print(f"golden/tables/{name} differs: run make_tables.py", file=sys.stderr)
            differs = True
    return 1 if differs else 0


if __name__ == "__main__":
    sys.exit(main())
