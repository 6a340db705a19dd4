"""Section 5.2: styles, separators, texts of groups, both families together, sisters."""
from .. import mosaic, record, recipe, text
from ..derive import seed32
from .cross import MULTI, MULTI_SPLITS, TINY, singles
from .run import ODD, SIX, TEN, WHOLE, talk
from .tools import article, case, compute_plan, toml
from .words import MIXED, PAIRS, panels

ID = "0123456789abcdef01234567"
FULL = '[mosaic]\ncross = "1/1"\n'


def drawn(name, flags, family, first, k, seed="42"):
    return case(name, flags, {"op": "mixed", "seed": seed, "family": family, "first": first, "k": k})


def length(name, flags, family, first, seed="42"):
    return case(name, flags, {"op": "length", "seed": seed, "family": family, "first": first})


def rendered(name, flags, pairs, separators, right_first=False):
    left, right = [list(x) for x in zip(*pairs)]
    return case(name, flags, {"op": "render", "left": left, "right": right, "s": separators, "right_first": right_first})


def planned(name, flags, articles, counter="bytes", tables=FULL, **settings):
    given = {"op": "plan", "counter": counter, "recipe": toml(tables=tables, **settings), "articles": articles}
    return case(name, flags, given)


def refused(name, tables):
    return planned(name, ["invalid"], [SIX], tables=tables)


def again(family, k):
    """Returns the first line whose first draw of mixed separators is all alike."""
    for n in range(1000):
        words = mosaic.stream(seed32("42"), "sep.mixed", family, f"{ID}/{n}")
        if len({words.below(2) for _ in range(k - 1)}) == 1:
            return f"{ID}/{n}"
    raise AssertionError("no line draws so")


CASES = [drawn(f"mixed of {k} lines, {family}", [], family, f"{ID}/7", k) for family in ("cross", "run") for k in (3, 4, 8)]
CASES += [drawn(f"mixed of {k} lines drawn again, {family}", ["edge"], family, again(family, k), k) for family in ("cross", "run") for k in (3, 5)]
CASES += [
    drawn("mixed under a seed of another script", ["multi-script"], "cross", f"{ID}/0", 6, "種子 مرحبا e\u0301"),
    drawn("mixed of two lines", ["invalid"], "cross", f"{ID}/7", 2),
    drawn("mixed of nine lines", ["invalid"], "run", f"{ID}/7", 9),
    drawn("mixed of one line", ["invalid"], "run", f"{ID}/7", 1),
    drawn("an unknown family", ["invalid"], "longform", f"{ID}/7", 3),
]
CASES += [length(f"length of {n}, {family}", [], family, f"{ID}/{n}") for family in ("cross", "run") for n in range(4)]
CASES += [
    rendered("two lines, dense", [], PAIRS[:2], "1"),
    rendered("two lines, paragraph", [], PAIRS[:2], "2"),
    rendered("eight lines, dense, right first", ["edge"], PAIRS[:8], "1111111", True),
    rendered("eight lines, paragraph", ["edge"], PAIRS[:8], "2222222"),
    rendered("mixed", [], PAIRS[:4], "121"),
    rendered("mixed, right first", [], PAIRS[:3], "12", True),
    rendered("blanks of lines stay", ["edge"], [("\ta ", "\u3000甲"), (" b", "乙\u200b"), ("c", " 丙 ")], "21"),
    rendered("scripts mixed", ["multi-script"], MIXED[:6], "12212"),
    rendered("scripts mixed, right first", ["multi-script"], MIXED[4:], "21111", True),
    rendered("too few separators", ["invalid"], PAIRS[:3], "1"),
    rendered("too many separators", ["invalid"], PAIRS[:3], "112"),
    rendered("a separator of three LF", ["invalid"], PAIRS[:3], "13"),
    rendered("a separator of none", ["invalid"], PAIRS[:3], "01"),
    rendered("a separator that is no digit", ["invalid"], PAIRS[:3], "1\n"),
    planned("both families", [], [SIX, TEN, *singles(8)], budget=300),
    planned("both families, both orders", ["edge"], [SIX, TEN, *ODD, *singles(8)], budget=260, order="both"),
    planned("a line may stand in both families", ["edge"], [SIX, talk("more", PAIRS[6:9], "\n\n\n")], budget=600),
    planned("dense alone", [], [TEN, *singles(6)], budget=300, tables=FULL + 'styles = ["dense"]\n'),
    planned("paragraph alone", [], [TEN, *singles(6)], budget=300, tables=FULL + 'styles = ["paragraph"]\n'),
    planned("paragraph and mixed", [], [TEN, *singles(6)], budget=300, tables=FULL + 'styles = ["mixed", "paragraph"]\n'),
    planned("dense and mixed: a pair has one record", ["edge"], [talk("pair", PAIRS[:2], "\n\n\n"), *singles(2, 4)], budget=120, tables=FULL + 'styles = ["mixed", "dense"]\n'),
    planned("sisters less those that repeat", ["edge"], [WHOLE, *singles(5, 8)], budget=600, tables="[base]\n" + FULL),
    planned("a cross record may repeat a document", ["edge"], [*singles(2), article("twin", *panels(PAIRS[:2])), article("nivt", *panels(PAIRS[1::-1]))], budget=600, tables='[base]\n[mosaic]\ncross = "1/1"\nstyles = ["dense"]\n'),
    planned("mosaic off", ["edge"], [SIX, *singles(4)], budget=300, tables="[base]\n"),
    planned("scripts mixed, all splits, both families", ["multi-script"], [*MULTI, *MULTI_SPLITS, talk("混", MIXED[:7], "\n \n", split="validation")], "scalars", budget=120, order="both"),
    planned("small lines, a counter that does not add up", ["edge"], [TEN, *TINY], "runs", budget=90),
    refused("mixed alone", '[mosaic]\nstyles = ["mixed"]\n'),
    refused("a kind is no style", '[mosaic]\nstyles = ["cross-dense"]\n'),
    refused("records and tokens", '[mosaic]\nrecords = 3\ntokens = "1/2"\n'),
]
EVENTS = {"style_repeats", "drawn"}
REASONS = {"cross_split_line", "mosaic_alone", "run_alone", "style_repeats"}


def compute(given, note):
    if given["op"] == "plan":
        made = compute_plan(given, note, lambda d: d["category"] == "mosaic", lambda r: r["reason"] in REASONS)
        check_sisters(given, made)
        return made
    if given["op"] == "render":
        if set(given["s"]) - {"1", "2"} or len(given["s"]) != len(given["left"]) - 1:
            raise text.Refused("one digit, 1 or 2, for each place between two lines")
        return text.join(*[text.join_lines(given[side], given["s"]) for side in ("left", "right")], given["right_first"])
    if given["family"] not in ("cross", "run"):
        raise text.Refused("an unknown family")
    if given["op"] == "length":
        return mosaic.draw_length(seed32(given["seed"]), given["family"], given["first"])
    if not 3 <= given["k"] <= 8:
        raise text.Refused("mixed groups have three to eight lines")
    note("drawn")
    return mosaic.draw_mixed(seed32(given["seed"]), given["family"], given["first"], given["k"])


def check_sisters(given, made):
    """Asserts that the records of a group are all there, but for rows style_repeats."""
    settings = recipe.parse(given["recipe"])["mosaic"]
    have = {(r["kind"].split("-")[0], r["m"]): set() for r in made["records"]}
    for r in made["records"]:
        have[r["kind"].split("-")[0], r["m"]].add(r["kind"].split("-")[1])
    for r in made["ledger"]:
        if r["reason"] == "style_repeats" and ("run", r["unit"]) in have:
            have["run", r["unit"]].add(r["kind"].split("-")[1])
    for (family, m), styles in have.items():
        ends = m.split("/")[1].split("-")
        k = len(m.split(" ")) if family == "cross" else int(ends[1]) - int(ends[0])
        assert styles == {s for s in settings["styles"] if k > 2 or s != "mixed"}


assert record.KINDS[3:9] == [f"{f}-{s}" for f in ("cross", "run") for s in recipe.STYLES]
