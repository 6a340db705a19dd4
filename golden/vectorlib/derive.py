"""Section 3: digests, streams, draws, ranks, quotas; section 2.2: the Merkle root."""
import hashlib

from . import Refused

DOMAIN = b"diptych/1"
NOISE_KINDS = [
    "no-space", "broken-word", "wild-space", "html-residue", "rare-symbol", "soft-hyphen", "zero-width", "full-width",
    "mojibake", "nav-words",
]
SHAPE_OPS = ["permute", "repeat", "glue", "list", "marker", "link", "quote", "indent"]
STREAMS = {
    "slice.jitter": [""],
    "mosaic.length": ["cross", "run"],
    "sep.mixed": ["cross", "run"],
    "noise.panels": NOISE_KINDS,
    "noise.site": NOISE_KINDS,
    "shape.ops": [""],
    **{"shape." + op: [""] for op in SHAPE_OPS},
    "schema.skeleton": [""],
}
RANKS = [
    "order", "order.both", "mosaic.cross", *["noise.pick." + kind for kind in NOISE_KINDS], "shape.pick", "schema.pick",
    "take.base", "take.mosaic", "take.longform", "take.shape",
]


def le32(n):
    return n.to_bytes(4, "little")


def le64(n):
    if not 0 <= n < 2**64:
        raise Refused("an integer of a digest is a u64")
    return n.to_bytes(8, "little")


def lp(x):
    return le64(len(x)) + x


def part(p):
    """Returns a part of H as bytes: integers LE64, a list the LP of its items joined, text UTF-8."""
    if isinstance(p, bytes):
        return p
    if isinstance(p, int):
        return le64(p)
    if isinstance(p, list):
        return b"".join(lp(part(item)) for item in p)
    return p.encode("utf-8")


def H(tag, *parts):
    joined = lp(DOMAIN) + lp(tag.encode("utf-8"))
    for p in parts:
        joined += lp(part(p))
    return hashlib.sha256(joined).digest()


def hex12(digest):
    return digest[:12].hex()


def seed32(text):
    return H("seed", text)


def skey(seed, purpose, variant, ident, ordinal):
    return H("stream", seed, purpose, variant, ident, le64(ordinal))


def quarter(x, a, b, c, d):
    """The quarter round of RFC 8439, section 2.1."""
    for p, q, r, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        x[p] = (x[p] + x[q]) % 2**32
        y = x[r] ^ x[p]
        x[r] = (y << turn) % 2**32 | y >> (32 - turn)


def chacha20_block(key, counter, nonce):
    """Returns the 64 bytes of one block: RFC 8439, section 2.3."""
    state = [int.from_bytes(b"expand 32-byte k"[i : i + 4], "little") for i in range(0, 16, 4)]
    state += [int.from_bytes(key[i : i + 4], "little") for i in range(0, 32, 4)]
    state += [counter]
    state += [int.from_bytes(nonce[i : i + 4], "little") for i in range(0, 12, 4)]
    x = list(state)
    for _ in range(10):
        for i in range(4):
            quarter(x, i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return b"".join(le32((a + b) % 2**32) for a, b in zip(x, state))


# RFC 8439, section 2.3.2.
assert chacha20_block(bytes(range(32)), 1, bytes.fromhex("000000090000004a00000000")).hex() == (
    "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
    "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
)


class Stream:
    """The keystream of one skey and the draws of section 3."""

    def __init__(self, key):
        assert len(key) == 32
        self.key, self.block, self.words = key, 0, []

    def d32(self):
        if not self.words:
            data = chacha20_block(self.key, self.block, bytes(12))
            self.words = [int.from_bytes(data[i : i + 4], "little") for i in range(0, 64, 4)]
            self.block += 1
        return self.words.pop(0)

    def d64(self):
        a = self.d32()
        b = self.d32()
        return a | b << 32

    def below(self, n):
        if not 1 <= n < 2**64:
            raise Refused("below needs 1 <= n < 2^64")
        t = (2**64 - n) % n
        while True:
            m = self.d64() * n
            if m % 2**64 >= t:
                return m >> 64

    def chance(self, a, b):
        return self.below(b) < a

    def weighted(self, w):
        if sum(w) == 0:
            raise Refused("all weights are 0")
        r = self.below(sum(w))
        for i in range(len(w)):
            if r < sum(w[: i + 1]):
                return i

    def shuffle(self, items):
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def sample(self, n, k):
        if k > n:
            raise Refused("a sample is no larger than what it is taken from")
        items = list(range(n))
        for i in range(k):
            j = i + self.below(n - i)
            items[i], items[j] = items[j], items[i]
        return items[:k]


def stream(seed, purpose, variant="", ident="", ordinal=0):
    return Stream(skey(seed, purpose, variant, ident, ordinal))


def rank(seed, purpose, ident):
    return H("rank", seed, purpose, ident)[:16]


def check_purpose(kind, purpose, variant):
    """Refuses what is not on the closed list of purposes."""
    if kind == "stream" and purpose in STREAMS and variant in STREAMS[purpose]:
        return
    if kind == "rank" and purpose in RANKS and variant == "":
        return
    raise Refused("not a purpose")


def allot(n, w):
    total = sum(w)
    if total == 0:
        raise Refused("all weights are 0")
    out = [x * n // total for x in w]
    left = n - sum(out)
    order = sorted(range(len(w)), key=lambda i: (-(w[i] * n % total), i))
    for i in order[:left]:
        out[i] += 1
    return out


def share(others, a, b):
    if not 0 <= a < b:
        raise Refused("a share is below 1")
    return (2 * a * others + (b - a)) // (2 * (b - a))


def merkle(entries):
    """Returns the root of RFC 9162, section 2.1.1, over a list of byte strings."""
    if not entries:
        return hashlib.sha256(b"").digest()
    if len(entries) == 1:
        return hashlib.sha256(b"\x00" + entries[0]).digest()
    k = 1
    while k * 2 < len(entries):
        k *= 2
    return hashlib.sha256(b"\x01" + merkle(entries[:k]) + merkle(entries[k:])).digest()
