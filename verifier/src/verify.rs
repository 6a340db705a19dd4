//! Puts a release to all checks that there are inputs for.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::check::gathered::Gathered;
use crate::check::sample::{Replays, Sample};
use crate::check::shards::{Shards, lengths};
use crate::check::{
    PoolSide, Rules, facts, files, isolation, ledger, manifest, numbers, pool, quotas, ratio,
    recipe, repeats, selection, shared, sisters, sums, taken, tokenizer, totals,
};
use crate::error::Error;
use crate::finding::Check;
use crate::report::{Report, Totals};
use crate::tally::Tally;
use crate::wire::{Folder, Manifest, Recipe, Split};

/// What to verify.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder of the release.
    pub release: PathBuf,
    /// The folder of its pool; without one only level 1 runs.
    pub pool: Option<PathBuf>,
    /// The shards to read; all of them, and what only all of them tell, if there are none here.
    pub shards: Vec<PathBuf>,
    /// The records that are replayed; all of them without one. Without a pool none is.
    pub sample: Option<Sample>,
    /// The most findings that are kept.
    pub findings_max: usize,
}

impl Options {
    /// Verifies the release in a folder, with up to 100 findings.
    #[must_use]
    pub fn new(release: impl Into<PathBuf>) -> Self {
        Self {
            release: release.into(),
            pool: None,
            shards: Vec::new(),
            sample: None,
            findings_max: 100,
        }
    }

    /// Holds the release against a pool as well.
    #[must_use]
    pub fn with_pool(self, pool: impl Into<PathBuf>) -> Self {
        Self {
            pool: Some(pool.into()),
            ..self
        }
    }
}

/// How far a verification is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress<'a> {
    /// What is read now, relative to the release.
    pub now: &'a str,
    /// Records that were read.
    pub done: u64,
    /// Records that will be read.
    pub total: u64,
}

/// Verifies a release.
///
/// The report does not depend on the number of threads. Memory is bounded by what
/// [`Options::findings_max`] findings take, a few batches of 1 MiB a thread, about 90 bytes a
/// record and, with a pool, about 45 bytes an article, 2 a line, 17 a line of validation and
/// test, 48 a base material and 72 a record or row of noise, shape and schema; texts stay in the mapped pool. A sample takes 40 bytes a record of it.
///
/// # Errors
///
/// Says why nothing can be said: the system could not read, the pool that was asked for is not
/// there, or the format is another version's.
pub fn verify(options: &Options, progress: &mut dyn FnMut(Progress<'_>)) -> Result<Report, Error> {
    let mut tally = Tally::new(options.findings_max);
    let shown = options.release.display().to_string();
    let folder = Folder::open(&options.release).map_err(|error| Error::io(&shown, error))?;
    progress(Progress {
        now: manifest::NAME,
        done: 0,
        total: 0,
    });
    let Some((manifest, bytes)) = manifest::read(&folder, &mut tally)? else {
        return Ok(report(tally, "none (L1 L2 L3 not run)", Totals::default()));
    };
    let chosen = chosen_shards(options, &manifest)?;
    manifest::check(&manifest, &mut tally);
    let all = options.shards.is_empty();
    let wanted = |path: &str| all || is_wanted(&manifest, &chosen, path);
    let found = files::check(&folder, &manifest, &mut tally, wanted)?;
    let recipe = recipe::read(&folder, &manifest, &mut tally)?;
    let Some((recipe, recipe_digest)) = recipe else {
        return Ok(report(tally, "none (L1 L2 L3 not run)", Totals::default()));
    };
    let (counter, tokenizer_digest) = tokenizer::read(&folder, &manifest, &mut tally)?;
    let mut digests = BTreeMap::from([
        (manifest::NAME.to_owned(), recipe::sha256(&bytes)),
        (manifest.recipe.path.clone(), recipe_digest),
    ]);
    digests.extend(tokenizer_digest.map(|digest| (manifest.tokenizer.path.clone(), digest)));
    let side = match &options.pool {
        Some(path) => open_pool(path, &manifest, &recipe, &mut tally)?,
        None => None,
    };
    let rules = Rules {
        manifest: &manifest,
        recipe: &recipe,
        counter: counter.as_ref(),
        side: side.as_ref(),
        sampled: side.is_some() && options.sample.is_some(),
    };
    let mut run = Run {
        folder: &folder,
        found: &found,
        rules: &rules,
        tally,
        digests,
    };
    run.list_checks(&chosen);
    let sample = options.sample.as_ref().filter(|_| rules.sampled);
    let mut gathered = run.read_shards(&chosen, sample, progress)?;
    let sampled = run.replay_sample(&mut gathered, progress)?;
    if all {
        run.whole(&mut gathered)?;
    }
    let totals = run_totals(&rules, &gathered, &chosen);
    let levels = match (side.is_some(), sampled) {
        (true, Some(records)) => format!("L1, L2 on a sample of {records} (L3 not run)"),
        (true, None) => "L1 L2 (L3 not run)".to_owned(),
        (false, _) => "L1 (L2 L3 not run)".to_owned(),
    };
    Ok(report(run.tally, &levels, totals))
}

struct Run<'a> {
    folder: &'a Folder,
    found: &'a files::Found,
    rules: &'a Rules<'a>,
    tally: Tally,
    digests: BTreeMap<String, String>,
}

impl Run<'_> {
    /// Lists the checks that the release calls for, so that one that sees nothing fails; but for
    /// quotas, of which each that the recipe has is looked at.
    fn list_checks(&mut self, chosen: &[usize]) {
        let manifest = self.rules.manifest;
        let texts = self.rules.has_texts();
        let pool = self.rules.side.is_some();
        let carried = manifest.carrier.has_text();
        let all = chosen.len() == manifest.shards.len();
        let counts = || manifest.splits.iter().flat_map(|split| &split.counts);
        let mosaics = all && counts().any(|count| count.category == "mosaic");
        let has = |name: &str| all && counts().any(|count| count.category == name);
        let selects = ["noise", "shape", "schema"].into_iter().any(has);
        let ledger = all && manifest.ledger.rows > 0;
        let listed = [
            (true, Check::Digests),
            (manifest.carrier.is_zstd(), Check::Frames),
            (true, Check::Records),
            (texts || self.rules.sampled, Check::Sidecars),
            (texts, Check::Contents),
            (true, Check::Identity),
            (true, Check::Order),
            (all, Check::Unique),
            (true, Check::Budget),
            (carried, Check::Bridge),
            (mosaics, Check::Separators),
            (pool, Check::Replay),
            (pool, Check::Tokens),
            (true, Check::Materials),
            (pool, Check::Origins),
            (texts && mosaics, Check::Panels),
            (pool, Check::Isolation),
            (mosaics, Check::Sisters),
            (pool && all, Check::Conservation),
            (ledger, Check::Ledger),
            (ledger && pool, Check::Reasons),
            (texts && has("schema"), Check::Structure),
            // A sample may have chosen none of them.
            (pool && has("shape") && !self.rules.sampled, Check::Shapes),
            (pool && all && selects, Check::Selection),
            (all && self.rules.recipe.noise.is_some(), Check::Ratio),
            (true, Check::Totals),
        ];
        for (_, check) in listed.into_iter().filter(|(called_for, _)| *called_for) {
            self.tally.list(check);
        }
    }

    fn read_shards(
        &mut self,
        chosen: &[usize],
        sample: Option<&Sample>,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Gathered, Error> {
        let manifest = self.rules.manifest;
        let total = chosen
            .iter()
            .map(|index| manifest.shards[*index].records)
            .fold(0, u64::saturating_add);
        let mut done = 0_u64;
        let mut gathered = Gathered::new(self.rules.side, sample);
        let mut shards = Shards {
            folder: self.folder,
            rules: self.rules,
            tally: &mut self.tally,
            gathered: &mut gathered,
            last: None,
        };
        for index in chosen {
            let shard = &manifest.shards[*index];
            progress(Progress {
                now: &shard.path,
                done,
                total,
            });
            done = done.saturating_add(shard.records);
            if !self.found.is_sound(&shard.path) {
                continue;
            }
            let sidecar = manifest::index_path(&shard.path, manifest.carrier);
            let sidecar = manifest.indexes.iter().find(|index| index.path == sidecar);
            let sidecar = sidecar.filter(|index| self.found.is_sound(&index.path));
            self.digests.extend(shards.read(*index, sidecar)?);
        }
        progress(Progress {
            now: "totals",
            done,
            total,
        });
        Ok(gathered)
    }

    /// Replays the records that a sample chose; returns how many, if there is a sample.
    fn replay_sample(
        &mut self,
        gathered: &mut Gathered,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Option<usize>, Error> {
        let Some(choice) = gathered.choice.take() else {
            return Ok(None);
        };
        let chosen = choice.finish();
        let total = gathered.counts.values().map(|(records, _)| *records).sum();
        let mut replays = Replays {
            folder: self.folder,
            found: self.found,
            rules: self.rules,
            tally: &mut self.tally,
            replayed: 0,
        };
        let of_shard = chosen.chunk_by(|one, next| one.at.shard_index() == next.at.shard_index());
        for chosen in of_shard {
            let index = chosen.first().and_then(|first| first.at.shard_index());
            let shard = &self.rules.manifest.shards[index.expect("only shards have records")];
            progress(Progress {
                now: &shard.path,
                done: total,
                total,
            });
            replays.shard(shard, chosen)?;
        }
        gathered.replayed += replays.replayed;
        Ok(Some(chosen.len()))
    }

    /// Judges the release as a whole.
    fn whole(&mut self, gathered: &mut Gathered) -> Result<(), Error> {
        let (rules, tally) = (self.rules, &mut self.tally);
        lengths(rules, tally);
        sisters::unique(rules, gathered, tally);
        let ledger_path = &rules.manifest.ledger.path;
        if self.found.is_sound(ledger_path) {
            let (digest, drops) = ledger::read(self.folder, rules, gathered, tally)?;
            ledger::totals(rules, &drops, tally);
            self.digests
                .extend(digest.map(|digest| (ledger_path.clone(), digest)));
        }
        sisters::check(rules, gathered, tally);
        if rules.has_texts() {
            repeats::check(rules, gathered, tally);
        }
        ratio::check(rules, gathered, tally);
        numbers::check(rules, gathered, tally);
        if let Some(side) = rules.side {
            isolation::check(side, gathered, tally);
            isolation::conservation(rules, side, gathered, tally);
            isolation::totals(rules, side, tally);
            // Without the ledger every material that was passed over would be tried.
            if self.found.is_sound(ledger_path) {
                selection::check(rules, side, gathered, tally);
            }
        }
        totals::check(rules, gathered, tally);
        quotas::check(rules, gathered, tally);
        taken::check(rules, gathered, tally);
        sums::check(
            self.folder,
            self.found,
            std::mem::take(&mut self.digests),
            tally,
        )
    }
}

fn open_pool(
    path: &Path,
    manifest: &Manifest,
    recipe: &Recipe,
    tally: &mut Tally,
) -> Result<Option<PoolSide>, Error> {
    let Some(pool) = pool::open(path, manifest, tally)? else {
        return Ok(None);
    };
    let facts = facts::Facts::new(&pool, &recipe.splitter);
    let shared = shared::SharedLines::new(&pool, &facts);
    Ok(Some(PoolSide {
        pool,
        facts,
        shared,
    }))
}

/// Returns the places in the manifest of the shards to read.
fn chosen_shards(options: &Options, manifest: &Manifest) -> Result<Vec<usize>, Error> {
    if options.shards.is_empty() {
        return Ok((0..manifest.shards.len()).collect());
    }
    let mut chosen = Vec::new();
    for path in &options.shards {
        let inside = path.strip_prefix(&options.release).unwrap_or(path);
        let index = manifest
            .shards
            .iter()
            .position(|shard| Path::new(&shard.path) == inside);
        let unknown = || Error::UnknownShard {
            path: path.display().to_string(),
        };
        chosen.push(index.ok_or_else(unknown)?);
    }
    chosen.sort_unstable();
    chosen.dedup();
    Ok(chosen)
}

/// Returns whether a file is needed for the chosen shards.
fn is_wanted(manifest: &Manifest, chosen: &[usize], path: &str) -> bool {
    let inside = path.contains('/');
    let mut shards = chosen.iter().map(|index| &manifest.shards[*index].path);
    let of_shard =
        |shard: &String| shard == path || manifest::index_path(shard, manifest.carrier) == path;
    !inside || shards.any(of_shard)
}

fn run_totals(rules: &Rules<'_>, gathered: &Gathered, chosen: &[usize]) -> Totals {
    let mut records: BTreeMap<Split, u64> = Split::ALL.map(|split| (split, 0)).into();
    let mut tokens = 0_u64;
    for index in chosen {
        let shard = &rules.manifest.shards[*index];
        *records.entry(shard.split).or_default() += shard.records;
        tokens = tokens.saturating_add(shard.tokens);
    }
    let articles = rules.manifest.pool.articles;
    Totals {
        records,
        tokens,
        articles,
        replayed: gathered.replayed,
        noise: if chosen.len() == rules.manifest.shards.len() {
            ratio::totals(rules, gathered)
        } else {
            None
        },
    }
}

fn report(tally: Tally, levels: &str, totals: Totals) -> Report {
    let (checks, findings, omitted) = tally.finish();
    let ok = checks.iter().all(|outcome| outcome.failed == 0);
    Report {
        ok,
        levels: levels.to_owned(),
        checks,
        findings,
        omitted,
        totals,
    }
}
