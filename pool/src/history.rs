//! Where an article came from, and what was left out beside it: from the provenance, the header and the ledger of a pool.

use crate::article::Article;
use crate::error::PoolError;
use crate::funnel::running;
use crate::gate::known;
use crate::ledger::{self, LedgerRow, Stage};
use crate::provenance::{self, Provenance};
use crate::store::Pool;

/// How many rows of the ledger a history lists of each kind.
pub const ROWS_MAX: usize = 100;

/// The history of an article.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// Where it was read, and what was repaired.
    pub from: Option<Provenance>,
    /// The imports that read a file of that name: ordinal from 1, and the `[[source]]`. More than one only if the name stands in several.
    pub imports: Vec<(usize, String)>,
    /// The gates that it passed, in order.
    pub gates: Vec<String>,
    /// Rows that were left out because this article has their text.
    pub replaced: Rows,
    /// Other rows of the same source and id that were left out.
    pub siblings: Rows,
}

/// Rows of the ledger.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// The first of them.
    pub first: Vec<LedgerRow>,
    /// How many there are.
    pub count: u64,
}

impl Rows {
    fn push(&mut self, row: LedgerRow) {
        self.count += 1;
        if self.first.len() < ROWS_MAX {
            self.first.push(row);
        }
    }
}

impl History {
    /// Reads the history of an article.
    ///
    /// # Errors
    /// If the provenance or the ledger cannot be read.
    pub fn of(pool: &Pool, article: &Article<'_>) -> Result<Self, PoolError> {
        let header = &pool.header;
        let from = provenance::find(&pool.root().join(&header.provenance.path), &article.id)?;
        let mut history = Self::default();
        for (import, at) in header.imports.iter().zip(1..) {
            let read = import.iter().filter(|source| {
                let mut files = source.files.iter();
                files.any(|file| from.as_ref().is_some_and(|from| from.file == file.path))
            });
            history
                .imports
                .extend(read.map(|source| (at, source.name.clone())));
        }
        for (_, source) in &history.imports {
            for gate in running(header, source) {
                let asked = !article.genre.is_structured() || known::is_for_structured(gate);
                if asked && !history.gates.iter().any(|known| known == gate) {
                    history.gates.push(gate.to_owned());
                }
            }
        }
        history.from = from;
        history.read_ledger(pool, article)?;
        Ok(history)
    }

    fn read_ledger(&mut self, pool: &Pool, article: &Article<'_>) -> Result<(), PoolError> {
        let id = article.id.to_string();
        let (replaced, siblings) = (&mut self.replaced, &mut self.siblings);
        let imports = &self.imports;
        ledger::read(&pool.root().join(&pool.header.ledger.path), |row| {
            let own = |source: &str| imports.iter().any(|(_, name)| name == source);
            if row.stage == Stage::Dedup.name() && row.found == id {
                replaced.push(row);
            } else if !row.unit.is_empty() && row.unit == article.source_id && own(&row.source) {
                siblings.push(row);
            }
            Ok(())
        })
    }
}
