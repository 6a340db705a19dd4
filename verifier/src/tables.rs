//! The tables that this crate carries: format.md, sections 1, 3.1, 3.2, 5.4 and 6.

use sha2::{Digest as _, Sha256};

use crate::stream::{Digest, hex};

pub(crate) const BLANK: &str = include_str!("../tables/blank.txt");
pub(crate) const EXTEND: &str = include_str!("../tables/extend.txt");
pub(crate) const JAMO: &str = include_str!("../tables/jamo.txt");
pub(crate) const LETTER: &str = include_str!("../tables/letter.txt");
pub(crate) const NOISE: &str = include_str!("../tables/noise.txt");
pub(crate) const PREPEND: &str = include_str!("../tables/prepend.txt");
pub(crate) const SCHEMA: &str = include_str!("../tables/schema.txt");
pub(crate) const SHAPE: &str = include_str!("../tables/shape.txt");
pub(crate) const WINDOWS_1252: &str = include_str!("../tables/windows-1252.txt");
const PROBES: &str = include_str!("../tables/probes.txt");

/// The tables that a manifest names, ascending.
const NAMED: [(&str, &str); 9] = [
    ("blank", BLANK),
    ("extend", EXTEND),
    ("jamo", JAMO),
    ("letter", LETTER),
    ("noise", NOISE),
    ("prepend", PREPEND),
    ("schema", SCHEMA),
    ("shape", SHAPE),
    ("windows-1252", WINDOWS_1252),
];

/// Returns name and digest of every table that a manifest names, ascending.
#[must_use]
pub fn tables() -> [(&'static str, String); 9] {
    NAMED.map(|(name, text)| {
        let digest: Digest = Sha256::digest(text.as_bytes()).into();
        (name, hex(&digest))
    })
}

/// Returns the probe strings in their order.
pub(crate) fn probes() -> Vec<String> {
    let lines = PROBES.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("a probe is one JSON string"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_ascend_and_probes_are_strings() {
        assert!(tables().windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(probes().len() > 10);
    }
}
