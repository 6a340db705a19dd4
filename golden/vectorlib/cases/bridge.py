"""Section 5: BRIDGE and parse-back."""
from .. import text
from .tools import case


def joined(name, flags, left, right, right_first=False):
    return case(name, flags, {"op": "join", "left": left, "right": right, "right_first": right_first})


def parsed(name, flags, whole):
    return case(name, flags, {"op": "parse", "text": whole})


CASES = [
    joined("no LF inside: two", [], "Hello.", "你好。"),
    joined("right first", [], "Hello.", "你好。", True),
    joined("single LF inside: two", [], "a\nb", "甲\n乙"),
    joined("two LF on the left: three", ["edge"], "a\n\nb", "甲\n乙"),
    joined("two LF on the right: three", ["edge"], "a\nb", "甲\n\n乙"),
    joined("five LF inside: six", ["edge"], "a\n\n\n\n\nb\n\nc", "甲\n\n\n乙"),
    joined("two equal longest runs", ["edge"], "a\n\n\nb\n\n\nc", "甲\n\n\n乙", True),
    joined("a hundred LF inside", ["edge"], "a" + "\n" * 100 + "b", "甲"),
    joined("blanks cut a run", ["edge"], "a\n\n \n\nb", "甲\n\u3000\n乙"),
    joined("blanks at the edges stay", ["edge"], " a ", "\u3000甲\t"),
    joined("U+2028, NEL and vertical tab are no LF", ["edge"], "a\u2028\u2028\u2028b", "甲\u0085\u0085\x0b\x0b\x0c乙"),
    joined("equal panels", ["edge"], "ok", "ok"),
    joined("scripts mixed", ["multi-script"], "مرحبا\n\nनमस्ते 👩‍👩‍👧‍👦", "e\u0301\nカフェ\n\n\n臺北"),
    joined("scripts mixed, right first", ["multi-script"], "Z\u0351\u036b 𠮷", "क्षि\nﷺ", True),
    joined("empty panel", ["invalid"], "", "甲"),
    joined("LF at the start of a panel", ["invalid"], "\na", "甲"),
    joined("LF at the end of a panel", ["invalid"], "a", "甲\n"),
    parsed("two LF", [], "Hello.\n\n你好。"),
    parsed("three LF among twos", [], "a\n\nb\n\n\n甲\n乙"),
    parsed("six LF among fives", ["edge"], "a\n\n\n\n\nb\n\nc\n\n\n\n\n\n甲\n\n\n乙"),
    parsed("scripts mixed, parsed", ["multi-script"], "مرحبا\nनमस्ते\n\n臺北 👍🏽"),
    parsed("no LF", ["invalid"], "Hello. 你好。"),
    parsed("single LF only", ["invalid"], "Hello.\n你好。"),
    parsed("two longest runs", ["invalid"], "a\n\nb\n\nc"),
    parsed("three longest runs of three", ["invalid", "edge"], "a\n\n\nb\n\n\nc\n\nd\n\n\ne"),
    parsed("the run stands at the start", ["invalid"], "\n\na"),
    parsed("the run stands at the end", ["invalid"], "a\n\n"),
    parsed("LF at the start of the first panel", ["invalid"], "\na\n\nb"),
    parsed("LF at the end of the second panel", ["invalid"], "a\n\nb\n"),
    parsed("a run longer than need be", ["invalid", "edge"], "a\n\n\nb"),
    parsed("a run two longer than the longest inside", ["invalid", "edge"], "a\n\nb\n\n\n\n甲"),
    parsed("empty text", ["invalid"], ""),
    parsed("LF only", ["invalid"], "\n\n"),
    parsed("CR LF twice", ["invalid", "edge"], "a\r\n\r\nb"),
]
EVENTS = set()


def compute(given, note):
    if given["op"] == "join":
        whole = text.join(given["left"], given["right"], given["right_first"])
        first, second = text.parse_back(whole)
        assert [first, second] == [given["left"], given["right"]][:: -1 if given["right_first"] else 1]
        return {"text": whole, "bridge": len(text.bridge(given["left"], given["right"]))}
    first, second = text.parse_back(given["text"])
    return {"first": first, "second": second}
