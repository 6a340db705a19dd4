"""Builds sets of pairs whose language is known by their origin, for measuring the gates.

    python3 benches/gates/truth.py OUT DATA

DATA is the folder of test data (`big/`, `main/`, `raw/`). No gate, and no table of a gate, chooses a pair here: the text
counts as Taiwan Chinese, or as Simplified, because of the file that it comes from. Writes OUT/NAME.jsonl, one pair a line
with `n`, `source`, `en`, `zh`, and prints what each holds. Needs the program `zstd`.
"""

import collections
import json
import re
import subprocess
import sys
from pathlib import Path

from catalog import read_mo, read_po

# What is known of a set besides its origin. It is printed with the counts, and again beside the measured errors.
KNOWN = {
    "articles-official": "whole laws, official translations into English: written in Taiwan",
    "articles-machine": "whole articles of software documents, machine-translated for Taiwan: the script is right, the language not always",
    "paragraphs-official": "paragraphs of the laws",
    "paragraphs-machine": "paragraphs of the machine-translated articles",
    "messages": "PO and MO messages, human: Python and Rust documents, Debian installer, Vim, Wesnoth",
    "messages-not-chinese": "messages whose translation equals the English or has no Han: not Chinese text, outside the goals",
    "lines-news": "news translated into Taiwan Chinese by professionals",
    "documents-mainland": "Debian documents in mainland wording, partly converted: Traditional script, not genuine, outside the goals",
    "simplified": "Simplified by origin, lines of 10 and more Han: news, Vim's messages and tutorial",
    "simplified-authors": "Simplified by author: volunteers who write Simplified, lines of 10 and more Han",
}
HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
MAINLAND = {"maint-guide", "debian-reference"}
# A tutorial has no English line beside each Chinese one; a gate of the Chinese panel does not look at this.
NO_ENGLISH = "A line of a tutorial that has no translation beside it."


def han(text):
    return len(HAN.findall(text))


def articles(path):
    command = ["zstd", "-dcq", str(path)] if path.suffix == ".zst" else ["cat", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        for line in process.stdout:
            yield json.loads(line)
    if process.returncode:
        sys.exit(f"{path}: {command[0]} failed")


def add_articles(sets, data):
    for article in articles(data / "big/docs_big.jsonl.zst"):
        kind = "machine" if article["translation"] == "machine" else "official"
        add_article(sets[f"articles-{kind}"], sets[f"paragraphs-{kind}"], article)
    for article in articles(data / "main/docs.jsonl"):
        if article["source"] in MAINLAND:
            add_article([], sets["documents-mainland"], article)


def add_article(whole, parts, article):
    whole.append((article["source"], article["en"], article["zh"]))
    english, chinese = article["en"].split("\n\n"), article["zh"].split("\n\n")
    if len(english) != len(chinese):
        sys.exit(f"{article['article_id']}: {len(english)} and {len(chinese)} paragraphs")
    parts.extend((article["source"], *pair) for pair in zip(english, chinese))


def messages(data):
    """Yields (source, en, zh) of the zh_TW catalogues. Vim's two hold the same messages in two encodings."""
    seen = set()
    for path in sorted(data.glob("raw/po/**/*.po")):
        for pair in read_po(path):
            yield f"po {catalogue(path)}", *pair
    for path in sorted(data.glob("raw/mo/*zh_TW*.mo")):
        source = path.name.split(".")[0]
        for english, chinese in read_mo(path):
            if source.startswith("wesnoth"):
                # This game writes the context of a message before it: "female^Archer".
                english = english.split("^", 1)[-1]
            if (english, chinese) not in seen:
                seen.add((english, chinese))
                yield f"mo {source}", english, chinese


def catalogue(path):
    """Returns what a PO file is a part of: its folder's name, or its own up to the first mark."""
    return re.split("__|[.]", path.name)[0] if path.parent.name == "po" else path.parent.name


def add_messages(sets, data):
    for source, english, chinese in messages(data):
        english, chinese = english.strip(), chinese.strip()
        name = "messages" if english != chinese and han(chinese) else "messages-not-chinese"
        sets[name].append((source, english, chinese))


def lines(path, encoding="utf-8"):
    return path.read_bytes().decode(encoding).replace("\r\n", "\n").rstrip("\n").split("\n")


def add_lines(sets, data):
    english = lines(data / "raw/lines/newstest2019-src.eng.txt")
    taiwan = lines(data / "raw/lines/newstest2019-ref.zho-TW.txt")
    mainland = lines(data / "raw/lines/newstest2019-ref.zho-CN.txt")
    if not len(english) == len(taiwan) == len(mainland):
        sys.exit("raw/lines: files of different lengths")
    sets["lines-news"] += [("NTREX zho-TW", *pair) for pair in zip(english, taiwan)]
    simplified = sets["simplified"]
    simplified += [("NTREX zho-CN", *pair) for pair in zip(english, mainland)]
    for one, other in read_mo(data / "raw/mo/vim.zh_CN.gbk.mo"):
        left, right = one.strip().split("\n"), other.strip().split("\n")
        if len(left) != len(right):
            left = [" ".join(left)] * len(right)
        simplified += [("mo vim.zh_CN", *pair) for pair in zip(left, right)]
    tutor = lines(data / "raw/encodings/tutor.zh_CN.utf-8.txt")
    tutor += lines(data / "raw/encodings/tutor.zh_CN.euc-cn.txt", "gb18030")
    simplified += [("tutor.zh_CN", NO_ENGLISH, line.strip()) for line in dict.fromkeys(tutor)]
    sets["simplified"] = [row for row in simplified if han(row[2]) >= 10]


def evidence(text):
    """Returns (Simplified, Traditional): whether a Han stands only in GB 2312, or only in Big5."""

    def only(inside, outside):
        return any(fits(letter, inside) and not fits(letter, outside) for letter in HAN.findall(text))

    return only("gb2312", "big5"), only("big5", "gb2312")


def fits(letter, charset):
    try:
        letter.encode(charset)
    except UnicodeEncodeError:
        return False
    return True


def add_authors(sets, data):
    """Adds all lines of volunteers who write Simplified: 20 telling lines or more, at least 99 in 100 of them Simplified."""
    by_author = collections.defaultdict(list)
    for line in lines(data / "raw/tsv/tatoeba-cmn-eng.txt"):
        english, chinese, credit = line.split("\t")
        by_author[credit.rsplit("(", 1)[-1]].append((english, chinese))
    for rows in by_author.values():
        told = collections.Counter(evidence(chinese) for _, chinese in rows)
        simplified, other = told[True, False], told[False, True] + told[True, True]
        if simplified >= 20 and other * 99 <= simplified:
            sets["simplified-authors"] += [("Tatoeba", *row) for row in rows if han(row[1]) >= 10]


def write(out, sets):
    out.mkdir(parents=True, exist_ok=True)
    print("| set | source | pairs | without any Han |\n|---|---|---:|---:|")
    for name, rows in sets.items():
        with open(out / f"{name}.jsonl", "w", encoding="utf-8", newline="\n") as file:
            for number, (source, english, chinese) in enumerate(rows, 1):
                row = {"n": number, "source": source, "en": english, "zh": chinese}
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
        counts = collections.Counter(source for source, _, _ in rows)
        bare = collections.Counter(source for source, _, chinese in rows if not han(chinese))
        for source, count in sorted(counts.items()):
            print(f"| {name} | {source} | {count} | {bare[source]} |")
    print()
    for name, rows in sets.items():
        print(f"- {name}: {len(rows)} pairs; {KNOWN[name]}.")
    genuine = sum(len(sets[name]) for name in ("paragraphs-official", "paragraphs-machine", "messages", "lines-news"))
    print(f"\nOf {genuine} genuine pairs below whole articles {len(sets['paragraphs-machine'])} are machine-translated.")
    (out / "known.json").write_text(json.dumps(KNOWN, indent=1) + "\n", encoding="utf-8")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    out, data = Path(sys.argv[1]), Path(sys.argv[2])
    sets = {name: [] for name in KNOWN}
    add_articles(sets, data)
    add_messages(sets, data)
    add_lines(sets, data)
    add_authors(sets, data)
    write(out, sets)


if __name__ == "__main__":
    main()
