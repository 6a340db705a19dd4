//! What only shows over the whole corpus: endings that many articles share.

use super::entry::{Entry, Rules};
use super::import::Imported;
use super::print::tail;
use crate::error::PoolError;
use crate::gate::tails;
use crate::ledger::{Dropped, Stage};
use crate::number::index;
use crate::panels::Side;
use crate::spool::decode;
use std::collections::BTreeMap;

/// Takes out articles that end like a template. Those of the pool that grows count, and stay.
pub(super) fn leave_out(
    imported: &mut Imported,
    kept: &mut Vec<Entry>,
    rules: &Rules,
) -> Result<(), PoolError> {
    let shared = shared(kept);
    let mut left = Vec::with_capacity(kept.len());
    for entry in std::mem::take(kept) {
        match judge(&entry, imported, rules, &shared)? {
            None => left.push(entry),
            Some(found) => {
                let (row, _) = decode(&imported.spooled.read(entry.span)?);
                for dropped in Dropped::of_article(Stage::Corpus, tails::REASON, &found, &row) {
                    imported.ledger.push(&dropped)?;
                }
            }
        }
    }
    *kept = left;
    Ok(())
}

/// How often articles end in one way.
#[derive(Clone, Copy)]
struct Ending {
    articles: u32,
    /// Whether articles of more than one source do.
    spans: bool,
}

/// The endings that more than one article has, by side.
type Shared = BTreeMap<(Side, u64), Ending>;

fn shared(kept: &[Entry]) -> Shared {
    let mut endings: Vec<((Side, u64), u64)> = Vec::with_capacity(kept.len() * 2);
    for entry in kept {
        let (tails, source) = (entry.prints.tails, entry.prints.source);
        endings.push(((Side::Left, tails.left), source));
        endings.push(((Side::Right, tails.right), source));
    }
    endings.retain(|((_, print), _)| *print != 0);
    endings.sort_unstable();
    let runs = endings
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|run| run.len() > 1);
    let ending = |run: &[((Side, u64), u64)]| Ending {
        articles: u32::try_from(run.len()).unwrap_or(u32::MAX),
        spans: run[0].1 != run[run.len() - 1].1,
    };
    runs.map(|run| (run[0].0, ending(run))).collect()
}

/// Says which ending makes an article one of a template, if one does.
fn judge(
    entry: &Entry,
    imported: &Imported,
    rules: &Rules,
    shared: &Shared,
) -> Result<Option<String>, PoolError> {
    if entry.old.is_some() {
        return Ok(None);
    }
    let preparation = &rules.of_source[index(entry.source)];
    let Some(rule) = &preparation.tails else {
        return Ok(None);
    };
    let prints = entry.prints.tails;
    for (side, print) in [(Side::Left, prints.left), (Side::Right, prints.right)] {
        let Some(ending) = shared.get(&(side, print)) else {
            continue;
        };
        if ending.articles < rule.articles() {
            continue;
        }
        let (row, _) = decode(&imported.spooled.read(entry.span)?);
        let text = row.text.as_ref().map(String::as_str);
        let said: String = tail(text.get(side)).into_iter().flatten().collect();
        let language = preparation.gates.languages().get(side);
        if !row.meta.genre.is_structured()
            && rule.is_template(text, side, &said, ending.spans, language)
        {
            return Ok(Some(format!("{said} in {} articles", ending.articles)));
        }
    }
    Ok(None)
}
