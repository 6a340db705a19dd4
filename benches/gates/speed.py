#!/usr/bin/env python3
"""Times a pool build with one thread, and the same pairs through a peer's filters in the same run.

    python3 benches/gates/speed.py DIPTYCH FOLDER FILE.jsonl... [FILE.tsv...]

Files of pairs: JSON lines with `en` and `zh`, or rows whose last two cells are the panels. Everything runs but the gate
language_id: reading, repairs, gates, personal data, equal texts, writing. FOLDER is made and holds the pools; the peer
(OpusFilter 3.3.1, PyPI) is installed into FOLDER/peer, without what its filters here do not need. Prints Markdown.
"""
import json
import os
import pathlib
import subprocess
import sys
import time

PEER = ["opusfilter==3.3.1"]
NEEDS = ["iso639-lang", "numpy", "pandas", "ruamel.yaml", "regex", "rapidfuzz", "beautifulsoup4", "setuptools", "tqdm"]
# The filters of the peer that ask what gates ask too.
CHAIN = '''
import json, sys, time
from opusfilter import filters as f
kinds = [
    f.LengthFilter(unit="char", min_length=1, max_length=10**7), f.LengthRatioFilter(unit="char", threshold=12), f.LongWordFilter(threshold=10**4),
    f.HtmlTagFilter(), f.CharacterScoreFilter(scripts=["Latin", "Han"], thresholds=[0, 0]), f.AlphabetRatioFilter(threshold=0.1),
    f.NonZeroNumeralsFilter(threshold=0), f.TerminalPunctuationFilter(threshold=-10**6), f.RepetitionFilter(threshold=4, min_length=3, max_length=40),
]
pairs = [tuple(pair) for pair in json.load(open(sys.argv[1]))]
began = time.perf_counter()
kept = pairs
for kind in kinds:
    kept = list(kind.filter(kept))
print(time.perf_counter() - began, len(kept))
'''


def pairs(path):
    """Returns the pairs of a file."""
    lines = path.read_text(encoding="utf-8").split("\n")
    if path.suffix == ".jsonl":
        rows = (json.loads(line) for line in lines if line)
        return [(row["en"], row["zh"]) for row in rows]
    return [tuple(line.split("\t")[-2:]) for line in lines if line]


def sources(path):
    """Returns a sources.toml of one file."""
    head = 'format = 1\nleft = "en"\nright = "zh-Hant-TW"\n[gates]\nlanguage_id = false\n[[source]]\nname = "s"\n'
    if path.suffix == ".jsonl":
        return head + f'path = "{path.name}"\nformat = "jsonl"\nfields = {{ left = "en", right = "zh" }}\norigin = {{ "*" = "unknown" }}\ntranslation = {{ "*" = "unknown" }}\n'
    cells = path.open(encoding="utf-8").readline().count("\t") + 1
    columns = ["-"] * (cells - 2) + ["left", "right"]
    return head + f'path = "{path.name}"\nformat = "tsv"\ncolumns = {json.dumps(columns)}\n'


def build(diptych, folder, path):
    """Builds a pool; returns seconds, peak MB and what the program says."""
    link = folder / path.name
    link.unlink(missing_ok=True)
    link.symlink_to(path.resolve())
    toml, out = folder / f"{path.name}.toml", folder / f"{path.name}.pool"
    toml.write_text(sources(path), encoding="utf-8")
    subprocess.run(["rm", "-rf", str(out), f"{out}.work"], check=True)
    began = time.perf_counter()
    run = subprocess.Popen(
        [diptych, "pool", "build", str(toml), "--out", str(out), "--json", "--quiet"],
        env={**os.environ, "RAYON_NUM_THREADS": "1"}, stdout=subprocess.PIPE, text=True)
    said = run.stdout.read()
    _, status, usage = os.wait4(run.pid, 0)
    if status != 0:
        sys.exit(f"{path}: no pool")
    return time.perf_counter() - began, usage.ru_maxrss // 1024, json.loads(said)


def peer(folder, found):
    """Runs the peer's filters over pairs with one thread; returns seconds."""
    venv = folder / "peer"
    if not venv.exists():
        subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
        pip = [str(venv / "bin/pip"), "install", "-q", "--no-warn-conflicts"]
        subprocess.run(pip + ["--no-deps"] + PEER, check=True)
        subprocess.run(pip + NEEDS, check=True)
    (folder / "pairs.json").write_text(json.dumps(found), encoding="utf-8")
    run = subprocess.run([str(venv / "bin/python"), "-c", CHAIN, str(folder / "pairs.json")], capture_output=True, text=True, check=True)
    return float(run.stdout.split()[0])


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    diptych, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    print("| input | MB | pairs | wall s | MB/s | peak MB | peer s | wall / peer |\n|---|---:|---:|---:|---:|---:|---:|---:|")
    for name in sys.argv[3:]:
        path = pathlib.Path(name)
        found = pairs(path)
        size = path.stat().st_size / 1e6
        seconds, peak, report = build(diptych, folder, path)
        theirs = peer(folder, found)
        rows = sum(source["rows_in"] for source in report["sources"])
        print(f"| {path.name} | {size:.1f} | {rows:,} | {seconds:.1f} | {size / seconds:.1f} | {peak} | {theirs:.1f} | {seconds / theirs:.3f} |")


if __name__ == "__main__":
    main()
