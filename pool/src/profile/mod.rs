//! What gates know of languages: facts of a table, not code. `tables/profiles.toml` says what each key means.
//!
//! A `sources.toml` may hold `[[profile]]` entries of the same keys; they are asked before the table's own.

mod table;

pub use table::{Classical, Density, Numerals, Profile, Region, Wording, Wrong, parse};
pub(crate) use table::{check, form, form_text};

use crate::lang::{Tag, is_latin};
use crate::panels::Panels;
use std::sync::{Arc, LazyLock};

const TABLE: &str = include_str!("../../tables/profiles.toml");

static BUILT_IN: LazyLock<Vec<Arc<Profile>>> = LazyLock::new(|| {
    let profiles = parse(TABLE).expect("the table of profiles is of its form");
    profiles.into_iter().map(Arc::new).collect()
});

/// The language of a panel, for gates.
#[derive(Clone, Debug)]
pub struct Language {
    /// Its primary subtag, with which reason codes of one panel begin: `en` of `en-GB`.
    pub prefix: String,
    /// What is known of it.
    pub profile: Arc<Profile>,
}

impl Language {
    /// Finds the profile of a language tag, among `own` ones first.
    #[must_use]
    pub fn of(tag: &str, own: &[Arc<Profile>]) -> Self {
        let tag = Tag::new(tag);
        Self {
            prefix: tag.primary.clone(),
            profile: find(&tag, own),
        }
    }

    /// Finds the profiles of both panels.
    #[must_use]
    pub fn of_pair(tags: &Panels<String>, own: &[Arc<Profile>]) -> Panels<Self> {
        tags.as_ref().map(|tag| Self::of(tag, own))
    }

    /// Makes a reason code of this panel.
    #[must_use]
    pub fn reason(&self, code: &str) -> String {
        format!("{}_{code}", self.prefix)
    }
}

/// Finds the built-in profile of a language by the guesser's code.
pub(crate) fn by_language(code: &str) -> Option<&'static Profile> {
    let mut all = BUILT_IN.iter();
    let found = all.find(|profile| profile.language.as_deref() == Some(code));
    found.map(|profile| &**profile)
}

fn find(tag: &Tag, own: &[Arc<Profile>]) -> Arc<Profile> {
    let longest = |profiles: &[Arc<Profile>]| {
        let matching = profiles.iter().filter_map(|profile| {
            let longest = profile.tags.iter().filter(|known| tag.begins_with(known));
            longest
                .map(|known| known.len())
                .max()
                .map(|length| (length, profile.clone()))
        });
        matching.max_by_key(|(length, _)| *length)
    };
    let found = longest(own).or_else(|| longest(&BUILT_IN));
    let named = |name: &str| {
        let mut all = BUILT_IN.iter();
        all.find(|profile| profile.name == name)
            .expect("the table names it")
            .clone()
    };
    let Some((_, profile)) = found else {
        return named(if is_latin(tag) { "latin" } else { "any" });
    };
    if is_of_script(tag, &profile) {
        profile
    } else if tag.script.as_deref() == Some("latn") {
        named("latin")
    } else {
        named("any")
    }
}

/// Tells whether a tag's script, if it says one, is that of a profile.
fn is_of_script(tag: &Tag, profile: &Profile) -> bool {
    let Some(script) = tag.script.as_deref() else {
        return true;
    };
    let said = |known: &String| Tag::new(known).script.as_deref() == Some(script);
    let writes = |name: &str| profile.scripts.iter().any(|known| known == name);
    profile.tags.iter().any(said)
        || match script {
            "latn" => writes("latin"),
            "hani" | "hans" | "hant" => writes("han") && !writes("kana") && !writes("hangul"),
            "jpan" => writes("kana"),
            "kore" | "hang" => writes("hangul"),
            "cyrl" => writes("cyrillic"),
            "arab" => writes("arabic"),
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_gives_a_profile() {
        for (tag, name, prefix) in [
            ("en", "en", "en"),
            ("en-GB", "en", "en"),
            ("en-Latn", "en", "en"),
            ("de", "de", "de"),
            ("pl", "latin", "pl"),
            ("sr-Latn", "latin", "sr"),
            ("sr", "any", "sr"),
            ("az-Cyrl", "any", "az"),
            ("zh-Hant-TW", "zh-Hant-TW", "zh"),
            ("zh-hant", "zh-Hant-TW", "zh"),
            ("zh-TW", "zh-Hant-TW", "zh"),
            ("zh-Hant-HK", "zh-Hant-HK", "zh"),
            ("ZH-hk", "zh-Hant-HK", "zh"),
            ("zh-Hans-TW", "zh-Hans", "zh"),
            ("zh-CN", "zh-Hans", "zh"),
            ("zh", "zh", "zh"),
            ("zh-x-tw", "zh", "zh"),
            ("zh-Latn-pinyin", "latin", "zh"),
            ("zh-Bopo", "any", "zh"),
            ("ja", "ja", "ja"),
            ("ja-Jpan", "ja", "ja"),
            ("enm", "any", "enm"),
        ] {
            let found = Language::of(tag, &[]);
            let names = (found.profile.name.as_str(), found.prefix.as_str());
            assert_eq!(names, (name, prefix), "{tag}");
        }
    }

    #[test]
    fn ones_own_profile_is_asked_first() {
        let table = "[[profile]]\nname = \"ru\"\ntags = [\"ru\", \"en\"]\nscripts = [\"cyrillic\"]\ndensity = \"alphabet\"\n";
        let own: Vec<_> = parse(table).unwrap().into_iter().map(Arc::new).collect();
        assert_eq!(Language::of("ru-RU", &own).profile.name, "ru");
        assert_eq!(Language::of("en-GB", &own).profile.name, "ru");
        assert_eq!(Language::of("pl", &own).profile.name, "latin");
    }

    #[test]
    fn a_table_that_names_what_is_not_is_refused() {
        for (line, said) in [
            ("scripts = [\"runic\"]", "script \"runic\""),
            ("core = [\"runic\", 1]", "script \"runic\""),
            ("variants = \"tw\"", "table \"tw\""),
            (
                "wrong = { word = \"simplified\", tables = [\"y\"] }",
                "table \"y\"",
            ),
            ("wrong = { word = \"odd\" }", "`wrong.word`"),
            ("repairs = \"abc\"", "`repairs`"),
            ("repairs = \"a\\n\"", "`repairs`"),
            ("repairs = \"abac\"", "`repairs`"),
            ("repairs = \"abbc\"", "`repairs`"),
            ("repairs = \"a\u{301}\"", "`repairs`"),
            ("repairs = \"aa\"", "`repairs`"),
            ("language = \"xxx\"", "language \"xxx\""),
            ("colour = 1", "colour"),
        ] {
            let table =
                format!("[[profile]]\nname = \"p\"\ntags = []\ndensity = \"alphabet\"\n{line}\n");
            let error = parse(&table).unwrap_err();
            assert!(error.contains(said), "{line}: {error}");
        }
    }
}
