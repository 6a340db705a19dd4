//! BRIDGE and parse-back: format.md, section 5.

/// Joins two panels by BRIDGE.
#[must_use]
pub fn assemble(first: &str, second: &str) -> String {
    let length = bridge_length(first, second);
    let mut text = String::with_capacity(first.len() + length + second.len());
    text.push_str(first);
    text.extend(std::iter::repeat_n('\n', length));
    text.push_str(second);
    text
}

/// Cuts a text at its BRIDGE; none if no two panels assemble to it.
#[must_use]
pub fn cut(text: &str) -> Option<(&str, &str)> {
    let (mut start, mut longest) = (0, 0);
    for run in runs(text) {
        if run.1 > longest {
            (start, longest) = run;
        }
    }
    let (first, rest) = text.split_at_checked(start)?;
    let second = &rest[longest..];
    // A panel is never empty and neither begins nor ends with LF; at the cut none can.
    let whole = !text.starts_with('\n') && !text.ends_with('\n') && longest > 0;
    // Nothing but assembling again tells that the run is the only longest one and no longer
    // than it must be.
    (whole && longest == bridge_length(first, second)).then_some((first, second))
}

fn bridge_length(first: &str, second: &str) -> usize {
    let longest = runs(first).chain(runs(second)).map(|run| run.1).max();
    (longest.unwrap_or(0) + 1).max(2)
}

/// Returns start and length of each run of LF.
fn runs(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + bytes[at..].iter().position(|byte| *byte == b'\n')?;
        let length = bytes[start..]
            .iter()
            .take_while(|byte| **byte == b'\n')
            .count();
        at = start + length;
        Some((start, length))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bridge_is_one_longer_and_at_least_two() {
        assert_eq!(assemble("a", "b"), "a\n\nb");
        assert_eq!(assemble("a\nb", "c"), "a\nb\n\nc");
        assert_eq!(assemble("a", "b\n\n\nc"), "a\n\n\n\nb\n\n\nc");
    }

    #[test]
    fn cutting_gives_the_panels_again() {
        for panels in [("a", "b"), ("a\n\nb", "c\nd"), ("x\n\n\ny", "z\n\nz")] {
            assert_eq!(cut(&assemble(panels.0, panels.1)), Some(panels));
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for bad in [
            "",
            "a",
            "a\nb",
            "a\n\nb\n\nc",
            "a\n\n\nb",
            "\n\na",
            "a\n\n",
            "a\nb\n\n\n\nc",
            "\na\n\nb",
            "a\n\nb\n",
        ] {
            assert_eq!(cut(bad), None, "{bad:?}");
        }
    }
}
