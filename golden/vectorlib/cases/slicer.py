"""Section 2.3: the slicer."""
from .. import Refused, pool
from ..derive import seed32, stream
from .tools import case
from .words import MIXED, PAIRS, panels

KEY = "0123456789abcdef01234567"


def cut(name, flags, panel, size=120, key=KEY, seed="diptych"):
    left, right = panel
    return case(name, flags, {"slice_seed": seed, "bytes": size, "key": key, "left": left, "right": right})


def short(sizes, gap="\n", right_gap=None):
    """Returns panels of lines of given bytes in each panel."""
    left = gap.join("abcdefghij"[n % 10] * size for n, size in enumerate(sizes))
    right = (right_gap or gap).join("klmnopqrst"[n % 10] * size for n, size in enumerate(sizes))
    return left, right


def to_target(more):
    """Returns panels whose first two lines are as long as the first target of C = 400, or more."""
    target = 300 + stream(seed32("diptych"), "slice.jitter", "", KEY, 0).below(201)
    rest = target + more - (10 + 2) - (10 + 2)
    left, right = short([10, rest // 2, 9, 9], "\n\n"), short([10, rest - rest // 2, 9, 9], "\n\n")
    return left[0], right[1]


LONG = panels(PAIRS, ["\n", "\n", "\n\n", "\n", "\n\n\n"])
CASES = [
    cut("one line", [], panels(PAIRS[:1])),
    cut("one line far over the length", ["edge"], short([5000]), 8),
    cut("single gaps: only the upper bound closes", ["edge"], panels(PAIRS)),
    cut("gaps of two LF close at the target", [], panels(PAIRS, "\n\n")),
    cut("gaps of several kinds", [], LONG),
    cut("gaps in the right panel alone", ["edge"], (panels(PAIRS)[0], panels(PAIRS, "\n\n")[1])),
    cut("gaps in the left panel alone", ["edge"], (panels(PAIRS, "\n\n")[0], panels(PAIRS)[1])),
    cut("LF that blanks stand between", ["edge"], panels(PAIRS, "\n \u3000\n")),
    cut("a line of blanks counts as one gap of two LF", ["edge"], panels(PAIRS, ["\n\t\n", "\n"])),
    cut("wide gaps count into the length", ["edge"], panels(PAIRS, "\n" * 30)),
    cut("the default length", [], panels(PAIRS * 3, ["\n", "\n\n"]), 740),
    cut("another key, other targets", [], LONG, key="fedcba9876543210fedcba98"),
    cut("another seed, other targets", [], LONG, seed="種子"),
    cut("the smallest length", ["edge"], short([1] * 40, "\n\n"), 8),
    cut("every line longer than 7C/4", ["edge"], short([20] * 6), 8),
    cut("a long line after a short one closes before it", ["edge"], short([3, 40, 3, 40, 3]), 20),
    cut("a long line last", ["edge"], short([5, 5, 90]), 40),
    cut("length is exactly 5C/4", ["edge"], short([12, 12, 5, 5]), 40),
    cut("length is one below 5C/4", ["edge"], (short([12, 12, 5, 5])[0], short([12, 11, 5, 5])[1]), 40),
    cut("length is exactly the target at a wide gap", ["edge"], to_target(0), 400),
    cut("length is one below the target at a wide gap", ["edge"], to_target(-1), 400),
    cut("length is exactly 7C/4", ["edge"], short([7, 27, 7]), 40),
    cut("length is one above 7C/4", ["edge"], (short([7, 27, 7])[0], short([7, 28, 7])[1]), 40),
    cut("odd length: divisions floor", ["edge"], panels(PAIRS, "\n\n"), 101),
    cut("length 11 floors to 8, 5, 13 and 19", ["edge"], short([3, 3, 5, 4, 6, 6, 10, 2, 2, 2], "\n\n"), 11),
    cut("leading and trailing blanks count", ["edge"], panels([("\u3000" * 9 + a, b + " " * 20) for a, b in PAIRS[:9]])),
    cut("scripts mixed: bytes, not scalars", ["multi-script"], panels(MIXED * 2, ["\n", "\n\n"])),
    cut("scripts mixed: combining marks and joiners", ["multi-script"], panels([("e\u0301\u0323" * 8, "👩‍👩‍👧‍👦" * 3), ("क्षि" * 6, "ﷺ" * 9)] * 5, "\n\n"), 150),
    cut("U+2028 is no LF", ["edge", "multi-script"], panels(MIXED, "\u2028\n\u2028x\n")),
    cut("length below 8", ["invalid"], panels(PAIRS[:3]), 7),
    cut("length 0", ["invalid"], panels(PAIRS[:3]), 0),
    cut("panels of unlike line counts are not sliced", ["invalid", "edge"], ("One.\nTwo.", "一與二。")),
]
EVENTS = {"closed-before", "closed-full", "closed-wide", "waits-for-gap", "last"}


def compute(given, note):
    if len(pool.spans(given["left"])) != len(pool.spans(given["right"])):
        raise Refused("an article without lines has no slices")
    ends = pool.slicer(given["slice_seed"], given["bytes"], given["key"], given["left"], given["right"], note)
    assert ends == sorted(set(ends)) and ends[-1] == len(pool.spans(given["left"]))
    return ends
