//! What every planner works with: pool, recipe, counter and seed, and the text of a unit.

use crate::count::Counter;
use crate::draft::{Draft, Fit, Kind, LineRef, TextHash, Unit};
use crate::error::BuildError;
use crate::recipe::{PanelOrder, Recipe, Style};
use crate::separator::{bridge, join, separators};
use crate::{noise, schema, shape};
use pool::derive::sha256;
use pool::stream::Seed;
use pool::view::{Lines, Material, View};
use pool::{Article, Panels, Pool};
use std::sync::{Arc, OnceLock};

/// An article of more slices than this keeps its lines once they are found: records ask for them one by one.
const LONG: usize = 64;

/// Reports how far a stage is: its name, units done, units in all.
pub type Progress<'a> = &'a (dyn Fn(&'static str, u64, u64) + Sync);

/// The inputs of a plan.
pub struct Bench<'a> {
    /// The pool.
    pub pool: &'a Pool,
    /// The recipe.
    pub recipe: &'a Recipe,
    /// The token counter.
    pub counter: &'a Counter,
    pub(crate) seed: Seed,
    /// The lines of long articles (32 bytes a line of those), found when first asked for.
    long: Vec<OnceLock<Arc<Lines>>>,
}

/// An article with its lines found.
pub(crate) struct Opened<'p> {
    pub(crate) index: u32,
    pub(crate) article: Article<'p>,
    pub(crate) lines: Arc<Lines>,
}

impl<'a> Bench<'a> {
    /// Puts the inputs of a plan together.
    #[must_use]
    pub fn new(pool: &'a Pool, recipe: &'a Recipe, counter: &'a Counter) -> Self {
        Self {
            pool,
            recipe,
            counter,
            seed: Seed::new(&recipe.seed),
            long: (0..pool.len()).map(|_| OnceLock::new()).collect(),
        }
    }

    pub(crate) fn open(&self, index: u32) -> Result<Opened<'a>, BuildError> {
        let article = self.pool.article(index)?;
        let find = || Arc::new(Lines::of(&article));
        let lines = if article.slices.len() > LONG {
            Arc::clone(self.long[address(index)].get_or_init(find))
        } else {
            find()
        };
        Ok(Opened {
            index,
            article,
            lines,
        })
    }

    /// Tells for each panel whether its words are separated by blanks.
    pub(crate) fn spaced(&self) -> Panels<bool> {
        let [left, right] = self.pool.header.spaced;
        Panels::new(left, right)
    }

    /// Returns whether the right panel of a record is printed first; `m1` is its first material.
    pub(crate) fn right_first(&self, m1: &str) -> bool {
        match self.recipe.order {
            PanelOrder::LeftFirst => false,
            PanelOrder::RightFirst => true,
            PanelOrder::Both => self.seed.rank("order.both", m1.as_bytes())[0] % 2 == 1,
        }
    }

    /// Measures the text of two panels: nothing if it is over the budget.
    pub(crate) fn fit(&self, panels: Panels<&str>, m1: &str) -> Option<Fit> {
        let right_first = self.right_first(m1);
        let text = bridge(panels, right_first);
        let tokens = self.counter.tokens(&text);
        (tokens <= self.recipe.budget - self.recipe.reserved).then(|| Fit {
            tokens,
            bytes: u32::try_from(text.len()).expect("two panels of at most 16 MiB"),
            text: text_hash(&text),
            right_first,
        })
    }

    /// Measures a view as base, longform and the candidates of cross mosaics print it.
    pub(crate) fn fit_view(&self, opened: &Opened<'_>, view: View) -> Option<Fit> {
        let panels = opened.panels(view);
        self.fit(panels, &opened.material(view).to_string())
    }

    /// Returns the material string `m` of a unit.
    pub(crate) fn m(&self, unit: &Unit, lines: &[LineRef]) -> Result<String, BuildError> {
        let spell = |article: u32, view| -> Result<String, BuildError> {
            Ok(Material {
                article: self.pool.article(article)?.id,
                view,
            }
            .to_string())
        };
        match *unit {
            Unit::View { article, view } => spell(article, view),
            Unit::Group { .. } => {
                let parts = group(unit, lines)
                    .iter()
                    .map(|at| spell(at.article, View::Line { line: at.line }));
                Ok(parts.collect::<Result<Vec<_>, _>>()?.join(" "))
            }
        }
    }

    /// Returns the separators of a draft, if it is a mosaic.
    pub(crate) fn separators(
        &self,
        draft: &Draft,
        lines: &[LineRef],
    ) -> Result<Option<Vec<u8>>, BuildError> {
        let (style, family) = match draft.kind {
            Kind::Cross(style) => (style, "cross"),
            Kind::Run(style) => (style, "run"),
            _ => return Ok(None),
        };
        let (article, line, count) = match draft.unit {
            Unit::View {
                article,
                view: View::Window { first, end },
            } => (article, first, end - first),
            Unit::Group { len, .. } => {
                let head = group(&draft.unit, lines)[0];
                (head.article, head.line, len)
            }
            Unit::View { .. } => unreachable!("a mosaic is a window of lines or a group of lines"),
        };
        let id = Material {
            article: self.pool.article(article)?.id,
            view: View::Line { line },
        };
        Ok(self.style_separators(style, address(count), family, &id.to_string()))
    }

    pub(crate) fn style_separators(
        &self,
        style: Style,
        lines: usize,
        family: &str,
        stream_id: &str,
    ) -> Option<Vec<u8>> {
        separators(style, lines, &self.seed, family, stream_id)
    }

    /// Returns the panels of a draft's text.
    pub(crate) fn panels(
        &self,
        draft: &Draft,
        lines: &[LineRef],
    ) -> Result<Panels<String>, BuildError> {
        let separators = self.separators(draft, lines)?;
        match (draft.unit, separators) {
            (Unit::View { article, view }, None) => {
                let opened = self.open(article)?;
                Ok(self.made_of_view(draft.kind, &opened, view))
            }
            (
                Unit::View {
                    article,
                    view: View::Window { first, end },
                },
                Some(separators),
            ) => {
                let opened = self.open(article)?;
                let texts: Vec<_> = (first..end).map(|line| opened.line(line)).collect();
                Ok(join_panels(&texts, &separators))
            }
            (Unit::Group { .. }, Some(separators)) => {
                let opened = group(&draft.unit, lines)
                    .iter()
                    .map(|at| Ok(self.open(at.article)?.line(at.line)))
                    .collect::<Result<Vec<_>, BuildError>>()?;
                Ok(join_panels(&opened, &separators))
            }
            _ => unreachable!("mosaics alone have separators, and all of them"),
        }
    }
}

impl Bench<'_> {
    /// Returns the panels that a category makes of one view: for drafts that were planned.
    fn made_of_view(&self, kind: Kind, opened: &Opened<'_>, view: View) -> Panels<String> {
        let texts = opened.panels(view);
        let made = match kind {
            Kind::Noise(noise) => noise::of_view(self, noise, opened, view),
            Kind::Shape(_) => {
                let applied = shape::of_view(self, opened, view);
                shape::reshape(texts, self.spaced(), &applied)
            }
            Kind::Schema(_) if !opened.article.genre.is_structured() => {
                schema::fill(&schema::of_view(self, opened, view), texts)
            }
            _ => Some(texts.map(str::to_owned)),
        };
        made.expect("planned: this material was measured in this form")
    }
}

impl<'p> Opened<'p> {
    /// Returns how many lines a view has.
    pub(crate) fn lines_of(&self, view: View) -> u32 {
        match view {
            View::Document => self.lines.len(),
            View::Line { .. } => 1,
            View::Window { first, end } => end - first,
        }
    }

    pub(crate) fn material(&self, view: View) -> Material {
        Material {
            article: self.article.id,
            view,
        }
    }

    /// Returns the text of a view that is known to be in range.
    pub(crate) fn panels(&self, view: View) -> Panels<&'p str> {
        self.lines
            .text(self.article.text, view)
            .expect("the planner names lines that exist")
    }

    pub(crate) fn line(&self, line: u32) -> Panels<&'p str> {
        self.panels(View::Line { line })
    }
}

pub(crate) fn join_panels(texts: &[Panels<&str>], separators: &[u8]) -> Panels<String> {
    Panels::new(
        join(texts.iter().map(|text| text.left), separators),
        join(texts.iter().map(|text| text.right), separators),
    )
}

/// Returns the lines of a group unit.
pub(crate) fn group<'l>(unit: &Unit, lines: &'l [LineRef]) -> &'l [LineRef] {
    match *unit {
        Unit::Group { start, len } => &lines[address(start)..][..address(len)],
        Unit::View { .. } => &[],
    }
}

pub(crate) fn text_hash(text: &str) -> TextHash {
    let digest = sha256(text.as_bytes()).0;
    u128::from_be_bytes(digest[..16].try_into().expect("a digest has 32 bytes"))
}

pub(crate) fn address(value: u32) -> usize {
    usize::try_from(value).expect("an address holds 32 bits")
}
