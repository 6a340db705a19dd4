"""Section 7.2: the lines of records of every kind, ids, origins, and lines that a reader refuses."""
from .. import Refused, plan, record, recipe, text
from ..ledger import CATEGORIES
from .cross import MULTI, MULTI_SPLITS, singles
from .longform import EIGHT
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
KINDS_OF = {"base": record.KINDS[:3], "mosaic": record.KINDS[3:9], "longform": record.KINDS[9:]}


def lines_of(name, flags, articles, kinds=None, counter="bytes", most=2, **settings):
    """Returns cases: the lines of the first records of each kind of a release."""
    toml_text = toml(**({"tables": ALL, "budget": 300} | settings))
    made = plan.plan(articles, recipe.parse(toml_text), counter)
    out, counts = [], {}
    for d in made["records"]:
        counts[d["kind"]] = counts.get(d["kind"], 0) + 1
        if counts[d["kind"]] <= most and (kinds is None or d["kind"] in kinds):
            used = {m.split("/")[0] for m in d["m"]}
            given = {
                "op": "line", "counter": counter, "recipe": toml_text, "articles": [a for a in articles if a["id"] in used],
                "category": d["category"], "kind": d["kind"], "m": " ".join(d["m"]), "s": d["s"],
            }
            out.append(case(f"{name}: {d['kind']} {counts[d['kind']]}", flags, given))
    return out


def ident(name, flags, category, kind, meta):
    return case(name, flags, {"op": "id", "category": category, "kind": kind, "meta": meta})


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
    assert draft["kind"] == kind
    return record.line_of(record.record_of(p.articles, p.recipe, draft, draft["tokens"])).decode()


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
    if r["id"] != record.record_id(r["category"], r["kind"], r["meta"]):
        raise Refused("not the id of this meta")
    text.parse_back(r["text"])


def check_meta(r):
    meta = record.read_canonical(r["meta"].encode())
    wanted = ["m"] + (["s"] if r["category"] == "mosaic" else []) + (["o"] if "o" in meta else [])
    if list(meta) != wanted or not isinstance(meta["m"], str) or repr(meta.get("o", 1)) != "1":
        raise Refused("not the keys of meta")
    materials = meta["m"].split(" ")
    text.check_spelling(r["kind"], materials)
    if r["category"] == "mosaic":
        check_separators(r["kind"], materials, meta["s"])


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
    changed("a category without records in this version", GOOD, '"category":"mosaic"', '"category":"noise"'),
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
    resealed("a reserved key", '{"m":"%s/0-3","s":"12","n":"x"}' % M),
    resealed("too few separators", '{"m":"%s/0-3","s":"1"}' % M),
    resealed("mixed that is dense", '{"m":"%s/0-3","s":"11"}' % M),
    resealed("a separator of three", '{"m":"%s/0-3","s":"13"}' % M),
    resealed("dense that is mixed", '{"m":"%s/0-3","s":"12"}' % M, "run-dense"),
    resealed("mixed of two lines", '{"m":"%s/0-2","s":"1"}' % M),
    resealed("base with separators", '{"m":"%s/0-3","s":"12"}' % M, "slice", "base"),
    resealed("two blanks between materials", '{"m":"%s/0  %s/1","s":"1"}' % (M, M), "cross-dense"),
    resealed("a blank after the materials", '{"m":"%s/0-3 ","s":"12"}' % M),
    resealed("no material", '{"m":"","s":"12"}'),
]
EVENTS = set()
assert {c["in"]["kind"] for c in CASES if c["in"]["op"] == "line"} == set(record.KINDS)


def compute(given, note):
    if given["op"] == "line":
        line = line_of(*[given[k] for k in ("articles", "recipe", "counter", "category", "kind", "m", "s")])
        check_line(line)
        return line
    if given["op"] == "id":
        return record.record_id(given["category"], given["kind"], given["meta"])
    if given["op"] == "origin":
        found = record.origin_of(given["origins"], given["right_first"])
        return {"reversed": found[0], "origin": found[1]}
    check_line(given["line"])
    return True
