"""Section 5.5: what shape makes of a material, with the real table."""
from .. import Refused, derive, pool, shape, text
from . import scripts
from .tools import case
from .words import MIXED, PAIRS, panels

ID = "0123456789abcdef01234567"
BOTH, LEFT, RIGHT, NONE = [True, True], [True, False], [False, True], [False, False]
OPS = derive.SHAPE_OPS
TWO, THREE = panels(PAIRS[:2]), panels(PAIRS[:3], ["\n", "\n\n\n"])
SEVEN = panels(PAIRS[:7], ["\n", "\n\n", "\n \t\n"])
MANY = panels([PAIRS[n % 24] for n in range(40)], ["\n", "\n\n"])
INDENTED = ("  one \n\ttwo\n\u3000three\n four  ", "甲 \n 乙\n\u3000丙\u3000\n丁")
TWINS = ("Same.\nSame.", "同。\n同。")
UNEQUAL_GAPS = ("one\ntwo\n\n\nthree\n \nfour", "甲\n\n乙\n丙\n\u3000\n\n丁")


def weights(*ops, **amounts):
    """Returns weights: 1 for each op named, 0 for others."""
    return [amounts.get(op, int(op in ops)) for op in OPS]


def shaped(name, flags, left_right, spaced, amounts, first=0, seed="42", document=False):
    """Returns a case of a document, or of lines from `first` on."""
    m = f"{ID}/d" if document else text.spell(ID, first, first + len(text.lines(left_right[0])))
    given = {"seed": seed, "material": m, "left": left_right[0], "right": left_right[1], "spaced": spaced, "weights": amounts}
    return case(name, flags, given)


def until(event, *args):
    """Returns the first case of its arguments, by first line, that meets an event; an op that is named is alone."""
    for first in range(400):
        found, seen = shaped(*args, first=first), []
        given = found["in"]
        try:
            shape.shape(derive.seed32(given["seed"]), given["material"], given, given["spaced"], given["weights"], seen.append)
        except Refused:
            return found
        if event in seen:
            return found
    raise AssertionError(event)


def changed(made, **fields):
    made["in"].update(fields)
    return made


CASES = []
for op in OPS:
    CASES += [
        shaped(f"{op}: two lines", ["edge"], TWO, LEFT, weights(op)),
        shaped(f"{op}: three lines, a document", [], THREE, LEFT, weights(op), document=True),
        shaped(f"{op}: seven lines", [], SEVEN, LEFT, weights(op), 4),
        shaped(f"{op}: seven other lines", [], SEVEN, LEFT, weights(op), 5),
        shaped(f"{op}: forty lines", [], MANY, RIGHT, weights(op), 3),
        shaped(f"{op}: lines keep their blanks", ["edge", "multi-script"], INDENTED, NONE, weights(op), 2),
        shaped(f"{op}: what stands between lines keeps its place", ["edge", "multi-script"], UNEQUAL_GAPS, BOTH, weights(op), 1),
        shaped(f"{op}: scripts mixed", ["multi-script"], scripts.WORLD, LEFT, weights(op), 9, seed="種子"),
    ]
CASES += [shaped(f"all ops: {n}", [], SEVEN, LEFT, [1] * 8, n) for n in range(24)]
CASES += [shaped(f"all ops, two lines: {n}", ["edge"], TWO, RIGHT, [1] * 8, n) for n in range(12)]
CASES += [shaped(f"all ops, scripts mixed: {n}", ["multi-script"], [scripts.EAST, scripts.WEST, scripts.WORLD][n % 3], [NONE, BOTH, LEFT][n % 3], [1] * 8, n) for n in range(9)]
CASES += [
    until("letters", "letters", [], SEVEN, LEFT, weights("list")),
    until("numbers", "numbers", [], SEVEN, LEFT, weights("list")),
    until("bullets", "bullets", [], SEVEN, LEFT, weights("list")),
    until("letters", "letters: exactly 26 lines", ["edge"], panels([PAIRS[n % 24] for n in range(26)]), LEFT, weights("list")),
    until("letters-past-26", "letters: 27 lines are too many", ["edge"], panels([PAIRS[n % 24] for n in range(27)]), LEFT, weights("list")),
    until("letters-past-26", "letters: lines that repeat made are counted", ["edge"], panels([PAIRS[n % 24] for n in range(26)]), LEFT, weights("list", "repeat")),
    until("letters", "letters: lines that glue joined are not counted", ["edge"], panels([PAIRS[n % 24] for n in range(27)]), LEFT, weights("list", "glue")),
    until("numbers", "numbers past 26", ["edge"], MANY, LEFT, weights("list")),
    until("list-of-one-line", "list: glue left one line", ["edge"], TWO, LEFT, weights("glue", "list")),
    until("marker-behind-list", "marker behind a list stands at the end", ["edge"], SEVEN, LEFT, weights("list", "marker")),
    until("indent-after-quote", "indent after quote is left out", ["edge"], SEVEN, LEFT, weights("quote", "indent")),
    until("weights-exhausted", "fewer ops than are drawn: the weights run out", ["edge"], SEVEN, LEFT, weights("link")),
    until("weights-exhausted", "two ops and a third that is not there", ["edge"], SEVEN, LEFT, weights("link", "quote")),
    until("no-op", "letters that do not hold, alone: nothing", ["edge"], panels([PAIRS[n % 24] for n in range(30)]), LEFT, weights("list")),
    until("same-text", "equal lines in another order: nothing", ["edge"], TWINS, LEFT, weights("permute")),
    until("same-text", "equal blanks in another order: nothing", ["edge"], ("a\na\na", "甲\n甲\n甲"), NONE, weights("permute")),
    until("permute", "equal lines on one panel alone change it", ["edge"], ("Same.\nSame.", "甲\n乙"), LEFT, weights("permute")),
    until("glue", "glue joins across empty lines", ["edge"], UNEQUAL_GAPS, LEFT, weights("glue")),
    until("glue-unspaced", "glue by nothing on both panels", ["edge", "multi-script"], scripts.EAST, NONE, weights("glue")),
    until("repeat", "copies of lines of many scripts", ["multi-script"], panels(MIXED, ["\n", "\n\n"]), LEFT, weights("repeat")),
    until("marker-one", "marker at one line", [], SEVEN, LEFT, weights("marker")),
    until("marker-all", "marker at every line", [], SEVEN, LEFT, weights("marker")),
    until("shuffled-again", "two lines shuffled again", ["edge"], TWO, LEFT, weights("permute")),
    shaped("weights as large as can be", ["edge"], SEVEN, LEFT, [2**31 - 1] * 8, 1),
    shaped("a weight of 0 between", ["edge"], SEVEN, LEFT, [3, 0, 5, 0, 0, 1, 0, 2], 2),
    shaped("another seed", [], SEVEN, LEFT, [1] * 8, 0, "pretrain-v4"),
    shaped("an empty seed", ["edge"], SEVEN, LEFT, [1] * 8, 0, ""),
    shaped("one line", ["invalid"], PAIRS[0], LEFT, [1] * 8),
    shaped("a document of one line", ["invalid", "edge"], PAIRS[0], LEFT, [1] * 8, document=True),
    shaped("a document without lines", ["invalid"], ("One.\nTwo.", "一二。"), LEFT, [1] * 8, document=True),
    shaped("weights all 0", ["invalid"], SEVEN, LEFT, [0] * 8),
    shaped("seven weights", ["invalid"], SEVEN, LEFT, [1] * 7),
    changed(shaped("a range of one line", ["invalid"], SEVEN, LEFT, [1] * 8), material=f"{ID}/3-4"),
    changed(shaped("lines of two materials", ["invalid", "multi-script"], scripts.EAST, NONE, [1] * 8), material=f"{ID}/0 {ID}/1"),
    shaped("a panel that begins with a blank line", ["invalid"], ("\na\nb", "甲\n乙"), LEFT, [1] * 8, document=True),
]
EVENTS = {
    "permute", "repeat", "glue", "letters", "numbers", "bullets", "marker", "link", "quote", "indent", "glue-spaced",
    "glue-unspaced", "list-of-one-line", "letters-past-26", "marker-behind-list", "marker-one", "marker-all",
    "indent-after-quote", "weights-exhausted", "no-op", "same-text", "shuffled-again",
}


def compute(given, note):
    two = {side: given[side] for side in ("left", "right")}
    for side in two.values():
        pool.check_panel(side)
    text.check_base_material(given["material"])
    made = shape.shape(derive.seed32(given["seed"]), given["material"], two, given["spaced"], given["weights"], note)
    if made is None:
        return {"changed": False}
    assert len(text.lines(made["left"])) == len(text.lines(made["right"]))
    text.bridge(made["left"], made["right"])
    return {"changed": True} | made
