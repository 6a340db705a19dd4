"""Section 5.7: quotas."""
from .cross import MULTI_SPLITS, singles
from .longform import CUT, EIGHT
from .longform import MULTI as MULTI_LONG
from .picks import FORMS, POEMS, WORLD
from .run import MULTI as MULTI_TALK
from .run import ODD, SIX, TEN, TWO, WHOLE
from .tools import case, compute_plan, toml

CROSS = '[mosaic]\ncross = "1/1"\nrun_genres = []\nstyles = ["dense"]\n'
BOTH = '[mosaic]\ncross = "1/1"\n'
LONG = "[longform]\nslices = [1, 2]\n"
SPREAD = [*singles(6), *singles(4, 6, "validation", "v"), *singles(4, 10, "test", "e")]
TALKS = [SIX, TEN, *ODD]


def planned(name, flags, articles, tables, counter="bytes", budget=330, spaced=None, **settings):
    given = {"counter": counter, "recipe": toml(tables=tables, budget=budget, **settings), "articles": articles}
    return case(name, flags, given | ({"spaced": list(spaced)} if spaced else {}))


SHAPE = '[shape]\nshare = "1/1"\n'
NOISE = '[noise]\nratio = "1/3"\nshort = "allow"\n'
AS_IS = (True, False)


def refused(name, tables, articles=None):
    return planned(name, ["invalid"], SPREAD if articles is None else articles, tables)


CASES = [
    planned("no quota", [], SPREAD, "[base]\n" + CROSS),
    planned("five base records over all splits", [], SPREAD, "[base]\nrecords = 5\n"),
    planned("all base records, named", ["edge"], SPREAD, "[base]\nrecords = 14\n"),
    planned("no base record", ["edge"], SPREAD, "[base]\nrecords = 0\n"),
    planned("one base record", ["edge"], SPREAD, "[base]\nrecords = 1\n"),
    planned("records of slices and lines", [], [EIGHT, CUT], "[base]\nrecords = 7\n", budget=130),
    planned("longform records", [], [EIGHT, CUT], LONG + "records = 3\n"),
    planned("mosaic: bundles of sisters stay whole", ["edge"], TALKS, BOTH + "records = 10\n", budget=300),
    planned("mosaic: a bundle that does not fit ends the prefix", ["edge"], TALKS, BOTH + "records = 11\n", budget=300),
    planned("mosaic: fewer records than the first bundle has", ["edge"], TALKS, BOTH + "records = 1\n", budget=300),
    planned("mosaic: sisters less those that repeat", ["edge"], [WHOLE, *TALKS[:3]], BOTH + "records = 9\n", budget=300),
    planned("a group of which nothing is left is no bundle", ["edge"], [TWO, TEN], '[mosaic]\ncross = "0/1"\nstyles = ["dense"]\nrecords = 1\n', budget=300),
    planned("style_repeats sees base before its quota", ["edge"], [WHOLE, TWO], "[base]\nrecords = 0\n" + '[mosaic]\ncross = "0/1"\n', budget=300),
    planned("style_repeats sees longform before its quota", ["edge"], [EIGHT | {"genre": "dialogue"}], '[mosaic]\ncross = "0/1"\n[longform]\nslices = [1, 1]\nrecords = 0\n', budget=250),
    planned("records in every category", [], [*TALKS, CUT, EIGHT], "[base]\nrecords = 9\n" + BOTH + "records = 12\n" + LONG + "records = 4\n"),
    planned("base off: its rows are category_off, not not_taken", ["edge"], [*SPREAD, CUT], CROSS + "records = 2\n" + LONG + "records = 2\n"),
    planned("a share beside a category without", [], [*SPREAD, EIGHT, CUT], '[base]\n[longform]\ntokens = "1/4"\n'),
    planned("a share of 0", ["edge"], SPREAD, '[base]\n' + CROSS + 'tokens = "0/1"\n'),
    planned("two shares beside a category without", [], [*SPREAD, EIGHT, CUT], "[base]\n" + CROSS + 'tokens = "15/100"\n' + LONG + 'tokens = "30/100"\n'),
    planned("a share beside a category with records", ["edge"], [*SPREAD, EIGHT, CUT], "[base]\nrecords = 9\n" + LONG + 'tokens = "1/2"\n'),
    planned("a category without a share is fixed by records first", ["edge"], [*SPREAD, EIGHT, CUT], "[base]\n" + CROSS + "records = 2\n" + LONG + 'tokens = "1/3"\n'),
    planned("every category has a share", [], [*SPREAD, EIGHT, CUT], '[base]\ntokens = "1/2"\n' + LONG + 'tokens = "1/2"\n'),
    planned("every category has a share: thirds", ["edge"], [*SPREAD, EIGHT, CUT], '[base]\ntokens = "1/3"\n' + CROSS + 'tokens = "1/3"\n' + LONG + 'tokens = "1/3"\n'),
    planned("one category with the whole share", ["edge"], SPREAD, '[base]\ntokens = "1/1"\n'),
    planned("a share that is not in lowest terms", ["edge"], [*SPREAD, EIGHT, CUT], '[base]\n[longform]\ntokens = "25000/100000"\n'),
    planned("a target floors", ["edge"], SPREAD, "[base]\n" + CROSS + 'tokens = "33333/100000"\n'),
    planned("another seed takes others", [], SPREAD, "[base]\nrecords = 5\n", seed="種子"),
    planned("both orders", ["edge"], TALKS, "[base]\nrecords = 6\n" + BOTH + "records = 12\n", budget=260, order="both"),
    planned("scripts mixed: records", ["multi-script"], [MULTI_TALK, MULTI_LONG, *MULTI_SPLITS], "[base]\nrecords = 8\n" + BOTH + "records = 6\n" + LONG + "records = 2\n", "scalars", 130, order="both"),
    planned("scripts mixed: shares", ["multi-script"], [MULTI_TALK, MULTI_LONG, *MULTI_SPLITS], "[base]\n" + BOTH + 'tokens = "2/7"\n' + LONG + 'tokens = "1/7"\n', "bytes/3", 90, seed="مرحبا"),
    planned("shape: records", [], POEMS, "[base]\n" + SHAPE + "records = 5\n", spaced=AS_IS),
    planned("shape: all, named", ["edge"], POEMS, "[base]\n" + SHAPE + "records = 20\n", budget=900, spaced=AS_IS),
    planned("shape: no record", ["edge"], POEMS, "[base]\n" + SHAPE + "records = 0\n", spaced=AS_IS),
    planned("shape: a share beside base", [], POEMS, "[base]\n" + SHAPE + 'tokens = "1/3"\n', spaced=AS_IS),
    planned("shape: without a share it is a category without", ["edge"], POEMS, '[base]\ntokens = "1/4"\n' + SHAPE, spaced=AS_IS),
    planned("shape: its materials are those before base's quota", ["edge"], POEMS, "[base]\nrecords = 2\n" + SHAPE, spaced=AS_IS),
    planned("shape: every category has a share", ["edge"], [*POEMS, EIGHT, CUT], '[base]\ntokens = "1/4"\n' + CROSS + 'tokens = "1/4"\n' + LONG + 'tokens = "1/4"\n' + SHAPE + 'tokens = "1/4"\n', spaced=AS_IS),
    planned("noise is counted after the quotas and takes no part", ["edge"], POEMS, "[base]\nrecords = 6\n" + SHAPE + "records = 3\n" + NOISE, spaced=AS_IS),
    planned("noise and schema count no tokens", ["edge"], [*POEMS, *FORMS], "[base]\n" + SHAPE + 'tokens = "1/5"\n' + NOISE + "[schema]\n", spaced=AS_IS),
    planned("shape and noise, scripts mixed, both orders", ["multi-script"], WORLD, "[base]\nrecords = 5\n" + SHAPE + "records = 4\n" + NOISE, "scalars", 200, AS_IS, order="both"),
    planned("a counter that does not add up", ["edge"], TALKS, "[base]\n" + BOTH + 'tokens = "1/5"\n', "runs", 200),
    refused("more base records than there are", "[base]\nrecords = 15\n"),
    refused("more mosaic records than there are", CROSS + "records = 99\n"),
    refused("more longform records than there are", LONG + "records = 1\n"),
    refused("a target above what the category holds", "[base]\n" + CROSS + 'tokens = "9/10"\n'),
    refused("shares of 1 beside a category without", '[base]\ntokens = "1/2"\n' + CROSS + 'tokens = "1/2"\n' + LONG, [*SPREAD, EIGHT]),
    refused("shares above 1 beside a category without", '[base]\ntokens = "3/4"\n' + CROSS + 'tokens = "1/2"\n' + LONG, [*SPREAD, EIGHT]),
    refused("shares below 1, and every category has one", '[base]\ntokens = "1/2"\n' + CROSS + 'tokens = "1/3"\n'),
    refused("shares above 1, and every category has one", '[base]\ntokens = "2/3"\n' + CROSS + 'tokens = "2/3"\n'),
    refused("more shape records than there are", "[base]\n" + SHAPE + "records = 99\n", POEMS),
    refused("a target above what shape holds", "[base]\n" + SHAPE + 'tokens = "9/10"\n', POEMS),
    refused("records and tokens of shape", "[base]\n" + SHAPE + 'records = 1\ntokens = "1/2"\n', POEMS),
    refused("records and tokens", '[base]\nrecords = 1\ntokens = "1/2"\n'),
    refused("b past 100000", '[base]\n' + CROSS + 'tokens = "1/100001"\n'),
    refused("a share that is a number", "[base]\n" + CROSS + "tokens = 0.1\n"),
    refused("records below 0", "[base]\nrecords = -1\n"),
    refused("records that are a share", '[base]\nrecords = "1/2"\n'),
]
EVENTS = {"not_taken", "take-free", "take-all-shares", "style_repeats"}


def compute(given, note):
    made = compute_plan(given, note, quotas=True)
    for name in ("noise", "shape", "schema"):
        made.pop(name, None)
    for record in made["records"]:
        del record["text"]
    return made
