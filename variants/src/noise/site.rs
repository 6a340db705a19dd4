//! One panel spoiled by one kind of noise: docs/format.md, section 5.4, "Sites".

use super::{NoiseKind, Strength};
use crate::tables;
use pool::places::{gaps, insertion_points, long_words};
use pool::script::is_blank;
use pool::stream::{Ratio, Stream};
use std::ops::Range;

/// Changes a panel; every draw is made in the order of the sites of the panel as it was.
pub(super) fn spoil(
    kind: NoiseKind,
    strength: Strength,
    text: &str,
    spaced: bool,
    stream: &mut Stream,
) -> String {
    match strength {
        Strength::Pieces(most) if kind == NoiseKind::NavWords => nav_words(text, most, stream),
        Strength::Pieces(most) => html_residue(text, spaced, most, stream),
        Strength::Chance(chance) => edit(text, edits(kind, chance, text, spaced, stream)),
    }
}

/// What stands in place of a range of the panel.
type Edit = (Range<usize>, String);

fn edits(
    kind: NoiseKind,
    chance: Ratio,
    text: &str,
    spaced: bool,
    stream: &mut Stream,
) -> Vec<Edit> {
    match kind {
        NoiseKind::NoSpace => at_sites(gaps(text), chance, stream, |gap, _| (gap, String::new())),
        NoiseKind::BrokenWord => cut_words(text, chance, stream, |stream| {
            ["\n", "-\n", " "][stream.index(3)].to_owned()
        }),
        NoiseKind::WildSpace if spaced => {
            let ends = gaps(text).into_iter().map(|gap| gap.end).collect();
            insert(ends, chance, stream, wild)
        }
        NoiseKind::WildSpace => {
            let den = chance.den * 4;
            insert(between_shown(text), Ratio { den, ..chance }, stream, wild)
        }
        NoiseKind::RareSymbol => insert(insertion_points(text), chance, stream, |stream| {
            tables::noise().text("symbol", stream)
        }),
        NoiseKind::SoftHyphen => cut_words(text, chance, stream, |_| "\u{ad}".to_owned()),
        NoiseKind::ZeroWidth => insert(insertion_points(text), chance, stream, |stream| {
            tables::noise().text("zero-width", stream)
        }),
        NoiseKind::FullWidth => {
            let runs = runs(text, |scalar| ('!'..='~').contains(&scalar));
            at_sites(runs, chance, stream, |run, _| {
                let wide = text[run.clone()].chars().map(full_width).collect();
                (run, wide)
            })
        }
        NoiseKind::Mojibake => {
            let runs = runs(text, |scalar| scalar > '\u{7f}');
            at_sites(runs, chance, stream, |run, _| {
                let wrong = text[run.clone()].bytes().map(tables::of_windows_1252);
                let wrong = wrong.collect();
                (run, wrong)
            })
        }
        NoiseKind::HtmlResidue | NoiseKind::NavWords => unreachable!("their strength is a number"),
    }
}

fn at_sites<T>(
    sites: Vec<T>,
    chance: Ratio,
    stream: &mut Stream,
    change: impl Fn(T, &mut Stream) -> Edit,
) -> Vec<Edit> {
    let (num, den) = (u64::from(chance.num), u64::from(chance.den));
    let mut edits = Vec::new();
    for site in sites {
        if stream.chance(num, den) {
            edits.push(change(site, stream));
        }
    }
    edits
}

fn insert(
    points: Vec<usize>,
    chance: Ratio,
    stream: &mut Stream,
    what: impl Fn(&mut Stream) -> String,
) -> Vec<Edit> {
    at_sites(points, chance, stream, |at, stream| (at..at, what(stream)))
}

fn cut_words(
    text: &str,
    chance: Ratio,
    stream: &mut Stream,
    what: impl Fn(&mut Stream) -> String,
) -> Vec<Edit> {
    at_sites(long_words(text), chance, stream, |word, stream| {
        let at = word.points[stream.index(word.points.len())];
        (at..at, what(stream))
    })
}

fn wild(stream: &mut Stream) -> String {
    let times = 1 + stream.below(4);
    (0..times)
        .map(|_| tables::noise().text("wild", stream))
        .collect()
}

/// The insertion points whose two neighbours show something.
fn between_shown(text: &str) -> Vec<usize> {
    let shown = |scalar: Option<char>| scalar.is_some_and(|scalar| !is_blank(scalar));
    let mut points = insertion_points(text);
    points.retain(|&at| shown(text[..at].chars().next_back()) && shown(text[at..].chars().next()));
    points
}

fn runs(text: &str, inside: impl Fn(char) -> bool) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    for (at, scalar) in text.char_indices().filter(|&(_, scalar)| inside(scalar)) {
        let end = at + scalar.len_utf8();
        match out.last_mut() {
            Some(last) if last.end == at => last.end = end,
            _ => out.push(at..end),
        }
    }
    out
}

fn full_width(scalar: char) -> char {
    char::from_u32(u32::from(scalar) + 0xfee0).expect("the full-width forms are scalars")
}

fn html_residue(text: &str, spaced: bool, most: u32, stream: &mut Stream) -> String {
    let seams = if spaced {
        gaps(text).into_iter().map(|gap| gap.start).collect()
    } else {
        between_shown(text)
    };
    let (mut before, mut after) = (String::new(), String::new());
    let mut inside: Vec<Edit> = Vec::new();
    for _ in 0..=stream.below(u64::from(most)) {
        match stream.below(3) {
            0 => before += &(tables::noise().text("before", stream) + "\n"),
            1 => after += &("\n".to_owned() + &tables::noise().text("after", stream)),
            _ if seams.is_empty() => {}
            _ => {
                let piece = tables::noise().text("inside", stream);
                let at = seams[stream.index(seams.len())];
                inside.push((at..at, piece));
            }
        }
    }
    // Stable: pieces of one seam stay in the order drawn.
    inside.sort_by_key(|edit| edit.0.start);
    before + &edit(text, inside) + &after
}

fn nav_words(text: &str, most: u32, stream: &mut Stream) -> String {
    let (mut before, mut after) = (String::new(), String::new());
    for _ in 0..=stream.below(u64::from(most)) {
        if stream.below(2) == 0 {
            before += &(tables::noise().text("nav", stream) + "\n");
        } else {
            after += &("\n".to_owned() + &tables::noise().text("nav", stream));
        }
    }
    before + text + &after
}

/// Applies edits that ascend.
fn edit(text: &str, edits: Vec<Edit>) -> String {
    let mut out = String::with_capacity(text.len() + edits.len() * 4);
    let mut at = 0;
    for (range, instead) in edits {
        out += &text[at..range.start];
        out += &instead;
        at = range.end;
    }
    out + &text[at..]
}
