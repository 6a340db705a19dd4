"""Section 7.2: the lines of records of every kind, ids, origins, and lines that a reader refuses."""
import re

from .. import Refused, pattern, plan, record, recipe, text, varied
from ..derive import SHAPE_OPS, seed32
from ..record import CATEGORIES, KINDS_OF
from .cross import MULTI, MULTI_SPLITS, singles
from .longform import EIGHT
from .picks import FORMS, POEMS, WORLD
from .run import TEN
from .tools import article, case, toml
from .words import MIXED, PAIRS, panels

ID = "0123456789abcdef01234567"
ALL = '[base]\n[mosaic]\ncross = "1/1"\n[longform]\n'
ORIGINS = ["left", "right", "both", "none", "unknown", "right", "right", "left"]
VARIED = [
    article(f"varied {n}", *panels([PAIRS[16 + n]]), genre="lines", origin=origin, source=["b", "a", "docs", "文"][n % 4], license=["CC0-1.0", "", "MIT", "CC0-1.0"][n % 4])
    for n, origin in enumerate(ORIGINS)
]
ASTRAL = [
    article(f"astral {n}", *panels([PAIRS[n]]), genre="lines", source=source, license=source)
    for n, source in enumerate(["𠮷", "ｶ", "é", "e\u0301", "Z", "a"])
]
FIELDS = ["id", "text", "split", "category", "kind", "tokens", "reversed", "origin", "sources", "licenses", "meta"]
VARIED_TABLES = (
    '[base]\n[noise]\nratio = "9/10"\nshort = "allow"\nkinds = { %s }\n[shape]\nshare = "1/1"\n[schema]\ngenerated = "1/1"\n'
    % ", ".join(f"{kind} = 1" for kind in KINDS_OF["noise"])
)


def lines_of(name, flags, articles, kinds=None, counter="bytes", most=2, spaced=None, **settings):
    """Returns cases: the lines of the first records of each kind of a release."""
    toml_text = toml(**({"tables": ALL, "budget": 300} | settings))
    made = plan.plan(articles, recipe.parse(toml_text), counter, spaced=spaced or (True, False))
    out, counts = [], {}
    for d in made["records"]:
        counts[d["kind"]] = counts.get(d["kind"], 0) + 1
        if counts[d["kind"]] <= most and (kinds is None or d["kind"] in kinds):
            used = {m.split("/")[0] for m in d["m"]}
            given = {
                "op": "line", "counter": counter, "recipe": toml_text, "articles": [a for a in articles if a["id"] in used],
                "category": d["category"], "kind": d["kind"], "m": " ".join(d["m"]), "s": d["s"],
            } | ({"spaced": list(spaced)} if spaced else {})
            out.append(case(f"{name}: {d['kind']} {counts[d['kind']]}", flags, given))
    return out


def ident(name, flags, category, kind, meta, seed=None):
    """Returns a case; the seed is the recipe's, or None where an id holds none."""
    given = {"op": "id", "category": category, "kind": kind, "meta": meta}
    return case(name, flags, given if seed is None else given | {"seed": seed})


def origin(name, flags, right_first, *origins):
    return case(name, flags, {"op": "origin", "right_first": right_first, "origins": list(origins)})


CASES = lines_of("left first", [], [TEN, *singles(5), EIGHT])
CASES += lines_of("right first", ["edge"], [TEN, *singles(5), EIGHT], order="right-first", most=1)
CASES += lines_of("origins, sources, licences", ["edge"], VARIED, ["cross-dense", "cross-mixed", "document"], budget=500)
CASES += lines_of("both orders", ["edge"], VARIED + [TEN], ["document", "slice", "cross-paragraph", "run-paragraph"], order="both")
CASES += lines_of("scripts mixed", ["multi-script"], [*MULTI_SPLITS, *MULTI, article("混", *panels(MIXED[:7], ["\n", "\n\n\n"]), genre="dialogue")], None, "bytes/3", 1, budget=80, order="both")
CASES += lines_of("controls, quotes and backslashes", ["edge"], [article("q", 'He said "no\\yes".\t\x01\n\u2028b', "他說「不」\\\x7f。\x1f\n\ufeff乙\u00a0", license='"CC" \\ 4')], budget=300)
CASES += [
    case("sources ascend by bytes, not by UTF-16", ["edge", "multi-script"], {
        "op": "line", "counter": "bytes", "recipe": toml(tables=ALL, budget=400), "articles": ASTRAL,
        "category": "mosaic", "kind": "cross-mixed", "m": " ".join(f"{a['id']}/0" for a in ASTRAL), "s": "12112",
    }),
    ident("id of a document", [], "base", "document", '{"m":"%s/d"}' % ID),
    ident("the right panel first: another id", ["edge"], "base", "document", '{"m":"%s/d","o":1}' % ID),
    ident("sisters have ids of their own: dense", [], "mosaic", "run-dense", '{"m":"%s/0-2","s":"1"}' % ID),
    ident("sisters have ids of their own: paragraph", [], "mosaic", "run-paragraph", '{"m":"%s/0-2","s":"2"}' % ID),
    ident("a window and a slice of the same lines: window", ["edge"], "longform", "window", '{"m":"%s/0-2"}' % ID),
    ident("a window and a slice of the same lines: slice", ["edge"], "base", "slice", '{"m":"%s/0-2"}' % ID),
    ident("cross of eight", [], "mosaic", "cross-mixed", '{"m":"%s","s":"1121212","o":1}' % " ".join(f"{ID}/{n}" for n in range(8))),
    ident("id of noise", [], "noise", "broken-word", '{"m":"%s/0-2","n":"l"}' % ID, "42"),
    ident("id of noise, another seed", ["edge"], "noise", "broken-word", '{"m":"%s/0-2","n":"l"}' % ID, "43"),
    ident("id of noise, another kind", ["edge"], "noise", "no-space", '{"m":"%s/0-2","n":"l"}' % ID, "42"),
    ident("id of shape", [], "shape", "letters", '{"m":"%s/d","p":[["letters","A. "],["quote","> "]],"o":1}' % ID, "42"),
    ident("id of a pair: no seed", ["edge"], "schema", "json", '{"m":"%s/d","g":["json",""]}' % ID),
    ident("id of a generated record: the seed", ["edge"], "schema", "json", '{"m":"%s/d","g":["json","config"]}' % ID, "42"),
    ident("id of noise, a seed of another script", ["multi-script"], "noise", "mojibake", '{"m":"%s/7","n":"lr"}' % ID, "種子"),
    origin("one material written left, left first", [], False, "left"),
    origin("one material written right, left first", [], False, "right"),
    origin("one material written left, right first", ["edge"], True, "left"),
    origin("one material written right, right first", ["edge"], True, "right"),
    origin("both is no panel", ["edge"], False, "both"),
    origin("none and unknown are no panels", ["edge"], True, "none", "unknown"),
    origin("half is not more than half", ["edge"], False, "right", "left"),
    origin("two of three", [], False, "right", "left", "right"),
    origin("two of three, right first", ["edge"], True, "right", "left", "right"),
    origin("two right, two both", ["edge"], False, "right", "both", "right", "both"),
    origin("eight unknown", [], False, *["unknown"] * 8),
]


def line_of(articles, toml_text, counter, category, kind, m, s, spaced=(True, False)):
    """Replays one record and returns its canonical line."""
    p = plan.Planner(articles, recipe.parse(toml_text), counter, spaced=spaced)
    m = m.split(" ")
    if category == "noise":
        draft = varied.noise_draft(p, kind, m[0])
    elif category == "shape":
        draft = varied.shape_draft(p, m[0])
    elif category == "schema" and text.is_structured(p.articles[m[0].split("/")[0]]):
        draft = varied.pair_draft(p, m[0])
    elif category == "schema":
        draft = varied.schema_draft(p, m[0])
    else:
        draft = p.draft(category, kind, m, s)
    assert kind in (None, draft["kind"])
    return record.line_of(record.record_of(p.articles, p.recipe, draft, draft["tokens"])).decode()


CASES += lines_of("varied", [], POEMS, KINDS_OF["noise"] + KINDS_OF["shape"] + KINDS_OF["schema"], budget=3000, most=1, spaced=(True, False), tables=VARIED_TABLES)
CASES += lines_of("varied, both orders", ["edge"], POEMS, KINDS_OF["noise"] + KINDS_OF["shape"], budget=900, most=1, spaced=(True, True), tables=VARIED_TABLES.replace('generated = "1/1"', 'generated = "0/1"'), order="both", seed="7")
CASES += lines_of("varied, scripts mixed", ["multi-script"], WORLD, KINDS_OF["noise"] + KINDS_OF["shape"] + ["json", "csv", "xml", "web-text"], "scalars", 1, (False, False), budget=2000, tables=VARIED_TABLES, order="right-first")
CASES += lines_of("pair", [], FORMS, KINDS_OF["schema"], most=1, tables="[schema]\n")
CASES += lines_of("pair, both orders", ["edge"], [a | {"origin": "right"} for a in FORMS], ["json", "web-text"], most=3, tables="[schema]\n", order="both")

GOOD = line_of([TEN], toml(tables=ALL, budget=300), "bytes", "mosaic", "run-mixed", f"{TEN['id']}/0-3", "12")
BASE = line_of(VARIED[1:2], toml(tables=ALL, budget=300, order="right-first"), "bytes", "base", "document", f"{VARIED[1]['id']}/d", "")


def check_line(line):
    """Refuses what cannot be the line of a record, whatever pool and recipe are."""
    if not line.endswith("\n"):
        raise Refused("a line ends with LF")
    record.check_line_length(len(line.encode()))
    r = record.read_canonical(line[:-1].encode())
    if not isinstance(r, dict) or list(r) != FIELDS:
        raise Refused("not the fields of a record")
    types = [str, str, str, str, str, int, bool, str, list, list, str]
    if [type(x) for x in r.values()] != types:
        raise Refused("not the types of a record")
    if r["split"] not in recipe.SPLITS or r["category"] not in CATEGORIES:
        raise Refused("an unknown split or category")
    if r["kind"] not in KINDS_OF.get(r["category"], []):
        raise Refused("not a kind of this category in this version")
    if r["origin"] not in ["left", "right", "both", "none", "unknown", "mixed"]:
        raise Refused("an unknown origin")
    for name in ("sources", "licenses"):
        if not r[name] or not all(isinstance(x, str) for x in r[name]) or r[name] != sorted(set(r[name]), key=str.encode):
            raise Refused("sources and licences ascend and stand once")
    check_meta(r)
    meta = record.read_canonical(r["meta"].encode())
    if r["category"] in ("noise", "shape") or (r["category"] == "schema" and meta["g"][1]):
        # Such an id holds the recipe's seed, which a line does not tell.
        if not re.fullmatch("[0-9a-f]{32}", r["id"], re.ASCII):
            raise Refused("not an id")
    elif r["id"] != record.record_id(r["category"], r["kind"], r["meta"]):
        raise Refused("not the id of this meta")
    text.parse_back(r["text"])


KEY_OF = {"mosaic": "s", "noise": "n", "shape": "p", "schema": "g"}


def check_meta(r):
    meta = record.read_canonical(r["meta"].encode())
    if not isinstance(meta, dict):
        raise Refused("meta is an object")
    own = [KEY_OF[r["category"]]] if r["category"] in KEY_OF else []
    wanted = ["m", *own, *(["o"] if "o" in meta else [])]
    if list(meta) != wanted or not isinstance(meta["m"], str) or repr(meta.get("o", 1)) != "1":
        raise Refused("not the keys of meta")
    materials = meta["m"].split(" ")
    text.check_spelling(r["kind"], materials)
    if r["category"] == "mosaic":
        check_separators(r["kind"], materials, meta["s"])
    elif r["category"] == "noise" and meta["n"] not in ("l", "r", "lr"):
        raise Refused("not the panels of noise")
    elif r["category"] == "shape":
        check_ops(r["kind"], meta["p"])
    elif r["category"] == "schema":
        check_domain(r["kind"], materials, meta["g"])


def check_domain(kind, materials, g):
    if not isinstance(g, list) or [type(x) for x in g] != [str, str] or g[0] != kind:
        raise Refused("g is the format and the domain")
    if g[1] == "" and not materials[0].endswith("/d"):
        raise Refused("a pair is a document")
    if g[1] != "" and not pattern.NAME.fullmatch(g[1]):
        raise Refused("a domain is a name")


def check_ops(kind, p):
    """Refuses a list of ops that shape does not write."""
    if not isinstance(p, list) or not 1 <= len(p) <= 3 or not all(isinstance(entry, list) and entry for entry in p):
        raise Refused("p lists one to three ops")
    places = []
    for name, *rest in p:
        op = "list" if name in ("letters", "numbers", "bullets") else name
        if op not in SHAPE_OPS:
            raise Refused("an unknown op")
        places.append(SHAPE_OPS.index(op))
        types = {
            "permute": [list], "repeat": [int] * 3, "glue": [int] * 2, "marker": [str, int, int, str], "link": [int, str],
        }.get(op, [str])
        if [type(x) for x in rest] != types:
            raise Refused("not what this op lists")
        if op == "permute" and not all(type(x) is int for x in rest[0]):
            raise Refused("permute lists places")
        if op == "marker" and rest[0] not in ("start", "end"):
            raise Refused("a marker stands at the start or at the end")
    if places != sorted(set(places)) or {6, 7} <= set(places) or kind != p[0][0]:
        raise Refused("ops stand in order and once; the first is the kind")


def check_separators(kind, materials, s):
    family, style = kind.split("-")
    span = text.parse_material(materials[0])[1]
    k = len(materials) if family == "cross" else span[1] - span[0]
    allowed = {"dense": {"1"}, "paragraph": {"2"}, "mixed": {"1", "2"}}[style]
    if not isinstance(s, str) or len(s) != k - 1 or set(s) != allowed:
        raise Refused("not the separators of this style")


def changed(name, line, old, new):
    assert line.count(old) >= 1, name
    return case(name, ["invalid"], {"op": "read", "line": line.replace(old, new, 1)})


def resealed(name, meta, kind="run-mixed", category="mosaic"):
    """Returns a line of which all is right but its meta: the id is made right again."""
    r = record.read_canonical(GOOD[:-1].encode())
    r |= {"meta": meta, "kind": kind, "category": category, "id": record.record_id(category, kind, meta)}
    return case(name, ["invalid", "edge"], {"op": "read", "line": record.canonical(r) + "\n"})


M = TEN["id"]
CASES += [case("a line as written", [], {"op": "read", "line": GOOD}), case("a line of base", [], {"op": "read", "line": BASE})]
CASES += [
    changed("another id", GOOD, GOOD[7:9], "zz"),
    changed("an upper-case id", GOOD, GOOD[7:39], GOOD[7:39].upper()),
    changed("a short id", GOOD, GOOD[7:39], GOOD[7:38]),
    changed("no LF at the end", GOOD, "\n", ""),
    changed("CR before LF", GOOD, "\n", "\r\n"),
    changed("two LF at the end", GOOD, "\n", "\n\n"),
    changed("a blank inside", GOOD, '"tokens":', '"tokens": '),
    changed("an unknown split", GOOD, '"split":"train"', '"split":"dev"'),
    changed("an unknown category", GOOD, '"category":"mosaic"', '"category":"poem"'),
    changed("noise of a kind of mosaic", GOOD, '"category":"mosaic"', '"category":"noise"'),
    changed("a kind of another category", GOOD, '"kind":"run-mixed"', '"kind":"window"'),
    changed("another kind of the category", GOOD, '"kind":"run-mixed"', '"kind":"run-dense"'),
    changed("tokens as a string", GOOD, '"reversed"', '"reversed"').copy() | {"in": {"op": "read", "line": GOOD.replace(',"reversed"', '","reversed"').replace('"tokens":', '"tokens":"')}},
    changed("tokens below 0", GOOD, '"tokens":', '"tokens":-'),
    changed("tokens as a float", GOOD, ',"reversed"', '.0,"reversed"'),
    changed("reversed as an integer", GOOD, '"reversed":false', '"reversed":0'),
    changed("an unknown origin", GOOD, '"origin":"left"', '"origin":"middle"'),
    changed("no source", GOOD, '"sources":["docs"]', '"sources":[]'),
    changed("a source twice", GOOD, '"sources":["docs"]', '"sources":["docs","docs"]'),
    changed("sources out of order", GOOD, '"sources":["docs"]', '"sources":["docs","a"]'),
    changed("a source as a string", GOOD, '"sources":["docs"]', '"sources":"docs"'),
    changed("a field twice", GOOD, '"split":"train"', '"split":"train","split":"train"'),
    changed("a field missing", GOOD, '"split":"train",', ""),
    changed("a field more", GOOD, ',"meta"', ',"more":1,"meta"'),
    changed("fields in another order", GOOD, '"split":"train","category":"mosaic"', '"category":"mosaic","split":"train"'),
    changed("meta as an object", GOOD, GOOD[GOOD.index('"meta":') :], '"meta":{"m":"%s/0-3","s":"12"}}\n' % M),
    changed("a panel less", GOOD, GOOD[GOOD.index('"text":') : GOOD.index(',"split"')], '"text":"one panel"'),
    resealed("a blank in meta", '{"m": "%s/0-3","s":"12"}' % M),
    resealed("meta without s", '{"m":"%s/0-3"}' % M),
    resealed("meta with an unknown key", '{"m":"%s/0-3","s":"12","x":1}' % M),
    resealed("meta in another order", '{"s":"12","m":"%s/0-3"}' % M),
    resealed("o is 0", '{"m":"%s/0-3","s":"12","o":0}' % M),
    resealed("o is true", '{"m":"%s/0-3","s":"12","o":true}' % M),
    resealed("o before s", '{"m":"%s/0-3","o":1,"s":"12"}' % M),
    resealed("a key of noise", '{"m":"%s/0-3","s":"12","n":"x"}' % M),
    resealed("too few separators", '{"m":"%s/0-3","s":"1"}' % M),
    resealed("mixed that is dense", '{"m":"%s/0-3","s":"11"}' % M),
    resealed("a separator of three", '{"m":"%s/0-3","s":"13"}' % M),
    resealed("dense that is mixed", '{"m":"%s/0-3","s":"12"}' % M, "run-dense"),
    resealed("mixed of two lines", '{"m":"%s/0-2","s":"1"}' % M),
    resealed("base with separators", '{"m":"%s/0-3","s":"12"}' % M, "slice", "base"),
    resealed("two blanks between materials", '{"m":"%s/0  %s/1","s":"1"}' % (M, M), "cross-dense"),
    resealed("a blank after the materials", '{"m":"%s/0-3 ","s":"12"}' % M),
    resealed("no material", '{"m":"","s":"12"}'),
    resealed("a mosaic without a kind of mosaic's key", '{"m":"%s/0-3","n":"l"}' % M),
]
NOISE, SHAPE, SCHEMA, PAIR = (
    line_of(POEMS + FORMS, toml(tables=VARIED_TABLES, budget=3000), "bytes", *where, "")
    for where in (
        ("noise", "no-space", POEMS[0]["id"] + "/d"), ("shape", None, POEMS[0]["id"] + "/d"),
        ("schema", None, POEMS[0]["id"] + "/d"), ("schema", "json", FORMS[0]["id"] + "/d"),
    )
)
CASES += [case(f"a line of {name}", [], {"op": "read", "line": line}) for name, line in (("noise", NOISE), ("shape", SHAPE), ("schema, generated", SCHEMA), ("schema, a pair", PAIR))]


def other_meta(name, category, kind, meta, flags=()):
    """Returns a line of noise, shape or schema of which all is right but its meta, as far as a reader of it alone can tell."""
    r = record.read_canonical(PAIR[:-1].encode())
    seed = b"" if '"g":["json",""]' in meta else seed32("42")
    r |= {"meta": meta, "kind": kind, "category": category, "id": record.record_id(category, kind, meta, seed)}
    return case(name, list(flags) or ["invalid"], {"op": "read", "line": record.canonical(r) + "\n"})


def noise_meta(name, rest, kind="no-space", flags=(), m=f"{M}/0-3"):
    return other_meta("noise: " + name, "noise", kind, '{"m":"%s"%s}' % (m, rest), flags)


def shape_meta(name, p, kind, flags=(), m=f"{M}/0-3"):
    return other_meta("shape: " + name, "shape", kind, '{"m":"%s","p":%s}' % (m, p), flags)


def schema_meta(name, g, kind="json", flags=(), m=f"{M}/0-3"):
    return other_meta("schema: " + name, "schema", kind, '{"m":"%s","g":%s}' % (m, g), flags)


CASES += [
    noise_meta("both panels", ',"n":"lr"', flags=["edge"]),
    noise_meta("one line", ',"n":"l"', flags=["edge"], m=f"{M}/5"),
    noise_meta("a document, right first", ',"n":"r","o":1', "nav-words", ["edge"], f"{M}/d"),
    noise_meta("no panel", ',"n":""'),
    noise_meta("panels in another order", ',"n":"rl"'),
    noise_meta("a panel of another name", ',"n":"left"'),
    noise_meta("without n", ""),
    noise_meta("n as a list", ',"n":["l"]'),
    noise_meta("separators", ',"s":"1","n":"l"'),
    noise_meta("o before n", ',"o":1,"n":"l"'),
    noise_meta("two materials", ',"n":"l"', m=f"{M}/0 {M}/1"),
    noise_meta("a range of one line", ',"n":"l"', m=f"{M}/3-4"),
    noise_meta("an unknown kind", ',"n":"l"', "misspelling"),
    noise_meta("a kind of shape", ',"n":"l"', "repeat"),
    shape_meta("three ops in order", '[["permute",[1,0,2]],["letters","(a) "],["indent","\\t"]]', "permute", ["edge"]),
    shape_meta("every number at its bound", '[["repeat",0,3,2],["glue",0,4],["marker","start",0,9,"x"]]', "repeat", ["edge"]),
    shape_meta("a document", '[["link",2,"https://example.org"]]', "link", ["edge"], f"{M}/d"),
    shape_meta("marks of many scripts", '[["bullets","・　"],["marker","end",1,2,"第１號"]]', "bullets", ["edge", "multi-script"]),
    shape_meta("a line", '[["quote","> "]]', "quote", m=f"{M}/5"),
    shape_meta("no op", "[]", "quote"),
    shape_meta("four ops", '[["permute",[1,0]],["repeat",0,1,1],["glue",0,2],["quote","> "]]', "permute"),
    shape_meta("ops in another order", '[["quote","> "],["link",0,"x"]]', "quote"),
    shape_meta("an op twice", '[["link",0,"x"],["link",1,"y"]]', "link"),
    shape_meta("two forms of a list", '[["letters","A. "],["numbers","1. "]]', "letters"),
    shape_meta("quote and indent", '[["quote","> "],["indent","  "]]', "quote"),
    shape_meta("the kind is the second op", '[["quote","> "],["marker","end",0,1,"x"]]', "marker"),
    shape_meta("the kind is another op", '[["quote","> "]]', "indent"),
    shape_meta("the name of the op of lists", '[["list","A. "]]', "letters"),
    shape_meta("an unknown op", '[["reverse"]]', "permute"),
    shape_meta("an op that is a string", '["permute"]', "permute"),
    shape_meta("p as a string", '"permute"', "permute"),
    shape_meta("permute of strings", '[["permute",["1","0"]]]', "permute"),
    shape_meta("glue without a number", '[["glue",0]]', "glue"),
    shape_meta("letters without a style", '[["letters"]]', "letters"),
    shape_meta("letters with a number", '[["letters",1]]', "letters"),
    shape_meta("marker in the middle", '[["marker","middle",0,1,"x"]]', "marker"),
    shape_meta("link without a place", '[["link","x"]]', "link"),
    shape_meta("link with a bool", '[["link",true,"x"]]', "link"),
    schema_meta("a domain", '["json","v1.config-2"]', flags=["edge"]),
    schema_meta("a pair of lines", '["json",""]'),
    schema_meta("a pair", '["json",""]', flags=["edge"], m=f"{M}/d"),
    schema_meta("another format than the kind", '["csv","list"]'),
    schema_meta("no domain", '["json"]'),
    schema_meta("three of them", '["json","config","x"]'),
    schema_meta("a domain that is no name", '["json","a b"]'),
    schema_meta("g as a string", '"json"'),
    schema_meta("g as an object", '{"format":"json","domain":"config"}'),
    schema_meta("an unknown format", '["yaml","config"]', "yaml"),
    schema_meta("one line", '["json","config"]', m=f"{M}/5"),
]
EVENTS = set()
assert {c["in"]["kind"] for c in CASES if c["in"]["op"] == "line"} == set(record.KINDS)


def compute(given, note):
    if given["op"] == "line":
        line = line_of(*[given[k] for k in ("articles", "recipe", "counter", "category", "kind", "m", "s")], given.get("spaced", (True, False)))
        check_line(line)
        return line
    if given["op"] == "id":
        seed = seed32(given["seed"]) if "seed" in given else b""
        return record.record_id(given["category"], given["kind"], given["meta"], seed)
    if given["op"] == "origin":
        found = record.origin_of(given["origins"], given["right_first"])
        return {"reversed": found[0], "origin": found[1]}
    check_line(given["line"])
    return True
