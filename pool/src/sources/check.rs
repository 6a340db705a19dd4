//! From the mirrored file to what the import uses: every value checked, every path found.

use super::file::{SliceFile, SourceFile, SourcesFile};
use super::{Field, FieldRule, InputFile, Layout, Source, Sources, Words, rules};
use crate::article::{Genre, Origin, Translation};
use crate::lang;
use crate::panels::Panels;
use crate::profile::{self, Language};
use crate::store::SliceRule;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

const SEED: &str = "diptych";
const SLICE_BYTES: u64 = 740;
/// The slicer needs 8; past this its sums would leave 64 bits far behind any document.
const SLICE_LIMITS: std::ops::RangeInclusive<u64> = 8..=1 << 24;
const FORMATS: &str = "`jsonl`, `tsv`, `lines`, `structured-jsonl`";

/// Checks a whole file. Errors name the key.
pub(super) fn check(file: SourcesFile, folder: &Path) -> Result<Sources, String> {
    if file.format != 1 {
        return Err(format!(
            "`format` is {}; this program reads format 1",
            file.format
        ));
    }
    for (key, tag) in [("left", &file.left), ("right", &file.right)] {
        if !lang::is_tag(tag) {
            return Err(format!(
                "`{key}` is \"{tag}\", expected a language tag such as \"en\" or \"zh-Hant-TW\""
            ));
        }
    }
    if file.source.is_empty() {
        return Err("no [[source]]: add one with `name`, `path` and `format`".to_owned());
    }
    for profile in &file.profile {
        profile::check(profile)
            .map_err(|what| format!("[[profile]] \"{}\": {what}", profile.name))?;
    }
    let profiles: Vec<_> = file.profile.into_iter().map(Arc::new).collect();
    let tags = Panels::new(file.left.clone(), file.right.clone());
    let common = Common {
        languages: Language::of_pair(&tags, &profiles),
        max_bad: file.max_bad.unwrap_or(0),
        normalize: file.normalize,
        gates: file.gates,
        pii: file.pii,
    };
    rules::common(
        &common.gates,
        &common.normalize,
        common.pii.as_ref(),
        &common.languages,
    )?;
    let mut names = BTreeSet::new();
    let mut sources = Vec::with_capacity(file.source.len());
    for source in file.source {
        if source.name.is_empty() || !names.insert(source.name.clone()) {
            return Err(format!(
                "two sources have the `name` \"{}\", or it is empty",
                source.name
            ));
        }
        let name = source.name.clone();
        let checked = check_source(source, folder, &common);
        sources.push(checked.map_err(|what| format!("[[source]] \"{name}\": {what}"))?);
    }
    let spaced = file.spaced.map_or_else(
        || Panels::new(lang::spaced(&file.left), lang::spaced(&file.right)),
        |[left, right]| Panels::new(left, right),
    );
    Ok(Sources {
        languages: Panels::new(file.left, file.right),
        spaced,
        slice: check_slice(file.slice)?,
        profiles,
        dedup: rules::dedup(file.dedup),
        sources,
    })
}

fn check_slice(file: Option<SliceFile>) -> Result<SliceRule, String> {
    let (seed, bytes) = file.map_or((None, None), |slice| (slice.seed, slice.bytes));
    let bytes = bytes.unwrap_or(SLICE_BYTES);
    if !SLICE_LIMITS.contains(&bytes) {
        return Err(format!(
            "[slice] `bytes` is {bytes}, expected {} to {}",
            SLICE_LIMITS.start(),
            SLICE_LIMITS.end()
        ));
    }
    Ok(SliceRule {
        seed: seed.unwrap_or_else(|| SEED.to_owned()),
        bytes,
    })
}

/// What is said for all sources.
struct Common {
    languages: Panels<Language>,
    max_bad: u64,
    normalize: toml::Table,
    gates: toml::Table,
    pii: Option<toml::Value>,
}

fn check_source(file: SourceFile, folder: &Path, common: &Common) -> Result<Source, String> {
    let layout = check_layout(&file, folder)?;
    let gates = rules::gates(&common.gates, &file.gates, &common.languages)?;
    let repair = rules::repair(&common.normalize, &file.normalize)?;
    let pii = rules::pii(rules::lay_pii_over(common.pii.as_ref(), file.pii.as_ref()).as_ref())?;
    let rule = FieldRule {
        fields: check_fields(file.fields.as_ref(), &layout)?,
        license: words(file.license, "license", |text| Some(text.to_owned()))?,
        origin: words(file.origin, "origin", Origin::parse)?,
        translation: words(file.translation, "translation", Translation::parse)?,
        made_by: file.made_by.unwrap_or_default(),
        genre: check_genre(file.genre.as_deref(), &layout)?,
    };
    Ok(Source {
        name: file.name,
        layout,
        rule,
        max_bad: file.max_bad.unwrap_or(common.max_bad),
        repair,
        gates,
        pii,
    })
}

fn check_layout(file: &SourceFile, folder: &Path) -> Result<Layout, String> {
    let format = file.format.as_str();
    let only = |key: &str, given: bool, formats: &[&str]| {
        if given && !formats.contains(&format) {
            let formats = formats.join("`, `");
            return Err(format!(
                "`{key}` belongs to format `{formats}`, this source is `{format}`"
            ));
        }
        Ok(())
    };
    let rows = ["jsonl", "structured-jsonl", "tsv"];
    match format {
        "jsonl" | "structured-jsonl" | "tsv" | "lines" => {}
        _ => {
            return Err(format!(
                "`format` is \"{format}\", expected one of {FORMATS}"
            ));
        }
    }
    only("path", file.path.is_some(), &rows)?;
    only("left_path", file.left_path.is_some(), &["lines"])?;
    only("right_path", file.right_path.is_some(), &["lines"])?;
    only("fields", file.fields.is_some(), &rows[..2])?;
    only("columns", file.columns.is_some(), &["tsv"])?;
    let need = |key: &str, path: &Option<String>| {
        path.clone()
            .ok_or_else(|| format!("`{key}` is missing, format `{format}` needs it"))
    };
    Ok(match format {
        "lines" => Layout::Lines(Panels::new(
            one_file("left_path", &need("left_path", &file.left_path)?, folder)?,
            one_file("right_path", &need("right_path", &file.right_path)?, folder)?,
        )),
        "tsv" => Layout::Tsv {
            columns: check_columns(file.columns.as_deref())?,
            files: many_files(&need("path", &file.path)?, folder)?,
        },
        "jsonl" => Layout::Jsonl(many_files(&need("path", &file.path)?, folder)?),
        _ => Layout::StructuredJsonl(many_files(&need("path", &file.path)?, folder)?),
    })
}

fn check_columns(columns: Option<&[String]>) -> Result<Vec<Option<Field>>, String> {
    let columns =
        columns.ok_or("`columns` is missing, format `tsv` needs it: one name a column")?;
    let mut found = Vec::with_capacity(columns.len());
    for name in columns {
        let field = match name.as_str() {
            "-" => None,
            _ => Some(known_field("columns", name, |field| {
                field != Field::Format
            })?),
        };
        if field.is_some() && found.contains(&field) {
            return Err(format!("`columns` names \"{name}\" twice"));
        }
        found.push(field);
    }
    for (field, why) in [
        (Field::Left, "a row has two panels"),
        (Field::Right, "a row has two panels"),
    ] {
        if !found.contains(&Some(field)) {
            return Err(format!("`columns` lacks \"{}\": {why}", field.name()));
        }
    }
    let has = |field| found.contains(&Some(field));
    if has(Field::Id) && has(Field::Group) {
        return Err("`columns` names \"id\" and \"group\": rows of one group form one article, whose id is the group; write \"-\" for one of them".to_owned());
    }
    if has(Field::Seq) && !has(Field::Group) {
        return Err("`columns` names \"seq\" without \"group\"; write \"-\" for it".to_owned());
    }
    Ok(found)
}

fn check_fields(
    fields: Option<&BTreeMap<String, String>>,
    layout: &Layout,
) -> Result<BTreeMap<Field, String>, String> {
    let structured = matches!(layout, Layout::StructuredJsonl(_));
    let allowed = |field| match field {
        Field::Seq => false,
        Field::Format => structured,
        Field::Genre => !structured,
        _ => true,
    };
    let mut checked = BTreeMap::new();
    for (name, field) in fields.into_iter().flatten() {
        checked.insert(known_field("fields", name, allowed)?, field.clone());
    }
    Ok(checked)
}

fn known_field(key: &str, name: &str, allowed: impl Fn(Field) -> bool) -> Result<Field, String> {
    let mut known = Field::ALL.into_iter().filter(|&field| allowed(field));
    known
        .clone()
        .find(|field| field.name() == name)
        .ok_or_else(|| {
            let first = known.next().map_or("", Field::name).to_owned();
            let names = known.fold(first, |list, field| list + "`, `" + field.name());
            format!("`{key}` names \"{name}\", known names are `{names}`")
        })
}

fn check_genre(genre: Option<&str>, layout: &Layout) -> Result<Genre, String> {
    let plain = |genre: &str| {
        let parsed = Genre::parse(genre).filter(|genre| !genre.is_structured());
        parsed.ok_or_else(|| {
            format!("`genre` is \"{genre}\", expected `prose`, `dialogue` or `lines`")
        })
    };
    match (genre, layout) {
        (Some(_), Layout::StructuredJsonl(_)) => {
            Err("`genre` does not apply: the field `format` of each row gives it".to_owned())
        }
        (Some(genre), _) => plain(genre),
        (None, Layout::Jsonl(_) | Layout::StructuredJsonl(_)) => Ok(Genre::Prose),
        (None, Layout::Tsv { .. } | Layout::Lines(_)) => Ok(Genre::Lines),
    }
}

/// Reads one value or a table of values. `parse` knows the words that a value may be.
fn words<T>(
    value: Option<toml::Value>,
    key: &str,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Words<T>, String> {
    let one = |at: &str, value: toml::Value| match value {
        toml::Value::String(text) => {
            parse(&text).ok_or_else(|| format!("{at} is \"{text}\", which is no word for it"))
        }
        other => Err(format!("{at} is {other}, expected a string")),
    };
    match value {
        None => Ok(Words::none()),
        Some(toml::Value::Table(entries)) => {
            let mut words = Words::none();
            for (word, value) in entries {
                let value = one(&format!("`{key}.\"{word}\"`"), value)?;
                if word == "*" {
                    words.other = Some(value);
                } else {
                    words.table.insert(word, value);
                }
            }
            Ok(words)
        }
        Some(value) => Ok(Words::one(one(&format!("`{key}`"), value)?)),
    }
}

fn one_file(key: &str, name: &str, folder: &Path) -> Result<InputFile, String> {
    let path = folder.join(name);
    let kind = std::fs::metadata(&path).map_err(|error| format!("`{key}`: {name}: {error}"))?;
    if !kind.is_file() {
        return Err(format!("`{key}`: {name} is no regular file"));
    }
    Ok(InputFile {
        name: name.to_owned(),
        path,
    })
}

/// Lists the files of a path or a glob, ascending by bytes: the folder's own order is not ours.
fn many_files(name: &str, folder: &Path) -> Result<Vec<InputFile>, String> {
    if !name.contains(['*', '?', '[']) || folder.join(name).is_file() {
        return Ok(vec![one_file("path", name, folder)?]);
    }
    let prefix = glob::Pattern::escape(&folder.to_string_lossy());
    let pattern = Path::new(&prefix).join(name);
    // As a shell reads it: what begins with a dot is meant only where the dot is written.
    let options = glob::MatchOptions {
        require_literal_leading_dot: true,
        ..glob::MatchOptions::new()
    };
    let found = glob::glob_with(&pattern.to_string_lossy(), options)
        .map_err(|error| format!("`path`: \"{name}\" is no pattern: {error}"))?;
    let mut files = Vec::new();
    for path in found {
        let path = path.map_err(|error| format!("`path`: {error}"))?;
        let inside = path.strip_prefix(folder).unwrap_or(&path);
        let Some(text) = inside.to_str() else {
            return Err(format!("`path`: {} is not UTF-8", path.display()));
        };
        if path.is_file() {
            files.push(InputFile {
                name: text.to_owned(),
                path: path.clone(),
            });
        }
    }
    files.sort_by(|a, b| a.name.as_bytes().cmp(b.name.as_bytes()));
    if files.is_empty() {
        return Err(format!("`path`: \"{name}\" matches no file"));
    }
    Ok(files)
}
