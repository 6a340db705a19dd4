"""Section 5.4: what noise makes of a material."""
from . import Refused, places
from .derive import NOISE_KINDS, stream
from .pattern import NOISE, text_of
from .recipe import strength_of
from .text import read_table

SPACED_ONLY = ["no-space", "broken-word", "soft-hyphen"]
WINDOWS_1252 = [chr(int(x[2:], 16)) for x in read_table("windows-1252").split("\n") if x.startswith("U+")]
assert len(WINDOWS_1252) == 32


def with_inserts(panel, inserts):
    """Returns a panel with texts put in: {index of the scalar behind: text}."""
    return "".join(inserts.get(at, "") + scalar for at, scalar in enumerate(panel))


def replaced(panel, spans):
    """Returns a panel with runs replaced: [(start, end, text)] in order."""
    out, at = "", 0
    for start, end, text in spans:
        out += panel[at:start] + text
        at = end
    return out + panel[at:]


def chosen_panels(seed, kind, m, spaced, note):
    """Returns which panels, left and right, noise changes."""
    if kind in SPACED_ONLY:
        return list(spaced)
    s = stream(seed, "noise.panels", kind, m)
    while True:
        out = [is_spaced or s.chance(1, 2) for is_spaced in spaced]
        if any(out):
            return out
        note("panels-drawn-again")


def some(s, name):
    return text_of(NOISE, name, s)


def no_space(s, panel, spaced, strength):
    return replaced(panel, [(start, end, "") for start, end in places.gaps(panel) if s.chance(*strength)])


def broken_word(s, panel, spaced, strength):
    inserts = {}
    for _, _, inside in places.long_words(panel):
        if s.chance(*strength):
            at = inside[s.below(len(inside))]
            inserts[at] = ["\n", "-\n", " "][s.below(3)]
    return with_inserts(panel, inserts)


def wild_space(s, panel, spaced, strength):
    a, b = strength
    if spaced:
        sites = [end for _, end in places.gaps(panel)]
    else:
        sites, b = places.points_between_marks(panel), 4 * b
    inserts = {}
    for at in sites:
        if s.chance(a, b):
            inserts[at] = "".join(some(s, "wild") for _ in range(1 + s.below(4)))
    return with_inserts(panel, inserts)


def html_residue(s, panel, spaced, strength):
    seams = [start for start, _ in places.gaps(panel)] if spaced else places.points_between_marks(panel)
    before, after, inserts = "", "", {}
    for _ in range(1 + s.below(strength)):
        place = s.below(3)
        if place == 0:
            before += some(s, "before") + "\n"
        elif place == 1:
            after += "\n" + some(s, "after")
        elif seams:
            # In the order of the words: the piece is drawn, then the seam.
            piece = some(s, "inside")
            at = seams[s.below(len(seams))]
            inserts[at] = inserts.get(at, "") + piece
    return before + with_inserts(panel, inserts) + after


def rare_symbol(s, panel, spaced, strength):
    return with_inserts(panel, {at: some(s, "symbol") for at in places.points(panel) if s.chance(*strength)})


def soft_hyphen(s, panel, spaced, strength):
    inserts = {}
    for _, _, inside in places.long_words(panel):
        if s.chance(*strength):
            inserts[inside[s.below(len(inside))]] = "\u00ad"
    return with_inserts(panel, inserts)


def zero_width(s, panel, spaced, strength):
    return with_inserts(panel, {at: some(s, "zero-width") for at in places.points(panel) if s.chance(*strength)})


def full_width(s, panel, spaced, strength):
    found = places.runs(panel, lambda c: "\u0021" <= c <= "\u007e")
    return replaced(
        panel,
        [(a, b, "".join(chr(ord(c) + 0xFEE0) for c in panel[a:b])) for a, b in found if s.chance(*strength)],
    )


def mojibake(s, panel, spaced, strength):
    found = places.runs(panel, lambda c: c > "\u007f")

    def spoiled(text):
        return "".join(WINDOWS_1252[byte - 0x80] if 0x80 <= byte <= 0x9F else chr(byte) for byte in text.encode())

    return replaced(panel, [(a, b, spoiled(panel[a:b])) for a, b in found if s.chance(*strength)])


def nav_words(s, panel, spaced, strength):
    before, after = "", ""
    for _ in range(1 + s.below(strength)):
        if s.below(2) == 0:
            before += some(s, "nav") + "\n"
        else:
            after += "\n" + some(s, "nav")
    return before + panel + after


SPOIL = {
    "no-space": no_space, "broken-word": broken_word, "wild-space": wild_space, "html-residue": html_residue,
    "rare-symbol": rare_symbol, "soft-hyphen": soft_hyphen, "zero-width": zero_width, "full-width": full_width,
    "mojibake": mojibake, "nav-words": nav_words,
}
assert list(SPOIL) == NOISE_KINDS


def noise(seed, m, panels, spaced, kind, strength, note=lambda what: None):
    """Returns {"n","left","right"} of a material, or None if nothing changes."""
    if kind not in NOISE_KINDS:
        raise Refused("not a kind of noise")
    amount = strength_of(kind, strength)
    chosen = chosen_panels(seed, kind, m, spaced, note)
    n, out = "", {}
    for ordinal, side in enumerate(("left", "right")):
        out[side] = panels[side]
        if chosen[ordinal]:
            n += side[0]
            s = stream(seed, "noise.site", kind, m, ordinal)
            out[side] = SPOIL[kind](s, panels[side], spaced[ordinal], amount)
    if out == {"left": panels["left"], "right": panels["right"]}:
        note("nothing-of-no-panel" if n == "" else "nothing")
        return None
    note(kind)
    note("panels-" + n)
    return {"n": n} | out
