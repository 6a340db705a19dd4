"""Section 5.2: mosaics. Styles, separators, cross groups, run groups."""
from .derive import rank, stream
from .recipe import SPLITS
from .text import count_lines, has_lines, lines


def draw_mixed(seed, family, first, k):
    """Returns the separators of style mixed for a group of k lines, k >= 3."""
    assert k >= 3
    words = stream(seed, "sep.mixed", family, first)
    while True:
        drawn = "".join("12"[words.below(2)] for _ in range(k - 1))
        if "1" in drawn and "2" in drawn:
            return drawn


def styles_of(seed, styles, family, first, k):
    """Returns [(style, separators)] that a group of k lines is used in."""
    out = []
    for style in styles:
        if style == "dense":
            out.append((style, "1" * (k - 1)))
        elif style == "paragraph":
            out.append((style, "2" * (k - 1)))
        elif k >= 3:
            out.append((style, draw_mixed(seed, family, first, k)))
    return out


def draw_length(seed, family, first):
    return 2 + stream(seed, "mosaic.length", family, first).below(7)


def drafts_of(p, family, materials, first, k):
    """Returns the drafts of a group, one each style."""
    styles = styles_of(p.recipe["seed"], p.recipe["mosaic"]["styles"], family, first, k)
    return [p.draft("mosaic", f"{family}-{style}", materials, separators) for style, separators in styles]


def all_fit(p, family, materials, first, k):
    return all(p.fits(d) for d in drafts_of(p, family, materials, first, k))


class Line:
    """One candidate of a cross mosaic."""

    def __init__(self, article, number, pair):
        self.unit = f"{article['id']}/{number}"
        self.group = article["group"]
        self.left, self.right = pair


def lines_by_split(p):
    out = {split: [] for split in SPLITS}
    for a in p.units():
        if has_lines(a):
            pairs = zip(lines(a["left"]), lines(a["right"]))
            out[p.split[a["id"]]] += [Line(a, n, pair) for n, pair in enumerate(pairs)]
    return out


def cross_candidates(p, split, everything):
    """Returns the lines of a split that cross mosaics may use."""
    elsewhere = {(x.left, x.right) for other in SPLITS if other != split for x in everything[other]}
    out = []
    for x in everything[split]:
        if not p.fits(p.draft("base", "line", [x.unit])):
            p.note("line-does-not-fit")
        elif split != "train" and (x.left, x.right) in elsewhere:
            p.note("cross_split_line")
            p.leave("cross_split_line", split, "mosaic", x.unit)
        else:
            out.append(x)
    return out


def buckets_of(p, candidates):
    """Returns the used candidates in rank order, cut into buckets."""
    seed, (a, b) = p.recipe["seed"], p.recipe["mosaic"]["cross"]
    ranked = sorted((rank(seed, "mosaic.cross", x.unit), x.unit.encode(), x) for x in candidates)
    out = []
    for place, _, x in ranked[: len(ranked) * a // b]:
        if not out or int.from_bytes(place[-4:], "big") % 8 == 0:
            out.append([])
        out[-1].append(x)
    return out


def may_join(p, group, y):
    """Tells whether group and panels allow y in a group."""
    if any(x.group == y.group for x in group):
        p.note("same-group")
        return False
    if any(x.left == y.left for x in group):
        p.note("same-left")
        return False
    if any(x.right == y.right for x in group):
        p.note("same-right")
        return False
    return True


def cross_fits(p, group):
    return all_fit(p, "cross", [x.unit for x in group], group[0].unit, len(group))


def fill(p, group, rest, length):
    """Adds lines of rest to an open group; returns how it ended."""
    refusals = 0
    for y in rest:
        if len(group) == length:
            return "length-reached"
        if not may_join(p, group, y):
            continue
        if cross_fits(p, [*group, y]):
            group.append(y)
        else:
            refusals += 1
            p.note("refused")
            if refusals == 16:
                return "sixteen-refusals"
    return "bucket-ends"


def groups_of_bucket(p, split, bucket):
    free, standing, aside = list(bucket), [], []
    while free:
        x = free.pop(0)
        group = [x]
        p.note(fill(p, group, list(free), draw_length(p.recipe["seed"], "cross", x.unit)))
        free = [y for y in free if y not in group]
        if len(group) == 1:
            aside.append(x)
        else:
            standing.append(group)
    small = [g for g in standing if len(g) < 8]
    if len(aside) == 1 and small:
        x, group = aside[0], small[-1]
        if may_join(p, group, x) and cross_fits(p, [*group, x]):
            p.note("alone-added")
            group.append(x)
            aside = []
        else:
            p.note("alone-not-allowed")
    elif aside:
        p.note("alone-one" if len(aside) == 1 else "alone-many")
    for x in aside:
        p.leave("mosaic_alone", split, "mosaic", x.unit)
    return standing


def cross(p):
    """Returns the drafts of the cross family."""
    everything, out = lines_by_split(p), []
    for split in SPLITS:
        for bucket in buckets_of(p, cross_candidates(p, split, everything)):
            for group in groups_of_bucket(p, split, bucket):
                p.note(f"cross-of-{len(group)}")
                out += drafts_of(p, "cross", [x.unit for x in group], group[0].unit, len(group))
    return out


def run_length(p, a, pairs, i):
    """Returns the largest k that stands at line i of an article, or None."""
    first = f"{a['id']}/{i}"
    length = draw_length(p.recipe["seed"], "run", first)
    for k in range(length, 1, -1):
        if i + k > len(pairs):
            continue
        lefts, rights = zip(*pairs[i : i + k])
        if len(set(lefts)) < k or len(set(rights)) < k:
            p.note("run-equal-lines")
        elif not all_fit(p, "run", [f"{a['id']}/{i}-{i + k}"], first, k):
            p.note("run-does-not-fit")
        else:
            return k
    return None


def run(p, texts_of):
    """Returns the drafts of the run family less those whose text a draft of texts_of has."""
    held = {(d["split"], d["text"]) for d in texts_of}
    out = []
    for a in p.units():
        if not has_lines(a) or a["genre"] not in p.recipe["mosaic"]["run_genres"]:
            continue
        split, n = p.split[a["id"]], count_lines(a)
        pairs = list(zip(lines(a["left"]), lines(a["right"])))
        i = 0
        while i + 1 < n:
            k = run_length(p, a, pairs, i)
            if k is None:
                p.note("run_alone")
                p.leave("run_alone", split, "mosaic", f"{a['id']}/{i}")
                i += 1
                continue
            p.note(f"run-of-{k}")
            for d in drafts_of(p, "run", [f"{a['id']}/{i}-{i + k}"], f"{a['id']}/{i}", k):
                if (split, d["text"]) in held:
                    p.note("style_repeats")
                    p.leave("style_repeats", split, "mosaic", d["m"][0], d["kind"])
                else:
                    out.append(d)
            i += k
        if i < n:
            p.note("run-last-line")
            p.leave("run_alone", split, "mosaic", f"{a['id']}/{i}")
    return out
