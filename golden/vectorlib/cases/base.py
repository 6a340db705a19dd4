"""Section 5.1: base records and what base leaves out."""
from .tools import article, case, compute_plan, toml
from .words import MIXED, PAIRS, panels

SHORT = article("short", *panels(PAIRS[:2]))
LONG = article("long", *panels(PAIRS[2:14], ["\n", "\n\n", "\n"]))
ONE = [article(f"one {n}", *panels([PAIRS[n]]), genre="lines") for n in range(3)]
UNEVEN = article("uneven", "One.\nTwo.\nThree.", "一二三。")
FORM = article("form", '{"a": "x"}', '{"a": "甲"}', genre="structured:json")
MULTI = article("混合", *panels(MIXED, ["\n", "\n\n\n"]), source="語料", genre="dialogue")
TWICE = [article(f"twice {split}", *panels(PAIRS[:1]), split=split) for split in ("train", "validation", "test")]
OTHER = [article(f"other {split}", *panels(PAIRS[1:2]), split=split) for split in ("validation", "test")]
TRIPLE = article("triple", *panels(PAIRS[:3]), split="test", slices=[1, 2, 3])
FAR = article("far", *panels(PAIRS[:3]), split="test")
GAPS = article("gaps", "a\n\n\n\nb", "甲\n乙")
BRIDGING = article("bridging", *panels(PAIRS[3:5]), near=[FAR["group"]])
AGREEING = article("agreeing", *panels(PAIRS[3:5]), near=[SHORT["group"], LONG["group"]])


def planned(name, flags, articles, counter="bytes", tables="[base]\n", **settings):
    given = {"counter": counter, "recipe": toml(tables=tables, **settings), "articles": articles}
    return case(name, flags, given)


def refused(name, **settings):
    return planned(name, ["invalid"], [SHORT], **settings)


def edited(name, old, new):
    """Returns a case whose recipe has one text replaced."""
    made = refused(name)
    assert old in made["in"]["recipe"]
    made["in"]["recipe"] = made["in"]["recipe"].replace(old, new)
    return made


CASES = [
    planned("a document that fits", [], [SHORT], budget=200),
    planned("tokens are exactly the budget", ["edge"], [ONE[0]], budget=51),
    planned("one token over the budget", ["edge"], [ONE[0]], budget=50),
    planned("reserved counts: exactly the budget", ["edge"], [ONE[0]], budget=58, reserved=7),
    planned("reserved counts: one over", ["edge"], [ONE[0]], budget=57, reserved=7),
    planned("the longer BRIDGE counts: fits", ["edge"], [GAPS], budget=18),
    planned("the longer BRIDGE counts: does not fit", ["edge"], [GAPS], budget=17),
    planned("slices that fit", [], [LONG], budget=220),
    planned("a slice that does not fit falls into lines", [], [LONG], budget=130),
    planned("lines over the budget", [], [LONG], budget=62),
    planned("no line fits", ["edge"], [LONG], budget=20),
    planned("a slice of one line that does not fit", ["edge"], [TRIPLE], budget=55),
    planned("slices of one line are lines", ["edge"], [TRIPLE], budget=80),
    planned("a document without lines that fits", ["edge"], [UNEVEN], budget=100),
    planned("a document without lines that does not fit", ["edge"], [UNEVEN], budget=20),
    planned("structured", ["edge"], [FORM, SHORT], budget=200),
    planned("near groups of another split", ["edge"], [BRIDGING, SHORT, FAR], budget=200),
    planned("near groups of the same split", ["edge"], [AGREEING, SHORT, LONG], budget=400),
    planned("right first", [], [SHORT, UNEVEN], budget=200, order="right-first"),
    planned("both orders", ["edge"], [SHORT, LONG, *ONE], budget=130, order="both"),
    planned("equal texts in all splits", ["edge"], TWICE, budget=100),
    planned("equal texts in validation and test", ["edge"], OTHER, budget=100),
    planned("equal texts inside a split stay", ["edge"], [ONE[0], TWICE[0]], budget=100),
    planned("a line of test that is a document of train", ["edge"], [FAR, *ONE], budget=80),
    planned("the document is no line: other text", ["edge"], [FAR, *ONE], budget=400),
    planned("both orders keep equal panels apart", ["edge"], [*TWICE, *OTHER, *ONE], budget=100, order="both", seed="7"),
    planned("base off", ["edge"], [LONG, FORM, *TWICE], budget=130, tables=""),
    planned("scripts mixed, bytes", ["multi-script"], [MULTI], budget=150),
    planned("scripts mixed, scalars", ["multi-script"], [MULTI], "scalars", budget=60),
    planned("scripts mixed, both orders and all splits", ["multi-script"], [*[article(f"混合 {n} {s}", *panels([MIXED[n]]), split=s, source="データ") for n in range(10) for s in ("train", "validation", "test")[n % 3 :]], MULTI], "bytes/3", budget=40, order="both"),
    planned("a counter that does not add up", ["edge"], [LONG, GAPS, UNEVEN], "runs", budget=70),
    planned("a counter that does not grow", ["edge"], [LONG, MULTI, *ONE], "bytes%64", budget=33),
    planned("largest budget", ["edge"], [LONG], budget=65536, reserved=65535),
    planned("no shares of validation and test", ["edge"], [*TWICE, LONG], budget=120, validation="0/1", test="0/1"),
    refused("budget 0", budget=0),
    refused("budget past 65536", budget=65537),
    refused("reserved is the budget", budget=100, reserved=100),
    refused("reserved below 0", reserved=-1),
    refused("budget is a float", budget="100.0"),
    refused("budget is a string", budget='"100"'),
    refused("unknown order", order="random"),
    refused("an unknown key", budgets=3),
    refused("format 2", format=2),
    refused("an upper-case release", release='"Vectors"'),
    refused("a release that begins with a hyphen", release='"-v"'),
    refused("an unknown key of base", tables="[base]\nratio = \"1/2\"\n"),
    refused("an unknown key of noise", tables="[base]\n[noise]\nshare = \"15/100\"\n"),
    refused("an unknown key of shape", tables="[base]\n[shape]\nratio = \"1/2\"\n"),
    refused("an unknown key of schema", tables="[base]\n[schema]\nkinds = []\n"),
    refused("a version of a blank", version='"1.0 beta"'),
    refused("an empty version", version='""'),
    refused("an unknown table", tables="[base]\n[extra]\n"),
    refused("an unknown key of shards", tables="[base]\n[shards]\nbytes = 5\n"),
    refused("shards of no record", tables="[base]\n[shards]\nrecords = 0\n"),
    refused("shards of too many records", tables="[base]\n[shards]\nrecords = 10000001\n"),
    refused("a carrier that does not exist", tables="[base]\n[shards]\ncarrier = \"parquet\"\n"),
    edited("no seed", 'seed = "42"\n', ""),
    edited("no tokenizer", 'tokenizer = "tokenizer.json"\n', ""),
    edited("no order", 'order = "left-first"\n', ""),
    edited("no reserved", "reserved = 0\n", ""),
    edited("no split seed", '[split]\nseed = "zhen"\n', "[split]\n"),
    edited("no share of test", 'test = "1/4"\n', ""),
    edited("an unknown key of split", "[split]\n", '[split]\ntrain = "1/2"\n'),
    edited("a seed that is a number", 'seed = "42"', "seed = 42"),
    edited("a version that is a number", 'version = "1.0.0"', "version = 1"),
    edited("a key twice", "budget = 100\n", "budget = 100\nbudget = 100\n"),
    edited("not TOML", "[split]", "[split"),
    edited("a table as a list", "[base]", "[[base]]"),
    refused("split shares of 1 together", validation="1/2", test="1/2"),
    refused("a share that is a number", validation="1/4", test="0.25"),
]
EVENTS = {
    "document", "slice-of-slices", "line-of-slices", "line-of-broken-slice", "line_over_budget", "document_over_budget",
    "cross_split_text", "structured", "split_bridge", "base-off",
}


def compute(given, note):
    return compute_plan(
        given, note, lambda d: d["category"] == "base", lambda r: r["category"] in ("", "base", "schema")
    )
