"""Prints, as Markdown, examples of every kind of a release and the figures of its categories.

    python3 benches/variants.py RELEASE... [--plan PLAN.json] [--docs FILE]

The examples are the shortest records of a kind above a length, the first in record order of equal ones: the same release
gives the same page. Further releases give the kinds that the first has no record of; figures are of the first alone. PLAN.json
is what `diptych plan --json` printed, of a release that was not built; its table stands after the release's. With --docs the
examples go between their two marks in FILE, which they replace as a whole, and only the figures are printed. Needs
`pip install zstandard` for shards in zstd.
"""

import argparse
import collections
import hashlib
import io
import json
import re
import sys
from pathlib import Path

KINDS = {
    "base": "document slice line",
    "mosaic": "cross-dense cross-paragraph cross-mixed run-dense run-paragraph run-mixed",
    "longform": "window",
    "noise": "no-space broken-word wild-space html-residue rare-symbol soft-hyphen zero-width full-width mojibake nav-words",
    "shape": "permute repeat glue letters numbers bullets marker link quote indent",
    "schema": "json csv xml markdown html web-text",
}
KINDS = {category: kinds.split() for category, kinds in KINDS.items()}
# The token shares of the published mix, in percent.
PUBLISHED = {"base": 24.3, "mosaic": 32.8, "longform": 16.1, "noise": 14.5, "shape": 9.6, "schema": 2.6}
PERCENTILES = (1, 10, 50, 90, 99)
# Scalars below which a text is no example; lines of a panel above which its middle is left out.
SHORTEST, LINES = 120, 14
OPEN, CLOSE = "<!-- examples: benches/variants.py -->", "<!-- end of examples -->"
# What a reader would not see. Blanks, tabs and LF have signs of their own.
HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\xa0\xad\u061c\u200b-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ue000-\uf8ff]")


def shard_lines(path):
    data = path.read_bytes()
    if path.suffix == ".zst":
        import zstandard

        data = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data), read_across_frames=True).read()
    return data.decode().split("\n")[:-1]


def records_of(release, manifest):
    for shard in manifest["shards"]:
        for line in shard_lines(release / shard["path"]):
            yield json.loads(line)


def bridge_of(text):
    return max(re.findall("\n+", text), key=len)


def visible(line, kind, last):
    """Returns a line as `diptych show` prints it: `·` for blanks at its ends, and here for runs of them, `→` for tabs, `↵`."""
    out = line
    # There the sign for a blank is itself one of the symbols.
    if kind != "rare-symbol":
        out = re.sub("^ +| +$| {2,}", lambda run: "·" * len(run[0]), out)
    out = HIDDEN.sub(lambda found: f"\\u{{{ord(found[0]):x}}}", out.replace("\t", "→"))
    return out + ("" if last else "↵")


def shown(panel, kind):
    lines = panel.split("\n")
    out = [visible(line, kind, at == len(lines) - 1) for at, line in enumerate(lines)]
    if len(out) > LINES:
        out[LINES - 4 : -2] = [f"    … {len(out) - LINES + 2} more …"]
    return out


def example(record):
    """Returns the Markdown of one record: what it is, and both panels with BRIDGE between them."""
    bridge = bridge_of(record["text"])
    first, second = record["text"].split(bridge)
    meta = {key: value for key, value in json.loads(record["meta"]).items() if key != "m"}
    body = "\n".join([*shown(first, record["kind"]), f"──────── BRIDGE: {len(bridge)} ↵", *shown(second, record["kind"])])
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", body)), default=0))
    note = f", `{json.dumps(meta, ensure_ascii=False, separators=(',', ':'))}`" if meta else ""
    return f"{record['tokens']} tokens, record `{record['id']}`{note}\n\n{fence}text\n{body}\n{fence}\n"


class Shortest:
    """The shortest records of a kind, the first of equal ones."""

    def __init__(self, count):
        self.count, self.held, self.seen = count, [], 0

    def add(self, record):
        self.seen += 1
        size = len(record["text"])
        # A kind without a text above the length shows its longest ones.
        key = (size < SHORTEST, abs(size - SHORTEST), self.seen)
        if len(self.held) < self.count or key < self.held[-1][0]:
            self.held = sorted([*self.held, (key, record)], key=lambda item: item[0])[: self.count]


class Figures:
    """What the tables need of a release: lengths, and digests of texts."""

    def __init__(self):
        self.lengths, self.texts = collections.defaultdict(list), collections.defaultdict(set)
        self.counts = collections.Counter()

    def add(self, record):
        category, split = record["category"], record["split"]
        self.lengths[category].append(record["tokens"])
        digest = hashlib.sha256(record["text"].encode()).digest()[:12]
        for name in (category, "all"):
            self.counts[name, split] += 1
            self.texts[name, split].add(digest)

    def rows(self):
        """Rows of the categories: name, records, tokens, percentiles."""
        for category in KINDS:
            found = sorted(self.lengths[category])
            if found:
                yield category, len(found), sum(found), [found[(len(found) - 1) * p // 100] for p in PERCENTILES]


def print_categories(rows):
    """Prints records, tokens, shares and lengths; then what they come to."""
    rows = list(rows)
    tokens = {name: held for name, _, held, _ in rows}
    total = sum(tokens.values())
    print("| category | records | tokens | of all tokens | published | difference | " + " | ".join(f"p{p}" for p in PERCENTILES) + " |")
    print("|---|" + "---:|" * (5 + len(PERCENTILES)))
    for name, records, held, lengths in rows:
        share = 100 * held / total
        difference = f"{share - PUBLISHED[name]:+.1f}"
        print(f"| {name} | {records:,} | {held:,} | {share:.1f} % | {PUBLISHED[name]} % | {difference} | {' | '.join(map(str, lengths))} |")
    print(f"| all | {sum(row[1] for row in rows):,} | {total:,} | | | |{' |' * len(PERCENTILES)}")
    if tokens.get("base"):
        times = (total - tokens.get("schema", 0)) / tokens["base"]
        print(f"\nTokens of all categories but schema are {times:.2f} times those of base.")


def print_distinct(figures):
    splits = [split for split in ("train", "validation", "test") if ("all", split) in figures.counts]
    print("\n| distinct texts | " + " | ".join(splits) + " |\n|---|" + "---:|" * len(splits))
    for name in [*KINDS, "all"]:
        cells = []
        for split in splits:
            count = figures.counts[name, split]
            cells.append(f"{len(figures.texts[name, split]) / count:.3%} of {count:,}" if count else "")
        if any(cells):
            print(f"| {name} | {' | '.join(cells)} |")


def print_asked(manifest):
    """Prints how much of noise, shape and schema was asked for and made."""
    print("\n| asked for and made | split | wanted | had |\n|---|---|---:|---:|")
    for name in ("noise", "shape", "schema"):
        for row in manifest.get(name, []):
            print(f"| {name}{', generated' if name == 'schema' else ''} | {row['split']} | {row['wanted']:,} | {row['had']:,} |")


def chosen(release, manifest, note):
    """Returns the records to show by (category, kind); note sees every record."""
    held = {}
    for record in records_of(release, manifest):
        note(record)
        category, kind = record["category"], record["kind"]
        if category == "schema" and not json.loads(record["meta"])["g"][1]:
            kind += ", pair"
        held.setdefault((category, kind), Shortest(5 if category == "noise" else 1)).add(record)
    return held


def examples(held):
    out = []
    for category, kinds in KINDS.items():
        out.append(f"### {category}\n")
        for kind in kinds:
            found = [record for key in (kind, f"{kind}, pair") for _, record in held.get((category, key), Shortest(1)).held]
            out.append(f"**{kind}**" + ("" if found else ": none in this release") + "\n")
            out += [example(record) for record in found]
    return "\n".join(out)


def put_in(path, text):
    page = path.read_text("utf-8")
    before, opened, rest = page.partition(OPEN)
    _, closed, after = rest.partition(CLOSE)
    if not (opened and closed):
        sys.exit(f"{path} does not hold {OPEN} and {CLOSE}")
    path.write_text(f"{before}{OPEN}\n\n{text}\n{CLOSE}{after}", "utf-8")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("releases", nargs="+", type=Path, metavar="RELEASE")
    parser.add_argument("--plan", type=Path)
    parser.add_argument("--docs", type=Path)
    options = parser.parse_args()
    figures, held, first = Figures(), {}, None
    for release in options.releases:
        manifest = json.loads((release / "release.json").read_bytes())
        first = first or manifest
        found = chosen(release, manifest, figures.add if manifest is first else lambda record: None)
        held = found | held
    if options.docs:
        put_in(options.docs, examples(held))
    else:
        print(examples(held))
    print_categories(figures.rows())
    print_distinct(figures)
    print_asked(first)
    if options.plan:
        plan = json.loads(options.plan.read_text("utf-8"))
        print("\nOf the plan:\n")
        print_categories((row["category"], row["records"], row["tokens"], row["percentiles"]) for row in plan["lengths"])
        print_asked(plan)


if __name__ == "__main__":
    main()
