//! Whether a panel is written in a classical language, which says in one character what today's says in two or three.
//!
//! Of its Han characters at least one in 20 is a particle of the classical language (`marks` of the profile), and at most one in 100 is one
//! of today's (`plain`): the allowance that [`length_ratio`](super::length_ratio) makes for such texts.

use super::class;
use super::unit::Panel;

/// Han characters without which a text is too short to tell.
const LEAST: u32 = 8;

/// Tells whether a panel is classical.
pub(super) fn is_classical(panel: &Panel<'_>) -> bool {
    let Some(classical) = &panel.language.profile.classical else {
        return false;
    };
    let han = panel.census.of_class(class::HAN);
    if han < LEAST {
        return false;
    }
    let (mut marks, mut plain) = (0_u32, 0_u32);
    for scalar in panel.text.chars() {
        marks += u32::from(classical.marks.contains(scalar));
        plain += u32::from(classical.plain.contains(scalar));
    }
    marks * 20 >= han && plain * 100 <= han
}
