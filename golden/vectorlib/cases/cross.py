"""Section 5.2: cross mosaics."""
from .tools import article, case, compute_plan, group_in, toml
from .words import MIXED, PAIRS, panels

ALL = "[mosaic]\ncross = \"1/1\"\nrun_genres = []\n"
DENSE = ALL + 'styles = ["dense"]\n'


def numbered(n):
    """Returns pair n of an endless list of different pairs."""
    left, right = PAIRS[n % len(PAIRS)]
    return (left, right) if n < len(PAIRS) else (f"{n}. {left}", f"{n}、{right}")


def singles(n, start=0, split="train", stem="s", **fields):
    return [article(f"{stem}{i}", *numbered(i), split=split, genre="lines", **fields) for i in range(start, start + n)]


def texts(n, size, start=0, split="train", stem="t", **fields):
    return [
        article(f"{stem}{i}", *panels([numbered(j) for j in range(start + i * size, start + (i + 1) * size)]), split=split, **fields)
        for i in range(n)
    ]


def planned(name, flags, articles, counter="bytes", tables=ALL, **settings):
    given = {"counter": counter, "recipe": toml(tables=tables, **settings), "articles": articles}
    return case(name, flags, given)


def refused(name, tables):
    return planned(name, ["invalid"], singles(2), tables=tables)


SAME_LEFT = [article(f"left {n}", "Yes.", right, genre="lines") for n, right in enumerate(["是。", "對。", "好。", "有。", "可以。", "沒錯。"])]
SAME_RIGHT = [article(f"right {n}", left, "好。", genre="lines") for n, left in enumerate(["Fine.", "Good.", "OK.", "All right.", "Sure.", "Well."])]
TALK = [article(f"talk {n}", *numbered(30 + n), declared_group=group_in("train", "talk"), genre="dialogue") for n in range(8)]
TINY = [article(f"tiny {n}", "abcdefghijklmnopqrstuvwxyz"[n], "甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥天地玄黃"[n], genre="lines") for n in range(26)]
WIDE = [article(f"wide {n}", f"{n}: " + "wide text " * (4 + n % 3), f"{n}：" + "寬文字" * (5 + n % 4), genre="lines") for n in range(60)]
MULTI = [article(f"混合 {n}", *panels(MIXED[n : n + 3]), source="語料", license="CC-BY-4.0", genre="dialogue") for n in range(0, 9, 3)]
MULTI_SPLITS = [
    article(f"多 {n} {split}", *MIXED[n % 10], split=split, genre="lines")
    for n, split in enumerate(["train", "validation", "test", "train", "test", "validation", "train", "train", "test", "train"])
]
STRAY = article("stray", *panels([PAIRS[0], PAIRS[3], PAIRS[20]]), split="test")
HALF = article("half", "Nobody answered.\nThe kettle began to sing.", "沒人應門。\n水壺開始作響。", split="validation")
FORM = article("form", "Two sugars, no milk.", "兩顆糖，不加牛奶。", genre="structured:web-text")
GONE = article("gone", *PAIRS[20], near=[STRAY["group"]])
UNEVEN = article("uneven", "One.\nTwo.\nThree.", "一二三。")
BOTH_AWAY = [article(f"away {split}", *panels([PAIRS[21], PAIRS[22 if split == "test" else 23]]), split=split) for split in ("test", "validation")]

NEAR = [article(f"near {n}", *numbered(40 + n), genre="lines") for n in range(3)]
NEAR += [article(f"near {n}", *numbered(40 + n), genre="lines", near=[x["group"] for x in NEAR]) for n in range(3, 6)]
BLANKS = [article(f"blanks {n}", left, right, genre="lines") for n, (left, right) in enumerate([("Yes.", "是。"), ("Yes. ", "是。\u3000"), (" Yes.", "\u200b是。"), ("yes.", "是."), ("Yes.\u00a0", "是。 ")])]
BLANK_TEST = [article("blank test", "Nobody answered. \nThe kettle began to sing.", "沒有人回應。\n水壺開始作響。", split="test")]

CASES = [
    planned("lines of one-line articles", [], singles(14), budget=600),
    planned("one style", [], singles(14), budget=600, tables=DENSE),
    planned("dense and mixed: two lines have no mixed", ["edge"], singles(10), budget=170, tables=ALL + 'styles = ["dense", "mixed"]\n'),
    planned("styles in another order", ["edge"], singles(8), budget=600, tables=ALL + 'styles = ["mixed", "paragraph"]\n'),
    planned("lines of one article never meet", ["edge"], texts(3, 6), budget=600),
    planned("articles of one group never meet", ["edge"], TALK + singles(6), budget=600, tables=DENSE),
    planned("articles that are near may meet", ["edge"], NEAR, budget=600, tables=DENSE),
    planned("lines that differ by blanks or case may meet", ["edge"], BLANKS, budget=600, tables=DENSE),
    planned("a blank more is another line than that of another split", ["edge"], [*singles(6), *BLANK_TEST, *singles(3, 8, "test", "e")], budget=600),
    planned("one group alone has no mosaic", ["edge"], TALK, budget=600),
    planned("equal left lines never meet", ["edge"], SAME_LEFT + singles(3), budget=600, tables=DENSE),
    planned("equal right lines never meet", ["edge"], SAME_RIGHT + singles(3), budget=600, tables=DENSE),
    planned("a tight budget refuses", [], singles(24), budget=190),
    planned("a budget of two short lines", ["edge"], singles(24), budget=110),
    planned("reserved tokens count", ["edge"], singles(24), budget=190, reserved=40),
    planned("sixteen refusals end a group", ["edge"], WIDE[:36] + singles(6), budget=150, tables=DENSE, seed="40"),
    planned("the sixteenth candidate fits after fifteen refusals", ["edge"], WIDE[:36] + singles(6), budget=150, tables=DENSE, seed="120"),
    planned("a group of eight takes no ninth line", ["edge"], TINY, budget=1000, tables=DENSE, seed="69"),
    planned("mixed decides what fits", ["edge"], singles(24), budget=213, tables=ALL + 'styles = ["dense", "mixed"]\n'),
    planned("lines that do not fit alone", ["edge"], singles(16), budget=60),
    planned("no line fits alone", ["edge"], singles(4), budget=20),
    planned("groups up to eight", ["edge"], TINY, budget=1000),
    planned("a share floors: 7/10 of 14", [], singles(14), budget=600, tables='[mosaic]\ncross = "7/10"\nrun_genres = []\n'),
    planned("a share floors: 99/100 of 14", ["edge"], singles(14), budget=600, tables='[mosaic]\ncross = "99/100"\nrun_genres = []\n'),
    planned("a share of 0", ["edge"], singles(14), budget=600, tables='[mosaic]\ncross = "0/1"\n'),
    planned("defaults: 35 in 100", ["edge"], singles(23), budget=600, tables="[mosaic]\n"),
    planned("a share that leaves one line", ["edge"], singles(14), budget=600, tables='[mosaic]\ncross = "1/14"\n'),
    planned("a line that stands in another split", [], [*singles(8), STRAY, *singles(4, 10, "test", "e")], budget=600),
    planned("one panel alone stands in another split", ["edge"], [*singles(8), HALF, *singles(4, 10, "validation", "v")], budget=600),
    planned("validation and test hold a line of each other", ["edge"], [*BOTH_AWAY, *singles(2, 4, "test", "e"), *singles(2, 8, "validation", "v")], budget=600),
    planned("structured and bridging articles hold no lines", ["edge"], [FORM, GONE, STRAY, *singles(4, 10, "test", "e")], budget=600),
    planned("a line of another split that does not fit there counts", ["edge"], [article("long home", "x" * 90 + "\n" + PAIRS[0][0], "長" * 40 + "\n" + PAIRS[0][1]), STRAY, *singles(3, 8, "test", "e")], budget=72),
    planned("a line that does not fit is no row of another split", ["edge"], [article(f"far {split}", *panels([("x" * 90, "長" * 40), numbered(n)]), split=split) for n, split in enumerate(("train", "test"))], budget=72),
    planned("articles without lines", ["edge"], [UNEVEN, *singles(5)], budget=600),
    planned("three splits", [], [*singles(6), *singles(5, 6, "validation", "v"), *singles(5, 11, "test", "e")], budget=600),
    planned("right first", [], singles(6), budget=600, order="right-first"),
    planned("both orders", ["edge"], singles(20), budget=260, order="both"),
    planned("another seed", [], singles(14), budget=600, seed="種子"),
    planned("scripts mixed", ["multi-script"], MULTI + singles(4), budget=500),
    planned("scripts mixed, scalars, both orders", ["multi-script"], MULTI + singles(9), "scalars", budget=110, order="both"),
    planned("scripts mixed, three splits", ["multi-script"], MULTI_SPLITS + MULTI + [STRAY], "bytes/3", budget=80, order="both", seed="مرحبا e\u0301"),
    planned("a counter that does not add up", ["edge"], singles(30) + TINY, "runs", budget=120),
    planned("a counter that does not grow", ["edge", "multi-script"], singles(30) + MULTI, "bytes%64", budget=48),
    planned("blanks of a line stay", ["edge"], [article(f"blank {n}", f"\u3000{a} \n\n{n}", f" {b}\u3000\n\n第{n}", genre="lines") for n, (a, b) in enumerate(PAIRS[:5])], budget=400),
    planned("many lines", [], texts(9, 7, 24), budget=300, tables=DENSE, order="both"),
    refused("a share above 1", '[mosaic]\ncross = "3/2"\n'),
    refused("a share of 2^31", '[mosaic]\ncross = "1/2147483648"\n'),
    refused("a share without b", '[mosaic]\ncross = "1"\n'),
    refused("a share over 0", '[mosaic]\ncross = "0/0"\n'),
    refused("a share that is a number", "[mosaic]\ncross = 0.35\n"),
    refused("an unknown style", '[mosaic]\nstyles = ["dense", "loose"]\n'),
    refused("a style twice", '[mosaic]\nstyles = ["dense", "dense"]\n'),
    refused("mixed alone", '[mosaic]\nstyles = ["mixed"]\n'),
    refused("no style", "[mosaic]\nstyles = []\n"),
    refused("an unknown key of mosaic", '[mosaic]\nrun = "1/2"\n'),
]
REASONS = {"cross_split_line", "mosaic_alone"}
EVENTS = {
    "same-group", "same-left", "same-right", "refused", "sixteen-refusals", "length-reached", "bucket-ends",
    "line-does-not-fit", "cross_split_line", "alone-added", "alone-not-allowed", "alone-one", "alone-many",
} | {f"cross-of-{k}" for k in range(2, 9)}


def compute(given, note):
    return compute_plan(given, note, lambda d: d["kind"].startswith("cross-"), lambda r: r["reason"] in REASONS)
