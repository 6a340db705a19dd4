"""Section 5.6: skeletons of panels, all formats but Markdown (its answers are given by hand)."""
import html.parser
import json
import xml.parsers.expat

from . import Refused
from .places import LETTER
from .recipe import FORMATS

JSON_DEPTH = 100
LEADING = "\t #*+-=>|•·›»▸▪■◆★☆✓✔※●○→↓↑←"


class Nothing(Exception):
    """Said of a panel that has no skeleton."""


def json_tree(text):
    def of_object(pairs):
        keys = [key for key, _ in pairs]
        if len(set(keys)) != len(keys):
            raise Nothing("a key twice")
        for key in keys:
            whole(key)
        return {"object": [[key, value] for key, value in pairs]}

    def whole(string):
        """Half of a surrogate pair cannot be encoded."""
        try:
            string.encode()
        except UnicodeEncodeError as error:
            raise Nothing("half of a pair") from error
        return "string"

    def number(digits):
        if abs(float(digits)) == float("inf"):
            raise Nothing("beyond the doubles")
        return 0

    def refuse(word):
        raise Nothing(word)

    def tree(value, depth=0):
        """Returns the tree of a value that so many objects and arrays hold."""
        if isinstance(value, (dict, list)) and depth == JSON_DEPTH:
            raise Nothing("nested too deep")
        if isinstance(value, dict):
            return ["object", [[key, tree(inner, depth + 1)] for key, inner in value["object"]]]
        if isinstance(value, list):
            return ["array", [tree(inner, depth + 1) for inner in value]]
        if isinstance(value, bool):
            return "boolean"
        if value is None:
            return "null"
        return whole(value) if isinstance(value, str) else "number"

    try:
        return tree(json.loads(text, object_pairs_hook=of_object, parse_constant=refuse, parse_float=number, parse_int=number))
    except ValueError as error:
        raise Nothing("not JSON") from error


def csv_field(text, at):
    """Returns (value, end) of the field that begins at a place."""
    if text[at : at + 1] != '"':
        end = at
        while end < len(text) and text[end] not in ',\r\n"':
            end += 1
        return text[at:end], end
    value, at = "", at + 1
    while True:
        end = text.find('"', at)
        if end == -1:
            raise Nothing("a quote that nothing closes")
        value += text[at:end]
        if text[end + 1 : end + 2] != '"':
            return value, end + 1
        value += '"'
        at = end + 2


def csv_rows(text):
    rows, row, at = [], [], 0
    while True:
        value, at = csv_field(text, at)
        row.append(value)
        if text.startswith(",", at):
            at += 1
            continue
        rows.append(row)
        row = []
        if at == len(text):
            return rows
        if not text.startswith(("\n", "\r\n"), at):
            raise Nothing("text beside a quoted field")
        at += 2 if text[at] == "\r" else 1
        if at == len(text):
            return rows


def csv_table(text):
    rows = csv_rows(text)
    if len(rows) < 2 or len({len(row) for row in rows}) != 1:
        raise Nothing("two rows at least, all of as many fields")
    return [rows[0], len(rows)]


def xml_elements(text):
    out, depth = [], [0]
    parser = xml.parsers.expat.ParserCreate("utf-8")
    parser.ordered_attributes = True

    def start(name, attributes):
        out.append([name, attributes[::2], depth[0]])
        depth[0] += 1

    def end(name):
        depth[0] -= 1

    parser.StartElementHandler, parser.EndElementHandler = start, end
    try:
        parser.Parse(text.encode(), True)
    except xml.parsers.expat.ExpatError as error:
        raise Nothing("not well-formed") from error
    return out


class Tags(html.parser.HTMLParser):
    """Tags and comments of simple HTML, in order."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.out = []

    def handle_starttag(self, name, attributes):
        self.out.append(["start", name, [key for key, _ in attributes]])

    def handle_startendtag(self, name, attributes):
        self.handle_starttag(name, attributes)

    def handle_endtag(self, name):
        self.out.append(["end", name])

    def handle_comment(self, text):
        self.out.append(["comment"])


def html_tokens(text):
    tags = Tags()
    tags.feed(text)
    tags.close()
    return tags.out


def web_text(text):
    out = []
    for piece in text.split("\n"):
        lead = piece[: len(piece) - len(piece.lstrip(LEADING))]
        whole = piece if not any(c in LETTER for c in piece) else None
        out.append([lead, whole])
    return out


OF = {"json": json_tree, "csv": csv_table, "xml": xml_elements, "html": html_tokens, "web-text": web_text}


def skeleton(form, panel):
    """Returns the skeleton of a panel or None."""
    if form not in FORMATS:
        raise Refused("not a format")
    if panel.startswith("\ufeff"):
        return None
    try:
        return OF[form](panel)
    except Nothing:
        return None


def agree(form, left, right):
    found = [skeleton(form, left), skeleton(form, right)]
    return found[0] is not None and found[0] == found[1]
