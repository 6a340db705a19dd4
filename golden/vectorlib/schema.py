"""Section 5.6: values, modes and what schema makes of a material."""
import re

from . import Refused, pattern, skeleton
from .derive import stream
from .recipe import FORMATS
from .record import json_string
from .text import BLANK, TABLES, lines

MD_ALWAYS, MD_FIRST = "\\`*_[]<&", "#+-=>~:|"


def value_of(line):
    """Returns a line without the blanks at its ends."""
    while line[0] in BLANK:
        line = line[1:]
    while line[-1] in BLANK:
        line = line[:-1]
    return line


def is_fit(value):
    return not any((c < " " and c != "\t") or c in "\ufffe\uffff" for c in value)


def xml(value):
    return value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def markdown(value, always):
    number = re.match("[0-9]{1,9}(?=[.)])", value, re.ASCII)
    out = ""
    for at, c in enumerate(value):
        first = at == 0 and c in MD_FIRST
        behind_number = number is not None and at == number.end()
        out += ("\\" if c in always or first or behind_number else "") + c
    return out


def written(mode, value):
    """Returns a value as a slot of a mode holds it."""
    quoted = '"' + value.replace('"', '""') + '"'
    return {
        "raw": lambda: value,
        "json": lambda: json_string(value),
        "xml": lambda: xml(value),
        "attr": lambda: xml(value).replace('"', "&quot;").replace("\t", "&#9;"),
        "cdata": lambda: value.replace("]]>", "]]]]><![CDATA[>"),
        "csv": lambda: quoted if any(c in value for c in '",;|\n\t') else value,
        "quoted": lambda: quoted,
        "md": lambda: markdown(value, MD_ALWAYS),
        "cell": lambda: markdown(value, MD_ALWAYS + "|"),
    }[mode]()


def domains(rules):
    """Refuses a table of which an alternative of a format is not `%*FORMAT.D%`."""
    for form in FORMATS:
        for parts in rules.get(form, []):
            if len(parts) != 1 or parts[0][0] != "many" or not parts[0][1].startswith(form + "."):
                raise Refused("an alternative of a format is %*FORMAT.D%")


class Noting(pattern.Expansion):
    """An expansion that keeps which domain was drawn."""

    def __init__(self, *args):
        super().__init__(*args)
        self.names = []

    def expand(self, name, lines_of):
        self.names.append(name)
        return super().expand(name, lines_of)


def real_table():
    """Returns the rules of the real table, or None before there is one."""
    path = TABLES / "schema.txt"
    return pattern.parse(path.read_text(encoding="utf-8")) if path.is_file() else None


def generate(seed, m, panels, weights, rules, agree=skeleton.agree, note=lambda what: None):
    """Returns {"g","left","right"} of a material, or None if it is unfit. weights: one a format."""
    domains(rules)
    if len(weights) != len(FORMATS) or sum(weights) == 0:
        raise Refused("a weight for each format, one above 0")
    values = {side: [value_of(line) for line in lines(panels[side])] for side in ("left", "right")}
    count = len(values["left"])
    if count != len(values["right"]) or count < 2:
        raise Refused("schema takes a material of 2 or more lines")
    if not all(is_fit(value) for side in values.values() for value in side):
        note("unfit-scalar")
        return None
    s = stream(seed, "schema.skeleton", "", m)
    form = FORMATS[s.weighted(weights)]
    expansion = Noting(rules, s, note)
    pieces = expansion.expand(form, range(count))
    domain = expansion.names[1].removeprefix(form + ".")
    out = {}
    for side in ("left", "right"):
        out[side] = "".join(x if isinstance(x, str) else written(x[0], values[side][x[1]]) for x in pieces)
    if not agree(form, out["left"], out["right"]):
        note("unfit-" + form)
        return None
    note("made-" + form)
    return {"g": [form, domain]} | out
