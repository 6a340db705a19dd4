//! Separators of mosaics: format.md, section 5.2.

use std::num::NonZeroU64;

use crate::stream::{Digest, Stream};
use crate::wire::{Family, Style};

/// The numbers of LF between the lines of a mosaic, as digits 1 and 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Separators(Vec<u8>);

impl Separators {
    /// Reads the digits of a record's `s`.
    #[must_use]
    pub fn parse(digits: &str) -> Option<Self> {
        let gaps = digits.bytes().map(|digit| match digit {
            b'1' => Some(1),
            b'2' => Some(2),
            _ => None,
        });
        gaps.collect::<Option<Vec<u8>>>()
            .filter(|gaps| !gaps.is_empty())
            .map(Self)
    }

    /// Makes the separators of a style for `lines` lines whose first is `first` (as `ID/i`);
    /// none where the style has none.
    #[must_use]
    pub fn of(
        style: Style,
        seed: &Digest,
        family: Family,
        first: &str,
        lines: usize,
    ) -> Option<Self> {
        let gaps = lines.checked_sub(1).filter(|gaps| *gaps > 0)?;
        match style {
            Style::Dense => Some(Self(vec![1; gaps])),
            Style::Paragraph => Some(Self(vec![2; gaps])),
            Style::Mixed if gaps == 1 => None,
            Style::Mixed => Some(Self::mixed(seed, family, first, gaps)),
        }
    }

    fn mixed(seed: &Digest, family: Family, first: &str, gaps: usize) -> Self {
        const TWO: NonZeroU64 = NonZeroU64::new(2).expect("two is not zero");
        let mut stream = Stream::open(seed, "sep.mixed", family.name(), first, 0);
        loop {
            let draw = |_| if stream.below(TWO) == 0 { 1 } else { 2 };
            let drawn: Vec<u8> = (0..gaps).map(draw).collect();
            if drawn.contains(&1) && drawn.contains(&2) {
                return Self(drawn);
            }
        }
    }

    /// Returns the digits as they stand in `s`.
    #[must_use]
    pub fn digits(&self) -> String {
        self.0
            .iter()
            .map(|gap| if *gap == 1 { '1' } else { '2' })
            .collect()
    }

    /// Returns the number of separators.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are none, which no value is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Joins lines by separators; none unless there is one between each two.
#[must_use]
pub fn join(lines: &[&str], separators: &Separators) -> Option<String> {
    let (first, rest) = lines.split_first()?;
    if rest.len() != separators.len() {
        return None;
    }
    let mut panel = String::from(*first);
    for (line, gap) in rest.iter().zip(&separators.0) {
        panel.extend(std::iter::repeat_n('\n', usize::from(*gap)));
        panel.push_str(line);
    }
    Some(panel)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_ones_and_twos() {
        let separators = Separators::parse("112").unwrap();
        assert_eq!(separators.digits(), "112");
        assert_eq!(
            join(&["a", "b", "c", "d"], &separators).unwrap(),
            "a\nb\nc\n\nd"
        );
        assert_eq!(join(&["a", "b"], &separators), None);
        for bad in ["", "0", "3", "1 2", "１"] {
            assert_eq!(Separators::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn mixed_holds_both_and_two_lines_have_none() {
        let seed = [5; 32];
        for line in 0..200 {
            let first = format!("a/{line}");
            let drawn = Separators::of(Style::Mixed, &seed, Family::Cross, &first, 3).unwrap();
            assert!(["12", "21"].contains(&drawn.digits().as_str()));
        }
        assert_eq!(
            Separators::of(Style::Mixed, &seed, Family::Run, "a/0", 2),
            None
        );
        assert_eq!(
            Separators::of(Style::Dense, &seed, Family::Run, "a/0", 1),
            None
        );
        let dense = Separators::of(Style::Dense, &seed, Family::Run, "a/0", 3).unwrap();
        assert_eq!(dense.digits(), "11");
    }

    #[test]
    fn families_draw_apart() {
        let digits = |family| {
            let drawn = Separators::of(Style::Mixed, &[5; 32], family, "a/0", 40).unwrap();
            drawn.digits()
        };
        assert_ne!(digits(Family::Cross), digits(Family::Run));
    }
}
