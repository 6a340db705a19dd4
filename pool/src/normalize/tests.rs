//! What the repairs do together.

use super::*;
use proptest::prelude::*;

const LATIN: Facts = Facts {
    latin: true,
    bidi: false,
    structured: false,
};
const CHINESE: Facts = Facts {
    latin: false,
    ..LATIN
};

fn normal(panel: &str, rule: &Rule, facts: Facts) -> (String, Vec<&'static str>) {
    let (text, repairs) = normalize(panel, rule, facts);
    let names = repairs.into_iter().map(Repair::name).collect();
    (text.into_owned(), names)
}

#[test]
fn each_repair_is_named_where_it_changed_something() {
    let all: &[(&str, Facts, &str, &[&str])] = &[
        ("plain\n\ntext", LATIN, "plain\n\ntext", &[]),
        (
            "他說：「好，　１２３ＡＢＣ」",
            CHINESE,
            "他說：「好，　１２３ＡＢＣ」",
            &[],
        ),
        ("a\r\nb\r\n", LATIN, "a\nb", &["crlf", "edge_lf"]),
        ("a\rb\r\r\nc", LATIN, "a\rb\r\r\nc", &[]),
        ("e\u{301}", LATIN, "é", &["nfc"]),
        ("\u{f900}", CHINESE, "\u{8c48}", &["nfc"]),
        ("ﬁ①㎏", LATIN, "ﬁ①㎏", &[]),
        ("co\u{ad}op", LATIN, "coop", &["strip_invisible"]),
        ("ＵＳＢ 3", LATIN, "USB 3", &["fold_fullwidth_alnum"]),
        ("R&amp;D", LATIN, "R&D", &["html_entities"]),
        ("&shy;", LATIN, "", &["strip_invisible", "html_entities"]),
        ("e&#x301;", LATIN, "é", &["nfc", "html_entities"]),
        ("\n\n&nbsp;\na", LATIN, "a", &["html_entities", "edge_lf"]),
        (
            "＆ｌｔ；ａｂｃ",
            LATIN,
            "<abc",
            &["fold_fullwidth_alnum", "html_entities"],
        ),
        (
            "&l\u{200b}t\u{37e}",
            LATIN,
            "<",
            &["nfc", "strip_invisible", "html_entities"],
        ),
        (
            "a\r\u{200b}\n",
            LATIN,
            "a",
            &["crlf", "strip_invisible", "edge_lf"],
        ),
        (
            "\u{feff}\n\u{200b}\n",
            LATIN,
            "",
            &["strip_invisible", "edge_lf"],
        ),
    ];
    for (given, facts, text, names) in all {
        let found = normal(given, &Rule::default(), *facts);
        assert_eq!(found, ((*text).to_owned(), names.to_vec()), "{given:?}");
    }
}

#[test]
fn facts_decide_what_is_left_alone() {
    let text = "\u{200f}Ａ&lt;\u{200b}";
    let rule = Rule::default();
    let facts = |latin, bidi, structured| Facts {
        latin,
        bidi,
        structured,
    };
    assert_eq!(normal(text, &rule, facts(true, false, false)).0, "A<");
    assert_eq!(normal(text, &rule, facts(false, false, false)).0, "Ａ<");
    assert_eq!(
        normal(text, &rule, facts(true, true, false)).0,
        "\u{200f}A<"
    );
    assert_eq!(normal(text, &rule, facts(true, false, true)).0, "Ａ&lt;");
}

#[test]
fn a_switch_turns_one_repair_off() {
    let text = "a\r\nｅ\u{200b}e\u{301}&lt;";
    let whole = [
        "crlf",
        "nfc",
        "strip_invisible",
        "fold_fullwidth_alnum",
        "html_entities",
    ];
    assert_eq!(
        normal(text, &Rule::default(), LATIN),
        ("a\neé<".to_owned(), whole.to_vec())
    );
    let switched = [
        ("nfc", "nfc"),
        ("invisible", "strip_invisible"),
        ("crlf", "crlf"),
        ("full_width", "fold_fullwidth_alnum"),
        ("entities", "html_entities"),
    ];
    assert_eq!(switched.map(|(switch, _)| switch), Rule::NAMES);
    for (switch, name) in switched {
        let mut rule = Rule::default();
        assert!(rule.set(switch, false));
        let mut rest = whole.to_vec();
        rest.retain(|repair| *repair != name);
        assert_eq!(normal(text, &rule, LATIN).1, rest, "{switch}");
    }
}

#[test]
fn what_needs_nothing_is_borrowed() {
    for text in [
        "plain & simple",
        "一行。“x”——…",
        "a\n一",
        "\u{f00}\u{e33}",
        "",
    ] {
        let (found, _) = normalize(text, &Rule::default(), LATIN);
        assert!(matches!(found, Cow::Borrowed(_)), "{text:?}");
    }
}

#[test]
fn the_version_of_unicode_is_a_decision() {
    assert_eq!(unicode_normalization::UNICODE_VERSION, (18, 0, 0));
}

/// Pieces of which entities, spans, marks and line ends are made, so that random panels hold some of each.
const PIECES: [&str; 66] = [
    "&",
    ";",
    "#",
    "a",
    "m",
    "p",
    "l",
    "t",
    "lt",
    "amp",
    "39",
    "x",
    "`",
    "``",
    "```",
    "\r",
    "\n",
    "\r\n",
    " ",
    "e",
    "\u{301}",
    "\u{338}",
    "<",
    "K",
    "\u{200b}",
    "\u{ad}",
    "\u{200f}",
    "\u{feff}",
    "\u{200d}",
    "🏴",
    "\u{e0067}",
    "\u{e0062}",
    "\u{e0073}",
    "\u{e007f}",
    "Ａ",
    "ｌｔ",
    "＆",
    "；",
    "｀",
    "＃",
    "９",
    "\u{3000}",
    "\u{37e}",
    "\u{1fef}",
    "\u{212a}",
    "一",
    "か",
    "\u{3099}",
    "\u{1100}",
    "\u{1161}",
    "\u{11a8}",
    "\u{f900}",
    "\u{958}",
    "&amp;",
    "&lt;",
    "&#97;",
    "&#38;",
    "&#59;",
    "&#x23;",
    "&shy;",
    "&#8203;",
    "&#x301;",
    "&#xFF4C;",
    "&#x37E;",
    "&#96;",
    "&#x1F3F4;",
];

fn panel() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec(prop::sample::select(&PIECES[..]), 0..14);
    prop_oneof![9 => pieces.prop_map(|pieces| pieces.concat()), 1 => any::<String>()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn what_is_normal_stays(text in panel(), on in any::<[bool; 5]>(), facts in any::<[bool; 3]>()) {
        let mut rule = Rule::default();
        for (name, on) in Rule::NAMES.into_iter().zip(on) {
            rule.set(name, on);
        }
        let [latin, bidi, structured] = facts;
        for rule in [rule, Rule::default()] {
            let facts = Facts { latin, bidi, structured };
            let (once, repairs) = normalize(&text, &rule, facts);
            prop_assert_eq!(repairs.is_empty(), once == text.as_str());
            prop_assert_eq!(repairs.is_empty(), matches!(once, Cow::Borrowed(_)));
            prop_assert!(repairs.is_sorted_by(|a, b| a < b));
            let (twice, more) = normalize(&once, &rule, facts);
            prop_assert_eq!(&twice, &once, "{:?} {:?}", more, &rule);
            prop_assert_eq!(more, Vec::new());
        }
    }
}
