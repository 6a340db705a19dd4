//! Private keys in PEM and OpenPGP armour: a heading and, behind it, text in base64. A heading alone is an explanation.

use super::Kind;
use super::candidate::{Candidates, State};
use memchr::memmem::Finder;
use std::sync::LazyLock;

const HEAD: &str = "-----BEGIN ";
const FOOT: &str = "-----END ";
const DASHES: &str = "-----";
/// Characters of base64 in a row that make a key of it.
const LEAST: usize = 32;

static HEADS: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(HEAD));

pub(super) fn look(panel: &str, out: &mut Candidates) {
    let mut from = 0;
    while let Some(found) = HEADS.find(&panel.as_bytes()[from..]) {
        let start = from + found;
        from = start + HEAD.len();
        let Some((title, rest)) = panel[from..].split_once(DASHES) else {
            return;
        };
        if !title.ends_with("PRIVATE KEY") && !title.ends_with("PRIVATE KEY BLOCK") {
            continue;
        }
        let body = panel.len() - rest.len();
        let dashes = rest.find(DASHES).unwrap_or(rest.len());
        if let Some(last) = last_of_base64(&rest[..dashes]) {
            from = match foot(&rest[dashes..], title) {
                Some(foot) => body + dashes + foot,
                None => body + last,
            };
            out.add(Kind::PrivateKey, start, from, State::Sure);
        }
    }
}

/// Returns the length of the line that ends a key.
fn foot(text: &str, title: &str) -> Option<usize> {
    let rest = text.strip_prefix(FOOT)?.strip_prefix(title)?;
    Some(text.len() - rest.strip_prefix(DASHES)?.len())
}

/// Returns where the last long row of base64 ends.
fn last_of_base64(text: &str) -> Option<usize> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=".contains(byte);
    let mut last = None;
    let mut begin = 0;
    for row in text.as_bytes().split(|byte| !is_part(byte)) {
        let end = begin + row.len();
        if row.len() >= LEAST {
            last = Some(end);
        }
        begin = end + 1;
    }
    last
}
