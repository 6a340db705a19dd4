//! Replays mosaics: format.md, section 5.2.
//! Independent of the generator by design: do not share, import or deduplicate.

use super::{ReplayFault, no_material, only};
use crate::text::{Separators, join};
use crate::wire::{Family, Material, Meta, Panels, Pool, View};

const LINES_MAX: u32 = 8;

pub(super) fn spelling(family: Family, meta: &Meta) -> Result<(), ReplayFault> {
    let spelled = match family {
        Family::Cross => {
            let lines = meta.materials.len();
            let other = meta
                .materials
                .iter()
                .find(|line| !matches!(line.view, View::Line(_)));
            if let Some(other) = other {
                let what = format!("`{other}` is not how a cross line is spelled");
                return Err(ReplayFault::Material(what));
            }
            u32::try_from(lines).is_ok_and(|lines| (2..=LINES_MAX).contains(&lines))
        }
        Family::Run => match only(meta)?.view {
            View::Range(first, end) => (2..=LINES_MAX).contains(&(end - first)),
            _ => {
                return Err(ReplayFault::Material(
                    "a run is spelled `ID/i-j`".to_owned(),
                ));
            }
        },
    };
    if spelled {
        return Ok(());
    }
    Err(ReplayFault::Material("a group has 2 to 8 lines".to_owned()))
}

pub(super) fn panels(
    pool: &Pool,
    family: Family,
    meta: &Meta,
) -> Result<Panels<String>, ReplayFault> {
    let lines = mosaic_lines(family, &meta.materials);
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
        let (found, gaps) = (separators.len(), lines.len().saturating_sub(1));
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

/// Returns the lines of a group that is spelled as its family asks, each as `ID/i`.
pub(crate) fn mosaic_lines(family: Family, materials: &[Material]) -> Vec<Material> {
    match (family, materials) {
        (
            Family::Run,
            [
                run @ Material {
                    view: View::Range(first, end),
                    ..
                },
            ],
        ) => (*first..*end)
            .map(|line| Material {
                view: View::Line(line),
                ..*run
            })
            .collect(),
        _ => materials.to_vec(),
    }
}
