"""Section 5.3: windows."""
from .cross import numbered
from .tools import article, case, compute_plan, toml
from .words import MIXED, PAIRS, panels

GAPS = ["\n", "\n\n", "\n"]
EIGHT = article("eight", *panels(PAIRS[:16], GAPS), slices=[2, 4, 6, 8, 10, 12, 14, 16])
UNEVEN_SLICES = article("uneven slices", *panels(PAIRS[:14], GAPS), slices=[1, 2, 5, 6, 7, 11, 12, 14])
CUT = article("cut", *panels(PAIRS, GAPS), size=120, genre="dialogue")
SHORT = article("short", *panels(PAIRS[:2]))
BIG = article("big", *panels([*PAIRS[:4], ("x" * 150, "長" * 50), *PAIRS[4:8], ("y" * 150, "寬" * 50)], GAPS), slices=[2, 4, 5, 7, 9, 10])
NO_LINES = article("no lines", "One.\nTwo.\n" + "x" * 300, "一二三。")
FORM = article("form", "{" + "x" * 300 + "}", "{" + "甲" * 99 + "}", genre="structured:json")
FAR = article("far", *panels(PAIRS[3:5]), split="test")
BRIDGING = article("bridging", *panels(PAIRS, GAPS), near=[FAR["group"]])
MULTI = article("混合 長", *panels(MIXED, ["\n", "\n\n\n"]), slices=[1, 3, 4, 6, 7, 10], source="語料", genre="lines")
SPLITS = [article(f"in {split}", *panels([numbered(24 + n) for n in range(9)], GAPS), split=split, size=100) for split in ("train", "validation", "test")]


def planned(name, flags, articles, slices="[2, 3]", counter="bytes", more="", **settings):
    tables = more + "[longform]\n" + (f"slices = {slices}\n" if slices else "")
    given = {"counter": counter, "recipe": toml(tables=tables, **settings), "articles": articles}
    return case(name, flags, given)


def refused(name, slices):
    return planned(name, ["invalid"], [SHORT], slices)


CASES = [
    planned("windows of two and three slices", [], [CUT], budget=400),
    planned("defaults are [2, 3]", ["edge"], [CUT], "", budget=400),
    planned("defaults end at three, though four would fit", ["edge"], [EIGHT], "", budget=700),
    planned("a document that fits makes none", ["edge"], [SHORT, CUT], budget=2000),
    planned("windows of exactly two", [], [EIGHT], "[2, 2]", budget=300),
    planned("the budget keeps windows from growing", [], [EIGHT], "[2, 3]", budget=250),
    planned("some windows grow", ["edge"], [CUT], "[2, 3]", budget=360),
    planned("no limit", [], [EIGHT], "[2, 0]", budget=480),
    planned("no limit from one", ["edge"], [EIGHT], "[1, 0]", budget=330),
    planned("max 4", [], [EIGHT], "[1, 4]", budget=480),
    planned("slices that remain", ["edge"], [EIGHT], "[3, 3]", budget=400),
    planned("fewer slices than min", ["edge"], [EIGHT], "[9, 9]", budget=600),
    planned("as many slices as min, but the document does not fit", ["edge"], [EIGHT], "[8, 8]", budget=600),
    planned("all slices but the last fit together", ["edge"], [EIGHT], "[7, 0]", budget=800),
    planned("windows that do not fit", [], [BIG], "[2, 3]", budget=240),
    planned("no window fits", ["edge"], [EIGHT], "[2, 3]", budget=100),
    planned("a window of one line is left out", ["edge"], [UNEVEN_SLICES], "[1, 1]", budget=300),
    planned("a slice of one line grows into a window", ["edge"], [UNEVEN_SLICES], "[1, 2]", budget=300),
    planned("slices of one line that cannot grow", ["edge"], [UNEVEN_SLICES], "[1, 0]", budget=100),
    planned("every slice one line", ["edge"], [article("ones", *panels(PAIRS[:6]), slices=[1, 2, 3, 4, 5, 6])], "[1, 1]", budget=120),
    planned("reserved tokens count", ["edge"], [CUT], budget=400, reserved=150),
    planned("a window is exactly the budget", ["edge"], [EIGHT], "[2, 2]", budget=199),
    planned("one token over", ["edge"], [EIGHT], "[2, 2]", budget=198),
    planned("no lines, structured, bridging", ["edge"], [NO_LINES, FORM, BRIDGING, FAR, EIGHT], budget=280),
    planned("right first", [], [EIGHT], budget=300, order="right-first"),
    planned("both orders", ["edge"], [EIGHT, CUT, UNEVEN_SLICES], budget=300, order="both"),
    planned("three splits, equal texts stay", ["edge"], SPLITS, budget=330),
    planned("beside base and mosaic", ["edge"], [CUT, EIGHT, SHORT], budget=330, more="[base]\n[mosaic]\n"),
    planned("scripts mixed", ["multi-script"], [MULTI], "[1, 3]", budget=280),
    planned("scripts mixed, scalars, both orders", ["multi-script"], [MULTI, EIGHT], "[2, 0]", "scalars", budget=150, order="both"),
    planned("a counter that does not add up", ["edge"], [CUT, MULTI], "[2, 0]", "runs", budget=190),
    planned("growing stops at the first that does not fit", ["edge"], [CUT, EIGHT, MULTI], "[1, 0]", "bytes%64", budget=40),
    refused("min 0", "[0, 2]"),
    refused("max below min", "[3, 2]"),
    refused("one bound", "[2]"),
    refused("three bounds", "[1, 2, 3]"),
    refused("a negative max", "[1, -1]"),
    refused("a float", "[1.0, 2]"),
    refused("a string", '"2-3"'),
    refused("a bool", "[true, 3]"),
]
EVENTS = {"window_alone", "window-grows", "window-of-one-line", "window-remains"}


def compute(given, note):
    return compute_plan(
        given, note, lambda d: d["category"] == "longform", lambda r: r["category"] == "longform"
    )
