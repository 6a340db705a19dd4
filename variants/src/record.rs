//! The record, its metadata and its canonical line: docs/format.md, sections 7.1 and 7.2.

use crate::bench::{Bench, group};
use crate::draft::{Draft, Kind, LineRef, Unit};
use crate::error::BuildError;
use crate::separator::bridge;
use crate::shape::Applied;
use crate::split::Split;
use crate::{noise, schema, shape};
use pool::derive::h;
use pool::id::write_hex;
use pool::stream::Seed;
use pool::{Article, Origin, Panels};
use serde::Serialize;
use std::collections::BTreeSet;

/// Longest canonical line, LF included.
pub const LINE_MAX: usize = 1 << 20;

/// One record; field order is the order of the line. Without text it is a line of the `meta` carrier.
#[derive(Serialize)]
struct Record<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    split: &'a str,
    category: &'a str,
    kind: &'a str,
    tokens: u32,
    reversed: bool,
    origin: &'a str,
    sources: &'a BTreeSet<&'a str>,
    licenses: &'a BTreeSet<&'a str>,
    meta: &'a str,
}

#[derive(Serialize)]
struct Meta<'a> {
    m: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    s: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    p: Option<&'a [Applied]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    g: Option<[&'a str; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    o: Option<u8>,
}

/// The canonical lines of one record, each with its LF.
pub struct Line {
    /// The full line: what every digest is over.
    pub full: Vec<u8>,
    /// The line without text.
    pub meta: Vec<u8>,
}

/// Returns the canonical `meta` string of a draft.
pub(crate) fn meta(
    bench: &Bench<'_>,
    draft: &Draft,
    lines: &[LineRef],
) -> Result<String, BuildError> {
    let m = bench.m(&draft.unit, lines)?;
    let s = bench.separators(draft, lines)?.map(|counts| {
        counts
            .iter()
            .map(|&count| char::from(b'0' + count))
            .collect()
    });
    let drawn = drawn(bench, draft, &m)?;
    Ok(to_json(&Meta {
        m: &m,
        s,
        n: drawn.panels,
        p: drawn.applied.as_deref(),
        g: drawn
            .skeleton
            .as_ref()
            .map(|(format, domain)| [*format, domain.as_str()]),
        o: draft.right_first.then_some(1),
    }))
}

/// What metadata says of draws.
#[derive(Default)]
struct Drawn {
    panels: Option<&'static str>,
    applied: Option<Vec<Applied>>,
    skeleton: Option<(&'static str, String)>,
}

fn drawn(bench: &Bench<'_>, draft: &Draft, m: &str) -> Result<Drawn, BuildError> {
    let mut drawn = Drawn::default();
    let Unit::View { article, view } = draft.unit else {
        return Ok(drawn);
    };
    match draft.kind {
        Kind::Noise(kind) => {
            let panels = noise::panels(kind, bench.spaced(), &bench.seed, m);
            drawn.panels = Some(noise::named(panels));
        }
        Kind::Shape(_) => {
            drawn.applied = Some(shape::of_view(bench, &bench.open(article)?, view));
        }
        Kind::Schema(format) => {
            let opened = bench.open(article)?;
            let domain = if opened.article.genre.is_structured() {
                String::new()
            } else {
                schema::of_view(bench, &opened, view).domain
            };
            drawn.skeleton = Some((format.name(), domain));
        }
        _ => {}
    }
    Ok(drawn)
}

/// Returns the id of a record; `seed` if its replay draws from a stream.
pub(crate) fn record_id(kind: Kind, meta: &str, seed: Option<&Seed>) -> [u8; 16] {
    let category = kind.category().name();
    let parts: [&[u8]; 4] = [
        seed.map_or(b"", |seed| &seed.0),
        category.as_bytes(),
        kind.name().as_bytes(),
        meta.as_bytes(),
    ];
    h("record", &parts).0[..16]
        .try_into()
        .expect("a digest has 32 bytes")
}

/// Tells whether the replay of a draft draws from a stream.
pub(crate) fn draws(bench: &Bench<'_>, draft: &Draft) -> Result<bool, BuildError> {
    match (draft.kind, draft.unit) {
        (Kind::Noise(_) | Kind::Shape(_), _) => Ok(true),
        (Kind::Schema(_), Unit::View { article, .. }) => {
            Ok(!bench.pool.article(article)?.genre.is_structured())
        }
        _ => Ok(false),
    }
}

/// Renders a draft: pure, from the pool alone.
pub(crate) fn render(
    bench: &Bench<'_>,
    draft: &Draft,
    split: Split,
    lines: &[LineRef],
) -> Result<Line, BuildError> {
    let panels = bench.panels(draft, lines)?;
    let panels = Panels::new(panels.left.as_str(), panels.right.as_str());
    let text = bridge(panels, draft.right_first);
    recount(bench, draft, &text, lines)?;
    let articles = articles(bench, &draft.unit, lines)?;
    let sources = articles.iter().map(|article| article.source).collect();
    let licenses = articles.iter().map(|article| article.license).collect();
    let meta = meta(bench, draft, lines)?;
    let mut id = [0; 32];
    write_hex(&draft.id, &mut id);
    let id = std::str::from_utf8(&id).expect("hex digits are ASCII");
    let mut record = Record {
        id,
        text: Some(&text),
        split: split.name(),
        category: draft.kind.category().name(),
        kind: draft.kind.name(),
        tokens: draft.tokens,
        reversed: reversed(&articles, draft.right_first),
        origin: origin(&articles),
        sources: &sources,
        licenses: &licenses,
        meta: &meta,
    };
    let full = to_line(&record);
    record.text = None;
    let line = Line {
        full,
        meta: to_line(&record),
    };
    if line.full.len() > LINE_MAX {
        let (unit, kind) = (bench.m(&draft.unit, lines)?, draft.kind.name());
        return Err(BuildError::LineTooLong {
            unit,
            kind,
            bytes: line.full.len(),
            limit: LINE_MAX,
        });
    }
    Ok(line)
}

/// One record in 256 is counted as a whole: a proof of the counter that does not hold must not reach a release.
fn recount(
    bench: &Bench<'_>,
    draft: &Draft,
    text: &str,
    lines: &[LineRef],
) -> Result<(), BuildError> {
    if draft.id[0] != 0 {
        return Ok(());
    }
    let whole = bench.counter.tokens_of_whole(text);
    if whole == draft.tokens {
        return Ok(());
    }
    let (unit, planned) = (bench.m(&draft.unit, lines)?, draft.tokens);
    Err(BuildError::Miscounted {
        unit,
        planned,
        whole,
    })
}

/// The article of each material of a unit.
fn articles<'a>(
    bench: &Bench<'a>,
    unit: &Unit,
    lines: &[LineRef],
) -> Result<Vec<Article<'a>>, BuildError> {
    match *unit {
        Unit::View { article, .. } => Ok(vec![bench.pool.article(article)?]),
        Unit::Group { .. } => group(unit, lines)
            .iter()
            .map(|at| Ok(bench.pool.article(at.article)?))
            .collect(),
    }
}

/// Tells whether the second panel is what people wrote in more than half of a draft's materials.
pub(crate) fn is_reversed(
    bench: &Bench<'_>,
    draft: &Draft,
    lines: &[LineRef],
) -> Result<bool, BuildError> {
    Ok(reversed(
        &articles(bench, &draft.unit, lines)?,
        draft.right_first,
    ))
}

fn reversed(articles: &[Article<'_>], right_first: bool) -> bool {
    let wanted = if right_first {
        Origin::Left
    } else {
        Origin::Right
    };
    2 * articles
        .iter()
        .filter(|article| article.origin == wanted)
        .count()
        > articles.len()
}

fn origin(articles: &[Article<'_>]) -> &'static str {
    let first = articles[0].origin;
    if articles.iter().all(|article| article.origin == first) {
        first.name()
    } else {
        "mixed"
    }
}

pub(crate) fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings, integers and lists are JSON")
}

pub(crate) fn to_line(value: &impl Serialize) -> Vec<u8> {
    let mut line = to_json(value).into_bytes();
    line.push(b'\n');
    line
}
