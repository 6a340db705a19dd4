//! A pool, read in place, and the text of its materials: format.md, sections 1.1 and 2.
//!
//! Texts stay in the mapped parts. Memory grows by 16 bytes an article, and 8 bytes for each 64
//! lines, which make the way to a line short however long its article is.

use std::fs::File;
use std::io::Read;
use std::sync::OnceLock;

use rayon::prelude::*;

use super::disk::{Folder, FolderFault};
use super::json::{self, JsonFault};
use super::material::{Material, View};
use super::part::{Article, Part, PartFault};
use super::pool_header::PoolHeader;
use crate::stream::hex;
use crate::text::lines;

const HEADER_MAX: u64 = 16 << 20;
/// Lines from one mark to the next.
const STRIDE: usize = 64;

/// Left and right of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panels<T> {
    /// The left panel's.
    pub left: T,
    /// The right panel's.
    pub right: T,
}

/// Why a pool cannot be read at all.
#[derive(Debug, thiserror::Error)]
pub enum PoolFault {
    /// The system could not read it.
    #[error("{0}: {1}")]
    Io(String, std::io::Error),
    /// A file of it is not there or not a file.
    #[error("{0}: {1}")]
    File(String, &'static str),
    /// Another version of the format.
    #[error(
        "pool.json: format {0}, expected 1: the pool was made by another version; build it again from its sources"
    )]
    Format(u64),
    /// A file of it has another form.
    #[error("{0}: {1}")]
    Form(String, String),
}

/// An open pool.
pub struct Pool {
    folder: Folder,
    header: PoolHeader,
    parts: Vec<Part>,
    /// First ordinal of each part.
    firsts: Vec<u64>,
    articles: u64,
    index: OnceLock<Index>,
}

/// Where the lines of all articles are.
#[derive(Default)]
struct Index {
    lines: Vec<Lines>,
    marks: Vec<(u32, u32)>,
}

/// Where the lines of an article are.
#[derive(Clone, Copy)]
struct Lines {
    /// Number of lines; none if the article has no lines.
    count: Option<u32>,
    /// Place of its first mark.
    marks: usize,
}

impl Pool {
    /// Opens the pool in a folder.
    ///
    /// # Errors
    ///
    /// Names the file that cannot be read.
    pub fn open(path: &std::path::Path) -> Result<Self, PoolFault> {
        let shown = path.display().to_string();
        let folder = Folder::open(path).map_err(|error| PoolFault::Io(shown, error))?;
        let header = read_header(&folder)?;
        let mut parts = Vec::with_capacity(header.parts.len());
        for part in &header.parts {
            let plain = part
                .path
                .strip_prefix("parts/")
                .is_some_and(|name| !name.contains('/'));
            if !plain || part.path.contains("..") {
                return Err(PoolFault::File(part.path.clone(), "not a path of a part"));
            }
            let (file, _) = open_file(&folder, &part.path)?;
            parts.push((part.path.clone(), file));
        }
        let open = |(path, file): &(String, File)| match Part::open(file) {
            Ok(part) => Ok(part),
            Err(PartFault::Io(error)) => Err(PoolFault::Io(path.clone(), error)),
            Err(PartFault::Form(what)) => Err(PoolFault::Form(path.clone(), what)),
        };
        let parts = parts.par_iter().map(open).collect::<Result<Vec<_>, _>>()?;
        let mut articles = 0;
        let mut firsts = Vec::with_capacity(parts.len());
        for part in &parts {
            firsts.push(articles);
            articles += part.rows();
        }
        Ok(Self {
            folder,
            header,
            parts,
            firsts,
            articles,
            index: OnceLock::new(),
        })
    }

    /// Notes where all lines are, so that each is found quickly. Whoever needs few of them is
    /// served without.
    pub fn index_lines(&self) {
        self.index.get_or_init(|| {
            let mut index = Index::default();
            for first in (0..self.articles).step_by(4096) {
                let ordinals: Vec<u64> = (first..self.articles.min(first + 4096)).collect();
                let scanned = ordinals.par_iter().map(|at| scan(&self.article(*at)));
                for (count, marks) in scanned.collect::<Vec<_>>() {
                    index.lines.push(Lines {
                        count,
                        marks: index.marks.len(),
                    });
                    index.marks.extend(marks);
                }
            }
            index
        });
    }

    /// Returns the header.
    #[must_use]
    pub fn header(&self) -> &PoolHeader {
        &self.header
    }

    /// Returns the parts.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Opens another file of the pool.
    ///
    /// # Errors
    ///
    /// As [`Folder::file`] does.
    pub fn file(&self, path: &str) -> Result<(File, u64), FolderFault> {
        self.folder.file(path)
    }

    /// Returns the number of articles.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.articles
    }

    /// Returns whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.articles == 0
    }

    /// Returns the article of an ordinal.
    ///
    /// # Panics
    ///
    /// If the ordinal is not below [`Pool::len`].
    #[must_use]
    pub fn article(&self, ordinal: u64) -> Article<'_> {
        let part = self.firsts.partition_point(|first| *first <= ordinal) - 1;
        let article = self.parts[part].article(ordinal - self.firsts[part]);
        article.expect("an ordinal is below the number of articles")
    }

    /// Returns the ordinal of an article id.
    #[must_use]
    pub fn find(&self, id: &[u8; 12]) -> Option<u64> {
        let id = hex(id);
        let (mut low, mut high) = (0, self.articles);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.article(middle).id.cmp(&id) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(middle),
            }
        }
        None
    }

    /// Returns the number of lines of an article; none if it has no lines.
    #[must_use]
    pub fn line_count(&self, ordinal: u64) -> Option<u32> {
        match self.indexed(ordinal) {
            Some((lines, _)) => lines.count,
            None => scan(&self.article(ordinal)).0,
        }
    }

    /// Returns the text of a material of an article; none if the material is not valid.
    #[must_use]
    pub fn text(&self, ordinal: u64, view: View) -> Option<Panels<&str>> {
        let article = self.article(ordinal);
        let (first, end) = match view {
            View::Document => {
                return Some(Panels {
                    left: article.left,
                    right: article.right,
                });
            }
            View::Line(line) => (line, line.checked_add(1)?),
            View::Range(first, end) => (first, end),
        };
        let scanned;
        let (line_count, marks) = match self.indexed(ordinal) {
            Some((lines, index)) => (lines.count?, &index.marks[lines.marks..]),
            None => {
                scanned = scan(&article);
                (scanned.0?, scanned.1.as_slice())
            }
        };
        if first >= end || end > line_count {
            return None;
        }
        let mark = marks[usize::try_from(first).ok()? / STRIDE];
        let skip = usize::try_from(first).ok()? % STRIDE;
        let count = usize::try_from(end - first).ok()?;
        Some(Panels {
            left: run(article.left, mark.0, skip, count)?,
            right: run(article.right, mark.1, skip, count)?,
        })
    }

    /// Returns article and text of a material; none if the material is not valid.
    #[must_use]
    pub fn material(&self, material: &Material) -> Option<(u64, Panels<&str>)> {
        let ordinal = self.find(&material.article)?;
        Some((ordinal, self.text(ordinal, material.view)?))
    }

    fn indexed(&self, ordinal: u64) -> Option<(Lines, &Index)> {
        let index = self.index.get()?;
        let at = usize::try_from(ordinal).expect("an ordinal was an index");
        Some((index.lines[at], index))
    }
}

/// Returns the bytes from the start of line `skip` after a mark to the end of the last of `count`.
fn run(panel: &str, mark: u32, skip: usize, count: usize) -> Option<&str> {
    let rest = panel.get(usize::try_from(mark).ok()?..)?;
    let mut wanted = lines(rest).skip(skip).take(count);
    let first = wanted.next()?;
    let end = wanted.last().map_or(first.end, |last| last.end);
    Some(&rest[first.start..end])
}

fn scan(article: &Article<'_>) -> (Option<u32>, Vec<(u32, u32)>) {
    if article.is_structured() {
        return (None, Vec::new());
    }
    let (left, left_marks) = marks(article.left);
    let (right, right_marks) = marks(article.right);
    if left != right {
        return (None, Vec::new());
    }
    (
        Some(left),
        left_marks.into_iter().zip(right_marks).collect(),
    )
}

fn marks(panel: &str) -> (u32, Vec<u32>) {
    let mut count: u32 = 0;
    let mut marks = Vec::new();
    for (index, line) in lines(panel).enumerate() {
        if index % STRIDE == 0 {
            marks.push(u32::try_from(line.start).expect("a Utf8 column is shorter than 2 GiB"));
        }
        count += 1;
    }
    (count, marks)
}

fn read_header(folder: &Folder) -> Result<PoolHeader, PoolFault> {
    let name = "pool.json";
    let form = |what: String| PoolFault::Form(name.to_owned(), what);
    let (file, size) = open_file(folder, name)?;
    if size > HEADER_MAX {
        return Err(form(format!("{size} bytes, expected at most {HEADER_MAX}")));
    }
    let mut bytes = Vec::new();
    let read = file.take(HEADER_MAX).read_to_end(&mut bytes);
    read.map_err(|error| PoolFault::Io(name.to_owned(), error))?;
    if let Some(format) = super::manifest::other_format(&bytes) {
        return Err(PoolFault::Format(format));
    }
    json::read_file(&bytes).map_err(|fault| match fault {
        JsonFault::Fields(what) => form(format!(
            "{what}: the pool was made by another version, or is damaged; build it again from its sources"
        )),
        JsonFault::Spelling(..) => form(fault.to_string()),
    })
}

fn open_file(folder: &Folder, path: &str) -> Result<(File, u64), PoolFault> {
    folder.file(path).map_err(|fault| match fault {
        FolderFault::Missing => PoolFault::File(path.to_owned(), "missing"),
        FolderFault::NotRegular(what) => PoolFault::File(path.to_owned(), what),
        FolderFault::Io(error) => PoolFault::Io(path.to_owned(), error),
    })
}
