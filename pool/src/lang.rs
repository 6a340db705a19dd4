//! What a language tag says about its panel: whether words are separated by blanks, and which gates look at it.
//!
//! Nothing else in the program knows a language.

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

/// What the gates expect of a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// Written in Latin letters.
    Latin,
    /// Chinese in traditional characters.
    TraditionalChinese,
    /// Chinese in any other form.
    Chinese,
    /// Anything else: no gate that knows a language looks at it.
    Other,
}

impl Profile {
    /// Returns the profile of a language tag.
    #[must_use]
    pub fn of(tag: &str) -> Self {
        let tag = Tag::new(tag);
        match (tag.primary.as_str(), tag.script.as_deref()) {
            ("zh", Some("hant")) => return Self::TraditionalChinese,
            ("zh", None) if matches!(tag.region.as_deref(), Some("tw" | "hk" | "mo")) => {
                return Self::TraditionalChinese;
            }
            ("zh", None | Some("hans" | "hani")) => return Self::Chinese,
            _ => {}
        }
        match tag.script.as_deref() {
            Some("latn") => Self::Latin,
            None if LATIN.contains(&tag.primary.as_str()) => Self::Latin,
            _ => Self::Other,
        }
    }

    /// Tells whether the panel is Chinese.
    #[must_use]
    pub fn is_chinese(self) -> bool {
        matches!(self, Self::TraditionalChinese | Self::Chinese)
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

struct Tag {
    primary: String,
    script: Option<String>,
    region: Option<String>,
}

impl Tag {
    fn new(tag: &str) -> Self {
        let lower = tag.to_ascii_lowercase();
        let mut subtags = lower.split('-');
        let primary = subtags.next().unwrap_or_default().to_owned();
        let (mut script, mut region) = (None, None);
        // A singleton such as `x` begins an extension, whose subtags mean something else.
        for subtag in subtags.take_while(|subtag| subtag.len() > 1) {
            let letters = subtag.bytes().all(|b| b.is_ascii_alphabetic());
            match subtag.len() {
                4 if letters => script = script.or(Some(subtag.to_owned())),
                2 if letters => region = region.or(Some(subtag.to_owned())),
                _ => {}
            }
        }
        Self {
            primary,
            script,
            region,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_gives_a_profile() {
        for (tag, profile) in [
            ("en", Profile::Latin),
            ("en-GB", Profile::Latin),
            ("sr-Latn", Profile::Latin),
            ("sr", Profile::Other),
            ("zh-Hant-TW", Profile::TraditionalChinese),
            ("zh-hant", Profile::TraditionalChinese),
            ("zh-TW", Profile::TraditionalChinese),
            ("zh-Hans-TW", Profile::Chinese),
            ("zh", Profile::Chinese),
            ("zh-x-tw", Profile::Chinese),
            ("ja", Profile::Other),
            ("az-Cyrl", Profile::Other),
            ("zh-Latn-pinyin", Profile::Latin),
            ("zh-Bopo", Profile::Other),
        ] {
            assert_eq!(Profile::of(tag), profile, "{tag}");
        }
    }

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
