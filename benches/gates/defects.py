"""Tables of pairs that are known to be bad, or to be good in spite of their looks: caught, repaired, missed."""

import collections

from trial import read_pairs

# Labels of the made defects that are none, and those that a repair mends. Every other label must be rejected.
CLEAN = {"clean", "en_cjk_in_parens_ok"}
MENDED = {"crlf", "nfd", "zwsp_nbsp", "cjk_compat_ideograph", "fullwidth_en"}


def tricky(report, data):
    report.begin("tricky")
    pairs = read_pairs(data / "gates/tricky.jsonl", "n")
    wrong = []
    for pair, verdict in report.judge("tricky", pairs):
        want, differences = pair.row, []
        if want["verdict"] != ("reject" if verdict.rejected else "pass"):
            differences.append("verdict")
        # The list names evidence for some reasons only; where it does, it counts.
        told = set(verdict.reasons) | verdict.codes()
        if not set(want["reasons"]) <= told or {r.partition(":")[0] for r in want["reasons"]} != verdict.codes():
            differences.append("reasons")
        if set(want["repairs"]) != set(verdict.repairs):
            differences.append("repairs")
        if differences:
            sides = told_of(want["reasons"], want["repairs"]), told_of(verdict.reasons, verdict.repairs)
            wrong.append((pair.kind, " ".join(differences), *sides))
            report.show(f"tricky {pair.kind}", [(pair, verdict)])
    mark = report.goal("tricky pairs", not wrong)
    report.say("", f"Tricky pairs: {len(pairs) - len(wrong)} of {len(pairs)} right: {mark}.")
    if wrong:
        plain = [(n, what, *(" ".join(part.partition(":")[0] for part in side) for side in sides)) for n, what, *sides in wrong]
        report.table("Tricky pairs that differ", ["pair", "in", "expected", "found"], plain)


def told_of(reasons, repairs):
    return [*reasons, *(f"+{repair.replace(':', '.')}" for repair in repairs)]


def labelled(report, data):
    report.begin("defects")
    rows, codes = [], collections.defaultdict(collections.Counter)
    by_label = collections.defaultdict(list)
    for pair, verdict in report.judge("labelled_defects", read_pairs(data / "raw/made/labelled_defects.jsonl", "label")):
        by_label[pair.kind].append((pair, verdict))
        codes[pair.kind].update(verdict.codes())
    for label, judged in sorted(by_label.items()):
        caught = [item for item in judged if item[1].rejected]
        repaired = [item for item in judged if not item[1].rejected and item[1].repairs]
        # A label says what was done to a pair; where that changed nothing, there is nothing to find.
        same = [item for item in judged if not item[1].rejected and not item[1].repairs and untouched(item[0])]
        rest = len(judged) - len(caught) - len(repaired) - len(same)
        wrong, expected = wrong_of(label, judged)
        report.show(f"label {label}, expected {expected}", wrong)
        rows.append((label, expected, len(judged), len(caught), len(repaired), len(same), rest, len(wrong), top(codes[label])))
    heads = ["label", "expected", "pairs", "caught", "repaired", "unchanged by the label", "passed", "wrong", "reasons"]
    report.table("Made defects", heads, rows)


def untouched(pair):
    return pair.en == pair.row.get("orig_en") and pair.zh == pair.row.get("orig_zh")


def wrong_of(label, judged):
    """Returns the pairs whose verdict is not what the label asks for, and what it asks for."""
    if label in CLEAN:
        return [item for item in judged if item[1].rejected], "pass"
    if label in MENDED:
        wrong = [item for item in judged if not item[1].rejected and not item[1].repairs and not untouched(item[0])]
        return wrong, "repair or reject"
    return [item for item in judged if not item[1].rejected and not untouched(item[0])], "reject"


def top(counter, count=6):
    named = sorted(counter.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{code} {number}" for code, number in named[:count]) + (", …" if len(named) > count else "")


def natural(report, data):
    report.begin("natural")
    by_reason = collections.defaultdict(list)
    for pair, verdict in report.judge("natural_rejects", read_pairs(data / "raw/natural_rejects.jsonl", "reason")):
        by_reason[pair.kind].append((pair, verdict))
    rows = []
    for reason, judged in sorted(by_reason.items()):
        codes = collections.Counter(code for _, verdict in judged for code in verdict.codes())
        missed = [item for item in judged if not item[1].rejected]
        repaired = sum(bool(verdict.repairs) for _, verdict in missed)
        report.show(f"natural reject {reason}, passed", missed)
        rows.append((reason, len(judged), len(judged) - len(missed), repaired, len(missed) - repaired, top(codes)))
    report.table("Real pairs that builders dropped", ["their reason", "pairs", "caught", "repaired", "passed", "reasons"], rows)
