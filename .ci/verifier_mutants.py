#!/usr/bin/env python3
"""Switches the verifier's checks off, one at a time, and says which of them no test misses.

Usage: verifier_mutants.py WORK_FOLDER [--only TEXT] [--every N] [--begin N] [--list]

Copies the repository into WORK_FOLDER and puts a switch at each place of src/verify.rs and
src/check/*.rs that can raise a finding: a statement that looks at something, a condition that a
fault hangs on, a guard or an answer of a match, an entry of a list of rules. All switches are in one build; the
environment variable MUTANT turns one of them off for one run of the tests. A switch without which
all tests pass is a survivor. Exits with 1 if there is one. `--only` takes the switches of whose
place and text the regular expression TEXT finds something, `--every N` each Nth of those,
`--begin N` those from number N on. Set CARGO_TARGET_DIR to build elsewhere than in
WORK_FOLDER/target; it must be no folder that another copy builds in.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

SWITCH = """//! Switches that tests of the tests turn off.

/// Returns whether a switch is on.
pub(crate) fn on(number: u32) -> bool {
    static OFF: std::sync::OnceLock<Option<u32>> = std::sync::OnceLock::new();
    let read = || std::env::var("MUTANT").ok()?.parse().ok();
    *OFF.get_or_init(read) != Some(number)
}
"""

# What no test can miss, each with its reason: none at present.
KNOWN = {
    "found.into_iter().any(super::walked": "a shortcut: without it every material is asked, with the same answer",
    "held >= most": "a shortcut: without it the walk goes on to its end, with the same answer",
    "tally.look(Check::Ratio, &place, Some(fault));": "only counts beyond 64 bits come there",
}

OPEN, CLOSE = "([{", ")]}"
# A call that stands as a statement, with what it must hold to be of interest.
CALL = re.compile(r"^[ ]+((?:[a-z_]\w*(?:::|\.|\s*\n\s*\.))*[a-z_]\w*\()", re.M)
MATTERS = re.compile(r"\b(tally|look|looked|form|gathered|faults|digests)\b")
KEYWORDS = ("if", "for", "while", "match", "return", "let", "assert")
LISTS = re.compile(r"let (rules|listed) = \[")
LOOPS = re.compile(r"let (?!rules|listed)(\w+) = \[(?=\s)(?:(?!\n    \}|let \1).)*?\bin \1(?=[. ])", re.S)
IF = re.compile(r"\bif (?!let\b)([^{};]+?) \{\n\s*(?:return|let fault|let \(?expected|tally\.put)")
GUARD = re.compile(r" if ((?:(?!=>)[^{};])+?) =>")
ARM = re.compile(r" => (\{\s*)?(\((?!true|false))?")
# What an answer that is no truth value has in it.
OTHER = re.compile(
    r"^match |^mosaic_lines|^.?\"|format|Fault|Err|Ok|Some|default|(map|unwrap)_or\(|_owned|\?| \+|push|update|merge|None$|\blook|\bform\."
)
THEN = re.compile(r"\.(?:then|then_some)\(")


def end_of(text, start):
    """Returns the place after the bracket that closes the one at `start`."""
    depth, at = 0, start
    while at < len(text):
        char = text[at]
        if char == '"':
            at += 1
            while text[at] != '"':
                at += 2 if text[at] == "\\" else 1
        elif char == "'" and re.match(r"'(\\.|[^\\'])'", text[at:]):
            at += len(re.match(r"'(\\.|[^\\'])'", text[at:]).group(0)) - 1
        elif text.startswith("//", at):
            at = text.index("\n", at)
        elif char in OPEN:
            depth += 1
        elif char in CLOSE:
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    raise ValueError("a bracket that nothing closes")


def statements(text):
    for match in CALL.finditer(text):
        start = match.start(1)
        if match.group(1).startswith(tuple(word + "(" for word in KEYWORDS)):
            continue
        before = text[:match.start()].rstrip()
        while before.rsplit("\n", 1)[-1].lstrip().startswith("//"):
            before = before.rsplit("\n", 1)[0].rstrip()
        if before[-1] not in ";{}":
            continue
        end = end_of(text, match.end(1) - 1)
        rest = re.match(r"\??;", text[end:])
        if not MATTERS.search(text[start:end]):
            continue
        if rest:
            end += rest.end()
            yield start, end, "if crate::mutant::on({n}) {{ ", " }}"
        elif text[start:].startswith("sums::check("):
            yield start, end, "if crate::mutant::on({n}) {{ ", " }} else {{ Ok(()) }}"


def conditions(text):
    for pattern in (IF, GUARD):
        for match in pattern.finditer(text):
            if re.search(r" let |=>", match.group(1)) or text[:match.start()].endswith("else"):
                continue
            yield match.start(1), match.end(1), "crate::mutant::on({n}) && (", ")"
    for match in THEN.finditer(text):
        yield match.start(), match.start(), ".min(crate::mutant::on({n}))", ""


def entries(text):
    for found in LISTS.finditer(text):
        at, stop = found.end(), end_of(text, found.end() - 1) - 1
        while True:
            start = text.find("(", at, stop)
            if start < 0:
                break
            at = end_of(text, start)
            depth, comma = 0, start + 1
            while depth or text[comma] != ",":
                if text[comma] in OPEN:
                    comma = end_of(text, comma)
                else:
                    comma += 1
            if found.group(1) == "rules":
                yield start + 1, comma, "!crate::mutant::on({n}) || (", ")"
            else:
                yield start + 1, comma, "crate::mutant::on({n}) && (", ")"


def arms(text):
    """Answers of a match that say whether something holds, alone or before what is expected."""
    for found in ARM.finditer(text):
        start = end = found.end()
        while text[end] not in ",;}":
            end = end_of(text, end) if text[end] in OPEN else end + 1
        answer = text[start:end].rstrip()
        holds = re.search(r"[a-z!]\(| == |\bslice\b", answer) and not OTHER.search(answer)
        if text[end] == ";" or not holds:
            continue
        yield start, start + len(answer), "!crate::mutant::on({n}) || (", ")"


def loops(text):
    """Lists whose entries are looked at one by one: leaves out an entry."""
    for found in LOOPS.finditer(text):
        at, stop = text.index("[", found.start()) + 1, end_of(text, text.index("[", found.start())) - 1
        entry = 0
        while text[at:stop].strip():
            while at < stop and text[at] != ",":
                at = end_of(text, at) if text[at] in OPEN else at + 1
            at += 1
            skip = f"|(at, _)| *at != {entry} || crate::mutant::on({{n}})"
            before = f".into_iter().enumerate().filter({skip}).map(|(_, item)| item)"
            yield found.end(), found.end(), before, ""
            entry += 1


def switches(root):
    """Returns path, start, end, before and after of every switch, in order."""
    paths = [root / "verifier/src/verify.rs", *sorted((root / "verifier/src/check").glob("*.rs"))]
    found = []
    for path in paths:
        text = path.read_text().split("#[cfg(test)]")[0]
        own = [*statements(text), *conditions(text), *entries(text), *arms(text), *loops(text)]
        found.extend((path, *switch) for switch in sorted(set(own)))
    return found


def apply(found, numbers):
    """Writes the switches of the numbers into the files."""
    by_path = {}
    for number in numbers:
        by_path.setdefault(found[number][0], []).append(number)
    for path in {switch[0] for switch in found}:
        text = path.read_text()
        puts = []
        for number in by_path.get(path, []):
            _, start, end, before, after = found[number]
            # Of two that begin at one place the longer is outside, of two that end the shorter inside.
            puts.append((start, 1, -end, before.format(n=number)))
            puts.append((end, 0, -start, after.format(n=number)))
        for at, _, _, more in sorted(puts, reverse=True):
            text = text[:at] + more + text[at:]
        path.write_text(text)


def copy(source, root):
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=source, check=True, capture_output=True)
    shutil.rmtree(root, ignore_errors=True)
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (source / name).is_file():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source / name, root / name)


def build(root):
    """Builds the tests; returns the programs, or the places of errors."""
    command = ["cargo", "test", "--offline", "-p", "verifier", "--no-run", "--message-format=short"]
    # One build, many runs: it pays to optimise it.
    environment = {**os.environ, "CARGO_PROFILE_DEV_OPT_LEVEL": "1"}
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, env=environment)
    programs = re.findall(r"Executable (?:unittests )?(src/lib\.rs|tests/main\.rs) \((.*)\)", done.stderr)
    errors = re.findall(r"^(verifier/src/\S+?):(\d+):\d+: error", done.stderr, re.M)
    if done.returncode and not errors:
        sys.exit(done.stderr)
    return dict(programs), [(root / path, int(line)) for path, line in errors]


def place(switch):
    path, start, end, before, _ = switch
    text = path.read_text()
    line = text.count("\n", 0, start) + 1
    shown = " ".join(text[start:max(end, text.find("\n", start))].split())
    entry = re.search(r"at != (\d+)", before)
    shown = f"entry {entry.group(1)}" if entry else shown[:90]
    return f"{path.parent.name}/{path.name}:{line} {shown}"


def lines_of(switch, text):
    _, start, end, *_ = switch
    return text.count("\n", 0, start) + 1, text.count("\n", 0, end) + 1


def checks(switch, text):
    """Names the checks that a switch has to do with, so that their faults are tried first."""
    _, start, end, *_ = switch
    named = re.findall(r"Check::(\w+)", text[start:end]) or re.findall(r"Check::(\w+)", text)
    return ",".join(sorted({name.lower() for name in named}))


def survives(programs, root, number, first):
    environment = {**os.environ, "MUTANT": str(number), "ENOUGH": "1", "FIRST": first, "RUST_BACKTRACE": "0"}
    table = "damage::table::"
    tests = programs["tests/main.rs"]
    for command in ([tests, table], [programs["src/lib.rs"]], [tests, "--skip", table]):
        try:
            run = subprocess.run(command, cwd=root / "verifier", env=environment, capture_output=True, timeout=600)
        except subprocess.TimeoutExpired:
            return False
        if run.returncode:
            return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("work", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--begin", type=int, default=0)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    root = options.work.resolve() / "repository"
    os.environ.setdefault("CARGO_TARGET_DIR", str(options.work.resolve() / "target"))
    copy(Path(__file__).resolve().parent.parent, root)
    found = switches(root)
    texts = {switch[0]: switch[0].read_text() for switch in found}
    places = [place(switch) for switch in found]
    numbers = [n for n in range(options.begin, len(found)) if re.search(options.only, places[n])][:: options.every]
    if options.list:
        print("\n".join(f"{n} {places[n]}" for n in numbers))
        return
    library = root / "verifier/src/lib.rs"
    library.write_text(library.read_text().replace("\nmod tally;", "\nmod mutant;\nmod tally;"))
    (root / "verifier/src/mutant.rs").write_text(SWITCH)
    built = list(range(len(found)))
    for _ in range(12):
        for path, text in texts.items():
            path.write_text(text)
        apply(found, built)
        programs, errors = build(root)
        if not errors:
            break
        # Where a switch does not fit the types, it is left out.
        wrong = {
            n
            for n in built
            for path, line in errors
            if found[n][0] == path and lines_of(found[n], texts[path])[0] <= line <= lines_of(found[n], texts[path])[1]
        }
        print("\n".join(f"not built: {n} {places[n]}" for n in sorted(wrong)))
        built = [n for n in built if n not in wrong]
    else:
        sys.exit("the copy does not build")
    if not survives(programs, root, -1, ""):
        sys.exit("the tests fail with all switches on")
    numbers = [n for n in numbers if n in set(built)]
    print(f"{len(found)} switches, {len(built)} built, {len(numbers)} to turn off", flush=True)
    survivors = []
    for n in numbers:
        start = time.monotonic()
        if survives(programs, root, n, checks(found[n], texts[found[n][0]])):
            reason = next((KNOWN[known] for known in KNOWN if known in places[n]), None)
            if reason:
                print(f"known: {n} {places[n]}: {reason}", flush=True)
                continue
            survivors.append(n)
            print(f"SURVIVES: {n} {places[n]} ({time.monotonic() - start:.0f} s)", flush=True)
    print(f"{len(numbers)} turned off, {len(numbers) - len(survivors)} seen by a test or known, {len(survivors)} survive")
    sys.exit(1 if survivors else 0)


if __name__ == "__main__":
    main()
