//! Which repairs a source asks for, what its languages say, and what the repairs are called.

/// What a source asks for: `[normalize]` of sources.toml. All repairs are made unless one is switched off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Unicode normalization form C.
    pub nfc: bool,
    /// Invisible characters go.
    pub invisible: bool,
    /// CR LF becomes LF, at the end of a line of a file as inside a JSON string.
    pub crlf: bool,
    /// Full-width letters and digits of a Latin panel become ASCII.
    pub full_width: bool,
    /// Leftover HTML entities become what they stand for.
    pub entities: bool,
}

impl Default for Rule {
    fn default() -> Self {
        Self {
            nfc: true,
            invisible: true,
            crlf: true,
            full_width: true,
            entities: true,
        }
    }
}

impl Rule {
    /// The names of the switches, as `[normalize]` and the header write them.
    pub const NAMES: [&'static str; 5] = ["nfc", "invisible", "crlf", "full_width", "entities"];

    /// Switches a repair on or off; false if no repair has the name.
    pub fn set(&mut self, name: &str, on: bool) -> bool {
        let known = Self::NAMES.iter().position(|known| *known == name);
        if let Some(at) = known {
            *self.switches()[at] = on;
        }
        known.is_some()
    }

    /// Returns the names of the switches that are on, for the header of the pool.
    #[must_use]
    pub fn parameters(&self) -> String {
        let mut rule = self.clone();
        let on = rule.switches().map(|switch| *switch);
        let named = Self::NAMES.into_iter().zip(on);
        let names: Vec<&str> = named.filter_map(|(name, on)| on.then_some(name)).collect();
        names.join(" ")
    }

    fn switches(&mut self) -> [&mut bool; 5] {
        [
            &mut self.nfc,
            &mut self.invisible,
            &mut self.crlf,
            &mut self.full_width,
            &mut self.entities,
        ]
    }
}

/// What the profile of a panel's language and the genre of its article say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Written in Latin letters: full-width forms are folded.
    pub latin: bool,
    /// Written from right to left: directional marks are kept.
    pub bidi: bool,
    /// Markup: entities and full-width forms are left alone.
    pub structured: bool,
}

/// A change that was made to a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Repair {
    /// CR LF became LF.
    Crlf,
    /// The panel was not in normalization form C.
    Nfc,
    /// Invisible characters went.
    Invisible,
    /// Full-width forms became ASCII.
    FullWidth,
    /// Entities became what they stand for.
    Entities,
    /// Blank lines at the ends went.
    EdgeLf,
}

impl Repair {
    /// All repairs.
    pub const ALL: [Self; 6] = [
        Self::Crlf,
        Self::Nfc,
        Self::Invisible,
        Self::FullWidth,
        Self::Entities,
        Self::EdgeLf,
    ];

    /// Returns the name that reports and the header use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Crlf => "crlf",
            Self::Nfc => "nfc",
            Self::Invisible => "strip_invisible",
            Self::FullWidth => "fold_fullwidth_alnum",
            Self::Entities => "html_entities",
            Self::EdgeLf => "edge_lf",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_switch_has_a_name() {
        let mut rule = Rule::default();
        assert_eq!(rule.parameters(), Rule::NAMES.join(" "));
        assert!(!rule.set("nfkc", true));
        assert!(rule.set("invisible", false) && rule.set("entities", false));
        assert_eq!(rule.parameters(), "nfc crlf full_width");
        assert!(!rule.invisible && !rule.entities);
        for name in Rule::NAMES {
            assert!(rule.set(name, false));
        }
        assert_eq!(rule.parameters(), "");
        assert!(rule.set("crlf", true) && rule.crlf);
        assert_eq!(rule.parameters(), "crlf");
    }

    #[test]
    fn repairs_ascend_as_they_are_listed() {
        assert!(Repair::ALL.is_sorted());
    }
}
