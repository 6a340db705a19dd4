"""Section 5.6: values as slots hold them, and materials as values of a drawn skeleton."""
from .. import Refused, derive, pattern, pool, schema, text
from ..recipe import FORMATS
from ..varied import agree
from . import scripts
from .tools import case
from .words import MIXED, PAIRS, panels

ID = "0123456789abcdef01234567"
MODES = pattern.MODES
LINES = {
    "plain": "The ferry leaves at dawn.",
    "Chinese": "渡輪在黎明出發。",
    "blanks at the ends": " \t\u3000a  b\u00a0\u200b\ufeff ",
    "quotes and a backslash": 'He said "no\\yes", `twice`.',
    "marks of XML": "a < b && c > d \"e\" 'f' &amp;",
    "a tab inside": "a\tb",
    "the end of CDATA": "x ]]> y ]]>",
    "the end of CDATA, grown together": "]]]]>>",
    "a comma": "ferry, harbour",
    "a semicolon": "ferry; harbour",
    "a bar": "ferry | harbour",
    "a bar first": "| ferry",
    "an escaped bar": "a\\|b",
    "stars and lines": "*bold* _thin_ **x** __y__",
    "brackets": "[x](y) ![z][1]",
    "a heading": "# Ferry #",
    "a list": "- ferry - harbour",
    "a plus": "+ ferry",
    "equals signs": "=== x",
    "a quote": "> ferry > harbour",
    "tildes": "~~~ x ~",
    "a colon": ": ferry: harbour",
    "a number and a full stop": "1. ferry 2. harbour",
    "a number and a bracket": "12) ferry",
    "a year at the end of a sentence": "1907. The bridge",
    "nine digits": "123456789. x",
    "ten digits": "1234567890. x",
    "a number and a blank": "12 . x",
    "a number and a comma": "3, x",
    "full-width digits": "１. x",
    "Arabic digits": "١. x",
    "a number alone": "7.",
    "controls of section 7.1": "a\u007f\u0085b\u2028c",
    "scripts mixed": "नमस्ते 👩‍👩‍👧‍👦 مرحبا カ\u3099",
}
SPECIAL = {
    "raw": [], "json": ["quotes and a backslash", "a tab inside", "controls of section 7.1"],
    "xml": ["marks of XML", "a tab inside", "the end of CDATA"], "attr": ["marks of XML", "a tab inside"],
    "cdata": ["the end of CDATA", "the end of CDATA, grown together", "marks of XML"],
    "csv": ["quotes and a backslash", "a tab inside", "a comma", "a semicolon", "a bar"],
    "quoted": ["quotes and a backslash", "a comma"],
    "md": [name for name in LINES if name not in ("plain", "Chinese", "blanks at the ends", "scripts mixed")],
    "cell": ["a bar", "a bar first", "an escaped bar", "a heading", "a number and a full stop", "brackets", "stars and lines"],
}
TABLE = """\
# A small table for vectors: it stays whatever becomes of the real one.
json %*json.config%
json %*json.rows%
csv %*csv.list%
csv %*csv.wide%
xml %*xml.feed%
markdown %*markdown.page%
markdown %*markdown.front-matter%
html %*html.page%
web-text %*web-text.forum%
web-text %*web-text.v1.menu%

json.config {\\n%*fields%\\n}
fields \\s\\s"%@key%": %=json%
fields \\s\\s"%@key%": {%*fields%}
fields %*fields%,\\n%*fields%
json.rows [%*rows%]
rows {"id":1%n%,"text":%=json%}
rows %*rows%,%*rows%
key name
key title
key note

csv.list id,text\\n%*csv.row%
csv.row %n%,%=csv%
csv.row %*csv.row%\\n%*csv.row%
csv.wide "a","b","c"\\n%*csv.three%
csv.three %=quoted%,%=csv%,"%n%"
csv.three %=quoted%,"%n%",""
csv.three %*csv.three%\\n%*csv.three%

xml.feed <?xml version="1.0"?>\\n<feed n="%n%%%">\\n%*item%\\n</feed>
item <item name="%=attr%"/>
item <item><![CDATA[%=cdata%]]></item>
item <%tag%>%=xml%</item>
item <item>%=xml%<sub>%=xml%</sub></item>
item %*item%\\n%*item%
tag item
tag item id="%n%"

markdown.page # %=md%\\n\\n%*block%
markdown.page %*block%\\n\\n***\\n\\n%*block%
block %=md%
block - %=md%\\n- %=md%
block > %=md%
block | %key% | # |\\n| --- | --- |\\n| %=cell% | %n% |
block %*block%\\n\\n%*block%
markdown.front-matter ---\\n%@key%: %n%\\n%@key%: x\\n---\\n\\n%*block%

html.page <ul class="%key%">\\n%*li%\\n</ul><!-- %key% -->
li <li>%=xml%</li>
li <li title="%=attr%">%n%</li>
li %*li%\\n%*li%

web-text.forum %*post%
web-text.v1.menu Menu\\n%*post%\\n--\\n%n%%n%:%n%%n%
post %@key%: %=raw%
post > %=raw%
post %*post%\\n\\n%*post%

n 0
n 1
n 2
n 3
"""
ONE = {
    "json": 'json %*json.a%\njson.a %*json.b%\njson.b {"v":%=raw%}\njson.b %*json.b%,%*json.b%\n',
    "csv": "csv %*csv.a%\ncsv.a %=csv%,%=csv%\\n%=csv%,%=csv%\n",
    "xml": "xml %*xml.a%\nxml.a <a>%=raw%%*xml.b%</a>\nxml.b <b>%=raw%</b>\nxml.b %*xml.b%%*xml.b%\n",
    "html": "html %*html.a%\nhtml.a <p>%*html.b%</p>\nhtml.b %=raw%<br>\nhtml.b %*html.b%%*html.b%\n",
    "web-text": "web-text %*web-text.a%\nweb-text.a %=raw%\nweb-text.a %*web-text.a%\\n%*web-text.a%\n",
    "attr": 'xml %*xml.a%\nxml.a <a>%*xml.b%</a>\nxml.b <b v="%=raw%"/>\nxml.b %*xml.b%%*xml.b%\n',
}
# Every table has all six formats, whichever is drawn.
STUBS = {form: f"{form} %*{form}.stub%\n{form}.stub %=raw%\n{form}.stub %*{form}.stub%\\n%*{form}.stub%\n" for form in FORMATS}
TWO, FIVE = panels(PAIRS[:2]), panels(PAIRS[:5], ["\n", "\n\n"])
BLANKS = (" \tone \ntwo\u3000\n\ufeffthree\u00a0", "甲 \n\u3000乙\n \u200b丙")
AWKWARD = (
    '# one, "two"; <three> & four\n1. [five](six) | *seven*\n]]> eight\\nine\tten\n- eleven: `twelve`',
    "# 一，「二」；＜三＞\n1. 五、六 | 七\n]]> 八\\九\t十\n- 十一：`十二`",
)


def weights(*forms):
    return [int(form in forms) for form in FORMATS]


def slot(name, flags, mode, line):
    return case(f"slot {mode}: {name}", flags, {"op": "slot", "mode": mode, "line": line})


def generated(name, flags, left_right, amounts, table=TABLE, first=0, seed="42", document=False):
    """Returns a case of a document, or of lines from `first` on; table None is the real one."""
    m = f"{ID}/d" if document else text.spell(ID, first, first + len(text.lines(left_right[0])))
    given = {"op": "generate", "seed": seed, "material": m, "left": left_right[0], "right": left_right[1], "weights": amounts}
    return case(name, flags, given if table is None else given | {"table": table})


def unfit(name, left, right, form, flags=("edge",)):
    """Returns a case of a table whose slots hold the lines raw."""
    drawn = "xml" if form == "attr" else form
    table = ONE[form] + "".join(text for other, text in STUBS.items() if other != drawn)
    return generated(name, list(flags), (left, right), weights(drawn), table)


CASES = []
for mode in MODES:
    for name, line in LINES.items():
        if name in SPECIAL[mode] or name in ("plain", "Chinese", "blanks at the ends", "scripts mixed"):
            flags = ["edge"] if name in SPECIAL[mode] else ["multi-script"] if name == "scripts mixed" else []
            CASES.append(slot(name, flags, mode, line))
for form in FORMATS:
    CASES += [
        generated(f"{form}: two lines", ["edge"], TWO, weights(form)),
        generated(f"{form}: five lines, a document", [], FIVE, weights(form), document=True),
        generated(f"{form}: blanks at the ends of lines", ["edge"], BLANKS, weights(form)),
        generated(f"{form}: awkward lines", ["edge"], AWKWARD, weights(form), first=1),
        generated(f"{form}: scripts mixed", ["multi-script"], panels(MIXED), weights(form), first=2),
        generated(f"{form}: lines of the world", ["multi-script"], scripts.WORLD, weights(form), seed="種子"),
        generated(f"{form}: forty lines", [], panels([PAIRS[n % 24] for n in range(40)]), weights(form), first=5),
    ]
CASES += [generated(f"any format: {n}", [], FIVE, [1] * 6, first=n) for n in range(16)]
CASES += [
    generated("weights of many sizes", [], FIVE, [5, 0, 300, 0, 1, 20], first=3),
    generated("a weight of one format alone", ["edge"], TWO, [0, 0, 0, 0, 0, 2**31 - 1]),
    generated("U+0001 in a value", ["edge"], ("one\ntw\u0001o", "甲\n乙"), [1] * 6),
    generated("U+001F in a value on the right", ["edge"], ("one\ntwo", "甲\n乙\u001f丙"), [1] * 6),
    generated("U+000B in a value", ["edge"], ("on\u000be\ntwo", "甲\n乙"), [1] * 6),
    generated("U+000B at the end of a line is a blank", ["edge"], ("one\u000b\ntwo", "甲\n\u000c乙"), weights("json")),
    generated("U+0001 at the end of a line is none", ["edge"], ("one\u0001\ntwo", "甲\n乙"), weights("json")),
    generated("a tab in a value", ["edge"], ("on\te\ntwo", "甲\n乙"), weights("xml")),
    generated("U+FFFE in a value", ["edge"], ("on\ufffee\ntwo", "甲\n乙"), [1] * 6),
    generated("U+FFFF in a value", ["edge"], ("one\ntwo", "甲\n乙\uffff"), weights("json")),
    generated("U+FFFD, U+007F and U+0085 in values", ["edge"], ("on\ufffde\nt\u007fw\u0085o", "甲\n乙"), weights("xml"), first=4),
    unfit("json: raw values that are no JSON", "one\ntwo", "甲\n乙", "json"),
    unfit("csv: a header that differs", "a\nb\nc\nd", "甲\n乙\n丙\n丁", "csv"),
    unfit("csv: a header that is the same", "a\nb\nc\nd", "a\nb\n丙\n丁", "csv"),
    unfit("xml: raw values that break it", "a & b\nc", "甲\n乙", "xml"),
    unfit("xml: raw values on both sides alike", "<i/>\nx", "<i/>\n甲", "xml"),
    unfit("xml: raw values of another element", "<i/>\nx", "<j/>\n甲", "xml"),
    unfit("xml: an attribute that a quote ends", 'a"b\nc', "甲\n乙", "attr"),
    unfit("html: raw values with a tag more", "a <b>b</b>\nc", "甲\n乙", "html"),
    unfit("html: raw values without tags", "a < b & c\nd", "甲 & 乙\n丙", "html"),
    unfit("web-text: a mark on one side", "- a\nb", "— 甲\n乙", "web-text"),
    unfit("web-text: the same mark on both sides", "- a\nb", "- 甲\n乙", "web-text"),
    unfit("web-text: a number on one side", "42\nb", "四十二\n乙", "web-text"),
    unfit("web-text: the same number on both sides", "42\nb", "42\n乙", "web-text"),
    slot("an unknown mode", ["invalid"], "html", "x"),
    slot("no mode", ["invalid"], "", "x"),
    slot("a line of blanks", ["invalid", "multi-script"], "raw", " \u3000"),
    generated("one line", ["invalid"], PAIRS[0], [1] * 6),
    generated("a document without lines", ["invalid"], ("One.\nTwo.", "一二。"), [1] * 6, document=True),
    generated("weights all 0", ["invalid"], TWO, [0] * 6),
    generated("five weights", ["invalid"], TWO, [1] * 5),
    generated("a table without the format that is drawn", ["invalid"], TWO, weights("csv"), ONE["json"]),
    generated("a table where none is open", ["invalid"], FIVE, weights("csv"), ONE["csv"]),
    generated("a format whose alternative is no domain", ["invalid"], TWO, weights("json"), 'json [%=json%,%=json%]\n'),
    generated("a domain of another format", ["invalid", "edge"], TWO, weights("json"), 'json %*csv.a%\ncsv.a [%=json%,%=json%]\n'),
    generated("a domain behind text", ["invalid", "edge"], TWO, weights("json"), 'json \\s%*json.a%\njson.a [%=json%,%=json%]\n'),
    generated("a table with a bad escape", ["invalid", "multi-script"], scripts.EAST, weights("json"), "json %*json.a%\njson.a [\\x%=json%]\n"),
]
if schema.real_table():
    for form in FORMATS:
        CASES += [generated(f"the real table: {form}, {n + 2} lines", [], panels(PAIRS[n : 2 * n + 2]), weights(form), None, n) for n in (0, 1, 3, 8)]
        CASES += [generated(f"the real table: {form}, scripts mixed", ["multi-script"], panels(MIXED), weights(form), None)]
    CASES += [generated(f"the real table: any format, {n}", [], FIVE, [1] * 6, None, n) for n in range(12)]
EVENTS = {f"made-{form}" for form in FORMATS} | {f"unfit-{form}" for form in FORMATS if form != "markdown"} | {"unfit-scalar", "round"}


def compute(given, note):
    if given["op"] == "slot":
        if given["mode"] not in MODES or text.is_blank(given["line"]):
            raise Refused("not a mode, or not a line")
        return schema.written(given["mode"], schema.value_of(given["line"]))
    two = {side: given[side] for side in ("left", "right")}
    for side in two.values():
        pool.check_panel(side)
    text.check_base_material(given["material"])
    rules = pattern.parse(given["table"]) if "table" in given else schema.real_table()
    made = schema.generate(derive.seed32(given["seed"]), given["material"], two, given["weights"], rules, agree, note)
    if made is None:
        return {"fit": False}
    text.bridge(made["left"], made["right"])
    return {"fit": True} | made
