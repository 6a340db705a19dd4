//! Pairs: what is replaced, and what is left out.

use crate::panels::Panels;
use crate::pii::{Kind, Outcome, Rule, redact};

fn outcome(left: &str, right: &str) -> Outcome {
    redact(Panels::new(left, right), &Rule::default())
}

fn replaced(left: &str, right: &str, counts: &[(Kind, u64)]) -> Outcome {
    Outcome::Replaced {
        text: Panels::new(left.to_owned(), right.to_owned()),
        counts: counts.to_vec(),
    }
}

fn rejected(reason: &'static str, left: &str, right: &str) -> Outcome {
    Outcome::Rejected {
        reason,
        found: Panels::new(left.to_owned(), right.to_owned()),
    }
}

#[test]
fn both_panels_get_the_same_placeholders() {
    assert_eq!(
        outcome(
            "Contact debian-devel@lists.debian.org for help",
            "如需協助請洽 debian-devel@lists.debian.org",
        ),
        replaced(
            "Contact <EMAIL> for help",
            "如需協助請洽 <EMAIL>",
            &[(Kind::Email, 1)]
        )
    );
    assert_eq!(
        outcome(
            "Card 4111 1111 1111 1111, ID A123456789, phone 0912-345-678",
            "卡號 4111 1111 1111 1111，身分證 A123456789，手機 0912-345-678",
        ),
        replaced(
            "Card <CARD>, ID <ID>, phone <PHONE>",
            "卡號 <CARD>，身分證 <ID>，手機 <PHONE>",
            &[(Kind::Card, 1), (Kind::TwId, 1), (Kind::TwMobile, 1)]
        )
    );
    assert_eq!(
        outcome(
            "Section 7.4.1.2 and host 8.8.8.8",
            "第 7.4.1.2 節與主機 8.8.8.8"
        ),
        replaced(
            "Section 7.4.1.2 and host <IP>",
            "第 7.4.1.2 節與主機 <IP>",
            &[(Kind::Ipv4, 1)]
        )
    );
}

#[test]
fn nothing_is_clean() {
    for (left, right) in [
        ("", ""),
        ("Nothing here.", "這裡什麼也沒有。"),
        (
            "task-gnome-flashback-desktop",
            "請安裝 task-gnome-flashback-desktop",
        ),
        ("13 28 29 30 133 8232 8233", "13 28 29 30 133 8232 8233"),
        ("4111 1111 1111 1112", "4111 1111 1111 1112"),
        ("<EMAIL> and <PHONE>", "<EMAIL>"),
    ] {
        assert_eq!(outcome(left, right), Outcome::Clean, "{left}");
    }
}

#[test]
fn panels_that_differ_go() {
    for (left, right, found) in [
        ("Write to me@shop.io", "請來信", ("email", "")),
        (
            "me@shop.io or +44 20 7946 0958",
            "+44 20 7946 0958 或 me@shop.io",
            ("email phone", "phone email"),
        ),
        (
            "me@shop.io",
            "me@shop.io 或 me@shop.io",
            ("email", "email email"),
        ),
        ("me@shop.io", "手機 0912-345-678", ("email", "tw_mobile")),
    ] {
        let expected = rejected("pii_differs", found.0, found.1);
        assert_eq!(outcome(left, right), expected, "{left}");
    }
}

#[test]
fn a_private_key_goes_on_either_panel() {
    let key = format!("-----BEGIN PRIVATE KEY-----\n{}\n", "Ab3d".repeat(12));
    assert_eq!(
        outcome(&key, &key),
        rejected("pii_private_key", "private_key", "private_key")
    );
    assert_eq!(
        outcome("none", &key),
        rejected("pii_private_key", "", "private_key")
    );
}

#[test]
fn a_word_on_one_panel_counts_for_both() {
    // The English words stand too far away, or after the number.
    let far = "as the sentence goes on and on with much that says nothing of it at all";
    assert_eq!(
        outcome(&format!("phone, {far}: 02-2345-6789"), "電話 (02)2345-6789"),
        replaced(
            &format!("phone, {far}: <PHONE>"),
            "電話 <PHONE>",
            &[(Kind::TwLandline, 1)]
        )
    );
    // What a word of the other panel calls a version is none here either.
    assert_eq!(
        outcome("Reader 11.2.202.235", "閱讀器版本 11.2.202.235"),
        Outcome::Clean
    );
    assert_eq!(
        outcome("Yuan-Tai 0940012345", "院台字第 0940012345 號"),
        Outcome::Clean
    );
}

#[test]
fn two_forms_of_one_kind_agree() {
    assert_eq!(
        outcome("+886 912 345 678", "0912-345-678"),
        replaced("<PHONE>", "<PHONE>", &[(Kind::TwMobile, 1)])
    );
}

#[test]
fn what_a_replacement_uncovers_is_replaced() {
    // In a list with the address the card's number is one of many.
    let text = "8.8.8.8 1 4111 1111 1111 1111 host 8.8.4.4";
    assert_eq!(
        outcome(text, text),
        replaced(
            "8.8.8.8 1 4111 1111 1111 1111 host <IP>",
            "8.8.8.8 1 4111 1111 1111 1111 host <IP>",
            &[(Kind::Ipv4, 1)]
        )
    );
    let text = "138-0013-8000 4111 1111 1111 1111";
    let outcome = outcome(text, text);
    assert_eq!(
        outcome,
        replaced(
            "<PHONE> <CARD>",
            "<PHONE> <CARD>",
            &[(Kind::Card, 1), (Kind::CnMobile, 1)]
        )
    );
}

#[test]
fn the_rule_says_what_is_looked_for() {
    let text = "me@shop.io, host 8.8.8.8";
    let only = |kinds: &[Kind], allow: &[&str]| {
        let rule = Rule {
            kinds: kinds.to_vec(),
            allow: allow.iter().map(|text| (*text).to_owned()).collect(),
        };
        redact(Panels::new(text, text), &rule)
    };
    let show = |text: &str, kind| replaced(text, text, &[(kind, 1)]);
    assert_eq!(
        only(&[Kind::Email], &[]),
        show("<EMAIL>, host 8.8.8.8", Kind::Email)
    );
    assert_eq!(
        only(&Kind::ALL, &["me@shop.io"]),
        show("me@shop.io, host <IP>", Kind::Ipv4)
    );
    assert_eq!(
        only(&Kind::ALL, &["shop.io"]).clone(),
        replaced(
            "<EMAIL>, host <IP>",
            "<EMAIL>, host <IP>",
            &[(Kind::Email, 1), (Kind::Ipv4, 1)]
        )
    );
    assert_eq!(only(&[Kind::Ipv4], &["8.8.8.8"]), Outcome::Clean);
    assert_eq!(only(&[], &[]), Outcome::Clean);
}

#[test]
fn names_are_read_back() {
    for kind in Kind::ALL {
        assert_eq!(Kind::parse(kind.name()), Some(kind));
        let shown = kind.placeholder();
        assert!(
            !shown.contains(|part: char| part.is_ascii_digit() || part == '@'),
            "{shown}"
        );
    }
    assert!(Kind::ALL.is_sorted());
    assert_eq!(Kind::parse("Email"), None);
}
