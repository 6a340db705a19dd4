"""Section 3.1: insertion points, gaps and words of a panel, by scalars."""
from .text import BLANK, read_scalars

EXTEND, PREPEND, JAMO, LETTER = (read_scalars(name) for name in ("extend", "prepend", "jamo", "letter"))
ZWJ = "\u200d"


def runs(panel, is_part):
    """Returns (start, end) of each maximal run of scalars of which is_part holds."""
    out, start = [], None
    for at, scalar in enumerate(panel):
        if is_part(scalar):
            start = at if start is None else start
        elif start is not None:
            out.append((start, at))
            start = None
    return out if start is None else [*out, (start, len(panel))]


def is_point(x, y):
    """Says whether an insertion point lies between two neighbouring scalars."""
    if x == "\n" or y == "\n":
        return False
    if y in EXTEND or x == ZWJ or x in PREPEND:
        return False
    hangul = x in JAMO or 0xAC00 <= ord(x) <= 0xD7A3
    return not (hangul and y in JAMO)


def points(panel):
    """Returns the index of the scalar behind each insertion point."""
    return [at for at in range(1, len(panel)) if is_point(panel[at - 1], panel[at])]


def points_between_marks(panel):
    """Returns the insertion points between two scalars that are not blank."""
    return [at for at in points(panel) if panel[at - 1] not in BLANK and panel[at] not in BLANK]


def gaps(panel):
    out = []
    for start, end in runs(panel, lambda c: c in " \t"):
        if start == 0 or end == len(panel):
            continue
        if panel[start - 1] in BLANK or panel[end] in BLANK or panel[end] in EXTEND:
            continue
        out.append((start, end))
    return out


def words(panel):
    return runs(panel, lambda c: c in LETTER or c in EXTEND)


def long_words(panel):
    """Returns (start, end, insertion points inside) of each long word."""
    every, out = points(panel), []
    for start, end in words(panel):
        inside = [at for at in every if start < at < end]
        if sum(c in LETTER for c in panel[start:end]) >= 4 and inside:
            out.append((start, end, inside))
    return out
