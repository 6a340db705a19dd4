"""Section 5.5: what shape makes of a material."""
from . import Refused
from .derive import SHAPE_OPS, stream
from .pattern import SHAPE, text_of
from .text import cut, spans

LIST_FORMS = ["letters", "numbers", "bullets"]


class Panel:
    """A panel as its lines and the texts between them, one fewer."""

    def __init__(self, text):
        where = spans(text)
        self.lines = [cut(text, *span) for span in where]
        self.between = [cut(text, a[1], b[0]) for a, b in zip(where, where[1:])]

    def text(self):
        out = self.lines[0]
        for gap, line in zip(self.between, self.lines[1:]):
            out += gap + line
        assert len(self.between) == len(self.lines) - 1
        return out


class Shaping:
    """The two panels of a material while ops change them."""

    def __init__(self, panels, spaced, note):
        self.panels = [Panel(panels["left"]), Panel(panels["right"])]
        self.spaced, self.note, self.p = spaced, note, []
        if len(self.panels[0].lines) != len(self.panels[1].lines) or self.n() < 2:
            raise Refused("shape takes a material of 2 or more lines")

    def n(self):
        return len(self.panels[0].lines)

    def has(self, *names):
        return any(entry[0] in names for entry in self.p)

    def each_line(self, change):
        for panel in self.panels:
            panel.lines = [change(i, line) for i, line in enumerate(panel.lines)]

    def permute(self, s):
        if self.n() < 2:
            return None
        order = list(range(self.n()))
        s.shuffle(order)
        while order == list(range(self.n())):
            self.note("shuffled-again")
            s.shuffle(order)
        for panel in self.panels:
            panel.lines = [panel.lines[i] for i in order]
        return ["permute", order]

    def repeat(self, s):
        n = self.n()
        a = s.below(n)
        c = 1 + s.below(min(3, n - a))
        t = 1 + s.below(2)
        for panel in self.panels:
            copies = panel.lines[a : a + c] * t
            panel.lines[a + c : a + c] = copies
            panel.between[a + c - 1 : a + c - 1] = ["\n"] * len(copies)
        return ["repeat", a, c, t]

    def glue(self, s):
        n = self.n()
        if n < 2:
            return None
        a = s.below(n - 1)
        c = 2 + s.below(min(3, n - a - 1))
        for panel, is_spaced in zip(self.panels, self.spaced):
            panel.lines[a : a + c] = [(" " if is_spaced else "").join(panel.lines[a : a + c])]
            panel.between[a : a + c - 1] = []
            self.note("glue-spaced" if is_spaced else "glue-unspaced")
        return ["glue", a, c]

    def list(self, s):
        if self.n() < 2:
            self.note("list-of-one-line")
            return None
        form = LIST_FORMS[s.below(3)]
        if form == "letters" and self.n() > 26:
            self.note("letters-past-26")
            return None
        style = text_of(SHAPE, "list." + form, s)

        def numbered(i):
            for at, scalar in enumerate(style):
                if scalar in "Aa":
                    return style[:at] + chr(ord(scalar) + i) + style[at + 1 :]
                if scalar == "1":
                    return style[:at] + str(1 + i) + style[at + 1 :]
            return style

        self.each_line(lambda i, line: numbered(i) + line)
        return [form, style]

    def marker(self, s):
        n = self.n()
        t = text_of(SHAPE, "marker", s)
        if self.has(*LIST_FORMS):
            # Nothing is drawn where the list decides.
            self.note("marker-behind-list")
            e = 1
        else:
            e = s.below(2)
        w = s.below(2)
        a, b = 0, n
        if w == 0:
            a = s.below(n)
            b = a + 1
        self.note("marker-one" if w == 0 else "marker-all")

        def marked(i, line):
            if not a <= i < b:
                return line
            return line + " " + t if e else t + " " + line

        self.each_line(marked)
        return ["marker", "end" if e else "start", a, b, t]

    def link(self, s):
        a = s.below(self.n())
        t = text_of(SHAPE, "link", s)
        self.each_line(lambda i, line: line + " " + t if i == a else line)
        return ["link", a, t]

    def quote(self, s):
        t = text_of(SHAPE, "quote", s)
        self.each_line(lambda i, line: t + line)
        return ["quote", t]

    def indent(self, s):
        if self.has("quote"):
            self.note("indent-after-quote")
            return None
        t = text_of(SHAPE, "indent", s)
        self.each_line(lambda i, line: t + line)
        return ["indent", t]


def chosen_ops(seed, m, weights, note):
    """Returns the ops that the stream shape.ops chooses, in the order of the table."""
    s = stream(seed, "shape.ops", "", m)
    weights, chosen = list(weights), set()
    for _ in range(1 + s.below(3)):
        if sum(weights) == 0:
            note("weights-exhausted")
            break
        i = s.weighted(weights)
        weights[i] = 0
        chosen.add(i)
    return [op for i, op in enumerate(SHAPE_OPS) if i in chosen]


def shape(seed, m, panels, spaced, weights, note=lambda what: None):
    """Returns {"p","kind","left","right"} of a material, or None if nothing changes. weights: one an op."""
    if len(weights) != len(SHAPE_OPS) or sum(weights) == 0:
        raise Refused("a weight for each op, one above 0")
    shaping = Shaping(panels, spaced, note)
    for op in chosen_ops(seed, m, weights, note):
        entry = getattr(shaping, op)(stream(seed, "shape." + op, "", m))
        if entry is not None:
            note(entry[0])
            shaping.p.append(entry)
    if not shaping.p:
        note("no-op")
        return None
    left, right = (panel.text() for panel in shaping.panels)
    if (left, right) == (panels["left"], panels["right"]):
        note("same-text")
        return None
    return {"p": shaping.p, "kind": shaping.p[0][0], "left": left, "right": right}
