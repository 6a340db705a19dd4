#!/usr/bin/env python3
"""Writes golden/vectors/RULE.jsonl: a third, slow reading of docs/format.md (Python 3.11, standard library only).

Usage: make_vectors.py [--check] [RULE ...]

Each line is {"case","flags","in","out","valid"}. `in` is all that a case depends on; `valid` false means that a
reader refuses it, and `out` is null. --check makes all again in memory and exits with 1 if a file differs.
"""
import argparse
import importlib
import json
import pathlib
import sys

sys.dont_write_bytecode = True

VECTORS = pathlib.Path(__file__).resolve().parent / "vectors"
RULES = [
    "material", "article", "snapshot", "slicer", "derivation", "stream", "rank", "quota", "split", "bridge", "base",
    "cross", "run", "mosaic", "longform", "take", "json", "record", "order", "ledger", "places", "pattern", "noise",
    "shape", "skeleton", "schema", "picks",
]


def text_of(rule):
    """Returns the text of a rule's file; asserts that its cases say what they mean to."""
    from vectorlib import Refused

    module = importlib.import_module("vectorlib.cases." + rule)
    seen, counts, names, out = set(), {"valid": 0, "invalid": 0, "multi-script": 0}, set(), []
    for case in module.CASES:
        given = json.loads(json.dumps(case["in"]))
        try:
            result, valid = module.compute(given, seen.add), True
        except Refused:
            result, valid = None, False
        assert valid == ("invalid" not in case["flags"]), f"{rule}: {case['case']}: valid is {valid}"
        assert case["case"] not in names, f"{rule}: {case['case']}: two cases of one name"
        names.add(case["case"])
        counts["valid" if valid else "invalid"] += 1
        counts["multi-script"] += "multi-script" in case["flags"]
        vector = {"case": case["case"], "flags": case["flags"], "in": case["in"], "out": result, "valid": valid}
        out.append(json.dumps(vector, ensure_ascii=False, separators=(",", ":")) + "\n")
    missing = module.EVENTS - seen
    assert not missing, f"{rule}: no case shows {sorted(missing)}"
    assert counts["valid"] >= 8 and counts["invalid"] >= 3 and counts["multi-script"] >= 2, f"{rule}: {counts}"
    return "".join(out), counts


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    options.add_argument("--check", action="store_true", help="compare instead of writing")
    options.add_argument("rules", nargs="*", metavar="RULE", help="only these rules")
    args = options.parse_args()
    differs = False
    for rule in args.rules or RULES:
        text, counts = text_of(rule)
        path, data = VECTORS / f"{rule}.jsonl", text.encode("utf-8")
        if args.check:
            if not path.is_file() or path.read_bytes() != data:
                print(f"golden/vectors/{rule}.jsonl differs: run make_vectors.py", file=sys.stderr)
                differs = True
        else:
            VECTORS.mkdir(exist_ok=True)
            path.write_bytes(data)
            print(f"{rule}: {counts['valid']} valid, {counts['invalid']} invalid, {counts['multi-script']} multi-script")
    known = {f"{rule}.jsonl" for rule in RULES} | {"README.md"}
    for path in sorted(VECTORS.iterdir()):
        if path.name not in known:
            print(f"golden/vectors/{path.name}: no rule makes this file", file=sys.stderr)
            differs = True
    return 1 if differs else 0


if __name__ == "__main__":
    sys.exit(main())
