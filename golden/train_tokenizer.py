#!/usr/bin/env python3
"""Trains golden/tokenizer.json on golden/corpus: a byte-fallback BPE of 8,000 entries.

Usage: train_tokenizer.py [--check]

Needs the PyPI package tokenizers 0.23.2 (the version that Cargo.toml pins, too):

    python3 -m venv /tmp/tokenizer && /tmp/tokenizer/bin/pip install tokenizers==0.23.2
    /tmp/tokenizer/bin/python golden/train_tokenizer.py

The file has the shape of Llama 2's: a space becomes U+2581, one more stands before
the text, no pre-tokenizer, and what is not in the vocabulary falls back to its UTF-8
bytes. It is trained on pieces: a word, a run of Han, or any other single character,
each with the U+2581 before it. So a token holds U+2581 in front only, and LF, which
no piece has, is always the byte <0x0A>.

The same corpus gives the same bytes. --check trains again and compares instead of
writing. Both check the file and print what it makes of the corpus; exit 1 if it fails.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import sys

# One thread: the trainer must not depend on how work is shared out.
os.environ["TOKENIZERS_PARALLELISM"] = "false"
os.environ["RAYON_NUM_THREADS"] = "1"
sys.dont_write_bytecode = True

import tokenizers  # noqa: E402
import check_corpus  # noqa: E402

VERSION = "0.23.2"
TARGET = pathlib.Path(__file__).resolve().parent / "tokenizer.json"
SPACE = "\u2581"
SPECIAL = ["<unk>", "<s>", "</s>"]
BYTES = [f"<0x{byte:02X}>" for byte in range(256)]
ENTRIES = 8000
# A character that the corpus has once only is left to its bytes.
SEEN_MIN = 2
ASCII = {chr(code) for code in range(0x21, 0x7F)}

LATIN = r"A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f"
PIECE = re.compile(rf"{SPACE}?(?:[{LATIN}']+|[{check_corpus.HAN}]+|[^\n{SPACE}])|{SPACE}")
# Texts that the corpus does not hold, and that must come back unchanged all the same.
STRANGE = [
    "", " ", "  two  spaces ", "\n\n\n", "tab\tand CR\r", "\u0000", "👩‍👩‍👧‍👦👍🏽🇹🇼❤️", "🦆", "क्षि", "ﾊﾝｶｸ", "𠮷野家",
    "<s>Hello</s>", "</s>", "<unk>", "<0x41>", "é e\u0301", "ＡＢＣ", "\ufeff", "龘靐",
]


def panels():
    """Returns all panels of the corpus, sorted; a corpus with faults in its form stops the training."""
    findings = check_corpus.Findings()
    readers = (check_corpus.read_objects, check_corpus.read_dialogues, check_corpus.read_sentences)
    texts = [text for reader in readers for text in reader(check_corpus.CORPUS, findings)]
    if findings.lines:
        sys.exit("\n".join([*findings.lines, "mend the corpus first: check_corpus.py"]))
    return sorted(panel for text in texts for panel in text.panels.values())


def alphabet_of(texts):
    seen = collections.Counter("".join(texts))
    return sorted(ASCII | {SPACE} | {char for char, times in seen.items() if times >= SEEN_MIN and char not in " \n"})


def pieces_of(texts, alphabet):
    """Yields the pieces of the texts as the normalizer leaves them; a character outside the alphabet parts pieces."""
    known = set(alphabet)
    for text in texts:
        normal = SPACE + text.replace(" ", SPACE)
        yield from PIECE.findall("".join(char if char in known else "\n" for char in normal))


def merges_of(texts, alphabet):
    """Returns the merges in order, as pairs, and asserts what the shape of the pieces promises."""
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=ENTRIES - len(SPECIAL) - len(BYTES), initial_alphabet=alphabet, show_progress=False
    )
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE())
    tokenizer.train_from_iterator(sorted(pieces_of(texts, alphabet)), trainer)
    model = json.loads(tokenizer.to_str())["model"]
    merges = [tuple(pair) for pair in model["merges"]]
    tokens = {left + right for left, right in merges}
    assert len(tokens) == len(merges), "two merges make one token"
    assert set(model["vocab"]) == tokens | set(alphabet), "a token is neither a character nor merged"
    assert not any(SPACE in token[1:] or "\n" in token for token in tokens), "a merge crosses a space or LF"
    assert not tokens & {*SPECIAL, *BYTES}, "a merge spells a special token or a byte"
    return merges


def train(texts):
    """Returns the bytes of tokenizer.json."""
    alphabet = alphabet_of(texts)
    merges = merges_of(texts, alphabet)
    entries = [*SPECIAL, *BYTES, *alphabet, *(left + right for left, right in merges)]
    assert len(entries) == len(set(entries)) == ENTRIES, f"{len(entries)} entries"
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    tokenizer = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [{"id": i, "content": token, **flags} for i, token in enumerate(SPECIAL)],
        "normalizer": {
            "type": "Sequence",
            "normalizers": [
                {"type": "Prepend", "prepend": SPACE},
                {"type": "Replace", "pattern": {"String": " "}, "content": SPACE},
            ],
        },
        "pre_tokenizer": None,
        "post_processor": None,
        "decoder": {
            "type": "Sequence",
            "decoders": [
                {"type": "Replace", "pattern": {"String": SPACE}, "content": " "},
                {"type": "ByteFallback"},
                {"type": "Fuse"},
                {"type": "Strip", "content": " ", "start": 1, "stop": 0},
            ],
        },
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": "<unk>",
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": True,
            "byte_fallback": True,
            "ignore_merges": False,
            "vocab": {token: i for i, token in enumerate(entries)},
            "merges": merges,
        },
    }
    return (json.dumps(tokenizer, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def faults_of(tokenizer, texts):
    """Yields what is wrong with the tokenizer: round trips, special tokens, tokens across pieces."""
    for text in [*texts, *STRANGE]:
        ids = tokenizer.encode(text, add_special_tokens=False).ids
        if tokenizer.decode(ids, skip_special_tokens=False) != text:
            yield f"{text[:40]!r} comes back as {tokenizer.decode(ids, skip_special_tokens=False)[:40]!r}"
        if any(i < len(SPECIAL) for i in ids):
            yield f"{text[:40]!r} has a special token: {ids[:20]}"
        pieces = PIECE.findall(SPACE + text.replace(" ", SPACE)) if text else []
        alone = sum(len(tokenizer.model.tokenize(piece)) for piece in pieces) + text.count("\n")
        if alone != len(ids):
            yield f"{text[:40]!r} has {len(ids)} tokens, its pieces {alone}"


def report(tokenizer, texts):
    """Prints tokens per word of English panels and per character of Chinese ones."""
    han = re.compile(f"[{check_corpus.HAN}]")
    total = collections.Counter()
    for text in texts:
        side = "zh" if han.search(text) and len(han.findall(text)) > len(text) // 20 else "en"
        total[side, "tokens"] += len(tokenizer.encode(text, add_special_tokens=False).ids)
        total[side, "words"] += len(text.split())
        total[side, "characters"] += len("".join(text.split()))
    print(f"en: {total['en', 'tokens']} tokens, {total['en', 'tokens'] / total['en', 'words']:.3f} a word")
    print(f"zh: {total['zh', 'tokens']} tokens, {total['zh', 'tokens'] / total['zh', 'characters']:.3f} a character")


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    options.add_argument("--check", action="store_true", help="compare instead of writing")
    args = options.parse_args()
    if tokenizers.__version__ != VERSION:
        print(f"tokenizers {tokenizers.__version__} is installed, expected {VERSION}", file=sys.stderr)
        return 2
    texts = panels()
    data = train(texts)
    tokenizer = tokenizers.Tokenizer.from_str(data.decode())
    tokenizer.encode_special_tokens = True
    faults = list(faults_of(tokenizer, texts))
    if args.check and (not TARGET.is_file() or TARGET.read_bytes() != data):
        faults.append("golden/tokenizer.json differs from what the corpus gives: run train_tokenizer.py")
    elif not args.check and not faults:
        TARGET.write_bytes(data)
    print(*faults, sep="\n", end="\n" if faults else "")
    report(tokenizer, texts)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
