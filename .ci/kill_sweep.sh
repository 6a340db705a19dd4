#!/usr/bin/env bash
# Kills a small build at every write, sync, rename and open, runs the same command again, and compares every byte.
# Usage: kill_sweep.sh DIPTYCH WORK_FOLDER [STEP]; STEP 7 takes every seventh point (1, the default, takes all).
set -euo pipefail
diptych=$(realpath "$1")
work=$2/kill-sweep
step=${3:-1}
rm -rf "$work" && mkdir -p "$work"
here=$(cd "$(dirname "$0")/.." && pwd)

# A small pool: the sentences and the dialogues of the demo corpus.
cp "$here"/golden/corpus/sentences.*.txt "$here"/golden/corpus/dialogues.tsv "$here"/golden/tokenizer.json "$work"
cat > "$work/sources.toml" <<'TOML'
format = 1
left = "en"
right = "zh-Hant-TW"
[[source]]
name = "sentences"
format = "lines"
left_path = "sentences.en.txt"
right_path = "sentences.zh.txt"
genre = "lines"
license = "CC0-1.0"
[[source]]
name = "dialogues"
path = "dialogues.tsv"
format = "tsv"
columns = ["group", "seq", "source", "translation", "left", "right"]
genre = "dialogue"
license = "CC0-1.0"
[slice]
seed = "diptych"
bytes = 740
TOML
sed -e 's#\.\./tokenizer.json#tokenizer.json#; s/records = [0-9]*/records = 200/' \
  "$here/golden/recipes/golden.toml" > "$work/recipe.toml"
"$diptych" pool build "$work/sources.toml" --out "$work/pool" --quiet > /dev/null

build() { "$@" "$diptych" build "$work/recipe.toml" --pool "$work/pool" --out "$work/out" --threads 1 --quiet; }
sums() { (cd "$work/out" && find . -type f | LC_ALL=C sort | xargs sha256sum); }
clean() { rm -rf "$work/out" "$work/out.building" "$work/out.work"; }

build env > /dev/null
sums > "$work/want"
points=0
killed=0
for call in write fsync fdatasync rename openat mkdir unlink; do
  clean
  build strace -qq -e trace="$call" -o "$work/trace" > /dev/null
  count=$(grep -c "^$call(" "$work/trace" || true)
  for ((n = 1; n <= count; n += step)); do
    clean
    status=0
    build strace -qq -o /dev/null -e inject="$call":signal=KILL:when="$n" > /dev/null 2>&1 || status=$?
    [ "$status" -eq 0 ] || killed=$((killed + 1))
    if [ -e "$work/out" ]; then
      sums | diff -q - "$work/want" > /dev/null || { echo "$call $n: a folder under its final name is not whole"; exit 1; }
    fi
    build env > /dev/null || { echo "$call $n: the next run could not finish"; exit 1; }
    sums | diff - "$work/want" || { echo "$call $n: the next run made other bytes"; exit 1; }
    [ ! -e "$work/out.building" ] && [ ! -e "$work/out.work" ] || { echo "$call $n: leftovers"; exit 1; }
    points=$((points + 1))
  done
done
# Some calls happen before and after the build proper; most points must have killed it, or the sweep saw nothing.
[ "$killed" -gt $((points / 2)) ] && [ "$points" -gt 20 ] || { echo "only $killed of $points points killed the build"; exit 1; }
echo "$points points, $killed kills: every next run made the same bytes"

# Errors of the disk end the run with exit code 2 and leave nothing under the final name.
errors=0
for call in write fsync rename; do
  for error in ENOSPC EIO; do
    clean
    build strace -qq -e trace="$call" -o "$work/trace" > /dev/null
    count=$(grep -c "^$call(" "$work/trace" || true)
    for ((n = 1; n <= count; n += step)); do
      clean
      status=0
      build strace -qq -o /dev/null -e inject="$call":error="$error":when="$n" > "$work/said" 2>&1 || status=$?
      if [ "$status" -eq 0 ]; then
        # The only call that may fail without harm is the one that prints the result.
        [ -e "$work/out" ] || { echo "$call $error $n: exit 0 without a release"; exit 1; }
      elif [ "$status" -ne 2 ]; then
        echo "$call $error $n: exit $status"; cat "$work/said"; exit 1
      fi
      build env > /dev/null || { echo "$call $error $n: the next run could not finish"; exit 1; }
      sums | diff -q - "$work/want" > /dev/null || { echo "$call $error $n: other bytes"; exit 1; }
      errors=$((errors + 1))
    done
  done
done
echo "$errors injected errors: every next run made the same bytes"

# Two at once: one wins, the other says who holds the lock.
clean
build strace -f -qq -o /dev/null -e inject=fsync:delay_enter=200000 > /dev/null 2>&1 &
first=$!
for _ in $(seq 100); do [ -s "$work/out.work/lock" ] && break; sleep 0.02; done
status=0
build env > "$work/said" 2>&1 || status=$?
[ "$status" -eq 2 ] && grep -q "holds the lock" "$work/said" || { echo "the second run: exit $status"; cat "$work/said"; exit 1; }
wait "$first"
sums | diff - "$work/want"
echo "two runs at once: one won, the other said: $(cat "$work/said")"
clean
