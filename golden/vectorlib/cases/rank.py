"""Section 3: ranks and what is in rank order; section 5: which panel is first."""
from .. import Refused, derive, record
from ..recipe import ORDERS
from .tools import case

ID = "0123456789abcdef01234567"
LINES = [f"{ID}/{n}" for n in range(24)]


def ranked(name, flags, purpose, ident, seed="42"):
    return case(name, flags, {"op": "rank", "seed": seed, "purpose": purpose, "id": ident})


def taken(name, flags, purpose, ids, k, seed="42"):
    return case(name, flags, {"op": "take", "seed": seed, "purpose": purpose, "ids": ids, "k": k})


def first(name, flags, order, m1, seed="42"):
    return case(name, flags, {"op": "right-first", "seed": seed, "order": order, "m1": m1})


CASES = [
    ranked("record", [], "order", "00112233445566778899aabbccddeeff"),
    ranked("document, both", [], "order.both", f"{ID}/d"),
    ranked("line, cross", [], "mosaic.cross", f"{ID}/7"),
    ranked("reserved purpose", [], "noise.pick.no-space", f"{ID}/0-3"),
    ranked("document, take", [], "take.base", f"{ID}/d"),
    ranked("take.mosaic of a range", [], "take.mosaic", f"{ID}/0-3"),
    ranked("take.longform of the same range", [], "take.longform", f"{ID}/0-3"),
    ranked("seed of another script", ["multi-script"], "order", "ffffffffffffffffffffffffffffffff", "種子"),
    ranked("seed and id of many scripts", ["multi-script"], "order", "臺北/カフェ e\u0301", "مرحبا नमस्ते 👩‍👩‍👧"),
    ranked("empty seed and id", ["edge"], "order", "", ""),
    taken("all, in rank order", [], "mosaic.cross", LINES, 24),
    taken("the first five", [], "mosaic.cross", LINES, 5),
    taken("none", ["edge"], "mosaic.cross", LINES, 0),
    taken("the order they come in does not matter", ["edge"], "mosaic.cross", LINES[::-1], 5),
    taken("a larger set keeps its choices", ["edge"], "mosaic.cross", LINES + [f"{ID}/{n}" for n in range(24, 48)], 10),
    taken("another purpose, another order", [], "take.mosaic", LINES, 24),
    taken("another seed of another script, another order", ["multi-script"], "mosaic.cross", LINES, 24, "種子 🌱"),
    taken("more than there are", ["invalid"], "mosaic.cross", LINES, 25),
    first("left first", [], "left-first", f"{ID}/d"),
    first("right first", [], "right-first", f"{ID}/d"),
    first("an unknown order", ["invalid"], "both-first", f"{ID}/d"),
    first("an empty order", ["invalid"], "", f"{ID}/d"),
]
CASES += [first(f"both: {m}", ["edge"], "both", f"{ID}/{m}") for m in ("d", "0", "1", "2", "3", "0-2", "0-3", "1-3")]
EVENTS = {"odd", "even"}


def compute(given, note):
    seed = derive.seed32(given["seed"])
    if given["op"] == "rank":
        return derive.rank(seed, given["purpose"], given["id"]).hex()
    if given["op"] == "take":
        if given["k"] > len(given["ids"]):
            raise Refused("more than there are")
        return sorted(given["ids"], key=lambda x: (derive.rank(seed, given["purpose"], x), x.encode()))[: given["k"]]
    if given["order"] not in ORDERS:
        raise Refused("an unknown order")
    right = record.right_first({"seed": seed, "order": given["order"]}, given["m1"])
    if given["order"] == "both":
        note("odd" if right else "even")
    return right

