//! What a row of the ledger says that needs neither recipe nor pool: format.md, section 9.

use crate::replay::spelling;
use crate::wire::{
    Category, Family, Form, Kind, LedgerRow, Material, Meta, Reason, Split, Style, View, json,
};

/// A row whose form is right.
pub(crate) struct Row {
    pub(crate) reason: Reason,
    pub(crate) split: Option<Split>,
    pub(crate) category: Option<Category>,
    /// The kind of the record that was not made, where the reason names or the unit tells it; of
    /// shape it says no more than the category.
    pub(crate) kind: Option<Kind>,
    pub(crate) unit: Vec<Material>,
}

/// Reads the lines of a ledger, and refuses them if no recipe and no pool could make them right.
///
/// # Errors
///
/// Says the first thing that is not as the format has it.
pub fn read_ledger(lines: &[&[u8]]) -> Result<(), String> {
    let mut last = None;
    for line in lines {
        let row: LedgerRow = json::read_file(line).map_err(|fault| fault.to_string())?;
        form(&row).map_err(|(expected, actual)| format!("found {actual}, expected {expected}"))?;
        let key = row.key();
        if last.is_some() && last >= key {
            return Err(format!("`{}` is not in order", row.unit));
        }
        last = key;
    }
    Ok(())
}

/// Reads the names in a row, and says which does not go with the others.
pub(super) fn form(row: &LedgerRow) -> Result<Row, (&'static str, String)> {
    let fail = |expected, actual: &str| Err((expected, actual.to_owned()));
    let Some(reason) = Reason::parse(&row.reason) else {
        return fail("a reason of the list", &row.reason);
    };
    let category = Category::parse(&row.category);
    let split = Split::parse(&row.split);
    let bridge = reason == Reason::SplitBridge;
    let fits = match category {
        Some(category) => reason.categories().contains(&category),
        None => bridge && row.category.is_empty(),
    };
    if row.stage != "plan" {
        return fail("stage plan", &row.stage);
    }
    if !fits {
        return fail("a category of the reason", &row.category);
    }
    if split.is_some() == bridge || (bridge && !row.split.is_empty()) {
        return fail("a split, but for split_bridge", &row.split);
    }
    if row.excerpt.chars().count() > EXCERPT {
        return fail("an excerpt of at most 40 scalars", &row.excerpt);
    }
    let kind = Kind::parse(&row.kind);
    let of_noise = category == Some(Category::Noise);
    let right = match kind {
        Some(Kind::Noise(_)) => of_noise,
        Some(_) => reason == Reason::StyleRepeats,
        None => row.kind.is_empty() && !of_noise && reason != Reason::StyleRepeats,
    };
    if !right {
        return fail("a kind for style_repeats and noise alone", &row.kind);
    }
    let unit: Option<Vec<Material>> = row.unit.split(' ').map(Material::parse).collect();
    let kind = unit
        .as_ref()
        .and_then(|unit| kind.or_else(|| unit_kind(reason, category, unit)));
    let Some(unit) = unit.filter(|unit| spelled(reason, category, kind, unit)) else {
        return fail("a unit as its reason spells it", &row.unit);
    };
    Ok(Row {
        reason,
        split,
        category,
        kind,
        unit,
    })
}

/// Scalars of an excerpt.
pub(crate) const EXCERPT: usize = 40;

/// Returns the kind of the record that a unit would have been, where the unit tells.
fn unit_kind(reason: Reason, category: Option<Category>, unit: &[Material]) -> Option<Kind> {
    let first = unit.first()?;
    match (reason, category?, first.view) {
        (Reason::NotTaken, Category::Mosaic, View::Line(_)) => {
            Some(Kind::Mosaic(Family::Cross, Style::Dense))
        }
        (Reason::NotTaken, Category::Mosaic, View::Range(..)) => {
            Some(Kind::Mosaic(Family::Run, Style::Dense))
        }
        (Reason::NotTaken, Category::Longform, _) => Some(Kind::Window),
        (_, Category::Shape, _) => Some(Kind::Shape(Form::Permute)),
        (_, Category::Base, View::Document) => Some(Kind::Document),
        (_, Category::Base, View::Line(_)) => Some(Kind::Line),
        (_, Category::Base, View::Range(..)) => Some(Kind::Slice),
        _ => None,
    }
}

fn spelled(
    reason: Reason,
    category: Option<Category>,
    kind: Option<Kind>,
    unit: &[Material],
) -> bool {
    let as_record = |kind: Option<Kind>| {
        let meta = Meta::of(unit.to_vec(), false);
        kind.is_some_and(|kind| spelling(kind, &meta).is_ok())
    };
    let [only] = unit else {
        return reason == Reason::NotTaken && as_record(kind);
    };
    match reason {
        Reason::SplitBridge | Reason::DocumentOverBudget => only.view == View::Document,
        Reason::LineOverBudget
        | Reason::CrossSplitLine
        | Reason::MosaicAlone
        | Reason::RunAlone => {
            matches!(only.view, View::Line(_))
        }
        Reason::WindowAlone => match only.view {
            View::Document => false,
            View::Line(_) => true,
            View::Range(first, end) => end - first >= 2,
        },
        // Without a kind it is the schema's, which leaves whole articles out.
        Reason::CategoryOff if kind.is_none() => only.view == View::Document,
        Reason::CategoryOff | Reason::CrossSplitText | Reason::NotTaken => as_record(kind),
        Reason::NotPicked | Reason::Skeleton => only.view == View::Document,
        // A generated record has its material as a shaped one has.
        Reason::Unfit | Reason::OverBudget | Reason::Repeats | Reason::NoEffect => {
            let lines = Some(Kind::Shape(Form::Permute));
            as_record(kind.filter(|_| category == Some(Category::Noise)).or(lines))
        }
        Reason::StyleRepeats => {
            matches!(kind, Some(Kind::Mosaic(Family::Run, _))) && as_record(kind)
        }
    }
}
