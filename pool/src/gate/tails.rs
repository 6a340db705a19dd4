//! Gate `template_tail`, over the whole corpus: an ending that many articles share and that is no part of the text.
//!
//! The ending of a panel is its last 20 scalars that are not blank. Where `articles = 5` or more end alike on one side, an article is one of
//! a template if its ending
//! - holds letters of a script that the panel's language is not written in (a marker in Chinese on an English panel), or
//! - stands on the other panel too (a marker that was not translated), or
//! - is shared by articles of more than one source and is no end of a sentence, or
//! - is text after the last full stop of the last line, with 4 letters or more, and ends in neither a stop nor a colon.
//!
//! Repetition alone says nothing: of 14,601 genuine articles 4,165 share an ending with four others, because statutes end with their date of effect and pages
//! of one kind alike. The rule rejects none of them. With `any = true` every shared ending counts.
//!
//! Passes: `… shall take effect on the date of promulgation.` with `本辦法自發布日施行。` in 500 articles. Rejects: `… on Monday. (source: 社群資料庫)`
//! in 5, reason `template_tail`. Its options, and `allow` (strings an ending may end in), stand in `[gates]` as those of the others.

use super::class;
use super::{Config, options};
use crate::panels::{Panels, Side};
use crate::profile::Language;
use crate::script::is_blank;
use serde::Deserialize;

/// Its name.
pub const NAME: &str = "template_tail";

/// Its reason code.
pub const REASON: &str = "template_tail";

/// Its options.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rule {
    articles: u32,
    any: bool,
    allow: Vec<String>,
}

impl Default for Rule {
    fn default() -> Self {
        Self {
            articles: 5,
            any: false,
            allow: Vec::new(),
        }
    }
}

impl Rule {
    /// Reads the options of a source; nothing if it is switched off.
    ///
    /// # Errors
    /// If an option is not of its form.
    pub fn new(config: &Config) -> Result<Option<Self>, String> {
        let said = |what: String| format!("[gates] `{NAME}`: {what}");
        match config.get(NAME) {
            None | Some(toml::Value::Boolean(true)) => Ok(Some(Self::default())),
            Some(toml::Value::Boolean(false)) => Ok(None),
            Some(toml::Value::Table(table)) => {
                let rule: Self = options(table.clone()).map_err(said)?;
                if rule.allow.iter().any(String::is_empty) {
                    return Err(said(
                        "`allow` is a list of strings that are not empty".to_owned(),
                    ));
                }
                if rule.articles < 2 {
                    return Err(said("`articles` is at least 2".to_owned()));
                }
                Ok(Some(rule))
            }
            Some(other) => Err(said(format!(
                "is {other}, expected true, false or a table of options"
            ))),
        }
    }

    /// Returns how many articles make a template.
    #[must_use]
    pub fn articles(&self) -> u32 {
        self.articles
    }

    /// Returns its options as the header of a pool says them.
    #[must_use]
    pub fn parameters(&self) -> String {
        let any = if self.any {
            "any ending"
        } else {
            "endings not translated"
        };
        let mut said = format!("{any} of 20 scalars in < {} articles", self.articles);
        for allowed in &self.allow {
            said.push_str(&format!(", allow {allowed:?}"));
        }
        said
    }

    /// Tells whether an ending that enough articles share makes an article one of a template.
    #[must_use]
    pub fn is_template(
        &self,
        text: Panels<&str>,
        side: Side,
        ending: &str,
        spans: bool,
        language: &Language,
    ) -> bool {
        let visible = |text: &str| -> String { text.chars().filter(|&c| !is_blank(c)).collect() };
        let mut allowed = self.allow.iter();
        if allowed.any(|allowed| ending.ends_with(&visible(allowed))) {
            return false;
        }
        self.any
            || (spans && !ends_a_sentence(ending))
            || is_foreign(ending, language)
            || (has_letters(ending) && visible(text.get(side.other())).ends_with(ending))
            || is_appended(text.get(side))
    }
}

/// Tells whether something stands after the last full stop of the last line that ends like no sentence.
fn is_appended(panel: &str) -> bool {
    let panel = panel.trim_end_matches(is_blank);
    let line = panel.rsplit('\n').next().unwrap_or_default();
    let mut after = None;
    let mut before = ' ';
    for (at, scalar) in line.char_indices() {
        let stops = matches!(before, '。' | '！' | '？')
            || (matches!(before, '.' | '!' | '?') && is_blank(scalar));
        if stops {
            after = Some(at);
        }
        before = scalar;
    }
    let Some(rest) = after.map(|at| line[at..].trim_start_matches(is_blank)) else {
        return false;
    };
    let letters = rest
        .chars()
        .filter(|&scalar| class::is_letter_class(class::of(scalar)))
        .count();
    letters >= 4 && !ends_a_sentence(rest)
}

/// Tells whether a text ends as a sentence or before a list does.
fn ends_a_sentence(text: &str) -> bool {
    let closed = text.trim_end_matches(['"', '\'', '”', '’', '」', '』', ')', '）']);
    closed.ends_with(['.', '!', '?', '。', '！', '？', ':', '：', '…'])
}

fn has_letters(ending: &str) -> bool {
    ending
        .chars()
        .any(|scalar| class::is_letter_class(class::of(scalar)))
}

/// Tells whether an ending holds letters of a script that a language is not written in. Latin letters are at home everywhere.
fn is_foreign(ending: &str, language: &Language) -> bool {
    let scripts = &language.profile.scripts;
    let own: Vec<_> = scripts
        .iter()
        .filter_map(|script| class::script(script))
        .collect();
    !own.is_empty()
        && ending.chars().map(class::of).any(|class| {
            class::is_letter_class(class) && class != class::latin() && !own.contains(&class)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::tail;

    fn is_template(left: &str, right: &str, spans: bool, rule: &str) -> bool {
        let config = toml::from_str(rule).unwrap();
        let rule = Rule::new(&config).unwrap().unwrap();
        let language = Language::of("en", &[]);
        let ending: String = tail(left).unwrap().iter().collect();
        rule.is_template(
            Panels::new(left, right),
            Side::Left,
            &ending,
            spans,
            &language,
        )
    }

    #[test]
    fn an_ending_that_is_part_of_the_text_passes() {
        const CLOSING: &str = "This Act shall take effect on the date of promulgation.";
        for (left, right, expected) in [
            (CLOSING, "本法自公布日施行。", false),
            (
                "It was released on Monday. (社群口碑資料庫 of the week)",
                "報告於週一發布。",
                true,
            ),
            (
                "It was released on Monday. Posted with FooPress 2",
                "報告於週一發布。",
                true,
            ),
            (
                "It was released on Monday. FooPress 2 made this.",
                "報告於週一發布。",
                false,
            ),
            (
                "It was released here --- FooPress has made this",
                "報告發布 --- FooPress has made this",
                true,
            ),
            (
                "It was released. See the following example:",
                "報告發布。請見以下範例：",
                false,
            ),
            (
                "A title without any full stop in it",
                "沒有句號的標題",
                false,
            ),
        ] {
            assert_eq!(is_template(left, right, false, ""), expected, "{left}");
        }
        assert!(!is_template(CLOSING, "本法自公布日施行。", true, ""));
        assert!(is_template(
            "Read it all at FooPress today",
            "請到 FooPress 看",
            true,
            ""
        ));
        assert!(is_template(
            CLOSING,
            "本法",
            false,
            "template_tail = { any = true }"
        ));
        let allow = "template_tail = { any = true, allow = [\"date of promulgation.\"] }";
        assert!(!is_template(CLOSING, "本法", true, allow));
    }

    #[test]
    fn options_are_checked() {
        let rule = |text: &str| Rule::new(&toml::from_str(text).unwrap());
        assert!(rule("template_tail = false").unwrap().is_none());
        for bad in [
            "template_tail = 3",
            "template_tail = { articles = 1 }",
            "template_tail = { articels = 9 }",
            "template_tail = { allow = [\"\"] }",
        ] {
            assert!(rule(bad).unwrap_err().contains("`template_tail`"), "{bad}");
        }
    }
}
