//! A folder with a sources.toml and its files, and what came of building it.

use pool::build::{Options, Report, build};
use pool::ledger::{self, LedgerRow};
use pool::{Article, Pool, PoolError, check};
use std::path::{Path, PathBuf};

pub(crate) struct Bench(tempfile::TempDir);

impl Bench {
    /// Makes a folder whose sources.toml begins with the languages and goes on with `sources`.
    pub(crate) fn new(sources: &str) -> Self {
        Self::of("en", "zh-Hant-TW", sources)
    }

    pub(crate) fn of(left: &str, right: &str, sources: &str) -> Self {
        let bench = Self(tempfile::tempdir().unwrap());
        let head = format!("format = 1\nleft = \"{left}\"\nright = \"{right}\"\n");
        bench.file("sources.toml", head + sources)
    }

    /// A bench with one jsonl source whose fields have their standard names.
    pub(crate) fn jsonl(rows: impl AsRef<[u8]>) -> Self {
        Self::new("[[source]]\nname = \"s\"\npath = \"a.jsonl\"\nformat = \"jsonl\"\n")
            .file("a.jsonl", rows)
    }

    pub(crate) fn file(self, name: &str, bytes: impl AsRef<[u8]>) -> Self {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
        self
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Makes a named pipe that nobody writes to.
    pub(crate) fn pipe(&self, name: &str) {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        let mode = Mode::RUSR | Mode::WUSR;
        mknodat(CWD, self.path(name), FileType::Fifo, mode, 0).unwrap();
    }

    pub(crate) fn build(&self) -> Result<Report, PoolError> {
        self.build_to("pool", false)
    }

    pub(crate) fn build_to(&self, out: &str, replace: bool) -> Result<Report, PoolError> {
        self.grow("sources.toml", out, None, replace)
    }

    /// Builds a pool of one of the bench's lists of sources, onto another if one is named.
    pub(crate) fn grow(
        &self,
        sources: &str,
        out: &str,
        onto: Option<&str>,
        replace: bool,
    ) -> Result<Report, PoolError> {
        build(Options {
            sources: &self.path(sources),
            out: &self.path(out),
            onto: onto.map(|old| self.path(old)).as_deref(),
            replace,
            progress: &|_, _| (),
            clock: None,
        })
    }

    /// Builds a pool that must come to be and must pass its check.
    pub(crate) fn built(&self) -> (Report, Pool) {
        let report = self.build().expect("a pool");
        let found = check::check(&self.path("pool"), &|_, _| ()).unwrap();
        assert!(found.ok, "{found:#?}");
        (report, self.open())
    }

    pub(crate) fn open(&self) -> Pool {
        Pool::open(&self.path("pool")).unwrap()
    }

    pub(crate) fn ledger(&self) -> Vec<LedgerRow> {
        let mut rows = Vec::new();
        ledger::read(&self.path("pool/ledger.jsonl.zst"), |row| {
            rows.push(row);
            Ok(())
        })
        .unwrap();
        rows
    }

    /// The message of a build that must fail, with `max_bad` covering nothing.
    pub(crate) fn refusal(&self) -> String {
        let message = self.build().expect_err("no pool").to_string();
        assert!(!self.path("pool").exists() && !self.path("pool.building").exists());
        message
    }
}

/// The articles of a pool in id order.
pub(crate) fn articles(pool: &Pool) -> Vec<Article<'_>> {
    (0..pool.len())
        .map(|index| pool.article(index).unwrap())
        .collect()
}

/// One jsonl row.
pub(crate) fn row(id: &str, left: &str, right: &str) -> String {
    let text = |text: &str| serde_json::to_string(text).unwrap();
    format!(
        "{{\"id\":{},\"left\":{},\"right\":{}}}\n",
        text(id),
        text(left),
        text(right)
    )
}

pub(crate) fn bytes(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap()
}
