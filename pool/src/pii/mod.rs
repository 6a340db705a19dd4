//! Personal data: what is found on a panel, and what is written in its place on both.
//!
//! | kind | form and check | placeholder | passes | replaced |
//! |---|---|---|---|---|
//! | `email` | a name and a domain whose last label is of letters, no reserved name, no ending of a file | `<EMAIL>` | `me@example.org`, `getty@tty1.service`, `ssh://me@host.org` | `office@library.org.tw` |
//! | `card` | 13 to 19 digits in one piece or in groups of 4-4-4-4, 4-4-4-4-3, 4-6-5, 4-6-4; range and length of an issuer; check digit (Luhn). 13 digits, one of a list of numbers, or part of a path: beside a word such as card | `<CARD>` | `4111 1111 1111 1112` | `4111 1111 1111 1111` |
//! | `tw_id` | a letter, 1 or 2, eight digits; weights 1, 9 to 1, 1 modulo 10 | `<ID>` | `A123456788` | `A123456789` |
//! | `tw_arc` | the same with 8 or 9, or two letters (A to D second) and eight digits | `<ID>` | `A800000015` | `A800000014` |
//! | `tw_mobile` | 09 and eight digits: in one piece, 4-3-3 or 4-6; no number of a book or document | `<PHONE>` | `ISBN 0912345678`, `字第 0940012345 號` | `0912-345-678` |
//! | `tw_landline` | area code and as many digits as it has, beside a word such as phone | `<PHONE>` | `room (02) 2345-6789` | `tel. (02) 2345-6789` |
//! | `tw_ban` | eight digits, weights 1 2 1 2 1 2 4 1 modulo 5, beside a word such as 統編 | `<ID>` | `20240610` | `統編 04595257` |
//! | `cn_id` | 18 places: region, date, ISO 7064 MOD 11-2 | `<ID>` | `11010519491231002Y` | `11010519491231002X` |
//! | `cn_mobile` | 13 to 19 and nine digits: 3-4-4 with hyphens, else beside a word such as phone; never in a list of numbers | `<PHONE>` | `13800138000 bytes` | `138-0013-8000` |
//! | `phone` | `+`, a country code, as many digits as that country has; none of the numbers for fiction (555-01xx) | `<PHONE>` | `+0800`, `+1 555` | `+44 20 7946 0958` |
//! | `ipv4` | four parts of a global address, no number of a section or version. All parts below 100: beside a word such as host, or in a URL | `<IP>` | `192.0.2.1`, `version 5.4.161.2` | `host 8.8.8.8` |
//! | `ipv6` | a host in a block that is given out (2001, 2003, 2400 to 2c0f), no documentation, no tunnel | `<IP>` | `2001:db8::1`, `fe80::1` | `2606:4700::1111` |
//! | `iban` | a country, its length, remainder 1 modulo 97 | `<IBAN>` | `GB82 WEST 1234 5698 7654 33` | `GB82 WEST 1234 5698 7654 32` |
//! | `secret` | a prefix of a service at the beginning of a word and random text behind it; JSON Web Tokens | `<SECRET>` | `task-gnome-flashback-desktop`, `AKIAIOSFODNN7EXAMPLE` | `AKIA` and 16 mixed places |
//! | `private_key` | the heading of a private key and base64 behind it | none | the heading alone | the pair is left out |
//!
//! A word counts if it stands on the same line, within 64 bytes before or 24 behind (for `ipv4`, 32 before, and of two words the nearer
//! one). What a word says of a value holds for that value wherever it stands on either panel, because a translation may put the word
//! elsewhere. Only ASCII digits are read.
//!
//! A pair is kept if both panels hold the same placeholders in the same order. Otherwise one of them lost or gained something, or the
//! languages order it differently, and the pair is left out with the reason `pii_differs`. A private key on either panel leaves the pair
//! out with the reason `pii_private_key`.

mod candidate;
mod card;
mod cn;
mod email;
mod iban;
mod ipv4;
mod ipv6;
mod kind;
mod phone;
mod private_key;
mod redact;
mod scan;
mod secret;
mod tw;
mod words;

pub use kind::Kind;
pub use redact::{Outcome, redact};

use candidate::{Candidates, Said};
use scan::Scan;

/// What is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The kinds that are looked for.
    pub kinds: Vec<Kind>,
    /// Matched strings that are left alone, exactly as they stand in the text.
    pub allow: Vec<String>,
}

/// A stretch of one panel that is personal data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its kind.
    pub kind: Kind,
    /// The first byte.
    pub start: usize,
    /// The byte behind the last.
    pub end: usize,
}

impl Default for Rule {
    /// All kinds, nothing allowed.
    fn default() -> Self {
        Self {
            kinds: Kind::ALL.to_vec(),
            allow: Vec::new(),
        }
    }
}

impl Rule {
    fn without_allowed(&self, panel: &str, mut found: Vec<Found>) -> Vec<Found> {
        found.retain(|found| {
            let text = &panel[found.start..found.end];
            !self.allow.iter().any(|allowed| allowed == text)
        });
        found
    }
}

/// Finds personal data on one panel, in order of place and without overlaps.
///
/// Of two matches that overlap the longer one counts, of two that are as long the earlier kind.
#[must_use]
pub fn find(panel: &str, rule: &Rule) -> Vec<Found> {
    let all = candidates(panel, rule);
    let mut said = Said::default();
    all.note(panel, &mut said);
    rule.without_allowed(panel, all.settle(panel, &said))
}

/// Returns what has the form of a kind that is looked for.
fn candidates(panel: &str, rule: &Rule) -> Candidates {
    let mut all = Candidates::default();
    email::look(panel, &mut all);
    private_key::look(panel, &mut all);
    let scan = Scan::new(panel);
    for at in 0..scan.runs.len() {
        card::look(&scan, at, &mut all);
        tw::look(&scan, at, &mut all);
        cn::look(&scan, at, &mut all);
        phone::look(&scan, at, &mut all);
        ipv4::look(&scan, at, &mut all);
        ipv6::look(&scan, at, &mut all);
        iban::look(&scan, at, &mut all);
        secret::look(&scan, at, &mut all);
    }
    all.0
        .retain(|candidate| rule.kinds.contains(&candidate.found.kind));
    all
}

#[cfg(test)]
mod tests;
