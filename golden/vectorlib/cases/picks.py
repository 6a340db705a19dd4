"""Sections 5.4 to 5.6 and 8.1: how many records noise, shape and schema make, of which materials, by which settings."""
from .. import picks, recipe
from ..derive import NOISE_KINDS
from .base import BRIDGING, FAR, LONG, TWICE
from .tools import article, case, compute_plan, toml
from .words import MIXED, PAIRS, panels

DEFAULT = list(recipe.WEIGHTS.values())
ALL, PLENTY = [1] * 10, [10**6] * 10
TEXTS = ["臺北捷運 MRT", "カフェ e\u0301", "مرحبا بالعالم", "नमस्ते दुनिया", "👩‍👩‍👧‍👦👍🏽"]


def parts(name, flags, others, ratio="15/100", weights=DEFAULT, gives=PLENTY, short="fail"):
    a, b = ratio.split("/")
    return case(name, flags, {"op": "parts", "others": others, "a": int(a), "b": int(b), "weights": weights, "gives": gives, "short": short})


def floor(name, flags, n, share):
    a, b = share.split("/")
    return case(name, flags, {"op": "floor", "of": n, "a": int(a), "b": int(b)})


def settings(name, flags, tables, head="[base]\n"):
    return case(name, flags, {"op": "recipe", "recipe": toml(tables=head + tables)})


def refused(name, tables, head="[base]\n"):
    return settings(name, ["invalid"], tables, head)


def planned(name, flags, articles, tables, counter="bytes", budget=400, spaced=(True, False), **options):
    given = {
        "op": "plan", "counter": counter, "recipe": toml(tables=tables, budget=budget, **options), "spaced": list(spaced),
        "articles": articles,
    }
    return case(name, flags, given)


def gives(**amounts):
    return [amounts.get(kind.replace("-", "_"), 10**6) for kind in NOISE_KINDS]


def form(name, genre, left, right, split="train"):
    return article(name, left, right, split, genre="structured:" + genre)


def many(lines):
    """Returns an article of so many short lines."""
    return article(f"{lines} lines", "\n".join(f"line {i}" for i in range(lines)), "\n".join(f"第 {i} 行" for i in range(lines)))


POEMS = [
    article(f"poem {n}", *panels(PAIRS[n : n + 3], ["\n", "\n\n"]), split=("train", "train", "validation", "test")[n % 4])
    for n in range(20)
]
TWINS = [article(f"twin {n}", *panels(PAIRS[:2]), source=f"source {n}") for n in range(4)]
LETTERS = [article(f"letters {n}", *panels([("ab", "甲"), ("cd", "乙")]), genre="lines") for n in range(3)]
SAMES = [article(f"same {n}", "Same.\nSame.", "同。\n同。") for n in range(3)]
PERMUTE = "[base]\n[shape]\nshare = \"1/1\"\nops = { repeat = 0, glue = 0, list = 0, marker = 0, link = 0, quote = 0, indent = 0 }\n"
WORLD = [article(f"世界 {n}", *panels(MIXED[n : n + 3]), split=("train", "validation", "test")[n % 3], source="語料") for n in range(8)]
UNEVEN = article("uneven", "One.\nTwo.", "一二。")
CONTROL = article("control", "one\ntw\x01o", "甲\n乙")
FORMS = [
    form("form json", "json", '{"a": "ferry", "n": 1}', '{"a": "渡輪", "n": 2}'),
    form("form csv", "csv", "id,name\n1,ferry\n2,harbour", "id,name\n1,渡輪\n2,港口"),
    form("form xml", "xml", "<a><b>ferry</b></a>", "<a><b>渡輪</b></a>"),
    form("form markdown", "markdown", "# Ferry\n\n- dawn\n- dusk", "# 渡輪\n\n- 黎明\n- 黃昏"),
    form("form html", "html", "<p>ferry<br>harbour</p>", "<p>渡輪<br>港口</p>"),
    form("form web-text", "web-text", "★ Ferry\n- dawn", "★ 渡輪\n- 黎明"),
    form("form validation", "json", '["ferry"]', '["渡輪"]', "validation"),
    form("form test", "json", '["harbour"]', '["港口"]', "test"),
]
UNLIKE = [
    form("unlike json", "json", '{"a": "ferry"}', '{"甲": "渡輪"}'),
    form("unlike csv", "csv", "id,name\n1,ferry", "編號,名稱\n1,渡輪"),
    form("broken xml", "xml", "<a>ferry", "<a>渡輪"),
    form("wide json", "json", '["%s"]' % ("ferry " * 60), '["渡輪"]'),
    form("wide and unlike json", "json", '["%s"]' % ("ferry " * 60), '{"a": "渡輪"}'),
]
NOISE_ALL = "[noise]\nratio = \"1/2\"\nshort = \"allow\"\nkinds = { %s }\n" % ", ".join(f"{kind} = 1" for kind in NOISE_KINDS)
CASES = [
    parts("five kinds of weight 1", [], 1000),
    parts("all kinds", [], 567, weights=ALL),
    parts("weights of many sizes", [], 1000, "1/4", [50, 30, 20, 0, 5, 0, 0, 1, 0, 7]),
    parts("fewer records than kinds: the first kinds", ["edge"], 17),
    parts("one record", ["edge"], 6, "1/7"),
    parts("no other record", ["edge"], 0),
    parts("a ratio of 0", ["edge"], 1000, "0/1"),
    parts("nearly all", ["edge"], 3, "99/100"),
    parts("half", [], 1001, "1/2"),
    parts("one kind", ["edge"], 100, weights=[0, 0, 0, 0, 0, 0, 0, 0, 9, 0]),
    parts("a kind that gives nothing is off", ["edge"], 1000, gives=gives(no_space=0)),
    parts("two kinds are off, others share", ["edge"], 1000, weights=ALL, gives=gives(no_space=0, mojibake=0)),
    parts("a kind of weight 0 is not off", ["edge"], 1000, gives=gives(nav_words=0)),
    parts("each kind gives its part and no more", ["edge"], 1000, gives=[36, 35, 35, 35, 35, 0, 0, 0, 0, 0]),
    parts("one short of it", ["edge"], 1000, gives=[36, 35, 35, 34, 35, 0, 0, 0, 0, 0], short="allow"),
    parts("allow: no kind is on", ["edge"], 1000, gives=[0] * 10, short="allow"),
    parts("allow: nothing is short", ["edge"], 1000, short="allow"),
    parts("allow: one kind bounds all", [], 1000, gives=gives(wild_space=3), short="allow"),
    parts("allow: one record at most", ["edge"], 1000, gives=gives(no_space=1, broken_word=1, wild_space=1, html_residue=1, rare_symbol=1), short="allow"),
    parts("allow: a small weight and a scarce kind", ["edge"], 2000, weights=[90, 10, 0, 0, 0, 0, 0, 0, 0, 0], gives=[1000, 2, 0, 0, 0, 0, 0, 0, 0, 0], short="allow"),
    parts("allow: the first kind is scarce", ["edge"], 300, weights=[1, 3, 3, 0, 0, 0, 0, 0, 0, 0], gives=[1, 90, 90, 0, 0, 0, 0, 0, 0, 0], short="allow"),
    parts("allow: a larger number fits where a smaller does not", ["edge"], 100, "1/2", [15, 15, 5, 0, 0, 0, 0, 0, 0, 0], [5, 5, 1, 0, 0, 0, 0, 0, 0, 0], "allow"),
    parts("no record is wanted and no kind is on", ["edge"], 2, gives=[0] * 10),
    parts("weights as large as can be", ["edge"], 10**6, weights=[2**31 - 1] * 10),
    parts("weights are bytes of texts of many scripts", ["multi-script"], 4321, weights=[len(TEXTS[n % 5].encode()) for n in range(10)]),
    parts("weights are scalars of the same texts", ["multi-script"], 4321, weights=[len(TEXTS[n % 5]) for n in range(10)], gives=[n * 9 for n in range(10)], short="allow"),
    parts("fail: one kind is short", ["invalid"], 1000, gives=gives(wild_space=3)),
    parts("fail: one kind is short by one", ["invalid", "edge"], 1000, gives=[36, 35, 35, 34, 35, 0, 0, 0, 0, 0]),
    parts("fail: no kind is on", ["invalid"], 1000, gives=[0] * 10),
    parts("weights all 0", ["invalid"], 1000, weights=[0] * 10),
    parts("a ratio of 1", ["invalid"], 1000, "1/1"),
    floor("36 in 100 of a thousand", [], 1000, "36/100"),
    floor("36 in 100 of two", ["edge"], 2, "36/100"),
    floor("36 in 100 of three", ["edge"], 3, "36/100"),
    floor("all", ["edge"], 7, "1/1"),
    floor("none", ["edge"], 7, "0/1"),
    floor("of none", ["edge"], 0, "1/1"),
    floor("just below a whole", ["edge"], 299, "1/100"),
    floor("products past 64 bits", ["edge"], 2**40, f"{2**31 - 2}/{2**31 - 1}"),
    floor("a share above 1", ["invalid"], 7, "8/7"),
    settings("noise: every default", [], "[noise]\n"),
    settings("shape: every default", [], "[shape]\n"),
    settings("schema: every default", [], "[schema]\n"),
    settings("none of the three", ["edge"], ""),
    settings("all three, without base", ["edge"], "[noise]\n[shape]\n[schema]\n", ""),
    settings("noise: kinds keep their defaults", ["edge"], "[noise]\n[noise.kinds]\nno-space = 0\nmojibake = 7\n"),
    settings("noise: one kind alone", ["edge"], '[noise]\nkinds = { no-space = 0, broken-word = 0, wild-space = 0, html-residue = 0, rare-symbol = 5 }\n'),
    settings("noise: the largest weight", ["edge"], "[noise]\nkinds = { full-width = 2147483647 }\n"),
    settings("noise: no kind named", ["edge"], "[noise]\nkinds = {}\nstrength = {}\n"),
    settings("noise: strengths", [], '[noise]\nratio = "1/4"\nshort = "allow"\n[noise.strength]\nhtml-residue = 16\nnav-words = 1\nbroken-word = "1/2"\nrare-symbol = "1/536870911"\n'),
    settings("noise: a strength of a kind that is off", ["edge"], '[noise]\nstrength = { soft-hyphen = "1/3", no-space = "2/2" }\n'),
    settings("noise: a ratio of 0", ["edge"], '[noise]\nratio = "0/1"\n'),
    settings("noise: strengths that are not in lowest terms", ["edge"], '[noise]\nratio = "30/200"\nstrength = { mojibake = "25/100" }\n'),
    settings("shape: share and ops", [], '[shape]\nshare = "1/2"\n[shape.ops]\npermute = 0\nquote = 10\n'),
    settings("shape: one op", ["edge"], "[shape]\nops = { permute = 0, repeat = 0, glue = 0, list = 0, marker = 0, link = 0, quote = 0 }\n"),
    settings("shape: records", [], "[shape]\nrecords = 10\n"),
    settings("shape: tokens, a share of all", ["edge"], '[shape]\nshare = "1/1"\ntokens = "1/5"\n'),
    settings("schema: a share, generated, formats", [], '[schema]\nshare = "1/3"\ngenerated = "1/4"\nformats = { xml = 0, web-text = 12 }\n'),
    settings("schema: nothing of pairs, all of base", ["edge"], '[schema]\nshare = "0/1"\ngenerated = "1/1"\n'),
    settings("schema: one format", ["edge"], "[schema]\n[schema.formats]\njson = 0\ncsv = 0\nxml = 0\nmarkdown = 0\nweb-text = 0\n"),
    refused("noise: an unknown key", "[noise]\nseed = \"1\"\n"),
    refused("noise: records", "[noise]\nrecords = 5\n"),
    refused("noise: tokens", '[noise]\ntokens = "1/5"\n'),
    refused("noise: a ratio of 1", '[noise]\nratio = "1/1"\n'),
    refused("noise: a ratio above 1", '[noise]\nratio = "3/2"\n'),
    refused("noise: a ratio over 0", '[noise]\nratio = "0/0"\n'),
    refused("noise: a ratio that is a number", "[noise]\nratio = 0.15\n"),
    refused("noise: a ratio with a leading zero", '[noise]\nratio = "015/100"\n'),
    refused("noise: an unknown word for short", '[noise]\nshort = "warn"\n'),
    refused("noise: short as a bool", "[noise]\nshort = true\n"),
    refused("noise: an unknown kind", "[noise]\nkinds = { misspelling = 1 }\n"),
    refused("noise: a kind of the other case", "[noise]\nkinds = { No-Space = 1 }\n"),
    refused("noise: a weight below 0", "[noise]\nkinds = { no-space = -1 }\n"),
    refused("noise: a weight of 2^31", "[noise]\nkinds = { no-space = 2147483648 }\n"),
    refused("noise: a weight that is a float", "[noise]\nkinds = { no-space = 1.0 }\n"),
    refused("noise: a weight that is a bool", "[noise]\nkinds = { no-space = true }\n"),
    refused("noise: a weight that is a share", '[noise]\nkinds = { no-space = "1/2" }\n'),
    refused("noise: kinds as a list", '[noise]\nkinds = ["no-space"]\n'),
    refused("noise: all weights 0", "[noise]\nkinds = { no-space = 0, broken-word = 0, wild-space = 0, html-residue = 0, rare-symbol = 0 }\n"),
    refused("noise: the strength of an unknown kind", '[noise]\nstrength = { misspelling = "1/2" }\n'),
    refused("noise: a strength of 0", '[noise]\nstrength = { no-space = "0/1" }\n'),
    refused("noise: a strength above 1", '[noise]\nstrength = { no-space = "3/2" }\n'),
    refused("noise: a strength whose b is 2^29", '[noise]\nstrength = { rare-symbol = "1/536870912" }\n'),
    refused("noise: a bad strength of a kind that is off", '[noise]\nstrength = { soft-hyphen = "2/1" }\n'),
    refused("noise: a strength that is an integer", "[noise]\nstrength = { no-space = 1 }\n"),
    refused("noise: pieces as a share", '[noise]\nstrength = { html-residue = "1/3" }\n'),
    refused("noise: no piece", "[noise]\nstrength = { html-residue = 0 }\n"),
    refused("noise: seventeen pieces", "[noise]\nstrength = { nav-words = 17 }\n"),
    refused("noise: a list of tables", "[[noise]]\n"),
    refused("shape: an unknown key", '[shape]\nratio = "1/2"\n'),
    refused("shape: a share above 1", '[shape]\nshare = "2/1"\n'),
    refused("shape: all", '[shape]\nshare = "all"\n'),
    refused("shape: an unknown op", "[shape]\nops = { letters = 1 }\n"),
    refused("shape: all weights 0", "[shape]\nops = { permute = 0, repeat = 0, glue = 0, list = 0, marker = 0, link = 0, quote = 0, indent = 0 }\n"),
    refused("shape: a weight of 2^31", "[shape]\nops = { link = 2147483648 }\n"),
    refused("shape: records and tokens", '[shape]\nrecords = 1\ntokens = "1/2"\n'),
    refused("schema: an unknown key", '[schema]\nratio = "1/2"\n'),
    refused("schema: records", "[schema]\nrecords = 5\n"),
    refused("schema: a share above 1", '[schema]\nshare = "2/1"\n'),
    refused("schema: an unknown word for share", '[schema]\nshare = "none"\n'),
    refused("schema: generated above 1", '[schema]\ngenerated = "5/4"\n'),
    refused("schema: all of generated in a word", '[schema]\ngenerated = "all"\n'),
    refused("schema: an unknown format", "[schema]\nformats = { yaml = 1 }\n"),
    refused("schema: all weights 0", "[schema]\nformats = { json = 0, csv = 0, xml = 0, markdown = 0, html = 0, web-text = 0 }\n"),
]
CASES += [
    planned("noise: five kinds over all splits", [], POEMS, "[base]\n[noise]\nratio = \"1/3\"\n"),
    planned("noise: all kinds", [], POEMS, "[base]\n" + NOISE_ALL),
    planned("noise: a material serves several kinds", ["edge"], POEMS[:2], "[base]\n[noise]\nratio = \"5/7\"\n"),
    planned("noise: without base the materials are the same", ["edge"], POEMS, '[mosaic]\ncross = "1/1"\n[noise]\nratio = "1/5"\nshort = "allow"\n'),
    planned("noise: no other record, none wanted", ["edge"], POEMS[:4], "[noise]\n"),
    planned("noise: materials before take, others after it", ["edge"], POEMS, "[base]\nrecords = 8\n[noise]\nratio = \"1/2\"\nshort = \"allow\"\n"),
    planned("noise: other records are those of four categories", ["edge"], [*POEMS, LONG, *FORMS], '[base]\n[mosaic]\ncross = "1/1"\n[longform]\n[shape]\n[noise]\n[schema]\n', budget=300),
    planned("noise: no_effect", ["edge"], [*LETTERS, *POEMS[:2]], "[base]\n[noise]\nratio = \"3/8\"\nshort = \"allow\"\nkinds = { no-space = 1, broken-word = 0, wild-space = 0, html-residue = 0, rare-symbol = 0 }\n"),
    planned("noise: over_budget", ["edge"], POEMS, "[base]\n[noise]\nratio = \"1/2\"\nshort = \"allow\"\nkinds = { html-residue = 9 }\n", budget=205),
    planned("noise: repeats", ["edge"], [*TWINS, *POEMS[:2]], "[base]\n[noise]\nratio = \"1/3\"\nshort = \"allow\"\nkinds = { broken-word = 0, wild-space = 0, html-residue = 0, rare-symbol = 0 }\nstrength = { no-space = \"1/1\" }\n"),
    planned("noise: allow, and a kind of which few are there", ["edge"], [*LETTERS, *POEMS[:4]], "[base]\n[noise]\nratio = \"2/3\"\nshort = \"allow\"\nkinds = { no-space = 1, broken-word = 1, wild-space = 0, html-residue = 0, rare-symbol = 3 }\n"),
    planned("noise: a kind that is off in one split", ["edge"], [*LETTERS, POEMS[2], POEMS[3]], "[base]\n[noise]\nratio = \"1/3\"\nshort = \"allow\"\nkinds = { wild-space = 0, html-residue = 0, rare-symbol = 0, nav-words = 2 }\n"),
    planned("noise: no panel is spaced", ["edge"], POEMS, "[base]\n[noise]\nratio = \"1/3\"\nshort = \"allow\"\n", spaced=(False, False)),
    planned("noise: both panels are spaced", ["edge"], POEMS, "[base]\n[noise]\nratio = \"1/3\"\n", spaced=(True, True)),
    planned("noise: slices and lines", [], [LONG, *TWICE], "[base]\n[noise]\nratio = \"1/2\"\nshort = \"allow\"\nkinds = { full-width = 1, soft-hyphen = 2 }\n", budget=150),
    planned("noise: cross_split_text is no material", ["edge"], [*TWICE, BRIDGING, FAR], "[base]\n[noise]\nratio = \"1/2\"\nshort = \"allow\"\n", budget=300),
    planned("noise: both orders, scripts mixed", ["multi-script"], WORLD, "[base]\n" + NOISE_ALL, "scalars", 300, order="both"),
    planned("noise: a document without lines", ["edge"], [UNEVEN, *POEMS[:3]], "[base]\n[noise]\nratio = \"2/5\"\nshort = \"allow\"\n"),
    planned("shape: the default share", [], POEMS, "[base]\n[shape]\n"),
    planned("shape: every material", [], POEMS, "[base]\n[shape]\nshare = \"1/1\"\n", budget=900),
    planned("shape: without base", ["edge"], POEMS, "[shape]\nshare = \"1/2\"\n"),
    planned("shape: a refill where one does not fit", ["edge"], POEMS, "[base]\n[shape]\nshare = \"1/2\"\n", budget=230),
    planned("shape: a shortfall is no error", ["edge"], POEMS, "[base]\n[shape]\nshare = \"1/1\"\n", budget=210),
    planned("shape: no_effect", ["edge"], [*POEMS[:3], *SAMES], PERMUTE),
    planned("shape: repeats", ["edge"], [*TWINS, *POEMS[:2]], PERMUTE),
    planned("shape: lines and documents without lines have no shape", ["edge"], [LONG, *TWICE, UNEVEN], "[base]\n[shape]\nshare = \"1/1\"\n", budget=150),
    planned("shape: slices", [], [LONG], "[base]\n[shape]\nshare = \"1/1\"\n", budget=250),
    planned("shape: scripts mixed", ["multi-script"], WORLD, "[base]\n[shape]\nshare = \"2/3\"\n", "bytes/3", 200, order="both", seed="種子"),
    planned("schema: all pairs", [], [*FORMS, POEMS[0]], "[base]\n[schema]\n"),
    planned("schema: pairs that do not agree or do not fit", ["edge"], [*FORMS, *UNLIKE], "[base]\n[schema]\n", budget=200),
    planned("schema: half of the pairs, no refill", ["edge"], [*FORMS, *UNLIKE], "[base]\n[schema]\nshare = \"1/2\"\n", budget=200),
    planned("schema: no pair", ["edge"], FORMS, "[base]\n[schema]\nshare = \"0/1\"\n"),
    planned("schema: off", ["edge"], [*FORMS, POEMS[0]], "[base]\n"),
    planned("schema: a share of a pair floors", ["edge"], FORMS[6:], "[schema]\nshare = \"1/2\"\n"),
    planned("schema: pairs, right first and both orders", ["edge"], FORMS, "[schema]\n", order="both"),
    planned("schema: pairs do not take part in noise and shape", ["edge"], [*FORMS, *POEMS[:2]], "[base]\n[shape]\nshare = \"1/1\"\n[noise]\nshort = \"allow\"\nratio = \"1/2\"\n[schema]\n"),
    planned("schema: generated, the real table", [], POEMS, "[base]\n[schema]\ngenerated = \"1/2\"\n", budget=900),
    planned("schema: generated counts all base records, takes those of 2 lines", ["edge"], [*POEMS[:6], *TWICE, UNEVEN], "[schema]\ngenerated = \"1/2\"\nformats = { markdown = 0 }\n", budget=900),
    planned("schema: generated, unfit and over_budget", ["edge"], [*POEMS, CONTROL], "[base]\n[schema]\ngenerated = \"1/1\"\nformats = { markdown = 0 }\n", budget=330),
    planned("schema: generated beside pairs", [], [*FORMS, *POEMS[:6]], "[base]\n[schema]\ngenerated = \"2/3\"\nshare = \"1/2\"\nformats = { markdown = 0 }\n", budget=900, order="both"),
    planned("schema: generated, at most 64 lines", ["edge"], [many(64), many(65)], "[base]\n[schema]\ngenerated = \"1/1\"\nformats = { markdown = 0 }\n", budget=30000),
    planned("schema: generated, scripts mixed", ["multi-script"], WORLD, "[base]\n[schema]\ngenerated = \"1/1\"\nformats = { html = 0, markdown = 0 }\n", "scalars", 700),
    planned("all categories", [], [*POEMS, LONG, *FORMS, *UNLIKE], '[base]\n[mosaic]\ncross = "1/1"\nstyles = ["dense"]\n[longform]\n[shape]\n[noise]\nshort = "allow"\n[schema]\ngenerated = "1/10"\nformats = { markdown = 0 }\n', budget=330, order="both"),
    planned("noise: fail, one kind is short", ["invalid"], [*LETTERS, *POEMS[:2]], "[base]\n[noise]\nratio = \"1/2\"\nkinds = { no-space = 1, broken-word = 0, wild-space = 0, html-residue = 0, rare-symbol = 0 }\n"),
    planned("noise: fail, no kind is on", ["invalid"], [*LETTERS, article("letters more", "ef\ngh", "丙\n丁")], "[base]\n[noise]\nratio = \"1/2\"\nkinds = { no-space = 1, broken-word = 0, wild-space = 0, html-residue = 0, rare-symbol = 0 }\n"),
    planned("noise: fail, a split without base materials has no other record", [], POEMS[:1], "[base]\n[noise]\nratio = \"1/2\"\n"),
]
EVENTS = {
    "off", "none-on", "none-wanted", "short", "noise-no_effect", "noise-over_budget", "noise-repeats", "shape-no_effect",
    "shape-over_budget", "shape-repeats", "shape-short", "pair", "pair-not_picked", "pair-skeleton", "pair-over_budget",
    "schema-unfit", "schema-over_budget", "schema-short", "structured",
}


def shown(made):
    """Returns the settings of the three tables, those that a recipe has: shares as [a, b], weights in order."""
    out = {}
    for name in ("noise", "shape", "schema"):
        if made[name]:
            out[name] = {k: list(v) if isinstance(v, tuple) else v for k, v in made[name].items() if k != "take"}
    return out


def compute(given, note):
    if given["op"] == "parts":
        return picks.parts_of(given["others"], (given["a"], given["b"]), given["weights"], given["gives"], given["short"], note)
    if given["op"] == "floor":
        return str(picks.floor_of(given["of"], (given["a"], given["b"])))
    if given["op"] == "recipe":
        return shown(recipe.parse(given["recipe"]))
    made = compute_plan(
        given, note, lambda d: d["category"] in ("noise", "shape", "schema"), lambda r: r["category"] in ("noise", "shape", "schema"), True
    )
    return {key: made[key] for key in ("records", "ledger", "noise", "shape", "schema") if key in made}
