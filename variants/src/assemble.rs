//! The one function that runs the pipeline: start reading here.

use crate::bench::{Bench, Progress};
use crate::count::Counter;
use crate::error::BuildError;
use crate::existing;
use crate::ledger;
use crate::manifest::{Files, Manifest, NamedFile, ShardRow};
use crate::plan::{Plan, count};
use crate::recipe::{Carrier, Recipe};
use crate::record::to_line;
use crate::release::{JournalRow, Opened, Site, WriteError, beside, remove_work};
use crate::shard::{self, Cut, Frames, ShardError};
use pool::Pool;
use pool::derive::{h, sha256};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

pub use crate::existing::Built;
pub use crate::manifest::{KindCounts, QuotaRow, SplitCounts};

/// Builds a release, or finishes one that was interrupted, or finds that it is there.
///
/// # Errors
/// If an input is not what it should be, a quota cannot be met, the folder holds something else, another process builds
/// there, or writing fails. What was finished stays for the next run.
pub fn build(
    pool: &Pool,
    recipe: &Recipe,
    counter: &Counter,
    carrier: Carrier,
    out: &Path,
    progress: Progress<'_>,
) -> Result<Built, BuildError> {
    let bench = Bench::new(pool, recipe, counter);
    let mut site = match Site::open(out, &build_id(&bench, carrier))? {
        Opened::Site(site) => site,
        Opened::Complete => {
            let found = existing::check(&bench, carrier, out);
            remove_work(&beside(out, "work")?)?;
            return found;
        }
    };
    let (plan, cuts) = match prepare(&bench, carrier, &site, progress) {
        Ok(prepared) => prepared,
        Err(error) => {
            site.leave_if_empty()?;
            return Err(error);
        }
    };
    let files = write_files(&bench, &plan, &cuts, carrier, &mut site, progress)?;
    finish(&bench, &plan, carrier, files, site)
}

/// Plans, and refuses what could not be written to its end.
fn prepare(
    bench: &Bench<'_>,
    carrier: Carrier,
    site: &Site,
    progress: Progress<'_>,
) -> Result<(Plan, Vec<Cut>), BuildError> {
    let plan = Plan::make(bench, progress)?;
    if plan.records() == 0 {
        let what =
            "the pool gives nothing for this recipe; see `diptych plan` for the reasons".to_owned();
        return Err(BuildError::Empty { what });
    }
    let cuts = shard::cuts(&plan, bench.recipe.shard_records)?;
    check_space(site, &plan, carrier)?;
    Ok((plan, cuts))
}

/// Names a build by all that decides its bytes.
fn build_id(bench: &Bench<'_>, carrier: Carrier) -> String {
    let parts: [&[u8]; 6] = [
        bench.pool.header.snapshot.as_bytes(),
        &sha256(&bench.recipe.bytes).0,
        &bench.counter.sha256().0,
        bench.recipe.seed.as_bytes(),
        carrier.name().as_bytes(),
        env!("CARGO_PKG_VERSION").as_bytes(),
    ];
    h("build", &parts).hex()
}

/// Refuses a disk that would fill up before the end.
fn check_space(site: &Site, plan: &Plan, carrier: Carrier) -> Result<(), BuildError> {
    let path = site.building();
    let space = rustix::fs::statvfs(path).map_err(|error| BuildError::Io {
        path: path.to_owned(),
        cause: error.into(),
    })?;
    let free = space.f_bavail.saturating_mul(space.f_frsize);
    let (records, text) = (plan.records(), plan.text_bytes());
    // Metadata of a record is about 400 bytes in a line, and compresses about three to one with its text.
    let estimate = match carrier {
        Carrier::Jsonl => text + records * 400,
        Carrier::JsonlZst => text / 2 + records * 200,
        Carrier::Meta => records * 160,
    } + records * 12;
    let needed = estimate + estimate / 20;
    if free < needed {
        let what = format!(
            "the release needs about {needed} bytes here and {free} are free; free some, or build elsewhere"
        );
        return Err(BuildError::Output {
            path: path.to_owned(),
            what,
        });
    }
    Ok(())
}

fn write_files(
    bench: &Bench<'_>,
    plan: &Plan,
    cuts: &[Cut],
    carrier: Carrier,
    site: &mut Site,
    progress: Progress<'_>,
) -> Result<Files, BuildError> {
    let recipe = named(site.write_bytes("recipe.toml", &bench.recipe.bytes)?);
    let tokenizer = named(site.write_bytes("tokenizer.json", bench.counter.bytes())?);
    let ledger = named(write_ledger(bench, plan, site)?);
    let (mut indexes, mut shards) = (Vec::new(), Vec::new());
    let done = Cell::new(0);
    for cut in cuts {
        let advance = |records: u64| {
            done.set(done.get() + records);
            progress("write", done.get(), plan.records());
        };
        let (shard, index) = write_shard(bench, plan, cut, carrier, site, &advance)?;
        shards.push(shard);
        indexes.push(index);
    }
    indexes.sort_by(|a, b| a.path.cmp(&b.path));
    shards.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(Files {
        recipe,
        tokenizer,
        ledger,
        indexes,
        shards,
    })
}

fn write_ledger(bench: &Bench<'_>, plan: &Plan, site: &mut Site) -> Result<JournalRow, BuildError> {
    let path = "ledger.jsonl.zst";
    if let Some(row) = site.finished(path) {
        return Ok(row.clone());
    }
    let content = |out: &mut dyn Write| -> Result<String, ShardError> {
        let mut frames = Frames::default();
        for row in &plan.dropped {
            frames.push(&ledger::line(bench, row, &plan.lines)?);
            frames.write_full(out)?;
        }
        frames.finish(out)?;
        Ok(String::new())
    };
    site.write(path, content)
        .map_err(|error| stopped(error, site, path))
}

fn write_shard(
    bench: &Bench<'_>,
    plan: &Plan,
    cut: &Cut,
    carrier: Carrier,
    site: &mut Site,
    advance: &dyn Fn(u64),
) -> Result<(ShardRow, NamedFile), BuildError> {
    let path = format!("{}.{}", cut.stem(), carrier.extension());
    let index_path = format!("index/{}.idx", cut.name);
    let finished = site
        .finished(&path)
        .cloned()
        .zip(site.finished(&index_path).cloned());
    let (file, index) = match finished {
        Some(both) => {
            advance(count(cut.range.len()));
            both
        }
        None => {
            let mut index = Vec::new();
            let content = |out: &mut dyn Write| -> Result<String, ShardError> {
                let content = shard::write(bench, plan, cut, carrier, out, advance)?;
                index = content.index;
                Ok(content.sha256.hex())
            };
            site.forget(&path)?;
            let file = site
                .write(&path, content)
                .map_err(|error| stopped(error, site, &path))?;
            site.forget(&index_path)?;
            let index = site.write_bytes(&index_path, &index)?;
            (file, index)
        }
    };
    let shard = ShardRow {
        path,
        split: cut.split.name(),
        records: count(cut.range.len()),
        tokens: cut.tokens,
        content_sha256: file.content_sha256,
        bytes: file.bytes,
        file_sha256: file.sha256,
    };
    Ok((shard, named(index)))
}

/// Writes what names all others, the manifest last, and publishes the folder.
fn finish(
    bench: &Bench<'_>,
    plan: &Plan,
    carrier: Carrier,
    files: Files,
    mut site: Site,
) -> Result<Built, BuildError> {
    let mut sums = BTreeMap::new();
    for file in [&files.recipe, &files.tokenizer, &files.ledger]
        .into_iter()
        .chain(&files.indexes)
    {
        sums.insert(file.path.clone(), file.sha256.clone());
    }
    for shard in &files.shards {
        sums.insert(shard.path.clone(), shard.file_sha256.clone());
    }
    let manifest = Manifest::new(bench, plan, carrier, files);
    let manifest_line = to_line(&manifest);
    let release_id = sha256(&manifest_line).hex();
    let card = crate::card::render(bench, plan, carrier, &manifest.content_id);
    sums.insert(
        "README.md".to_owned(),
        site.write_bytes("README.md", card.as_bytes())?.sha256,
    );
    sums.insert("release.json".to_owned(), release_id.clone());
    let sums: String = sums
        .iter()
        .map(|(path, digest)| format!("{digest}  {path}\n"))
        .collect();
    site.write_bytes("SHA256SUMS", sums.as_bytes())?;
    site.write_bytes("release.json", &manifest_line)?;
    let content_id = manifest.content_id;
    site.publish()?;
    Ok(Built {
        already_there: false,
        content_id,
        release_id,
    })
}

fn named(row: JournalRow) -> NamedFile {
    NamedFile {
        path: row.path,
        bytes: row.bytes,
        sha256: row.sha256,
    }
}

fn stopped(error: WriteError<ShardError>, site: &Site, path: &str) -> BuildError {
    match error {
        WriteError::Build(error) | WriteError::Content(ShardError::Build(error)) => error,
        WriteError::Content(ShardError::Io(cause)) => BuildError::Io {
            path: site.building().join(path),
            cause,
        },
    }
}
