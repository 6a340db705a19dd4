"""Section 4: splits, thresholds, bridges."""
from .. import recipe
from ..derive import seed32
from .tools import case

SEED = seed32("zhen")
U = recipe.split_u(SEED, "0" * 24)


def split(name, flags, group, test, validation, seed="zhen"):
    return case(name, flags, {"op": "split", "seed": seed, "group": group, "test": test, "validation": validation})


def near(name, flags, group, others, seed="zhen"):
    return case(name, flags, {"op": "bridge", "seed": seed, "group": group, "near": others, "test": "1/4", "validation": "1/4"})


def ratios_beside(u):
    """Returns fractions a/b, b < 2^31, whose thresholds are next above u and next at or below it."""
    low, high = (0, 1), (1, 1)
    while low[1] + high[1] < 2**31:
        middle = low[0] + high[0], low[1] + high[1]
        if 2**64 * middle[0] // middle[1] > u:
            high = middle
        else:
            low = middle
    return f"{high[0]}/{high[1]}", f"{low[0]}/{low[1]}"


ABOVE, BELOW = ratios_beside(U)
HASHED = ["", "%024x" % 7**20] + ["%024x" % (i * i + 1) for i in range(300)]
CASES = [
    split(f"small shares: group {g or 'empty'}", [], g, "775/100000", "775/100000")
    for g in HASHED
    if recipe.split_of(SEED, g, (775, 100000), (775, 100000)) != "train"
]
CASES += [
    split(f"shares {t}, {v}: group {g or 'empty'}", [], g, t, v)
    for n, (t, v, g) in enumerate(
        [(t, v, g) for t, v in (("775/100000", "775/100000"), ("1/10", "3/20")) for g in HASHED]
    )
    if n % 12 == 0
]
CASES += [
    split("u is just below the threshold of test", ["edge"], "0" * 24, ABOVE, "0/1"),
    split("u is not below the threshold of test", ["edge"], "0" * 24, BELOW, "0/1"),
    split("u is just below the threshold of validation", ["edge"], "0" * 24, "0/1", ABOVE),
    split("u is not below the threshold of validation", ["edge"], "0" * 24, "0/1", BELOW),
    split("all train", ["edge"], "0" * 24, "0/1", "0/1"),
    split("nearly all test", ["edge"], "0" * 24, "2147483646/2147483647", "0/5"),
    split("nearly all validation", ["edge"], "0" * 24, "0/5", "2147483646/2147483647"),
    split("together nearly all, largest numbers", ["edge"], "f" * 24, "1/2147483647", "2147483645/2147483647"),
    split("another seed of another script", ["multi-script"], "0" * 24, "1/3", "1/3", "種子"),
    split("seed of many scripts", ["multi-script"], "f" * 24, "1/3", "1/3", "مرحبا नमस्ते e\u0301 👩‍👩‍👧"),
    split("group of many scripts", ["multi-script", "edge"], "臺北/カフェ", "1/3", "1/3"),
]
BY_SPLIT = {}
for g in HASHED[1:]:
    BY_SPLIT.setdefault(recipe.split_of(SEED, g, (1, 4), (1, 4)), []).append(g)
TRAIN, VALIDATION, TEST = BY_SPLIT["train"], BY_SPLIT["validation"], BY_SPLIT["test"]
CASES += [
    near("no near groups", [], TEST[0], []),
    near("near groups of the same split", [], VALIDATION[0], sorted(VALIDATION[1:4])),
    near("one near group of another split", ["edge"], TRAIN[0], sorted([TRAIN[1], TEST[0]])),
    near("near groups agree with each other but not with the group", ["edge"], TRAIN[0], sorted(VALIDATION[:2])),
    near("test and validation bridge too", ["edge"], TEST[0], [VALIDATION[0]]),
    near("many near groups, one astray", ["edge"], TRAIN[0], sorted(TRAIN[1:20] + TEST[:1])),
]
CASES += [
    split(f"refused: {t} and {v}", ["invalid"], "0" * 24, t, v)
    for t, v in (
        ("1/2", "1/2"), ("2/3", "1/2"), ("1/1", "0/1"), ("0/1", "1/1"), ("1/2147483648", "0/1"), ("0/1", "0/2147483648"),
        ("1/0", "0/1"), ("-1/4", "0/1"), ("0.1", "0/1"), ("1/4 ", "0/1"), ("1/4/2", "0/1"), ("", "0/1"), ("１/4", "0/1"),
        ("25%", "0/1"),
    )
]
CASES += [split("largest numbers that sum to 1 exactly", ["invalid", "edge"], "0" * 24, "1/2147483647", "2147483646/2147483647")]
EVENTS = {"train", "validation", "test", "split_bridge"}


def compute(given, note):
    seed = seed32(given["seed"])
    test, validation = recipe.ratio(given["test"]), recipe.ratio(given["validation"])
    if given["op"] == "bridge":
        recipe.check_split_shares(test, validation)
        settings = {"split_seed": seed, "test": test, "validation": validation}
        found = recipe.article_split(settings, given)
        note(found or "split_bridge")
        return found or "split_bridge"
    t, v = recipe.thresholds(test, validation)
    found = recipe.split_of(seed, given["group"], test, validation)
    note(found)
    return {"u": str(recipe.split_u(seed, given["group"])), "T": str(t), "V": str(v), "split": found}
