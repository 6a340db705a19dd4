"""Sections 1, 1.1 and 5: lines, materials, BRIDGE, separators."""
import pathlib
import re

from . import Refused
from .derive import NOISE_KINDS

# Kinds of shape and of schema: what they are made of has 2 or more lines, or is a structured article.
WIDE_KINDS = [
    "permute", "repeat", "glue", "letters", "numbers", "bullets", "marker", "link", "quote", "indent", "json", "csv", "xml",
    "markdown", "html", "web-text",
]
TABLES = pathlib.Path(__file__).resolve().parent.parent / "tables"


def read_table(name):
    return (TABLES / f"{name}.txt").read_text(encoding="utf-8")


def read_scalars(name):
    """Returns the scalars of a table of scalars as a set of strings."""
    points = set()
    for row in read_table(name).split("\n"):
        if row and not row.startswith("#"):
            ends = [int(x.removeprefix("U+"), 16) for x in row.split("..")]
            points.update(chr(p) for p in range(ends[0], ends[-1] + 1))
    return points


BLANK = read_scalars("blank")


def is_blank(piece):
    return all(c in BLANK for c in piece)


def spans(panel):
    """Returns (start, end) in UTF-8 bytes of each line of a panel."""
    out, at = [], 0
    for piece in panel.split("\n"):
        size = len(piece.encode("utf-8"))
        if not is_blank(piece):
            out.append((at, at + size))
        at += size + 1
    return out


def cut(panel, start, end):
    return panel.encode("utf-8")[start:end].decode("utf-8")


def lines(panel):
    return [cut(panel, *span) for span in spans(panel)]


def is_structured(article):
    return article["genre"].startswith("structured:")


def has_lines(article):
    return not is_structured(article) and len(spans(article["left"])) == len(spans(article["right"]))


def count_lines(article):
    return len(spans(article["left"])) if has_lines(article) else 0


def spell(ident, i, j):
    """Returns the material of lines i to j-1 as base and the ledger spell it."""
    return f"{ident}/{i}" if j - i == 1 else f"{ident}/{i}-{j}"


MATERIAL = re.compile(r"([0-9a-f]{24})/(?:(d)|(0|[1-9][0-9]*)(?:-(0|[1-9][0-9]*))?)", re.ASCII)


def parse_material(text):
    """Returns (id, None) for a document, (id, (i, j)) for lines i to j-1."""
    found = MATERIAL.fullmatch(text)
    if not found:
        raise Refused("not the spelling of a material")
    ident, document, first, end = found.groups()
    if document:
        return ident, None
    i = int(first)
    j = int(end) if end is not None else i + 1
    if i >= j:
        raise Refused("a range is not empty")
    return ident, (i, j)


def material_panels(articles, text):
    """Returns {"left","right"} of a material; articles is a dict by id."""
    ident, span = parse_material(text)
    if ident not in articles:
        raise Refused("the article does not exist")
    article = articles[ident]
    if span is None:
        return {"left": article["left"], "right": article["right"]}
    if not has_lines(article):
        raise Refused("the article has no lines")
    i, j = span
    if j > count_lines(article):
        raise Refused("an ordinal is out of range")
    out = {}
    for side in ("left", "right"):
        where = spans(article[side])
        out[side] = cut(article[side], where[i][0], where[j - 1][1])
    return out


def check_base_material(text):
    """Refuses what is not the material of a base record: `ID/d`, `ID/i`, or `ID/i-j` of 2 or more lines."""
    span = parse_material(text)[1]
    if span is not None and "-" in text and span[1] - span[0] < 2:
        raise Refused("a range of one line")
    return span


def check_spelling(kind, materials):
    """Refuses a list of materials that records of a kind do not spell so: section 1.1."""
    parsed = [parse_material(m)[1] for m in materials]
    forms = ["d" if s is None else "i" if "-" not in m else "i-j" for s, m in zip(parsed, materials)]
    wide = all(s is not None and s[1] - s[0] >= 2 for s in parsed)
    if kind.startswith("cross-"):
        good = 2 <= len(forms) <= 8 and all(f == "i" for f in forms)
    elif kind.startswith("run-"):
        good = forms == ["i-j"] and wide and parsed[0][1] - parsed[0][0] <= 8
    elif kind == "window" or kind == "slice":
        good = forms == ["i-j"] and wide
    elif kind in NOISE_KINDS:
        good = forms in (["d"], ["i"]) or (forms == ["i-j"] and wide)
    elif kind in WIDE_KINDS:
        good = forms == ["d"] or (forms == ["i-j"] and wide)
    else:
        good = forms == {"document": ["d"], "line": ["i"]}.get(kind)
    if not good:
        raise Refused("records of this kind do not spell their materials so")


def longest_run(text):
    return max((len(run) for run in re.findall("\n+", text)), default=0)


def bridge(left, right):
    for panel in (left, right):
        if not panel or panel.startswith("\n") or panel.endswith("\n"):
            raise Refused("a panel is not empty and neither begins nor ends with LF")
    return "\n" * max(2, 1 + max(longest_run(left), longest_run(right)))


def join(left, right, right_first):
    first, second = (right, left) if right_first else (left, right)
    return first + bridge(left, right) + second


def parse_back(text):
    """Returns the two panels in printed order."""
    run = longest_run(text)
    if run < 2 or len(re.findall("(?<!\n)\n{%d}(?!\n)" % run, text)) != 1:
        raise Refused("no only longest run of two LF or more")
    first, second = text.split("\n" * run)
    if bridge(first, second) != "\n" * run:
        raise Refused("the run is not one longer than the longest inside a panel")
    return first, second


def join_lines(items, separators):
    """Joins lines by a string of digits, each the number of LF of one separator."""
    assert len(separators) == len(items) - 1
    out = items[0]
    for digit, item in zip(separators, items[1:]):
        out += "\n" * int(digit) + item
    return out
