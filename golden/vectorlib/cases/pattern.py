"""Section 3.2: tables of patterns and their expansion."""
from .. import derive, pattern
from .tools import case

KEYS = [derive.skey(derive.seed32("42"), "schema.skeleton", "", f"0123456789abcdef01234567/0-{n}", 0).hex() for n in range(2, 40)]


def expand(name, flags, table, start="a", lines=0, key=0):
    """Returns a case; a table is a list of lines or a text."""
    text = table if isinstance(table, str) else "".join(line + "\n" for line in table)
    return case(name, flags, {"table": text, "name": start, "lines": lines, "key": KEYS[key]})


def many(name, flags, table, start, lines, keys):
    return [expand(f"{name}: {n}", flags, table, start, lines, n) for n in range(keys)]


TREE = [
    "# A page of a list, as a schema would write it.",
    "",
    "page %*page.list%",
    "page %*page.talk%",
    "page.list %=md%.",
    "page.list # %=md%\\n%*items%",
    "page.list %*items%\\n%*items%\\n%*items%",
    "page.talk <%tag%>%=xml%</%tag%>",
    "page.talk %=xml% : %=attr%",
    "page.talk %*page.talk%\\n%*page.talk%",
    "items - %=md%",
    "items %*items%\\n%*items%",
    "tag b",
    "tag i",
    "tag u",
]
OBJECT = ["o {%*fields%}", "fields %*fields%,%*fields%", 'fields "%@key%":%=json%', "key name", "key title", "key note"]
CHAPTERS = ["b %*c%|%*c%", "c %@k%=%=raw%", "c %*c%;%*c%", "k x", "k y"]
CASES = [
    expand("plain text", [], ["a Hello, world."]),
    expand("escapes", [], ["a 1\\n2\\t3\\s4\\\\5\\u00e96"]),
    expand("a percent sign", [], ["a 100%% of %%%%"]),
    expand("a percent sign before a part", ["edge"], ["a %%E6%%%d%%d%%%8%d%", "d 7"]),
    expand("hex digits of both cases", ["edge"], ["a \\u00AF\\u00af\\uFFFD"]),
    expand("an escape that makes a percent sign begins no part", ["edge"], ["a \\u0025d\\u0025", "d 7"]),
    expand("a backslash that is escaped escapes nothing", ["edge"], ["a \\\\n\\\\\\n"]),
    expand("blanks of the BODY stay", ["edge"], ["a   x  "]),
    expand("an empty BODY", ["edge"], ["a [%b%]", "b "]),
    expand("nothing at all", ["edge"], ["a "]),
    expand("# in a BODY is text", ["edge"], ["a # no comment #"]),
    expand("an equals sign and an asterisk are text outside of percent signs", ["edge"], ["a =x* @y"]),
    expand("comments, empty lines, no LF at the end", ["edge"], "#a one\n\n# a two\na three"),
    expand("letters of both cases are two names", ["edge"], ["a %D%%d%", "d small", "D large"]),
    expand("a name of digits, dots and hyphens", [], ["a %x-1.2%", "x-1.2 found"]),
    expand("rules of one name need not stand together", ["edge"], ["a %b%%b%%b%%b%", "b 1", "c 2", "b 3"]),
    expand("one alternative draws as well", ["edge"], ["a x"]),
    expand("an alternative twice", [], ["a %b%%b%%b%%b%%b%%b%%b%%b%", "b x", "b x", "b y"]),
    expand("alternatives in alternatives", [], ["a %b%-%b%", "b %d%%d%", "b <%c%>", "c %d%", *[f"d {n}" for n in range(10)]]),
    expand("of alternatives only the open ones are counted", ["edge"], ["a closed %=raw%", "a open", "a closed too %*b%", "a open too", "b %=raw%"]),
    expand("one slot", [], ["a [%=raw%]"], lines=1),
    expand("every mode", [], ["a %=raw% %=json% %=xml% %=attr% %=cdata% %=csv% %=quoted% %=md% %=cell%"], lines=9),
    expand("slots take lines in order, whatever stands between", ["edge"], ["a %=xml%%b%%=attr%%b%%=raw%", "b x", "b y"], lines=3),
    expand("a slot at the ends", ["edge"], ["a %=raw%%=raw%"], lines=2),
    expand("m = s alone is open", ["edge"], ["a one %=raw%", "a two %=raw% %=raw%", "a three %=raw% %=raw% %=raw%"], lines=2),
    expand("m = s + r is open: nothing to spare", ["edge"], ["a %=raw%,%*b%,%*b%", "b %=raw%"], lines=3),
    expand("the last part takes the rest", ["edge"], ["a %*b%", "b %=raw%", "b %=raw%%*b%"], lines=4),
    expand("one part alone draws no share", ["edge"], ["a (%*b%)", "b %=raw%%=raw%"], lines=2),
    expand("a share is drawn even where nothing is to spare", ["edge"], ["a %*b%%*b%", "b %=raw%"], lines=2),
    expand("a slot behind the parts", ["edge"], ["a %*b% end %=md%", "b <%=raw%>", "b %*b%%*b%"], lines=4),
    expand("shares are drawn before the parts are expanded", ["edge"], ["a %*b%/%*b%/%*b%", "b %=raw%", "b %x%%*b%%*b%", "x 1", "x 2", "x 3"], lines=12),
    expand("a name that takes no lines among those that do", ["edge"], ["a %b%%*c%%b%", "b 1", "b 2", "c %b%%=raw%", "c %*c%%b%%*c%"], lines=3),
    expand("keys: each once", [], ["a %@k% %@k% %@k%", "k x", "k y", "k z"]),
    expand("keys: a second and a third round", ["edge"], ["a %@k% %@k% %@k% %@k% %@k%", "k x", "k y"]),
    expand("keys of one alternative: every one is a round", ["edge"], ["a %@k% %@k% %@k%", "k x"]),
    expand("keys of two names do not share rounds", ["edge"], ["a %@k%%@j% %@k%%@j% %@k%%@j%", "k x", "j y", "j z"]),
    expand("keys and names of one rule: a use takes no key", ["edge"], ["a %k%%@k% %k%%@k% %k%%@k%", "k x", "k y", "k z"]),
    expand("keys of nested parts share the record's rounds", ["edge"], CHAPTERS, "b", 9, 3),
    expand("a tree starts at any of its names", [], TREE, "items", 5, 4),
    expand("lines of many scripts: literal text", ["multi-script"], ["a 「%b%」", "b 臺北\\u3000カ\\u3099フェ", "b नमस्ते\\tمرحبا 👩‍👩‍👧‍👦"]),
    expand("keys of many scripts", ["multi-script"], ["a %@k% %@k% %@k% %@k%", "k 名稱", "k カテゴリー", "k тип"]),
]
CASES += many("a tree of one line", ["edge"], TREE, "page", 1, 3)
CASES += many("a tree of seven lines", [], TREE, "page", 7, 10)
CASES += many("an object of five fields of three keys", [], OBJECT, "o", 5, 4)
CASES += [
    expand("a long tree", [], TREE, "page", 60, 11),
    expand("an unknown name to expand", ["invalid"], ["a x"], "b"),
    expand("an unknown name in a BODY", ["invalid"], ["a %b%"]),
    expand("an unknown name that takes lines", ["invalid"], ["a %*b%"], lines=1),
    expand("an unknown name of keys", ["invalid"], ["a %@b%"]),
    expand("a name of the other case", ["invalid", "edge"], ["a %B%", "b x"]),
    expand("an unknown mode", ["invalid"], ["a %=html%"], lines=1),
    expand("a mode of the other case", ["invalid", "edge"], ["a %=RAW%"], lines=1),
    expand("no mode", ["invalid"], ["a %=%"], lines=1),
    expand("an unknown escape", ["invalid"], ["a \\r"]),
    expand("a backslash at the end", ["invalid"], ["a x\\"]),
    expand("an escaped percent sign", ["invalid"], ["a 5\\% off\\%"]),
    expand("an escape of three hex digits", ["invalid"], ["a \\u12g4"]),
    expand("an escape that ends early", ["invalid", "edge"], ["a \\u123"]),
    expand("an escape with a sign", ["invalid", "edge"], ["a \\u+041"]),
    expand("an escape of full-width digits", ["invalid", "edge"], ["a \\u００４１"]),
    expand("half of a surrogate pair", ["invalid"], ["a \\ud83c\\udfab"]),
    expand("one percent sign", ["invalid"], ["a 100%"]),
    expand("a part that nothing closes", ["invalid"], ["a %b", "b x"]),
    expand("a third percent sign", ["invalid", "edge"], ["a %%%"]),
    expand("a part closes on its line", ["invalid", "edge"], ["a %b", "b% x"]),
    expand("a blank in a name", ["invalid"], ["a % b%", "b x"]),
    expand("an underscore in a name", ["invalid"], ["a %b_c%", "b_c x"]),
    expand("a letter of another script in a name", ["invalid", "multi-script"], ["a %é%", "é x"]),
    expand("a name of two marks", ["invalid", "edge"], ["a %*@b%", "b x"], lines=1),
    expand("no name between marks", ["invalid"], ["a %@%"]),
    expand("a rule of no blank", ["invalid"], ["a"]),
    expand("a rule that begins with a blank", ["invalid"], [" a x"]),
    expand("a tab instead of the blank", ["invalid", "edge"], ["a\tx"]),
    expand("a rule whose name is no name", ["invalid"], ["a_b x", "a y"]),
    expand("no line for a slot", ["invalid"], ["a %=raw%"]),
    expand("two lines for a slot", ["invalid"], ["a %=raw%"], lines=2),
    expand("a line and no slot", ["invalid"], ["a x"], lines=1),
    expand("fewer lines than slots and parts", ["invalid"], ["a %=raw%%*b%%*b%", "b %=raw%"], lines=2),
    expand("none is open further in", ["invalid", "edge"], ["a %*b%", "b %=raw%"], lines=2),
    expand("a name with slots where no lines are", ["invalid"], ["a %b%", "b %=raw%"]),
    expand("keys that are no plain text", ["invalid"], ["a %@k%", "k x%b%", "b y"]),
]
EVENTS = {"text", "use", "key", "many", "slot", "round", "shared-out", "closed-alternative"}


def compute(given, note):
    stream = derive.Stream(bytes.fromhex(given["key"]))
    expansion = pattern.Expansion(pattern.parse(given["table"]), stream, note)
    pieces = expansion.expand(given["name"], range(given["lines"]))
    return {
        "pieces": [x if isinstance(x, str) else list(x) for x in pattern.joined(pieces)],
        "next": "%016x" % stream.d64(),
    }
