"""Section 3: the keystream and its draws."""
import hashlib

from .. import derive
from .tools import case

SEED = derive.seed32("42")
K1 = derive.skey(SEED, "sep.mixed", "cross", "0123456789abcdef01234567/7", 0).hex()
K2 = derive.skey(SEED, "noise.site", "broken-word", "0123456789abcdef01234567/0-3", 1).hex()
MULTI = [
    derive.skey(derive.seed32(seed), "mosaic.length", "cross", ident, 0).hex()
    for seed, ident in (("種子 🌱", "0123456789abcdef01234567/0"), ("مرحبا e\u0301", "カフェ/नमस्ते"))
]


def draws(name, flags, key, *ops):
    return case(name, flags, {"key": key, "draws": list(ops)})


def below(n, count=8):
    return ["below", str(n), count]


CASES = [draws("words of the first two blocks", [], K1, ["d32", 20])]
CASES += [draws("words of five blocks", ["edge"], "00" * 32, ["d32", 70]), draws("u64 words", [], K2, ["d64", 12])]
CASES += [draws("a u64 that crosses two blocks", ["edge"], K1, ["d32", 15], ["d64", 1], ["d32", 1])]
CASES += [draws(f"below {n}", ["edge"] if n < 2 or n > 2**31 else [], K2, below(n)) for n in (1, 2, 3, 10, 458, 2**32, 2**32 + 1, 2**63 + 1, 2**64 - 1)]
CASES += [
    draws("below 7, 64 times", [], K1, below(7, 64)),
    draws("below 2^63: no refusals", ["edge"], K2, below(2**63)),
    draws("below 2^64 - 2^62: many refusals", ["edge"], K2, below(2**64 - 2**62, 24)),
    draws("below 1 draws: the next word moves", ["edge"], K2, below(1, 1), ["d64", 1]),
    case("10000 draws below 1000", [], {"key": K2, "n": "1000", "count": 10000}),
    case("1000 draws below 2^63 + 1", ["edge"], {"key": K2, "n": str(2**63 + 1), "count": 1000}),
]
CASES += [draws(f"chance {a}/{b}", [], K2, ["chance", str(a), str(b), 32]) for a, b in ((1, 2), (0, 5), (5, 5), (3, 20))]
CASES += [draws("chance above 1 is always", ["edge"], K2, ["chance", "7", "5", 4])]
CASES += [
    draws("weighted with a zero inside", [], K2, ["weighted", ["5", "0", "3", "1"], 16]),
    draws("weighted with zeros at both ends", ["edge"], K1, ["weighted", ["0", "2", "0", "2", "0"], 16]),
    draws("weights that sum to 1", ["edge"], K1, ["weighted", ["0", "1", "0"], 3], ["d32", 1]),
    draws("weighted of one", ["edge"], K1, ["weighted", ["9"], 3], ["d32", 1]),
]
CASES += [draws(f"sample {k} of {n}", ["edge"] if k in (0, n) else [], K2, ["sample", str(n), str(k)]) for n, k in ((1000, 5), (6, 6), (3, 0), (0, 0))]
CASES += [draws(f"shuffle {n}, then a word", ["edge"] if n < 3 else [], K2, ["shuffle", str(n)], ["d64", 1]) for n in (0, 1, 2, 12, 100)]
CASES += [
    draws("one stream, many draws", ["edge"], K1, ["d32", 1], below(10, 3), ["chance", "1", "3", 2], ["weighted", ["1", "1", "2"], 2], ["shuffle", "5"], ["sample", "9", "3"], ["d64", 1]),
    draws("seeds of many scripts: Chinese and emoji", ["multi-script"], MULTI[0], below(7, 16), ["d32", 2]),
    draws("seeds and ids of many scripts: Arabic, Japanese, Hindi", ["multi-script"], MULTI[1], below(7, 16), ["shuffle", "8"]),
    draws("below 0", ["invalid"], K2, below(0, 1)),
    draws("below 2^64", ["invalid", "edge"], K2, below(2**64, 1)),
    draws("weights all 0", ["invalid"], K2, ["weighted", ["0", "0"], 1]),
    draws("no weights", ["invalid"], K2, ["weighted", [], 1]),
    draws("chance over 0", ["invalid"], K2, ["chance", "0", "0", 1]),
    draws("sample larger than its set", ["invalid"], K2, ["sample", "3", "4"]),
]
EVENTS = set()


def draw(s, op):
    """Returns what one entry of `draws` gives: ["d32", count], ["below", n, count] and so on."""
    name = op[0]
    if name == "d32":
        return ["%08x" % s.d32() for _ in range(op[1])]
    if name == "d64":
        return ["%016x" % s.d64() for _ in range(op[1])]
    if name == "below":
        return [str(s.below(int(op[1]))) for _ in range(op[2])]
    if name == "chance":
        return [s.chance(int(op[1]), int(op[2])) for _ in range(op[3])]
    if name == "weighted":
        return [s.weighted([int(x) for x in op[1]]) for _ in range(op[2])]
    if name == "sample":
        return s.sample(int(op[1]), int(op[2]))
    items = list(range(int(op[1])))
    s.shuffle(items)
    return items


def compute(given, note):
    s = derive.Stream(bytes.fromhex(given["key"]))
    if "count" in given:
        joined = b"".join(derive.le64(s.below(int(given["n"]))) for _ in range(given["count"]))
        return {"sha256_of_le64": hashlib.sha256(joined).hexdigest()}
    return [draw(s, op) for op in given["draws"]]
