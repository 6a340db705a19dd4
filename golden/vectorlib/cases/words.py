"""Sentence pairs in many scripts, for articles of vectors."""

# English and Traditional Chinese (Taiwan).
PAIRS = [
    ("The ferry leaves at dawn.", "渡輪在黎明出發。"),
    ("Bring a coat; the harbour is cold.", "帶件外套，港邊很冷。"),
    ("She counted 47 steps to the door.", "她數了四十七階才到門口。"),
    ("Nobody answered.", "沒有人回應。"),
    ("The kettle began to sing.", "水壺開始作響。"),
    ("Rain again, all week.", "又下雨，整整一週。"),
    ("He folded the map twice.", "他把地圖摺了兩次。"),
    ("Which way is north?", "北邊是哪個方向？"),
    ("The museum closes at five.", "博物館五點關門。"),
    ("I left the keys on the shelf.", "我把鑰匙放在架上。"),
    ("A small light moved on the water.", "水面上有一點微光移動。"),
    ("Please speak more slowly.", "請說慢一點。"),
    ("The bread is still warm.", "麵包還是溫的。"),
    ("They planted cedars along the road.", "他們沿路種了雪松。"),
    ("Turn off the lamp when you go.", "離開時請關燈。"),
    ("The train to Hualien is late.", "往花蓮的火車誤點了。"),
    ("We found the well dry.", "我們發現井已乾涸。"),
    ("Snow fell on the high pass.", "高山隘口下了雪。"),
    ("The list had nine names.", "名單上有九個名字。"),
    ("Her voice carried across the hall.", "她的聲音傳遍大廳。"),
    ("Two sugars, no milk.", "兩顆糖，不加牛奶。"),
    ("The bridge was built in 1907.", "那座橋建於一九〇七年。"),
    ("Ask the guard at the gate.", "請問門口的警衛。"),
    ("The file is on the second disk.", "檔案在第二顆磁碟上。"),
]

# One side or both in other scripts: kana, emoji with joiners, combining marks, Arabic, Devanagari, mixes.
MIXED = [
    ("Ticket 🎫 for 3 👩‍👩‍👧‍👦 please.", "請給我三張👩‍👩‍👧‍👦票🎫。"),
    ("Cafe\u0301 means カフェ in Tokyo.", "Cafe\u0301 在東京叫カフェ。"),
    ("مرحبا means hello.", "مرحبا 是「你好」。"),
    ("नमस्ते, said the guide.", "導遊說 नमस्ते。"),
    ("Use `x += 1;` here.", "此處用 `x += 1;`。"),
    ("東京タワー is 333 m tall.", "東京鐵塔高 333 公尺。"),
    ("Flags: 🇹🇼🇯🇵 ok 👍🏽", "旗幟：🇹🇼🇯🇵 好 👍🏽"),
    ("Z\u0351\u036b\u0343algo text e\u0301\u0323.", "怪字 Z\u0351\u036b\u0343algo。"),
    ("𠮷野家 opened in 1899.", "𠮷野家創立於 1899 年。"),
    ("क्षि and ﷺ and ㍿ mix.", "क्षि、ﷺ 與 ㍿ 混用。"),
]


def panels(pairs, gaps="\n"):
    """Returns (left, right) of pairs joined by gaps: one text, or one a gap, used in turn."""
    out = []
    for side in (0, 1):
        text = pairs[0][side]
        for n, pair in enumerate(pairs[1:]):
            text += (gaps if isinstance(gaps, str) else gaps[n % len(gaps)]) + pair[side]
        out.append(text)
    return tuple(out)
