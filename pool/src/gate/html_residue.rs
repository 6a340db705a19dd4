//! Gate `html_residue`: tags that the two panels do not share: what was left of a page, not text about HTML.
//!
//! Tags are `<` (`/`) a name of the list below, then attributes and `>`, outside backtick code spans, and comments `<!--`.
//! Text about HTML names the same tags on both panels; a tag with a `class`, `style`, `href`, `src` or `id` is residue wherever it stands.
//!
//! Passes: `The <br> element` with `<br> 元素`. Rejects: `Save<br>now` with `立即儲存`, and `<div class="c">x</div>` with anything, reason `html_residue`.

use super::unit::Panel;
use super::{Finding, Plain, Spec, Unit};

pub(super) const SPEC: Spec = Spec {
    name: "html_residue",
    reasons: &["html_residue"],
    structured: false,
    make: |table, _| Plain::Pair(check).gate(&table, true),
};

/// Names of tags that pages are made of, ascending.
const TAGS: [&str; 44] = [
    "a",
    "article",
    "aside",
    "b",
    "blockquote",
    "body",
    "br",
    "button",
    "center",
    "dd",
    "div",
    "dl",
    "dt",
    "em",
    "font",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "head",
    "header",
    "hr",
    "html",
    "i",
    "iframe",
    "img",
    "input",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "script",
    "section",
    "span",
    "strong",
    "style",
    "sup",
    "table",
    "td",
    "tr",
    "ul",
];
/// The most bytes of a tag.
const TAG_BYTES: usize = 1024;
const ATTRIBUTES: [&str; 5] = ["class=", "style=", "href=", "src=", "id="];

/// A tag: its place, and its text up to `>`.
type Tag<'t> = (usize, &'t str);

fn check(unit: &Unit<'_>) -> Option<Finding> {
    let [left, right] = unit.both();
    if !left.text.contains('<') && !right.text.contains('<') {
        return None;
    }
    let (of_left, of_right) = (tags(left.text), tags(right.text));
    let alike = names(&of_left) == names(&of_right);
    let found = |panel: &Panel<'_>, tags: &[Tag<'_>]| {
        let (at, tag) = *tags.iter().find(|(_, tag)| !alike || is_dressed(tag))?;
        Some(Finding::in_panel(panel, "html_residue", at, shown(tag)))
    };
    let (left, right) = (found(left, &of_left), found(right, &of_right));
    // The smaller tag: swapping the panels changes nothing.
    match (left, right) {
        (Some(left), Some(right)) => Some(if right.found < left.found {
            right
        } else {
            left
        }),
        (left, right) => left.or(right),
    }
}

fn shown(tag: &str) -> String {
    tag.chars().take(40).collect()
}

/// Tells whether a tag has attributes that only a page needs, or is a comment.
fn is_dressed(tag: &str) -> bool {
    tag.starts_with("<!--") || ATTRIBUTES.iter().any(|attribute| tag.contains(attribute))
}

fn names(tags: &[Tag<'_>]) -> Vec<String> {
    let mut names: Vec<String> = tags
        .iter()
        .map(|(_, tag)| name(tag).to_ascii_lowercase())
        .collect();
    names.sort();
    names
}

/// Returns the name of a tag with its slash: `/div`.
fn name(tag: &str) -> &str {
    let rest = tag.strip_prefix('<').unwrap_or(tag);
    let closing = usize::from(rest.starts_with('/'));
    let length = rest
        .bytes()
        .skip(closing)
        .take_while(u8::is_ascii_alphanumeric)
        .count();
    &rest[..closing + length]
}

/// Returns the tags of a text outside of code spans: a line's text between backticks.
fn tags(text: &str) -> Vec<Tag<'_>> {
    let mut found = Vec::new();
    let mut code = false;
    for at in memchr::memchr3_iter(b'<', b'`', b'\n', text.as_bytes()) {
        match text.as_bytes()[at] {
            b'\n' => code = false,
            b'`' => code = !code,
            _ if code => {}
            _ => found.extend(tag(&text[at..]).map(|tag| (at, tag))),
        }
    }
    found
}

/// Returns the tag that a text begins with.
fn tag(text: &str) -> Option<&str> {
    let comment = text.starts_with("<!--");
    let known = || {
        let name = name(text).trim_start_matches('/').to_ascii_lowercase();
        TAGS.binary_search(&name.as_str()).is_ok()
    };
    if !comment && !known() {
        return None;
    }
    let bytes = text.as_bytes();
    let end = memchr::memchr(b'>', &bytes[..bytes.len().min(TAG_BYTES)])?;
    let tag = &text[..=end];
    (comment || !tag[1..].contains('<')).then_some(tag)
}
