//! E-mail addresses, but for the names that RFC 2606 and 6761 set apart and what only looks like one.

use super::Kind;
use super::candidate::{Candidates, State};

/// Last labels that no mail reaches: reserved names, and endings of files and units (`getty@tty1.service`).
const NO_DOMAIN: &[&str] = &[
    "arpa",
    "automount",
    "bmp",
    "class",
    "conf",
    "corp",
    "css",
    "csv",
    "device",
    "dll",
    "dmg",
    "doc",
    "dom",
    "domain",
    "example",
    "exe",
    "gif",
    "gz",
    "header",
    "home",
    "htm",
    "html",
    "ico",
    "ini",
    "internal",
    "invalid",
    "jar",
    "java",
    "jpeg",
    "jpg",
    "js",
    "json",
    "jsx",
    "lan",
    "local",
    "localdomain",
    "localhost",
    "log",
    "mount",
    "mp",
    "onion",
    "path",
    "pdf",
    "php",
    "png",
    "po",
    "ps",
    "scope",
    "service",
    "slice",
    "socket",
    "svg",
    "swap",
    "target",
    "tar",
    "test",
    "tgz",
    "timer",
    "tld",
    "ts",
    "tsx",
    "txt",
    "webp",
    "xml",
    "yaml",
    "yml",
];

const LOCAL: usize = 64;
const DOMAIN: usize = 253;
/// Bytes before an address in which a scheme can begin.
const SCHEME: usize = 128;

pub(super) fn look(panel: &str, out: &mut Candidates) {
    for at in memchr::memchr_iter(b'@', panel.as_bytes()) {
        let (Some(start), Some(end)) = (local(panel, at), domain(panel, at + 1)) else {
            continue;
        };
        if !is_login(panel, start) && !is_remote_path(panel, end) {
            out.add(Kind::Email, start, end, State::Sure);
        }
    }
}

/// Returns where the part before an at sign begins.
fn local(panel: &str, at: usize) -> Option<usize> {
    let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || b"._%+-".contains(byte);
    let back = panel.as_bytes()[..at].iter().rev();
    let start = at - back.take(LOCAL + 1).take_while(is_part).count();
    let part = &panel[start..at];
    let kept = part.trim_start_matches(['.', '%', '+', '-']);
    let dotted = kept.ends_with('.') || kept.contains("..");
    (!kept.is_empty() && part.len() <= LOCAL && !dotted).then_some(at - kept.len())
}

/// Returns where the domain behind an at sign ends: labels with dots between, the last one of letters.
fn domain(panel: &str, start: usize) -> Option<usize> {
    let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || b".-".contains(byte);
    let on = panel.as_bytes()[start..].iter();
    let len = on.take(DOMAIN + 1).take_while(is_part).count();
    let text = &panel[start..start + len];
    let text = text.split("..").next().unwrap_or_default();
    let text = text.trim_end_matches(['.', '-']);
    let labels: Vec<&str> = text.split('.').collect();
    let is_label =
        |label: &&str| !label.is_empty() && !label.starts_with('-') && !label.ends_with('-');
    let last = labels.last()?.to_ascii_lowercase();
    let named = last.starts_with("xn--")
        || last.len() >= 2 && last.bytes().all(|byte| byte.is_ascii_alphabetic());
    let reserved = NO_DOMAIN.contains(&last.as_str())
        || labels
            .iter()
            .any(|label| label.eq_ignore_ascii_case("example"));
    let whole = labels.len() >= 2 && len <= DOMAIN && labels.iter().all(is_label);
    (whole && named && !reserved).then_some(start + text.len())
}

/// Tells whether the address is the login in front of a URL's host: `ssh://name@host`.
fn is_login(panel: &str, start: usize) -> bool {
    let back = panel.as_bytes()[..start].iter().rev().take(SCHEME);
    let word = start - back.take_while(|byte| byte.is_ascii_graphic()).count();
    let before = &panel[word..start];
    let host = before.rsplit_once("://").map(|(_, host)| host);
    host.is_some_and(|host| !host.contains(['/', '?', '#']))
}

/// Tells whether a path of another machine follows: `name@host:path`.
fn is_remote_path(panel: &str, end: usize) -> bool {
    let mut behind = panel.bytes().skip(end);
    behind.next() == Some(b':')
        && behind
            .next()
            .is_some_and(|byte| byte.is_ascii_alphabetic() || b"~/._".contains(&byte))
}
