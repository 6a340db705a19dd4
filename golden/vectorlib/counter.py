"""Toy counters that stand in for a tokenizer, so that a vector needs none."""


def runs(text):
    return len(text) and 1 + sum(a != b for a, b in zip(text, text[1:]))


def counter(name):
    """Returns the counter of a name: bytes, scalars, bytes/K, bytes%K, runs."""
    if name == "scalars":
        return len
    if name == "runs":
        return runs
    if name == "bytes":
        return lambda text: len(text.encode("utf-8"))
    if name.startswith("bytes/"):
        k = int(name.removeprefix("bytes/"))
        return lambda text: -(-len(text.encode("utf-8")) // k)
    k = int(name.removeprefix("bytes%"))
    return lambda text: len(text.encode("utf-8")) % k
