"""Sections 5.4 to 5.6: which materials noise, shape and schema take."""
from . import schema as schema_rule
from . import noise as noise_rule
from . import shape as shape_rule
from . import picks, skeleton
from .derive import NOISE_KINDS, rank
from .recipe import SPLITS
from .text import count_lines, is_structured, material_panels, parse_material


def materials_of(based, split):
    return [d["m"][0] for d in based if d["split"] == split]


def lines_in(p, material):
    """Returns the number of lines of a base material; 0 without lines."""
    ident, span = parse_material(material)
    return count_lines(p.articles[ident]) if span is None else span[1] - span[0]


def in_pick_order(p, purpose, materials):
    return sorted(materials, key=lambda m: (rank(p.recipe["seed"], purpose, m), m.encode()))


def walk(p, materials, wanted, make, pass_over=lambda reason, m: None):
    """Returns the drafts of a walk until there are `wanted`; make gives a draft or a reason."""
    out, texts = [], set()
    for m in materials:
        if len(out) == wanted:
            break
        made = make(m)
        if not isinstance(made, str) and not p.fits(made):
            made = "over_budget"
        if not isinstance(made, str) and made["text"] in texts:
            made = "repeats"
        if isinstance(made, str):
            pass_over(made, m)
            continue
        texts.add(made["text"])
        out.append(made)
    return out


def noise_draft(p, kind, m):
    made = noise_rule.noise(
        p.recipe["seed"], m, material_panels(p.articles, m), p.spaced, kind, p.recipe["noise"]["strength"][kind]
    )
    return "no_effect" if made is None else p.draft("noise", kind, [m], panels=made, n=made["n"])


def shape_draft(p, m):
    made = shape_rule.shape(
        p.recipe["seed"], m, material_panels(p.articles, m), p.spaced, p.recipe["shape"]["ops"]
    )
    return "no_effect" if made is None else p.draft("shape", made["kind"], [m], panels=made, p=made["p"])


def agree(form, left, right):
    """Says whether generated panels agree; of Markdown the cases hold only lines that leave no doubt."""
    return form == "markdown" or skeleton.agree(form, left, right)


def schema_draft(p, m):
    made = schema_rule.generate(
        p.recipe["seed"], m, material_panels(p.articles, m), p.recipe["schema"]["formats"], schema_rule.real_table(), agree
    )
    return "unfit" if made is None else p.draft("schema", made["g"][0], [m], panels=made, g=made["g"])


def shapes(p, based):
    """Returns (drafts, rows of the manifest) of shape."""
    settings, out, counts = p.recipe["shape"], [], []
    for split in SPLITS:
        able = [m for m in materials_of(based, split) if lines_in(p, m) >= 2]
        wanted = picks.floor_of(len(able), settings["share"])

        def pass_over(reason, m):
            p.note("shape-" + reason)
            p.leave(reason, split, "shape", m)

        made = walk(p, in_pick_order(p, "shape.pick", able), wanted, lambda m: shape_draft(p, m), pass_over)
        if len(made) < wanted:
            p.note("shape-short")
        counts.append({"split": split, "of": len(able), "wanted": wanted, "had": len(made)})
        out += made
    return out, counts


def noises(p, based, drafts):
    """Returns (drafts, rows of the manifest) of noise; drafts are all records but noise and schema."""
    settings, out, counts = p.recipe["noise"], [], []
    for split in SPLITS:
        materials = materials_of(based, split)
        order = {kind: in_pick_order(p, "noise.pick." + kind, materials) for kind in NOISE_KINDS}
        gives = []
        for kind, weight in zip(NOISE_KINDS, settings["kinds"]):
            whole = walk(p, order[kind], None, lambda m: noise_draft(p, kind, m)) if weight > 0 else []
            gives.append(len(whole))
        others = sum(d["split"] == split for d in drafts)
        found = picks.parts_of(others, settings["ratio"], settings["kinds"], gives, settings["short"], p.note)
        for kind, part in found["parts"].items():

            def pass_over(reason, m):
                p.note("noise-" + reason)
                p.leave(reason, split, "noise", m, kind)

            made = walk(p, order[kind], part, lambda m: noise_draft(p, kind, m), pass_over)
            assert len(made) == part
            out += made
        counts.append({"split": split, "others": others, "wanted": found["wanted"], "had": found["had"], "off": found["off"]})
    return out, counts


def structured_of(p, split):
    return [a for a in p.in_id_order() if is_structured(a) and p.split.get(a["id"]) == split]


def schema_off(p):
    for split in SPLITS:
        for a in structured_of(p, split):
            p.note("structured")
            p.leave("category_off", split, "schema", a["id"] + "/d")


def pair_draft(p, m):
    form = p.articles[m.removesuffix("/d")]["genre"].removeprefix("structured:")
    return p.draft("schema", form, [m], g=[form, ""])


def pairs(p, split):
    """Returns (drafts, number picked) of the structured articles of a split."""
    held = structured_of(p, split)
    order = in_pick_order(p, "schema.pick", [a["id"] + "/d" for a in held])
    count = picks.floor_of(len(order), p.recipe["schema"]["share"])
    out = []
    for place, m in enumerate(order):
        a, draft = p.articles[m.removesuffix("/d")], pair_draft(p, m)
        if place >= count:
            reason = "not_picked"
        elif not agree(draft["kind"], a["left"], a["right"]):
            reason = "skeleton"
        elif not p.fits(draft):
            reason = "over_budget"
        else:
            p.note("pair")
            out.append(draft)
            continue
        p.note("pair-" + reason)
        p.leave(reason, split, "schema", m)
    return out, count


def schemas(p, based):
    """Returns (drafts, rows of the manifest) of schema."""
    out, counts = [], []
    for split in SPLITS:
        paired, picked = pairs(p, split)
        materials = materials_of(based, split)
        wanted = picks.floor_of(len(materials), p.recipe["schema"]["generated"])
        able = [m for m in materials if 2 <= lines_in(p, m) <= 64]

        def pass_over(reason, m):
            p.note("schema-" + reason)
            p.leave(reason, split, "schema", m)

        made = walk(p, in_pick_order(p, "schema.pick", able), wanted, lambda m: schema_draft(p, m), pass_over)
        if len(made) < wanted:
            p.note("schema-short")
        counts.append(
            {
                "split": split, "pairs": len(structured_of(p, split)), "picked": picked, "of": len(materials),
                "wanted": wanted, "had": len(made),
            }
        )
        out += paired + made
    return out, counts
