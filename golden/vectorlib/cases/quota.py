"""Section 3: allot and share."""
from .. import derive
from .tools import case

TEXTS = ["臺北捷運 MRT", "カフェ e\u0301", "مرحبا بالعالم", "नमस्ते दुनिया", "👩‍👩‍👧‍👦👍🏽"]


def allot(name, flags, n, w):
    return case(name, flags, {"op": "allot", "n": str(n), "w": [str(x) for x in w]})


def share(name, flags, others, a, b):
    return case(name, flags, {"op": "share", "others": str(others), "a": str(a), "b": str(b)})


CASES = [
    allot("ten by three", [], 10, [1, 1, 1]),
    allot("five equal weights", [], 1532433, [1] * 5),
    allot("weights of a hundred", [], 7, [50, 30, 20]),
    allot("six weights", [], 100, [243, 328, 161, 145, 96, 26]),
    allot("nothing to allot", ["edge"], 0, [1, 2]),
    allot("a weight of 0 gets nothing", ["edge"], 5, [0, 1]),
    allot("fewer than weights: lower indexes first", ["edge"], 3, [1, 1, 1, 1]),
    allot("equal remainders, unequal weights", ["edge"], 3, [1, 3, 1, 1]),
    allot("the largest remainder is last", ["edge"], 10, [33, 33, 34, 51]),
    allot("a weight of 0 never takes what is left", ["edge"], 2, [0, 1, 0, 1, 1]),
    allot("one weight", ["edge"], 9, [7]),
    allot("products past 64 bits", ["edge"], 2**63 - 1, [2**32, 2**32 - 1, 3]),
    allot("largest weights", ["edge"], 2**63 - 1, [2**62, 2**62, 2**62 - 1]),
    allot("weights are bytes of texts of many scripts", ["multi-script"], 1000, [len(x.encode()) for x in TEXTS]),
    allot("weights are scalars of the same texts", ["multi-script"], 1000, [len(x) for x in TEXTS]),
    allot("weights all 0", ["invalid"], 3, [0, 0]),
    allot("no weights", ["invalid"], 3, []),
    allot("nothing to allot to weights of 0", ["invalid", "edge"], 0, [0]),
]
CASES += [share(f"15 in 100 of {n}", ["edge"] if n < 4 else [], n, 15, 100) for n in (0, 1, 2, 3, 10, 17, 100, 8683787)]
CASES += [
    share("a share of 0", ["edge"], 1000, 0, 7),
    share("a half", [], 1001, 1, 2),
    share("exactly between two rounds up", ["edge"], 1, 1, 3),
    share("just below between two rounds down", ["edge"], 1, 33333, 100000),
    share("nearly all", ["edge"], 3, 99999, 100000),
    share("large numbers", ["edge"], 2**32, 2**31 - 2, 2**31 - 1),
    share("a share of all", ["invalid"], 10, 5, 5),
    share("a share above all", ["invalid"], 10, 6, 5),
    share("a share over 0", ["invalid"], 10, 0, 0),
]
EVENTS = set()


def compute(given, note):
    if given["op"] == "allot":
        n, w = int(given["n"]), [int(x) for x in given["w"]]
        out = derive.allot(n, w)
        assert sum(out) == n
        return [str(x) for x in out]
    return str(derive.share(int(given["others"]), int(given["a"]), int(given["b"])))
