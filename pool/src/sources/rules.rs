//! `[normalize]`, `[gates]`, `[pii]` and `[dedup]`: for all sources, and what one of them says for itself.

use super::file::DedupFile;
use super::{DedupRule, RepairRule};
use crate::gate::rule::{Gates, lay_over};
use crate::gate::{Config, tails};
use crate::panels::Panels;
use crate::profile::Language;
use crate::{normalize, pii};

/// Checks what is said for all sources by itself: a source may replace it, and a word that is misspelt is misspelt all the same.
pub(super) fn common(
    gates: &Config,
    normalize: &toml::Table,
    pii: Option<&toml::Value>,
    languages: &Panels<Language>,
) -> Result<(), String> {
    self::gates(gates, &Config::new(), languages)?;
    repair(normalize, &toml::Table::new())?;
    self::pii(pii).map(drop)
}

/// Reads which gates run, and tries to make them.
pub(super) fn gates(
    all: &Config,
    one: &Config,
    languages: &Panels<Language>,
) -> Result<Config, String> {
    let laid = lay_over(all, one);
    Gates::new(languages, &laid)?;
    tails::Rule::new(&laid)?;
    Ok(laid)
}

/// Reads what is repaired.
pub(super) fn repair(all: &toml::Table, one: &toml::Table) -> Result<RepairRule, String> {
    let mut rule = RepairRule::default();
    for (name, value) in all.iter().chain(one) {
        let on = value
            .as_bool()
            .ok_or_else(|| format!("[normalize] `{name}` is {value}, expected true or false"))?;
        match name.as_str() {
            "misprints" => rule.misprints = on,
            "variants" => rule.variants = on,
            _ if rule.normalize.set(name, on) => {}
            _ => {
                let names = normalize::Rule::NAMES.join("`, `");
                return Err(format!(
                    "[normalize] names `{name}`; known are `{names}`, `misprints`, `variants`"
                ));
            }
        }
    }
    Ok(rule)
}

/// Reads which personal data is taken out.
pub(super) fn pii(value: Option<&toml::Value>) -> Result<Option<pii::Rule>, String> {
    let mut rule = pii::Rule::default();
    let table = match value {
        None | Some(toml::Value::Boolean(true)) => return Ok(Some(rule)),
        Some(toml::Value::Boolean(false)) => return Ok(None),
        Some(toml::Value::Table(table)) => table,
        Some(other) => {
            return Err(format!(
                "`pii` is {other}, expected true, false or a table of `kinds` and `allow`"
            ));
        }
    };
    for (name, value) in table {
        let strings: Vec<String> = value
            .clone()
            .try_into()
            .map_err(|_| format!("[pii] `{name}` is a list of strings"))?;
        match name.as_str() {
            "kinds" => {
                rule.kinds = strings
                    .iter()
                    .map(|kind| kind_of(kind))
                    .collect::<Result<_, _>>()?
            }
            "allow" if strings.iter().any(String::is_empty) => {
                return Err("[pii] `allow` is a list of strings that are not empty".to_owned());
            }
            "allow" => rule.allow = strings,
            _ => return Err(format!("[pii] names `{name}`; known are `kinds`, `allow`")),
        }
    }
    Ok(Some(rule))
}

/// Lays what a source says of personal data over what is said for all.
pub(super) fn lay_pii_over(
    all: Option<&toml::Value>,
    one: Option<&toml::Value>,
) -> Option<toml::Value> {
    match (all, one) {
        (Some(toml::Value::Table(all)), Some(toml::Value::Table(one))) => {
            let mut laid = all.clone();
            laid.extend(one.clone());
            Some(toml::Value::Table(laid))
        }
        (all, one) => one.or(all).cloned(),
    }
}

fn kind_of(name: &str) -> Result<pii::Kind, String> {
    pii::Kind::parse(name).ok_or_else(|| {
        let names: Vec<&str> = pii::Kind::ALL.iter().map(|kind| kind.name()).collect();
        format!(
            "[pii] `kinds` names \"{name}\"; known are {}",
            names.join(" ")
        )
    })
}

/// Reads which equal texts are one too many.
pub(super) fn dedup(file: Option<DedupFile>) -> DedupRule {
    let file = file.unwrap_or(DedupFile {
        pair: None,
        left: None,
        right: None,
    });
    DedupRule {
        pair: file.pair.unwrap_or(true),
        left: file.left.unwrap_or(0),
        right: file.right.unwrap_or(0),
    }
}
