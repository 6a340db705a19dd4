"""Sections 5.1 to 5.7: which records a release holds, and what was left out."""
from fractions import Fraction

from . import Refused, ledger, mosaic, varied
from .recipe import SPLITS, article_split
from .record import CATEGORIES, KINDS, right_first, text_of
from .counter import counter
from .derive import rank
from .text import count_lines, has_lines, is_structured, join, parse_material, spell


class Planner:
    """What all rules look at: articles by id, their splits, the recipe, the counter, the ledger."""

    def __init__(self, articles, recipe, count, note=lambda what: None, spaced=(True, False)):
        self.articles = {a["id"]: a for a in articles}
        self.recipe, self.count, self.note = recipe, counter(count), note
        self.spaced, self.rows, self.split = list(spaced), [], {}
        for a in self.in_id_order():
            found = article_split(recipe, a)
            if found is None:
                note("split_bridge")
                self.leave("split_bridge", "", "", a["id"] + "/d")
            else:
                self.split[a["id"]] = found

    def in_id_order(self):
        return [self.articles[x] for x in sorted(self.articles)]

    def units(self):
        """Returns the unstructured articles that section 4 does not leave out."""
        return [a for a in self.in_id_order() if a["id"] in self.split and not is_structured(a)]

    def leave(self, reason, split, category, unit, kind=""):
        self.rows.append(ledger.row(self.articles, reason, split, category, unit, kind))

    def draft(self, category, kind, materials, separators="", panels=None, **meta):
        """Returns a draft; panels are those of its text where they are not those of its materials."""
        right = right_first(self.recipe, materials[0])
        if panels is None:
            text = text_of(self.articles, materials, separators, right)
        else:
            text = join(panels["left"], panels["right"], right)
        return meta | {
            "split": self.split[materials[0].split("/")[0]],
            "category": category,
            "kind": kind,
            "m": materials,
            "s": separators,
            "right_first": right,
            "tokens": self.count(text),
            "text": text,
        }

    def fits(self, draft):
        return draft["tokens"] + self.recipe["reserved"] <= self.recipe["budget"]

    def base_draft(self, material):
        span = parse_material(material)[1]
        kind = "document" if span is None else "line" if span[1] - span[0] == 1 else "slice"
        return self.draft("base", kind, [material])

    def document_fits(self, article):
        return self.fits(self.base_draft(article["id"] + "/d"))


def slice_spans(article):
    return list(zip([0, *article["slices"]], article["slices"]))


def base_of_article(p, a):
    """Returns the base drafts of an article: section 5.1, first paragraph."""
    ident, split = a["id"], p.split[a["id"]]
    if p.document_fits(a):
        p.note("document")
        return [p.base_draft(ident + "/d")]
    if not has_lines(a):
        p.note("document_over_budget")
        p.leave("document_over_budget", split, "base", ident + "/d")
        return []
    out = []
    for i, j in slice_spans(a):
        draft = p.base_draft(spell(ident, i, j))
        if p.fits(draft):
            p.note(draft["kind"] + "-of-slices")
            out.append(draft)
            continue
        for n in range(i, j):
            draft = p.base_draft(spell(ident, n, n + 1))
            if p.fits(draft):
                p.note("line-of-broken-slice")
                out.append(draft)
            else:
                p.note("line_over_budget")
                p.leave("line_over_budget", split, "base", spell(ident, n, n + 1))
    return out


def base(p):
    """Returns the base drafts less those whose text an earlier-ranked split holds."""
    drafts = [d for a in p.units() for d in base_of_article(p, a)]
    held = {split: {d["text"] for d in drafts if d["split"] == split} for split in SPLITS}
    out = []
    for d in drafts:
        others = {"train": [], "test": ["train"], "validation": ["train", "test"]}[d["split"]]
        if any(d["text"] in held[other] for other in others):
            p.note("cross_split_text")
            p.leave("cross_split_text", d["split"], "base", d["m"][0])
        else:
            out.append(d)
    return out


def window_alone(p, a, span):
    p.note("window_alone")
    p.leave("window_alone", p.split[a["id"]], "longform", spell(a["id"], *span))


def longform(p):
    """Returns the longform drafts: section 5.3."""
    low, high = p.recipe["longform"]["slices"]
    out = []
    for a in p.units():
        if not has_lines(a) or p.document_fits(a):
            continue
        cuts = slice_spans(a)

        def window(s, k):
            return spell(a["id"], cuts[s][0], cuts[s + k - 1][1])

        def window_fits(s, k):
            return p.fits(p.draft("longform", "window", [window(s, k)]))

        s = 0
        while s + low <= len(cuts):
            if not window_fits(s, low):
                window_alone(p, a, cuts[s])
                s += 1
                continue
            k = low
            while (high == 0 or k + 1 <= high) and s + k + 1 <= len(cuts) and window_fits(s, k + 1):
                p.note("window-grows")
                k += 1
            if "-" in window(s, k):
                out.append(p.draft("longform", "window", [window(s, k)]))
            else:
                p.note("window-of-one-line")
                window_alone(p, a, cuts[s])
            s += k
        for span in cuts[s:]:
            p.note("window-remains")
            window_alone(p, a, span)
    return out


def bundles_of(p, category, drafts):
    """Returns the bundles of a category in order: lists of drafts with one m."""
    held = {}
    for d in drafts:
        held.setdefault((d["kind"].split("-")[0], " ".join(d["m"])), []).append(d)
    families = {"cross": 0, "run": 1}

    def place(bundle):
        m1 = bundle[0]["m"][0]
        family = families.get(bundle[0]["kind"].split("-")[0], 0)
        return rank(p.recipe["seed"], "take." + category, m1), m1.encode(), family

    return sorted(held.values(), key=place)


def take(p, plans):
    """Applies the quotas of a recipe to {category: drafts}: section 5.7. Returns (drafts, quotas)."""
    settings = {c: p.recipe[c]["take"] for c in plans}
    bundles = {c: bundles_of(p, c, drafts) for c, drafts in plans.items()}
    kept = {c: list(found) for c, found in bundles.items()}
    quotas = {}

    def records(found):
        return sum(len(b) for b in found)

    def tokens(found):
        return sum(d["tokens"] for b in found for d in b)

    def prefix(category, unit, size, wanted):
        found = bundles[category]
        n = 0
        while n < len(found) and size(found[: n + 1]) <= wanted:
            n += 1
        kept[category] = found[:n]
        quotas[category] = {"category": category, "unit": unit, "wanted": wanted, "had": size(found[:n])}

    for c, setting in settings.items():
        if setting and setting[0] == "records":
            if records(bundles[c]) < setting[1]:
                raise Refused(f"{c} holds {records(bundles[c])} records, wanted {setting[1]}")
            prefix(c, "records", records, setting[1])
    shares = {c: Fraction(*setting[1]) for c, setting in settings.items() if setting and setting[0] == "tokens"}
    if shares:
        whole = whole_of(shares, {c: tokens(kept[c]) for c in plans}, p.note)
        for c, share in shares.items():
            wanted = whole * share.numerator // share.denominator
            if wanted > tokens(bundles[c]):
                raise Refused(f"{c} holds {tokens(bundles[c])} tokens, wanted {wanted}")
            prefix(c, "tokens", tokens, wanted)
    for c, found in bundles.items():
        for b in found[len(kept[c]) :]:
            p.note("not_taken")
            p.leave("not_taken", b[0]["split"], c, " ".join(b[0]["m"]))
    drafts = [d for c in kept for b in kept[c] for d in b]
    return drafts, [quotas[c] for c in CATEGORIES if c in quotas]


def whole_of(shares, held, note):
    """Returns S, the tokens of all categories together, as a fraction."""
    free = sum(n for c, n in held.items() if c not in shares)
    total = sum(shares.values())
    if free > 0:
        note("take-free")
        if total >= 1:
            raise Refused("the shares together are below 1 where a category has none")
        return Fraction(free) / (1 - total)
    note("take-all-shares")
    if total != 1:
        raise Refused("the shares sum to 1 where every category has one")
    return min(Fraction(held[c]) / share for c, share in shares.items() if share > 0)


def plan(articles, recipe, count, note=lambda what: None, spaced=(True, False)):
    """Returns {"records","ledger","quotas","noise","shape","schema"} of a release."""
    p = Planner(articles, recipe, count, note, spaced)
    based = base(p)
    long = longform(p) if recipe["longform"] else []
    plans, counts = {}, {"noise": [], "shape": [], "schema": []}
    if recipe["base"]:
        plans["base"] = based
    else:
        for d in based:
            note("base-off")
            p.leave("category_off", d["split"], "base", d["m"][0])
    if recipe["mosaic"]:
        plans["mosaic"] = mosaic.cross(p) + mosaic.run(p, based + long)
    if recipe["longform"]:
        plans["longform"] = long
    if recipe["shape"]:
        plans["shape"], counts["shape"] = varied.shapes(p, based)
    drafts, quotas = take(p, plans)
    if recipe["noise"]:
        made, counts["noise"] = varied.noises(p, based, drafts)
        drafts += made
    if recipe["schema"]:
        made, counts["schema"] = varied.schemas(p, based)
        drafts += made
    else:
        varied.schema_off(p)
    check_conservation(p, based, drafts)
    return {"records": in_listing_order(drafts), "ledger": ledger.in_order(p.rows), "quotas": quotas} | counts


def in_listing_order(drafts):
    """Returns drafts by split, category, kind and m: the order of a vector's output."""
    return sorted(
        drafts,
        key=lambda d: (
            SPLITS.index(d["split"]),
            CATEGORIES.index(d["category"]),
            KINDS.index(d["kind"]),
            " ".join(d["m"]).encode(),
        ),
    )


def check_conservation(p, based, drafts):
    """Asserts that each line of each unstructured article is in one base record or one row, each structured one too."""
    seen = []
    units = [d["m"][0] for d in based]
    units += [r["unit"] for r in p.rows if r["category"] == "base" and r["reason"] not in ("category_off", "not_taken")]
    for unit in units:
        ident, span = parse_material(unit)
        article = p.articles[ident]
        if not has_lines(article):
            seen.append((ident, "d"))
        else:
            seen += [(ident, n) for n in range(*(span or (0, count_lines(article))))]
    wanted = []
    for a in p.units():
        wanted += [(a["id"], n) for n in range(count_lines(a))] if has_lines(a) else [(a["id"], "d")]
    assert sorted(seen, key=str) == sorted(wanted, key=str)
    held = [d["m"][0] for d in drafts if d["category"] == "schema"] + [r["unit"] for r in p.rows if r["category"] == "schema"]
    for a in p.in_id_order():
        if a["id"] in p.split and is_structured(a):
            assert held.count(a["id"] + "/d") == 1
