//! Gate `core_script`: a panel without any letter of the script that its language is written in.
//!
//! It looks at panels with as many letters as the profile's `core` says: Chinese needs a Han character, English a Latin letter, Japanese
//! of 20 letters a kana.
//!
//! Passes: `請先安裝 task-gnome-desktop`, `2.5 GHz` as Chinese only if it holds no letter. Rejects: `avanzate le impostazioni.` as Chinese, reason `zh_no_han`.

use super::unit::Panel;
use super::{Finding, Plain, Spec};
use crate::profile::Language;

pub(super) const SPEC: Spec = Spec {
    name: "core_script",
    reasons: &[
        "_no_script",
        "_no_han",
        "_no_latin",
        "_no_kana",
        "_no_hangul",
    ],
    structured: false,
    make: |table, languages| {
        let asks = |language: &Language| language.profile.core.is_some();
        let any = asks(&languages.left) || asks(&languages.right);
        Plain::Panel(check).gate(&table, any)
    },
};

fn check(panel: &Panel<'_>) -> Option<Finding> {
    let (script, least) = panel.language.profile.core.as_ref()?;
    let letters = panel.census.letters();
    if letters < (*least).max(1) || panel.census.of_script(script) > 0 {
        return None;
    }
    let code = format!("no_{script}");
    let known = SPEC.reasons.iter().any(|reason| reason[1..] == code);
    let code = if known { code.as_str() } else { "no_script" };
    Some(Finding::of_panel(
        panel,
        code,
        0,
        format!("{letters} letters"),
    ))
}
