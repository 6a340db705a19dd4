//! Rows of a release's ledger: format.md, section 9.

use serde::{Deserialize, Serialize};

use super::names::{Category, Split};

/// A row of `ledger.jsonl.zst`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the fields are those of format.md, section 9, by name"
)]
pub struct LedgerRow {
    pub stage: String,
    pub reason: String,
    pub split: String,
    pub category: String,
    pub kind: String,
    pub unit: String,
    pub source: String,
    pub excerpt: String,
}

/// The order of rows.
pub type LedgerKey = (Option<Split>, Option<Category>, String, String, String);

impl LedgerRow {
    /// Returns what rows are ordered by; none if the split or category is none.
    #[must_use]
    pub fn key(&self) -> Option<LedgerKey> {
        // No split stands before the first, and `None` before `Some`.
        let split = match self.split.as_str() {
            "" => None,
            name => Some(Split::parse(name)?),
        };
        let category = match self.category.as_str() {
            "" => None,
            name => Some(Category::parse(name)?),
        };
        Some((
            split,
            category,
            self.reason.clone(),
            self.unit.clone(),
            self.kind.clone(),
        ))
    }
}

/// Why a unit was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(
    missing_docs,
    reason = "the variants are the reasons of format.md, section 9, by name"
)]
pub enum Reason {
    SplitBridge,
    DocumentOverBudget,
    LineOverBudget,
    CrossSplitText,
    CrossSplitLine,
    MosaicAlone,
    RunAlone,
    StyleRepeats,
    WindowAlone,
    NotTaken,
    CategoryOff,
    NoEffect,
    OverBudget,
    Repeats,
    NotPicked,
    Skeleton,
    Unfit,
}

impl Reason {
    /// Returns the reason of a name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "split_bridge" => Self::SplitBridge,
            "document_over_budget" => Self::DocumentOverBudget,
            "line_over_budget" => Self::LineOverBudget,
            "cross_split_text" => Self::CrossSplitText,
            "cross_split_line" => Self::CrossSplitLine,
            "mosaic_alone" => Self::MosaicAlone,
            "run_alone" => Self::RunAlone,
            "style_repeats" => Self::StyleRepeats,
            "window_alone" => Self::WindowAlone,
            "not_taken" => Self::NotTaken,
            "category_off" => Self::CategoryOff,
            "no_effect" => Self::NoEffect,
            "over_budget" => Self::OverBudget,
            "repeats" => Self::Repeats,
            "not_picked" => Self::NotPicked,
            "skeleton" => Self::Skeleton,
            "unfit" => Self::Unfit,
            _ => return None,
        })
    }

    /// Returns the categories whose units may have the reason; none at all for `split_bridge`.
    #[must_use]
    pub fn categories(self) -> &'static [Category] {
        match self {
            Self::SplitBridge => &[],
            Self::DocumentOverBudget | Self::LineOverBudget | Self::CrossSplitText => {
                &[Category::Base]
            }
            Self::CrossSplitLine | Self::MosaicAlone | Self::RunAlone | Self::StyleRepeats => {
                &[Category::Mosaic]
            }
            Self::WindowAlone => &[Category::Longform],
            Self::NotTaken => &[
                Category::Base,
                Category::Mosaic,
                Category::Longform,
                Category::Shape,
            ],
            Self::CategoryOff => &[Category::Base, Category::Schema],
            Self::NoEffect => &[Category::Noise, Category::Shape],
            Self::OverBudget | Self::Repeats => {
                &[Category::Noise, Category::Shape, Category::Schema]
            }
            Self::NotPicked | Self::Skeleton | Self::Unfit => &[Category::Schema],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(split: &str, category: &str, rest: [&str; 3]) -> Option<LedgerKey> {
        let [reason, unit, kind] = rest.map(str::to_owned);
        let (split, category) = (split.to_owned(), category.to_owned());
        let row = LedgerRow {
            stage: String::new(),
            reason,
            split,
            category,
            kind,
            unit,
            source: String::new(),
            excerpt: String::new(),
        };
        row.key()
    }

    #[test]
    fn rows_are_ordered_by_the_lists_of_the_page_first() {
        let keys = [
            key("", "", ["split_bridge", "b/d", ""]),
            key("train", "base", ["line_over_budget", "z/1", ""]),
            key("train", "mosaic", ["a", "a/1", ""]),
            key("train", "longform", ["a", "a/1", ""]),
            key("train", "schema", ["a", "a/1", ""]),
            key("validation", "base", ["a", "a/1", ""]),
            key("test", "base", ["a", "a/1", "a"]),
            key("test", "base", ["a", "a/1", "b"]),
            key("test", "base", ["a", "a/10", "a"]),
        ];
        assert!(keys.iter().all(Option::is_some));
        assert!(keys.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(key("dev", "base", ["a", "b", ""]), None);
    }
}
