"""Section 9: rows of the ledgers and their order."""
from . import Refused
from .recipe import SPLITS
from .record import CATEGORIES, KINDS_OF, canonical, read_canonical
from .text import MATERIAL, material_panels

# Reason: {category: forms of its unit}, forms `d` document, `i` line, `r` range, `m` what a record's `m` may hold.
REASONS = {
    "split_bridge": {"": "d"},
    "document_over_budget": {"base": "d"},
    "line_over_budget": {"base": "i"},
    "cross_split_text": {"base": "d i r"},
    "cross_split_line": {"mosaic": "i"},
    "mosaic_alone": {"mosaic": "i"},
    "run_alone": {"mosaic": "i"},
    "style_repeats": {"mosaic": "r"},
    "window_alone": {"longform": "i r"},
    "not_taken": {"base": "m", "mosaic": "m", "longform": "m", "shape": "m"},
    "no_effect": {"noise": "d i r", "shape": "d r"},
    "over_budget": {"noise": "d i r", "shape": "d r", "schema": "d r"},
    "repeats": {"noise": "d i r", "shape": "d r", "schema": "d r"},
    "not_picked": {"schema": "d"},
    "skeleton": {"schema": "d"},
    "unfit": {"schema": "d r"},
    "category_off": {"base": "d i r", "schema": "d"},
}
FIELDS = ["stage", "reason", "split", "category", "kind", "unit", "source", "excerpt"]
POOL_FIELDS = ["stage", "reason", "source", "file", "line", "unit", "left", "right"]
STAGES = ["read", "normalize", "gate", "dedup"]


def excerpt(text, most=40):
    return text[:most]


def row(articles, reason, split, category, unit, kind=""):
    m1 = unit.split(" ")[0]
    return {
        "stage": "plan",
        "reason": reason,
        "split": split,
        "category": category,
        "kind": kind,
        "unit": unit,
        "source": articles[m1.split("/")[0]]["source"],
        "excerpt": excerpt(material_panels(articles, m1)["left"]),
    }


def order_key(r):
    return (
        ["", *SPLITS].index(r["split"]),
        ["", *CATEGORIES].index(r["category"]),
        r["reason"].encode(),
        r["unit"].encode(),
        r["kind"].encode(),
    )


def in_order(rows):
    return sorted(rows, key=order_key)


def check_row(r):
    """Refuses a row of a release's ledger that section 9 does not allow."""
    if list(r) != FIELDS or not all(isinstance(x, str) for x in r.values()):
        raise Refused("not the fields of a row")
    if r["stage"] != "plan" or r["reason"] not in REASONS:
        raise Refused("an unknown stage or reason")
    categories = REASONS[r["reason"]]
    if r["category"] not in categories or r["split"] not in ([""] if r["category"] == "" else SPLITS):
        raise Refused("not the category or split of this reason")
    kinds = {"style_repeats": KINDS_OF["mosaic"]}.get(r["reason"], KINDS_OF["noise"] if r["category"] == "noise" else [""])
    if r["kind"] not in kinds:
        raise Refused("style_repeats and noise have a kind, other rows have none")
    forms = categories[r["category"]]
    units = [MATERIAL.fullmatch(x) for x in r["unit"].split(" ")]
    if not all(units):
        raise Refused("not a unit")
    shapes = {"d" if u[2] else "i" if u[4] is None else "r" for u in units}
    if forms != "m" and (len(units) != 1 or not shapes <= set(forms.split(" "))):
        raise Refused("not the unit of this reason")
    if len(r["excerpt"]) > 40:
        raise Refused("an excerpt is at most 40 scalars long")


def read(lines):
    """Returns the rows of the lines of a release's ledger, each with LF."""
    rows = []
    for line in lines:
        if not line.endswith("\n"):
            raise Refused("a line ends with LF")
        value = read_canonical(line[:-1].encode())
        if not isinstance(value, dict):
            raise Refused("not an object")
        check_row(value)
        rows.append(value)
    keys = [order_key(r) for r in rows]
    if any(a >= b for a, b in zip(keys, keys[1:])):
        raise Refused("rows are in order and stand once")
    return rows


def write(rows):
    return [canonical(r) + "\n" for r in rows]


def pool_order(sources, rows):
    """Returns rows of a pool's ledger in order; sources are the names in the order of sources.toml."""
    for r in rows:
        if list(r) != POOL_FIELDS or r["stage"] not in STAGES or r["line"] < 1 or r["source"] not in sources:
            raise Refused("not a row of a pool's ledger")
        if len(r["left"]) > 60 or len(r["right"]) > 60:
            raise Refused("an excerpt is at most 60 scalars long")
    return sorted(rows, key=lambda r: (sources.index(r["source"]), r["file"].encode(), r["line"], r["reason"].encode()))
