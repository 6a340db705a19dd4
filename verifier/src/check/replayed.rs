//! What a record says, held against the pool: format.md, sections 4, 5 and 7.2.

use std::collections::BTreeSet;

use super::record::Looked;
use super::{Look, PoolSide, Rules, drawn, mosaic, shorten};
use crate::finding::{Check, Code, Fault};
use crate::replay::{ReplayFault, common_origin, replay};
use crate::text::cut;
use crate::wire::{Article, Entry, Kind, Meta, Panels, Record, Shaping, Split, View};

/// What replay gave.
#[derive(Default)]
pub(crate) struct Known {
    /// The text, if it could be rebuilt.
    pub(crate) text: Option<String>,
    /// Whether it is the record's, where the record holds one.
    pub(crate) same: bool,
    /// The materials' articles and parts.
    pub(crate) uses: Vec<(u64, View)>,
}

/// Looks at a record whose `meta` is spelled as its kind asks.
pub(crate) fn look(
    rules: &Rules<'_>,
    side: &PoolSide,
    (split, kind): (Split, Kind),
    meta: &Meta,
    record: &Record,
    looked: &mut Looked,
) -> Known {
    let replayed = match replay(&side.pool, rules.recipe, kind, meta) {
        Ok(replayed) => replayed,
        Err(fault) => {
            looked.look.look(Check::Replay, Some(replay_fault(fault)));
            return Known::default();
        }
    };
    let find = |material: &crate::wire::Material| {
        Some((side.pool.find(&material.article)?, material.view))
    };
    let uses: Option<Vec<_>> = meta.materials.iter().map(find).collect();
    let uses = uses.expect("replay found all materials");
    let same = text(&replayed.text, record, looked);
    let panels = cut(record.text.as_deref().unwrap_or(&replayed.text));
    let (left, right) = (
        replayed.panels.left.as_str(),
        replayed.panels.right.as_str(),
    );
    let again = if meta.right_first {
        (right, left)
    } else {
        (left, right)
    };
    let look = &mut looked.look;
    // Where replay differs, the panels do as well, and one finding says it.
    if same && panels != Some(again) {
        look.fault(
            Check::Bridge,
            Fault::new(Code::Replay, "the panels again", "others"),
        );
    }
    if let [used] = uses.as_slice() {
        let told = (kind, meta);
        drawn::look(rules, side, told, &replayed, *used, look);
        if let Some((first, second)) = panels {
            let (left, right) = sides(meta, first, second);
            drawn::unshape(side, meta, &Panels { left, right }, *used, look);
        }
    }
    tokens(
        rules,
        record,
        record.text.as_deref().unwrap_or(&replayed.text),
        look,
    );
    let articles: Vec<Article<'_>> = uses.iter().map(|used| side.pool.article(used.0)).collect();
    origins(meta, record, &articles, look);
    isolation(side, split, &uses, look);
    if let Some(fault) = materials(rules, side, kind, meta, &uses) {
        look.fault(Check::Materials, fault);
    }
    if let Some(fault) = mosaic::group_fault(rules, side, (split, kind), &meta.materials, &uses) {
        look.fault(Check::Materials, fault);
    }
    Known {
        text: Some(replayed.text),
        same,
        uses,
    }
}

fn replay_fault(fault: ReplayFault) -> Fault {
    let (code, expected) = match fault {
        ReplayFault::Material(_) => (Code::Material, "materials of the pool"),
        ReplayFault::Separators(_) => (Code::Separators, "materials of the pool"),
        ReplayFault::Fields(_) => (Code::Fields, "all that replay needs"),
        ReplayFault::Shaping(Shaping::Permute(_)) => (Code::Draw, "a permutation"),
        ReplayFault::Shaping(_) => (Code::Identity, "lines of the material"),
        ReplayFault::Unfit(_) => (Code::NotInPlan, "a material that gives a text"),
    };
    Fault::new(code, expected, fault)
}

/// Returns the left and the right of two panels as they stand in a text.
fn sides<'a>(meta: &Meta, first: &'a str, second: &'a str) -> (&'a str, &'a str) {
    if meta.right_first {
        (second, first)
    } else {
        (first, second)
    }
}

/// Returns the articles and parts of the materials, if all are of the pool.
pub(crate) fn uses(side: &PoolSide, meta: &Meta) -> Option<Vec<(u64, View)>> {
    let find = |material: &crate::wire::Material| {
        let (ordinal, _) = side.pool.material(material)?;
        Some((ordinal, material.view))
    };
    meta.materials.iter().map(find).collect()
}

/// Compares the text; for a record without text, makes the full line.
fn text(replayed: &str, record: &Record, looked: &mut Looked) -> bool {
    let Some(text) = &record.text else {
        let full = Record {
            text: Some(replayed.to_owned()),
            ..record.clone()
        };
        let line = full.line().expect("a record that was read can be written");
        looked.entry = Entry::of(&line);
        looked.rebuilt = Some(line);
        looked.look.look(Check::Replay, None);
        return true;
    };
    let same = text == replayed;
    let at = text
        .bytes()
        .zip(replayed.bytes())
        .take_while(|(one, other)| one == other)
        .count();
    let show = |text: &str| {
        let start = (0..=at.min(text.len()))
            .rev()
            .find(|start| text.is_char_boundary(*start));
        format!("byte {at}: {:?}", shorten(&text[start.unwrap_or(0)..]))
    };
    let fault = (!same).then(|| Fault::new(Code::Replay, show(replayed), show(text)));
    looked.look.look(Check::Replay, fault);
    same
}

fn tokens(rules: &Rules<'_>, record: &Record, text: &str, look: &mut Look) {
    let Some(counter) = rules.counter else { return };
    match counter.tokens(text) {
        Ok(tokens) => {
            let same = tokens == record.tokens;
            look.holds(Check::Tokens, same, Code::TokenCount, tokens, record.tokens);
            if !rules.recipe.fits(tokens) && rules.recipe.fits(record.tokens) {
                let expected = format!("at most {} tokens", rules.recipe.budget);
                look.fault(
                    Check::Budget,
                    Fault::new(Code::OverBudget, expected, tokens),
                );
            }
        }
        Err(fault) => {
            let fault = Fault::new(Code::TokenCount, "a text that can be counted", fault);
            look.look(Check::Tokens, Some(fault));
        }
    }
}

fn origins(meta: &Meta, record: &Record, articles: &[Article<'_>], look: &mut Look) {
    let origins: Vec<&str> = articles.iter().map(|article| article.origin).collect();
    let (reversed, origin) = common_origin(meta.right_first, &origins);
    let list = |of: for<'a> fn(&Article<'a>) -> &'a str| {
        let unique: BTreeSet<&str> = articles.iter().map(of).collect();
        unique.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let sources = list(|article| article.source);
    let licenses = list(|article| article.license);
    look.look(Check::Origins, None);
    let pairs = [
        ("origin", origin.to_owned(), record.origin.clone()),
        (
            "reversed",
            reversed.to_string(),
            record.reversed.to_string(),
        ),
        ("sources", sources.join(", "), record.sources.join(", ")),
        ("licenses", licenses.join(", "), record.licenses.join(", ")),
    ];
    for (what, expected, actual) in pairs {
        if expected != actual {
            let say = |value: String| format!("{what} {value}");
            let fault = Fault::new(Code::Origin, say(expected), say(actual));
            look.fault(Check::Origins, fault);
        }
    }
}

fn isolation(side: &PoolSide, split: Split, uses: &[(u64, View)], look: &mut Look) {
    let mut fault = None;
    for (ordinal, _) in uses {
        let id = side.pool.article(*ordinal).id;
        match side.facts.split(*ordinal) {
            Some(other) if other == split => {}
            Some(other) => {
                let expected = format!("articles of {}", split.name());
                let actual = format!("{id} of {}", other.name());
                fault = Some(Fault::new(Code::Split, expected, actual));
            }
            None => {
                let expected = "no article that bridges splits";
                fault = Some(Fault::new(Code::NotInPlan, expected, id));
            }
        }
    }
    look.look(Check::Isolation, fault);
}

/// Returns what of the materials is not as the kind asks, beyond their spelling.
fn materials(
    rules: &Rules<'_>,
    side: &PoolSide,
    kind: Kind,
    meta: &Meta,
    uses: &[(u64, View)],
) -> Option<Fault> {
    if let (Kind::Schema(format), true, [(ordinal, _)]) = (kind, meta.is_pair(), uses) {
        let genre = side.pool.article(*ordinal).genre;
        let expected = format!("structured:{}", format.name());
        return (genre != expected).then(|| Fault::new(Code::Material, expected, genre));
    }
    let structured = uses
        .iter()
        .find(|(ordinal, _)| side.facts.is_structured(*ordinal));
    if let Some((ordinal, _)) = structured {
        let id = side.pool.article(*ordinal).id;
        return Some(Fault::new(Code::Material, "no structured article", id));
    }
    let [(ordinal, View::Range(first, end))] = uses else {
        return None;
    };
    let slices = side.pool.article(*ordinal).slices;
    let count = slice_count(slices, *first, *end);
    let right = match (kind, count) {
        (Kind::Slice | Kind::Noise(_) | Kind::Shape(_) | Kind::Schema(_), Some(1)) => true,
        (Kind::Window, Some(count)) => rules.recipe.longform.is_none_or(|longform| {
            let below = longform.slices_max.is_none_or(|max| count <= max);
            count >= longform.slices_min && below
        }),
        (Kind::Mosaic(..), _) => true,
        _ => false,
    };
    let expected = match kind {
        Kind::Window => "a window of as many slices as the recipe has",
        _ => "one slice",
    };
    (!right).then(|| Fault::new(Code::Material, expected, super::record::names(meta)))
}

/// Returns how many whole slices lines make up; none if they are not whole slices.
pub(crate) fn slice_count(slices: &[u32], first: u32, end: u32) -> Option<u64> {
    let start = match first {
        0 => 0,
        _ => slices.binary_search(&first).ok()? + 1,
    };
    let last = slices.binary_search(&end).ok()?;
    let count = (last + 1).checked_sub(start).filter(|count| *count > 0)?;
    u64::try_from(count).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_are_counted_by_their_ends() {
        let slices = [2, 5, 6];
        assert_eq!(slice_count(&slices, 0, 2), Some(1));
        assert_eq!(slice_count(&slices, 2, 6), Some(2));
        assert_eq!(slice_count(&slices, 0, 6), Some(3));
        for (first, end) in [(1, 2), (0, 3), (2, 7), (5, 5), (6, 6), (5, 2)] {
            assert_eq!(slice_count(&slices, first, end), None, "{first}-{end}");
        }
    }
}
