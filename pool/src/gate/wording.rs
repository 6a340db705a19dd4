//! Gate `wording`: a document in mainland wording, converted to traditional characters: judged over the whole unit, never by a line.
//!
//! The crate zhtw (=4.5.0, its tables are in it) finds words of two characters or more that Taiwan does not use, less those that the profile's `except`
//! lists: what is at home in statutes and manuals of Taiwan. A panel of at least `han = 200` Han characters is rejected if `words = 6` or more different ones
//! make up `most = 15` or more in 1,000 Han characters. Of a long panel the first `scalars = 4000` are looked at. Different ones, because a text about one thing says one word often. Native documents
//! have 2 to 8 in 1,000, a manual that was converted 20 to 35.
//!
//! Passes: `伺服器無法找到檔案…`. Rejects: `服務器無法找到文件…` of the same kind throughout, reason `zh_converted_wording`.

use super::unit::Panel;
use super::{Finding, Gate, Spec, Unit, class, either, options};
use crate::profile::Region;
use serde::Deserialize;

pub(super) const SPEC: Spec = Spec {
    name: "wording",
    reasons: &["_converted_wording"],
    structured: false,
    make: |table, languages| {
        let gate: Wording = options(table)?;
        let any = [&languages.left, &languages.right]
            .into_iter()
            .any(|language| language.profile.wording.is_some());
        Ok(any.then(|| Box::new(gate) as Box<dyn Gate>))
    },
};

/// Words that a finding shows.
const SHOWN: usize = 5;

#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Wording {
    han: u32,
    most: u32,
    words: usize,
    scalars: usize,
}

impl Default for Wording {
    fn default() -> Self {
        Self {
            han: 200,
            most: 15,
            words: 6,
            scalars: 4000,
        }
    }
}

impl Gate for Wording {
    fn check(&self, unit: &Unit<'_>) -> Option<Finding> {
        either(unit, |panel| self.look(panel))
    }

    fn parameters(&self) -> String {
        format!(
            "zhtw 4.5.0, < {} words or < {}/1000 of >= {} Han in {} scalars",
            self.words, self.most, self.han, self.scalars
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
        // What stands first is looked at, and counted again.
        let looked = crate::text::excerpt(panel.text, self.scalars);
        let han = looked
            .chars()
            .filter(|&scalar| class::of(scalar) == class::HAN)
            .count();
        let han = u32::try_from(han).unwrap_or(u32::MAX);
        if han < self.han.max(1) {
            return None;
        }
        let mut hits = zhtw::check(looked);
        hits.retain(|hit| {
            let is_word = hit.source.chars().nth(1).is_some();
            is_word && !wording.except.contains(&hit.source)
        });
        let count = u32::try_from(hits.len()).unwrap_or(u32::MAX);
        if u64::from(count) * 1000 < u64::from(self.most) * u64::from(han) {
            return None;
        }
        let mut words: Vec<&str> = hits.iter().map(|hit| hit.source.as_str()).collect();
        words.sort_unstable();
        words.dedup();
        if words.len() < self.words {
            return None;
        }
        words.truncate(SHOWN);
        let found = format!(
            "{} in 1000: {}",
            u64::from(count) * 1000 / u64::from(han),
            words.join(" ")
        );
        Some(Finding::of_panel(panel, "converted_wording", 0, found))
    }
}
