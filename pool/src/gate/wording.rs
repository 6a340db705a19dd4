//! Gate `wording`: a document in mainland wording, converted to traditional characters: judged over the whole unit, never by a line.
//!
//! The crate zhtw (=4.5.0, its tables are in it) finds words of two characters or more that Taiwan does not use, less those that the profile's `except`
//! lists: what is at home in statutes and manuals of Taiwan. A panel of at least `han = 200` Han characters is rejected if `words = 6` or more different ones
//! make up `most = 15` or more in 1,000 Han characters. Of a long panel the first `most_han = 2000` are looked at. Different ones, because a text about one thing says one word often. Native documents
//! have 2 to 8 in 1,000, a manual that was converted 20 to 35.
//!
//! Passes: `伺服器無法找到檔案…`. Rejects: `服務器無法找到文件…` of the same kind throughout, reason `zh_converted_wording`.

use super::unit::Panel;
use super::{Finding, Gate, Spec, Unit, class, either, options};
use crate::profile::Region;
use serde::Deserialize;
use std::collections::BTreeSet;

pub(super) const SPEC: Spec = Spec {
    name: "wording",
    reasons: &["_converted_wording"],
    structured: false,
    make: |table, languages| {
        let gate: Wording = options(table)?;
        if gate.han == 0 || gate.most_han < gate.han {
            return Err("`han` is at least 1, `most_han` at least `han`".to_owned());
        }
        let any = [&languages.left, &languages.right]
            .into_iter()
            .any(|language| language.profile.wording.is_some());
        Ok(any.then(|| Box::new(gate) as Box<dyn Gate>))
    },
};

/// Han characters that are looked at first.
const GLANCE: u32 = 500;

/// Words that a finding shows.
const SHOWN: usize = 5;

#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Wording {
    han: u32,
    most: u32,
    words: usize,
    most_han: u32,
}

impl Default for Wording {
    fn default() -> Self {
        Self {
            han: 200,
            most: 15,
            words: 6,
            most_han: 2000,
        }
    }
}

impl Gate for Wording {
    fn check(&self, unit: &Unit<'_>) -> Option<Finding> {
        either(unit, |panel| self.look(panel))
    }

    fn parameters(&self) -> String {
        format!(
            "zhtw 4.5.0, < {} words or < {}/1000 of >= {} Han, of {} at most",
            self.words, self.most, self.han, self.most_han
        )
    }
}

impl Wording {
    fn look(&self, panel: &Panel<'_>) -> Option<Finding> {
        let han = panel.census.of_class(class::HAN);
        let wording = panel.language.profile.wording.as_ref()?;
        if han < self.han.max(1) {
            return None;
        }
        let Region::Taiwan = wording.of;
        // Nearly every document is native, and its beginning shows it: few look at more.
        let glance = self.hits(panel.text, GLANCE, &wording.except);
        if glance.words.len() * 3 < self.words {
            return None;
        }
        let Hits { count, han, words } = self.hits(panel.text, self.most_han, &wording.except);
        if han < self.han
            || u64::from(count) * 1000 < u64::from(self.most) * u64::from(han)
            || words.len() < self.words
        {
            return None;
        }
        let shown: Vec<&str> = words.iter().take(SHOWN).map(String::as_str).collect();
        let found = format!(
            "{} in 1000: {}",
            u64::from(count) * 1000 / u64::from(han),
            shown.join(" ")
        );
        Some(Finding::of_panel(panel, "converted_wording", 0, found))
    }

    /// Counts the words of another region among the first Han characters of a text.
    fn hits(&self, text: &str, most_han: u32, except: &[String]) -> Hits {
        let (looked, han) = han_text(text, most_han);
        let mut found = zhtw::check(&looked);
        found.retain(|hit| hit.source.chars().nth(1).is_some() && !except.contains(&hit.source));
        let count = u32::try_from(found.len()).unwrap_or(u32::MAX);
        Hits {
            count,
            han,
            words: found.into_iter().map(|hit| hit.source).collect(),
        }
    }
}

/// Words of another region in a text.
struct Hits {
    count: u32,
    han: u32,
    words: BTreeSet<String>,
}

/// Returns a text up to so many Han characters, each run of ASCII as one blank, and how many there are.
fn han_text(text: &str, most: u32) -> (String, u32) {
    let mut looked = String::new();
    let mut han = 0;
    for scalar in text.chars() {
        if han == most {
            break;
        }
        han += u32::from(class::of(scalar) == class::HAN);
        if !scalar.is_ascii() {
            looked.push(scalar);
        } else if !looked.ends_with(' ') {
            looked.push(' ');
        }
    }
    (looked, han)
}
