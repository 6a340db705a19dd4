"""Section 1.1: lines and the text of a material."""
from .. import text
from .tools import case

A, B = "00112233445566778899aabb", "ffeeddccbbaa998877665544"
PROSE = {
    "id": A, "genre": "prose",
    "left": "  First line. \n\n\nSecond\tline\n \u3000 \nThird \u200bline",
    "right": "第一行。\n第二行\u3000\n\n\n第三行",
}
MULTI = {
    "id": B, "genre": "lines",
    "left": "Cafe\u0301 👩‍👩‍👧‍👦\nمرحبا بالعالم\n\nनमस्ते 𠮷",
    "right": "咖啡\u3000👩‍👩‍👧‍👦\n\ufeff\n你好，世界\nカフェ ｶﾞ",
}
UNEVEN = {"id": "aaaaaaaaaaaaaaaaaaaaaaaa", "genre": "prose", "left": "One.\nTwo.", "right": "一與二。"}
FORM = {"id": "bbbbbbbbbbbbbbbbbbbbbbbb", "genre": "structured:json", "left": '{\n"a":1}', "right": '{\n"a":2}'}
SINGLE = {"id": "cccccccccccccccccccccccc", "genre": "dialogue", "left": "Only.", "right": "唯一。"}
ALL = [PROSE, MULTI, UNEVEN, FORM, SINGLE]


def lined(name, flags, left, right, genre="prose"):
    return case(name, flags, {"op": "lines", "genre": genre, "left": left, "right": right})


def texted(name, flags, material):
    return case(name, flags, {"op": "text", "articles": ALL, "material": material})


def spelled(name, flags, kind, *materials):
    return case(name, flags, {"op": "spelling", "kind": kind, "materials": list(materials)})


NEIGHBOURS = sorted({chr(ord(c) + step) for c in text.BLANK for step in (-1, 1)} - text.BLANK)
CASES = [
    lined("one line each", [], "Hello.", "你好。"),
    lined("blank lines are no lines", ["edge"], "a\n\nb\n \t\nc", "甲\n乙\n\n\n\n丙"),
    lined("a line of U+3000 only is no line", ["edge"], "a\n\u3000\u3000\nb", "甲\n\u3000\n乙"),
    lined("every scalar of the table blank", ["edge"], "a\n" + "".join(sorted(text.BLANK - {"\n"})) + "\nb", "甲\n乙"),
    lined("a zero-width space or a byte order mark alone is no line", ["edge"], "a\n\u200b\n\ufeff\n\u2060\u180e\nb", "甲\n乙"),
    lined("joiners, fillers and marks alone are lines", ["edge"], "\u200d\n\u3164\n\u2800\n\u00ad\n\u0301\n\u200e", "一\n二\n三\n四\n五\n六"),
    lined("the neighbours of every range of the table are lines", ["edge"], "\n".join(NEIGHBOURS), "\n".join(NEIGHBOURS)),
    lined("leading and trailing blanks are kept", ["edge"], "\t a \n\u3000b\u00a0", " 甲\u3000\n乙 "),
    lined("only LF breaks lines", ["edge"], "a\u2028b\u2029c\u0085d\x0be\x0cf\x1cg\nh", "甲\n乙"),
    lined("control scalars outside the table are not blank", ["edge"], "a\n\x1c\n\x1f\n\x7f", "甲\n乙\n丙\n丁"),
    lined("U+FFFC and tags are lines", ["edge"], "\ufffc\n\U000e0041", "\U000e0001\n\ufffd"),
    lined("scripts mixed", ["multi-script"], MULTI["left"], MULTI["right"], "lines"),
    lined("equal lines pair too", [], "x\nx\nx", "甲\n甲\n甲"),
    lined("counts differ", ["edge"], "One.\nTwo.", "一與二。"),
    lined("structured has no lines", ["edge"], "# A\n\ntext", "# 甲\n\n文字", "structured:markdown"),
    texted("document", [], f"{A}/d"),
    texted("first line keeps its blanks", ["edge"], f"{A}/0"),
    texted("second line", [], f"{A}/1"),
    texted("last line", [], f"{A}/2"),
    texted("range keeps what stands between", ["edge"], f"{A}/0-2"),
    texted("range over blank lines of blanks", ["edge"], f"{A}/1-3"),
    texted("all lines as a range", ["edge"], f"{A}/0-3"),
    texted("a range of one line is valid", ["edge"], f"{A}/1-2"),
    texted("scripts mixed: line", ["multi-script"], f"{B}/1"),
    texted("scripts mixed: range", ["multi-script"], f"{B}/0-3"),
    texted("scripts mixed: last line", ["multi-script"], f"{B}/2"),
    texted("document without lines", ["edge"], f"{UNEVEN['id']}/d"),
    texted("document of a structured article", ["edge"], f"{FORM['id']}/d"),
    texted("the line of a one-line article", [], f"{SINGLE['id']}/0"),
    texted("unknown article", ["invalid"], "dddddddddddddddddddddddd/d"),
    texted("line out of range", ["invalid"], f"{A}/3"),
    texted("range ends out of range", ["invalid"], f"{A}/1-4"),
    texted("empty range", ["invalid"], f"{A}/1-1"),
    texted("range backwards", ["invalid"], f"{A}/2-1"),
    texted("line of an article without lines", ["invalid"], f"{UNEVEN['id']}/0"),
    texted("line of a structured article", ["invalid"], f"{FORM['id']}/0"),
    texted("leading zero", ["invalid"], f"{A}/01"),
    texted("leading zero at the end", ["invalid"], f"{A}/0-02"),
    texted("a sign", ["invalid"], f"{A}/+1"),
    texted("minus zero", ["invalid"], f"{A}/-0"),
    texted("full-width digit", ["invalid", "multi-script"], f"{A}/１"),
    texted("Arabic digit", ["invalid", "multi-script"], f"{A}/١"),
    texted("2^32 does not wrap to 0", ["invalid", "edge"], f"{A}/4294967296"),
    texted("2^64 does not wrap to 0", ["invalid", "edge"], f"{A}/18446744073709551616"),
    texted("2^64 + 1 as an end", ["invalid", "edge"], f"{A}/0-18446744073709551617"),
    texted("upper-case id", ["invalid"], f"{A.upper()}/d"),
    texted("upper-case D", ["invalid"], f"{A}/D"),
    texted("no view", ["invalid"], A),
    texted("empty view", ["invalid"], f"{A}/"),
    texted("a blank after it", ["invalid"], f"{A}/0 "),
    texted("LF after it", ["invalid", "edge"], f"{A}/0\n"),
    texted("open range", ["invalid"], f"{A}/0-"),
    texted("three ordinals", ["invalid"], f"{A}/0-1-2"),
    texted("short id", ["invalid"], f"{A[:-1]}/d"),
    texted("empty", ["invalid"], ""),
    spelled("base document", [], "document", f"{A}/d"),
    spelled("base line", [], "line", f"{A}/0"),
    spelled("base slice", [], "slice", f"{A}/0-2"),
    spelled("cross takes lines", [], "cross-dense", f"{A}/0", f"{SINGLE['id']}/0"),
    spelled("run takes one range", [], "run-mixed", f"{A}/0-3"),
    spelled("cross takes eight lines", ["edge"], "cross-mixed", *(f"{A}/{n}" for n in range(8))),
    spelled("run takes eight lines", ["edge"], "run-dense", f"{A}/5-13"),
    spelled("slice of two lines", ["edge"], "slice", f"{A}/4-6"),
    spelled("window takes one range", [], "window", f"{A}/0-3"),
    spelled("noise takes a document", [], "no-space", f"{A}/d"),
    spelled("noise takes a line", [], "mojibake", f"{A}/7"),
    spelled("noise takes a range", [], "nav-words", f"{A}/0-2"),
    spelled("shape takes a document", [], "permute", f"{A}/d"),
    spelled("shape takes a range", [], "letters", f"{A}/4-6"),
    spelled("schema takes a document", [], "json", f"{A}/d"),
    spelled("schema takes a range", [], "web-text", f"{A}/4-6"),
    spelled("noise of a range of one line", ["invalid"], "no-space", f"{A}/4-5"),
    spelled("noise of two lines", ["invalid"], "no-space", f"{A}/4", f"{A}/5"),
    spelled("shape of one line", ["invalid"], "quote", f"{A}/4"),
    spelled("shape of a range of one line", ["invalid"], "indent", f"{A}/4-5"),
    spelled("schema of one line", ["invalid"], "csv", f"{A}/4"),
    spelled("schema of two documents", ["invalid"], "xml", f"{A}/d", f"{B}/d"),
    spelled("base slice of one line", ["invalid"], "slice", f"{A}/0-1"),
    spelled("base slice of one line further on", ["invalid"], "slice", f"{A}/4-5"),
    spelled("run of one line further on", ["invalid"], "run-dense", f"{A}/4-5"),
    spelled("window of one line as a range", ["invalid"], "window", f"{A}/4-5"),
    spelled("an unknown kind", ["invalid"], "paragraph", f"{A}/4-6"),
    spelled("base line as a range", ["invalid"], "line", f"{A}/0-1"),
    spelled("cross of ranges", ["invalid"], "cross-dense", f"{A}/0-1", f"{B}/0"),
    spelled("cross of a document", ["invalid"], "cross-dense", f"{A}/0", f"{SINGLE['id']}/d"),
    spelled("cross of one line", ["invalid"], "cross-paragraph", f"{A}/0"),
    spelled("cross of nine lines", ["invalid"], "cross-dense", *(f"{A[:-1]}{n}/0" for n in range(9))),
    spelled("run of one line", ["invalid"], "run-dense", f"{A}/0-1"),
    spelled("run of nine lines", ["invalid"], "run-dense", f"{A}/0-9"),
    spelled("run of two ranges", ["invalid"], "run-dense", f"{A}/0-2", f"{A}/2-4"),
    spelled("run of a document", ["invalid"], "run-dense", f"{A}/d"),
    spelled("window of one line", ["invalid"], "window", f"{A}/4"),
    spelled("window of a document", ["invalid"], "window", f"{A}/d"),
]
EVENTS = set()


def compute(given, note):
    if given["op"] == "lines":
        return {
            "has_lines": text.has_lines(given),
            "pairs": [list(x) for x in zip(text.lines(given["left"]), text.lines(given["right"]))]
            if text.has_lines(given)
            else [],
        }
    if given["op"] == "text":
        return text.material_panels({a["id"]: a for a in given["articles"]}, given["material"])
    text.check_spelling(given["kind"], given["materials"])
    return True
