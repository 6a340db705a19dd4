//! Gate `cjk_punct`: East Asian punctuation on a panel in Latin letters, other than inside a bracket that glosses a word.
//!
//! Passes: `Open the file.`, and `the drama 《寶島》` inside a gloss `(《寶島》)`. Rejects: `Open the file。` and `… on Monday. （社群資料庫）`, reason `en_cjk_punct`.
//! Of a long panel one slip is no reason: it may have one such scalar for each `letters = 1000` letters. Full-width forms of ASCII punctuation are folded
//! before, on panels without East Asian letters.

use super::spread::lines;
use super::unit::Panel;
use super::{Finding, Gate, Spec, Unit, class, either, options};
use serde::Deserialize;

pub(super) const SPEC: Spec = Spec {
    name: "cjk_punct",
    reasons: &["_cjk_punct"],
    structured: false,
    make: |table, languages| {
        let gate: CjkPunct = options(table)?;
        let any = languages.left.profile.gloss || languages.right.profile.gloss;
        Ok(any.then(|| Box::new(gate) as Box<dyn Gate>))
    },
};

#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct CjkPunct {
    letters: u32,
}

impl Default for CjkPunct {
    fn default() -> Self {
        Self { letters: 1000 }
    }
}

impl Gate for CjkPunct {
    fn check(&self, unit: &Unit<'_>) -> Option<Finding> {
        either(unit, |panel| self.look(panel))
    }

    fn parameters(&self) -> String {
        format!("<= 1 for {} letters", self.letters)
    }
}

impl CjkPunct {
    fn look(&self, panel: &Panel<'_>) -> Option<Finding> {
        let found = panel.census.of_class(class::CJK_PUNCT);
        let allowed = panel.census.letters() / self.letters.max(1);
        if !panel.language.profile.gloss || found <= allowed {
            return None;
        }
        lines(panel.text).find_map(|(at, line)| {
            let (inside, scalar) = outside_gloss(line)?;
            Some(Finding::of_panel(panel, "cjk_punct", at + inside, scalar))
        })
    }
}

/// Returns the first such scalar of a line that stands in no closed ASCII bracket.
fn outside_gloss(line: &str) -> Option<(usize, char)> {
    let mut open = None;
    for (at, scalar) in line.char_indices() {
        match scalar {
            '(' | '[' => open = open.or(Some(at)),
            ')' | ']' => open = None,
            _ if open.is_none() && class::of(scalar) == class::CJK_PUNCT => {
                return Some((at, scalar));
            }
            _ => {}
        }
    }
    // A bracket that is never closed holds no gloss.
    let rest = open?;
    line[rest..]
        .char_indices()
        .find(|&(_, scalar)| class::of(scalar) == class::CJK_PUNCT)
        .map(|(at, scalar)| (rest + at, scalar))
}
