//! Pairs that agree, and the first difference of those that do not: one row a case.

mod broken;

use super::*;

const AGREE: &[(Structured, &str, &str)] = &[
    (
        Structured::Json,
        r#"{"a": ["x", 1, true, null], "b": {}}"#,
        "{\"a\":[\"甲\",-2.5e9,false,null],\n\t\"b\":{ }}",
    ),
    // Two spellings of a key.
    (
        Structured::Json,
        r#"{"\u0061": 1e300, "b": "\ud83d\ude00"}"#,
        r#"{"a": 2, "b": "乙"}"#,
    ),
    (Structured::Json, "\"one\"", " \"一\"\n"),
    (
        Structured::Csv,
        "name,note\nA,\"one, two\"\n",
        "name,note\n甲,一\n",
    ),
    (
        Structured::Csv,
        "\"name\",note\r\nA,\"a \"\"b\"\"\nc\"",
        "name,note\n甲,\n",
    ),
    (Structured::Csv, "word\nyes\n\nno", "word\n是\n否\n無"),
    (
        Structured::Xml,
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!-- a -->\n<a b='1' c=\"&lt;&#x4e00;\"><d/>x &amp; y<d>z</d ></a>\n",
        "<a b = '二'\n c=''><d></d><![CDATA[<]]><d>]]&gt;</d></a>",
    ),
    (
        Structured::Xml,
        "<!DOCTYPE a [<!ENTITY n \"x\">]><a>&n;</a>",
        "<?p q?><a>甲</a><!---->",
    ),
    (
        Structured::Markdown,
        "---\ntitle: One\n  - name: x\nplain\n---\n# A\n\nB [c](d) ![e](f)\n\n- g\n- h\n\n1. i\n\n```rust\nj\n```\n",
        "---\ntitle: 一\n\n  - name:\n純文字\n---\n甲\n===\n\n![戊](<d> \"題\")乙[丙](f)\n\n* 庚\n* 辛\n\n3) 壬\n\n~~~rust\n癸\n\n癸\n~~~\n",
    ),
    (
        Structured::Markdown,
        "| a | b |\n|---|:-:|\n| c | d |\n\n> e\n\n---\n\n    f\n\n<p>\ng\n</p>\n",
        "|甲|乙|\n|-|-|\n|丙|丁|\n\n> 戊\n> 己\n\n***\n\n    庚\n\n<div>\n</div>\n",
    ),
    (
        Structured::Html,
        "<!doctype html><p class=a id=\"b\">One <b>two</b><br/><!-- c --></P>",
        "<p CLASS=甲 id>一<b>二</b><br><!----></p >",
    ),
    (Structured::Html, "a < b & c", "甲"),
    (
        Structured::WebText,
        "# One\n\n- two: 2\n→ three\n===\n",
        "# 一\n\n- 二：3\n→ 三\n===\n",
    ),
];

#[test]
fn values_are_no_part_of_a_skeleton() {
    for &(format, left, right) in AGREE {
        assert_eq!(difference(format, left, right), None, "{left} {right}");
        assert_eq!(skeleton(format, left), skeleton(format, right));
    }
}

const DIFFER: &[(Structured, &str, &str, &str, &str, &str)] = &[
    (
        Structured::Json,
        r#"{"items": [{}, {}, {"title": "x"}]}"#,
        r#"{"items": [{}, {}, {}]}"#,
        "$.items[2].title",
        "string",
        "absent",
    ),
    (
        Structured::Json,
        r#"{"a": {"c": 1}, "d": 1}"#,
        r#"{"a": {"b b": [], "c": 1}, "d": 1}"#,
        "$.a[\"b b\"]",
        "absent",
        "array",
    ),
    (
        Structured::Json,
        r#"{"a": 1, "b": 2, "c": 3}"#,
        r#"{"a": 1, "c": 2, "b": 3}"#,
        "$.b",
        "key 2",
        "key 3",
    ),
    (
        Structured::Json,
        r#"[[1, 2], [3]]"#,
        r#"[[1, 2], [3, 4]]"#,
        "$[1][1]",
        "absent",
        "number",
    ),
    (
        Structured::Json,
        "[1, true]",
        "[1, \"x\"]",
        "$[1]",
        "boolean",
        "string",
    ),
    (Structured::Json, "null", "{}", "$", "null", "object"),
    (
        Structured::Csv,
        "name,note\na,b",
        "name,備註\na,b",
        "row 1 field 2",
        "note",
        "備註",
    ),
    (
        Structured::Csv,
        "name,note\na,b",
        "name\na",
        "row 1 field 2",
        "note",
        "absent",
    ),
    (
        Structured::Csv,
        "a,b\n1,2",
        "a,b\n1,2\n3,4",
        "end",
        "2 rows",
        "3 rows",
    ),
    (
        Structured::Xml,
        "<law><article/><article no='1' x=''/></law>",
        "<law><article/><article x=''/></law>",
        "/law/article[2]/@no",
        "@no",
        "@x",
    ),
    (
        Structured::Xml,
        "<law><article><p/></article><q/></law>",
        "<law><article></article><q/></law>",
        "/law/article/p",
        "element",
        "absent",
    ),
    (
        Structured::Xml,
        "<law><p/><q/></law>",
        "<law><p/><r/></law>",
        "/law/*[2]",
        "<q>",
        "<r>",
    ),
    (
        Structured::Xml,
        "<a/>",
        "<a><b/></a>",
        "/a/b",
        "absent",
        "element",
    ),
    (
        Structured::Markdown,
        "# a\n\nb\n\n## c",
        "# a\n\nb\n\n### c",
        "block 3 (heading 2)",
        "heading 2",
        "heading 3",
    ),
    (
        Structured::Markdown,
        "- a\n- b",
        "- a\n- b\n- c",
        "block 4 (item)",
        "absent",
        "item",
    ),
    (
        Structured::Markdown,
        "```rust\n```",
        "```\n```",
        "block 1 (fenced code rust)",
        "fenced code rust",
        "fenced code ",
    ),
    (
        Structured::Markdown,
        "|a|b|\n|-|-|",
        "|a|\n|-|",
        "block 1 (table of 2 columns)",
        "table of 2 columns",
        "table of 1 columns",
    ),
    (
        Structured::Markdown,
        "[a](b) <https://c.d>",
        "[a](b) <https://c.e>",
        "link 2",
        "https://c.d",
        "https://c.e",
    ),
    (
        Structured::Markdown,
        "---\na: b\nc: d\n---\ne",
        "---\na: b\n- c: d\n---\ne",
        "front matter line 2",
        "c",
        "- c",
    ),
    (
        Structured::Html,
        "<ul><li class=a><p></ul>",
        "<ul><li id=a><p></ul>",
        "tag 2 <li>",
        "<li class>",
        "<li id>",
    ),
    (
        Structured::Html,
        "<p><!-- a --></p>",
        "<p></p>",
        "comment 1",
        "comment",
        "</p>",
    ),
    (
        Structured::Html,
        "<p>",
        "<p></p>",
        "tag 2 </p>",
        "absent",
        "</p>",
    ),
    (
        Structured::WebText,
        "a\n\n- b",
        "甲\n\n* 乙",
        "line 3",
        "begins with \"- \"",
        "begins with \"* \"",
    ),
    (
        Structured::WebText,
        "a\n2021",
        "甲\n2022",
        "line 2",
        "2021",
        "2022",
    ),
    (
        Structured::WebText,
        "a\nb",
        "甲\n",
        "line 2",
        "not blank",
        "blank",
    ),
    (
        Structured::WebText,
        "a",
        "甲\n",
        "line 2",
        "absent",
        "a line",
    ),
    (
        Structured::WebText,
        "a\n1",
        "甲\n一",
        "line 2",
        "1",
        "letters",
    ),
];

#[test]
fn the_first_difference_is_named_by_its_place() {
    for &(format, left, right, place, a, b) in DIFFER {
        let wanted = |a: &str, b: &str| {
            Some(Difference::Skeleton {
                place: place.to_owned(),
                stands: Panels::new(a.to_owned(), b.to_owned()),
            })
        };
        assert_eq!(
            difference(format, left, right),
            wanted(a, b),
            "{left} {right}"
        );
        // The other way round another place may be the first to be named, but there is one.
        assert!(difference(format, right, left).is_some());
    }
}

#[test]
fn an_excerpt_of_a_difference_fits_and_shows_the_end_of_its_place() {
    let deep: String = (0..20).map(|at| format!("{{\"level{at}\":")).collect();
    let text = |value: &str| format!("{deep}{value}{}", "}".repeat(20));
    let found = difference(Structured::Json, &text("1"), &text("\"x\"")).unwrap();
    let shown = found.excerpts(60);
    assert_eq!(
        shown.left,
        "…l13.level14.level15.level16.level17.level18.level19: number"
    );
    assert!(shown.left.chars().count() <= 60 && shown.right.chars().count() <= 60);
    let broken = difference(Structured::Json, "[", "[]")
        .unwrap()
        .excerpts(60);
    assert_eq!(
        (broken.left.as_str(), broken.right.as_str()),
        ("line 1 column 1: EOF while parsing a list", "parses")
    );
}

#[test]
fn long_values_are_shown_where_they_differ() {
    let link = |page: &str| format!("[a](https://example.org/one/and/the/same/folder/{page})");
    let found = difference(Structured::Markdown, &link("a.html"), &link("b.html"));
    let shown = found.unwrap().excerpts(60);
    assert_eq!(shown.left, "link 1: …e/same/folder/a.html");
    assert_eq!(shown.right, "link 1: …e/same/folder/b.html");
}

const PIECES: &[&str] = &[
    "<",
    ">",
    "/",
    "a",
    "b",
    "=",
    "\"",
    "'",
    "&",
    ";",
    "#",
    "x",
    "!",
    "--",
    "<!--",
    "-->",
    "]]>",
    "<![CDATA[",
    "<!DOCTYPE",
    "<?",
    "?>",
    "xml",
    " ",
    "\n",
    "\t",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    ":",
    ",",
    "1",
    "e",
    "\\",
    "u",
    "d800",
    "`",
    "```",
    "*",
    "_",
    "|",
    "-|",
    "---\n",
    "+",
    ">",
    "~",
    ".",
    "甲",
    "\u{feff}",
    "\u{301}",
    "👍",
    "<a>",
    "</a>",
    "<br/>",
    "\"a\"",
    "\r",
    "\0",
];

#[test]
fn no_text_is_too_strange_to_be_read() {
    let mut state = 1_u64;
    let mut next = move |below: usize| {
        // A linear congruence is random enough to mix pieces.
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(state >> 33).unwrap() % below
    };
    for _ in 0..3000 {
        let length = 1 + next(24);
        let mut text = || -> String { (0..length).map(|_| PIECES[next(PIECES.len())]).collect() };
        let (left, right) = (text(), text());
        for format in Structured::ALL {
            if let Some(found) = difference(format, &left, &right) {
                let shown = found.excerpts(60);
                let most = shown.left.chars().count().max(shown.right.chars().count());
                assert!(most <= 60, "{left:?} {right:?}: {shown:?}");
            }
            assert!(
                difference(format, &left, &left)
                    .is_none_or(|found| matches!(found, Difference::Structure(_)))
            );
        }
    }
}

#[test]
fn hostile_texts_are_read_in_a_small_stack() {
    const MANY: usize = 50_000;
    let nested = |open: &str, close: &str, times: usize| {
        format!("{}{}", open.repeat(times), close.repeat(times))
    };
    let read = move || {
        let fault = skeleton(Structured::Json, &nested("[", "]", MANY)).unwrap_err();
        assert_eq!(fault, "line 1 column 101: nested deeper than 100");
        assert!(skeleton(Structured::Json, &nested("[", "]", 100)).is_ok());
        let fault = skeleton(Structured::Json, "[1, 1e999]").unwrap_err();
        assert_eq!(fault, "line 1 column 5: a number beyond the doubles");
        let fault = skeleton(Structured::Json, "[\"\\ud800\"]").unwrap_err();
        assert_eq!(fault, "line 1 column 2: an escape that is half of a pair");
        assert!(skeleton(Structured::Json, &nested("{\"a\":", "1}", 101)).is_err());
        let xml = nested("<a>", "</a>", MANY);
        let other = xml.replacen("</a>", "<b/></a>", 1);
        assert!(difference(Structured::Xml, &xml, &other).is_some());
        let attributes: String = (0..MANY).map(|at| format!(" a{at}=''")).collect();
        assert!(skeleton(Structured::Xml, &format!("<a{attributes}/>")).is_ok());
        for text in [
            ">".repeat(MANY),
            format!("{}a", "- ".repeat(5000)),
            nested("[", "](a)", MANY),
            nested("![", "](a)", 5000),
            nested("*a **a ", "**", 5000),
            "`".repeat(MANY),
            "<".repeat(MANY),
            "a\n".repeat(MANY),
        ] {
            assert!(skeleton(Structured::Markdown, &text).is_ok());
            assert!(skeleton(Structured::Html, &text).is_ok());
            assert!(skeleton(Structured::WebText, &text).is_ok());
        }
        assert!(skeleton(Structured::Html, &nested("<a b", ">", MANY)).is_ok());
        assert!(skeleton(Structured::Csv, &format!("{0}\n{0}", ",".repeat(MANY))).is_ok());
    };
    let thread = std::thread::Builder::new().stack_size(256 * 1024);
    thread.spawn(read).unwrap().join().unwrap();
}
