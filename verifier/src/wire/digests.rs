//! Keys, ids and digests of articles: format.md, sections 2.1 and 2.2.

use crate::stream::{Digest, h, hex, list_part};

/// Returns an article's key, from its own id or else from its text.
#[must_use]
pub fn article_key(source: &str, source_id: &str, left: &str, right: &str) -> String {
    let digest = if source_id.is_empty() {
        h("key-text", &[source, left, right].map(str::as_bytes))
    } else {
        h("key", &[source, source_id].map(str::as_bytes))
    };
    hex(&digest[..12])
}

/// Returns an article's id.
#[must_use]
pub fn article_id(key: &str, left: &str, right: &str) -> String {
    hex(&h("article", &[key, left, right].map(str::as_bytes))[..12])
}

/// Returns the article digest over key, id, source, license, origin, translation, genre, left and
/// right, in this order.
#[must_use]
pub fn article_digest(parts: [&str; 9]) -> Digest {
    h("row", &parts.map(str::as_bytes))
}

/// Returns what of an article enters the snapshot.
#[must_use]
pub fn entry_digest(article: &Digest, group: &str, near: &[&str], slices: &[u32]) -> Digest {
    let near = list_part(near.iter().map(|group| group.as_bytes()));
    let ends: Vec<[u8; 8]> = slices
        .iter()
        .map(|end| u64::from(*end).to_le_bytes())
        .collect();
    let slices = list_part(ends.iter().map(<[u8; 8]>::as_slice));
    h("entry", &[article, group.as_bytes(), &near, &slices])
}
