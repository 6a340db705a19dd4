//! What passes and what does not: one row a case.

mod long;
mod options;

use super::*;
use crate::article::{Genre, Structured};
use crate::profile::Language;

fn gates_with(left: &str, right: &str, config: &str) -> Gates {
    let tags = Panels::new(left.to_owned(), right.to_owned());
    let config: Config = toml::from_str(config).unwrap();
    Gates::new(&Language::of_pair(&tags, &[]), &config).unwrap()
}

fn gates(left: &str, right: &str) -> Gates {
    gates_with(left, right, "")
}

fn reasons(gates: &Gates, genre: Genre, left: &str, right: &str) -> Vec<Reason> {
    let findings = gates.findings(genre, Panels::new(left, right));
    findings.into_iter().map(|finding| finding.reason).collect()
}

const PAIRS: &[(&str, &str, &[&str])] = &[
    ("Yes", "是", &[]),
    ("Yes", "\u{3000}", &["blank", "too_short", "length_ratio"]),
    ("Linux kernel", "Linux 核心", &[]),
    ("Linux kernel", " Linux  kernel", &["zh_no_han", "copy"]),
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
        &["zh_kana_hangul", "zh_simplified_quoted"],
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
        &["en_gloss_no_head", "en_cjk_punct"],
    ),
    (
        "She said, “It is all right.” （社群口碑）",
        "婦人說：「平安無事。」（社群口碑）",
        &["en_gloss_no_head", "en_cjk_punct"],
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
    // cjk_punct, control, mojibake
    ("Open the file。", "開啟檔案。", &["en_cjk_punct"]),
    (
        "The price fell.",
        "價格\u{e000}下跌了。",
        &["control_or_pua"],
    ),
    ("The price\u{1b} fell.", "價格下跌了。", &["control_or_pua"]),
    (
        "Every item",
        "æ¯\u{8f}å€‹é …ç›®",
        &["mojibake", "control_or_pua", "zh_no_han"],
    ),
    ("Müller met Åse in Besançon", "穆勒在貝桑松見到奧瑟", &[]),
    (
        "A word was lost",
        "遺失了锟斤拷一個字",
        &["mojibake", "zh_simplified"],
    ),
    // length, url_only, symbols
    ("…", "。", &["too_short"]),
    ("OK", "好", &[]),
    (
        "https://example.org/abc",
        "請看 https://example.org/abc",
        &["url_only"],
    ),
    (
        "See https://example.org/abc",
        "請看 https://example.org/abc",
        &[],
    ),
    ("Size ┌──┬──┐ of it", "大小 ┌──┬──┐ 如表", &["box_drawing"]),
    (
        "ab === *** --- >>> !!! ### $$$",
        "甲乙三個字分隔線的意思是這樣",
        &["symbol_density"],
    ),
    // html_residue
    ("The <br> element breaks a line", "<br> 元素會換行", &[]),
    ("Save<br>now", "立即儲存", &["html_residue"]),
    (
        "<div class=\"c\">Save</div>",
        "<div class=\"c\">儲存</div>",
        &["html_residue"],
    ),
    (
        "Use `<div class=\"c\">` here",
        "在此使用 `<div class=\"c\">`",
        &[],
    ),
    ("Not Vec<u8> but <name>", "不是 Vec<u8> 而是 <name>", &[]),
    // repetition
    ("Hahaha", "哈哈哈哈哈哈哈哈哈哈", &["repetition"]),
    ("Ha ha ha, he laughed", "他哈哈哈地笑了", &[]),
    (
        "Makes reliefs of all",
        "製作復刻的動漫的動漫的動漫的動漫的動漫的動漫",
        &["repetition"],
    ),
    (
        "Card 4111 1111 1111 1111 of 0000000000",
        "卡號 4111 1111 1111 1111 的 0000000000",
        &[],
    ),
    (
        "Replace xxxxxxxxxx by the serial number",
        "請將 xxxxxxxxxx 換成序號",
        &[],
    ),
    // script_share, untranslated
    (
        "Please use the tool first",
        "請 install the package before",
        &["zh_ascii_share"],
    ),
    (
        "Install task-gnome-flashback-desktop",
        "安裝 task-gnome-flashback-desktop",
        &[],
    ),
    (
        "See how to write a new guide for the first time today",
        "請參閱 how to write a new guide 這份文件的說明，今天就開始寫，不要再等到明天或是後天",
        &["zh_untranslated_run"],
    ),
    (
        "Visual Studio Tools for Office and Windows Server Update Services are described here",
        "此處說明 Visual Studio Tools for Office and Windows Server Update Services 這兩項產品的內容",
        &[],
    ),
    (
        "A пример текста на другом языке",
        "另一種語言的文字的例子就在這裡",
        &["en_script_share"],
    ),
    // numbers
    (
        "The Act of 2 May 2024 has 12 articles",
        "本法於民國一百十三年五月二日公布，共十二條",
        &[],
    ),
    (
        "It has 38 rows and 12 columns",
        "共有 45 列 17 欄",
        &["numbers_differ"],
    ),
    (
        "It has 38 rows and 12 columns",
        "共有 38 列 17 欄",
        &["numbers_differ"],
    ),
    ("It has 38 rows", "共有三十八列，每列 12 格", &[]),
    // boilerplate, language_id
    (
        "Sign in | Privacy policy | Terms of use",
        "登入｜隱私權政策｜使用條款",
        &["en_boilerplate"],
    ),
    ("Sign in with a name", "以名稱登入", &[]),
    (
        "El archivo no se puede abrir porque otro programa lo tiene abierto en este momento",
        "無法開啟檔案，因為目前有另一個程式已經開啟了這個檔案，請稍後再試一次",
        &["en_language"],
    ),
    // length_ratio
    ("I", "我自己一個人", &[]),
    ("I", "我自己一個人去", &["length_ratio"]),
    ("abcd efgh ijkl", "一", &[]),
    ("abcd efgh ijklm", "一", &["length_ratio"]),
    ("abcdefghij klm nop", "一二三四五六七八九十", &[]),
];

#[test]
fn every_pair_has_its_reasons_on_either_side() {
    let (straight, swapped) = (gates("en", "zh-Hant-TW"), gates("zh-Hant-TW", "en"));
    for &(english, chinese, expected) in PAIRS {
        let found = reasons(&straight, Genre::Prose, english, chinese);
        assert_eq!(found, expected, "{english} | {chinese}");
        let found = reasons(&swapped, Genre::Prose, chinese, english);
        assert_eq!(found, expected, "{chinese} | {english}");
    }
}

#[test]
fn the_limits_of_a_gloss_are_exact() {
    let gates = gates("en", "zh-Hant-TW");
    let gloss = |letters: usize, latin: usize| {
        let panel = format!(
            "{} ({})",
            "ab".repeat(latin / 2) + &"c".repeat(latin % 2),
            "字".repeat(letters)
        );
        let found = reasons(&gates, Genre::Prose, &panel, "甲");
        found
            .into_iter()
            .find(|reason| reason.starts_with("en_gloss"))
    };
    assert_eq!(gloss(20, 80), None);
    assert_eq!(gloss(20, 79).as_deref(), Some("en_gloss_share"));
    assert_eq!(gloss(21, 100).as_deref(), Some("en_gloss_long"));
}

#[test]
fn a_bracket_ends_with_its_line() {
    let panel = "a long enough sentence (社群\n資料) before and after, so that no share matters";
    let found = reasons(
        &gates("en", "zh-TW"),
        Genre::Prose,
        panel,
        "一個夠長的句子，前後都有字",
    );
    assert_eq!(found, ["en_bare_cjk"]);
}

#[test]
fn a_gate_looks_at_its_language_alone() {
    for (left, right, left_text, right_text, expected) in [
        (
            "en",
            "zh-Hans-CN",
            "books 图书 a",
            "图书 b",
            &["en_bare_cjk", "en_gloss_share"][..1],
        ),
        ("de", "zh-Hans", "Ein Buch", "一本圖書", &["zh_traditional"]),
        ("ja", "zh-Hant", "本を読む人", "讀书人", &["zh_simplified"]),
        (
            "fr",
            "zh-TW",
            "un livre 图书",
            "图书 b",
            &["zh_simplified", "fr_bare_cjk"],
        ),
        ("en", "ja", "I read a book", "本を読む", &[]),
        (
            "en",
            "ja",
            "I read a book",
            "책을 읽다",
            &["ja_kana_hangul"],
        ),
        ("en", "ko", "I read a book", "책을 읽다", &[]),
        ("ru", "th", "Привет, мир", "สวัสดีชาวโลก", &[]),
    ] {
        let found = reasons(&gates(left, right), Genre::Prose, left_text, right_text);
        assert_eq!(found, expected, "{left} {right}");
    }
}

#[test]
fn structured_articles_pass_what_would_judge_their_markup() {
    let gates = gates("en", "zh-Hant-TW");
    let genre = Genre::Structured(Structured::Markdown);
    assert_eq!(
        reasons(&gates, genre, "![圖](a.png)", "![](a.png)"),
        [""; 0]
    );
    assert_eq!(reasons(&gates, genre, "{}", "{}"), ["copy"]);
    assert_eq!(
        reasons(&gates, genre, "{\"a\":\"x\"}", "{\"a\":\"国\"}"),
        ["zh_simplified_quoted"]
    );
    assert_eq!(reasons(&gates, genre, "a", "国"), ["zh_simplified"]);
}

#[test]
fn structured_pairs_must_be_of_their_format_and_have_one_skeleton() {
    const GOOD: &[&str] = &[];
    const BROKEN: &[&str] = &["structure"];
    const OTHER: &[&str] = &["skeleton"];
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
        let found = reasons(&gates("en", "zh-Hant-TW"), genre, left, right);
        assert_eq!(found, expected, "{left} | {right}");
        let found = reasons(&gates("zh-Hant-TW", "en"), genre, right, left);
        assert_eq!(found, expected, "{right} | {left}");
        let found = reasons(&gates("en", "zh-Hant-TW"), Genre::Prose, left, right);
        let of_gate = |reason: &Reason| structure::REASONS.contains(&reason.as_str());
        assert!(
            !found.iter().any(of_gate),
            "only structured pairs are looked at"
        );
    }
}

#[test]
fn the_tables_of_forms_hold_what_their_headers_say() {
    for (name, count) in [("simplified_only", 3772), ("traditional_only", 3198)] {
        let scalars: Vec<char> = crate::profile::form(name).unwrap().collect();
        assert_eq!(scalars.len(), count);
        assert!(scalars.is_sorted_by(|a, b| a < b));
        assert!(scalars.iter().all(|&scalar| scalar::is_han(scalar)));
        for both in "台里面后干只了出".chars() {
            assert!(!scalars.contains(&both), "{name} {both}");
        }
    }
    let variants: Vec<char> = crate::profile::form("variants_tw").unwrap().collect();
    assert_eq!(variants.len(), 76);
    assert!(variants.chunks(2).all(|pair| pair[0] != pair[1]));
}

#[test]
fn what_is_in_use_in_taiwan_is_not_wrong() {
    let profile = Language::of("zh-Hant-TW", &[]).profile;
    let wrong = profile.wrong.as_ref().unwrap();
    let table: Vec<char> = crate::profile::form(&wrong.tables[0]).unwrap().collect();
    let forms = forms::Forms::of(&profile);
    for also in wrong.except.chars() {
        assert!(table.contains(&also) && !forms.is_wrong(also), "{also}");
    }
    assert!(forms.is_wrong('图') && !forms.is_wrong('著') && !forms.is_wrong('裏'));
}
