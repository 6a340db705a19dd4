//! What passes and what does not: one row a case.

use super::*;
use crate::article::Structured;

fn gates(left: &str, right: &str) -> Gates {
    Gates::new(&Panels::new(left.to_owned(), right.to_owned()))
}

fn reasons(gates: Gates, genre: Genre, left: &str, right: &str) -> Vec<Reason> {
    gates.reasons(genre, Panels::new(left, right)).collect()
}

const PAIRS: &[(&str, &str, &[Reason])] = &[
    ("Yes", "是", &[]),
    ("Yes", "\u{3000}", &["blank", "zh_no_han", "length_ratio"]),
    ("Linux kernel", "Linux 核心", &[]),
    ("Linux kernel", " Linux kernel", &["copy", "zh_no_han"]),
    (
        "Install task-gnome-desktop first",
        "請先安裝 task-gnome-desktop",
        &[],
    ),
    (
        "Advanced settings.",
        "avanzate le impostazioni.",
        &["zh_no_han"],
    ),
    // simplified
    (
        "The library is closed on Saturday.",
        "星期六的公共图书馆休館。",
        &["zh_simplified"],
    ),
    ("Belize", "伯利兹", &["zh_simplified"]),
    (
        "Two people live in the village behind the platform.",
        "村裡有兩個人，只住月台后面里面。",
        &[],
    ),
    (
        "It returns \"China\" here.",
        "傳回「中国」這個詞",
        &["zh_simplified_quoted"],
    ),
    (
        "It returns \"China\" here.",
        "傳回「中国這個詞",
        &["zh_simplified"],
    ),
    (
        "It returns \"China\", a country.",
        "傳回「中国」这個國家",
        &["zh_simplified"],
    ),
    (
        "The employer airs mouldy clothes.",
        "雇主晒發霉的衣服，恒心令人羡慕。",
        &[],
    ),
    ("He likes ramen", "他喜歡吃ラーメン", &["zh_kana_hangul"]),
    (
        "The school is small",
        "「学校」（がっこう）很小",
        &["zh_kana_hangul"],
    ),
    (
        "Pocket Monsters is popular",
        "寶可夢（ポケモン）很受歡迎",
        &[],
    ),
    (
        "Mary Smith's talk is tonight",
        "瑪麗・史密斯的演講在今晚",
        &[],
    ),
    // bare_cjk
    (
        "亲民党 Chairman Ko Wen-je",
        "親民黨主席柯文哲",
        &["en_bare_cjk"],
    ),
    (
        "Taiwan People's Party (台灣民眾黨) Chairman",
        "台灣民眾黨主席",
        &[],
    ),
    (
        "Taiwan People's Party (台灣民眾黨 Chairman",
        "台灣民眾黨主席",
        &["en_bare_cjk"],
    ),
    (
        "The report was released on Monday. （社群口碑）",
        "報告於週一發布。（社群口碑）",
        &["en_gloss_no_head"],
    ),
    (
        "She said, “It is all right.” （社群口碑）",
        "婦人說：「平安無事。」（社群口碑）",
        &["en_gloss_no_head"],
    ),
    (
        "The type `Poll` (輪詢) of the call read() (讀取) returns a value at once",
        "讀取的型別輪詢立刻傳回值",
        &[],
    ),
    (
        "(社群) The report was released on Monday",
        "報告於週一發布。（社群口碑）",
        &["en_gloss_no_head"],
    ),
    (
        "Pokémon (ポケモン) is popular in Taiwan",
        "寶可夢在台灣很受歡迎",
        &[],
    ),
    ("Go (圍棋)", "圍棋", &["en_gloss_share"]),
    ("Kimchi 김치 is spicy", "韓式泡菜很辣", &["en_bare_cjk"]),
    (
        "Mr. 𠮷野 opened a shop",
        "吉野先生開了一家店",
        &["en_bare_cjk"],
    ),
    (
        "The so-called “loess plateau” (黃土高原) lies in the north",
        "黃土高原位於北方",
        &[],
    ),
    ("It costs ¥5… — “cheap”, 25 °C ♯", "它很便宜，二十五度", &[]),
    // length_ratio
    ("I", "我自己一個人", &[]),
    ("I", "我自己一個人去", &["length_ratio"]),
    ("abcd efgh", "一", &[]),
    ("abcd efghi", "一", &["length_ratio"]),
];

#[test]
fn every_pair_has_its_reasons_on_either_side() {
    for &(english, chinese, expected) in PAIRS {
        let found = reasons(gates("en", "zh-Hant-TW"), Genre::Prose, english, chinese);
        assert_eq!(found, expected, "{english} | {chinese}");
        let found = reasons(gates("zh-Hant-TW", "en"), Genre::Prose, chinese, english);
        assert_eq!(found, expected, "{chinese} | {english}");
    }
}

#[test]
fn the_limits_of_a_gloss_are_exact() {
    let gloss = |letters: usize, latin: usize| {
        let panel = format!("{} ({})", "a".repeat(latin), "字".repeat(letters));
        bare_cjk::check(&panel)
    };
    assert_eq!(gloss(20, 80), None);
    assert_eq!(gloss(20, 79), Some("en_gloss_share"));
    assert_eq!(gloss(21, 100), Some("en_gloss_long"));
}

#[test]
fn a_bracket_ends_with_its_line() {
    let panel = "a long enough sentence (社群\n資料) before and after, so that no share matters";
    assert_eq!(bare_cjk::check(panel), Some("en_bare_cjk"));
}

#[test]
fn a_gate_looks_at_its_language_alone() {
    for (left, right) in [
        ("en", "zh-Hans-CN"),
        ("ja", "zh-Hant"),
        ("fr", "zh-TW"),
        ("de", "ko"),
    ] {
        let gates = gates(left, right);
        let chinese = reasons(gates, Genre::Prose, "图书 a", "图书 b");
        let expected: &[Reason] = match (left, right) {
            ("ja", _) => &["zh_simplified"],
            ("fr", _) => &["zh_simplified", "en_bare_cjk"],
            _ => &["en_bare_cjk"],
        };
        assert_eq!(chinese, expected, "{left} {right}");
        let names: Vec<String> = gates.rows(|_| 0).into_iter().map(|row| row.name).collect();
        let count = match (left, right) {
            ("en", _) | ("fr", _) => 6,
            ("ja", _) => 5,
            _ => 4,
        };
        assert_eq!(names.len(), count, "{names:?}");
    }
}

#[test]
fn structured_articles_pass_what_would_judge_their_markup() {
    let gates = gates("en", "zh-Hant-TW");
    let genre = Genre::Structured(Structured::Markdown);
    assert_eq!(reasons(gates, genre, "![圖](a.png)", "![](a.png)"), [""; 0]);
    assert_eq!(reasons(gates, genre, "{}", "{}"), ["copy"]);
    assert_eq!(
        reasons(gates, genre, "{\"a\":\"x\"}", "{\"a\":\"国\"}"),
        ["zh_simplified_quoted"]
    );
    assert_eq!(reasons(gates, genre, "a", "国"), ["zh_simplified"]);
}

#[test]
fn structured_pairs_must_be_of_their_format_and_have_one_skeleton() {
    const GOOD: &[Reason] = &[];
    const BROKEN: &[Reason] = &["structure"];
    const OTHER: &[Reason] = &["skeleton"];
    for (format, left, right, expected) in [
        (Structured::Json, "{\"a\": \"x\"}", "{\"a\": \"甲\"}", GOOD),
        (Structured::Json, "{\"a\": \"x\"}", "{\"a\": \"甲\"", BROKEN),
        (
            Structured::Json,
            "{\"a\": \"x\"}",
            "{\"甲\": \"甲\"}",
            OTHER,
        ),
        (Structured::Csv, "a,b\nx,y", "a,b\n甲,乙", GOOD),
        (Structured::Csv, "a,b\nx,y", "a,b\n甲,乙,丙", BROKEN),
        (Structured::Csv, "a,b\nx,y", "a,乙\n甲,乙", OTHER),
        (Structured::Xml, "<a>x</a>", "<a>甲</a>", GOOD),
        (Structured::Xml, "<a>x</a>", "<a>甲</b>", BROKEN),
        (Structured::Xml, "<a>x</a>", "<甲>甲</甲>", OTHER),
        (Structured::Markdown, "# x", "# 甲", GOOD),
        (Structured::Markdown, "# x", "＃ 甲", OTHER),
        (Structured::Html, "<p>x</p>", "<p>甲</p>", GOOD),
        (Structured::Html, "<p>x</p>", "<p>甲", OTHER),
        (Structured::WebText, "- x", "- 甲", GOOD),
        (Structured::WebText, "- x", "甲", OTHER),
    ] {
        let genre = Genre::Structured(format);
        let found = reasons(gates("en", "zh-Hant-TW"), genre, left, right);
        assert_eq!(found, expected, "{left} | {right}");
        let found = reasons(gates("zh-Hant-TW", "en"), genre, right, left);
        assert_eq!(found, expected, "{right} | {left}");
        let found = reasons(gates("en", "zh-Hant-TW"), Genre::Prose, left, right);
        let of_gate = |reason: &Reason| structure::REASONS.contains(reason);
        assert!(
            !found.iter().any(of_gate),
            "only structured pairs are looked at"
        );
    }
}

#[test]
fn the_table_holds_what_its_header_says() {
    let table = include_str!("../../tables/simplified_only.txt");
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    let scalars: Vec<char> = lines.flat_map(str::chars).collect();
    assert_eq!(scalars.len(), 3772);
    assert!(scalars.is_sorted_by(|a, b| a < b));
    assert!(scalars.iter().all(|&scalar| scalar::is_han(scalar)));
    for also in simplified::ALSO_TRADITIONAL {
        assert!(
            scalars.contains(&also) && !simplified::is_simplified(also),
            "{also}"
        );
    }
    for both in "台臺里裡面麵后後干乾只了出着著裏".chars() {
        assert!(!simplified::is_simplified(both), "{both}");
    }
}
