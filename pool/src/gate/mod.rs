//! Gates.

use crate::article::Genre;
use crate::panels::Panels;
use crate::store::GateRow;
use crate::text::is_blank_text;

/// The gates of one pool.
#[derive(Clone, Copy, Debug)]
pub struct Gates;

impl Gates {
    /// Chooses.
    #[must_use]
    pub fn new(_languages: &Panels<String>) -> Self {
        Self
    }

    /// Returns the reason why a pair is left out.
    #[must_use]
    pub fn check(&self, _genre: Genre, text: Panels<&str>) -> Option<&'static str> {
        (is_blank_text(text.left) || is_blank_text(text.right)).then_some("blank")
    }

    /// Returns the header rows.
    #[must_use]
    pub fn rows(&self, rejected: impl Fn(&[&str]) -> u64) -> Vec<GateRow> {
        vec![GateRow {
            name: "blank".to_owned(),
            parameters: String::new(),
            rejected: rejected(&["blank"]),
        }]
    }
}
