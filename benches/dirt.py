"""Counts marks of dirt per 1,000 scalars, in real texts and in noise records alike.

    python3 benches/dirt.py [--cut N] [--labels A,B] [NAME=]PATH...

A path is a release folder (the panels that noise changed, by kind; those of base records as clean text), `*.html` (as it is,
and with its tags taken out by a careless pattern, as a hasty copy would), `*.jsonl` with fields `en`, `zh` and perhaps
`reason` or `label` (--labels: these only), `*.tsv` (the last two columns), or any other text file. NAME is what the table calls
it; paths of one name are one input. Long texts are cut at a line's end into pieces of about N scalars, the size of a record's
panel. Texts of more Han than Latin letters stand apart: words are not separated there. Prints one Markdown table: mean, median
and 90th percentile over the texts that have the mark at all; "together" is all its marks over all scalars of these texts.
Needs `pip install zstandard` for shards in zstd. The kinds are those of docs/format.md, section 5.4.
"""

import argparse
import collections
import io
import json
import re
import statistics
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOISE_TABLE = ROOT / "golden/tables/noise.txt"
# The blanks that stand for a word's end; LF is counted apart.
WIDE = " \t\u00a0\u3000"
MENU = """Home About Contact Share Sitemap Privacy Search Menu Archive Login Print RSS Prev Next Facebook
    首頁 關於我們 聯絡我們 登入 網站地圖 搜尋 列印 分享 上一頁 下一頁 上一篇 下一篇""".split()
MENU_PHRASE = re.compile(r"Skip to (?:main )?content|Back to top|Read more|Log in|回到頂端|回首頁|中文 \| ")
TAG = re.compile(r"<!--.*?-->|<[/!?]?[A-Za-z][^<>]{0,300}>", re.S)
# A pattern as careless scrapers write it: it does not reach over a line's end.
CARELESS = re.compile(r"<[^<>\n]*>")


def symbols():
    """Returns the scalars of SYMBOL in the table of noise."""
    bodies = [line.split(" ", 1)[1] for line in NOISE_TABLE.read_text("utf-8").splitlines() if line.startswith("symbol ")]
    return "".join(chr(int(body[2:], 16)) if body.startswith("\\u") else body for body in bodies)


def joined(text):
    """Words run together. A run of over 20 letters counts as the blanks that it lacks, one for 6 letters: an English word
    and its blank are about 6 scalars."""
    found = len(re.findall(r"[A-Za-z][.,;:!?)\]”’]+(?=[A-Za-z])", text))
    for run in re.findall(r"[A-Za-z\u00c0-\u024f]+", text):
        turns = len(re.findall(r"(?<=[a-z])[A-Z]", run))
        found += max(turns, len(run) // 6 if len(run) > 20 else 0)
    return found


def broken(text):
    """LF inside a word or a sentence."""
    return len(re.findall(r"[a-z][-\u2010\u00ad]?[ \t]*\n[ \t]*(?=[a-z])", text))


def blanks(text):
    """Two or more blanks, a tab, NBSP or ideographic blank inside a line; any blank between two Han letters."""
    found = re.findall(rf"(?<=[^\s\u00a0\u3000])[{WIDE}]+(?=[^\s\u00a0\u3000])", text)
    strange = sum(run != " " for run in found)
    return strange + len(re.findall(r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])", text))


def markup(text):
    """Tags, comments, entities and halves of them."""
    bare, tags = TAG.subn("\n", text)
    entities = len(re.findall(r"&(?:#\d{1,6}|#x[0-9A-Fa-f]{1,6}|[A-Za-z]{2,8});", bare))
    halves = len(re.findall(r"<!--|-->|<(?=[A-Za-z/!])|(?<=[\w\"'/])>|(?<=\S)<(?=\s)", bare))
    return tags + entities + halves


def symbol(text, table=frozenset(symbols())):
    """Scalars of SYMBOL, and the like of three of them: U+FFFD and private use."""
    return sum(scalar in table or "\ue000" <= scalar <= "\uf8ff" for scalar in text)


def count_of(pattern):
    compiled = re.compile(pattern)
    return lambda text: len(compiled.findall(text))


def full_width(text):
    """Runs of full-width ASCII that hold a letter or digit: marks alone are common in Chinese."""
    return sum(bool(re.search("[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]", run)) for run in re.findall("[\uff01-\uff5e]+", text))


def byte_of(scalar):
    try:
        return scalar.encode("cp1252")
    except UnicodeEncodeError:
        return bytes([ord(scalar)]) if ord(scalar) < 256 else b"\x00"


UTF8 = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")


def mojibake(text):
    """Runs above U+007F that give UTF-8 when read back as bytes of windows-1252."""
    return sum(bool(UTF8.search(b"".join(map(byte_of, run)))) for run in re.findall(r"[^\x00-\x7f]{2,}", text))


def menu(text):
    """Lines of menus: short, with two of the words or one of the phrases."""

    def is_menu(line):
        return len(line) <= 80 and (MENU_PHRASE.search(line) or sum(word in line for word in MENU) >= 2)

    return sum(bool(is_menu(line)) for line in text.split("\n"))


# What is counted, and the kind of noise that puts it there.
MARKS = {
    "words run together": (joined, "no-space"),
    "line breaks inside words or sentences": (broken, "broken-word"),
    "strange blanks": (blanks, "wild-space"),
    "leftovers of markup": (markup, "html-residue"),
    "rare symbols": (symbol, "rare-symbol"),
    "soft hyphens": (count_of("\u00ad"), "soft-hyphen"),
    "zero-width scalars": (count_of("[\u200b\u200c\u2060\ufeff]"), "zero-width"),
    "full-width runs": (full_width, "full-width"),
    "mojibake runs": (mojibake, "mojibake"),
    "menu lines": (menu, "nav-words"),
}
NOISE = "noise "


def is_spaced(text):
    return len(re.findall("[A-Za-z]", text)) >= 2 * len(re.findall("[\u3400-\u9fff]", text))


def pieces(text, cut):
    """Cuts a text at ends of lines into pieces of at least `cut` scalars; a rest below a third of it is left out."""
    held, size = [], 0
    for line in text.split("\n"):
        held.append(line)
        size += len(line) + 1
        if size >= cut:
            yield "\n".join(held)
            held, size = [], 0
    rest = "\n".join(held)
    if 3 * len(rest.strip()) >= cut:
        yield rest


def decoded(path):
    data = path.read_bytes()
    for encoding in ("utf-8-sig", "cp950", "gb18030"):
        try:
            return data.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError:
            continue
    sys.exit(f"{path}: unknown encoding")


def shard_text(path):
    data = path.read_bytes()
    if path.suffix == ".zst":
        import zstandard

        data = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data), read_across_frames=True).read()
    return data.decode()


def release_texts(folder):
    for shard in json.loads((folder / "release.json").read_bytes())["shards"]:
        for line in shard_text(folder / shard["path"]).split("\n"):
            record = json.loads(line) if line else {"category": ""}
            if record["category"] not in ("base", "noise"):
                continue
            meta = json.loads(record["meta"])
            first, second = record["text"].split(max(re.findall("\n+", record["text"]), key=len))
            panels = {"l": second, "r": first} if "o" in meta else {"l": first, "r": second}
            kind = record["kind"] if record["category"] == "noise" else None
            for panel in meta.get("n", "lr"):
                yield f"{NOISE}{kind}" if kind else "clean: base records", panels[panel]


def row_texts(path, name, cut, labels):
    for line in decoded(path).split("\n"):
        if not line:
            continue
        row = {} if path.suffix == ".tsv" else json.loads(line)
        label = row.get("reason") or row.get("label")
        if labels and label not in labels:
            continue
        for text in [row["en"], row["zh"]] if row else line.split("\t")[-2:]:
            for piece in pieces(text, cut) if len(text) > 2 * cut else [text]:
                yield name + (f", {label}" if label else ""), piece


def texts_of(path, name, cut, labels):
    """Yields (name of the input, text)."""
    if (path / "release.json").exists():
        yield from release_texts(path)
    elif path.suffix in (".jsonl", ".tsv"):
        yield from row_texts(path, name, cut, labels)
    elif path.suffix == ".html":
        whole = decoded(path)
        yield from ((f"{name}, as they are", text) for text in pieces(whole, cut))
        bare = CARELESS.sub("", re.sub(r"<(script|style)\b.*?</\1>", "", whole, flags=re.S | re.I))
        yield from ((f"{name}, tags taken out", text) for text in pieces(re.sub(r"\n\s*\n+", "\n\n", bare), cut))
    else:
        yield from ((name, text) for text in pieces(decoded(path), cut))


class Tally:
    """Marks per 1,000 scalars of the texts of one input."""

    def __init__(self):
        self.rates, self.marks, self.scalars, self.texts = [], 0, 0, 0

    def add(self, marks, scalars):
        self.texts += 1
        if marks:
            self.rates.append(1000 * marks / scalars)
            self.marks += marks
            self.scalars += scalars

    def row(self):
        rates = sorted(self.rates)
        p90 = rates[min(len(rates) - 1, 9 * len(rates) // 10)]
        whole = 1000 * self.marks / self.scalars
        return f"{self.texts:,} | {len(rates) / self.texts:.1%} | {statistics.mean(rates):.1f} | {whole:.1f} | {statistics.median(rates):.1f} | {p90:.1f}"


def report(tallies, least):
    print("| mark | input | texts | with any | mean | together | median | p90 |\n|---|---|---:|---:|---:|---:|---:|---:|")
    for mark, (_, kind) in MARKS.items():
        for (name, spaced), marks in sorted(tallies.items(), key=lambda item: item[0][0].startswith(NOISE)):
            tally, is_noise = marks[mark], name.startswith(NOISE)
            if is_noise and name != NOISE + kind:
                continue
            if tally.rates and (is_noise or len(tally.rates) >= least and 100 * len(tally.rates) >= tally.texts):
                shown = f"**{name}**" if is_noise else name
                print(f"| {mark} | {shown}{'' if spaced else ' (Han)'} | {tally.row()} |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("inputs", nargs="+", metavar="[NAME=]PATH")
    parser.add_argument("--cut", type=int, default=400, help="scalars of a piece of a long text")
    parser.add_argument("--labels", type=lambda text: text.split(","), help="of rows that have a reason or a label, only these")
    parser.add_argument("--least", type=int, default=5, help="a row of real text needs so many with the mark, and one in a hundred")
    options = parser.parse_args()
    tallies = collections.defaultdict(lambda: {mark: Tally() for mark in MARKS})
    for given in options.inputs:
        name, _, path = given.rpartition("=")
        path = Path(path)
        for found, text in texts_of(path, name or path.name, options.cut, options.labels):
            if not text.strip():
                continue
            marks = tallies[found, is_spaced(text)]
            for mark, (count, _) in MARKS.items():
                marks[mark].add(count(text), len(text))
    report(tallies, options.least)


if __name__ == "__main__":
    main()
