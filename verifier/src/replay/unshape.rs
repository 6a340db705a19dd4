//! Undoes shape: takes away from a text what `p` says was added, in reverse order, and must arrive
//! at the lines of the material. Needs no draw. format.md, section 5.5.
//! Independent of the generator by design: do not share, import or deduplicate.

use super::shape::{Laid, counted, index, permuted, run};
use crate::wire::{Panels, Shaping, Side};

/// Stands between lines that were glued, where nobody can say any more what stood there; no panel
/// holds it.
const GLUED: &str = "\0";

/// Returns what of the shaped panels is not the material's, if anything.
#[must_use]
pub fn unshape_fault(
    ops: &[Shaping],
    spaced: [bool; 2],
    shaped: &Panels<&str>,
    clean: &Panels<&str>,
) -> Option<String> {
    let sides = [
        (shaped.left, clean.left, spaced[0], "left"),
        (shaped.right, clean.right, spaced[1], "right"),
    ];
    sides.into_iter().find_map(|(shaped, clean, spaced, name)| {
        let fault = panel_fault(ops, spaced, shaped, clean)?;
        Some(format!("{name} panel: {fault}"))
    })
}

fn panel_fault(ops: &[Shaping], spaced: bool, shaped: &str, clean: &str) -> Option<String> {
    let material = Laid::new(clean);
    // Which line of the material stands at each place, op by op: the same for both panels.
    let mut orders: Vec<Vec<usize>> = vec![(0..material.lines.len()).collect()];
    for op in ops {
        match after(op, orders.last()?) {
            Some(order) => orders.push(order),
            None => return Some(format!("no lines for {}", op.form().name())),
        }
    }
    let mut panel = Laid::new(shaped);
    for (op, order) in ops.iter().zip(&orders).rev() {
        if let Err(what) = undo(op, order, &material, spaced, &mut panel) {
            return Some(format!("{}: {what}", op.form().name()));
        }
    }
    let lines = panel.lines.iter().zip(&material.lines);
    let other = lines.clone().position(|(found, line)| found != line);
    if let Some(at) = other {
        return Some(format!("line {at} is another's"));
    }
    if panel.lines.len() != material.lines.len() {
        return Some(format!("{} lines", panel.lines.len()));
    }
    let between = panel.between.iter().zip(&material.between);
    let other = between
        .filter(|(found, text)| found != text && *found != GLUED)
        .count();
    (other > 0).then(|| "other text between lines".to_owned())
}

/// Returns which lines of the material stand where after an op; lines that were glued stand each.
fn after(op: &Shaping, order: &[usize]) -> Option<Vec<usize>> {
    match op {
        Shaping::Permute(places) => {
            let places: Option<Vec<usize>> = places.iter().map(|place| index(*place)).collect();
            permuted(order, &places?)
        }
        Shaping::Repeat {
            first,
            lines,
            times,
        } => {
            let (first, end) = run(*first, *lines, order.len()).filter(|_| *times <= 2)?;
            let copies = (0..*times).flat_map(|_| order[first..end].iter().copied());
            let mut order = order.to_vec();
            let copies: Vec<usize> = copies.collect();
            order.splice(end..end, copies);
            Some(order)
        }
        _ => Some(order.to_vec()),
    }
}

/// Undoes one op; `order` is that before it.
fn undo(
    op: &Shaping,
    order: &[usize],
    material: &Laid,
    spaced: bool,
    panel: &mut Laid,
) -> Result<(), String> {
    let missing = |what: &str| format!("{what:?} is not there");
    match op {
        Shaping::Permute(places) => return unpermuted(panel, places),
        Shaping::Repeat {
            first,
            lines,
            times,
        } => {
            let (first, end) = run(*first, *lines, panel.lines.len()).ok_or("no lines")?;
            let added = index(lines * times).ok_or("no lines")?;
            return without_copies(panel, first, end, added);
        }
        Shaping::Glue { first, lines } => {
            let (first, end) = run(*first, *lines, order.len()).ok_or("no lines")?;
            let found = panel.lines.get(first).ok_or("no line")?;
            let parts = unglued(found, &order[first..end], material, spaced)?;
            let breaks = vec![GLUED.to_owned(); parts.len() - 1];
            panel.between.splice(first..first, breaks);
            panel.lines.splice(first..=first, parts);
        }
        Shaping::List(_, style) => {
            for (number, line) in panel.lines.iter_mut().enumerate() {
                let style = counted(style, number).ok_or("more lines than letters")?;
                let rest = line.strip_prefix(style.as_str());
                *line = rest.ok_or_else(|| missing(&style))?.to_owned();
            }
        }
        Shaping::Marker {
            side,
            first,
            end,
            text,
        } => {
            let count = end.checked_sub(*first).ok_or("no lines")?;
            let (first, end) = run(*first, count, panel.lines.len()).ok_or("no lines")?;
            for line in &mut panel.lines[first..end] {
                let rest = match side {
                    Side::Start => line.strip_prefix(&format!("{text} ")),
                    Side::End => line.strip_suffix(&format!(" {text}")),
                };
                *line = rest.ok_or_else(|| missing(text))?.to_owned();
            }
        }
        Shaping::Link { line, text } => {
            let slot = index(*line).and_then(|line| panel.lines.get_mut(line));
            let line = slot.ok_or("no line")?;
            let rest = line.strip_suffix(&format!(" {text}"));
            *line = rest.ok_or_else(|| missing(text))?.to_owned();
        }
        Shaping::Quote(text) | Shaping::Indent(text) => {
            for line in &mut panel.lines {
                let rest = line.strip_prefix(text.as_str());
                *line = rest.ok_or_else(|| missing(text))?.to_owned();
            }
        }
    }
    Ok(())
}

/// Puts the lines back into the places from which a permutation took them.
fn unpermuted(panel: &mut Laid, places: &[u64]) -> Result<(), String> {
    let mut lines = panel.lines.clone();
    for (place, line) in places.iter().zip(&panel.lines) {
        let slot = index(*place).and_then(|place| lines.get_mut(place));
        line.clone_into(slot.ok_or("more lines than there are")?);
    }
    panel.lines = lines;
    Ok(())
}

/// Takes away the lines behind some lines that must be copies of them.
fn without_copies(panel: &mut Laid, first: usize, end: usize, added: usize) -> Result<(), String> {
    let after = end + added;
    if after > panel.lines.len() {
        return Err("fewer lines than stand again".to_owned());
    }
    let copies = panel.lines[end..after].chunks(end - first);
    if !copies.clone().all(|copy| copy == &panel.lines[first..end]) {
        return Err("a copy that is none".to_owned());
    }
    let breaks = &panel.between[end - 1..after - 1];
    if breaks.iter().any(|text| text != "\n" && text != GLUED) {
        return Err("copies after more than one LF".to_owned());
    }
    panel.lines.drain(end..after);
    panel.between.drain(end - 1..after - 1);
    Ok(())
}

/// Finds the lines of the material again that were made one.
fn unglued(
    found: &str,
    order: &[usize],
    material: &Laid,
    spaced: bool,
) -> Result<Vec<String>, String> {
    let mut rest = found;
    let mut parts = Vec::with_capacity(order.len());
    for (number, at) in order.iter().enumerate() {
        let line = material.lines.get(*at).ok_or("no line")?;
        let glue = if number > 0 && spaced { " " } else { "" };
        let behind = rest.strip_prefix(glue);
        let behind = behind.and_then(|rest| rest.strip_prefix(line.as_str()));
        rest = behind.ok_or_else(|| format!("line {at} is not in it"))?;
        parts.push(line.clone());
    }
    if rest.is_empty() {
        return Ok(parts);
    }
    Err("more than the lines".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::drawn_shape;

    const LEFT: &str = "one\n\ntwo\nthree\n\n\nfour\nfive";
    const RIGHT: &str = "eins\nzwei\n\ndrei\nvier\nfünf";

    fn shaped(ops: &[Shaping]) -> (String, String) {
        let shape = |text: &str, spaced: bool| {
            let mut panel = Laid::new(text);
            for op in ops {
                panel.apply(op, spaced).unwrap();
            }
            panel.text()
        };
        (shape(LEFT, true), shape(RIGHT, false))
    }

    fn fault(ops: &[Shaping], left: &str, right: &str) -> Option<String> {
        let clean = Panels {
            left: LEFT,
            right: RIGHT,
        };
        unshape_fault(ops, [true, false], &Panels { left, right }, &clean)
    }

    #[test]
    fn what_was_drawn_is_undone_and_damage_is_seen() {
        for material in 0..300 {
            let ops = drawn_shape(&[1; 32], &[1; 8], &format!("{material}"), 5);
            let (left, right) = shaped(&ops);
            assert_eq!(fault(&ops, &left, &right), None, "{ops:?}\n{left}\n{right}");
            let odd = left.replacen("three", "thr\u{e9}e", 1);
            assert!(fault(&ops, &odd, &right).is_some(), "{ops:?}\n{odd}");
            let lost = right.replacen("zwei", "", 1);
            assert!(fault(&ops, &left, &lost).is_some(), "{ops:?}\n{lost}");
            assert!(fault(&ops, &right, &left).is_some(), "{ops:?}");
        }
    }
}
