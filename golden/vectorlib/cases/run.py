"""Section 5.2: run mosaics and records that other categories hold already."""
from ..derive import seed32
from ..mosaic import draw_length, draw_mixed
from .tools import article, case, compute_plan, toml
from .words import MIXED, PAIRS, panels

MOSAIC = '[mosaic]\ncross = "0/1"\n'
BASE = "[base]\n" + MOSAIC
LONGFORM = MOSAIC + "[longform]\nslices = [1, 0]\n"


def talk(name, pairs, gaps="\n", **fields):
    return article(name, *panels(pairs, gaps), **({"genre": "dialogue"} | fields))


def planned(name, flags, articles, counter="bytes", tables=MOSAIC, **settings):
    given = {"counter": counter, "recipe": toml(tables=tables, **settings), "articles": articles}
    return case(name, flags, given)


def refused(name, tables):
    return planned(name, ["invalid"], [SIX], tables=tables)


def drawn(seed, wanted, gaps_of):
    """Returns the first article of three lines for whose draws wanted(length, mixed) holds."""
    for n in range(500):
        pairs = [(f"{n}: {left}", f"{n}：{right}") for left, right in PAIRS[:3]]
        for gaps in gaps_of:
            made = talk(f"drawn {n}", pairs, gaps)
            first = f"{made['id']}/0"
            if wanted(draw_length(seed32(seed), "run", first), draw_mixed(seed32(seed), "run", first, 3), gaps):
                return made
    raise AssertionError("no article draws so")


SIX = talk("six", PAIRS[:6])
TEN = talk("ten", PAIRS[6:16], ["\n", "\n\n\n", "\n \n"])
ODD = [talk(f"odd {n}", PAIRS[n : n + 3 + n % 4], "\n\n") for n in range(6)]
TWO = talk("two", PAIRS[:2])
ECHO = talk("echo", [PAIRS[0], ("Yes.", "是。"), ("Yes.", "是的。"), PAIRS[1], ("No.", "不。"), ("Never.", "不。"), PAIRS[2], ("Yes.", "是。"), PAIRS[3]])
LEFTS = talk("lefts", [(PAIRS[n % 5][0], PAIRS[n][1]) for n in range(14)])
RIGHTS = talk("rights", [(PAIRS[n][0], PAIRS[n % 4][1]) for n in range(14)])
SAME = talk("same", [("Yes.", "是。")] * 4)
BIG = talk("big", [PAIRS[0], ("x" * 200, "長" * 60), PAIRS[1], PAIRS[2], ("y" * 200, "寬" * 60), PAIRS[3]])
MULTI = talk("混合 話", MIXED, ["\n", "\n\n"], source="語料")
WHOLE = drawn("42", lambda length, mixed, gaps: length >= 3, ["\n"])
MIXED_GAPS = drawn("42", lambda length, mixed, gaps: length >= 3 and mixed == ("12" if gaps[0] == "\n" else "21"), [["\n", "\n\n"], ["\n\n", "\n"]])
WHOLE_TEST = talk("whole test", PAIRS[:2], split="test")
TWIN = article("twin", WHOLE["left"], WHOLE["right"], genre="prose")
SLICED = talk("long", PAIRS[:8], slices=[3, 7, 8])
WINDOWED = talk("long", PAIRS[:8], slices=[1, 3, 5, 7, 8])
MANY = [talk(f"many {n}", PAIRS[n : n + 12], ["\n", "\n\n"]) for n in range(0, 12, 2)]

CASES = [
    planned("lines of one article in order", [], [SIX], budget=600),
    planned("several articles", [], [SIX, TEN, *ODD], budget=600),
    planned("runs of up to eight", ["edge"], MANY, budget=1000),
    planned("a budget that shortens runs", [], [TEN, SIX], budget=190),
    planned("a budget of two short lines", ["edge"], [TEN, SIX], budget=112),
    planned("no two lines fit", ["edge"], [SIX], budget=70),
    planned("reserved tokens count", ["edge"], [TEN, SIX], budget=190, reserved=30),
    planned("all styles must fit: paragraph is longer", ["edge"], [talk("pair", PAIRS[:2], "\n\n\n")], budget=118),
    planned("all styles must fit: paragraph fits exactly", ["edge"], [talk("pair", PAIRS[:2], "\n\n\n")], budget=120),
    planned("a large line stands alone", [], [BIG], budget=200),
    planned("equal lines of a panel part runs", ["edge"], [ECHO], budget=600),
    planned("left lines that come again part runs", ["edge"], [LEFTS], budget=900),
    planned("right lines that come again part runs", ["edge"], [RIGHTS], budget=900),
    planned("all lines equal", ["edge"], [SAME], budget=600),
    planned("two lines have no mixed", ["edge"], [talk("pair", PAIRS[4:6], "\n\n\n")], budget=600),
    planned("one line", ["edge"], [talk("single", PAIRS[:1])], budget=600),
    planned("an article without lines", ["edge"], [article("uneven", "One.\nTwo.", "一與二。", genre="dialogue")], budget=600),
    planned("other genres make none by default", ["edge"], [talk("prose", PAIRS[:5], genre="prose"), talk("lines", PAIRS[5:9], genre="lines"), TWO], budget=600),
    planned("run_genres names prose and lines", ["edge"], [talk("prose", PAIRS[:5], "\n\n\n", genre="prose"), talk("lines", PAIRS[5:9], "\n\n\n", genre="lines"), TEN], budget=600, tables=MOSAIC + 'run_genres = ["prose", "lines"]\n'),
    planned("no run_genres", ["edge"], [SIX, TEN], budget=600, tables=MOSAIC + "run_genres = []\n"),
    planned("dense alone", [], [TEN], budget=300, tables=MOSAIC + 'styles = ["dense"]\n'),
    planned("right first", [], [TEN], budget=300, order="right-first"),
    planned("both orders", ["edge"], [SIX, TEN, *ODD], budget=260, order="both"),
    planned("splits stay apart", [], [SIX, WHOLE_TEST, talk("v", PAIRS[10:16], "\n\n\n", split="validation")], budget=300),
    planned("dense repeats the document", ["edge"], [WHOLE], budget=600, tables=BASE),
    planned("paragraph repeats the document", ["edge"], [drawn("42", lambda length, mixed, gaps: length >= 3, ["\n\n"])], budget=600, tables=BASE),
    planned("mixed repeats the document", ["edge"], [MIXED_GAPS], budget=600, tables=BASE),
    planned("the document repeats without base too", ["edge"], [WHOLE], budget=600),
    planned("the document of another article repeats", ["edge"], [talk("pre", [*[(a, b) for a, b in zip(WHOLE["left"].split("\n"), WHOLE["right"].split("\n"))]], ["\n \n"]), TWIN], budget=600),
    planned("a document of another split does not repeat", ["edge"], [talk("pre", PAIRS[:2], "\n\n\n"), WHOLE_TEST], budget=600),
    planned("a document left out as cross_split_text does not repeat", ["edge"], [TWO, WHOLE_TEST], budget=600),
    planned("blanks between lines repeat nothing", ["edge"], [talk("blank", PAIRS[:2], "\n \n")], budget=600),
    planned("the panels' order can keep a document apart", ["edge"], [talk(f"pair {n}", PAIRS[2 * n : 2 * n + 2]) for n in range(6)], budget=600, order="both"),
    planned("dense repeats slices", ["edge"], [SLICED], budget=230, tables=BASE),
    planned("dense repeats windows", ["edge"], [WINDOWED], budget=230, tables=MOSAIC + "[longform]\nslices = [2, 2]\n"),
    planned("nothing is left of a group", ["edge"], [TWO], budget=300, tables=MOSAIC + 'styles = ["dense"]\n'),
    planned("windows do not count without longform", ["edge"], [talk("gapped", PAIRS[:8], slices=[1, 4, 5, 8])], budget=330),
    planned("with longform the same windows count", ["edge"], [talk("gapped", PAIRS[:8], slices=[1, 4, 5, 8])], budget=330, tables=LONGFORM),
    planned("scripts mixed", ["multi-script"], [MULTI], budget=400),
    planned("scripts mixed, scalars, both orders", ["multi-script"], [MULTI, *ODD], "scalars", budget=130, order="both", seed="種子 e\u0301"),
    planned("scripts mixed: composed and decomposed lines differ", ["multi-script", "edge"], [talk("é", [("e\u0301", "甲"), ("\u00e9", "乙"), ("が", "か\u3099"), ("か\u3099", "が")])], budget=300),
    planned("a counter that does not add up", ["edge"], [TEN, *ODD], "runs", budget=110),
    planned("the largest k that fits, though a smaller does not", ["edge", "multi-script"], [*MANY, MULTI], "bytes%64", budget=40, tables=MOSAIC + 'styles = ["dense"]\n'),
    refused("run_genres names a structure", MOSAIC + 'run_genres = ["structured:json"]\n'),
    refused("run_genres names an unknown genre", MOSAIC + 'run_genres = ["chat"]\n'),
    refused("run_genres is a string", MOSAIC + 'run_genres = "dialogue"\n'),
    refused("a genre twice", MOSAIC + 'run_genres = ["prose", "prose"]\n'),
]
REASONS = {"run_alone", "style_repeats"}
EVENTS = {"run-equal-lines", "run-does-not-fit", "run_alone", "style_repeats", "run-last-line"} | {f"run-of-{k}" for k in range(2, 9)}


def compute(given, note):
    return compute_plan(given, note, lambda d: d["kind"].startswith("run-"), lambda r: r["reason"] in REASONS)
