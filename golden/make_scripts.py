#!/usr/bin/env python3
"""Writes pool/tables/scripts.txt: which script a letter is of, for the gates.

Usage: make_scripts.py [--check] [--unicode FOLDER]

The files of the Unicode Character Database come from Debian's package
unicode-data 15.0.0-1 (apt-get install unicode-data). A letter is a scalar of
general category L*; a script stands in the table if a profile may name it.
--check compares what would be written with the file and exits with 1 on a difference.
"""
import argparse
import pathlib
import re
import sys

TABLE = pathlib.Path(__file__).resolve().parent.parent / "pool" / "tables" / "scripts.txt"
VERSION = "15.0.0"
# Han, kana, Hangul and Bopomofo are ranges of their own in pool/src/gate/scalar.rs: marks and radicals count there.
SCRIPTS = [
    "Arabic", "Armenian", "Bengali", "Cyrillic", "Devanagari", "Ethiopic", "Georgian", "Greek", "Gujarati",
    "Gurmukhi", "Hebrew", "Kannada", "Khmer", "Lao", "Latin", "Malayalam", "Mongolian", "Myanmar", "Oriya",
    "Sinhala", "Syriac", "Tamil", "Telugu", "Thaana", "Thai", "Tibetan",
]
HEADER = """\
# scripts: letters by script, for the gates (pool/src/gate/class.rs).
# L* of DerivedGeneralCategory-15.0.0.txt that Scripts-15.0.0.txt gives the script (Debian package unicode-data 15.0.0-1).
# A script and a range a line, ascending by script and code point. Written by golden/make_scripts.py.
"""


def ranges(path, wanted):
    """Returns the code points of each wanted value of a property."""
    text = path.read_text(encoding="utf-8")
    if VERSION not in text[:600]:
        sys.exit(f"{path}: not of Unicode {VERSION}")
    found = {}
    for line in text.splitlines():
        entry = re.match(r"([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*;\s*(\w+)", line)
        if entry and wanted(entry[3]):
            first = int(entry[1], 16)
            found.setdefault(entry[3], set()).update(range(first, int(entry[2] or entry[1], 16) + 1))
    return found


def render(unicode):
    """Returns the text of the table file."""
    category = next(unicode.glob("**/DerivedGeneralCategory.txt"))
    letters = set().union(*ranges(category, lambda name: name in {"Lu", "Ll", "Lt", "Lm", "Lo"}).values())
    scripts = ranges(unicode / "Scripts.txt", lambda name: name in SCRIPTS)
    out = [HEADER]
    for script in SCRIPTS:
        points = sorted(scripts[script] & letters)
        first = last = points[0]
        for point in points[1:] + [None]:
            if point is not None and point == last + 1:
                last = point
                continue
            end = f"..U+{last:04X}" if last > first else ""
            out.append(f"{script.lower()} U+{first:04X}{end}\n")
            first = last = point
            if point is None:
                break
    return "".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--unicode", type=pathlib.Path, default=pathlib.Path("/usr/share/unicode"))
    args = parser.parse_args()
    text = render(args.unicode)
    if not args.check:
        TABLE.write_text(text, encoding="utf-8", newline="\n")
    elif TABLE.read_text(encoding="utf-8") != text:
        sys.exit(f"{TABLE.name} differs from what its rule gives")


if __name__ == "__main__":
    main()
