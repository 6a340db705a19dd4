//! Repairs of character forms: what a profile's `repairs` lists is a misprint (内 for 內), and with the switch `variants` its table of
//! variants is what another region writes (着 for 著).
//!
//! On a panel in Latin letters without any East Asian letter, full-width punctuation is folded to ASCII and U+3000 to a blank ([`punctuation`]): it was typed there with an input
//! method for the other language.
//!
//! Each is one character for one, named with its place in the provenance of the article, so that the text as it was can be had again.

use crate::gate::class;
use crate::profile::{Profile, form};

/// Characters of a panel and what each becomes.
#[derive(Clone, Debug, Default)]
pub struct Pairs(Vec<(char, char)>);

/// A panel with characters replaced, and for each its place in scalars and what stood there.
pub type Repaired = (String, Vec<(usize, char)>);

impl Pairs {
    /// Makes the pairs of a profile.
    #[must_use]
    pub fn of(profile: &Profile, misprints: bool, variants: bool) -> Self {
        let table = profile.variants.iter().filter(|_| variants);
        let misprints = profile.repairs.chars().filter(|_| misprints);
        let mut scalars: Vec<char> = misprints.collect();
        scalars.extend(table.filter_map(|name| form(name)).flatten());
        let mut pairs: Vec<(char, char)> = scalars
            .chunks_exact(2)
            .map(|pair| (pair[0], pair[1]))
            .collect();
        pairs.sort_unstable();
        Self(pairs)
    }

    /// Repairs a panel; nothing if it holds no such character. One that a mark follows is left, for what is meant may be composed with it.
    #[must_use]
    pub fn repair(&self, panel: &str) -> Option<Repaired> {
        let ascii = self.0.first().is_some_and(|pair| pair.0.is_ascii());
        if self.0.is_empty() || (panel.is_ascii() && !ascii) {
            return None;
        }
        // Nearly every panel is good: nothing is copied before a misprint is found.
        if !panel.chars().any(|scalar| self.get(scalar).is_some()) {
            return None;
        }
        let mut places = Vec::new();
        let mut repaired = String::with_capacity(panel.len());
        let mut scalars = panel.chars().enumerate().peekable();
        while let Some((at, scalar)) = scalars.next() {
            let marked = scalars
                .peek()
                .is_some_and(|(_, next)| class::of(*next) == class::MARK);
            let meant = self.get(scalar).filter(|_| !marked);
            places.extend(meant.map(|_| (at, scalar)));
            repaired.push(meant.unwrap_or(scalar));
        }
        (!places.is_empty()).then_some((repaired, places))
    }

    fn get(&self, scalar: char) -> Option<char> {
        let found = self.0.binary_search_by_key(&scalar, |pair| pair.0);
        found.ok().map(|at| self.0[at].1)
    }
}

/// Folds the full-width punctuation of a panel in Latin letters; nothing if there is none, or if the panel holds an East Asian letter,
/// because then it may belong to that. What could make an entity or a code span of what is none stays: U+FF06, U+FF40, and beside an `&` U+FF03 and U+FF1B, and before U+0338, which would be
/// composed with them, U+FF1C to U+FF1E.
#[must_use]
pub fn punctuation(panel: &str) -> Option<String> {
    // What is folded begins with one of these bytes in UTF-8; hardly any panel in Latin letters holds them.
    memchr::memchr2(0xe3, 0xef, panel.as_bytes())?;
    let entity = panel.contains('&');
    let fold = |(scalar, next): (char, Option<char>)| match scalar {
        '\u{3000}' => ' ',
        '＆' | '｀' => scalar,
        '＃' | '；' if entity => scalar,
        '＜' | '＝' | '＞' if next == Some('\u{338}') => scalar,
        '\u{ff01}'..='\u{ff0f}'
        | '\u{ff1a}'..='\u{ff20}'
        | '\u{ff3b}'..='\u{ff40}'
        | '\u{ff5b}'..='\u{ff5e}' => char::from_u32(u32::from(scalar) - 0xfee0).unwrap_or(scalar),
        _ => scalar,
    };
    let east_asian = |scalar| {
        matches!(
            class::of(scalar),
            class::HAN | class::KANA | class::HANGUL | class::BOPOMOFO
        )
    };
    let nexts = panel.chars().skip(1).map(Some).chain([None]);
    let scalars = panel.chars().zip(nexts);
    let found = scalars.clone().any(|pair| fold(pair) != pair.0);
    (found && !panel.chars().any(east_asian)).then(|| scalars.map(fold).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Language;

    #[test]
    fn full_width_punctuation_is_folded_where_no_east_asian_letter_stands() {
        for (given, folded) in [
            ("Article 2（Deleted）", Some("Article 2(Deleted)")),
            ("as follows：１．　One％", Some("as follows:１. One%")),
            ("on Monday. （社群資料庫）", None),
            ("Open the file。", None),
            ("R＆D ｀x｀", None),
            ("&lt；", None),
            ("a＝\u{338}b", None),
            ("a；b", Some("a;b")),
            ("plain", None),
            ("naïve", None),
        ] {
            assert_eq!(punctuation(given).as_deref(), folded, "{given}");
        }
    }

    #[test]
    fn a_repair_can_be_taken_back() {
        let profile = Language::of("zh-Hant-TW", &[]).profile;
        let pairs = Pairs::of(&profile, true, false);
        let (repaired, places) = pairs.repair("在文件内被跟踪，穿着衣服").unwrap();
        assert_eq!(repaired, "在文件內被跟蹤，穿着衣服");
        assert_eq!(places, [(3, '内'), (6, '踪')]);
        assert_eq!(pairs.repair("穿着衣服"), None);
        assert_eq!(pairs.repair("abc"), None);
        let (repaired, places) = Pairs::of(&profile, false, true).repair("穿着").unwrap();
        assert_eq!((repaired.as_str(), places), ("穿著", vec![(1, '着')]));
        let hong_kong = Language::of("zh-HK", &[]).profile;
        assert_eq!(Pairs::of(&hong_kong, true, true).repair("穿着"), None);
    }
}
