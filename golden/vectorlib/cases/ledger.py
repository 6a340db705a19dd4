"""Section 9: ledgers, their rows and their order."""
from .. import ledger, plan, recipe
from .base import BRIDGING, FAR, LONG, TWICE
from .base import FORM as STRUCTURED
from .longform import BIG, EIGHT
from .longform import MULTI as MULTI_LONG
from .run import MULTI, ODD, SIX, TWO, WHOLE
from .cross import MULTI_SPLITS, STRAY, singles
from .picks import CONTROL, FORMS, LETTERS, PERMUTE, POEMS, SAMES, TWINS, UNLIKE, WORLD
from .tools import article, case, toml
from .words import PAIRS, panels

FULL = '[base]\n[mosaic]\ncross = "1/1"\n[longform]\nslices = [2, 3]\n'
VARIED = (
    '[base]\n[shape]\nshare = "1/1"\n[noise]\nratio = "1/2"\nshort = "allow"\nkinds = { nav-words = 1 }\nstrength = { no-space = "1/1" }\n'
    '[schema]\nshare = "2/3"\ngenerated = "1/1"\nformats = { markdown = 0 }\n'
)
ID = "0123456789abcdef01234567"


def planned(name, flags, articles, tables=FULL, counter="bytes", budget=200, spaced=None, **settings):
    given = {"op": "plan", "counter": counter, "recipe": toml(tables=tables, budget=budget, **settings), "articles": articles}
    return case(name, flags, given | ({"spaced": list(spaced)} if spaced else {}))


def cut(name, flags, text, most=40):
    return case(name, flags, {"op": "excerpt", "text": text, "scalars": most})


def row(**fields):
    base = {
        "stage": "plan", "reason": "line_over_budget", "split": "train", "category": "base", "kind": "",
        "unit": f"{ID}/3", "source": "docs", "excerpt": "A line.",
    }
    return base | fields


def read(name, flags, *rows):
    return case(name, flags, {"op": "read", "lines": [x if isinstance(x, str) else ledger.canonical(x) + "\n" for x in rows]})


def pool_row(**fields):
    base = {
        "stage": "gate", "reason": "length_ratio", "source": "docs", "file": "docs.jsonl", "line": 3, "unit": "doc-3",
        "left": "Hello", "right": "你好",
    }
    return base | fields


def pool(name, flags, *rows, sources=("docs", "lines", "文件")):
    return case(name, flags, {"op": "pool", "sources": list(sources), "rows": list(rows)})


LONG_LINE = "This line is longer than forty scalars, and so its excerpt ends early."
MULTI_LINE = "👩‍👩‍👧‍👦👩‍👩‍👧‍👦 e\u0301e\u0301 क्षि مرحبا 臺北捷運松山新店線 𠮷𠮷 カフェ"
TALL = article("tall", *panels([(LONG_LINE, "這一行很長。" * 3), *PAIRS[:3], (MULTI_LINE, "混合的長行" * 9)], ["\n", "\n\n"]))
QUOTES = article("quotes", 'a "q" \\ \t\x01b\nc\u2028' + "d" * 60, "甲\n乙" + "長" * 60)
UNEVEN = article("uneven", "One.\nTwo. " + "wide " * 30, "一二三。")
MIXTURE = [LONG, STRUCTURED, *TWICE, BRIDGING, FAR, UNEVEN, TALL, SIX, STRAY, *singles(9)]
TALKS = [WHOLE, TWO, *ODD, BIG | {"genre": "dialogue"}]
ORDERED = [
    row(reason="split_bridge", split="", category="", unit=f"{ID}/d"),
    row(reason="cross_split_text", unit=f"{ID}/d"),
    row(unit=f"{ID}/10"),
    row(unit=f"{ID}/2"),
    row(reason="not_taken", unit=f"{ID}/0-2"),
    row(reason="mosaic_alone", category="mosaic", unit=f"{ID}/1"),
    row(reason="not_taken", category="mosaic", unit=f"{ID}/0 {ID[::-1]}/1"),
    row(reason="style_repeats", category="mosaic", unit=f"{ID}/0-2", kind="run-dense"),
    row(reason="style_repeats", category="mosaic", unit=f"{ID}/0-2", kind="run-paragraph"),
    row(reason="window_alone", category="longform", unit=f"{ID}/0-2"),
    row(reason="no_effect", category="noise", unit=f"{ID}/3", kind="broken-word"),
    row(reason="no_effect", category="noise", unit=f"{ID}/3", kind="no-space"),
    row(reason="over_budget", category="noise", unit=f"{ID}/0-2", kind="html-residue"),
    row(reason="repeats", category="noise", unit=f"{ID}/d", kind="nav-words"),
    row(reason="no_effect", category="shape", unit=f"{ID}/d"),
    row(reason="not_taken", category="shape", unit=f"{ID}/0-2"),
    row(reason="over_budget", category="shape", unit=f"{ID}/0-2"),
    row(reason="repeats", category="shape", unit=f"{ID}/0-2"),
    row(reason="category_off", category="schema", unit=f"{ID}/d"),
    row(reason="not_picked", category="schema", unit=f"{ID}/d"),
    row(reason="over_budget", category="schema", unit=f"{ID}/0-2"),
    row(reason="over_budget", category="schema", unit=f"{ID}/d"),
    row(reason="repeats", category="schema", unit=f"{ID}/0-2"),
    row(reason="skeleton", category="schema", unit=f"{ID}/d"),
    row(reason="unfit", category="schema", unit=f"{ID}/0-2"),
    row(split="validation", unit=f"{ID}/0"),
    row(split="test", unit=f"{ID}/0"),
]
CASES = [
    planned("every reason but not_taken", [], MIXTURE, budget=120),
    planned("not_taken in every category", [], [*TALKS, EIGHT], '[base]\nrecords = 3\n[mosaic]\nrecords = 5\n[longform]\nrecords = 1\n'),
    planned("base off", ["edge"], MIXTURE, '[mosaic]\ncross = "1/1"\n', budget=120),
    planned("all off", ["edge"], MIXTURE, "", budget=120),
    planned("base alone", [], MIXTURE, "[base]\n", budget=120),
    planned("style_repeats has kinds", ["edge"], TALKS, budget=300),
    planned("excerpts of forty scalars", ["edge"], [TALL], "[base]\n", budget=60),
    planned("escapes in excerpts", ["edge"], [QUOTES], "[base]\n", budget=10),
    planned("noise, shape and schema", [], [*POEMS, *LETTERS, *TWINS, LONG, *FORMS, *UNLIKE, CONTROL], VARIED, budget=260, spaced=(True, False)),
    planned("noise, shape and schema, without base", ["edge"], [*POEMS, *LETTERS, *FORMS, *UNLIKE], VARIED.replace("[base]\n", ""), budget=230, spaced=(True, True)),
    planned("shape: no_effect and repeats", ["edge"], [*SAMES, *TWINS, *POEMS[:3]], PERMUTE, spaced=(True, False)),
    planned("shape not taken", ["edge"], [*POEMS, *FORMS], '[base]\n[shape]\nshare = "1/1"\nrecords = 4\n', budget=260, spaced=(True, False)),
    planned("noise, shape and schema, scripts mixed", ["multi-script"], [*WORLD, *FORMS, *UNLIKE], VARIED, "scalars", 160, order="both", spaced=(False, False)),
    planned("nothing left out: no row", ["edge"], [TWO], "[base]\n", budget=400),
    planned("both orders", ["edge"], [*TALKS, *MIXTURE], budget=150, order="both"),
    planned("scripts mixed", ["multi-script"], [MULTI, MULTI_LONG, *MULTI_SPLITS], budget=90),
    planned("scripts mixed, scalars, sources", ["multi-script"], [MULTI, MULTI_LONG, *MULTI_SPLITS, TALL], FULL.replace("[base]", "[base]\nrecords = 4"), "scalars", 55, order="both"),
    cut("shorter than forty", [], "Short."),
    cut("exactly forty", ["edge"], "x" * 40),
    cut("forty-one", ["edge"], "x" * 40 + "y"),
    cut("scalars, not bytes", ["multi-script"], "臺" * 39 + "𠮷" * 9),
    cut("scalars, not clusters: a joiner sequence is cut", ["multi-script", "edge"], "x" * 38 + "👩‍👩‍👧‍👦"),
    cut("scalars, not clusters: a mark is cut off", ["multi-script", "edge"], "e\u0301" * 19 + "xe\u0301"),
    cut("LF counts as a scalar", ["edge"], "a\n\nb" * 15),
    cut("sixty of a pool's panel", [], "字" * 61, 60),
    read("rows in order", [], *ORDERED),
    read("no row", ["edge"]),
    read("unit bytes: 10 before 2", ["edge"], ORDERED[2], ORDERED[3]),
    read("excerpt of many scripts", ["multi-script"], row(source="語料", excerpt=MULTI_LINE[:40])),
    read("rows out of order: units", ["invalid"], ORDERED[3], ORDERED[2]),
    read("rows out of order: splits", ["invalid"], ORDERED[-1], ORDERED[-2]),
    read("rows out of order: categories", ["invalid"], ORDERED[9], ORDERED[5]),
    read("rows out of order: reasons", ["invalid"], ORDERED[2], ORDERED[1]),
    read("rows out of order: kinds", ["invalid"], ORDERED[8], ORDERED[7]),
    read("a row twice", ["invalid"], ORDERED[2], ORDERED[2]),
    read("another stage", ["invalid"], row(stage="gate")),
    read("an unknown reason", ["invalid"], row(reason="too_long")),
    read("an unknown split", ["invalid"], row(split="dev")),
    read("split_bridge with a split", ["invalid"], row(reason="split_bridge", category="", unit=f"{ID}/d")),
    read("split_bridge with a category", ["invalid"], row(reason="split_bridge", split="", unit=f"{ID}/d")),
    read("no split", ["invalid"], row(split="")),
    read("a reason of another category", ["invalid"], row(reason="mosaic_alone")),
    read("not_taken of noise", ["invalid"], row(reason="not_taken", category="noise")),
    read("not_taken of schema", ["invalid"], row(reason="not_taken", category="schema")),
    read("no_effect of noise without a kind", ["invalid"], row(reason="no_effect", category="noise")),
    read("no_effect of noise with a kind of mosaic", ["invalid"], row(reason="no_effect", category="noise", kind="run-dense")),
    read("over_budget of noise with a kind of shape", ["invalid"], row(reason="over_budget", category="noise", kind="repeat")),
    read("repeats of shape with a kind", ["invalid"], row(reason="repeats", category="shape", kind="quote", unit=f"{ID}/d")),
    read("unfit of schema with a kind", ["invalid"], row(reason="unfit", category="schema", kind="json", unit=f"{ID}/d")),
    read("no_effect of schema", ["invalid"], row(reason="no_effect", category="schema", unit=f"{ID}/d")),
    read("unfit of shape", ["invalid"], row(reason="unfit", category="shape", unit=f"{ID}/d")),
    read("over_budget of base", ["invalid"], row(reason="over_budget")),
    read("repeats of longform", ["invalid"], row(reason="repeats", category="longform", unit=f"{ID}/0-2")),
    read("not_picked of base", ["invalid"], row(reason="not_picked", unit=f"{ID}/d")),
    read("not_picked of lines", ["invalid"], row(reason="not_picked", category="schema", unit=f"{ID}/0-2")),
    read("skeleton of a line", ["invalid"], row(reason="skeleton", category="schema")),
    read("category_off of noise", ["invalid"], row(reason="category_off", category="noise")),
    read("noise of two materials", ["invalid"], row(reason="repeats", category="noise", kind="no-space", unit=f"{ID}/0 {ID}/1")),
    read("kinds of noise out of order", ["invalid"], *[row(reason="no_effect", category="noise", kind=kind) for kind in ("wild-space", "no-space")]),
    read("noise before longform", ["invalid"], ORDERED[10], ORDERED[9]),
    read("a kind where there is none", ["invalid"], row(kind="line")),
    read("style_repeats without a kind", ["invalid"], row(reason="style_repeats", category="mosaic", unit=f"{ID}/0-2")),
    read("a document as a line", ["invalid"], row(unit=f"{ID}/d")),
    read("a line as a document", ["invalid"], row(reason="document_over_budget")),
    read("a range as a line", ["invalid"], row(unit=f"{ID}/3-5")),
    read("two units", ["invalid"], row(unit=f"{ID}/3 {ID}/4")),
    read("a unit that is none among two", ["invalid"], row(reason="not_taken", category="mosaic", unit=f"{ID}/0 x")),
    read("two blanks between units", ["invalid"], row(reason="not_taken", category="mosaic", unit=f"{ID}/0  {ID}/1")),
    read("a field that is a number", ["invalid"], row(source=3)),
    read("a list instead of an object", ["invalid"], ["plan"]),
    read("no unit", ["invalid"], row(unit="")),
    read("an excerpt of forty-one scalars", ["invalid"], row(excerpt="x" * 41)),
    read("a field missing", ["invalid"], {k: v for k, v in row().items() if k != "source"}),
    read("a field more", ["invalid"], row(line=3)),
    read("fields in another order", ["invalid"], dict(reversed(row().items()))),
    read("no LF", ["invalid"], ledger.canonical(row())),
    read("a blank in it", ["invalid"], ledger.canonical(row()).replace(":", ": ", 1) + "\n"),
    pool("order of a pool's ledger", [], pool_row(source="文件", file="b"), pool_row(line=10), pool_row(line=9), pool_row(stage="read", reason="bad_json", line=9), pool_row(source="lines", file="a.tsv"), pool_row(file="Z.jsonl", line=99), pool_row(file="é.jsonl", line=1)),
    pool("sources in the order of sources.toml, not of bytes", ["edge"], pool_row(), pool_row(source="lines"), sources=("lines", "docs")),
    pool("excerpts of exactly sixty scalars", ["edge", "multi-script"], pool_row(left="e\u0301" * 30, right="𠮷" * 60)),
    pool("an excerpt of sixty-one scalars on the right", ["invalid"], pool_row(right="𠮷" * 61)),
    pool("an unknown stage", ["invalid"], pool_row(stage="plan")),
    pool("line 0", ["invalid"], pool_row(line=0)),
    pool("an excerpt of sixty-one scalars", ["invalid"], pool_row(left="x" * 61)),
]
EVENTS = {
    "split_bridge", "document_over_budget", "line_over_budget", "cross_split_text", "cross_split_line", "alone-many", "run_alone",
    "style_repeats", "window_alone", "not_taken", "structured", "base-off", "noise-no_effect", "noise-over_budget",
    "noise-repeats", "shape-no_effect", "shape-over_budget", "shape-repeats", "pair-not_picked", "pair-skeleton", "pair-over_budget",
    "schema-unfit", "schema-over_budget",
}


def compute(given, note):
    if given["op"] == "excerpt":
        return ledger.excerpt(given["text"], given["scalars"])
    if given["op"] == "read":
        ledger.read(given["lines"])
        return True
    if given["op"] == "pool":
        return [ledger.canonical(r) + "\n" for r in ledger.pool_order(given["sources"], given["rows"])]
    made = plan.plan(given["articles"], recipe.parse(given["recipe"]), given["counter"], note, given.get("spaced", (True, False)))
    out = ledger.write(made["ledger"])
    ledger.read(out)
    return out
