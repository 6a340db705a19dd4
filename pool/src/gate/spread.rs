//! How many scalars of a kind stand inside and outside of closed pairs of a line.

/// Scalars of a kind, counted by where they stand.
pub(super) struct Spread {
    pub(super) inside: u32,
    pub(super) outside: u32,
}

/// Counts the scalars of a kind. `closing` gives the closer of an opening scalar; a pair that is not closed on the line is none.
pub(super) fn spread(
    line: &str,
    kind: impl Fn(char) -> bool,
    closing: impl Fn(char) -> Option<char>,
) -> Spread {
    let mut open: Vec<(char, u32)> = Vec::new();
    let mut spread = Spread {
        inside: 0,
        outside: 0,
    };
    for scalar in line.chars() {
        match open.last_mut() {
            Some(&mut (close, count)) if close == scalar => {
                open.pop();
                spread.inside += count;
                continue;
            }
            Some((_, count)) if kind(scalar) => *count += 1,
            None if kind(scalar) => spread.outside += 1,
            _ => {}
        }
        open.extend(closing(scalar).map(|close| (close, 0)));
    }
    spread.outside += open.iter().map(|(_, count)| count).sum::<u32>();
    spread
}

/// Returns what closes a quotation.
pub(super) fn quote(scalar: char) -> Option<char> {
    match scalar {
        '「' => Some('」'),
        '『' => Some('』'),
        '“' => Some('”'),
        '‘' => Some('’'),
        '"' => Some('"'),
        '《' => Some('》'),
        _ => None,
    }
}

/// Returns what closes a bracket.
pub(super) fn bracket(scalar: char) -> Option<char> {
    match scalar {
        '(' => Some(')'),
        '（' => Some('）'),
        '[' => Some(']'),
        '［' => Some('］'),
        '【' => Some('】'),
        _ => None,
    }
}

/// Returns the byte at which each line of a panel begins, and the line.
pub(super) fn lines(panel: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    panel.split('\n').map(move |line| {
        let at = start;
        start += line.len() + 1;
        (at, line)
    })
}
