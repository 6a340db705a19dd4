"""Section 2 and 2.1: rows, panels, keys, ids, groups, duplicates."""
from .. import pool
from .tools import case

ROW = {
    "source": "docs", "source_id": "doc-1", "license": "CC-BY-4.0", "origin": "left", "translation": "human",
    "genre": "prose", "left": "Good morning.", "right": "早安。", "declared_group": "", "group_source": "",
}
NFC, NFD = "Caf\u00e9 \u00fc.", "Cafe\u0301 u\u0308."


def row(**fields):
    return ROW | fields


def made(name, flags, **fields):
    return case(name, flags, {"op": "article", "row": row(**fields)})


def panel(name, flags, text):
    return case(name, flags, {"op": "panel", "panel": text})


def rows(name, flags, *changes):
    return case(name, flags, {"op": "import", "rows": [row(**c) for c in changes]})


CASES = [
    made("own id of the source", []),
    made("no own id: the text is the key", ["edge"], source_id=""),
    made("no own id, declared group", ["edge"], source_id="", declared_group="talk-7"),
    made("declared group of the same source", [], declared_group="talk-7"),
    made("declared group of another source", [], declared_group="talk-7", group_source="talks"),
    made("another source for the source's own id as group", ["edge"], group_source="talks"),
    made("group source alone names no group", ["edge"], source_id="", group_source="talks"),
    made("parts do not run together: ab, c", ["edge"], source="ab", source_id="c"),
    made("parts do not run together: a, bc", ["edge"], source="a", source_id="bc"),
    made("text moved between the panels", ["edge"], source_id="", left="Good morning.早", right="安。"),
    made("composed letters", ["edge"], source_id="", left=NFC),
    made("decomposed letters are another text", ["edge"], source_id="", left=NFD),
    made("a blank more is another text under the same key", ["edge"], left="Good morning. "),
    made("licence and origin do not move key and id", ["edge"], license="", origin="unknown", translation="llm"),
    made("an own id of blanks is an own id", ["edge"], source_id=" "),
    made("scripts mixed: ids and texts", ["multi-script"], source="語料庫", source_id="文件/١٢٣👍🏽", left="Hi 👩‍👩‍👧‍👦 \u202bمرحبا\u202c", right="嗨 नमस्ते\nカフェ"),
    made("scripts mixed: text as key", ["multi-script"], source="κόρπους", source_id="", left="Z\u0351\u036b text", right="𠮷野家\n\n\u3000二"),
    made("scripts mixed: declared group", ["multi-script"], declared_group="群組 #1 é", group_source="データ"),
    made("structured", [], genre="structured:json", left='{"a":"x"}', right='{"a":"甲"}'),
    panel("one scalar", ["edge"], "x"),
    panel("blank lines inside", [], "a\n\n \n\nb"),
    panel("blanks around, no blank line", ["edge"], " \u3000a\t"),
    panel("blanks of the first line", ["edge"], " \ta\nb \u00a0"),
    panel("vertical tab, form feed, NEL and U+2028 inside", ["edge"], "a\x0bb\x0cc\u0085d\u2028e"),
    panel("scripts mixed", ["multi-script"], "أهلا\n世界 🌍\nनमस्ते"),
    panel("a joiner is a scalar that is not blank", ["edge"], "\u200d"),
    panel("U+0001 is allowed", ["edge"], "a\x01b"),
    panel("empty", ["invalid"], ""),
    panel("blanks only", ["invalid"], " \u3000\t"),
    panel("byte order mark only", ["invalid", "edge"], "\ufeff"),
    panel("U+0000", ["invalid"], "a\0b"),
    panel("CR LF", ["invalid"], "a\r\nb"),
    panel("CR at the end", ["invalid"], "a\r"),
    panel("LF at the start", ["invalid"], "\na"),
    panel("LF at the end", ["invalid"], "a\n"),
    panel("a blank first line", ["invalid", "edge"], " \u3000\na"),
    panel("a blank last line", ["invalid", "edge"], "a\n\u200b"),
    panel("LF only", ["invalid"], "\n\n"),
    case("a row of the pool", [], {"op": "check", "article": pool.make_article(ROW, [1])}),
    case("near, ascending", ["edge"], {"op": "check", "article": pool.make_article(ROW, [1]) | {"near": ["0" * 24, "f" * 24]}}),
]
GOOD = pool.make_article(ROW, [1])
THREE = pool.make_article(row(left="a\nb\nc", right="甲\n乙\n丙"), [1, 3])


def moved(**panels):
    """Returns the fields of a row whose id is that of other panels."""
    return panels | {"id": pool.id_of(GOOD["key"], *[(GOOD | panels)[side] for side in ("left", "right")])}


for name, change in [
    ("an id of another text", {"id": "0" * 24}),
    ("a key of another source", {"source": "others"}),
    ("upper-case key", {"key": GOOD["key"].upper()}),
    ("short group", {"group": GOOD["group"][:-1]}),
    ("unknown origin", {"origin": "source"}),
    ("empty origin", {"origin": ""}),
    ("unknown translation", {"translation": "mt"}),
    ("unknown genre", {"genre": "poetry"}),
    ("unknown structure", {"genre": "structured:yaml"}),
    ("near not ascending", {"near": ["f" * 24, "0" * 24]}),
    ("near twice", {"near": ["f" * 24, "f" * 24]}),
    ("near holds the group", {"near": [GOOD["group"]]}),
    ("no slices though there is a line", {"slices": []}),
    ("slices end past the lines", {"slices": [2]}),
    ("an empty slice", {"slices": [0, 1]}),
    ("slices twice", {"slices": [1, 1]}),
    ("CR in the left panel", moved(left="Good\r\nmorning.")),
    ("a blank last line in the right panel", moved(right="早安。\n\u3000")),
]:
    CASES.append(case(name, ["invalid"], {"op": "check", "article": GOOD | change}))
FORM = pool.make_article(row(genre="structured:csv", left="a,b\n1,2", right="甲,乙\n1,2"), [])
CASES += [
    case("slices of three lines", [], {"op": "check", "article": THREE}),
    case("slices not ascending", ["invalid"], {"op": "check", "article": THREE | {"slices": [2, 1, 3]}}),
    case("slices end before the lines", ["invalid"], {"op": "check", "article": THREE | {"slices": [1, 2]}}),
    case("structured row", [], {"op": "check", "article": FORM}),
    case("slices of a structured row", ["invalid"], {"op": "check", "article": FORM | {"slices": [1, 2]}}),
    rows("different rows stay", [], {}, {"source_id": "doc-2"}, {"source": "more"}),
    rows("a row twice: one stays", [], {}, {}),
    rows("equal texts, other licence: the smallest digest stays", ["edge"], {}, {"license": "CC0-1.0"}, {"license": "MIT"}),
    rows("the same rows in another order", ["edge"], {"license": "MIT"}, {}, {"license": "CC0-1.0"}),
    rows("equal texts, other genre and origin", ["edge"], {}, {"genre": "lines"}, {"origin": "both"}, {"translation": "llm"}),
    rows("equal texts under two own ids stay", ["edge"], {}, {"source_id": "doc-2"}),
    rows("without own ids equal texts meet", ["edge"], {"source_id": ""}, {"source_id": "", "license": "MIT"}),
    rows("without own ids other texts stay", [], {"source_id": ""}, {"source_id": "", "right": "早。"}),
    rows("scripts mixed: composed and decomposed stay", ["multi-script", "edge"], {"source_id": "", "left": NFC, "right": "咖啡 ☕️"}, {"source_id": "", "left": NFD, "right": "咖啡 ☕️"}, {"source_id": "", "left": NFC, "right": "咖啡 ☕️", "license": "नि:शुल्क"}),
    rows("a blank left panel", ["invalid"], {}, {"source_id": "doc-2", "left": " "}),
    rows("LF at the end of a right panel", ["invalid"], {"right": "早安。\n"}),
    rows("two texts under one key", ["invalid"], {}, {"right": "早上好。"}),
    rows("two texts under one key that differ by a blank", ["invalid", "edge"], {}, {"source_id": "doc-2"}, {"left": "Good morning. "}),
    rows("two texts under one key, composed and decomposed", ["invalid", "edge"], {"left": NFC}, {"left": NFD}),
]
EVENTS = {"duplicate_article"}


def compute(given, note):
    if given["op"] == "panel":
        pool.check_panel(given["panel"])
        return True
    if given["op"] == "check":
        pool.check_article(given["article"])
        return True
    if given["op"] == "article":
        pool.check_panel(given["row"]["left"])
        pool.check_panel(given["row"]["right"])
        key = pool.key_of(given["row"])
        return {
            "key": key,
            "id": pool.id_of(key, given["row"]["left"], given["row"]["right"]),
            "group": pool.group_of(given["row"], key),
        }
    kept, out = pool.import_rows(given["rows"])
    for _, reason in out:
        note(reason)
    return {"kept": kept, "left_out": [{"row": n, "reason": reason} for n, reason in out]}
