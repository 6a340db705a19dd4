//! All drafts of a release and its ledger, before any text is written: docs/format.md, sections 4 to 5.
//!
//! Memory: about 64 bytes a record, 8 a mosaic line, 24 a line of validation and test, and the ledger's rows;
//! texts stay in the mapped pool.

mod made;
mod noise;
mod quota;
mod repeat;

use crate::base;
use crate::bench::{Bench, Progress, address};
use crate::draft::{Category, Draft, Dropped, Kind, LineRef, Reason, Unit};
use crate::error::{BuildError, ShortKind};
use crate::ledger::{self, DropTotal};
use crate::longform;
use crate::manifest::{NoiseRow, SchemaRow, ShapeRow};
use crate::mosaic::shared::Shared;
use crate::mosaic::{cross, run};
use crate::order;
use crate::pick::Base;
use crate::record::LINE_MAX;
use crate::split::{Split, Splitter};
use crate::take::{Filled, Held};
use quota::apply_quotas;
use rayon::prelude::*;
use repeat::{drop_cross_split_texts, drop_repeated_styles, texts};
use std::collections::{BTreeMap, BTreeSet};

/// A plan: what each split holds, in order, and what was left out.
pub struct Plan {
    /// Drafts of train, validation, test in their final order.
    pub(crate) drafts: [Vec<Draft>; 3],
    /// Lines of cross mosaics, named by ranges.
    pub(crate) lines: Vec<LineRef>,
    /// What was left out, sorted.
    pub(crate) dropped: Vec<Dropped>,
    pub(crate) quotas: Vec<Filled>,
    pub(crate) noise: Vec<NoiseRow>,
    /// Kinds of noise that ran out.
    pub(crate) short: Vec<ShortKind>,
    pub(crate) shape: Vec<ShapeRow>,
    pub(crate) schema: Vec<SchemaRow>,
    /// Articles and groups of each split.
    pub(crate) members: [(u64, u64); 3],
    /// Line pairs of validation and test that stand in another split too.
    pub(crate) shared_lines: u64,
    /// Records whose text another record of the split has too.
    pub(crate) shared_texts: u64,
}

/// What is gathered on the way.
#[derive(Default)]
struct Draftbook {
    base: [Vec<Draft>; 3],
    mosaic: [Vec<Draft>; 3],
    longform: [Vec<Draft>; 3],
    noise: [Vec<Draft>; 3],
    shape: [Vec<Draft>; 3],
    schema: [Vec<Draft>; 3],
    structured: [Vec<Base>; 3],
    short: Vec<ShortKind>,
    lines: Vec<LineRef>,
    dropped: Vec<Dropped>,
    candidates: [Vec<LineRef>; 3],
}

impl Plan {
    /// Plans a release: pure, the same for any number of threads.
    ///
    /// # Errors
    /// If the pool is damaged or a quota cannot be met.
    pub fn make(bench: &Bench<'_>, progress: Progress<'_>) -> Result<Self, BuildError> {
        check_pool(bench)?;
        let (splits, members) = split_articles(bench)?;
        let shared = Shared::find(bench, &splits)?;
        let mut book = Draftbook::default();
        draft_articles(bench, &splits, &shared, &mut book, progress)?;
        drop_cross_split_texts(&mut book);
        drop_repeated_styles(bench, &mut book);
        draft_cross(bench, &mut book, progress)?;
        let bases = Split::ALL.map(|split| made::bases(&book.base[split.index()]));
        let shape = made::draft_shape(bench, &bases, &mut book, progress)?;
        let schema = made::draft_schema(bench, &bases, &mut book, progress)?;
        let quotas = apply_quotas(bench, &mut book)?;
        let noise = noise::draft_noise(bench, &bases, &mut book, progress)?;
        drop(bases);
        let shared_lines = shared.count(bench, &splits)?;
        let dropped = ledger::sort(bench, std::mem::take(&mut book.dropped), &book.lines)?;
        let mut drafts: [Vec<Draft>; 3] = Default::default();
        for split in Split::ALL {
            let at = split.index();
            let all = &mut drafts[at];
            all.append(&mut book.base[at]);
            all.append(&mut book.mosaic[at]);
            all.append(&mut book.longform[at]);
            all.append(&mut book.noise[at]);
            all.append(&mut book.shape[at]);
            all.append(&mut book.schema[at]);
            check_lengths(bench, all, &book.lines)?;
            order::order(bench, all, &book.lines, progress)?;
        }
        let shared_texts = drafts.iter().map(|split| repeats(split)).sum();
        if let Some(fault) = bench.counter.fault() {
            let path = bench.recipe.tokenizer.clone();
            return Err(BuildError::Tokenizer {
                path,
                what: fault.to_owned(),
            });
        }
        Ok(Self {
            drafts,
            lines: book.lines,
            dropped,
            quotas,
            noise,
            short: book.short,
            shape,
            schema,
            members,
            shared_lines,
            shared_texts,
        })
    }

    /// Returns the number of records.
    #[must_use]
    pub fn records(&self) -> u64 {
        self.drafts.iter().map(|split| count(split.len())).sum()
    }

    /// Returns the bytes of all texts together.
    #[must_use]
    pub fn text_bytes(&self) -> u64 {
        self.drafts
            .iter()
            .flatten()
            .map(|draft| u64::from(draft.bytes))
            .sum()
    }

    /// Returns the totals of the ledger.
    #[must_use]
    pub fn drops(&self) -> Vec<DropTotal> {
        ledger::totals(&self.dropped)
    }

    /// Returns records and tokens of each kind of a split, in the order of the format.
    pub(crate) fn counts(&self, split: Split) -> BTreeMap<Kind, Held> {
        let mut counts: BTreeMap<Kind, Held> = BTreeMap::new();
        for draft in &self.drafts[split.index()] {
            let held = counts.entry(draft.kind).or_default();
            held.records += 1;
            held.tokens += u64::from(draft.tokens);
        }
        counts
    }
}

/// The parts must be what the header says, or the plan would name texts that nobody can replay.
fn check_pool(bench: &Bench<'_>) -> Result<(), BuildError> {
    let pool = bench.pool;
    for (file, digest) in pool.header.parts.iter().zip(pool.part_digests()) {
        if file.sha256 != digest.hex() {
            let what = format!(
                "sha256 is {digest}, pool.json says {}; run `diptych pool check`",
                file.sha256
            );
            let path = pool.root().join(&file.path);
            return Err(pool::PoolError::Form { path, what }.into());
        }
    }
    Ok(())
}

/// A text that cannot stand in a line of the format stops the plan: it would stop the build at its end.
fn check_lengths(bench: &Bench<'_>, drafts: &[Draft], lines: &[LineRef]) -> Result<(), BuildError> {
    let too_long = |draft: &&Draft| address(draft.bytes) >= LINE_MAX;
    let Some(draft) = drafts.iter().find(too_long) else {
        return Ok(());
    };
    Err(BuildError::LineTooLong {
        unit: bench.m(&draft.unit, lines)?,
        kind: draft.kind.name(),
        bytes: address(draft.bytes),
        limit: LINE_MAX,
    })
}

/// The split of each article, and how many articles and groups each split has.
type Members = (Vec<Option<Split>>, [(u64, u64); 3]);

fn split_articles(bench: &Bench<'_>) -> Result<Members, BuildError> {
    let splitter = Splitter::new(&bench.recipe.split);
    let found = (0..bench.pool.len())
        .into_par_iter()
        .map(|index| {
            let article = bench.pool.article(index)?;
            Ok((splitter.of_article(&article), article.group))
        })
        .collect::<Result<Vec<_>, BuildError>>()?;
    let members = Split::ALL.map(|split| {
        let inside = || found.iter().filter(move |entry| entry.0 == Some(split));
        let groups: BTreeSet<_> = inside().map(|entry| entry.1).collect();
        (count(inside().count()), count(groups.len()))
    });
    Ok((found.into_iter().map(|entry| entry.0).collect(), members))
}

/// What one article gives.
struct FromArticle {
    split: Split,
    base: Vec<Draft>,
    runs: Vec<Draft>,
    windows: Vec<Draft>,
    candidates: Vec<LineRef>,
    structured: Option<Base>,
    dropped: Vec<Dropped>,
}

fn draft_articles(
    bench: &Bench<'_>,
    splits: &[Option<Split>],
    shared: &Shared,
    book: &mut Draftbook,
    progress: Progress<'_>,
) -> Result<(), BuildError> {
    let total = bench.pool.len();
    let mut start = 0;
    while start < total {
        let end = total.min(start + 2048);
        let results = (start..end)
            .into_par_iter()
            .map(|index| match splits[address(index)] {
                Some(split) => draft_article(bench, index, split, shared).map(Ok),
                None => Ok(Err(index)),
            })
            .collect::<Result<Vec<_>, BuildError>>()?;
        for result in results {
            book.add(result);
        }
        progress("articles", u64::from(end), u64::from(total));
        start = end;
    }
    Ok(())
}

impl Draftbook {
    fn add(&mut self, result: Result<FromArticle, u32>) {
        let found = match result {
            Ok(found) => found,
            Err(bridging) => {
                let unit = Unit::View {
                    article: bridging,
                    view: pool::View::Document,
                };
                let reason = Reason::SplitBridge;
                self.dropped.push(Dropped {
                    reason,
                    split: None,
                    category: None,
                    kind: None,
                    unit,
                });
                return;
            }
        };
        let at = found.split.index();
        self.base[at].extend(found.base);
        self.mosaic[at].extend(found.runs);
        self.longform[at].extend(found.windows);
        self.candidates[at].extend(found.candidates);
        self.structured[at].extend(found.structured);
        self.dropped.extend(found.dropped);
    }
}

fn draft_article(
    bench: &Bench<'_>,
    index: u32,
    split: Split,
    shared: &Shared,
) -> Result<FromArticle, BuildError> {
    let opened = bench.open(index)?;
    let mut out = FromArticle {
        split,
        base: Vec::new(),
        runs: Vec::new(),
        windows: Vec::new(),
        candidates: Vec::new(),
        structured: None,
        dropped: Vec::new(),
    };
    if opened.article.genre.is_structured() {
        out.structured = Some(Base {
            article: index,
            view: pool::View::Document,
        });
        return Ok(out);
    }
    let base = base::plan(bench, &opened, split);
    if let Some(rule) = bench
        .recipe
        .longform
        .filter(|_| !base.is_document() && !opened.lines.is_empty())
    {
        let (windows, dropped) = longform::plan(bench, &rule, &opened, split);
        out.windows = windows;
        out.dropped.extend(dropped);
    }
    if let Some(rule) = &bench.recipe.mosaic {
        if rule.run_genres.contains(&opened.article.genre) {
            let (runs, dropped) = run::plan(bench, rule, &opened, split);
            out.runs = runs;
            out.dropped.extend(dropped);
        }
        candidates(bench, &opened, split, shared, &mut out);
    }
    out.base = base.drafts;
    out.dropped.extend(base.dropped);
    Ok(out)
}

fn candidates(
    bench: &Bench<'_>,
    opened: &crate::bench::Opened<'_>,
    split: Split,
    shared: &Shared,
    out: &mut FromArticle,
) {
    for line in 0..opened.lines.len() {
        let view = pool::View::Line { line };
        if bench.fit_view(opened, view).is_none() {
            continue;
        }
        if shared.elsewhere(split, opened.line(line)) {
            out.dropped.push(Dropped {
                reason: Reason::CrossSplitLine,
                split: Some(split),
                category: Some(Category::Mosaic),
                kind: None,
                unit: Unit::View {
                    article: opened.index,
                    view,
                },
            });
        } else {
            out.candidates.push(LineRef {
                article: opened.index,
                line,
            });
        }
    }
}

fn draft_cross(
    bench: &Bench<'_>,
    book: &mut Draftbook,
    progress: Progress<'_>,
) -> Result<(), BuildError> {
    let Some(rule) = &bench.recipe.mosaic else {
        return Ok(());
    };
    for split in Split::ALL {
        let candidates = std::mem::take(&mut book.candidates[split.index()]);
        let buckets = cross::plan(bench, rule, candidates)?;
        let mut drafts = Vec::new();
        for bucket in buckets {
            for group in &bucket.groups {
                let (start, len) = cross::store(&mut book.lines, group);
                drafts.extend(group.fits.iter().map(|(style, fit)| {
                    Draft::new(Kind::Cross(*style), Unit::Group { start, len }, fit)
                }));
            }
            book.dropped
                .extend(bucket.alone.into_iter().map(|at| Dropped {
                    reason: Reason::MosaicAlone,
                    split: Some(split),
                    category: Some(Category::Mosaic),
                    kind: None,
                    unit: Unit::View {
                        article: at.article,
                        view: pool::View::Line { line: at.line },
                    },
                }));
        }
        drafts.append(&mut book.mosaic[split.index()]);
        book.mosaic[split.index()] = drafts;
        progress("mosaics", 1 + count(split.index()), 3);
    }
    Ok(())
}

fn repeats(drafts: &[Draft]) -> u64 {
    let mut texts = texts(drafts);
    let all = texts.len();
    texts.dedup();
    count(all - texts.len())
}

pub(crate) fn count(length: usize) -> u64 {
    u64::try_from(length).expect("a count fits 64 bits")
}
