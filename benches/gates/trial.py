"""Runs `diptych gates try` on sets of pairs, and finds the words to show for a verdict."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

WIDTH = 80


class Pair(NamedTuple):
    """A pair with what is known of it: its source, label or reason, and the clean text that it was made of."""

    en: str
    zh: str
    kind: str
    row: dict


class Verdict(NamedTuple):
    """What the gates say of a pair. A reason is a code, and after a colon what it was seen in."""

    rejected: bool
    reasons: tuple
    repairs: tuple

    def codes(self):
        return {reason.partition(":")[0] for reason in self.reasons}

    def simplified(self):
        return any("simplified" in code for code in self.codes())


def read_pairs(path, kind="source"):
    """Reads a file of pairs; `kind` names the field by which they are grouped."""
    with open(path, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return [Pair(row["en"], row["zh"], str(row.get(kind, "")), row) for row in rows]


# What a row is told that the program does not read at all.
REFUSED = Verdict(True, ("nul",), ())


def is_refused(pair):
    """Says whether no reader takes the pair: text holds no U+0000."""
    return "\0" in pair.en + pair.zh


def write(path, pairs, swapped):
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        for number, pair in enumerate(pairs, 1):
            left, right = (pair.zh, pair.en) if swapped else (pair.en, pair.zh)
            file.write(json.dumps({"n": number, "left": left, "right": right}) + "\n")


class Gates:
    """The program under test with its options."""

    def __init__(self, program, sources=None):
        self.program = program
        self.sources = sources

    def try_all(self, pairs, swapped=False):
        """Returns the verdict of each pair, in order. Swapped, the Chinese is the left panel."""
        read = [pair for pair in pairs if not is_refused(pair)]
        refused = next(filter(is_refused, pairs), None)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "pairs.jsonl"
            if refused:
                self.check_refused(path, refused, swapped)
            write(path, read, swapped)
            verdicts = iter(self.run(path, len(read), swapped))
        return [REFUSED if is_refused(pair) else next(verdicts) for pair in pairs]

    def check_refused(self, path, pair, swapped):
        """Makes sure that the program refuses to read such a pair. It would stop there, so none is among the others."""
        write(path, [pair], swapped)
        done = subprocess.run(self.command(path, swapped), capture_output=True, check=False)
        if done.returncode != 2 or b": nul: " not in done.stderr:
            sys.exit(f"a pair with U+0000 was read: exit code {done.returncode}")

    def command(self, path, swapped):
        left, right = ("zh-Hant-TW", "en") if swapped else ("en", "zh-Hant-TW")
        command = [self.program, "gates", "try", str(path), "--left", left, "--right", right, "--json"]
        if self.sources:
            command += ["--sources", self.sources]
        return command

    def run(self, path, count, swapped):
        command = self.command(path, swapped)
        done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
        # 1 says that there are findings, which are what is asked for.
        if done.returncode not in (0, 1):
            sys.exit(f"{' '.join(command)}: exit code {done.returncode}")
        answers = [json.loads(line) for line in done.stdout.decode("utf-8").split("\n") if line]
        if [answer["n"] for answer in answers] != list(range(1, count + 1)):
            sys.exit(f"{' '.join(command)}: {len(answers)} answers to {count} pairs, or another order")
        return [verdict(answer) for answer in answers]


def verdict(answer):
    if answer["verdict"] not in ("pass", "reject"):
        sys.exit(f"unknown verdict: {answer}")
    rejected = answer["verdict"] == "reject"
    if rejected != bool(answer["reasons"]):
        sys.exit(f"a reject has reasons and a pass has none: {answer}")
    return Verdict(rejected, tuple(answer["reasons"]), tuple(answer["repairs"]))


def shown(text):
    """Returns the text with what would not be seen written out."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def around(text, place):
    """Returns at most WIDTH characters of the text around a place."""
    start = max(0, min(place - WIDTH // 3, len(text) - WIDTH))
    end = start + WIDTH
    return ("…" if start else "") + shown(text[start:end]) + ("…" if end < len(text) else "")


def place_of(text, evidence):
    """Returns where the evidence stands, or its first character, or 0."""
    place = text.find(evidence) if evidence else -1
    if place < 0 and evidence:
        place = text.find(evidence[0])
    return max(place, 0)


def excerpts(pair, reason=""):
    """Returns both panels around the evidence of a reason, or around the first difference to the clean text."""
    evidence = reason.partition(":")[2]
    result = []
    for panel, clean in ((pair.en, pair.row.get("orig_en")), (pair.zh, pair.row.get("orig_zh"))):
        place = place_of(panel, evidence)
        if not evidence and clean is not None and clean != panel:
            place = next((i for i, (a, b) in enumerate(zip(panel, clean)) if a != b), min(len(panel), len(clean)))
        result.append(around(panel, place))
    return result
