"""Section 3.2: tables of patterns and what one draw of a stream makes of a name."""
import re

from . import Refused
from .text import read_table

NAME = re.compile("[A-Za-z0-9.-]+", re.ASCII)
HEX4 = re.compile("[0-9A-Fa-f]{4}", re.ASCII)
MODES = ["raw", "json", "xml", "attr", "cdata", "csv", "quoted", "md", "cell"]
MARKS = {"@": "key", "*": "many", "=": "slot"}
ESCAPES = {"n": "\n", "t": "\t", "s": " ", "\\": "\\"}


def check_name(name):
    if not NAME.fullmatch(name):
        raise Refused("a name is one or more of [A-Za-z0-9.-]")
    return name


def escape_at(body, at):
    """Returns (text, end) of the escape whose backslash stands at a place."""
    letter = body[at + 1 : at + 2]
    if letter in ESCAPES:
        return ESCAPES[letter], at + 2
    digits = body[at + 2 : at + 6]
    if letter != "u" or not HEX4.fullmatch(digits) or 0xD800 <= int(digits, 16) <= 0xDFFF:
        raise Refused("not an escape")
    return chr(int(digits, 16)), at + 6


def part_at(body, at):
    """Returns (part, end) of what the percent sign at a place begins."""
    end = body.find("%", at + 1)
    if end == -1:
        raise Refused("a percent sign that nothing closes")
    inner = body[at + 1 : end]
    if inner == "":
        return ("text", "%"), end + 1
    kind = MARKS.get(inner[0], "use")
    name = check_name(inner if kind == "use" else inner[1:])
    if kind == "slot" and name not in MODES:
        raise Refused("not a mode")
    return (kind, name), end + 1


def parts_of(body):
    """Returns the parts of a BODY: (kind, text, name or mode), kind `text` `use` `key` `many` `slot`."""
    out, at = [], 0
    while at < len(body):
        if body[at] == "\\":
            text, at = escape_at(body, at)
            out.append(("text", text))
        elif body[at] == "%":
            part, at = part_at(body, at)
            out.append(part)
        else:
            out.append(("text", body[at]))
            at += 1
    return out


def parse(text):
    """Returns {name: [parts of each alternative]} of the text of a table."""
    rules = {}
    for line in text.split("\n"):
        if line == "" or line.startswith("#"):
            continue
        name, blank, body = line.partition(" ")
        if not blank:
            raise Refused("a rule is a name, a blank and a body")
        rules.setdefault(check_name(name), []).append(parts_of(body))
    for kind, name in [part for found in rules.values() for parts in found for part in parts]:
        if kind in ("use", "key", "many") and name not in rules:
            raise Refused("no rule has this name")
        if kind == "key" and any(k != "text" for parts in rules[name] for k, _ in parts):
            raise Refused("keys are plain text")
    return rules


class Expansion:
    """One expansion of a table for one record: its stream and the keys it has used."""

    def __init__(self, rules, stream, note=lambda what: None):
        self.rules, self.stream, self.note = rules, stream, note
        self.used, self.round = {}, {}

    def key(self, name):
        found = self.rules[name]
        used = self.used.setdefault(name, set())
        if len(used) == len(found):
            self.note("round")
            used.clear()
            self.round[name] = self.round.get(name, 1) + 1
        free = [i for i in range(len(found)) if i not in used]
        i = free[self.stream.below(len(free))]
        used.add(i)
        text = "".join(t for _, t in found[i])
        number = self.round.get(name, 1)
        return text if number == 1 else f"{text}_{number}"

    def expand(self, name, lines):
        """Returns a list of text and of (mode, line); lines is the list of the line indexes to place."""
        if name not in self.rules:
            raise Refused("no rule has this name")
        m = len(lines)
        is_open = []
        for parts in self.rules[name]:
            s = sum(kind == "slot" for kind, _ in parts)
            r = sum(kind == "many" for kind, _ in parts)
            if (r == 0 and m == s) or (r > 0 and m >= s + r):
                is_open.append((parts, s, r))
        if not is_open:
            raise Refused("no alternative is open")
        if len(is_open) < len(self.rules[name]):
            self.note("closed-alternative")
        parts, s, r = is_open[self.stream.below(len(is_open))]
        spare, takes = m - s - r, []
        for _ in range(r - 1):
            e = self.stream.below(spare + 1)
            self.note("shared-out")
            takes.append(1 + e)
            spare -= e
        if r:
            takes.append(1 + spare)
        out, rest = [], list(lines)
        for kind, value in parts:
            self.note(kind)
            if kind == "text":
                out.append(value)
            elif kind == "use":
                out += self.expand(value, [])
            elif kind == "key":
                out.append(self.key(value))
            elif kind == "slot":
                out.append((value, rest.pop(0)))
            else:
                n = takes.pop(0)
                out += self.expand(value, rest[:n])
                rest = rest[n:]
        assert not rest and not takes
        return out


def joined(pieces):
    """Returns pieces with neighbouring texts as one and without empty ones."""
    out = []
    for piece in pieces:
        if isinstance(piece, str) and out and isinstance(out[-1], str):
            out[-1] += piece
        elif piece != "":
            out.append(piece)
    return out


def text_of(rules, name, stream):
    """Returns expand(name, no lines) as text."""
    return "".join(Expansion(rules, stream).expand(name, []))


NOISE, SHAPE = parse(read_table("noise")), parse(read_table("shape"))
