//! An opened pool.

use super::header::PoolHeader;
use super::part::Part;
use crate::article::Article;
use crate::derive::{merkle_root, sha256};
use crate::error::PoolError;
use crate::id::{ArticleId, Digest};
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// A pool whose parts are mapped: its memory is the system's cache, not the program's.
pub struct Pool {
    /// The header.
    pub header: PoolHeader,
    root: PathBuf,
    parts: Vec<Part>,
    /// Ordinal of each part's first row in the pool.
    firsts: Vec<u32>,
    rows: u32,
}

impl Pool {
    /// Opens a pool and maps its parts.
    ///
    /// # Errors
    /// If a file is missing, is not of the format, or holds another number of rows than the header says.
    pub fn open(root: &Path) -> Result<Self, PoolError> {
        Self::of_header(root, PoolHeader::read(root)?)
    }

    /// Maps the parts that a header names.
    pub(crate) fn of_header(root: &Path, header: PoolHeader) -> Result<Self, PoolError> {
        let mut parts = Vec::with_capacity(header.parts.len());
        let mut firsts = Vec::with_capacity(header.parts.len());
        let mut rows = 0_u32;
        for file in &header.parts {
            let path = root.join(&file.path);
            let part = Part::open(&path)?;
            if u64::from(part.rows()) != file.rows {
                let what = format!("{} rows, the header says {}", part.rows(), file.rows);
                return Err(PoolError::Form { path, what });
            }
            firsts.push(rows);
            rows = rows
                .checked_add(part.rows())
                .ok_or_else(|| PoolError::Form {
                    path: root.to_owned(),
                    what: "more than 2^32 articles".to_owned(),
                })?;
            parts.push(part);
        }
        Ok(Self {
            header,
            root: root.to_owned(),
            parts,
            firsts,
            rows,
        })
    }

    /// Returns the folder.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns how many articles there are.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.rows
    }

    /// Tells whether there is no article.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Returns the article at a place in id order.
    ///
    /// # Errors
    /// If the part is damaged there.
    ///
    /// # Panics
    /// If `index` is not below [`Pool::len`].
    pub fn article(&self, index: u32) -> Result<Article<'_>, PoolError> {
        let (part, row) = self.locate(index);
        part.article(row)
    }

    /// Returns the place of an article id, if the pool has it.
    ///
    /// # Errors
    /// If a part is damaged on the way.
    pub fn find(&self, id: &ArticleId) -> Result<Option<u32>, PoolError> {
        let (mut low, mut high) = (0, self.rows);
        while low < high {
            let middle = low + (high - low) / 2;
            let (part, row) = self.locate(middle);
            match part.id(row)?.cmp(id) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Ok(Some(middle)),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        Ok(None)
    }

    /// Computes the snapshot id again from the rows.
    ///
    /// # Errors
    /// If a part is damaged.
    pub fn snapshot(&self) -> Result<Digest, PoolError> {
        let entries: Vec<Digest> = (0..self.rows)
            .into_par_iter()
            .map(|index| Ok(self.article(index)?.entry()))
            .collect::<Result<_, PoolError>>()?;
        Ok(merkle_root(entries.into_iter()))
    }

    /// Returns the digest of each part's file as it lies there, in order.
    #[must_use]
    pub fn part_digests(&self) -> Vec<Digest> {
        self.parts
            .par_iter()
            .map(|part| sha256(part.bytes()))
            .collect()
    }

    fn locate(&self, index: u32) -> (&Part, u32) {
        assert!(index < self.rows, "article {index} of {}", self.rows);
        let after = self.firsts.partition_point(|&first| first <= index);
        (&self.parts[after - 1], index - self.firsts[after - 1])
    }
}
