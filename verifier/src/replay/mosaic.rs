//! Replays mosaics: format.md, section 5.2.
//! Independent of the generator by design: do not share, import or deduplicate.

use super::{ReplayFault, no_material, only};
use crate::text::{Separators, join};
use crate::wire::{Family, Kind, Material, Meta, Panels, Pool, View};

pub(super) fn panels(pool: &Pool, kind: Kind, meta: &Meta) -> Result<Panels<String>, ReplayFault> {
    let Kind::Mosaic(family, _) = kind else {
        unreachable!("mosaics have a family")
    };
    let lines = lines(family, meta)?;
    let mut left = Vec::with_capacity(lines.len());
    let mut right = Vec::with_capacity(lines.len());
    for line in &lines {
        let (_, panels) = pool.material(line).ok_or_else(|| no_material(line))?;
        left.push(panels.left);
        right.push(panels.right);
    }
    let separators = meta.separators.as_ref();
    let separators =
        separators.ok_or_else(|| ReplayFault::Separators("a mosaic without `s`".to_owned()))?;
    mosaic_panels(&left, &right, separators).ok_or_else(|| {
        let gaps = lines.len() - 1;
        let found = separators.len();
        ReplayFault::Separators(format!("{found} separators for {gaps} gaps"))
    })
}

/// Joins the lines of both panels by the same separators.
#[must_use]
pub fn mosaic_panels(
    left: &[&str],
    right: &[&str],
    separators: &Separators,
) -> Option<Panels<String>> {
    Some(Panels {
        left: join(left, separators)?,
        right: join(right, separators)?,
    })
}

/// Returns the lines of a mosaic, each as `ID/i`.
fn lines(family: Family, meta: &Meta) -> Result<Vec<Material>, ReplayFault> {
    let lines: Vec<Material> = match family {
        Family::Cross => meta.materials.clone(),
        Family::Run => {
            let run = only(meta)?;
            let View::Range(first, end) = run.view else {
                return Err(ReplayFault::Material(format!(
                    "`{run}` is not how a run is spelled"
                )));
            };
            // A hostile range must not be walked: no group has more than eight lines.
            let end = end.min(first.saturating_add(9));
            (first..end)
                .map(|line| Material {
                    view: View::Line(line),
                    ..run
                })
                .collect()
        }
    };
    if let Some(other) = lines
        .iter()
        .find(|line| !matches!(line.view, View::Line(_)))
    {
        return Err(ReplayFault::Material(format!(
            "`{other}` is not how a cross line is spelled"
        )));
    }
    if !(2..=8).contains(&lines.len()) {
        return Err(ReplayFault::Material(
            "a group of fewer than 2 or more than 8 lines".to_owned(),
        ));
    }
    Ok(lines)
}
