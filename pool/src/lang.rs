//! What a language tag says about its panel: whether words are separated by blanks, and whether it is written in Latin letters.
//!
//! What gates know of a language is a profile ([`profile`](crate::profile)). Nothing else in the program knows one.

/// The languages whose words are not separated by blanks, by primary subtag.
const UNSPACED: [&str; 14] = [
    "bo", "dz", "gan", "hak", "ja", "km", "lo", "lzh", "my", "nan", "th", "wuu", "yue", "zh",
];

/// The languages written in Latin letters unless the tag names another script, by primary subtag.
const LATIN: [&str; 44] = [
    "af", "az", "bs", "ca", "cs", "cy", "da", "de", "en", "eo", "es", "et", "eu", "fi", "fil",
    "fr", "ga", "gl", "hr", "hu", "id", "is", "it", "la", "lb", "lt", "lv", "ms", "mt", "nb", "nl",
    "nn", "no", "pl", "pt", "ro", "sk", "sl", "so", "sq", "sv", "sw", "tr", "vi",
];

/// Tells whether a language is written in Latin letters, as far as its tag says.
pub(crate) fn is_latin(tag: &Tag) -> bool {
    match tag.script.as_deref() {
        Some(script) => script == "latn",
        None => LATIN.contains(&tag.primary.as_str()),
    }
}

/// Tells whether words of a language are separated by blanks, as far as its tag says.
#[must_use]
pub fn spaced(tag: &str) -> bool {
    let tag = Tag::new(tag);
    tag.script.as_deref() == Some("latn") || !UNSPACED.contains(&tag.primary.as_str())
}

/// Tells whether a text has the form of a BCP-47 tag: subtags of letters and digits, the first of letters.
#[must_use]
pub fn is_tag(text: &str) -> bool {
    let primary = text.split('-').next().unwrap_or_default();
    let letters = primary.bytes().all(|b| b.is_ascii_alphabetic());
    letters
        && primary.len() >= 2
        && text.split('-').all(|subtag| {
            (1..=8).contains(&subtag.len()) && subtag.bytes().all(|b| b.is_ascii_alphanumeric())
        })
}

/// A language tag in its parts, in lower case.
pub(crate) struct Tag {
    /// The language.
    pub(crate) primary: String,
    /// The script, if the tag says it.
    pub(crate) script: Option<String>,
    lower: String,
}

impl Tag {
    pub(crate) fn new(tag: &str) -> Self {
        let lower = tag.to_ascii_lowercase();
        let mut subtags = lower.split('-');
        let primary = subtags.next().unwrap_or_default().to_owned();
        // A singleton such as `x` begins an extension, whose subtags mean something else.
        let script = subtags
            .take_while(|subtag| subtag.len() > 1)
            .find(|subtag| subtag.len() == 4 && subtag.bytes().all(|b| b.is_ascii_alphabetic()))
            .map(str::to_owned);
        Self {
            primary,
            script,
            lower,
        }
    }

    /// Tells whether the first subtags are those of another tag.
    pub(crate) fn begins_with(&self, other: &str) -> bool {
        let rest = self.lower.strip_prefix(&other.to_ascii_lowercase());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_between_words_are_the_rule() {
        for tag in ["zh-Hant-TW", "ja", "th", "yue", "bo", "my", "km", "lo"] {
            assert!(!spaced(tag), "{tag}");
        }
        for tag in ["en", "ko", "ar", "zh-Latn-pinyin", "tlh"] {
            assert!(spaced(tag), "{tag}");
        }
    }

    #[test]
    fn a_tag_has_a_form() {
        for good in ["en", "zh-Hant-TW", "de-1996", "en-x-demo"] {
            assert!(is_tag(good), "{good}");
        }
        for bad in [
            "",
            "e",
            "english language",
            "zh_TW",
            "zh-",
            "1a",
            "en-abcdefghi",
        ] {
            assert!(!is_tag(bad), "{bad}");
        }
    }
}
