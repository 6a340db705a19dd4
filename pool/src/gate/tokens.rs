//! Words and numbers of a panel, as gates compare them: ASCII alone, so that no Unicode version decides.

/// A run of ASCII letters, with digits inside: `Linux`, `utf8`.
pub(super) fn words(panel: &str) -> impl Iterator<Item = (usize, &str)> {
    runs(panel, |byte| byte.is_ascii_alphanumeric())
        .filter(|(_, run)| run.bytes().any(|byte| byte.is_ascii_alphabetic()))
}

/// Maximal runs of bytes of a kind; all of them are ASCII.
pub(super) fn runs(panel: &str, kind: fn(u8) -> bool) -> impl Iterator<Item = (usize, &str)> {
    let bytes = panel.as_bytes();
    let mut next = 0;
    std::iter::from_fn(move || {
        let start = next + bytes[next..].iter().position(|&byte| kind(byte))?;
        let length = bytes[start..].iter().position(|&byte| !kind(byte));
        next = length.map_or(bytes.len(), |length| start + length);
        Some((start, &panel[start..next]))
    })
}
