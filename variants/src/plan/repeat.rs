//! Texts that stand twice: docs/format.md, sections 5.1 and 5.2.

use super::Draftbook;
use crate::bench::Bench;
use crate::draft::{Category, Draft, Dropped, Reason, TextHash};
use crate::split::Split;
use rayon::prelude::*;

/// Section 5.1: what stands in train is no measure, and test is closed before validation.
pub(super) fn drop_cross_split_texts(book: &mut Draftbook) {
    let [train, validation, test] = &mut book.base;
    let train = texts(train);
    let dropped = &mut book.dropped;
    drop_texts(test, Split::Test, Category::Base, dropped, |text| {
        train.binary_search(text).is_ok()
    });
    let test = texts(test);
    drop_texts(
        validation,
        Split::Validation,
        Category::Base,
        dropped,
        |text| train.binary_search(text).is_ok() || test.binary_search(text).is_ok(),
    );
}

/// Section 5.2: a run that its article already is adds nothing.
pub(super) fn drop_repeated_styles(bench: &Bench<'_>, book: &mut Draftbook) {
    if bench.recipe.mosaic.is_none() {
        return;
    }
    for split in Split::ALL {
        let at = split.index();
        let base = texts(&book.base[at]);
        let windows = texts(&book.longform[at]);
        drop_texts(
            &mut book.mosaic[at],
            split,
            Category::Mosaic,
            &mut book.dropped,
            |text| base.binary_search(text).is_ok() || windows.binary_search(text).is_ok(),
        );
    }
}

pub(super) fn texts(drafts: &[Draft]) -> Vec<TextHash> {
    let mut texts: Vec<TextHash> = drafts.iter().map(|draft| draft.text).collect();
    texts.par_sort_unstable();
    texts
}

fn drop_texts(
    drafts: &mut Vec<Draft>,
    split: Split,
    category: Category,
    dropped: &mut Vec<Dropped>,
    repeats: impl Fn(&TextHash) -> bool,
) {
    let (reason, with_kind) = match category {
        Category::Base => (Reason::CrossSplitText, false),
        _ => (Reason::StyleRepeats, true),
    };
    drafts.retain(|draft| {
        let repeated = repeats(&draft.text);
        if repeated {
            let kind = with_kind.then_some(draft.kind);
            let (split, category) = (Some(split), Some(category));
            dropped.push(Dropped {
                reason,
                split,
                category,
                kind,
                unit: draft.unit,
            });
        }
        !repeated
    });
}
