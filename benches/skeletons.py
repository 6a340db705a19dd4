"""How many skeletons the schema records of a release have, and how often the most frequent one comes.

    python3 benches/skeletons.py RELEASE_FOLDER
    python3 benches/skeletons.py --draw N [--format F] [--lines M] [--seed S] [--hostile] [--show K]

The first form reads a release. The second one draws N records from golden/tables/schema.txt by its own plain reading of
docs/format.md (sections 3.2 and 5.6), out of sentences of the demo corpus, and also checks the table itself and that a
parser finds every value again; `--hostile` adds values made of the formats' own marks. Exit code 1: a panel that does not
parse, two panels of unlike skeletons, a value that is lost, or one *shape* that makes up more than 1 % of 1,000 records or more.

A skeleton is what section 5.6 says. A shape says less: the tree without its names, so that other keys alone make no other
shape. Needs `pip install markdown-it-py==4.3.0`, and `zstandard` for the carrier jsonl.zst.
"""

import argparse
import collections
import csv
import html.parser
import io
import itertools
import json
import random
import re
import sys
import xml.parsers.expat
from pathlib import Path

import markdown_it

ROOT = Path(__file__).resolve().parent.parent
FORMATS = ("json", "csv", "xml", "markdown", "html", "web-text")
MARKS = "\t #*+-=>|•·›»▸▪■◆★☆✓✔※●○→↓↑←"
LONGEST = 60


class Unfit(Exception):
    """A panel without a skeleton."""


# Parsers. Each gives the skeleton of section 5.6, the shape, and the strings that a reader gets out of the panel.


def json_tree(panel):
    def once(pairs):
        if len({key for key, _ in pairs}) != len(pairs):
            raise Unfit("a key twice")
        return dict(pairs)

    def refuse(word):
        raise Unfit(word)

    texts = []

    def walk(node):
        if isinstance(node, dict):
            inner = [(key, walk(value)) for key, value in node.items()]
            return ("object", tuple((key, full) for key, (full, _) in inner)), ("object", tuple(bare for _, (_, bare) in inner))
        if isinstance(node, list):
            inner = [walk(value) for value in node]
            return ("array", tuple(full for full, _ in inner)), ("array", tuple(bare for _, bare in inner))
        if isinstance(node, str):
            texts.append(node)
        kind = "null" if node is None else "boolean" if isinstance(node, bool) else "string" if isinstance(node, str) else "number"
        return kind, kind

    full, bare = walk(json.loads(panel, object_pairs_hook=once, parse_constant=refuse))
    return full, bare, texts


def cell_type(cell):
    if re.fullmatch(r"-?\d+(\.\d+)?%?", cell):
        return "number"
    if re.fullmatch(r"(\d{4}-\d\d-\d\d)?[ T]?(\d\d?:\d\d(:\d\d([.,]\d+)?)?)?Z?", cell):
        return "time" if cell else "empty"
    return "boolean" if cell.lower() in ("true", "false", "yes", "no") else "code" if re.fullmatch(r"[\w.@:/#-]+", cell, re.ASCII) else "text"


def csv_rows(panel):
    rows = list(csv.reader(io.StringIO(panel, newline=""), strict=True))
    if len(rows) < 2 or len({len(row) for row in rows}) != 1:
        raise Unfit("rows of unlike lengths")
    kinds = []
    for column in zip(*rows[1:]):
        found = {cell_type(cell) for cell in column} - {"empty"}
        kinds.append("text" if len(found) > 1 else found.pop() if found else "empty")
    return (tuple(rows[0]), len(rows)), (tuple(kinds), len(rows)), [cell for row in rows for cell in row]


def xml_tree(panel):
    full, bare, texts, depth = [], [], [], 0
    parser = xml.parsers.expat.ParserCreate()
    parser.ordered_attributes = True
    parser.buffer_text = True

    def start(name, attributes):
        nonlocal depth
        full.append((depth, name, tuple(attributes[::2])))
        bare.append([depth, len(attributes) // 2, False])
        texts.extend(attributes[1::2])
        texts.append("")
        depth += 1

    def end(_):
        nonlocal depth
        depth -= 1
        texts.append("")

    def data(text):
        texts[-1] += text
        if text.strip():
            bare[-1][2] = True

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, data
    parser.Parse(panel.encode(), True)
    return tuple(full), tuple(map(tuple, bare)), texts


def front_matter(panel):
    """The lines of front matter and the rest."""
    lines = panel.split("\n")
    if lines[0] == "---" and "---" in lines[1:]:
        end = lines.index("---", 1)
        return lines[1:end], "\n".join(lines[end + 1 :])
    return [], panel


def markdown_blocks(panel):
    front, body = front_matter(panel)
    full, bare, texts, links = [], [], [], []
    for line in front:
        lead, rest = re.fullmatch(r"([ \t-]*)(.*)", line).groups()
        key = re.match(r"(.*?):(?=[ \t]|$)", rest)
        full.append(("front", lead, key and key[1]))
        bare.append("front")
        texts.append(line)
        if line.endswith('"') and ': "' in line:
            texts.append(json.loads(line[line.index(': "') + 2 :]))
    for token in markdown_it.MarkdownIt("commonmark").enable("table").parse(body):
        if token.type == "inline":
            targets = [child.attrs.get("href") or child.attrs.get("src") for child in token.children]
            links.extend(target for target in targets if target)
            texts.append("".join("\n" if child.type in ("softbreak", "hardbreak") else child.content for child in token.children))
            continue
        texts.append(html.unescape(token.content) if token.type == "html_block" else token.content)
        if token.type == "fence":
            texts.extend(json_strings(token.content))
        full.append((token.type, token.tag if token.type == "heading_open" else "", token.info if token.type == "fence" else ""))
        bare.append((token.type, token.tag))
    # A translation may move a link inside its sentence.
    return (*full, *sorted(links)), tuple(bare), texts


def json_strings(text):
    """What JSON strings in a text hold; what only looks like one is passed over."""
    for found in re.findall(r'"(?:[^"\\\n]|\\.)*"', text):
        try:
            yield json.loads(found)
        except ValueError:
            pass


class Tags(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.texts = [], [""]

    def handle_starttag(self, tag, attributes):
        self.tags.append(("start", tag, tuple(name for name, _ in attributes)))
        self.texts.extend(value or "" for _, value in attributes)
        self.texts.append("")

    def handle_endtag(self, tag):
        self.tags.append(("end", tag, ()))
        self.texts.append("")

    def handle_comment(self, data):
        self.tags.append(("comment", "", ()))

    def handle_data(self, data):
        self.texts[-1] += data


def html_tags(panel):
    tags = Tags()
    tags.feed(panel)
    tags.close()
    return tuple(tags.tags), tuple(pair[:2] for pair in tags.tags), tags.texts


def letters():
    """The table `letter` as a character class."""
    ranges = []
    for line in (ROOT / "golden/tables/letter.txt").read_text("utf-8").splitlines():
        if line.startswith("U+"):
            first, _, last = line.partition("..")
            ranges.append((int(first[2:], 16), int((last or first)[2:], 16)))
    return re.compile("[" + "".join(f"{re.escape(chr(a))}-{re.escape(chr(b))}" for a, b in ranges) + "]")


LETTER = letters()


def piece_class(piece):
    if not piece.strip():
        return "blank"
    if not LETTER.search(piece):
        return "number" if re.search(r"\d", piece) else "rule"
    if len(piece) <= 60 and re.search(r"\d{4}[-/.]\d\d[-/.]\d\d|\d\d?:\d\d|\d (min|hour|day|week|month|year|[hdw])s? ago", piece):
        return "timestamp"
    if len(re.findall(r" [|·>›»/•] ", piece)) >= 2:
        return "menu"
    return "marked" if piece[0] in MARKS else "plain"


def web_pieces(panel):
    full = []
    for piece in panel.split("\n"):
        lead = piece[: len(piece) - len(piece.lstrip(MARKS))]
        full.append((not piece.strip(), lead, "" if LETTER.search(piece) else piece))
    return tuple(full), tuple(map(piece_class, panel.split("\n"))), [panel]


PARSERS = dict(zip(FORMATS, (json_tree, csv_rows, xml_tree, markdown_blocks, html_tags, web_pieces)))


def read_panel(kind, panel):
    if not panel or panel != panel.strip("\n"):
        raise Unfit("empty, or LF at an end")
    try:
        return PARSERS[kind](panel)
    except (ValueError, csv.Error, xml.parsers.expat.ExpatError) as error:
        raise Unfit(str(error)) from error


# Patterns, section 3.2.


def parse_body(body):
    parts, text, at = [], "", 0
    plain = {"n": "\n", "t": "\t", "s": " ", "\\": "\\"}
    while at < len(body):
        scalar = body[at]
        if scalar == "\\":
            if body[at + 1] == "u":
                text += chr(int(body[at + 2 : at + 6], 16))
                at += 6
            else:
                text += plain[body[at + 1]]
                at += 2
        elif scalar == "%" and body[at + 1] == "%":
            text += "%"
            at += 2
        elif scalar == "%":
            end = body.index("%", at + 1)
            name = body[at + 1 : end]
            sign = name[0] if name[0] in "@*=" else ""
            parts += [("", text)] if text else []
            parts.append((sign or "%", name[len(sign) :]))
            text, at = "", end + 1
        else:
            text += scalar
            at += 1
    return parts + ([("", text)] if text else [])


def parse_table(text):
    table = collections.defaultdict(list)
    for number, line in enumerate(text.split("\n"), 1):
        if line and not line.startswith("#"):
            name, _, body = line.partition(" ")
            if not re.fullmatch(r"[A-Za-z0-9.-]+", name) or not body or body != body.strip():
                sys.exit(f"schema.txt:{number}: not a rule")
            try:
                table[name].append(parse_body(body))
            except (KeyError, IndexError, ValueError):
                sys.exit(f"schema.txt:{number}: an escape or a name that does not end")
    return dict(table)


def is_open(parts, lines):
    slots, nested = (sum(sign == want for sign, _ in parts) for want in "=*")
    return lines >= slots + nested if nested else lines == slots


def check_table(table):
    """Names that are missing or never used, formats without domains, and numbers of lines that no alternative takes."""
    faults = []
    signs = collections.defaultdict(set)
    for name, parts in ((name, parts) for name in table for parts in table[name]):
        for sign, other in parts:
            if sign in tuple("%@*"):
                signs[other].add(sign)
                if other not in table:
                    faults.append(f"{name}: no rule {other}")
    for name in table:
        if name in FORMATS:
            wrong = [parts for parts in table[name] if len(parts) != 1 or parts[0][0] != "*" or not parts[0][1].startswith(name + ".")]
            faults += [f"{name}: alternatives that name no domain"] if wrong else []
        elif len(signs[name]) != 1 and signs[name] != set("%@"):
            faults.append(f"{name}: used as {sorted(signs[name])}")
        elif "@" in signs[name] and any(len(parts) != 1 or parts[0][0] for parts in table[name]):
            faults.append(f"{name}: keys that are no plain text")
        elif "*" in signs[name]:
            least = 2 if name.count(".") == 1 and name.split(".")[0] in FORMATS else 1
            closed = [m for m in range(least, LONGEST + 1) if not any(is_open(parts, m) for parts in table[name])]
            faults += [f"{name}: not open for {closed}"] if closed else []
        elif "%" in signs[name] and not all(is_open(parts, 0) for parts in table[name]):
            faults.append(f"{name}: takes lines in a place without")
    return faults


class Drawing:
    def __init__(self, table, source):
        self.table, self.source, self.used = table, source, collections.defaultdict(list)

    def key(self, name):
        used, keys = self.used[name], [parts[0][1] for parts in self.table[name]]
        turn, left = len(used) // len(keys), [key for key in keys if used.count(key) == len(used) // len(keys)]
        used.append(left[self.source.randrange(len(left))])
        return used[-1] + (f"_{turn + 1}" if turn else "")

    def expand(self, name, lines):
        """A list of texts and of slots, (mode, number of the line)."""
        able = [parts for parts in self.table[name] if is_open(parts, len(lines))]
        parts = able[self.source.randrange(len(able))]
        slots, nested = (sum(sign == want for sign, _ in parts) for want in "=*")
        spare, takes = len(lines) - slots - nested, []
        for left in range(nested, 0, -1):
            extra = self.source.randrange(spare + 1) if left > 1 else spare
            takes.append(1 + extra)
            spare -= extra
        rest, takes, out = iter(lines), iter(takes), []
        for sign, value in parts:
            if sign == "=":
                out.append((value, next(rest)))
            elif sign == "*":
                out += self.expand(value, list(itertools.islice(rest, next(takes))))
            else:
                out += [value] if sign == "" else [self.key(value)] if sign == "@" else self.expand(value, [])
        return out


# Modes, section 5.6.


def as_json(value):
    return json.dumps(value, ensure_ascii=False)


def as_xml(value):
    return value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def as_csv(value):
    return as_quoted(value) if re.search('[",;|\n\t]', value) else value


def as_quoted(value):
    return '"' + value.replace('"', '""') + '"'


def as_md(value):
    number = re.match(r"[0-9]{1,9}(?=[.)])", value)
    at = number.end() if number else 0 if value[0] in "#+-=>~:|" else -1
    return "".join("\\" + scalar if place == at or scalar in "\\`*_[]<&" else scalar for place, scalar in enumerate(value))


MODES = {
    "raw": lambda value: value,
    "json": as_json,
    "xml": as_xml,
    "attr": lambda value: as_xml(value).replace('"', "&quot;").replace("\t", "&#9;"),
    "cdata": lambda value: value.replace("]]>", "]]]]><![CDATA[>"),
    "csv": as_csv,
    "quoted": as_quoted,
    "md": as_md,
    "cell": lambda value: re.sub(r"(?<!^)\|", r"\\|", as_md(value)),
}


def render(parts, values):
    return "".join(part if isinstance(part, str) else MODES[part[0]](values[part[1]]) for part in parts)


# Values that look like what stands around them. Not among them: one that ends with ` #`, which a heading of Markdown loses.
HOSTILE = r"""
" ~ "quoted" from the start ~ a 'single' and a "double" word ~ <b>bold</b> & <i>more ~ </p></div><p class="x"> ~ <details> ~ <!-- x --> ~ --> x
]]> and ]] > and <![CDATA[ x ~ </script><script> ~ # x ~ ## x ~ C# ~ - x ~ + x ~ * x *y* **z** ~ 1. x ~ 12) x ~ 123456789. x ~ 1234567890. x
| x | ~ |---|---| ~ a | b \| c ~ |x ~ back\slash and \ ~ `code` and ``` fence ~ ``` ~ &amp; &lt;b&gt; &#35; &nbsp; ~ --- ~ === ~ *** ~ ___ ~ > x ~ >> "x"
: x ~ key: value ~ x: ~ [x]: https://example.com/ ~ [link](https://example.com/) ![image](a.png) ~ <https://example.com/> ~ https://example.com/a_b_c?d=*e*
=1+1 ~ @handle ~ a;b ~ a,b,"c" ~ tab\tinside ~ {"a": [1, 2]} ~ null ~ 42 ~ -1 ~ two  blanks ~ %NAME% %% \n ~ [ ] to do ~ ::: note ~ - - x ~ 【x】 ~ “x”
"""
HOSTILE = [one.replace(r"\t", "\t") for one in re.split(r" ~ |\n", HOSTILE) if one] + ["~~~"]


def corpus_pairs():
    left, right = ((ROOT / f"golden/corpus/sentences.{side}.txt").read_text("utf-8").splitlines() for side in ("en", "zh"))
    return list(zip(left, right))


def lost(kind, texts, values):
    """Values that the parsed texts do not hold. A panel of CSV or JSON holds them whole, others within a text."""
    if kind in ("json", "csv"):
        return [value for value in values if value not in texts]
    whole = "\n".join(texts)
    return [value for value in values if value not in whole]


def drawn(options):
    """Pairs (format, domain, left, right, values of the two sides or None)."""
    table = parse_table((ROOT / "golden/tables/schema.txt").read_text("utf-8"))
    faults = check_table(table)
    if faults:
        sys.exit("\n".join(faults))
    source, pairs = random.Random(options.seed), corpus_pairs()
    for _ in range(options.draw):
        kind = options.format or source.choice(FORMATS)
        m = options.lines or source.randint(2, 12)
        chosen = [source.choice(pairs) for _ in range(m)]
        if options.hostile:
            chosen = [(source.choice(HOSTILE), source.choice(HOSTILE)) if source.random() < 0.6 else pair for pair in chosen]
        drawing = Drawing(table, source)
        domain = drawing.table[kind][source.randrange(len(table[kind]))][0][1]
        parts = drawing.expand(domain, list(range(m)))
        left, right = zip(*chosen)
        yield kind, domain.split(".", 1)[1], render(parts, left), render(parts, right), (left, right)


def released(folder):
    manifest = json.loads((folder / "release.json").read_bytes())
    for shard in manifest["shards"]:
        data = (folder / shard["path"]).read_bytes()
        if shard["path"].endswith(".zst"):
            import zstandard

            data = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data), read_across_frames=True).read()
        for line in data.decode().split("\n"):
            record = json.loads(line) if line else {"category": ""}
            if record["category"] == "schema":
                kind, domain = json.loads(record["meta"])["g"]
                left, right = record["text"].split(max(re.findall("\n+", record["text"]), key=len))
                yield kind, domain, left, right, None


class Figures:
    def __init__(self):
        self.shapes = {kind: collections.Counter() for kind in FORMATS}
        self.examples, self.faults, self.unlike, self.pairs = {}, [], collections.Counter(), 0

    def add(self, kind, domain, left, right, values, hostile):
        try:
            ours, theirs = read_panel(kind, left), read_panel(kind, right)
        except Unfit as error:
            self.faults.append(f"{kind}.{domain}: {error}\n{left}\n\n\n{right}")
            return
        if ours[0] != theirs[0]:
            self.unlike[kind] += 1
            # Marks at the start of a value are the one thing that web-text cannot write otherwise.
            if not (hostile and kind == "web-text"):
                self.faults.append(f"{kind}.{domain}: panels of unlike skeletons\n{left}\n\n\n{right}")
        if domain and re.search("\n{3}", left + right):
            self.faults.append(f"{kind}.{domain}: three LF in a row\n{left}")
        for side, panel, texts in ((0, left, ours[2]), (1, right, theirs[2])) if values else ():
            for value in lost(kind, texts, values[side]):
                self.faults.append(f"{kind}.{domain}: {value!r} is lost in\n{panel}")
        if domain:
            self.shapes[kind][ours[1]] += 1
            self.examples.setdefault((kind, ours[1]), f"{kind}.{domain}\n{left}")
        else:
            self.pairs += 1

    def report(self):
        """Prints the table; true if no shape is too frequent."""
        print("| format | records | shapes | most frequent | share |\n|---|---:|---:|---:|---:|")
        for kind, shapes in self.shapes.items():
            if shapes:
                top = shapes.most_common(1)[0][1]
                print(f"| {kind} | {shapes.total()} | {len(shapes)} | {top} | {top / shapes.total():.2%} |")
        total = sum(shapes.total() for shapes in self.shapes.values())
        if not total:
            print(f"no drawn record, {self.pairs} structured pairs")
            return True
        top, example = max((count, self.examples[kind, shape]) for kind, shapes in self.shapes.items() for shape, count in shapes.items())
        print(f"\n{total} drawn records, {self.pairs} structured pairs, {sum(self.unlike.values())} of unlike skeletons {dict(self.unlike)}")
        print(f"the most frequent shape: {top} records, {top / total:.2%}, such as\n{example}")
        return total < 1000 or top * 100 <= total


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("release", nargs="?", type=Path)
    parser.add_argument("--draw", type=int)
    parser.add_argument("--format", choices=FORMATS)
    parser.add_argument("--lines", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--hostile", action="store_true")
    options = parser.parse_args()
    if (options.release is None) == (options.draw is None):
        parser.error("a release folder or --draw N")
    figures = Figures()
    for number, (kind, domain, left, right, values) in enumerate(drawn(options) if options.draw else released(options.release)):
        if number < options.show:
            print(f"=== {kind}.{domain}\n{left}\n---\n{right}\n" if options.show < 20 else f"=== {kind}.{domain}\n{left}\n")
        figures.add(kind, domain, left, right, values, options.hostile)
    even = figures.report()
    for fault in figures.faults[:5]:
        print(f"\nFAULT {fault}")
    if figures.faults:
        print(f"\n{len(figures.faults)} faults")
    return 0 if even and not figures.faults else 1


if __name__ == "__main__":
    sys.exit(main())
