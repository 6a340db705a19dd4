"""Sections 4 and 8.1: the recipe, shares, splits."""
import re
import tomllib

from . import Refused
from .derive import NOISE_KINDS, SHAPE_OPS, H, seed32

SPLITS = ["train", "validation", "test"]
ORDERS = ["left-first", "right-first", "both"]
STYLES = ["dense", "paragraph", "mixed"]
FORMATS = ["json", "csv", "xml", "markdown", "html", "web-text"]
WEIGHTS = {
    "no-space": 1, "broken-word": 1, "wild-space": 1, "html-residue": 1, "rare-symbol": 1, "soft-hyphen": 0,
    "zero-width": 0, "full-width": 0, "mojibake": 0, "nav-words": 0,
}
STRENGTHS = {
    "no-space": "2/3", "broken-word": "1/12", "wild-space": "1/12", "html-residue": 4, "rare-symbol": "1/80",
    "soft-hyphen": "1/8", "zero-width": "1/40", "full-width": "1/8", "mojibake": "1/4", "nav-words": 3,
}
PIECES = ["html-residue", "nav-words"]
TAKE = {"records", "tokens"}
KEYS = {
    "": {
        "format", "release", "version", "seed", "tokenizer", "budget", "reserved", "order", "split", "base", "mosaic",
        "longform", "noise", "shape", "schema", "shards",
    },
    "split": {"seed", "validation", "test"},
    "base": TAKE,
    "mosaic": TAKE | {"cross", "run_genres", "styles"},
    "longform": TAKE | {"slices"},
    "noise": {"ratio", "short", "kinds", "strength"},
    "shape": TAKE | {"share", "ops"},
    "schema": {"share", "generated", "formats"},
    "shards": {"records", "carrier"},
}


def ratio(text, lowest_b=1):
    """Returns (a, b) of "a/b"."""
    if not isinstance(text, str) or not re.fullmatch("(0|[1-9][0-9]*)/([1-9][0-9]*)", text, re.ASCII):
        raise Refused('a share is written as decimal "a/b", b >= 1')
    a, b = (int(x) for x in text.split("/"))
    if a >= 2**31 or b >= 2**31 or b < lowest_b:
        raise Refused("both numbers of a share are below 2^31")
    return a, b


def integer(value, low, high):
    if type(value) is not int or not low <= value <= high:
        raise Refused(f"expected an integer from {low} to {high}")
    return value


def string(value):
    if not isinstance(value, str):
        raise Refused("expected a string")
    return value


def one_of(value, allowed):
    if value not in allowed:
        raise Refused("not on its list")
    return value


def list_of(value, allowed):
    if not isinstance(value, list) or not all(x in allowed for x in value) or len(set(value)) != len(value):
        raise Refused("expected a list of different words of its list")
    return value


def check_split_shares(test, validation):
    (at, dt), (av, dv) = test, validation
    if not (0 <= at < dt < 2**31 and 0 <= av < dv < 2**31) or at * dv + av * dt >= dt * dv:
        raise Refused("split shares are below 1, alone and together")


def take_of(table):
    """Returns ("records", N), ("tokens", (a, b)) or None."""
    if TAKE <= table.keys():
        raise Refused("a table holds records or tokens, not both")
    if "records" in table:
        return "records", integer(table["records"], 0, 2**63 - 1)
    if "tokens" in table:
        a, b = ratio(table["tokens"])
        if b > 100000 or a > b:
            raise Refused("a share of tokens has b <= 100000 and is at most 1")
        return "tokens", (a, b)
    return None


def mosaic_of(table):
    cross = ratio(table.get("cross", "35/100"))
    if cross[0] > cross[1]:
        raise Refused("cross is at most 1")
    styles = list_of(table.get("styles", STYLES), STYLES)
    if "dense" not in styles and "paragraph" not in styles:
        raise Refused("the styles hold dense or paragraph")
    genres = list_of(table.get("run_genres", ["dialogue"]), ["prose", "dialogue", "lines"])
    return {"take": take_of(table), "cross": cross, "styles": styles, "run_genres": genres}


def longform_of(table):
    bounds = table.get("slices", [2, 3])
    if not isinstance(bounds, list) or len(bounds) != 2:
        raise Refused("slices is [min, max]")
    low = integer(bounds[0], 1, 2**63 - 1)
    high = integer(bounds[1], 0, 2**63 - 1)
    if high != 0 and high < low:
        raise Refused("max is 0 or at least min")
    return {"take": take_of(table), "slices": (low, high)}


def part_of(text):
    """Returns (a, b) of a share that is at most 1."""
    a, b = ratio(text)
    if a > b:
        raise Refused("a share is at most 1")
    return a, b


def weights_of(table, defaults):
    """Returns the weights in the order of the defaults; what the table leaves out keeps its default."""
    if not isinstance(table, dict) or not table.keys() <= defaults.keys():
        raise Refused("an unknown word with a weight")
    out = [integer(table.get(name, weight), 0, 2**31 - 1) for name, weight in defaults.items()]
    if sum(out) == 0:
        raise Refused("one weight at least is above 0")
    return out


def strength_of(kind, value):
    """Returns (a, b), or the number of pieces, of a strength as a recipe writes it."""
    if kind in PIECES:
        return integer(value, 1, 16)
    a, b = ratio(value)
    if not 0 < a <= b < 2**29:
        raise Refused("a strength is above 0 and at most 1, its b below 2^29")
    return a, b


def noise_of(table):
    a, b = ratio(table.get("ratio", "15/100"))
    if a >= b:
        raise Refused("the share of noise is below 1")
    strength = table.get("strength", {})
    if not isinstance(strength, dict) or not strength.keys() <= STRENGTHS.keys():
        raise Refused("the strength of an unknown kind")
    strength = STRENGTHS | strength
    for kind, value in strength.items():
        strength_of(kind, value)
    return {
        "ratio": (a, b),
        "short": one_of(table.get("short", "fail"), ["fail", "allow"]),
        "kinds": weights_of(table.get("kinds", {}), WEIGHTS),
        "strength": strength,
    }


def shape_of(table):
    return {
        "take": take_of(table),
        "share": part_of(table.get("share", "36/100")),
        "ops": weights_of(table.get("ops", {}), dict.fromkeys(SHAPE_OPS, 1)),
    }


def schema_of(table):
    share = table.get("share", "all")
    return {
        "share": (1, 1) if share == "all" else part_of(share),
        "generated": part_of(table.get("generated", "0/1")),
        "formats": weights_of(table.get("formats", {}), dict.fromkeys(FORMATS, 1)),
    }


def parse(text):
    """Returns the recipe of a TOML text as a dict; a category that is off is None."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Refused("not TOML") from error
    for name, keys in KEYS.items():
        table = raw if name == "" else raw.get(name, {})
        if not isinstance(table, dict) or not table.keys() <= keys:
            raise Refused("an unknown key")
    for name in ("format", "release", "version", "seed", "tokenizer", "budget", "reserved", "order", "split"):
        if name not in raw:
            raise Refused(f"{name} is missing")
    if raw["split"].keys() != KEYS["split"]:
        raise Refused("a key of split is missing")
    integer(raw["format"], 1, 1)
    if not re.fullmatch("[a-z0-9][a-z0-9-]*", string(raw["release"]), re.ASCII):
        raise Refused("not a release name")
    if not re.fullmatch("[0-9A-Za-z.+-]+", string(raw["version"]), re.ASCII):
        raise Refused("not a version")
    string(raw["tokenizer"])
    shards = raw.get("shards", {})
    budget = integer(raw["budget"], 1, 65536)
    test, validation = ratio(raw["split"]["test"]), ratio(raw["split"]["validation"])
    check_split_shares(test, validation)
    return {
        "seed": seed32(string(raw["seed"])),
        "split_seed": seed32(string(raw["split"]["seed"])),
        "test": test,
        "validation": validation,
        "budget": budget,
        "reserved": integer(raw["reserved"], 0, budget - 1),
        "order": one_of(raw["order"], ORDERS),
        "base": {"take": take_of(raw["base"])} if "base" in raw else None,
        "mosaic": mosaic_of(raw["mosaic"]) if "mosaic" in raw else None,
        "longform": longform_of(raw["longform"]) if "longform" in raw else None,
        "noise": noise_of(raw["noise"]) if "noise" in raw else None,
        "shape": shape_of(raw["shape"]) if "shape" in raw else None,
        "schema": schema_of(raw["schema"]) if "schema" in raw else None,
        "shard_records": integer(shards.get("records", 100000), 1, 10000000),
        "carrier": one_of(shards.get("carrier", "jsonl.zst"), ["jsonl", "jsonl.zst", "meta"]),
    }


def split_u(split_seed, group):
    return int.from_bytes(H("split", split_seed, group)[:8], "little")


def thresholds(test, validation):
    check_split_shares(test, validation)
    (at, dt), (av, dv) = test, validation
    return 2**64 * at // dt, 2**64 * (at * dv + av * dt) // (dt * dv)


def split_of(split_seed, group, test, validation):
    u = split_u(split_seed, group)
    t, v = thresholds(test, validation)
    return "test" if u < t else "validation" if u < v else "train"


def article_split(recipe, article):
    """Returns the split of an article, or None if it bridges splits."""
    found = [
        split_of(recipe["split_seed"], group, recipe["test"], recipe["validation"])
        for group in [article["group"], *article["near"]]
    ]
    return found[0] if len(set(found)) == 1 else None
