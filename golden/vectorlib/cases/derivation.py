"""Section 3: H, seed32, skey, purposes; section 6: the canary over given ids."""
from .. import derive
from .tools import case

LINE = "0123456789abcdef01234567/7"
RANGE = "0123456789abcdef01234567/0-3"


def digest(name, flags, tag, *parts):
    return case(name, flags, {"op": "H", "tag": tag, "parts": list(parts)})


def seed(name, flags, text):
    return case(name, flags, {"op": "seed32", "text": text})


def skey(name, flags, purpose, variant, ident, ordinal, text="42"):
    return case(name, flags, {"op": "skey", "seed": text, "purpose": purpose, "variant": variant, "id": ident, "ordinal": ordinal})


def purpose(name, flags, kind, word, variant=""):
    return case(name, flags, {"op": "purpose", "kind": kind, "purpose": word, "variant": variant})


TEXT, HEX, INT, LIST = "text", "hex", "u64", "list"
CASES = [
    digest("a tag and no part", ["edge"], "empty"),
    digest("an empty part is not no part", ["edge"], "empty", {TEXT: ""}),
    digest("one text", [], "seed", {TEXT: "42"}),
    digest("two texts", [], "key", {TEXT: "ab"}, {TEXT: "c"}),
    digest("the same bytes cut elsewhere", ["edge"], "key", {TEXT: "a"}, {TEXT: "bc"}),
    digest("tag and part do not run together", ["edge"], "keya", {TEXT: "b"}, {TEXT: "c"}),
    digest("raw bytes", [], "entry", {HEX: "00ff80"}),
    digest("hex as text is other bytes", ["edge"], "entry", {TEXT: "00ff80"}),
    digest("integers", [], "content", {INT: "0"}, {INT: "1"}, {INT: "18446744073709551615"}),
    digest("an empty list is one empty part", ["edge"], "entry", {LIST: []}),
    digest("a list of one empty text", ["edge"], "entry", {LIST: [{TEXT: ""}]}),
    digest("a list of texts", [], "entry", {LIST: [{TEXT: "a"}, {TEXT: "bc"}]}),
    digest("a list of integers", [], "entry", {LIST: [{INT: "3"}, {INT: "258"}]}),
    digest("two lists are not one", ["edge"], "entry", {LIST: [{TEXT: "a"}]}, {LIST: [{TEXT: "bc"}]}),
    digest("scripts mixed", ["multi-script"], "article", {TEXT: "臺北 e\u0301 👩‍👩‍👧‍👦"}, {TEXT: "مرحبا नमस्ते カフェ"}),
    digest("U+0000 and noncharacters", ["edge"], "article", {TEXT: "a\0b\uffff"}, {TEXT: "\U0010ffff"}),
    digest("a part of 300 bytes", ["edge"], "article", {TEXT: "臺" * 100}),
    seed("seed 42", [], "42"),
    seed("empty seed", ["edge"], ""),
    seed("Chinese seed", ["multi-script"], "種子"),
    seed("seed pretrain-v4", [], "pretrain-v4"),
    seed("a seed keeps its blanks", ["edge"], " 42 "),
    seed("a seed is not normalised", ["edge", "multi-script"], "e\u0301-カ\u3099"),
    skey("line, cross", [], "sep.mixed", "cross", LINE, "0"),
    skey("ordinal 1", [], "noise.site", "broken-word", RANGE, "1"),
    skey("no variant", [], "slice.jitter", "", "0123456789abcdef01234567", "5"),
    skey("purpose and variant do not run together: ab, c", ["edge"], "ab", "c", "", "0"),
    skey("purpose and variant do not run together: a, bc", ["edge"], "a", "bc", "", "0"),
    skey("largest ordinal", ["edge", "multi-script"], "x", "y", "臺北", "18446744073709551615"),
    skey("mosaic length, run", [], "mosaic.length", "run", LINE, "0", "zhen-1"),
    skey("ordinal past u64", ["invalid", "edge"], "x", "y", "", "18446744073709551616"),
    skey("negative ordinal", ["invalid"], "x", "y", "", "-1"),
    digest("integer past u64", ["invalid", "edge"], "content", {INT: "18446744073709551616"}),
    case("canary of three probes", [], {"op": "canary", "ids": [["1", "2", "3"], ["4"], ["65535", "65536"]]}),
    case("canary of a probe without ids", ["edge"], {"op": "canary", "ids": [[], ["0"]]}),
    case("canary of no probe", ["edge"], {"op": "canary", "ids": []}),
]
for word, variants in derive.STREAMS.items():
    for variant in variants:
        CASES.append(purpose(f"stream {word} {variant}".rstrip(), [], "stream", word, variant))
for word in derive.RANKS:
    CASES.append(purpose(f"rank {word}", [], "rank", word))
CASES += [
    purpose("a purpose off the list", ["invalid"], "stream", "cross.length", "cross"),
    purpose("a rank is no stream", ["invalid"], "stream", "order"),
    purpose("a stream is no rank", ["invalid"], "rank", "sep.mixed"),
    purpose("a family that does not exist", ["invalid"], "stream", "sep.mixed", "mosaic"),
    purpose("mosaic.length without a family", ["invalid"], "stream", "mosaic.length"),
    purpose("slice.jitter with a variant", ["invalid"], "stream", "slice.jitter", "cross"),
    purpose("upper case", ["invalid"], "rank", "Order"),
    purpose("take without a category", ["invalid"], "rank", "take"),
]
EVENTS = set()


def value(part):
    """Returns a part of H from {"text"}, {"hex"}, {"u64"} or {"list"}."""
    if TEXT in part:
        return part[TEXT]
    if HEX in part:
        return bytes.fromhex(part[HEX])
    if INT in part:
        return int(part[INT])
    return [value(x) for x in part[LIST]]


def compute(given, note):
    if given["op"] == "H":
        return derive.H(given["tag"], *[value(p) for p in given["parts"]]).hex()
    if given["op"] == "seed32":
        return derive.seed32(given["text"]).hex()
    if given["op"] == "skey":
        where = given["purpose"], given["variant"], given["id"], int(given["ordinal"])
        return derive.skey(derive.seed32(given["seed"]), *where).hex()
    if given["op"] == "canary":
        return derive.H("canary", *[b"".join(derive.le64(int(x)) for x in ids) for ids in given["ids"]]).hex()
    derive.check_purpose(given["kind"], given["purpose"], given["variant"])
    return True
