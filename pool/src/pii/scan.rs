//! A panel as runs of ASCII digits: nearly every kind is found from its digits, so a panel without any costs one quick pass.

/// A maximal run of ASCII digits.
#[derive(Clone, Copy)]
pub(super) struct Run {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Run {
    pub(super) fn len(self) -> usize {
        self.end - self.start
    }
}

/// What touches a stretch of text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Edges {
    /// Blanks, punctuation, other scripts.
    Clear,
    /// What paths, queries, amounts and formulas are made of: the stretch may be part of them.
    Touched,
    /// Letters or digits: the stretch is a piece of something longer.
    Inside,
}

/// Runs of one length each, joined by the same separator.
#[derive(Clone, Copy)]
pub(super) struct Group {
    /// The last run.
    pub(super) last: usize,
    /// The separator, if there is more than one run.
    pub(super) joint: Option<u8>,
}

/// A panel and its runs.
pub(super) struct Scan<'p> {
    pub(super) text: &'p str,
    pub(super) bytes: &'p [u8],
    pub(super) runs: Vec<Run>,
}

/// A neighbour in a list of fewer digits than this makes a number one of a list.
const SMALL: usize = 8;
const BLOCK: usize = 64;

impl<'p> Scan<'p> {
    pub(super) fn new(text: &'p str) -> Self {
        let bytes = text.as_bytes();
        Self {
            text,
            bytes,
            runs: runs(bytes),
        }
    }

    /// Returns a byte, or NUL beyond the ends.
    pub(super) fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    /// Returns the byte before a place, or NUL at the beginning.
    pub(super) fn before(&self, at: usize) -> u8 {
        at.checked_sub(1).map_or(0, |at| self.byte(at))
    }

    /// Returns the digits of a run.
    pub(super) fn digits(&self, at: usize) -> &'p [u8] {
        let run = self.runs[at];
        &self.bytes[run.start..run.end]
    }

    /// Returns what stands between a run and the next.
    pub(super) fn gap(&self, at: usize) -> Option<&'p [u8]> {
        let next = self.runs.get(at + 1)?;
        Some(&self.bytes[self.runs[at].end..next.start])
    }

    /// Returns what stands between a run and the one before it.
    pub(super) fn gap_before(&self, at: usize) -> Option<&'p [u8]> {
        self.gap(at.checked_sub(1)?)
    }

    /// Returns the runs from one on, if they have these lengths and the same blank or hyphen between them.
    pub(super) fn grouped(&self, first: usize, lengths: &[usize]) -> Option<Group> {
        let last = first + lengths.len() - 1;
        let runs = self.runs.get(first..=last)?;
        if runs.iter().zip(lengths).any(|(run, len)| run.len() != *len) {
            return None;
        }
        let joint = match self.gap(first) {
            _ if first == last => None,
            Some(&[joint @ (b' ' | b'-')]) => Some(joint),
            _ => return None,
        };
        let same = (first..last).all(|at| self.gap(at).is_some_and(|gap| gap.len() == 1))
            && (first..last).all(|at| joint == Some(self.byte(self.runs[at].end)));
        same.then_some(Group { last, joint })
    }

    /// Tells whether a group goes on before or behind, as lists of numbers do.
    pub(super) fn listed(&self, first: usize, group: Group) -> bool {
        let goes_on = |gap: Option<&[u8]>, neighbour: usize| match (group.joint, gap) {
            // Letters beside the separator belong to a number in base 16.
            (Some(joint), Some(gap)) => {
                let (joints, rest): (Vec<u8>, Vec<u8>) =
                    gap.iter().partition(|byte| **byte == joint);
                joints.len() == 1 && rest.len() < 4 && rest.iter().all(u8::is_ascii_hexdigit)
            }
            (None, Some(b" " | b"," | b", ")) => self.runs[neighbour].len() < SMALL,
            _ => false,
        };
        first > 0 && goes_on(self.gap_before(first), first - 1)
            || goes_on(self.gap(group.last), group.last + 1)
    }

    /// Tells what touches a stretch.
    pub(super) fn edges(&self, start: usize, end: usize) -> Edges {
        let (left, right) = (self.before(start), self.byte(end));
        let before_left = self.before(start.saturating_sub(1));
        let behind_right = self.byte(end + 1);
        let inside_left = is_word(left)
            || matches!(left, b'.' | b',' | b':') && before_left.is_ascii_digit()
            || left == b'-' && before_left.is_ascii_alphanumeric();
        let inside_right = is_word(right)
            || matches!(right, b'.' | b',' | b':') && behind_right.is_ascii_digit()
            || right == b'-' && behind_right.is_ascii_alphanumeric();
        let touched_right =
            b"%*".contains(&right) || b"/=&".contains(&right) && is_word(behind_right);
        if inside_left || inside_right {
            Edges::Inside
        } else if b"/=#&%$~^\\+*@".contains(&left) || touched_right {
            Edges::Touched
        } else {
            Edges::Clear
        }
    }

    /// Returns where the stretch of bytes of a class that a run stands in begins and ends, if this run is its first.
    pub(super) fn token(&self, at: usize, is_part: impl Fn(u8) -> bool) -> Option<(usize, usize)> {
        let run = self.runs[at];
        let floor = match at.checked_sub(1) {
            Some(before) => self.runs[before].end,
            None => 0,
        };
        let back = self.bytes[floor..run.start].iter().rev();
        let start = run.start - back.take_while(|byte| is_part(**byte)).count();
        if start == floor && at > 0 {
            return None;
        }
        let on = self.bytes[run.end..].iter();
        Some((
            start,
            run.end + on.take_while(|byte| is_part(**byte)).count(),
        ))
    }
}

/// Tells whether a byte is an ASCII letter, digit or low line.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Returns the value of an ASCII digit.
pub(super) fn value(digit: u8) -> u32 {
    u32::from(digit - b'0')
}

fn runs(bytes: &[u8]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (block, part) in bytes.chunks(BLOCK).enumerate() {
        // Without an exit the compiler makes wide instructions of it.
        let any = part
            .iter()
            .fold(false, |any, byte| any | byte.is_ascii_digit());
        if !any {
            continue;
        }
        for (at, byte) in part.iter().enumerate() {
            let at = block * BLOCK + at;
            match runs.last_mut() {
                _ if !byte.is_ascii_digit() => {}
                Some(run) if run.end == at => run.end += 1,
                _ => runs.push(Run {
                    start: at,
                    end: at + 1,
                }),
            }
        }
    }
    runs
}
