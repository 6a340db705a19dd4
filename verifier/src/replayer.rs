//! Rebuilds the lines of a release from its metadata and the pool, without looking at a text.
//!
//! Works on every carrier, and where the texts were taken out: what comes out is held against the
//! sidecars and the content digests, so it is right or it is an error.

use std::fs::File;
use std::io::{BufReader, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use sha2::{Digest as _, Sha256};

use crate::check::manifest::{NAME, index_path};
use crate::error::Error;
use crate::replay::replay;
use crate::stream::{hex, rank, seed32, unhex};
use crate::wire::json;
use crate::wire::{
    Batch, Entry, Folder, FolderFault, Kind, LineReader, Manifest, Meta, Pool, ReadFault, Recipe,
    ShardRef, SidecarReader, Split, Stripped, other_format,
};

/// A release and the pool that its texts come from.
pub struct Replayer {
    release: PathBuf,
    folder: Folder,
    manifest: Manifest,
    recipe: Recipe,
    pool: Pool,
}

/// One line of a shard.
struct Rebuilt {
    id: String,
    line: Result<Vec<u8>, String>,
}

impl Replayer {
    /// Opens a release and its pool.
    ///
    /// # Errors
    ///
    /// Says what cannot be read, or that the pool is another's.
    pub fn open(release: &Path, pool: &Path) -> Result<Self, Error> {
        let shown = release.display().to_string();
        let folder = Folder::open(release).map_err(|error| Error::io(&shown, error))?;
        let manifest = read_manifest(&folder)?;
        let recipe = read_recipe(&folder)?;
        let shown = pool.display().to_string();
        let pool = Pool::open(pool).map_err(|source| Error::Pool {
            path: shown,
            source,
        })?;
        let (wanted, found) = (&manifest.pool.snapshot, &pool.header().snapshot);
        if wanted != found {
            let what = format!("made from snapshot {wanted}, the pool is {found}");
            return Err(Error::Replay {
                path: NAME.to_owned(),
                what,
            });
        }
        Ok(Self {
            release: release.to_owned(),
            folder,
            manifest,
            recipe,
            pool,
        })
    }

    /// Returns the paths of all shards, in their order.
    pub fn shards(&self) -> impl Iterator<Item = &str> {
        self.manifest.shards.iter().map(|shard| shard.path.as_str())
    }

    /// Returns the canonical line of a record, LF included; none if the release has no such
    /// record.
    ///
    /// # Errors
    ///
    /// Says what cannot be read or rebuilt.
    pub fn record(&self, id: &str) -> Result<Option<Vec<u8>>, Error> {
        if unhex::<16>(id).is_none() {
            return Ok(None);
        }
        for split in Split::ALL {
            if let Some(shard) = self.likely_shard(split, id)?
                && let Some(line) = self.find(shard, id)?
            {
                return Ok(Some(line));
            }
        }
        // A release whose records are not in order is still one to look into.
        for shard in &self.manifest.shards {
            if let Some(line) = self.find(shard, id)? {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    /// Returns the only shard of a split that can hold an id if records are in order.
    fn likely_shard(&self, split: Split, id: &str) -> Result<Option<&ShardRef>, Error> {
        let seed = seed32(&self.manifest.seed.seed);
        let wanted = rank(&seed, "order", id);
        let shards: Vec<&ShardRef> = self
            .manifest
            .shards
            .iter()
            .filter(|shard| shard.split == split)
            .collect();
        let (mut low, mut high) = (0, shards.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if rank(&seed, "order", &self.first_id(shards[middle])?) <= wanted {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low.checked_sub(1).map(|at| shards[at]))
    }

    fn first_id(&self, shard: &ShardRef) -> Result<String, Error> {
        let mut first = String::new();
        self.walk(shard, |_, stripped, _| {
            first = stripped.id().to_owned();
            Ok(false)
        })?;
        Ok(first)
    }

    /// Looks for a record in a shard by the first field of its line, without reading the others'.
    fn find(&self, shard: &ShardRef, id: &str) -> Result<Option<Vec<u8>>, Error> {
        let opening = format!("{{\"id\":\"{id}\"");
        let mut reader = self.reader(shard)?;
        let mut row = 0_u64;
        while let Some(batch) = next_batch(shard, &mut reader)? {
            let lines = batch.lines();
            let at = lines
                .iter()
                .position(|line| line.starts_with(opening.as_bytes()));
            let passed = at.unwrap_or(lines.len());
            row += u64::try_from(passed).expect("a count in memory fits 64 bits");
            let Some(at) = at else { continue };
            let stripped = Stripped::parse(lines[at]).map_err(|fault| fail(shard, row, fault))?;
            let entry = self.entry(shard, row)?;
            return proved(shard, row, self.rebuild(stripped), entry).map(Some);
        }
        Ok(None)
    }

    /// Reads the sidecar's entry of one row.
    fn entry(&self, shard: &ShardRef, row: u64) -> Result<Option<Entry>, Error> {
        let index = index_path(&shard.path, self.manifest.carrier);
        let mut file = self.file(&index)?;
        let seek = file.seek(SeekFrom::Start(row.saturating_mul(Entry::BYTES)));
        seek.map_err(|error| Error::io(&index, error))?;
        SidecarReader::new(file)
            .next_entry()
            .map_err(|error| Error::io(&index, error))
    }

    /// Gives the canonical lines of a shard to a sink, one by one, in their order.
    ///
    /// # Errors
    ///
    /// Says what cannot be read, rebuilt or taken; also, after the last line, that the lines are
    /// not those of the manifest.
    pub fn shard(
        &self,
        path: &Path,
        sink: &mut dyn FnMut(&[u8]) -> std::io::Result<()>,
    ) -> Result<(), Error> {
        let inside = path.strip_prefix(&self.release).unwrap_or(path);
        let shard = self
            .manifest
            .shards
            .iter()
            .find(|shard| Path::new(&shard.path) == inside);
        let unknown = || Error::UnknownShard {
            path: path.display().to_string(),
        };
        self.lines(shard.ok_or_else(unknown)?, sink)
    }

    fn lines(
        &self,
        shard: &ShardRef,
        sink: &mut dyn FnMut(&[u8]) -> std::io::Result<()>,
    ) -> Result<(), Error> {
        self.pool.index_lines();
        let mut content = Sha256::new();
        let mut pending: Vec<(u64, Stripped, Option<Entry>)> = Vec::new();
        let mut rows = 0;
        let mut flush = |pending: &mut Vec<(u64, Stripped, Option<Entry>)>| {
            let rebuilt: Vec<Rebuilt> = pending
                .par_iter()
                .map(|(_, stripped, _)| self.rebuild(stripped.clone()))
                .collect();
            for ((row, _, entry), rebuilt) in pending.drain(..).zip(rebuilt) {
                let line = proved(shard, row, rebuilt, entry)?;
                content.update(&line);
                sink(&line).map_err(|error| Error::io("output", error))?;
            }
            Ok(())
        };
        self.walk(shard, |row, stripped, entry| {
            rows = row + 1;
            pending.push((row, stripped.clone(), entry));
            if pending.len() == BATCH {
                flush(&mut pending)?;
            }
            Ok(true)
        })?;
        flush(&mut pending)?;
        let digest: [u8; 32] = content.finalize().into();
        let fail = |what: String| {
            Err(Error::Replay {
                path: shard.path.clone(),
                what,
            })
        };
        if rows != shard.records {
            return fail(format!("{rows} records, expected {}", shard.records));
        }
        if hex(&digest) != shard.content_sha256 {
            let expected = &shard.content_sha256;
            return fail(format!(
                "content sha256 {}, expected {expected}",
                hex(&digest)
            ));
        }
        Ok(())
    }

    /// Reads a shard's metadata, row by row, until the visitor has seen enough.
    fn walk(
        &self,
        shard: &ShardRef,
        mut visit: impl FnMut(u64, &Stripped, Option<Entry>) -> Result<bool, Error>,
    ) -> Result<(), Error> {
        let index = index_path(&shard.path, self.manifest.carrier);
        let mut entries = SidecarReader::new(BufReader::new(self.file(&index)?));
        let mut reader = self.reader(shard)?;
        let mut row = 0;
        while let Some(batch) = next_batch(shard, &mut reader)? {
            let lines = batch.lines();
            let parsed: Vec<_> = lines.par_iter().map(|line| Stripped::parse(line)).collect();
            for stripped in parsed {
                let stripped = stripped.map_err(|fault| fail(shard, row, fault))?;
                let entry = entries
                    .next_entry()
                    .map_err(|error| Error::io(&index, error))?;
                if !visit(row, &stripped, entry)? {
                    return Ok(());
                }
                row += 1;
            }
        }
        Ok(())
    }

    fn reader(&self, shard: &ShardRef) -> Result<LineReader<File>, Error> {
        let file = self.file(&shard.path)?;
        let zstd = self.manifest.carrier.is_zstd();
        Ok(if zstd {
            LineReader::frames(file)
        } else {
            LineReader::plain(file)
        })
    }

    fn file(&self, path: &str) -> Result<File, Error> {
        match self.folder.file(path) {
            Ok((file, _)) => Ok(file),
            Err(FolderFault::Io(error)) => Err(Error::io(path, error)),
            Err(FolderFault::Missing) => Err(Error::io(path, std::io::ErrorKind::NotFound.into())),
            Err(FolderFault::NotRegular(what)) => Err(Error::Replay {
                path: path.to_owned(),
                what: what.to_owned(),
            }),
        }
    }

    fn rebuild(&self, stripped: Stripped) -> Rebuilt {
        let mut record = stripped.with_text(None);
        let line = self.text(&record.kind, &record.meta).and_then(|text| {
            record.text = Some(text);
            record.line()
        });
        Rebuilt {
            id: record.id,
            line,
        }
    }

    fn text(&self, kind: &str, meta: &str) -> Result<String, String> {
        let kind = Kind::parse(kind).ok_or_else(|| format!("unknown kind `{kind}`"))?;
        let meta = Meta::parse(meta).map_err(|fault| format!("`meta` is none: {fault:?}"))?;
        let replayed = replay(&self.pool, &self.recipe, kind, &meta);
        let replayed = replayed.map_err(|fault| fault.to_string())?;
        Ok(replayed.text)
    }
}

fn next_batch(shard: &ShardRef, reader: &mut LineReader<File>) -> Result<Option<Batch>, Error> {
    reader.next_batch().map_err(|fault| match fault {
        ReadFault::Io(error) => Error::io(&shard.path, error),
        ReadFault::Framing(what) | ReadFault::Limit(what) => Error::Replay {
            path: shard.path.clone(),
            what,
        },
    })
}

fn fail(shard: &ShardRef, row: u64, what: impl ToString) -> Error {
    Error::Replay {
        path: format!("{}:{row}", shard.path),
        what: what.to_string(),
    }
}

/// Records that are rebuilt together.
const BATCH: usize = 1024;

/// Returns a rebuilt line if it is the one that the sidecar names.
fn proved(
    shard: &ShardRef,
    row: u64,
    rebuilt: Rebuilt,
    entry: Option<Entry>,
) -> Result<Vec<u8>, Error> {
    let path = format!("{}:{row} ({})", shard.path, rebuilt.id);
    let line = rebuilt.line.map_err(|what| Error::Replay {
        path: path.clone(),
        what,
    })?;
    if entry.is_none() || Entry::of(&line) != entry {
        let what = "the rebuilt line is not the one of the sidecar".to_owned();
        return Err(Error::Replay { path, what });
    }
    Ok(line)
}

/// Reads the recipe, which says how noise and schema are drawn.
fn read_recipe(folder: &Folder) -> Result<Recipe, Error> {
    const PATH: &str = "recipe.toml";
    let bytes = read_whole(folder, PATH)?;
    let text = String::from_utf8(bytes).map_err(|error| error.to_string());
    let recipe = text.and_then(|text| Recipe::parse(&text).map_err(|fault| fault.to_string()));
    recipe.map_err(|what| Error::Replay {
        path: PATH.to_owned(),
        what,
    })
}

fn read_whole(folder: &Folder, path: &str) -> Result<Vec<u8>, Error> {
    use std::io::Read as _;
    let (file, size) = match folder.file(path) {
        Ok(opened) => opened,
        Err(FolderFault::Io(error)) => return Err(Error::io(path, error)),
        Err(FolderFault::Missing) => {
            return Err(Error::io(path, std::io::ErrorKind::NotFound.into()));
        }
        Err(FolderFault::NotRegular(what)) => {
            return Err(Error::Replay {
                path: path.to_owned(),
                what: what.to_owned(),
            });
        }
    };
    let mut bytes = Vec::new();
    let read = file.take(size).read_to_end(&mut bytes);
    read.map_err(|error| Error::io(path, error))?;
    Ok(bytes)
}

fn read_manifest(folder: &Folder) -> Result<Manifest, Error> {
    let fail = |what: String| Error::Replay {
        path: NAME.to_owned(),
        what,
    };
    let bytes = read_whole(folder, NAME)?;
    if let Some(found) = other_format(&bytes) {
        return Err(Error::Format {
            path: NAME.to_owned(),
            found,
        });
    }
    json::read_file(&bytes).map_err(|fault| fail(fault.to_string()))
}
