//! Noise: base materials with the dirt of real pages (docs/format.md, section 5.4).

mod site;

use crate::bench::{Bench, Opened};
use pool::Panels;
use pool::stream::{Ratio, Seed, Stream};
use pool::view::View;

/// What is done to a text, in the order of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoiseKind {
    /// The blanks between words are lost.
    NoSpace,
    /// Words are cut.
    BrokenWord,
    /// Blanks are many.
    WildSpace,
    /// Leftovers of a page's markup.
    HtmlResidue,
    /// Marks that fonts or pages left.
    RareSymbol,
    /// Words with soft hyphens.
    SoftHyphen,
    /// Scalars that show nothing.
    ZeroWidth,
    /// ASCII in its full-width form.
    FullWidth,
    /// UTF-8 read as windows-1252.
    Mojibake,
    /// Words of menus.
    NavWords,
}

/// How strong a kind is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// The chance of each site.
    Chance(Ratio),
    /// The most pieces of a panel.
    Pieces(u32),
}

impl NoiseKind {
    /// All kinds, in the order of the format.
    pub const ALL: [Self; 10] = [
        Self::NoSpace,
        Self::BrokenWord,
        Self::WildSpace,
        Self::HtmlResidue,
        Self::RareSymbol,
        Self::SoftHyphen,
        Self::ZeroWidth,
        Self::FullWidth,
        Self::Mojibake,
        Self::NavWords,
    ];

    /// Returns the word of the format.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NoSpace => "no-space",
            Self::BrokenWord => "broken-word",
            Self::WildSpace => "wild-space",
            Self::HtmlResidue => "html-residue",
            Self::RareSymbol => "rare-symbol",
            Self::SoftHyphen => "soft-hyphen",
            Self::ZeroWidth => "zero-width",
            Self::FullWidth => "full-width",
            Self::Mojibake => "mojibake",
            Self::NavWords => "nav-words",
        }
    }

    /// Parses the word of the format.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns the weight of a kind that the recipe does not name.
    #[must_use]
    pub fn default_weight(self) -> u64 {
        u64::from(self <= Self::RareSymbol)
    }

    /// Returns the strength of a kind that the recipe does not name.
    #[must_use]
    pub fn default_strength(self) -> Strength {
        let chance = |den| Strength::Chance(Ratio { num: 1, den });
        match self {
            Self::NoSpace => Strength::Chance(Ratio { num: 2, den: 3 }),
            Self::Mojibake => chance(4),
            Self::BrokenWord | Self::WildSpace => chance(12),
            Self::RareSymbol => chance(80),
            Self::SoftHyphen | Self::FullWidth => chance(8),
            Self::ZeroWidth => chance(40),
            Self::HtmlResidue => Strength::Pieces(4),
            Self::NavWords => Strength::Pieces(3),
        }
    }

    /// Tells whether a kind is for panels whose words are separated by blanks.
    fn needs_spaces(self) -> bool {
        matches!(self, Self::NoSpace | Self::BrokenWord | Self::SoftHyphen)
    }
}

/// Draws the panels that a kind changes; `spaced` tells which have blanks between words.
pub(crate) fn panels(kind: NoiseKind, spaced: Panels<bool>, seed: &Seed, m: &str) -> Panels<bool> {
    if kind.needs_spaces() || (spaced.left && spaced.right) {
        return spaced;
    }
    let mut stream = Stream::open(seed, "noise.panels", kind.name(), m.as_bytes(), 0);
    loop {
        let left = spaced.left || stream.chance(1, 2);
        let right = spaced.right || stream.chance(1, 2);
        if left || right {
            return Panels::new(left, right);
        }
    }
}

/// Spoils the panels of a material; nothing if both stay as they were.
pub(crate) fn spoil(
    kind: NoiseKind,
    strength: Strength,
    texts: Panels<&str>,
    spaced: Panels<bool>,
    seed: &Seed,
    m: &str,
) -> Option<Panels<String>> {
    let chosen = panels(kind, spaced, seed, m);
    let side = |text: &str, spaced: bool, chosen: bool, ordinal: u64| {
        if !chosen {
            return text.to_owned();
        }
        let mut stream = Stream::open(seed, "noise.site", kind.name(), m.as_bytes(), ordinal);
        site::spoil(kind, strength, text, spaced, &mut stream)
    };
    let left = side(texts.left, spaced.left, chosen.left, 0);
    let right = side(texts.right, spaced.right, chosen.right, 1);
    (left != texts.left || right != texts.right).then(|| Panels::new(left, right))
}

/// Spoils a view of an article as the recipe says.
pub(crate) fn of_view(
    bench: &Bench<'_>,
    kind: NoiseKind,
    opened: &Opened<'_>,
    view: View,
) -> Option<Panels<String>> {
    let rule = bench.recipe.noise.as_ref().expect("a recipe with noise");
    let strength = rule.strength(kind);
    let m = opened.material(view).to_string();
    let texts = opened.panels(view);
    spoil(kind, strength, texts, bench.spaced(), &bench.seed, &m)
}

/// The panels as the record's metadata name them.
pub(crate) fn named(panels: Panels<bool>) -> &'static str {
    match (panels.left, panels.right) {
        (true, true) => "lr",
        (true, false) => "l",
        (false, true) => "r",
        (false, false) => "",
    }
}
