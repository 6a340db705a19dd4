//! Bounds of gates: a/b as `"a/b"` or a whole number. Exact integers decide, so that no machine rounds otherwise.

use serde::Deserialize;
use serde::de::Error;

/// A bound a/b.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    numerator: u32,
    denominator: u32,
}

impl Fraction {
    /// Makes a bound; `denominator` is not 0.
    #[must_use]
    pub const fn new(numerator: u32, denominator: u32) -> Self {
        assert!(denominator > 0);
        Self {
            numerator,
            denominator,
        }
    }

    /// Tells whether part/whole is more than this.
    #[must_use]
    pub fn is_below(self, part: u32, whole: u32) -> bool {
        u64::from(part) * u64::from(self.denominator) > u64::from(whole) * u64::from(self.numerator)
    }

    /// Tells whether part/whole is less than this.
    #[must_use]
    pub fn is_above(self, part: u32, whole: u32) -> bool {
        u64::from(part) * u64::from(self.denominator) < u64::from(whole) * u64::from(self.numerator)
    }
}

impl std::fmt::Display for Fraction {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}/{}", self.numerator, self.denominator)
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Whole(u32),
    Text(String),
}

impl<'de> Deserialize<'de> for Fraction {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let expected =
            || D::Error::custom("expected a whole number, or a fraction such as \"3/20\"");
        match Written::deserialize(from).map_err(|_| expected())? {
            Written::Whole(numerator) => Ok(Self::new(numerator, 1)),
            Written::Text(text) => {
                let (a, b) = text.split_once('/').ok_or_else(expected)?;
                let parse = |text: &str| text.trim().parse().map_err(|_| expected());
                match (parse(a)?, parse(b)?) {
                    (_, 0) => Err(expected()),
                    (a, b) => Ok(Self::new(a, b)),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_is_exact() {
        let bound = Fraction::new(3, 20);
        assert!(!bound.is_below(3, 20) && !bound.is_above(3, 20));
        assert!(bound.is_below(4, 20) && bound.is_above(2, 20));
    }

    #[test]
    fn a_bound_is_written_as_a_fraction_or_a_whole_number() {
        #[derive(Deserialize)]
        struct Holder {
            b: Fraction,
        }
        let parse = |text: &str| toml::from_str::<Holder>(&format!("b = {text}")).map(|h| h.b);
        assert_eq!(parse("\"3/20\""), Ok(Fraction::new(3, 20)));
        assert_eq!(parse("8"), Ok(Fraction::new(8, 1)));
        for bad in ["\"3\"", "\"1/0\"", "0.5", "-1", "\"a/b\""] {
            let error = parse(bad).unwrap_err().to_string();
            assert!(error.contains("3/20"), "{bad}: {error}");
        }
    }
}
