"""Readers of gettext catalogues: PO text and MO bytes, plural forms left out."""

import re
import struct

ESCAPE = re.compile(r"\\(?:([abfnrtv\"\\])|([0-7]{1,3})|x([0-9A-Fa-f]{1,2}))")
SIMPLE = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", '"': '"', "\\": "\\"}
KEYWORD = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)\s+"(.*)"$')


def unescape(text):
    """Returns the text that a quoted PO string stands for."""

    def one(match):
        simple, octal, hexadecimal = match.groups()
        if simple:
            return SIMPLE[simple]
        return chr(int(octal, 8) if octal else int(hexadecimal, 16))

    return ESCAPE.sub(one, text)


def read_po(path):
    """Yields (msgid, msgstr) of each entry that is translated, not fuzzy, not obsolete and has no plural form."""
    entry, flags, field = {}, set(), None
    for line in [*path.read_text("utf-8").split("\n"), ""]:
        line = line.strip()
        if line.startswith("#,"):
            # A flag line belongs to the entry that follows, also where no blank line stands between the two.
            if "msgstr" in entry:
                yield from finished(entry, flags)
                entry, flags = {}, set()
            flags |= {flag.strip() for flag in line[2:].split(",")}
        elif line.startswith("#"):
            continue
        elif not line:
            yield from finished(entry, flags)
            entry, flags, field = {}, set(), None
        elif line.startswith('"'):
            entry[field] += unescape(line[1:-1])
        else:
            match = KEYWORD.match(line)
            if not match:
                raise ValueError(f"{path}: not a line of a PO file: {line[:60]}")
            field = match[1]
            if field in ("msgid", "msgctxt") and "msgstr" in entry:
                yield from finished(entry, flags)
                entry, flags = {}, set()
            entry[field] = unescape(match[2])


def finished(entry, flags):
    """Yields the entry if it is one translated message; the header has an empty msgid."""
    if "fuzzy" not in flags and entry.get("msgid") and entry.get("msgstr"):
        yield entry["msgid"], entry["msgstr"]


def read_mo(path):
    """Yields (msgid, msgstr) of each message without plural forms, decoded as the catalogue's header says."""
    data = path.read_bytes()
    order = {b"\xde\x12\x04\x95": "<", b"\x95\x04\x12\xde": ">"}.get(data[:4])
    if order is None:
        raise ValueError(f"{path}: no MO file")
    count, ids, texts = struct.unpack(order + "3I", data[8:20])

    def item(table, index):
        length, start = struct.unpack_from(order + "2I", data, table + 8 * index)
        return data[start : start + length]

    pairs = [(item(ids, index), item(texts, index)) for index in range(count)]
    header = dict(pairs).get(b"", b"")
    charset = re.search(rb"charset=([\w-]+)", header)[1].decode("ascii")
    for msgid, msgstr in pairs:
        if msgid and msgstr and b"\0" not in msgid:
            yield msgid.split(b"\4")[-1].decode("utf-8"), msgstr.decode(charset)
