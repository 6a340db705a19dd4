"""Section 5.4: what each kind of noise makes of a material, with the real table."""
from .. import derive, noise, pool, text
from ..recipe import STRENGTHS
from . import scripts
from .tools import case

ID = "0123456789abcdef01234567"
BOTH, LEFT, RIGHT, NONE = [True, True], [True, False], [False, True], [False, False]
SHORT = ("Nobody answered.", "沒有人回應。")
ONE_WORD = ("Hi", "嗨")
STRONG = {kind: value if isinstance(value, int) else "1/2" for kind, value in STRENGTHS.items()}


def noised(name, flags, kind, panels, spaced, strength=None, first=None, seed="42", m=f"{ID}/d"):
    """Returns a case of a document, or of lines from `first` on; the strength is the kind's default unless given."""
    if first is not None:
        counts = [len(text.lines(panel)) for panel in panels]
        assert counts[0] == counts[1]
        m = text.spell(ID, first, first + counts[0])
    given = {
        "seed": seed, "material": m, "left": panels[0], "right": panels[1], "spaced": spaced, "kind": kind,
        "strength": STRENGTHS.get(kind, "1/2") if strength is None else strength,
    }
    return case(name, flags, given)


def refused(name, kind, strength, flags=(), m=f"{ID}/d"):
    return noised(name, ["invalid", *flags], kind, scripts.PLAIN, LEFT, strength, m=m)


CASES = []
for kind in derive.NOISE_KINDS:
    CASES += [
        noised(f"{kind}: default strength", [], kind, scripts.PLAIN, LEFT),
        noised(f"{kind}: default strength, another material", [], kind, scripts.PLAIN, LEFT, first=0),
        noised(f"{kind}: stronger", [], kind, scripts.PLAIN, LEFT, STRONG[kind], 7),
        noised(f"{kind}: right panel spaced", ["edge"], kind, scripts.PLAIN[::-1], RIGHT, STRONG[kind]),
        noised(f"{kind}: both panels spaced, scripts mixed", ["multi-script"], kind, scripts.WEST, BOTH, STRONG[kind]),
        noised(f"{kind}: one panel spaced, scripts mixed", ["multi-script"], kind, scripts.WORLD, LEFT, STRONG[kind]),
        noised(f"{kind}: no panel spaced, scripts mixed", ["multi-script", "edge"], kind, scripts.EAST, NONE, STRONG[kind], 2),
        noised(f"{kind}: another seed", [], kind, scripts.WEST, BOTH, seed="種子"),
        noised(f"{kind}: as strong as can be", ["edge"], kind, scripts.PLAIN, LEFT, 16 if isinstance(STRONG[kind], int) else "1/1", 3),
        noised(f"{kind}: as weak as can be", ["edge"], kind, SHORT, LEFT, 1 if isinstance(STRONG[kind], int) else "1/536870911"),
        noised(f"{kind}: two letters and one", ["edge"], kind, ONE_WORD, LEFT, STRONG[kind], 0),
    ]
CASES += [noised(f"panels drawn of two that are not spaced: {n}", ["edge"], "rare-symbol", scripts.EAST, NONE, "1/9", n) for n in range(12)]
CASES += [noised(f"the panel that is not spaced is drawn: {n}", ["edge"], "mojibake", scripts.PLAIN, LEFT, "1/2", n) for n in range(4)]
CASES += [noised(f"residue at all three places: {n}", ["edge"], "html-residue", SHORT, BOTH, 9, n) for n in range(4)]
CASES += [
    noised("no-space: marks, tabs, wide blanks", ["edge"], "no-space", ("a \u0301b c\td\u3000 e  f \n g", "甲 乙\u3000丙"), BOTH, "1/1"),
    noised("no-space: nothing to remove", ["edge"], "no-space", ("Hello", "你好"), LEFT, "1/1"),
    noised("broken-word: one point a word", ["edge"], "broken-word", ("\u1112\u1161\u11ab\u1112\u1161\u11ab strength", "강"), BOTH, "1/1"),
    noised("broken-word: words with marks", ["edge", "multi-script"], "broken-word", (scripts.MARKS, scripts.THAI), BOTH, "1/1"),
    noised("broken-word: no long word", ["edge"], "broken-word", ("one two six", "一二三"), LEFT, "1/1"),
    noised("wild-space: no gap in a spaced panel", ["edge"], "wild-space", ("Hello", "你好 世界"), BOTH, "1/1"),
    noised("wild-space: a quarter of the strength where not spaced", ["edge"], "wild-space", (scripts.CHINESE, scripts.JAPANESE), NONE, "1/1"),
    noised("wild-space: blanks are no site where not spaced", ["edge"], "wild-space", ("甲 乙\u3000丙\u200b丁", "あ い\u00a0う"), NONE, "1/1"),
    noised("html-residue: no seam", ["edge"], "html-residue", ("Hello", "嗨"), BOTH, 16),
    noised("html-residue: a seam of several pieces", ["edge"], "html-residue", ("Hello world", "你 好"), BOTH, 16),
    noised("html-residue: seams begin where the gap does", ["edge"], "html-residue", ("a \t b", "甲 \t 乙"), BOTH, 12),
    noised("full-width: runs end at blanks and at other scalars", ["edge"], "full-width", ("ab1é~!c d", "「x=1」a\u007fb"), BOTH, "1/1"),
    noised("full-width: nothing to raise", ["edge"], "full-width", ("你好", "世界 一"), BOTH, "1/1"),
    noised("mojibake: nothing above U+007F", ["edge"], "mojibake", ("Hello\u007f", "World"), BOTH, "1/1"),
    noised("mojibake: every byte of a lead and a tail", ["edge"], "mojibake", ("é à ÿ \u0080 \u00a0x", "\uffff𠮷\U0010ffff ‘’"), BOTH, "1/1"),
    noised("mojibake: the bytes 81, 8D, 8F, 90, 9D", ["edge"], "mojibake", ("\u0401\u040d\u040f\u0410\u041d", "\u0441\u044d\u044f"), BOTH, "1/1"),
    noised("mojibake: LF and ASCII end a run", ["edge"], "mojibake", ("é\né à-ü", "甲\n乙 丙a丁"), BOTH, "1/2"),
    noised("rare-symbol: no point inside a grapheme", ["edge", "multi-script"], "rare-symbol", (scripts.EMOJI, scripts.JAMO), BOTH, "1/1"),
    noised("zero-width: no point inside a grapheme", ["edge", "multi-script"], "zero-width", (scripts.HINDI, scripts.ARABIC), BOTH, "1/1"),
    noised("soft-hyphen: one point a word", ["edge", "multi-script"], "soft-hyphen", (scripts.GERMAN, scripts.RUSSIAN), BOTH, "1/1"),
    noised("nav-words: in the order drawn", ["edge"], "nav-words", SHORT, BOTH, 16),
    noised("one scalar a panel", ["edge"], "rare-symbol", ("a", "b"), BOTH, "1/1"),
    noised("a strength that is not in lowest terms", ["edge"], "broken-word", scripts.PLAIN, LEFT, "8/16"),
    noised("a strength of equal numbers above 1", ["edge"], "no-space", scripts.PLAIN, LEFT, "536870911/536870911"),
    noised("the stream follows the material's spelling", ["edge"], "zero-width", scripts.PLAIN, LEFT, "1/3", 5),
    refused("an unknown kind", "misspelling", "1/2"),
    refused("a kind of the other case", "No-Space", "1/2"),
    refused("a strength of 0", "no-space", "0/1"),
    refused("a strength above 1", "broken-word", "3/2"),
    refused("a strength over 0", "broken-word", "1/0"),
    refused("a strength with a leading zero", "broken-word", "01/8"),
    refused("a strength whose b is 2^29", "rare-symbol", "1/536870912", ["edge"]),
    refused("a strength that is a number", "no-space", 1),
    refused("no piece", "html-residue", 0),
    refused("seventeen pieces", "html-residue", 17),
    refused("a share of pieces", "nav-words", "1/2"),
    refused("a range of one line: no record spells it so", "no-space", "1/1", ["edge"], m=f"{ID}/3-4"),
    refused("two materials", "no-space", "1/1", m=f"{ID}/3 {ID}/4"),
    noised("an empty panel", ["invalid"], "no-space", ("", "你好"), LEFT),
    noised("U+000D in a panel", ["invalid", "multi-script"], "no-space", ("a\rb", "你好"), LEFT),
]
EVENTS = {*derive.NOISE_KINDS, "nothing", "nothing-of-no-panel", "panels-l", "panels-r", "panels-lr", "panels-drawn-again"}


def compute(given, note):
    panels = {side: given[side] for side in ("left", "right")}
    for side in panels.values():
        pool.check_panel(side)
    text.check_base_material(given["material"])
    seed = derive.seed32(given["seed"])
    made = noise.noise(seed, given["material"], panels, given["spaced"], given["kind"], given["strength"], note)
    if made is None:
        return {"changed": False}
    text.bridge(made["left"], made["right"])
    return {"changed": True} | made
