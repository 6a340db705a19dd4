//! What gates look at: a pair of panels, each counted once.

use super::class::{self, CLASSES, Class};
use super::forms::Forms;
use crate::article::Genre;
use crate::panels::{Panels, Side};
use crate::profile::Language;

/// A pair of panels.
#[derive(Debug)]
pub struct Unit<'u> {
    /// What kind of text.
    pub genre: Genre,
    /// Left and right.
    pub panels: Panels<Panel<'u>>,
}

/// One panel and what its scalars are.
#[derive(Debug)]
pub struct Panel<'u> {
    /// Which one.
    pub side: Side,
    /// Its text, after repairs.
    pub text: &'u str,
    /// Its language.
    pub language: &'u Language,
    /// How many scalars of each class.
    pub census: Census,
}

/// How many scalars of each class a panel holds.
#[derive(Clone, Debug)]
pub struct Census {
    counts: [u32; CLASSES],
    /// Scalars that are not of the language's forms.
    pub wrong: u32,
}

impl<'u> Unit<'u> {
    /// Counts a pair.
    #[must_use]
    pub fn new(
        genre: Genre,
        text: Panels<&'u str>,
        languages: &'u Panels<Language>,
        forms: &Panels<Forms>,
    ) -> Self {
        Self {
            genre,
            panels: Panels::new(
                Panel::new(Side::Left, text.left, &languages.left, &forms.left),
                Panel::new(Side::Right, text.right, &languages.right, &forms.right),
            ),
        }
    }

    /// Returns both panels, left first.
    #[must_use]
    pub fn both(&self) -> [&Panel<'u>; 2] {
        [&self.panels.left, &self.panels.right]
    }

    /// Returns the panel beside one.
    #[must_use]
    pub fn other(&self, panel: &Panel<'_>) -> &Panel<'u> {
        match panel.side {
            Side::Left => &self.panels.right,
            Side::Right => &self.panels.left,
        }
    }
}

impl<'u> Panel<'u> {
    fn new(side: Side, text: &'u str, language: &'u Language, forms: &Forms) -> Self {
        Self {
            side,
            text,
            language,
            census: Census::of(text, forms),
        }
    }
}

impl Census {
    fn of(text: &str, forms: &Forms) -> Self {
        let classes = class::classes();
        let mut counts = [0_u32; CLASSES];
        let mut wrong = 0;
        for scalar in text.chars() {
            let class = classes.of(scalar);
            counts[usize::from(class)] += 1;
            if class == class::HAN && forms.is_wrong(scalar) {
                wrong += 1;
            }
        }
        Self { counts, wrong }
    }

    /// Returns how many scalars are of a class.
    #[must_use]
    pub fn of_class(&self, class: Class) -> u32 {
        self.counts[usize::from(class)]
    }

    /// Returns how many scalars are of a script; 0 for a name that is none.
    #[must_use]
    pub fn of_script(&self, name: &str) -> u32 {
        class::script(name).map_or(0, |class| self.of_class(class))
    }

    /// Returns how many scalars are letters.
    #[must_use]
    pub fn letters(&self) -> u32 {
        self.counts[usize::from(class::OTHER_LETTER)..].iter().sum()
    }

    /// Returns how many scalars are East Asian letters.
    #[must_use]
    pub fn cjk(&self) -> u32 {
        let classes = [class::HAN, class::KANA, class::HANGUL, class::BOPOMOFO];
        classes.map(|class| self.of_class(class)).iter().sum()
    }

    /// Returns how many scalars are neither blank nor controls.
    #[must_use]
    pub fn visible(&self) -> u32 {
        let all: u32 = self.counts.iter().sum();
        all - self.of_class(class::BLANK) - self.of_class(class::CONTROL)
    }
}
