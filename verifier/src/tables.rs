//! The tables that this crate carries: `blank` and the probe strings of format.md, section 6.

use sha2::{Digest as _, Sha256};

use crate::stream::{Digest, hex};

pub(crate) const BLANK: &str = include_str!("../tables/blank.txt");
const PROBES: &str = include_str!("../tables/probes.txt");

/// Returns name and digest of every table that this crate knows.
#[must_use]
pub fn tables() -> [(&'static str, String); 2] {
    [("blank", BLANK), ("probes", PROBES)].map(|(name, text)| {
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
    fn tables_have_names_and_probes_are_strings() {
        assert_eq!(tables().map(|(name, _)| name), ["blank", "probes"]);
        assert!(probes().len() > 10);
    }
}
