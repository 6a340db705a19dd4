//! Keys and tokens of services, by the prefix that the service gives them.
//!
//! The prefix must begin a word (`task-gnome` holds `sk-` and is none), and what follows must be as mixed as random text is.

use super::Kind;
use super::candidate::{Candidates, State};
use super::scan::Scan;

/// What may stand behind a prefix.
#[derive(Clone, Copy)]
enum Body {
    /// Upper-case letters and digits.
    Upper,
    /// Letters and digits, upper and lower case among them.
    Mixed,
    /// The same with hyphens and low lines.
    Url,
    /// Lower-case hexadecimal digits.
    Hex,
}

/// Prefix, least and most places behind it, and their form, as the services document them.
const FORMS: &[(&str, usize, usize, Body)] = &[
    ("AIza", 35, 35, Body::Url),
    ("AKIA", 16, 16, Body::Upper),
    ("ASIA", 16, 16, Body::Upper),
    ("GOCSPX-", 28, 28, Body::Url),
    ("dop_v1_", 64, 64, Body::Hex),
    ("ghp_", 36, 36, Body::Mixed),
    ("gho_", 36, 36, Body::Mixed),
    ("ghr_", 36, 76, Body::Mixed),
    ("ghs_", 36, 36, Body::Mixed),
    ("ghu_", 36, 36, Body::Mixed),
    ("github_pat_", 82, 82, Body::Url),
    ("glpat-", 20, 64, Body::Url),
    ("hf_", 34, 40, Body::Mixed),
    ("npm_", 36, 36, Body::Mixed),
    ("pypi-AgEIcHlwaS5vcmc", 50, 1000, Body::Url),
    ("rk_live_", 24, 128, Body::Mixed),
    ("sk_live_", 24, 128, Body::Mixed),
    ("sk-ant-", 32, 200, Body::Url),
    ("sk-or-", 32, 200, Body::Url),
    ("sk-proj-", 32, 300, Body::Url),
    ("sk-svcacct-", 32, 300, Body::Url),
    ("sk-", 32, 64, Body::Mixed),
    ("xapp-", 32, 200, Body::Url),
    ("xoxa-", 24, 200, Body::Url),
    ("xoxb-", 24, 200, Body::Url),
    ("xoxp-", 24, 200, Body::Url),
    ("xoxr-", 24, 200, Body::Url),
    ("xoxs-", 24, 200, Body::Url),
];

/// Tokens shorter than any of these are not looked at.
const LEAST: usize = 20;
/// Different characters that a key has at least: made-up ones repeat a few.
const DIFFERENT: usize = 10;

pub(super) fn look(scan: &Scan<'_>, at: usize, out: &mut Candidates) {
    let Some((start, end)) = scan.token(at, is_url) else {
        return;
    };
    let token = &scan.text[start..end];
    if token.len() >= LEAST && !b"+/".contains(&scan.before(start)) && is_key(token) {
        out.add(Kind::Secret, start, end, State::Sure);
    } else if let Some(end) = signed(scan, start, end).or_else(|| bot(scan, start, end)) {
        out.add(Kind::Secret, start, end, State::Sure);
    }
}

fn is_key(token: &str) -> bool {
    FORMS.iter().any(|(prefix, least, most, body)| {
        token.strip_prefix(prefix).is_some_and(|rest| {
            (*least..=*most).contains(&rest.len()) && fits(rest, *body) && is_mixed(rest)
        })
    })
}

fn fits(rest: &str, body: Body) -> bool {
    let has = |class: fn(&u8) -> bool| rest.as_bytes().iter().any(class);
    let all = |class: fn(&u8) -> bool| rest.as_bytes().iter().all(class);
    has(u8::is_ascii_digit)
        && match body {
            Body::Upper => all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()),
            Body::Hex => all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')),
            Body::Mixed => {
                all(u8::is_ascii_alphanumeric)
                    && has(u8::is_ascii_uppercase)
                    && has(u8::is_ascii_lowercase)
            }
            Body::Url => has(u8::is_ascii_alphabetic),
        }
}

/// Tells whether a body is no example: those say so, or repeat a few characters.
fn is_mixed(rest: &str) -> bool {
    let mut bytes: Vec<u8> = rest.bytes().collect();
    bytes.sort_unstable();
    bytes.dedup();
    bytes.len() >= DIFFERENT && !rest.to_ascii_uppercase().contains("EXAMPLE")
}

/// Returns where a JSON Web Token ends: two objects in base64 (`eyJ`) and a signature, with dots between.
fn signed(scan: &Scan<'_>, start: usize, end: usize) -> Option<usize> {
    let part = |from: usize| {
        let rest = scan.bytes.get(from..)?.iter();
        Some(from + rest.take_while(|byte| is_url(**byte)).count())
    };
    let head = &scan.text[start..];
    if !head.starts_with("eyJ") || scan.byte(end) != b'.' {
        return None;
    }
    let second = part(end + 1)?;
    let third = part(second + 1)?;
    let claims = scan.text.get(end + 1..second)?.starts_with("eyJ");
    (claims && scan.byte(second) == b'.' && third - second > LEAST).then_some(third)
}

/// Returns where a token of a Telegram bot ends: its number, a colon, and 35 places that begin with AA.
fn bot(scan: &Scan<'_>, start: usize, end: usize) -> Option<usize> {
    let number = &scan.text[start..end];
    if !(8..=10).contains(&number.len()) || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let rest = scan.text[end..].strip_prefix(":AA")?;
    let len = rest.bytes().take_while(|byte| is_url(*byte)).count();
    (len == 33 && is_mixed(&rest[..len])).then_some(end + 3 + len)
}

fn is_url(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}
