//! Which characters are not of a language's form of Han: a set of bits made from its profile.

use crate::profile::Profile;
use crate::profile::form;

/// A set of characters.
#[derive(Clone, Debug, Default)]
pub struct Forms(Vec<u64>);

impl Forms {
    /// Makes the set of a profile.
    #[must_use]
    pub fn of(profile: &Profile) -> Self {
        let mut forms = Self::default();
        let Some(wrong) = &profile.wrong else {
            return forms;
        };
        let listed = wrong.tables.iter().filter_map(|table| form(table));
        for scalar in listed.flatten().chain(wrong.characters.chars()) {
            if !wrong.except.contains(scalar) {
                forms.add(scalar);
            }
        }
        forms
    }

    fn add(&mut self, scalar: char) {
        let (word, bit) = place(scalar);
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << bit;
    }

    /// Tells whether a character is in the set.
    #[must_use]
    pub fn is_wrong(&self, scalar: char) -> bool {
        let (word, bit) = place(scalar);
        self.0.get(word).is_some_and(|word| word >> bit & 1 == 1)
    }
}

fn place(scalar: char) -> (usize, usize) {
    let point = usize::try_from(u32::from(scalar)).expect("an address holds 32 bits");
    (point / 64, point % 64)
}
