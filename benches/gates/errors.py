"""Measures the errors of the gates on text whose language is known.

    python3 benches/gates/errors.py DIPTYCH TRUTH DATA [--sources FILE] [--swap] [--write FILE] [--examples 5]

TRUTH is what truth.py wrote, DATA the folder of test data. Prints Markdown tables with examples of every kind of error, so
that a person can judge them; `--write` puts the same tables, without any text of the data, between the marks of a document
(`<!-- errors.py: begin NAME -->` and `<!-- errors.py: end NAME -->`). Exits with 1 if a goal is
missed. Counts only: a share is told as pairs in 100,000, rounded down, and a goal is decided by the counts themselves.
"""

import argparse
import collections
import json
import sys
from pathlib import Path

from defects import labelled, natural, tricky
from report import Report, per_100k
from trial import Gates, read_pairs
from truth import HAN, KNOWN, fits

GENUINE = ["articles-official", "articles-machine", "paragraphs-official", "paragraphs-machine", "messages", "lines-news"]
APART = ["messages-not-chinese", "documents-mainland"]
SIMPLIFIED = ["simplified", "simplified-authors"]
# Simplified characters that authors of genuine text let slip in. A person looked at each; to reject them is right.
LEAKS = {"messages": "鹏", "lines-news": "宫奥"}


def leak(name, verdict):
    """Says whether all that the gate saw are known slips of the set's authors."""
    seen = [reason.partition(":")[2] for reason in verdict.reasons if "simplified" in reason.partition(":")[0]]
    return all(letters and set(letters) <= set(LEAKS.get(name, "")) for letters in seen)


def genuine(report, truth):
    report.begin("genuine")
    rows, reasons, examples = [], collections.defaultdict(collections.Counter), collections.defaultdict(list)
    for name in GENUINE + APART:
        judged = report.judge(name, read_pairs(truth / f"{name}.jsonl"))
        for pair, verdict in judged:
            for code in verdict.codes():
                reasons[code][name] += 1
                examples[code, name].append((pair, verdict))
        rows.append(genuine_row(report, name, [verdict for _, verdict in judged]))
    heads = ["set", "pairs", "Simplified", "slips of authors", "others in 100,000", "≤ 100", "rejected", "in 100,000", "≤ 1,000"]
    report.table("Genuine Taiwan Chinese that is rejected", heads, rows)
    names = GENUINE + APART
    report.say("", *(f"- {name}: {KNOWN[name]}." for name in names))
    report.begin("reasons")
    table = [(code, *(counts[name] or "" for name in names)) for code, counts in sorted(reasons.items())]
    report.table("Reasons, genuine text", ["reason", *names], table)
    for (code, name), found in sorted(examples.items()):
        report.show(f"{code} in {name}", found, code)


def genuine_row(report, name, verdicts):
    total = len(verdicts)
    simplified = [verdict for verdict in verdicts if verdict.simplified()]
    leaks = sum(leak(name, verdict) for verdict in simplified)
    false = len(simplified) - leaks
    rejected = sum(verdict.rejected for verdict in verdicts)
    marks = ["", ""]
    if name in GENUINE:
        marks[0] = report.goal(f"{name}: rejected as Simplified", false * 1000 <= total)
        marks[1] = report.goal(f"{name}: rejected", rejected * 100 <= total)
    return name, total, len(simplified), leaks, per_100k(false, total), marks[0], rejected, per_100k(rejected, total), marks[1]


def alike(text):
    """Says whether every Han of the text is in GB 2312 and in Big5: it can be Traditional as it stands."""
    return all(fits(letter, "gb2312") and fits(letter, "big5") for letter in HAN.findall(text))


def recall(report, truth):
    report.begin("simplified")
    rows = []
    for name in SIMPLIFIED:
        judged = report.judge(name, read_pairs(truth / f"{name}.jsonl"))
        for source in sorted({pair.kind for pair, _ in judged}):
            part = [(pair, verdict) for pair, verdict in judged if pair.kind == source]
            rows.append((name, source, *recall_counts(part), ""))
            for what, wanted in (("alike in both scripts", True), ("to be seen", False)):
                passed = [item for item in part if not item[1].simplified() and alike(item[0].zh) == wanted]
                report.show(f"not seen as Simplified in {name}, {what}", passed)
        counts = recall_counts(judged)
        mark = report.goal(f"{name}: recall", counts[-2] * 1000 <= (counts[0] - counts[-3]) * 5)
        rows.append((name, "all", *counts, mark))
    heads = ["set", "source", "lines", "caught", "in 100,000", "missed, alike in both scripts", "other missed"]
    heads += ["caught of the rest in 100,000", "≥ 99,500"]
    report.table("Simplified lines of 10 and more Han", heads, rows)
    report.say("", *(f"- {name}: {KNOWN[name]}." for name in SIMPLIFIED))


def recall_counts(judged):
    """Returns lines, caught, its share, the missed that are alike in both scripts, the other missed, the share without the former."""
    caught = sum(verdict.simplified() for _, verdict in judged)
    same = sum(alike(pair.zh) for pair, verdict in judged if not verdict.simplified())
    total = len(judged)
    return total, caught, per_100k(caught, total), same, total - caught - same, per_100k(caught, total - same)


def mirror(report):
    report.begin("mirror")
    differing = ", ".join(f"{name} {count}" for name, count in report.mirrored.items() if count) or "none"
    report.say("", f"Pairs of the {len(report.mirrored)} sets with another verdict, reasons or repairs: {differing}.")
    report.goal("swapped panels mirror", not sum(report.mirrored.values()))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("diptych")
    parser.add_argument("truth", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("--sources", help="a sources file with the gates to use")
    parser.add_argument("--swap", action="store_true", help="try everything with panels swapped too")
    parser.add_argument("--write", type=Path, help="a document whose marked parts become the tables, without examples")
    parser.add_argument("--examples", type=int, default=5, help="examples of each kind on the terminal")
    return parser.parse_args()


def main():
    options = arguments()
    if json.loads((options.truth / "known.json").read_text("utf-8")) != KNOWN:
        sys.exit(f"{options.truth}: made by another truth.py; make it again")
    report = Report(Gates(options.diptych, options.sources), options)
    genuine(report, options.truth)
    recall(report, options.truth)
    tricky(report, options.data)
    labelled(report, options.data)
    natural(report, options.data)
    if options.swap:
        mirror(report)
    report.begin("goals")
    report.say("", f"Goals missed: {'; '.join(report.missed) or 'none'}.")
    if options.write:
        report.write(options.write)
    sys.exit(1 if report.missed else 0)


if __name__ == "__main__":
    main()
