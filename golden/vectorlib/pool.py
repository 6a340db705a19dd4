"""Section 2: rows of a pool, keys, ids, groups, snapshot, slicer."""
import re

from . import Refused
from .derive import H, hex12, merkle, seed32, stream
from .text import count_lines, has_lines, is_blank, spans

COLUMNS = [
    "key", "id", "source", "source_id", "license", "origin", "translation", "made_by", "genre", "group", "near",
    "left", "right", "slices", "extra",
]
ORIGINS = ["left", "right", "both", "none", "unknown"]
TRANSLATIONS = ["human", "machine", "llm", "unknown"]
GENRES = ["prose", "dialogue", "lines"] + [
    "structured:" + x for x in ("json", "csv", "xml", "markdown", "html", "web-text")
]
HEX24 = re.compile("[0-9a-f]{24}", re.ASCII)


def check_panel(panel):
    if "\0" in panel or "\r" in panel:
        raise Refused("a panel holds no U+0000 and no U+000D")
    pieces = panel.split("\n")
    if is_blank(pieces[0]) or is_blank(pieces[-1]):
        raise Refused("a panel is not empty and neither begins nor ends with a blank line")


def key_of(row):
    if row["source_id"] != "":
        return hex12(H("key", row["source"], row["source_id"]))
    return hex12(H("key-text", row["source"], row["left"], row["right"]))


def id_of(key, left, right):
    return hex12(H("article", key, left, right))


def group_of(row, key):
    source = row.get("group_source", "") or row["source"]
    declared = row.get("declared_group", "") or row["source_id"]
    return hex12(H("group", source, declared)) if declared != "" else key


def article_digest(a):
    return H(
        "row", a["key"], a["id"], a["source"], a["license"], a["origin"], a["translation"], a["genre"], a["left"],
        a["right"],
    )


def make_article(row, slices):
    """Returns the row of the pool for an imported row; slices is the list of ends."""
    key = key_of(row)
    own = {
        "key": key, "id": id_of(key, row["left"], row["right"]), "group": group_of(row, key), "near": [],
        "slices": slices, "made_by": "", "extra": "",
    }
    return {name: own[name] if name in own else row[name] for name in COLUMNS}


def check_article(a):
    """Refuses a row that section 2 does not allow."""
    for name in ("key", "id", "group"):
        if not HEX24.fullmatch(a[name]):
            raise Refused(f"{name} is 24 lower-case hex digits")
    for name, allowed in (("origin", ORIGINS), ("translation", TRANSLATIONS), ("genre", GENRES)):
        if a[name] not in allowed:
            raise Refused(f"{name} is not on its list")
    check_panel(a["left"])
    check_panel(a["right"])
    if a["key"] != key_of(a):
        raise Refused("the key is not that of the row")
    if a["id"] != id_of(a["key"], a["left"], a["right"]):
        raise Refused("the id is not that of the row")
    near = a["near"]
    if near != sorted(set(near)) or a["group"] in near or not all(HEX24.fullmatch(x) for x in near):
        raise Refused("near is ascending, unique, without group")
    ends = a["slices"]
    if ends != sorted(set(ends)) or (ends and (ends[0] < 1 or ends[-1] != count_lines(a))):
        raise Refused("slices ascend and the last is the number of lines")
    if (ends == []) != (not has_lines(a)):
        raise Refused("slices are empty without lines, and only then")


def import_rows(rows):
    """Returns (indexes that stay, [(index, reason)] left out)."""
    best, texts = {}, {}
    for n, row in enumerate(rows):
        check_panel(row["left"])
        check_panel(row["right"])
        key = key_of(row)
        text = (row["left"], row["right"])
        if texts.setdefault(key, text) != text:
            raise Refused("two texts under one key")
        digest = article_digest(make_article(row, []))
        if key not in best or digest < best[key][0]:
            best[key] = (digest, n)
    kept = {n for _, n in best.values()}
    return sorted(kept), [(n, "duplicate_article") for n in range(len(rows)) if n not in kept]


def entry(a):
    return H("entry", article_digest(a), a["group"], a["near"], a["slices"])


def snapshot(articles):
    """Returns the snapshot id as hex of articles in any order."""
    if not articles:
        raise Refused("a pool has at least one article")
    if len({a["id"] for a in articles}) != len(articles):
        raise Refused("an id stands once")
    for a in articles:
        check_article(a)
    return merkle([entry(a) for a in sorted(articles, key=lambda a: a["id"].encode())]).hex()


def slicer(slice_seed, size, key, left, right, note=lambda what: None):
    """Returns the ends of the slices of an article that has lines: section 2.3."""
    if size < 8:
        raise Refused("the slice length is at least 8")
    seed, where, panels = seed32(slice_seed), (spans(left), spans(right)), (left.encode(), right.encode())
    count = len(where[0])

    def length(a, b):
        return sum(w[b][1] - w[a][0] for w in where)

    def target(o):
        return 3 * size // 4 + stream(seed, "slice.jitter", "", key, o).below(size // 2 + 1)

    ends, first, ordinal, t = [], 0, 0, target(0)
    for i in range(count):
        if i > first and length(first, i) > 7 * size // 4:
            note("closed-before")
            ends.append(i)
            first, ordinal = i, ordinal + 1
            t = target(ordinal)
        if i == count - 1:
            note("last")
            ends.append(i + 1)
            break
        wide = any(p[w[i][1] : w[i + 1][0]].count(b"\n") >= 2 for w, p in zip(where, panels))
        full = length(first, i) >= 5 * size // 4
        if (length(first, i) >= t and wide) or full:
            note("closed-full" if full else "closed-wide")
            ends.append(i + 1)
            first, ordinal = i + 1, ordinal + 1
            t = target(ordinal)
        elif length(first, i) >= t:
            note("waits-for-gap")
    return ends


