//! The repairs of a panel, made before any gate looks at it. Each can be switched off ([`Rule`]), the last one apart, and is
//! counted by the panels that it changed.
//!
//! | repair | what | before | after |
//! |---|---|---|---|
//! | `strip_invisible` | U+00AD, U+200B, U+200E, U+200F, U+202A to 202E, U+2060 to 2064, U+2066 to 2069, U+FEFF, U+FFF9 to FFFB and tags (U+E0000 to E007F) go. Directional ones stay in a panel that runs from right to left, the tags of an emoji flag everywhere | `co⟨AD⟩op⟨200B⟩` | `coop` |
//! | `fold_fullwidth_alnum` | a panel in Latin letters: full-width letters and digits become ASCII; punctuation and U+3000 too where full-width letters are the majority | `ＵＳＢ 3` | `USB 3` |
//! | `nfc` | Unicode normalization form C, never NFKC | `e⟨301⟩` | `é` |
//! | `html_entities` | entities that were left in plain text, outside code spans, each once | `R&amp;D&#39;s` | `R&D's` |
//! | `crlf` | CR LF becomes LF | `a⟨D⟩⟨A⟩b` | `a⟨A⟩b` |
//! | `edge_lf` | blank lines at either end go | `⟨A⟩ ⟨A⟩a` | `a` |
//!
//! They run in this order, and the first and the third once more if an entity was decoded, so that what is normal already stays as
//! it is to the byte: nothing that a repair makes is work for one before it. (Full-width forms may spell an entity, and one
//! may stand for an invisible character.)
//!
//! - In a structured article entities and full-width forms are left alone: there they are markup or data.
//! - U+3000 and full-width punctuation are as Chinese and Japanese write them, and stay.
//! - U+000D without LF stays; so does CR CR LF, whose first is one. A row with such a panel is refused when it is read
//!   ([`crate::import`]), since nobody but the owner of the file knows what it was.
//! - A panel that nothing is left of is the gate `blank`'s.
//! - Form C is that of Unicode 18.0, of the crate `unicode-normalization`, pinned to the patch. Another version would compose only
//!   what this one knows no characters for. The pool stores the outcome, so nothing after it depends on a version.

mod edges;
mod entities;
mod full_width;
mod invisible;
mod look;
mod rule;
mod spans;
#[cfg(test)]
mod tests;

pub use edges::edge_lf;
pub use rule::{Facts, Repair, Rule};

use entities::Decoder;
use look::{Needs, look};
use std::borrow::Cow;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// Repairs a panel: it is borrowed if nothing was changed. The second value names the repairs that changed something, ascending.
#[must_use]
pub fn normalize<'t>(panel: &'t str, rule: &Rule, facts: Facts) -> (Cow<'t, str>, Vec<Repair>) {
    let needs = look(panel);
    let mut work = Work {
        text: Cow::Borrowed(panel),
        repairs: Vec::new(),
    };
    if !needs.is_none() {
        work.repair(needs, rule, facts);
    }
    work.trim();
    work.repairs.sort_unstable();
    (work.text, work.repairs)
}

/// A panel on its way.
struct Work<'t> {
    text: Cow<'t, str>,
    repairs: Vec<Repair>,
}

impl Work<'_> {
    fn repair(&mut self, needs: Needs, rule: &Rule, facts: Facts) {
        let full_width = rule.full_width && facts.latin && !facts.structured;
        if rule.invisible && needs.any(Needs::INVISIBLE) {
            self.apply(Repair::Invisible, |text| invisible::strip(text, facts.bidi));
        }
        if full_width && needs.any(Needs::FULL_WIDTH) {
            self.apply(Repair::FullWidth, full_width::fold);
        }
        if rule.nfc && needs.any(Needs::UNSURE) {
            self.apply(Repair::Nfc, compose);
        }
        if rule.entities && !facts.structured {
            let nfc = rule.nfc;
            let decoder = Decoder { nfc, full_width };
            let decoded = self.apply(Repair::Entities, |text| decoder.decode(text));
            if decoded && rule.invisible {
                self.apply(Repair::Invisible, |text| invisible::strip(text, facts.bidi));
            }
            if decoded && nfc {
                self.apply(Repair::Nfc, compose);
            }
        }
        if rule.crlf && needs.any(Needs::RETURN) {
            self.apply(Repair::Crlf, line_ends);
        }
    }

    /// Makes a repair; tells whether it changed something.
    fn apply(&mut self, repair: Repair, make: impl FnOnce(&str) -> Option<String>) -> bool {
        let Some(text) = make(&self.text) else {
            return false;
        };
        self.text = Cow::Owned(text);
        if !self.repairs.contains(&repair) {
            self.repairs.push(repair);
        }
        true
    }

    fn trim(&mut self) {
        self.apply(Repair::EdgeLf, |text| {
            let kept = edge_lf(text);
            (kept.len() < text.len()).then(|| kept.to_owned())
        });
    }
}

/// Brings a text to normalization form C; nothing if it is in it.
fn compose(text: &str) -> Option<String> {
    if is_nfc_quick(text.chars()) == IsNormalized::Yes {
        return None;
    }
    let composed: String = text.nfc().collect();
    (composed != text).then_some(composed)
}

/// Takes the CR off each CR LF before which no other CR stands; nothing if there is none.
fn line_ends(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out = String::new();
    let mut copied = 0;
    for at in memchr::memchr_iter(b'\r', bytes) {
        let lone = at > 0 && bytes[at - 1] == b'\r';
        if bytes.get(at + 1) == Some(&b'\n') && !lone {
            out.push_str(&text[copied..at]);
            copied = at + 1;
        }
    }
    out.push_str(&text[copied..]);
    (copied > 0).then_some(out)
}
