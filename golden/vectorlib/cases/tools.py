"""What the case modules share: articles that fall in a wanted split, recipes, plans."""
from .. import plan, pool, recipe, record, text
from ..derive import seed32

SPLIT_SEED = "zhen"
QUARTER = ((1, 4), (1, 4))


def case(name, flags, given):
    return {"case": name, "flags": flags, "in": given}


def group_in(split, stem):
    """Returns a declared group, stem and a number, whose group under source docs falls in a split."""
    n = 0
    while True:
        declared = f"{stem}-{n}"
        group = pool.group_of({"source": "docs", "source_id": "", "declared_group": declared}, "")
        if recipe.split_of(seed32(SPLIT_SEED), group, *QUARTER) == split:
            return declared
        n += 1


def article(name, left, right, split="train", slices=None, size=120, **fields):
    """Returns a row of the pool. name is the source_id; slices come from the slicer unless given."""
    row = {
        "source": "docs", "source_id": name, "license": "CC0-1.0", "origin": "left", "translation": "human",
        "genre": "prose", "left": left, "right": right, "declared_group": group_in(split, name), "group_source": "docs",
    }
    near = fields.pop("near", [])
    row.update(fields)
    made = pool.make_article(row, [])
    if pool.has_lines(made):
        made["slices"] = slices or pool.slicer("diptych", size, made["key"], left, right)
    made["near"] = sorted(near)
    pool.check_article(made)
    return made


def toml(budget=100, reserved=0, order="left-first", seed="42", validation="1/4", test="1/4", tables="[base]\n", **top):
    """Returns the text of a recipe."""
    fields = {
        "format": 1, "release": '"vectors"', "version": '"1.0.0"', "seed": f'"{seed}"',
        "tokenizer": '"tokenizer.json"', "budget": budget, "reserved": reserved, "order": f'"{order}"',
    }
    fields.update(top)
    head = "".join(f"{k} = {v}\n" for k, v in fields.items())
    return f'{head}[split]\nseed = "{SPLIT_SEED}"\nvalidation = "{validation}"\ntest = "{test}"\n{tables}'


def draft_out(d):
    out = {k: d[k] for k in ("split", "category", "kind")}
    out["m"] = " ".join(d["m"])
    if d["s"]:
        out["s"] = d["s"]
    out |= {key: d[key] for key in ("n", "p", "g") if key in d}
    if d["right_first"]:
        out["o"] = 1
    return out | {"tokens": d["tokens"], "text": d["text"]}


def compute_plan(given, note, records=lambda d: True, rows=lambda r: True, quotas=False):
    """Plans a vector's articles and keeps the records and rows that its rule speaks of."""
    spaced = given.get("spaced", [True, False])
    made = plan.plan(given["articles"], recipe.parse(given["recipe"]), given["counter"], note, spaced)
    out = {
        "records": [draft_out(d) for d in made["records"] if records(d)],
        "ledger": [r for r in made["ledger"] if rows(r)],
    }
    if quotas:
        out |= {key: made[key] for key in ("quotas", "noise", "shape", "schema") if key == "quotas" or made[key]}
    check_records(given, made["records"])
    return out


def check_records(given, drafts):
    """Asserts what holds of all records: replay, parse-back, budget, unique ids; and that the articles make a pool."""
    settings = recipe.parse(given["recipe"])
    articles = {a["id"]: a for a in given["articles"]}
    assert len({a["key"] for a in given["articles"]}) == len(given["articles"])
    for a in given["articles"]:
        pool.check_article(a)
    ids = set()
    for d in drafts:
        assert d["tokens"] + settings["reserved"] <= settings["budget"]
        if d["category"] in ("base", "mosaic", "longform"):
            assert d["text"] == record.text_of(articles, d["m"], d["s"], d["right_first"])
        text.parse_back(d["text"])
        text.check_spelling(d["kind"], d["m"])
        seed = record.seed_of_id(settings, d["category"], d.get("g"))
        ids.add(record.record_id(d["category"], d["kind"], record.meta_of(d), seed))
    assert len(ids) == len(drafts)
