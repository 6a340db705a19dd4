"""Markdown tables of what the gates did, and examples of it for the terminal."""

import collections
import sys

from trial import excerpts


class Report:
    """Tables for a reader; examples go to the terminal only."""

    def __init__(self, gates, options):
        self.gates, self.options = gates, options
        self.parts, self.missed, self.mirrored = {}, [], collections.Counter()
        self.lines = None

    def begin(self, name):
        """Begins a part: what stands between two marks of the document that `write` fills."""
        self.lines = self.parts.setdefault(name, [])

    def say(self, *lines):
        self.lines += lines
        print(*lines, sep="\n")

    def table(self, title, heads, rows):
        print("", f"## {title}", sep="\n")
        self.say("", "| " + " | ".join(heads) + " |")
        self.say("|" + "|".join("---" if index == 0 else "---:" for index in range(len(heads))) + "|")
        for row in rows:
            self.say("| " + " | ".join(str(cell) for cell in row) + " |")

    def goal(self, name, reached):
        if not reached:
            self.missed.append(name)
        return "yes" if reached else "**no**"

    def show(self, title, pairs, reason=""):
        """Prints some pairs of one kind, spread over all of them, to the terminal."""
        count = self.options.examples
        step = max(1, len(pairs) // max(count, 1))
        for pair, verdict in pairs[::step][:count]:
            words = next((r for r in verdict.reasons if r.partition(":")[0] == reason), reason)
            english, chinese = excerpts(pair, words)
            told = " ".join([*verdict.reasons, *(f"+{repair}" for repair in verdict.repairs)]) or "passed"
            print(f"    {title} [{pair.kind}] {told}\n      en {english}\n      zh {chinese}")

    def judge(self, name, pairs):
        """Tries the pairs, also with panels swapped if that was asked for."""
        verdicts = self.gates.try_all(pairs)
        if self.options.swap:
            other = self.gates.try_all(pairs, swapped=True)
            differing = [
                (pair, there)
                for pair, here, there in zip(pairs, verdicts, other)
                if here.rejected != there.rejected
                or set(here.reasons) != set(there.reasons)
                or set(here.repairs) != set(there.repairs)
            ]
            self.mirrored[name] = len(differing)
            self.show(f"{name}: another verdict when swapped", differing)
        return list(zip(pairs, verdicts))


    def write(self, path):
        """Puts each part between its marks in a document, in place of what stands there."""
        text = path.read_text("utf-8")
        for name, lines in self.parts.items():
            begin, end = f"<!-- errors.py: begin {name} -->\n", f"<!-- errors.py: end {name} -->"
            head, found, rest = text.partition(begin)
            _, closed, tail = rest.partition(end)
            if not found or not closed:
                sys.exit(f"{path}: no marks {begin.strip()} and {end}")
            text = head + begin + "\n".join(lines).strip() + "\n" + end + tail
        path.write_text(text, encoding="utf-8")


def per_100k(part, whole):
    return part * 100_000 // whole if whole else 0
