//! Base records: docs/format.md, section 5.1.

use crate::bench::{Bench, Opened};
use crate::draft::{Category, Draft, Dropped, Kind, Reason, Unit};
use crate::split::Split;
use pool::view::View;

/// Base records of one article, and what of it is over the budget.
pub(crate) struct FromArticle {
    pub(crate) drafts: Vec<Draft>,
    pub(crate) dropped: Vec<Dropped>,
}

/// Plans the base records of one unstructured article.
pub(crate) fn plan(bench: &Bench<'_>, opened: &Opened<'_>, split: Split) -> FromArticle {
    let mut out = FromArticle {
        drafts: Vec::new(),
        dropped: Vec::new(),
    };
    if try_view(bench, opened, View::Document, &mut out) {
        return out;
    }
    if opened.lines.is_empty() {
        out.drop(opened, View::Document, Reason::DocumentOverBudget, split);
        return out;
    }
    let mut first = 0;
    for &end in &opened.article.slices {
        let view = View::of_lines(first, end);
        if !try_view(bench, opened, view, &mut out) {
            for line in first..end {
                let view = View::Line { line };
                if end - first == 1 || !try_view(bench, opened, view, &mut out) {
                    out.drop(opened, view, Reason::LineOverBudget, split);
                }
            }
        }
        first = end;
    }
    out
}

fn try_view(bench: &Bench<'_>, opened: &Opened<'_>, view: View, out: &mut FromArticle) -> bool {
    let Some(fit) = bench.fit_view(opened, view) else {
        return false;
    };
    out.drafts.push(Draft::new(
        Kind::of_base(view),
        Unit::View {
            article: opened.index,
            view,
        },
        &fit,
    ));
    true
}

impl FromArticle {
    /// Tells whether the whole document is a record.
    pub(crate) fn is_document(&self) -> bool {
        self.drafts
            .first()
            .is_some_and(|draft| draft.kind == Kind::Document)
    }

    fn drop(&mut self, opened: &Opened<'_>, view: View, reason: Reason, split: Split) {
        self.dropped.push(Dropped {
            reason,
            split: Some(split),
            category: Some(Category::Base),
            kind: None,
            unit: Unit::View {
                article: opened.index,
                view,
            },
        });
    }
}
