//! The form of a table of profiles.

use crate::gate::class;
use serde::Deserialize;

/// Tables of character forms, by name.
pub(crate) const FORMS: [(&str, &str); 3] = [
    (
        "simplified_only",
        include_str!("../../tables/simplified_only.txt"),
    ),
    (
        "traditional_only",
        include_str!("../../tables/traditional_only.txt"),
    ),
    ("variants_tw", include_str!("../../tables/variants_tw.txt")),
];

/// What is known of a language. `tables/profiles.toml` says what each key means.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are the keys of the table")]
pub struct Profile {
    pub name: String,
    pub tags: Vec<String>,
    #[serde(default)]
    pub scripts: Vec<String>,
    pub core: Option<(String, u32)>,
    pub density: Density,
    #[serde(default)]
    pub gloss: bool,
    #[serde(default)]
    pub stray: Vec<String>,
    pub wrong: Option<Wrong>,
    #[serde(default)]
    pub repairs: String,
    pub variants: Option<String>,
    pub wording: Option<Wording>,
    pub language: Option<String>,
    #[serde(default)]
    pub words: Vec<String>,
    #[serde(default)]
    pub boilerplate: Vec<String>,
    pub classical: Option<Classical>,
    pub numerals: Option<Numerals>,
    #[serde(default)]
    pub bidi: bool,
}

/// How much a letter says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the variants are the words of the table")]
pub enum Density {
    Alphabet,
    Mixed,
    Ideograph,
}

/// Characters that are not of a language's form of Han.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wrong {
    /// What the reason calls them.
    pub word: String,
    /// Tables that list them.
    #[serde(default)]
    pub tables: Vec<String>,
    /// Further ones.
    #[serde(default)]
    pub characters: String,
    /// Those of the tables that are right all the same.
    #[serde(default)]
    pub except: String,
}

/// How a classical language is told from today's.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Classical {
    /// Particles of the classical language.
    pub marks: String,
    /// Particles of today's.
    pub plain: String,
}

/// Whose words a document is held against.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wording {
    /// Whose.
    pub of: Region,
    /// Words that are listed as another region's and are at home in its statutes and manuals all the same.
    #[serde(default)]
    pub except: Vec<String>,
}

/// A region whose words are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the variants are the words of the table")]
pub enum Region {
    Taiwan,
}

/// What else numbers are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the variants are the words of the table")]
pub enum Numerals {
    Han,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    profile: Vec<Profile>,
}

/// Reads a table of profiles.
///
/// # Errors
/// If it is not TOML of this form, or names a script, a table or a language that is not known.
pub fn parse(text: &str) -> Result<Vec<Profile>, String> {
    let table: Table = toml::from_str(text).map_err(|error| error.to_string())?;
    for profile in &table.profile {
        check(profile).map_err(|what| format!("[[profile]] \"{}\": {what}", profile.name))?;
    }
    Ok(table.profile)
}

/// Checks what the form alone does not say.
pub(crate) fn check(profile: &Profile) -> Result<(), String> {
    let core = profile.core.iter().map(|(script, _)| script);
    for script in profile.scripts.iter().chain(&profile.stray).chain(core) {
        if class::script(script).is_none() {
            let known = class::script_names().join(" ");
            return Err(format!("no script \"{script}\"; known are {known}"));
        }
    }
    let wrong = profile.wrong.iter().flat_map(|wrong| &wrong.tables);
    for table in wrong.chain(&profile.variants) {
        if form(table).is_none() {
            let known = FORMS.map(|(name, _)| name).join(" ");
            return Err(format!("no table \"{table}\"; known are {known}"));
        }
    }
    let word = profile.wrong.as_ref().map(|wrong| wrong.word.as_str());
    if !matches!(word, None | Some("simplified" | "traditional")) {
        return Err(
            "`wrong.word` is \"simplified\" or \"traditional\": the reason's word".to_owned(),
        );
    }
    check_repairs(&profile.repairs)?;
    let code = profile.language.as_deref();
    if let Some(code) = code.filter(|code| !crate::gate::language_id::knows(code)) {
        return Err(format!(
            "the guesser knows no language \"{code}\"; leave `language` out"
        ));
    }
    Ok(())
}

/// Checks pairs of misprints: each stands once, and what is meant is a letter or a sign that is no misprint itself.
fn check_repairs(repairs: &str) -> Result<(), String> {
    let scalars: Vec<char> = repairs.chars().collect();
    if !scalars.len().is_multiple_of(2) {
        return Err(
            "`repairs` holds pairs of characters: a misprint, and what is meant".to_owned(),
        );
    }
    let misprints: Vec<char> = scalars.iter().copied().step_by(2).collect();
    for pair in scalars.chunks(2) {
        let shows = |scalar: char| {
            !matches!(
                class::of(scalar),
                class::BLANK | class::CONTROL | class::PRIVATE | class::MARK
            )
        };
        let once = misprints
            .iter()
            .filter(|&&misprint| misprint == pair[0])
            .count()
            == 1;
        if !once || misprints.contains(&pair[1]) || !pair.iter().all(|&scalar| shows(scalar)) {
            return Err(format!(
                "`repairs`: {:?} to {:?}: each misprint stands once, and both are characters that show something; what is meant is no misprint",
                pair[0], pair[1]
            ));
        }
    }
    Ok(())
}

/// Returns the characters of a table of forms, in order.
pub(crate) fn form(name: &str) -> Option<impl Iterator<Item = char> + use<>> {
    let lines = form_text(name)?.lines();
    Some(
        lines
            .filter(|line| !line.starts_with('#'))
            .flat_map(str::chars),
    )
}

/// Returns a table of forms as it stands in its file.
pub(crate) fn form_text(name: &str) -> Option<&'static str> {
    let found = FORMS.iter().find(|(known, _)| *known == name);
    found.map(|(_, text)| *text)
}
