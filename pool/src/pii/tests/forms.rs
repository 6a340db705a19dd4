//! Secrets, keys, and check digits: of all that differ in one place, one passes.

use crate::pii::{Kind, Rule, find};

fn kinds(panel: &str) -> Vec<Kind> {
    let found = find(panel, &Rule::default());
    found.iter().map(|found| found.kind).collect()
}

/// Returns random text as a key has it: letters and digits, none of it anybody's.
fn mixed(len: usize) -> String {
    let letters = b"q7Rk2ZpX9sVb4TnM6cYd8WgH3fLj5JtQ1uKa0EoU";
    let places = (0..len).map(|at| char::from(letters[(at * 7 + at / 40) % letters.len()]));
    places.collect()
}

#[test]
fn secrets() {
    let upper = mixed(16).to_ascii_uppercase();
    let token = format!("eyJ{}.eyJ{}.{}", mixed(20), mixed(30), mixed(43));
    for text in [
        format!("AKIA{upper}"),
        format!("ghp_{}", mixed(36)),
        format!("glpat-{}", mixed(20)),
        format!("AIza{}", mixed(35)),
        format!("sk-{}", mixed(48)),
        format!("sk-proj-{}-{}", mixed(40), mixed(20)),
        format!("xoxb-123456789012-{}", mixed(24)),
        format!("123456789:AA{}", mixed(33)),
        token,
    ] {
        for panel in [
            text.clone(),
            format!("key={text}"),
            format!("金鑰：{text}。"),
        ] {
            let found = find(&panel, &Rule::default());
            let shown: Vec<&str> = found
                .iter()
                .map(|found| &panel[found.start..found.end])
                .collect();
            assert_eq!(shown, [text.as_str()], "{panel}");
            assert_eq!(found[0].kind, Kind::Secret);
        }
        let inside = format!("x{text}");
        assert_eq!(kinds(&inside), [], "{inside}");
    }
}

#[test]
fn no_secrets() {
    for text in [
        "task-gnome-flashback-desktop",
        "sk-learn-is-a-package-with-a-long-name-2",
        "AKIAIOSFODNN7EXAMPLE",
        "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx1",
        "ghp_xXxXxXxXxXxXxXxXxXxXxXxXxXxXxXxXxXx1",
        "eyJ0.eyJ1.2",
        "12:34:56 123456789:ABC",
    ] {
        assert_eq!(kinds(text), [], "{text}");
    }
}

#[test]
fn private_keys() {
    let body = mixed(64);
    let head = "-----BEGIN RSA PRIVATE KEY-----";
    let foot = "-----END RSA PRIVATE KEY-----";
    for (panel, end) in [
        (format!("a {head}\n{body}\n{foot} b"), foot),
        (format!("a {head}\\n{body}\\n{foot} b"), foot),
        (format!("a {head}\n{body}\nb"), body.as_str()),
        (format!("鑰 {head}\n{body}\n-----END 甲"), body.as_str()),
    ] {
        let found = find(&panel, &Rule::default());
        let [key] = found[..] else {
            panic!("{panel}: {found:?}");
        };
        let text = &panel[key.start..key.end];
        assert!(text.starts_with(head) && text.ends_with(end), "{text}");
        assert_eq!(key.kind, Kind::PrivateKey);
    }
    for panel in [
        format!("A file begins with {head} and ends with {foot}."),
        format!("-----BEGIN CERTIFICATE-----\n{body}\n-----END CERTIFICATE-----"),
        format!("-----BEGIN PUBLIC KEY-----\n{body}\n-----END PUBLIC KEY-----"),
        format!("{head}\n{foot}\n"),
        "-----BEGIN ".to_owned(),
    ] {
        assert_eq!(kinds(&panel), [], "{panel}");
    }
}

#[test]
fn one_check_place_in_ten_passes() {
    for (body, kind) in [
        ("A12345678", Kind::TwId),
        ("Z29876543", Kind::TwId),
        ("I80000001", Kind::TwArc),
        ("WD1234567", Kind::TwArc),
        ("11010519491231002", Kind::CnId),
        ("411111111111111", Kind::Card),
        ("37828224631000", Kind::Card),
        ("DE8937040044053201300", Kind::Iban),
    ] {
        let ends = "0123456789X".chars();
        let passing = ends.filter(|end| kinds(&format!("{body}{end}")) == [kind]);
        assert_eq!(passing.count(), 1, "{body}");
    }
}
