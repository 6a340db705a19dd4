//! Replays noise records: format.md, section 5.4.
//! Independent of the generator by design: do not share, import or deduplicate.

use std::num::NonZeroU64;
use std::ops::Range;

use super::patterns::{self, plain};
use super::{ReplayFault, only, text_of};
use crate::stream::{Digest, Stream};
use crate::tables::WINDOWS_1252;
use crate::text::{code_point, gaps, insertion_points, long_words, runs, tight_points};
use crate::wire::{Meta, NoiseKind, Panels, Pool, Recipe, Strength};

const TWO: NonZeroU64 = NonZeroU64::new(2).expect("two is not zero");
const THREE: NonZeroU64 = NonZeroU64::new(3).expect("three is not zero");
const FOUR: NonZeroU64 = NonZeroU64::new(4).expect("four is not zero");

pub(super) fn panels(
    pool: &Pool,
    recipe: &Recipe,
    spoil: NoiseKind,
    meta: &Meta,
) -> Result<Panels<String>, ReplayFault> {
    let material = only(meta)?;
    let chosen = meta.noise;
    let chosen = chosen.ok_or_else(|| ReplayFault::Fields("noise without `n`".to_owned()))?;
    let clean = text_of(pool, &material)?;
    let [left, right] = pool.header().spaced;
    let spaced = Panels { left, right };
    spoiled(recipe, spoil, &material.to_string(), spaced, chosen, &clean)
        .ok_or_else(|| ReplayFault::Fields("noise that the recipe does not have".to_owned()))
}

/// Spoils the chosen panels of a base material; none if the recipe has no noise.
#[must_use]
pub fn spoiled(
    recipe: &Recipe,
    spoil: NoiseKind,
    material: &str,
    spaced: Panels<bool>,
    chosen: Panels<bool>,
    clean: &Panels<String>,
) -> Option<Panels<String>> {
    let strength = recipe.noise.as_ref()?.strength(spoil);
    let panel = |chosen: bool, spaced: bool, panel: &str, ordinal: u64| {
        if !chosen {
            return panel.to_owned();
        }
        let seed = &recipe.seed32;
        let mut stream = Stream::open(seed, "noise.site", spoil.name(), material, ordinal);
        spoil_panel(panel, spaced, spoil, strength, &mut stream)
    };
    Some(Panels {
        left: panel(chosen.left, spaced.left, &clean.left, 0),
        right: panel(chosen.right, spaced.right, &clean.right, 1),
    })
}

/// Draws the panels that a kind spoils; none if there is no such panel.
#[must_use]
pub fn noise_panels(
    seed: &Digest,
    spoil: NoiseKind,
    material: &str,
    spaced: Panels<bool>,
) -> Option<Panels<bool>> {
    if spoil.spaced_only() {
        return (spaced.left || spaced.right).then_some(spaced);
    }
    let mut stream = Stream::open(seed, "noise.panels", spoil.name(), material, 0);
    loop {
        let left = spaced.left || stream.chance(1, TWO);
        let right = spaced.right || stream.chance(1, TWO);
        if left || right {
            return Some(Panels { left, right });
        }
    }
}

/// Spoils one panel.
#[must_use]
pub fn spoil_panel(
    panel: &str,
    spaced: bool,
    spoil: NoiseKind,
    strength: Strength,
    stream: &mut Stream,
) -> String {
    let (a, b) = match strength {
        Strength::Pieces(most) => {
            let count = 1 + stream.below(NonZeroU64::new(most).expect("a recipe asks for some"));
            return with_pieces(panel, spaced, spoil, count, stream);
        }
        Strength::Chance(chance) => (u64::from(chance.num), u64::from(chance.den)),
    };
    let b = NonZeroU64::new(b).expect("a share has a denominator");
    let hit = |stream: &mut Stream| stream.chance(a, b);
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    match spoil {
        NoiseKind::NoSpace => {
            let hits = gaps(panel).into_iter().filter(|_| hit(stream));
            edits.extend(hits.map(|gap| (gap, String::new())));
        }
        NoiseKind::WildSpace => edits = wild_spaces(panel, spaced, (a, b), stream),
        NoiseKind::BrokenWord | NoiseKind::SoftHyphen => {
            for word in long_words(panel) {
                if hit(stream) {
                    let at = word.points[below(word.points.len(), stream)];
                    edits.push((at..at, at_break(spoil, stream)));
                }
            }
        }
        NoiseKind::RareSymbol | NoiseKind::ZeroWidth => {
            let name = if spoil == NoiseKind::RareSymbol {
                "symbol"
            } else {
                "zero-width"
            };
            for at in insertion_points(panel) {
                if hit(stream) {
                    edits.push((at..at, plain(patterns::noise(), name, stream)));
                }
            }
        }
        NoiseKind::FullWidth => {
            let ascii = runs(panel, |scalar| ('\u{21}'..='\u{7e}').contains(&scalar));
            let hits = ascii.into_iter().filter(|_| hit(stream));
            edits.extend(hits.map(|run| (run.clone(), panel[run].chars().map(wide).collect())));
        }
        NoiseKind::Mojibake => {
            let others = runs(panel, |scalar| scalar > '\u{7f}');
            let hits = others.into_iter().filter(|_| hit(stream));
            edits.extend(hits.map(|run| (run.clone(), panel[run].bytes().map(misread).collect())));
        }
        NoiseKind::HtmlResidue | NoiseKind::NavWords => unreachable!("a recipe gives them pieces"),
    }
    apply(panel, &edits)
}

fn wild_spaces(
    panel: &str,
    spaced: bool,
    (a, b): (u64, NonZeroU64),
    stream: &mut Stream,
) -> Vec<(Range<usize>, String)> {
    let places: Vec<usize> = if spaced {
        gaps(panel).into_iter().map(|gap| gap.end).collect()
    } else {
        tight_points(panel)
    };
    let b = if spaced { b } else { b.saturating_mul(FOUR) };
    let mut edits = Vec::new();
    for at in places {
        if stream.chance(a, b) {
            let count = 1 + stream.below(FOUR);
            let blanks = (0..count).map(|_| plain(patterns::noise(), "wild", stream));
            edits.push((at..at, blanks.collect()));
        }
    }
    edits
}

/// Returns what stands where a word is cut.
fn at_break(spoil: NoiseKind, stream: &mut Stream) -> String {
    if spoil == NoiseKind::SoftHyphen {
        return "\u{ad}".to_owned();
    }
    let breaks = ["\n", "-\n", " "];
    breaks[below(breaks.len(), stream)].to_owned()
}

/// Adds pieces in front of a panel, behind it and inside.
fn with_pieces(
    panel: &str,
    spaced: bool,
    spoil: NoiseKind,
    count: u64,
    stream: &mut Stream,
) -> String {
    let table = patterns::noise();
    let (mut front, mut behind) = (String::new(), String::new());
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for _ in 0..count {
        let place = match spoil {
            NoiseKind::NavWords => stream.below(TWO),
            _ => stream.below(THREE),
        };
        let (before, after) = match spoil {
            NoiseKind::NavWords => ("nav", "nav"),
            _ => ("before", "after"),
        };
        match place {
            0 => front.push_str(&(plain(table, before, stream) + "\n")),
            1 => behind.push_str(&("\n".to_owned() + &plain(table, after, stream))),
            _ => {
                let seams = seams(panel, spaced);
                if !seams.is_empty() {
                    let text = plain(table, "inside", stream);
                    let at = seams[below(seams.len(), stream)];
                    edits.push((at..at, text));
                }
            }
        }
    }
    // Stable: pieces of one seam keep the order in which they were drawn.
    edits.sort_by_key(|(at, _)| at.start);
    front + &apply(panel, &edits) + &behind
}

fn seams(panel: &str, spaced: bool) -> Vec<usize> {
    if spaced {
        gaps(panel).into_iter().map(|gap| gap.start).collect()
    } else {
        tight_points(panel)
    }
}

/// Puts texts in the place of byte ranges, which ascend.
fn apply(panel: &str, edits: &[(Range<usize>, String)]) -> String {
    let mut out = String::with_capacity(panel.len());
    let mut done = 0;
    for (range, text) in edits {
        out.push_str(&panel[done..range.start]);
        out.push_str(text);
        done = range.end;
    }
    out.push_str(&panel[done..]);
    out
}

fn below(count: usize, stream: &mut Stream) -> usize {
    let count = u64::try_from(count).ok().and_then(NonZeroU64::new);
    let drawn = stream.below(count.expect("there is something to draw from"));
    usize::try_from(drawn).expect("below a length in memory")
}

fn wide(scalar: char) -> char {
    char::from_u32(u32::from(scalar) + 0xfee0).expect("a scalar of the wide block")
}

/// Returns the scalar that a byte is in windows-1252.
fn misread(byte: u8) -> char {
    let rows = WINDOWS_1252.lines().filter(|line| line.starts_with("U+"));
    let row = match byte {
        0x80..=0x9f => rows.map(code_point).nth(usize::from(byte - 0x80)),
        _ => Some(u32::from(byte)),
    };
    row.and_then(char::from_u32)
        .expect("the table has a scalar for each byte")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::Ratio;

    fn all(panel: &str, spaced: bool, spoil: NoiseKind) -> String {
        let one = Strength::Chance(Ratio { num: 1, den: 1 });
        let mut stream = Stream::open(&[1; 32], "test", "", "", 0);
        spoil_panel(panel, spaced, spoil, one, &mut stream)
    }

    #[test]
    fn sites_are_those_of_the_kind() {
        assert_eq!(all("a b\tc\n d", true, NoiseKind::NoSpace), "abc\n d");
        assert_eq!(all("A b~", true, NoiseKind::FullWidth), "Ａ ｂ～");
        assert_eq!(all("é a €", true, NoiseKind::Mojibake), "Ã© a â‚¬");
        assert_eq!(
            all("abcde ab", true, NoiseKind::SoftHyphen).replace('\u{ad}', ""),
            "abcde ab"
        );
        assert_eq!(all("ab\nc", true, NoiseKind::ZeroWidth).chars().count(), 5);
        let broken = all("abcdefgh", true, NoiseKind::BrokenWord);
        assert!(broken.len() > 8 && broken.len() < 11, "{broken:?}");
        assert!(all("a b", true, NoiseKind::WildSpace).starts_with("a "));
        assert_eq!(all("a b", false, NoiseKind::WildSpace), "a b");
    }

    #[test]
    fn pieces_stand_around_and_inside() {
        for ordinal in 0..100 {
            let mut stream = Stream::open(&[1; 32], "test", "", "", ordinal);
            let many = Strength::Pieces(16);
            let text = spoil_panel("one two", true, NoiseKind::HtmlResidue, many, &mut stream);
            assert!(text.len() > 7 && text.contains("one"), "{text}");
            let text = spoil_panel("one two", true, NoiseKind::NavWords, many, &mut stream);
            assert!(text.split('\n').any(|line| line == "one two"), "{text}");
        }
    }

    #[test]
    fn a_panel_without_blanks_is_drawn() {
        let none = Panels {
            left: false,
            right: false,
        };
        let left = Panels { left: true, ..none };
        let seed = [1; 32];
        assert_eq!(noise_panels(&seed, NoiseKind::NoSpace, "m", none), None);
        assert_eq!(
            noise_panels(&seed, NoiseKind::NoSpace, "m", left),
            Some(left)
        );
        let draws: Vec<_> = (0..200)
            .map(|at| noise_panels(&seed, NoiseKind::RareSymbol, &format!("{at}"), left).unwrap())
            .collect();
        assert!(draws.iter().all(|panels| panels.left));
        let both = draws.iter().filter(|panels| panels.right).count();
        assert!((60..140).contains(&both), "{both}");
        assert!(noise_panels(&seed, NoiseKind::RareSymbol, "m", none).is_some());
    }
}
