//! Mosaics: docs/format.md, section 5.2. `cross` takes lines of many articles, `run` neighbours of one.

pub(crate) mod cross;
pub(crate) mod run;
pub(crate) mod shared;

use crate::bench::{Bench, join_panels};
use crate::draft::Fit;
use crate::recipe::{MosaicRule, Style};
use pool::Panels;

/// The opener of a group: what its draws and its panel order hang on.
pub(crate) struct Family<'a> {
    /// `cross` or `run`.
    pub(crate) name: &'static str,
    /// `ID/i` of the first line.
    pub(crate) stream_id: &'a str,
}

/// Measures a group in every style that it has: nothing if one of them does not fit.
pub(crate) fn fit_styles(
    bench: &Bench<'_>,
    rule: &MosaicRule,
    family: &Family<'_>,
    m1: &str,
    texts: &[Panels<&str>],
) -> Option<Vec<(Style, Fit)>> {
    let mut fits = Vec::with_capacity(rule.styles.len());
    for &style in &rule.styles {
        let drawn = bench.style_separators(style, texts.len(), family.name, family.stream_id);
        let Some(separators) = drawn else { continue };
        let panels = join_panels(texts, &separators);
        let fit = bench.fit(Panels::new(panels.left.as_str(), panels.right.as_str()), m1)?;
        fits.push((style, fit));
    }
    Some(fits)
}
