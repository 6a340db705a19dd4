"""Texts for places, noise, shape and schema: lines of many scripts, with what splits graphemes badly."""

KOREAN = "한국어 문장 하나입니다."
JAMO = "\u1112\u1161\u11ab\u1100\u116e\u11a8\u110b\u1165 가\u11a8 ㄱㄴㄷㄹ"
GERMAN = "Die Überfahrt dauert fünfundvierzig Minuten, außer bei Sturm."
RUSSIAN = "Паром отходит на рассвете, а Йод\u0306 остаётся."
JAPANESE = "フェリーは夜明けに出ます。カ\u3099ラス、ｶﾞﾗｽ。"
THAI = "เรือข้ามฟากออกตอนรุ่งสาง ที่ท่าเรือน้ำลึก"
HINDI = "नमस्ते दुनिया, क्षि और र्क।"
ARABIC = "مَرْحَبًا بالعالم \u0600١٢"
MARKS = "Z\u0351\u036b\u0343algo cafe\u0301 e\u0301\u0323nde"
EMOJI = "Tickets 🎫 for 👩‍👩‍👧‍👦 and 👍🏽, flags 🇹🇼🇯🇵, hearts ❤️ 🏳️‍🌈."
CHINESE = "臺北捷運松山新店線於二〇一四年通車，𠮷野家也在。"
FULL = "全形ＡＢＣ１２３　與 half-width ABC 123。"
CODE = "Use `x += 1;` or call(a, b)\tand \"quit\"."

# (left, right) of four lines each: English beside Chinese, and scripts mixed.
PLAIN = (
    "The ferry leaves at dawn, whatever the weather.\nBring a coat; the harbour is cold.\n\n"
    "She counted 47 steps\tto the old wooden door.\nNobody answered.",
    "無論天氣如何，渡輪都在黎明出發。\n帶件外套，港邊很冷。\n\n她數了四十七階才到老木門口。\n沒有人回應。",
)
WORLD = (
    "\n".join([GERMAN, RUSSIAN, EMOJI, MARKS]),
    "\n".join([JAPANESE, THAI, KOREAN, HINDI]),
)
EAST = ("\n".join([CHINESE, FULL, JAPANESE]), "\n".join([THAI, JAMO, ARABIC]))
WEST = ("\n".join([GERMAN, CODE, MARKS]), "\n".join([RUSSIAN, KOREAN, EMOJI]))
