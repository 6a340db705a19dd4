//! Texts that are not of their format: one row a case.

use super::super::*;

const BROKEN: &[(Structured, &str, &str)] = &[
    (
        Structured::Json,
        "",
        "line 1 column 0: EOF while parsing a value",
    ),
    (
        Structured::Json,
        "{\n\"a\": 1,}",
        "line 2 column 8: key must be a string",
    ),
    (
        Structured::Json,
        "{} {}",
        "line 1 column 4: trailing characters",
    ),
    (Structured::Json, "[01]", "line 1 column 3: invalid number"),
    (Structured::Json, "NaN", "line 1 column 1: expected value"),
    (
        Structured::Json,
        "{\"a\": 1,\n \"\\u0061\": 2}",
        "line 2 column 2: key \"\\u0061\" twice",
    ),
    (
        Structured::Json,
        "{\"a\\u00e9\": {\"a\\u00e9\": 1}, \"a\\u00E9\": 2}",
        "line 1 column 29: key \"a\\u00E9\" twice",
    ),
    (Structured::Csv, "a,b", "1 row, not 2 or more"),
    (
        Structured::Csv,
        "a,b\n1,2\n3",
        "row 3: 1 fields, not 2 as in row 1",
    ),
    (
        Structured::Csv,
        "a,b\n\n1,2",
        "line 2 column 1: an empty row",
    ),
    (
        Structured::Csv,
        "a,b\n1,x\"y\"",
        "line 2 column 4: a quote inside a field",
    ),
    (
        Structured::Csv,
        "a,b\n\"1\"x,2",
        "line 2 column 4: text behind a closing quote",
    ),
    (
        Structured::Csv,
        "a,b\n1,\"2",
        "line 2 column 3: a quote that nothing closes",
    ),
    (
        Structured::Csv,
        "a,b\r1,2",
        "line 1 column 4: a CR without LF",
    ),
    (
        Structured::Xml,
        "甲",
        "line 1 column 1: text outside of the root",
    ),
    (
        Structured::Xml,
        "\u{feff}<a/>",
        "it begins with a byte order mark; remove it",
    ),
    (
        Structured::Xml,
        "<a/><b/>",
        "line 1 column 5: a second root element",
    ),
    (Structured::Xml, "<a><b></a>", ""),
    (
        Structured::Xml,
        "<a>",
        "line 1 column 4: an element that nothing closes",
    ),
    (
        Structured::Xml,
        "<!-- a -->",
        "line 1 column 11: no root element",
    ),
    (
        Structured::Xml,
        "<a b='1' b='2'/>",
        "line 1 column 1: attribute b twice",
    ),
    (
        Structured::Xml,
        "<a b='1'c='2'/>",
        "line 1 column 1: no space before an attribute",
    ),
    (
        Structured::Xml,
        "<a b/>",
        "line 1 column 1: an attribute without value",
    ),
    (
        Structured::Xml,
        "<a b=1/>",
        "line 1 column 1: an attribute without quotes",
    ),
    (
        Structured::Xml,
        "<a b='<'/>",
        "line 1 column 1: < in an attribute",
    ),
    (
        Structured::Xml,
        "<a b='&x;'/>",
        "line 1 column 1: no reference: &x;",
    ),
    (
        Structured::Xml,
        "<a>&nbsp;</a>",
        "line 1 column 4: no reference: &nbsp;",
    ),
    (
        Structured::Xml,
        "<a>&#0;</a>",
        "line 1 column 4: no reference: &#0;",
    ),
    (
        Structured::Xml,
        "<a>&#+65;</a>",
        "line 1 column 4: no reference: &#+65;",
    ),
    (Structured::Xml, "<a>a & b</a>", ""),
    (
        Structured::Xml,
        "<a>]]></a>",
        "line 1 column 4: ]]> in text",
    ),
    (Structured::Xml, "<a><!-- -- --></a>", ""),
    (Structured::Xml, "<a><!-- ---></a>", ""),
    (Structured::Xml, "<a><!--></a>", ""),
    (Structured::Xml, "<1/>", "line 1 column 1: no name: <1"),
    (Structured::Xml, "<a/ >", ""),
    (Structured::Xml, "< a/>", ""),
    (Structured::Xml, "<a></ a>", ""),
    (Structured::Xml, "<a></a b>", ""),
    (Structured::Xml, "</a>", ""),
    (
        Structured::Xml,
        "<a/>x",
        "line 1 column 5: text outside of the root",
    ),
    (
        Structured::Xml,
        "<a/>&#32;",
        "line 1 column 5: text outside of the root",
    ),
    (
        Structured::Xml,
        "<a/><![CDATA[]]>",
        "line 1 column 5: text outside of the root",
    ),
    (Structured::Xml, "<a><!DOCTYPE a></a>", ""),
    (Structured::Xml, "<!doctype a><a/>", ""),
    (Structured::Xml, "<!DOCTYPE a><!DOCTYPE a><a/>", ""),
    (Structured::Xml, " <?xml version='1.0'?><a/>", ""),
    (Structured::Xml, "<?xml?><a/>", ""),
    (Structured::Xml, "<?xml version='2.0'?><a/>", ""),
    (Structured::Xml, "<?xml version='1.0' x='y'?><a/>", ""),
    (Structured::Xml, "<a><?XML x?></a>", ""),
    (Structured::Xml, "<a><? x?></a>", ""),
    (
        Structured::Xml,
        "<a>\u{1}</a>",
        "line 1 column 4: U+0001 is no character of XML",
    ),
    (Structured::Xml, "<a><![CDATA[</a>", ""),
    (Structured::Xml, "<a", ""),
];

#[test]
fn a_text_that_is_not_of_its_format_says_where_and_why() {
    let mut wrong = Vec::new();
    for &(format, text, wanted) in BROKEN {
        match skeleton(format, text) {
            Err(fault) if fault == wanted || (wanted.is_empty() && fault.starts_with("line ")) => {}
            other => wrong.push(format!("{text:?}: {other:?}, not {wanted:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let both = difference(Structured::Json, "{", "{}");
    let Some(Difference::Structure(faults)) = both else {
        panic!("{both:?}");
    };
    assert!(faults.left.is_some() && faults.right.is_none());
}
