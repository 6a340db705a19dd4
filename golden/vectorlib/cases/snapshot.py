"""Section 2.2: article digest, entry, Merkle root, snapshot id."""
from .. import pool
from ..derive import merkle
from .tools import article, case
from .words import MIXED, PAIRS, panels

ONE = article("one", *panels(PAIRS[:3]))
TWO = article("two", *panels(PAIRS[3:9], ["\n", "\n\n"]), size=60, origin="right", license="CC-BY-SA-4.0")
FORM = article("form", '{"a": "x"}', '{"a": "甲"}', genre="structured:json", translation="machine")
NEAR = article("near", *panels(PAIRS[9:12]), near=["0" * 24, "f" * 24], genre="dialogue")
MANY = [article(f"row {n}", *panels([PAIRS[n]]), genre="lines") for n in range(12)]
ROWS = [article(f"混合 {n}", *panels(MIXED[n : n + 3]), source="語料", license="नि:शुल्क", genre="dialogue") for n in range(5)]
UNEVEN = article("uneven", "One.\nTwo.", "一與二。")


def taken(name, flags, *articles):
    return case(name, flags, {"op": "snapshot", "articles": list(articles)})


CASES = [case(f"Merkle root of {n}", ["edge"] if n < 2 else [], {"op": "merkle", "leaves": ['{"n":%d}' % i for i in range(n)]}) for n in (0, 1, 2, 3, 4, 5, 7, 8)]
CASES += [
    case("Merkle root of 13", ["edge"], {"op": "merkle", "leaves": [str(i) for i in range(13)]}),
    case("Merkle root of equal and empty leaves", ["edge"], {"op": "merkle", "leaves": ["", "", ""]}),
    case("Merkle root of leaves of many scripts", ["multi-script"], {"op": "merkle", "leaves": ["臺北", "カフェ", "مرحبا", "नमस्ते", "e\u0301👩‍👩‍👧"]}),
    taken("one article", [], ONE),
    taken("an article of six lines and many slices", [], TWO),
    taken("an article without lines has no slices", ["edge"], UNEVEN),
    taken("structured", [], FORM),
    taken("near is part of the entry", ["edge"], NEAR),
    taken("without near the entry differs", ["edge"], NEAR | {"near": []}),
    taken("near and slices are two lists", ["edge"], TWO | {"near": ["0" * 24]}),
    taken("other slices, other entry", ["edge"], TWO | {"slices": [6]}),
    taken("another group, other entry", ["edge"], ONE | {"group": "0" * 24}),
    taken("another licence, other digest", ["edge"], ONE | {"license": ""}),
    taken("made_by and extra are no part of it", ["edge"], ONE | {"made_by": "a model", "extra": '{"n":1}'}),
    taken("rows enter in id order, whatever order they come in", ["edge"], *MANY),
    taken("the same rows backwards", ["edge"], *reversed(MANY)),
    taken("scripts mixed", ["multi-script"], *ROWS),
    taken("scripts and structures mixed", ["multi-script"], *ROWS, FORM, UNEVEN, NEAR),
    taken("no article", ["invalid"]),
    taken("an id twice", ["invalid"], ONE, TWO, ONE),
    taken("an id of another text", ["invalid"], ONE | {"id": TWO["id"]}),
    taken("a text changed under its id", ["invalid"], ONE | {"right": ONE["right"] + " "}),
    taken("near out of order", ["invalid"], NEAR | {"near": ["f" * 24, "0" * 24]}),
    taken("slices past the end", ["invalid"], ONE | {"slices": [3, 4]}),
]
EVENTS = set()


def compute(given, note):
    if given["op"] == "merkle":
        return merkle([x.encode() for x in given["leaves"]]).hex()
    found = pool.snapshot(given["articles"])
    return {
        "articles": [
            {"id": a["id"], "digest": pool.article_digest(a).hex(), "entry": pool.entry(a).hex()}
            for a in sorted(given["articles"], key=lambda a: a["id"])
        ],
        "snapshot": found,
    }
