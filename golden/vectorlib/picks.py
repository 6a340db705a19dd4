"""Section 5.4, "How many": which part of a split's noise each kind makes."""
from . import Refused
from .derive import NOISE_KINDS, allot, share


def floor_of(n, ratio):
    a, b = ratio
    if not 0 <= a <= b or b == 0:
        raise Refused("a share is at most 1")
    return n * a // b


def parts_of(others, ratio, weights, gives, short, note=lambda what: None):
    """Returns {"wanted","had","parts","off"} of a split; gives is how many records a whole walk of each kind gives."""
    wanted = share(others, *ratio)
    if len(weights) != len(NOISE_KINDS) or sum(weights) == 0:
        raise Refused("a weight for each kind, one above 0")
    on = [i for i in range(len(weights)) if weights[i] > 0 and gives[i] > 0]
    off = [NOISE_KINDS[i] for i in range(len(weights)) if weights[i] > 0 and gives[i] == 0]
    if off:
        note("off")
    if not on:
        if wanted > 0 and short == "fail":
            raise Refused(f"no kind is on, wanted {wanted}")
        note("none-on" if wanted > 0 else "none-wanted")
        return {"wanted": wanted, "had": 0, "parts": {}, "off": off}
    n = wanted
    while True:
        found = allot(n, [weights[i] for i in on])
        if all(part <= gives[i] for part, i in zip(found, on)):
            break
        if short == "fail":
            kinds = [NOISE_KINDS[i] for part, i in zip(found, on) if part > gives[i]]
            raise Refused(f"short: {kinds}, wanted {wanted}")
        note("short")
        n -= 1
    return {"wanted": wanted, "had": n, "parts": {NOISE_KINDS[i]: part for part, i in zip(found, on)}, "off": off}
