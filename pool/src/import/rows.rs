//! Rows of one group joined to one article, wherever in their files they stand.
//!
//! Memory is one index entry of 64 bytes a row; the texts wait on disk.

use super::{ARTICLE_MAX, Place, Row};
use crate::derive::h;
use crate::error::PoolError;
use crate::number::length;
use crate::panels::Panels;
use crate::spool::{self, Span, Spool, Spooled};
use std::path::Path;

/// A row that may be joined with others.
#[derive(Debug)]
pub(crate) struct JoinRow {
    pub(crate) row: Row,
    /// Whether it is part of a group: the rows of one source with one id.
    pub(crate) joins: bool,
    pub(crate) order: Order,
}

/// The order of a row inside its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Order {
    /// By place.
    Place,
    /// By a number, of which no two may be equal.
    Seq(u64),
}

/// The rows of one source that wait to be joined.
pub(crate) struct Rows {
    spool: Spool,
    entries: Vec<Entry>,
}

struct Entry {
    /// Which article: half of a digest, since names may be long.
    group: [u8; 16],
    order: Order,
    place: Place,
    span: Span,
}

/// The rows of one article.
pub(crate) struct Group<'r>(&'r [Entry]);

/// Rows in the order of their articles.
pub(crate) struct Sorted {
    spooled: Spooled,
    entries: Vec<Entry>,
}

impl Rows {
    pub(crate) fn create(path: &Path) -> Result<Self, PoolError> {
        Ok(Self {
            spool: Spool::create(path)?,
            entries: Vec::new(),
        })
    }

    /// Adds a row of the article that its source and id name.
    pub(crate) fn push(&mut self, row: &Row, order: Order) -> Result<(), PoolError> {
        let name = [row.meta.source.as_bytes(), row.meta.source_id.as_bytes()];
        self.push_to(half(&h("rows", &name).0), row, order)
    }

    /// Adds a row of the article with an ordinal.
    pub(crate) fn push_ordinal(&mut self, article: u64, row: &Row) -> Result<(), PoolError> {
        let mut group = [0; 16];
        group[8..].copy_from_slice(&article.to_be_bytes());
        self.push_to(group, row, Order::Place)
    }

    fn push_to(&mut self, group: [u8; 16], row: &Row, order: Order) -> Result<(), PoolError> {
        self.entries.push(Entry {
            group,
            order,
            place: row.places[0],
            span: self.spool.push(&spool::encode(row, &[]))?,
        });
        Ok(())
    }

    /// Ends the reading. Without `joined` every row is an article of its own.
    pub(crate) fn sort(mut self, joined: bool) -> Result<Sorted, PoolError> {
        if !joined {
            for (at, entry) in self.entries.iter_mut().enumerate() {
                let at = length(at);
                entry.group[8..].copy_from_slice(&at.to_be_bytes());
            }
        }
        self.entries
            .sort_by_key(|entry| (entry.group, entry.order, entry.place));
        Ok(Sorted {
            spooled: self.spool.finish()?,
            entries: self.entries,
        })
    }
}

impl Sorted {
    /// Returns the rows of each article.
    pub(crate) fn groups(&self) -> impl Iterator<Item = Group<'_>> {
        self.entries.chunk_by(|a, b| a.group == b.group).map(Group)
    }

    /// Joins the rows of an article.
    ///
    /// # Errors
    /// An error of the scratch file.
    pub(crate) fn join(&self, group: &Group<'_>) -> Result<Joined, PoolError> {
        let entries = group.0;
        let twice = entries
            .windows(2)
            .find(|pair| pair[0].order == pair[1].order && pair[0].order != Order::Place);
        if let Some(pair) = twice {
            return Ok(Joined::SeqTwice(pair[0].place, pair[1].place));
        }
        let mut rows = Vec::with_capacity(entries.len());
        let mut bytes = 0;
        for entry in entries {
            let (row, _) = spool::decode(&self.spooled.read(entry.span)?);
            bytes += row.text.left.len() + row.text.right.len() + 2;
            if bytes > ARTICLE_MAX {
                return Ok(Joined::TooLong(
                    entries.iter().map(|entry| entry.place).collect(),
                ));
            }
            rows.push(row);
        }
        let mut rows = rows.into_iter();
        let mut article = rows.next().expect("a group has a row");
        let mut refused = Vec::new();
        for row in rows {
            if row.meta == article.meta {
                append(&mut article, row);
            } else {
                refused.push(row);
            }
        }
        Ok(Joined::Article(Box::new(article), refused))
    }
}

/// What became of the rows of an article.
#[derive(Debug)]
pub(crate) enum Joined {
    /// The article, and rows that say another thing of their text than its first.
    Article(Box<Row>, Vec<Row>),
    /// Two rows with one number.
    SeqTwice(Place, Place),
    /// All rows, whose texts together pass the limit.
    TooLong(Vec<Place>),
}

fn append(first: &mut Row, row: Row) {
    let add = |to: &mut String, text: String| {
        to.push('\n');
        to.push_str(&text);
    };
    let Panels { left, right } = row.text;
    add(&mut first.text.left, left);
    add(&mut first.text.right, right);
    first.places.extend(row.places);
    first.repairs.extend(row.repairs);
}

fn half(digest: &[u8; 32]) -> [u8; 16] {
    digest[..16].try_into().expect("half of a digest")
}
