#!/usr/bin/env python3
"""Checks golden/corpus: shape, alignment, wording and repetition of the demo texts.

Usage: check_corpus.py [--corpus DIR] [--simplified FILE]
       check_corpus.py --self-test      damages small texts: does each rule find its fault?

Python 3.11, standard library only. Each finding is one line, `place: what was
found`, with a place such as `news.jsonl:12:zh`; then a table sums up the files.
Exit codes: 0 nothing found, 1 findings, 2 a file could not be read.

How repetition is judged (both languages, each within itself, over all files):

- Of a structured text only what people read is compared: JSON strings, CSV
  cells, XML and HTML text, the lines of Markdown and web text.
- Letters and digits count, case and everything else does not: white space and
  punctuation are dropped from Chinese and part the words of English.
- A sentence ends at LF or after . ! ? 。 ！ ？ and the quotes that follow. One
  of 4 words or 6 characters may stand once in the corpus.
- Two texts may not share 12 words or 15 characters in a row. A dialogue is one
  text, and so is each pair of sentences.

--simplified takes a file of characters that only Simplified Chinese uses, in any
layout; none of them may stand in a panel.
"""
import argparse
import collections
import csv
import html.parser
import io
import itertools
import json
import pathlib
import re
import sys
import xml.etree.ElementTree as ET

CORPUS = pathlib.Path(__file__).resolve().parent / "corpus"
ARTICLES = ("encyclopedia", "news", "howto", "essay")
FORMATS = ("json", "csv", "xml", "markdown", "html", "web-text")

# How many texts of each kind there are at least, and lines of a dialogue.
LEAST = {"prose": 80, "dialogue": 20, "sentence": 200, **dict.fromkeys(FORMATS, 6)}
DIALOGUE_LINES = 8
# So many articles are of so many bytes, which is far over the demo's budget of 458 tokens.
LONG_MIN, LONG_BYTES = 12, 6000
# Words and characters that make a sentence and a run.
SENTENCE = {"en": 4, "zh": 6}
RUN = {"en": 12, "zh": 15}

HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
# Han, its radicals and marks, kana, Bopomofo, full-width forms.
CJK = re.compile(rf"[\u2e80-\u30ff\u3100-\u312f\u31a0-\u31bf\ufe30-\ufe4f\uff00-\uffef{HAN}]+")
GLOSS = re.compile(r"(?<=[A-Za-z0-9\u00c0-\u024f\"']) \([^()\n]{1,20}\)")
HALF_WIDTH = re.compile(rf"[{HAN}][,;:?!]|[,;:?!][{HAN}]|\([^()\n]*[{HAN}]")
# What is written in one way throughout: (pattern, the way it is written).
CONVENTIONS = {
    "en": (("[“”]", '"'), ("[‘’]", "'")),
    "zh": (("[“”]", "「」"), ("溼", "濕"), ("裏", "裡"), (f"(?<=[{HAN}])[・·•．](?=[{HAN}])", "‧")),
}
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Text:
    """One aligned text. `kind` is prose, dialogue, sentence, or the format of a structured one."""

    def __init__(self, place, name, kind, en, zh):
        self.place, self.name, self.kind = place, name, kind
        self.panels = {"en": en, "zh": zh}
        self.structured = kind in FORMATS
        self.bytes = len(f"{en}{zh}".encode())


class Findings:
    """Keeps findings in the order they come and counts them by file."""

    def __init__(self):
        self.lines, self.by_file = [], collections.Counter()

    def add(self, place, what):
        self.lines.append(f"{place}: {what}")
        self.by_file[place.split(":")[0]] += 1


# ---- Reading ----
def lines_of(path, findings):
    """Yields (place, line) of a text file that must end with one LF."""
    text = path.read_bytes().decode("utf-8")
    if "\r" in text:
        findings.add(path.name, "holds CR, expected LF alone")
    if not text.endswith("\n") or text.endswith("\n\n"):
        findings.add(path.name, "does not end with exactly one LF")
    for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
        yield f"{path.name}:{number}", line


def read_jsonl(path, keys, findings):
    """Yields (place, object) of the lines whose keys are `keys` in this order and whose values are strings."""
    for place, line in lines_of(path, findings):
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            findings.add(place, f"is no JSON: {error}")
            continue
        if not isinstance(row, dict) or tuple(row) != keys or not all(isinstance(x, str) for x in row.values()):
            findings.add(place, f"expected an object of strings with the keys {', '.join(keys)}")
            continue
        if row["origin"] not in ("en", "zh"):
            findings.add(place, f"origin {row['origin']!r}, expected en or zh")
        yield place, row


def read_objects(corpus, findings):
    """Yields the articles and the structured texts."""
    for name in (*ARTICLES, "structured"):
        keys = ("id", "origin", "en", "zh") if name in ARTICLES else ("id", "format", "origin", "en", "zh")
        for place, row in read_jsonl(corpus / f"{name}.jsonl", keys, findings):
            kind = row.get("format", "prose")
            if kind in ("prose", *FORMATS):
                yield Text(place, row["id"], kind, row["en"], row["zh"])
            else:
                findings.add(place, f"format {kind!r}, expected one of {' '.join(FORMATS)}")


def read_dialogues(corpus, findings):
    """Yields one text a group; the rows of a group stand together and count from 1."""
    groups, last = {}, None
    for place, line in lines_of(corpus / "dialogues.tsv", findings):
        cells = line.split("\t")
        if len(cells) != 6:
            findings.add(place, f"{len(cells)} columns, expected 6: group seq source translation en zh")
            continue
        group, seq, _, _, en, zh = cells
        if group != last and group in groups:
            findings.add(place, f"group {group} goes on after another group")
        last = group
        _, rows = groups.setdefault(group, (place, []))
        rows.append((en, zh))
        if seq != str(len(rows)):
            findings.add(place, f"seq {seq!r}, expected {len(rows)}")
        if not en.strip() or not zh.strip():
            findings.add(place, "blank panel")
    for group, (place, rows) in groups.items():
        if len(rows) < DIALOGUE_LINES:
            findings.add(place, f"dialogue {group} has {len(rows)} lines, expected {DIALOGUE_LINES} or more")
        yield Text(place, group, "dialogue", "\n".join(en for en, _ in rows), "\n".join(zh for _, zh in rows))


def read_sentences(corpus, findings):
    left = list(lines_of(corpus / "sentences.en.txt", findings))
    right = list(lines_of(corpus / "sentences.zh.txt", findings))
    if len(left) != len(right):
        findings.add("sentences.en.txt", f"{len(left)} lines, but sentences.zh.txt has {len(right)}")
    for (place, en), (_, zh) in zip(left, right):
        yield Text(place, "", "sentence", en, zh)


# ---- One text ----
def check_shape(text, findings):
    """No stray white space; as many lines on both sides, and paragraphs that part at the same lines."""
    for side, panel in text.panels.items():
        lines = panel.split("\n")
        if not lines[0].strip() or not lines[-1].strip():
            findings.add(f"{text.place}:{side}", "begins or ends with a blank line")
        for number, line in enumerate(lines, 1):
            if "\t" in line or "\r" in line:
                findings.add(f"{text.place}:{side}", f"tab or CR in line {number}: {line[:40]!r}")
            if line != line.rstrip() or (line != line.lstrip() and not text.structured):
                findings.add(f"{text.place}:{side}", f"space at an end of line {number}: {line[:40]!r}")
    gaps = {side: gaps_of(panel) for side, panel in text.panels.items()}
    if len(gaps["en"]) != len(gaps["zh"]):
        findings.add(text.place, f"{len(gaps['en'])} lines in English, {len(gaps['zh'])} in Chinese")
    elif gaps["en"] != gaps["zh"]:
        at = next(i for i, (en, zh) in enumerate(zip(gaps["en"], gaps["zh"]), 1) if en != zh)
        findings.add(text.place, f"a blank line before line {at} on one side only")


def gaps_of(panel):
    """Returns for each non-blank line whether blank lines stand before it (how many is the writer's choice)."""
    gaps, blank = [], False
    for line in panel.split("\n"):
        if line.strip():
            gaps.append(blank)
        blank = not line.strip()
    return gaps


def check_script(text, simplified, findings):
    """Each language in its own characters, quotes and marks."""
    for match in CJK.finditer(GLOSS.sub("", text.panels["en"])):
        findings.add(f"{text.place}:en", f"Chinese outside a bracketed gloss: {match[0]!r}")
    for side, panel in text.panels.items():
        for char in sorted(set(panel) & simplified):
            where = around(panel, panel.index(char), char)
            findings.add(f"{text.place}:{side}", f"Simplified-only character {char!r} in {where!r}")
        for pattern, wanted in CONVENTIONS[side]:
            for match in re.finditer(pattern, panel):
                where = around(panel, match.start(), match[0])
                findings.add(f"{text.place}:{side}", f"{match[0]!r}, expected {wanted}, in {where!r}")
    if not text.structured:
        for match in HALF_WIDTH.finditer(text.panels["zh"]):
            where = around(text.panels["zh"], match.start(), match[0])
            findings.add(f"{text.place}:zh", f"half-width mark in {where!r}")


def around(panel, at, part):
    return panel[max(0, at - 10) : at + len(part) + 10]


# ---- Structured texts: a skeleton that both sides share, and the words that people read ----
def json_value(value):
    """Returns (skeleton, words) of a parsed JSON value; objects come as lists of pairs."""
    if isinstance(value, str):
        return "text", [value]
    if isinstance(value, tuple):
        keys = [key for key, _ in value]
        if len(set(keys)) != len(keys):
            raise ValueError(f"an object has a key twice: {keys}")
        parts = [json_value(item) for _, item in value]
        return ("object", keys, [part[0] for part in parts]), [word for part in parts for word in part[1]]
    if isinstance(value, list):
        parts = [json_value(item) for item in value]
        return ("array", [part[0] for part in parts]), [word for part in parts for word in part[1]]
    return value, []


def read_json(panel):
    return json_value(json.loads(panel, object_pairs_hook=tuple))


def read_csv(panel):
    """Header and cells without letters (numbers, dates, times) must be the same on both sides."""
    rows = list(csv.reader(io.StringIO(panel, newline=""), strict=True))
    if len({len(row) for row in rows}) != 1:
        raise ValueError(f"rows of {sorted({len(row) for row in rows})} cells")
    cells = [["text" if any(map(str.isalpha, cell)) else cell for cell in row] for row in rows[1:]]
    return (len(rows[0]), cells), [cell for row in rows for cell in row]


def read_xml(panel):
    builder = ET.TreeBuilder(insert_comments=True, insert_pis=True)
    root = ET.fromstring(panel, ET.XMLParser(target=builder))

    def skeleton(node):
        tag = node.tag if isinstance(node.tag, str) else node.tag.__name__
        return tag, list(node.attrib), [skeleton(child) for child in node]

    return skeleton(root), [part for part in root.itertext() if part.strip()]


class Html(html.parser.HTMLParser):
    """Collects tags with their attribute names, and text; refuses tags that do not nest."""

    VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())

    def __init__(self):
        super().__init__()
        self.tags, self.words, self.open = [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, [name for name, _ in attrs]))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            raise ValueError(f"</{tag}> closes nothing that is open")
        self.tags.append("/" + tag)

    def handle_data(self, data):
        if data.strip():
            self.words.append(data)


def read_html(panel):
    parser = Html()
    parser.feed(panel)
    parser.close()
    if parser.open:
        raise ValueError(f"left open: {parser.open}")
    return parser.tags, parser.words


MARKDOWN = re.compile(r"\s*(#{1,6} |```\S*|\d+\. |[-*+] (?:\[[ x]\] )?|> ?|\|)?")
LINK = re.compile(r"\]\(([^)]*)\)")


def read_markdown(panel):
    """The skeleton is each line's mark, its table cells, its links and how many code spans it has."""
    fenced = False
    lines = []
    for line in panel.split("\n"):
        mark = MARKDOWN.match(line)[0]
        fence = mark.strip().startswith("```")
        lines.append("code" if fenced and not fence else (mark, line.count("|"), LINK.findall(line), line.count("`")))
        fenced ^= fence
    if fenced:
        raise ValueError("a code fence is left open")
    return lines, panel.split("\n")


def read_web_text(panel):
    return None, panel.split("\n")


READERS = dict(zip(FORMATS, (read_json, read_csv, read_xml, read_markdown, read_html, read_web_text), strict=True))


def words_of(text, findings):
    """Returns what people read of both panels, and checks that a structured text has one skeleton."""
    if not text.structured:
        return {side: [panel] for side, panel in text.panels.items()}
    skeletons, words = {}, {}
    for side, panel in text.panels.items():
        try:
            skeletons[side], words[side] = READERS[text.kind](panel)
        except (ValueError, csv.Error, ET.ParseError) as error:
            findings.add(f"{text.place}:{side}", f"{text.kind} does not parse: {error}")
            return {}
    if skeletons["en"] != skeletons["zh"]:
        findings.add(text.place, f"{text.kind}: the skeletons differ {difference(skeletons['en'], skeletons['zh'])}")
    return words


def difference(left, right):
    """Names the innermost place where two skeletons part."""
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)) and len(left) == len(right):
        for one, other in zip(left, right):
            if one != other:
                return difference(one, other)
    return f"at {left!r} | {right!r}"


# ---- All texts together ----
SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]]*\s+|(?<=[。！？])[」』）]*|\n")
TOKENS = {"en": re.compile(r"[^\W_]+(?:'[^\W_]+)*"), "zh": re.compile(r"[^\W_]")}


def check_sentences(texts, findings):
    seen = {}
    for text, words in texts:
        for side, parts in words.items():
            for sentence in itertools.chain.from_iterable(map(SENTENCE_END.split, parts)):
                key = tuple(TOKENS[side].findall(sentence.lower()))
                # Keys, addresses and times in a Chinese form are not Chinese.
                if len(key) < SENTENCE[side] or (side == "zh" and not CJK.search(sentence)):
                    continue
                if (side, key) in seen:
                    findings.add(f"{text.place}:{side}", f"sentence of {seen[side, key]} again: {sentence.strip()!r}")
                seen.setdefault((side, key), text.place)


def check_runs(texts, findings):
    """Indexes every run of RUN tokens by the text that has it first; reports the longest shared stretches."""
    first = {}
    for text, words in texts:
        for side, parts in words.items():
            size = RUN[side]
            tokens = TOKENS[side].findall("\n".join(parts).lower())
            shared = []
            for at in range(len(tokens) - size + 1):
                other = first.setdefault((side, tuple(tokens[at : at + size])), text.place)
                if other != text.place:
                    shared.append((at, other))
            for at, end, other in stretches(shared, size):
                joined = (" " if side == "en" else "").join(tokens[at:end])
                findings.add(f"{text.place}:{side}", f"shares with {other}: {joined!r}")


def stretches(shared, size):
    """Joins runs that begin side by side and have the same partner into (start, end, partner)."""
    merged = []
    for at, other in shared:
        if merged and merged[-1][2] == other and at + size == merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], at + size, other)
        else:
            merged.append((at, at + size, other))
    return merged


def check_texts(found, simplified, findings):
    """Runs every check but the sizes; returns pairs of (text, its words)."""
    for text in found:
        check_shape(text, findings)
        check_script(text, simplified, findings)
    texts = [(text, words_of(text, findings)) for text in found]
    for check in (check_names, check_sentences, check_runs):
        check(texts, findings)
    return texts


def check_names(texts, findings):
    seen = {}
    for text in (text for text, _ in texts if text.kind != "sentence"):
        if not SLUG.fullmatch(text.name):
            findings.add(text.place, f"id {text.name!r}, expected lower-case words joined by hyphens")
        if text.name in seen:
            findings.add(text.place, f"id {text.name} is taken by {seen[text.name]}")
        seen.setdefault(text.name, text.place)


def check_sizes(texts, findings):
    kinds = collections.Counter(text.kind for text, _ in texts)
    for kind, least in LEAST.items():
        if kinds[kind] < least:
            findings.add("corpus", f"{kinds[kind]} texts of kind {kind}, expected {least} or more")
    long = sum(text.bytes >= LONG_BYTES for text, _ in texts if text.kind == "prose")
    if long < LONG_MIN:
        findings.add("corpus", f"{long} articles of {LONG_BYTES} bytes or more, expected {LONG_MIN}")


def print_table(texts, findings):
    """One row for each file, dialogues and structured texts as a whole."""
    rows = collections.defaultdict(collections.Counter)
    for text, words in texts:
        name = text.place.split(":")[0].replace(".en.txt", "")
        for row in (rows[name], rows["total"]):
            row["texts"] += 1
            row["lines"] += sum(bool(line.strip()) for line in text.panels["en"].split("\n"))
            row["words"] += len(TOKENS["en"].findall("\n".join(words.get("en", []))))
            row["characters"] += len(TOKENS["zh"].findall("\n".join(words.get("zh", []))))
            row["bytes"] += text.bytes
    for name, count in findings.by_file.items():
        name = re.sub(r"\.(en|zh)\.txt$", "", name)
        rows[name]["findings"] += count
        rows["total"]["findings"] += count
    columns = ("texts", "lines", "words", "characters", "bytes", "findings")
    print(f"{'file':<20}" + "".join(f"{column:>12}" for column in columns))
    for name, row in sorted(rows.items(), key=lambda item: item[0] == "total"):
        print(f"{name:<20}" + "".join(f"{row[column]:>12}" for column in columns))


# ---- The checks checked ----
GOOD_JSON = ('{"a": [1, "One heron stood on each post."]}', '{"a": [1, "每根木樁上站著一隻白鷺。"]}')
GOOD_HTML = ('<p class="x">Mind <b>the step</b></p>', '<p class="x">小心<b>台階</b></p>')
# (part of the finding expected, kind, English, Chinese)
FAULTS = [
    ("lines in English", "prose", "One.\nTwo.", "一。"), ("on one side only", "prose", "One.\n\nTwo.", "一。\n二。"),
    ("blank line", "prose", "One.\n", "一。"), ("tab or CR", "prose", "One\ttwo.", "一二。"),
    ("space at an end", "prose", "One. ", "一。"), ("bracketed gloss", "prose", "One 一.", "一。"),
    ("half-width", "prose", "One, two.", "一,二。"), ("half-width", "prose", "One.", "一(二)。"),
    ('expected "', "prose", "“One.”", "「一。」"), ("expected ‧", "prose", "Ada Moss.", "艾達・莫斯。"),
    ("expected 濕", "prose", "Wet.", "溼。"), ("Simplified-only", "prose", "A book.", "一本书。"),
    ("sentence of", "prose", "The tide came in. The tide came in!", "漲潮了。又漲潮了。"),
    ("sentence of", "prose", "High water. At last.", "海水終於漲起來了。海水終於漲起來了！"),
    ("skeletons differ", "json", GOOD_JSON[0], GOOD_JSON[1].replace("1", "2")),
    ("skeletons differ", "json", GOOD_JSON[0], GOOD_JSON[1].replace("a", "b")),
    ("does not parse", "json", GOOD_JSON[0][:-1], GOOD_JSON[1]), ("a key twice", "json", '{"a": 1, "a": 1}', "{}"),
    ("skeletons differ", "csv", "n,name\n1,Tea", "n,name\n2,茶"), ("does not parse", "csv", "n,name\n1", "n,name\n1"),
    ("skeletons differ", "xml", '<a b="c">Tea</a>', "<a>茶</a>"), ("does not parse", "xml", "<a>Tea", "<a>茶</a>"),
    ("skeletons differ", "html", GOOD_HTML[0], GOOD_HTML[1].replace("b>", "i>")),
    ("closes nothing", "html", "<p>Tea</b></p>", "<p>茶</p>"), ("left open", "html", "<p>Tea", "<p>茶"),
    ("skeletons differ", "markdown", "## Tea", "# 茶"), ("skeletons differ", "markdown", "[Tea](/a)", "[茶](/b)"),
]
SOUND = [
    ("prose", "The town of Tainan (臺南) slept.\n\nIt rained.", "臺南睡了。\n\n下雨了。"),
    *(("json", *GOOD_JSON), ("html", *GOOD_HTML), ("csv", "n,name\n1,Tea", "n,name\n1,茶")),
    *(("xml", "<a>Tea</a>", "<a>茶</a>"), ("markdown", "- [Tea](/a)", "- [茶](/a)")),
]
RUNS = [("We all knew that the old ferry would never again leave before noon, {}.", "第{}段。"),
        ("Part {}.", "大家都知道那艘老渡輪再也不會在中午以前{}開船。")]


def found_in(*texts):
    findings = Findings()
    check_texts([Text(f"test:{i}", f"test-{i}", *text) for i, text in enumerate(texts)], set("书"), findings)
    return findings.lines


def self_test():
    failed = [f"sound, but found: {lines}" for lines in [found_in(*SOUND)] if lines]
    failed += [f"{wanted!r} not found in {text}" for wanted, *text in FAULTS if wanted not in "".join(found_in(text))]
    for en, zh in RUNS:
        lines = found_in(*[("prose", en.format(x), zh.format(x)) for x in "12"])
        failed += [] if any("shares with" in line for line in lines) else [f"no shared run found in {en} | {zh}"]
    print(*failed, f"{len(FAULTS) + len(RUNS)} faults, {len(failed)} failures", sep="\n")
    return 1 if failed else 0


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    options.add_argument("--corpus", type=pathlib.Path, default=CORPUS)
    options.add_argument("--simplified", type=pathlib.Path, help="file of Simplified-only characters")
    options.add_argument("--self-test", action="store_true", help="check the checks")
    args = options.parse_args()
    if args.self_test:
        return self_test()
    findings = Findings()
    try:
        simplified = set(re.findall(f"[{HAN}]", args.simplified.read_text("utf-8"))) if args.simplified else set()
        readers = (read_objects, read_dialogues, read_sentences)
        found = [text for reader in readers for text in reader(args.corpus, findings)]
    except (OSError, UnicodeDecodeError) as error:
        print(f"could not read: {error}", file=sys.stderr)
        return 2
    texts = check_texts(found, simplified, findings)
    check_sizes(texts, findings)
    print(*findings.lines, sep="\n", end="\n" if findings.lines else "")
    print_table(texts, findings)
    return 1 if findings.lines else 0


if __name__ == "__main__":
    sys.exit(main())
