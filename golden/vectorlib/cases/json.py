"""Section 7.1: canonical JSON, written and read."""
from .. import record
from .tools import case

ALL_LOW = "".join(chr(n) for n in range(0x20))


def string(name, flags, text):
    return case(name, flags, {"op": "string", "text": text})


def integer(name, flags, n):
    return case(name, flags, {"op": "integer", "n": str(n)})


def written(name, flags, *fields):
    return case(name, flags, {"op": "object", "fields": [list(f) for f in fields]})


def read(name, flags, text):
    return case(name, flags, {"op": "read", "hex": (text if isinstance(text, bytes) else text.encode()).hex(), "shown": text if isinstance(text, str) else ""})


def refused(name, text):
    return read(name, ["invalid"], text)


CASES = [
    string("empty", ["edge"], ""),
    string("plain", [], "Hello, world."),
    string("quotes and backslashes", [], 'say "a\\b" \\" twice\\\\'),
    string("slash is not escaped", ["edge"], "</script> a/b"),
    string("the five short escapes", [], "\b\t\n\f\r"),
    string("every scalar below U+0020", ["edge"], ALL_LOW),
    string("U+007F to U+00A0 are not escaped", ["edge"], "\x7f\x80\x85\x9f\xa0"),
    string("U+2028, U+2029, U+FEFF are not escaped", ["edge"], "a\u2028b\u2029\ufeffc"),
    string("noncharacters and private use", ["edge"], "\ufffe\uffff\ue000\U0010ffff"),
    string("& < > ' are not escaped", ["edge"], "& < > '"),
    string("BRIDGE", [], "Hello.\n\n\n你好。"),
    string("text that looks like an escape", ["edge"], "\\u0041 \\n \\"),
    string("scripts mixed", ["multi-script"], "臺北 カフェ e\u0301 مرحبا नमस्ते 👩‍👩‍👧‍👦 𠮷"),
    string("scripts and controls mixed", ["multi-script", "edge"], "\x1f\u202eمرحبا\u202c\t\"引號\"\\क्षि\n\x0b"),
    integer("0", ["edge"], 0),
    integer("458", [], 458),
    integer("2^53 + 1", ["edge"], 2**53 + 1),
    integer("2^63 - 1", ["edge"], 2**63 - 1),
    integer("2^63", ["invalid", "edge"], 2**63),
    integer("below 0", ["invalid"], -1),
    written("no field", ["edge"]),
    written("fields keep their order", [], ["b", 1], ["a", 2], ["B", 3], ["", 4]),
    written("every type", [], ["text", "x\ny"], ["n", 7], ["yes", True], ["no", False], ["list", ["a", "b"]], ["none", []]),
    written("an object inside, names of many scripts", ["multi-script"], ["外", {"內\n": "e\u0301", "مفتاح": 1}], ["リスト", [{"👍🏽": "नमस्ते"}, {}]]),
    read("an object", [], '{"a":1,"b":["x","y"],"c":{"d":true}}'),
    read("an empty object", ["edge"], "{}"),
    read("escapes, canonical", [], '{"a":"\\"\\\\\\b\\t\\n\\f\\r\\u0000\\u001f/\x7f"}'),
    read("largest integer", ["edge"], '{"a":9223372036854775807}'),
    read("scripts mixed, read", ["multi-script"], '{"文":"カフェ e\u0301 👩‍👩‍👧‍👦","نص":["नमस्ते"]}'),
    read("the names of meta in their order", [], '{"m":"0123456789abcdef01234567/0-3","s":"12","o":1}'),
    refused("a blank after the colon", '{"a": 1}'),
    refused("a blank after the comma", '{"a":1, "b":2}'),
    refused("a blank before the end", '{"a":1 }'),
    refused("a blank after the end", '{"a":1} '),
    refused("LF inside", '{\n"a":1}'),
    refused("a byte order mark", '\ufeff{"a":1}'),
    refused("a letter escaped", '{"a":"\\u0041"}'),
    refused("a Chinese scalar escaped", '{"a":"\\u81fa"}'),
    refused("a surrogate pair escaped", '{"a":"\\ud83d\\ude00"}'),
    refused("a lone surrogate escaped", '{"a":"\\ud800"}'),
    refused("slash escaped", '{"a":"\\/"}'),
    refused("LF escaped the long way", '{"a":"\\u000a"}'),
    refused("upper-case hex", '{"a":"\\u001F"}'),
    refused("U+007F escaped", '{"a":"\\u007f"}'),
    refused("a raw tab", '{"a":"\t"}'),
    refused("a raw LF", '{"a":"\n"}'),
    refused("a raw U+0000", '{"a":"\0"}'),
    refused("an unknown escape", '{"a":"\\a"}'),
    refused("single quotes", "{'a':1}"),
    refused("a name without quotes", "{a:1}"),
    refused("a leading zero", '{"a":01}'),
    refused("a plus sign", '{"a":+1}'),
    refused("a negative integer", '{"a":-1}'),
    refused("minus zero", '{"a":-0}'),
    refused("a float", '{"a":1.0}'),
    refused("an exponent", '{"a":1e2}'),
    refused("integer 2^63", '{"a":9223372036854775808}'),
    refused("a full-width digit", '{"a":１}'),
    refused("null", '{"a":null}'),
    refused("upper-case true", '{"a":True}'),
    refused("a trailing comma", '{"a":1,}'),
    refused("a trailing comma in a list", '{"a":[1,]}'),
    refused("a comma too many", '{"a":1,,"b":2}'),
    refused("a name twice", '{"a":1,"a":1}'),
    refused("a name that is an integer", "{1:2}"),
    refused("a name without a value", '{"a"}'),
    refused("no colon", '{"a"1}'),
    refused("no comma", '{"a":1"b":2}'),
    refused("a list with a name", '{"a":["b":1]}'),
    refused("brackets that do not match", '{"a":[1}]'),
    refused("a string not closed", '{"a":"x'),
    refused("an object not closed", '{"a":1'),
    refused("two objects", '{"a":1}{"b":2}'),
    refused("a comment", '{"a":1}//'),
    refused("nothing", ""),
    read("a byte that is not UTF-8", ["invalid", "edge"], b'{"a":"\xff"}'),
    read("an overlong form", ["invalid", "edge"], b'{"a":"\xc0\xaf"}'),
    read("a surrogate in UTF-8", ["invalid", "edge"], b'{"a":"\xed\xa0\x80"}'),
    read("past U+10FFFF", ["invalid", "edge"], b'{"a":"\xf4\x90\x80\x80"}'),
    read("a scalar cut short", ["invalid", "edge"], b'{"a":"\xe8\x87"}'),
]
EVENTS = set()


def compute(given, note):
    if given["op"] == "string":
        return record.json_string(given["text"])
    if given["op"] == "integer":
        return record.canonical(int(given["n"]))
    if given["op"] == "object":
        return record.canonical(dict(given["fields"]))
    record.read_canonical(bytes.fromhex(given["hex"]))
    return True
