"""Times pool, plan, build, verify and replay, and beside them the reference tokenizer on the release's own text.

    python3 benches/run.py DIPTYCH SOURCES.toml RECIPE.toml FOLDER

Needs `pip install tokenizers==0.23.2 zstandard` (the peer, and a reader of shards). Prints Markdown rows: wall seconds, CPU
seconds, peak memory, and wall time as a ratio to the peer's in the same run. The peer encodes every text of the release
with all cores, as a program would that counts each record from scratch.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path


def timed(*command):
    """Runs a command; returns wall seconds, CPU seconds and its peak memory in MB."""
    began = time.monotonic()
    pid = os.posix_spawn(command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
    _, status, usage = os.wait4(pid, 0)
    if status != 0:
        sys.exit(f"{' '.join(command)}: status {status}")
    return time.monotonic() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def texts(release):
    import zstandard

    manifest = json.loads((release / "release.json").read_bytes())
    for shard in manifest["shards"]:
        with open(release / shard["path"], "rb") as file:
            reader = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)
            for line in reader.read().splitlines():
                yield json.loads(line)["text"]


def peer(release, tokenizer_path):
    """Encodes every text with the reference; returns wall seconds, the tokens and the bytes."""
    import tokenizers

    tokenizer = tokenizers.Tokenizer.from_file(str(tokenizer_path))
    tokenizer.encode_special_tokens = True
    batch = list(texts(release))
    began = time.monotonic()
    tokens = 0
    for at in range(0, len(batch), 4096):
        tokens += sum(len(one) for one in tokenizer.encode_batch_fast(batch[at : at + 4096], add_special_tokens=False))
    return time.monotonic() - began, tokens, sum(len(text.encode()) for text in batch)


def main():
    diptych, sources, recipe, folder = sys.argv[1:]
    folder = Path(folder)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    pool, release, meta = (str(folder / name) for name in ("pool", "release", "meta"))
    run = [os.path.abspath(diptych)]
    steps = {
        "pool build": timed(*run, "pool", "build", sources, "--out", pool, "--quiet"),
        "plan": timed(*run, "plan", recipe, "--pool", pool, "--quiet"),
        "build": timed(*run, "build", recipe, "--pool", pool, "--out", release, "--quiet", "--carrier", "jsonl.zst"),
        "verify L1": timed(*run, "verify", release, "--quiet"),
        "verify L1 L2": timed(*run, "verify", release, "--pool", pool, "--quiet"),
        "build meta": timed(*run, "build", recipe, "--pool", pool, "--out", meta, "--quiet", "--carrier", "meta"),
        "replay meta": timed(*run, "replay", meta, "--pool", pool, "--out", str(folder / "text"), "--quiet"),
    }
    wall, tokens, size = peer(Path(release), Path(release) / "tokenizer.json")
    manifest = json.loads((Path(release) / "release.json").read_bytes())
    counted = sum(split["tokens"] for split in manifest["splits"])
    if tokens != counted:
        sys.exit(f"the peer counts {tokens} tokens, the manifest {counted}")
    print(f"{counted:,} tokens, {size / 1e6:.1f} MB of text, {os.cpu_count()} cores; the peer needs {wall:.1f} s\n")
    print("| step | wall s | CPU s | peak MB | wall / peer |\n|---|---:|---:|---:|---:|")
    for name, (seconds, cpu, memory) in steps.items():
        print(f"| {name} | {seconds:.1f} | {cpu:.1f} | {memory:.0f} | {seconds / wall:.2f} |")


if __name__ == "__main__":
    main()
