//! Keys, article digests and groups: docs/format.md, section 2.1.

use crate::derive::h;
use crate::id::{ArticleKey, Digest, GroupKey, Hex12};
use crate::panels::Panels;

/// Returns the key of an article: from its source's own id, or without one from its text.
#[must_use]
pub fn key(source: &str, source_id: &str, text: Panels<&str>) -> ArticleKey {
    let digest = if source_id.is_empty() {
        let parts = [source, text.left, text.right].map(str::as_bytes);
        h("key-text", &parts)
    } else {
        h("key", &[source.as_bytes(), source_id.as_bytes()])
    };
    Hex12::of(&digest)
}

/// Returns H("article"; …), whose first 12 bytes are the article's id.
#[must_use]
pub fn article(key: &ArticleKey, text: Panels<&str>) -> Digest {
    let parts: [&[u8]; 3] = [&key.hex(), text.left.as_bytes(), text.right.as_bytes()];
    h("article", &parts)
}

/// What a row says of its group. Empty texts are absent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Declared<'r> {
    /// The source that the group's name belongs to.
    pub group_source: &'r str,
    /// The group's name.
    pub group: &'r str,
}

/// Returns the group of an article on its own.
#[must_use]
pub fn own_group(
    declared: Declared<'_>,
    source: &str,
    source_id: &str,
    key: &ArticleKey,
) -> GroupKey {
    let or = |first: &'_ str, second: &'_ str| -> Vec<u8> {
        if first.is_empty() { second } else { first }
            .as_bytes()
            .to_vec()
    };
    let name = or(declared.group, source_id);
    if name.is_empty() {
        return *key;
    }
    Hex12::of(&h("group", &[&or(declared.group_source, source), &name]))
}
