"""Section 7.3: order, shards, sidecars; section 8: frames, content id."""
import hashlib

from .. import Refused, derive, record
from .record import BASE, GOOD
from .record import CASES as RECORDS
from .record import compute as record_line
from .tools import case

IDS = [derive.H("test", str(n))[:16].hex() for n in range(20)]
MIB = 1 << 20
NOTHING = hashlib.sha256(b"").hexdigest()
# Lines that no table of patterns has a part in: they stay when one changes.
MULTI = [
    record_line(c["in"], print)
    for c in RECORDS
    if "multi-script" in c["flags"] and c["in"].get("category") in ("base", "mosaic", "longform") and c["in"]["op"] == "line"
]


def ordered(name, flags, ids, seed="42"):
    return case(name, flags, {"op": "order", "seed": seed, "ids": ids})


def sharded(name, flags, split, count, size):
    return case(name, flags, {"op": "shards", "split": split, "count": count, "records": size})


def named(name, flags, split, k, n):
    return case(name, flags, {"op": "name", "split": split, "k": k, "n": n})


def lines(name, flags, *items):
    return case(name, flags, {"op": "sidecar", "lines": list(items)})


def framed(name, flags, *lengths):
    return case(name, flags, {"op": "frames", "lengths": list(lengths)})


def content(name, flags, *rows):
    keys = ("path", "split", "records", "tokens", "content_sha256")
    return case(name, flags, {"op": "content_id", "shards": [dict(zip(keys, row)) for row in rows]})


def of_texts(path, split, texts):
    data = "".join(texts).encode()
    return path, split, len(texts), sum(len(x) for x in texts), hashlib.sha256(data).hexdigest()


TRAIN = [of_texts(f"train/train-{k:05d}-of-00003", "train", [GOOD, BASE][: k % 2 + 1]) for k in range(3)]
TEST = of_texts("test/test-00000-of-00001", "test", [BASE])
VALIDATION = of_texts("validation/validation-00000-of-00001", "validation", MULTI)
CASES = [
    ordered("twenty records", [], IDS),
    ordered("the order they come in does not matter", ["edge"], IDS[::-1]),
    ordered("another seed", [], IDS, "43"),
    ordered("one record", ["edge"], IDS[:1]),
    ordered("none", ["edge"], []),
    ordered("a seed of another script", ["multi-script"], IDS, "種子"),
    ordered("a seed of many scripts", ["multi-script"], IDS, "مرحبا नमस्ते e\u0301 👩‍👩‍👧"),
    ordered("one more record moves none", ["edge"], [*IDS, "0" * 32]),
    sharded("a shard that is full", [], "train", 10, 10),
    sharded("the last is shorter", [], "train", 25, 10),
    sharded("one record over", ["edge"], "validation", 11, 10),
    sharded("one record a shard", ["edge"], "test", 3, 1),
    sharded("a shard that is not full", [], "validation", 3, 100000),
    sharded("the largest shard", ["edge"], "train", 10000001, 10000000),
    sharded("no record: no shard", ["edge"], "test", 0, 10),
    sharded("shards of no record", ["invalid"], "train", 10, 0),
    sharded("shards of too many records", ["invalid"], "train", 10, 10000001),
    sharded("more than 100000 shards", ["invalid", "edge"], "train", 100001, 1),
    named("first of one", [], "train", 0, 1),
    named("last of 100000: six digits", ["edge"], "validation", 99999, 100000),
    named("no shard k = n", ["invalid"], "train", 1, 1),
    named("one of 100001", ["invalid"], "train", 0, 100001),
    named("an unknown split", ["invalid"], "dev", 0, 1),
    lines("sidecar of two lines", [], GOOD, BASE),
    lines("the other way round", ["edge"], BASE, GOOD),
    lines("the lines of many scripts: bytes, not scalars", ["multi-script"], *MULTI),
    lines("no line", ["edge"]),
    case("a line of exactly 1 MiB", ["edge"], {"op": "line-length", "bytes": MIB}),
    case("a line of 1 MiB and 1", ["invalid", "edge"], {"op": "line-length", "bytes": MIB + 1}),
    framed("small lines: one frame", [], 100, 200, 300),
    framed("exactly 1 MiB", ["edge"], MIB - 300, 100, 200),
    framed("one byte over", ["edge"], MIB - 300, 100, 201),
    framed("large lines: one frame each", ["edge"], MIB, MIB, 1),
    framed("as many as fit", [], *[400000] * 7),
    framed("a line that fits a later frame only", ["edge"], 700000, 700000, 300000, 40000, 8577),
    framed("no line: no frame", ["edge"]),
    framed("a line over 1 MiB", ["invalid"], 5, MIB + 1),
    content("shards of three splits", [], *TRAIN, TEST, VALIDATION),
    content("the order they come in does not matter: paths ascend", ["edge"], VALIDATION, *TRAIN[::-1], TEST),
    content("one shard", [], TRAIN[0]),
    content("no shard", ["edge"]),
    content("one token more", ["edge"], (*TRAIN[0][:3], TRAIN[0][3] + 1, TRAIN[0][4])),
    content("large counts", ["edge"], ("train/train-00000-of-00001", "train", 10000000, 2**40, NOTHING)),
]
EVENTS = set()


def compute(given, note):
    op = given["op"]
    if op == "order":
        return record.in_order(derive.seed32(given["seed"]), given["ids"])
    if op == "shards":
        found = record.shards(given["split"], given["count"], given["records"])
        return [{"path": path, "first": first, "end": end} for path, first, end in found]
    if op == "name":
        if not 0 <= given["k"] < given["n"] <= 100000 or given["split"] not in ("train", "validation", "test"):
            raise Refused("no such shard")
        return "%s/%s-%05d-of-%05d" % (given["split"], given["split"], given["k"], given["n"])
    if op == "sidecar":
        data = [x.encode() for x in given["lines"]]
        return {"idx": record.sidecar(data).hex(), "content_sha256": hashlib.sha256(b"".join(data)).hexdigest()}
    if op == "line-length":
        record.check_line_length(given["bytes"])
        return True
    if op == "frames":
        return record.frames(given["lengths"])
    return record.content_id(given["shards"])
