"""Sections 7 and 8: canonical JSON, record lines, order, shards, content id."""
import hashlib
import re

from . import Refused
from .derive import NOISE_KINDS, H, le32, rank
from .recipe import FORMATS
from .text import is_structured, join, join_lines, lines, material_panels

CATEGORIES = ["base", "mosaic", "longform", "noise", "shape", "schema"]
SHAPE_KINDS = ["permute", "repeat", "glue", "letters", "numbers", "bullets", "marker", "link", "quote", "indent"]
KINDS_OF = {
    "base": ["document", "slice", "line"],
    "mosaic": ["cross-dense", "cross-paragraph", "cross-mixed", "run-dense", "run-paragraph", "run-mixed"],
    "longform": ["window"],
    "noise": NOISE_KINDS,
    "shape": SHAPE_KINDS,
    "schema": FORMATS,
}
KINDS = [kind for found in KINDS_OF.values() for kind in found]
assert len(set(KINDS)) == len(KINDS)
MIB = 1 << 20
SHORT = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def json_string(text):
    out = '"'
    for c in text:
        if c in SHORT:
            out += SHORT[c]
        elif ord(c) < 0x20:
            out += "\\u%04x" % ord(c)
        else:
            out += c
    return out + '"'


def canonical(value):
    """Returns canonical JSON; an object is a dict in the order of its fields."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        if not 0 <= value < 2**63:
            raise Refused("an integer is from 0 to 2^63 - 1")
        return str(value)
    if isinstance(value, str):
        return json_string(value)
    if isinstance(value, list):
        return "[" + ",".join(canonical(x) for x in value) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(json_string(k) + ":" + canonical(v) for k, v in value.items()) + "}"
    raise Refused("canonical JSON has objects, lists, strings, integers and bools")


STRING = r'"(?:[^"\\\x00-\x1f]|\\["\\btnfr]|\\u00[01][0-9a-f])*"'
ESCAPED = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}


def read_value(text, at):
    """Returns (value, end) of the canonical value that starts at a place."""
    found = re.compile(STRING).match(text, at)
    if found:
        inner = re.sub(
            r"\\(?:u(....)|(.))", lambda m: chr(int(m[1], 16)) if m[1] else ESCAPED[m[2]], found[0][1:-1], flags=re.S
        )
        return inner, found.end()
    found = re.compile("true|false|0|[1-9][0-9]*", re.ASCII).match(text, at)
    if found:
        word = found[0]
        return (word == "true" if word in ("true", "false") else int(word)), found.end()
    for opening, closing in ("[]", "{}"):
        if text.startswith(opening, at):
            return read_many(text, at + 1, closing)
    raise Refused("not canonical JSON")


def read_many(text, at, closing):
    """Returns (list or dict, end) of what follows an opening bracket."""
    items, fields = [], {}
    while not text.startswith(closing, at):
        if items or fields:
            if not text.startswith(",", at):
                raise Refused("not canonical JSON")
            at += 1
        value, at = read_value(text, at)
        if closing == "]":
            items.append(value)
            continue
        if not isinstance(value, str) or value in fields or not text.startswith(":", at):
            raise Refused("not canonical JSON")
        name = value
        fields[name], at = read_value(text, at + 1)
    return (items if closing == "]" else fields), at + 1


def read_canonical(data):
    """Returns the value of bytes that are canonical JSON, without an LF."""
    try:
        text = data.decode("utf-8", "strict")
    except UnicodeDecodeError as error:
        raise Refused("not UTF-8") from error
    value, end = read_value(text, 0)
    if end != len(text) or canonical(value) != text:
        raise Refused("not canonical JSON")
    return value


def meta_of(draft):
    meta = {"m": " ".join(draft["m"])}
    for key in ("s", "n", "p", "g"):
        if draft.get(key):
            meta[key] = draft[key]
    if draft["right_first"]:
        meta["o"] = 1
    return canonical(meta)


def seed_of_id(recipe, category, g=None):
    """Returns the seed that a record's id holds: none where replay draws from no stream."""
    drawn = category in ("noise", "shape") or (category == "schema" and g[1] != "")
    return recipe["seed"] if drawn else b""


def record_id(category, kind, meta, seed=b""):
    return H("record", seed, category, kind, meta)[:16].hex()


def right_first(recipe, m1):
    if recipe["order"] == "both":
        return rank(recipe["seed"], "order.both", m1)[0] % 2 == 1
    return recipe["order"] == "right-first"


def text_of(articles, materials, separators, right):
    """Replays a text from its metadata."""
    panels = [material_panels(articles, m) for m in materials]
    out = []
    for side in ("left", "right"):
        if separators:
            items = [line for p in panels for line in lines(p[side])]
            out.append(join_lines(items, separators))
        else:
            out.append(panels[0][side])
    return join(out[0], out[1], right)


def origin_of(origins, right):
    """Returns (reversed, origin) of a record from the origins of its materials, one each."""
    second = "left" if right else "right"
    most = 2 * sum(o == second for o in origins) > len(origins)
    return most, origins[0] if len(set(origins)) == 1 else "mixed"


def record_of(articles, recipe, draft, tokens):
    """Returns the record of a draft as a dict in the order of its fields."""
    used = [articles[m.split("/")[0]] for m in draft["m"]]
    assert any(is_structured(a) for a in used) == (draft.get("g", [None, None])[1] == "")
    most, origin = origin_of([a["origin"] for a in used], draft["right_first"])
    meta = meta_of(draft)
    return {
        "id": record_id(draft["category"], draft["kind"], meta, seed_of_id(recipe, draft["category"], draft.get("g"))),
        "text": draft["text"],
        "split": draft["split"],
        "category": draft["category"],
        "kind": draft["kind"],
        "tokens": tokens,
        "reversed": most,
        "origin": origin,
        "sources": sorted({a["source"] for a in used}, key=lambda x: x.encode()),
        "licenses": sorted({a["license"] for a in used}, key=lambda x: x.encode()),
        "meta": meta,
    }


def line_of(record):
    data = (canonical(record) + "\n").encode()
    check_line_length(len(data))
    return data


def check_line_length(size):
    if size > MIB:
        raise Refused("a canonical line is at most 1 MiB long, LF included")


def in_order(seed, ids):
    return sorted(ids, key=lambda x: (rank(seed, "order", x), x.encode()))


def shards(split, count, size):
    """Returns [(path without extension, first record, end)] of the shards of a split."""
    if not 1 <= size <= 10000000:
        raise Refused("a shard holds 1 to 10000000 records")
    n = -(-count // size)
    if n > 100000:
        raise Refused("a split has at most 100000 shards")
    return [
        ("%s/%s-%05d-of-%05d" % (split, split, k, n), k * size, min(count, (k + 1) * size)) for k in range(n)
    ]


def sidecar(data_lines):
    return b"".join(le32(len(x)) + hashlib.sha256(x).digest()[:8] for x in data_lines)


def frames(lengths):
    """Returns the number of lines of each frame: as many whole lines as fit 1 MiB."""
    out, held = [], MIB
    for size in lengths:
        check_line_length(size)
        if held + size > MIB:
            out.append(0)
            held = 0
        out[-1] += 1
        held += size
    return out


def content_id(rows):
    """rows: {"path","split","records","tokens","content_sha256"}, path without extension."""
    parts = []
    for row in sorted(rows, key=lambda r: r["path"].encode()):
        parts += [row["split"], row["path"], row["records"], row["tokens"], bytes.fromhex(row["content_sha256"])]
    return H("content", *parts).hex()
