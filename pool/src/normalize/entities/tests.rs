//! What is decoded and what stays.

use super::*;

fn decoded(text: &str) -> String {
    let decoder = Decoder {
        nfc: true,
        full_width: true,
    };
    let found = decoder.decode(text);
    assert_ne!(
        found.as_deref(),
        Some(text),
        "a change that changes nothing"
    );
    found.unwrap_or_else(|| text.to_owned())
}

#[test]
fn the_table_ascends_and_its_names_fit() {
    assert_eq!(NAMES.len(), 253);
    assert!(NAMES.is_sorted_by(|a, b| a.0 < b.0));
    for (name, scalar) in NAMES.iter() {
        assert!(name.len() <= BODY_MAX && name.bytes().all(|b| b.is_ascii_alphanumeric()));
        assert!(is_text(*scalar), "{name}");
    }
}

#[test]
fn names_and_numbers_are_read() {
    for (given, plain) in [
        ("R&amp;D", "R&D"),
        ("&lt;b&gt; &quot;x&quot; &apos;", "<b> \"x\" '"),
        ("a&nbsp;b&#160;c&#xA0;d", "a b c d"),
        ("1&ndash;2&mdash;3&hellip;&times;&middot;", "1–2—3…×·"),
        ("&#20013;&#x6587;&#X6587;", "中文文"),
        ("caf&eacute; &Eacute;", "café É"),
        ("it&#39;s &#34;so&#34;", "it's \"so\""),
        ("&#65;&#x61;&#57;", "Aa9"),
        ("&#xFF21;&#x212A;&#x37E;", "AK;"),
        ("&#x1F600;", "😀"),
        ("&#0000039;", "'"),
    ] {
        assert_eq!(decoded(given), plain, "{given}");
    }
}

#[test]
fn what_is_no_reference_stays() {
    for text in [
        "a & b",
        "&",
        "&;",
        "&#;",
        "&#x;",
        "&amp",
        "&amp ;",
        "&Amp;",
        "&foo;",
        "&中;",
        "&#+65;",
        "&#-1;",
        "&#x+41;",
        "&#00000039;",
        "&#0;",
        "&#13;",
        "&#127;",
        "&#150;",
        "&#xD800;",
        "&#xE000;",
        "&#xFFFE;",
        "&#x10FFFF;",
        "&#xFDD0;",
        "&#1114112;",
        "&#99999999;",
        "&#xF0000;",
        "&#96;",
        "&#x1FEF;",
    ] {
        assert_eq!(decoded(text), text);
    }
}

#[test]
fn what_is_decoded_is_part_of_no_other_reference() {
    for text in [
        "&amp;lt;",
        "&amp;amp;lt;",
        "&#38;#39;",
        "&amp;#8203;",
        "&&#97;mp;",
        "&l&#116;;",
        "&lt&#59;",
        "&&#35;39;",
        "&l&shy;t;",
        "&&#8203;lt;",
        "&&#xFF4C;t;",
        "&lt&#x37E;",
        "`&#8203;",
    ] {
        assert_eq!(decoded(text), text);
    }
    for (given, plain) in [
        ("&amp;lt", "&lt"),
        ("&amp;foo;", "&foo;"),
        ("Q&amp;A; b", "Q&A; b"),
        ("&amp;&lt;", "&<"),
        ("&amp;l&shy;t;", "&l&shy;t;"),
        ("&lt;&#97;", "<a"),
        ("&toolongname&#97;", "&toolongnamea"),
        ("R&D&#39;s", "R&D's"),
    ] {
        assert_eq!(decoded(given), plain, "{given}");
    }
}

#[test]
fn code_is_left_alone() {
    for text in [
        "write `&lt;` for it",
        "``&lt; ` &gt;``",
        "```\n&lt;\n\n&gt;\n```",
    ] {
        assert_eq!(decoded(text), text);
    }
    let mixed = "&lt;`&lt;`&lt;`&gt;`&gt; ` &gt;";
    assert_eq!(decoded(mixed), "<`&lt;`<`&gt;`> ` >");
}
