//! Faults, one at a time, and where and by which code each must be found.
//!
//! What is done to a release stands in the modules, by name; what must be found stands in
//! `faults.tsv`, a row for each finding that is asked for. `table` holds the two together.

mod case;
mod disk;
mod group;
mod inner;
mod ledger;
mod manifest;
mod noise;
mod numbers;
mod picks;
mod plan;
mod pool;
mod record;
mod rows;
mod schema;
mod shape;
mod table;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use verifier::wire::{Carrier, Manifest, Record};
use verifier::{Options, Report, verify};

use crate::fixture::pool::{sha256, snapshot, table_refs};
use crate::fixture::{Fixture, More, Settings};
use case::Case;

/// Returns a release that is right.
fn sound() -> Fixture {
    sound_with(More::None)
}

/// Returns a release that is right, and of noise, shape and schema has what is said.
fn sound_with(more: More) -> Fixture {
    static SOUND: [OnceLock<Fixture>; 3] = [const { OnceLock::new() }; 3];
    let settings = match more {
        More::None => Settings::new(Carrier::Jsonl, "left-first"),
        _ => Settings::with(more, Carrier::Jsonl, "left-first"),
    };
    SOUND[place(more)]
        .get_or_init(|| Fixture::new(settings))
        .clone()
}

fn place(more: More) -> usize {
    let all = [More::None, More::Full, More::Short];
    all.iter().position(|one| *one == more).unwrap()
}

/// Returns a folder with the pool of a release that is right: written once, under a name that its
/// rows and tables decide, for a folder that is shared cannot be removed by the last who uses it.
fn pool(more: More) -> PathBuf {
    static POOL: [OnceLock<PathBuf>; 3] = [const { OnceLock::new() }; 3];
    let path = POOL[place(more)].get_or_init(|| {
        let tmp = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let sound = sound_with(more);
        let tables = table_refs().into_iter().map(|table| table.sha256);
        let name: String = tables.chain([snapshot(&sound.rows)]).collect();
        let path = tmp.join(format!("verifier-pool-{}", &sha256(name.as_bytes())[..16]));
        if !path.exists() {
            let place = tempfile::tempdir_in(tmp).unwrap();
            sound.write_pool(&place.path().join("pool"));
            // Another process may have been quicker with the same.
            let renamed = std::fs::rename(place.path().join("pool"), &path);
            assert!(renamed.is_ok() || path.exists());
        }
        path
    });
    path.clone()
}

/// Verifies a release, and keeps every finding.
fn looked(release: &Path, pool: Option<&Path>) -> Report {
    let mut options = Options::new(release);
    options.pool = pool.map(Path::to_owned);
    options.findings_max = usize::MAX;
    verify(&options, &mut |_| {}).unwrap()
}

/// Verifies a release on disk against the pool of a right one.
fn report(release: &Path) -> Report {
    looked(release, Some(&pool(More::None)))
}

/// Writes a release with all digests made right, and verifies it.
fn resealed(fixture: &Fixture) -> Report {
    let place = tempfile::tempdir().unwrap();
    fixture.write(place.path());
    looked(place.path(), Some(&pool(fixture.settings.more)))
}

/// Writes a release with all digests made right, and verifies it without its pool.
fn without_pool(fixture: &Fixture) -> Report {
    let place = tempfile::tempdir().unwrap();
    fixture.write(place.path());
    looked(place.path(), None)
}

/// Something that is done to a release, and what the verifier says of it.
struct Fault {
    name: String,
    /// Whether every digest was made right after the fault.
    resealed: bool,
    run: Box<dyn FnOnce() -> Case + Send>,
}

/// All faults, in the order in which they were told.
#[derive(Default)]
struct Faults(Vec<Fault>);

impl Faults {
    fn all() -> Self {
        let mut faults = Self::default();
        record::faults(&mut faults);
        group::faults(&mut faults);
        plan::faults(&mut faults);
        manifest::faults(&mut faults);
        disk::faults(&mut faults);
        pool::faults(&mut faults);
        noise::faults(&mut faults);
        shape::faults(&mut faults);
        schema::faults(&mut faults);
        picks::faults(&mut faults);
        rows::faults(&mut faults);
        numbers::faults(&mut faults);
        inner::faults(&mut faults);
        ledger::faults(&mut faults);
        faults
    }

    fn push(
        &mut self,
        name: impl Into<String>,
        resealed: bool,
        run: impl FnOnce() -> Case + Send + 'static,
    ) {
        self.0.push(Fault {
            name: name.into(),
            resealed,
            run: Box::new(run),
        });
    }

    /// A release that is changed, with all digests made right again.
    fn sealed(
        &mut self,
        name: impl Into<String>,
        change: impl FnOnce(&mut Fixture) + Send + 'static,
    ) {
        self.push(name, true, move || {
            let mut fixture = sound();
            change(&mut fixture);
            Case::of(&fixture)
        });
    }

    /// A release with noise, shape and schema that is changed, with all digests made right again.
    fn more(
        &mut self,
        name: impl Into<String>,
        more: More,
        change: impl FnOnce(&mut Fixture) + Send + 'static,
    ) {
        self.push(name, true, move || {
            let mut fixture = sound_with(more);
            change(&mut fixture);
            Case::of(&fixture)
        });
    }

    /// The same without a look at the pool.
    fn level_1(
        &mut self,
        name: &str,
        more: More,
        change: impl FnOnce(&mut Fixture) + Send + 'static,
    ) {
        self.push(format!("{name}, without the pool"), true, move || {
            let mut fixture = sound_with(more);
            change(&mut fixture);
            Case::with(&fixture, without_pool(&fixture))
        });
    }

    /// A text that is changed and counted again, as a generator that is wrong would.
    fn text(
        &mut self,
        name: &str,
        kind: &'static str,
        change: impl Fn(&str) -> String + Send + 'static,
    ) {
        self.sealed(name, move |fixture| {
            let changes = |record: &Record| {
                let text = record.text.as_ref().unwrap();
                change(text) != *text
            };
            let record = fixture.record(kind, changes);
            let changed = change(record.text.as_ref().unwrap());
            record.tokens = u64::try_from(changed.chars().count()).unwrap();
            record.text = Some(changed);
        });
    }

    /// A manifest that is changed after all else was made right.
    fn manifest(&mut self, name: &str, change: fn(&mut Manifest)) {
        self.sealed(name, move |fixture| fixture.reseal = change);
    }

    /// A folder that is changed, with no digest made right.
    fn folder(&mut self, name: impl Into<String>, change: impl FnOnce(&Path) + Send + 'static) {
        self.push(name, false, move || {
            let place = tempfile::tempdir().unwrap();
            // What stands beside a release is not its own.
            let release = place.path().join("release");
            sound().write(&release);
            change(&release);
            Case::bare(report(&release))
        });
    }

    /// Bytes that are changed, with no digest made right.
    fn bytes(
        &mut self,
        name: &str,
        path: &'static str,
        change: impl FnOnce(&mut Vec<u8>) + Send + 'static,
    ) {
        self.folder(name, move |release| {
            let path = release.join(path);
            let mut bytes = fs::read(&path).unwrap();
            change(&mut bytes);
            fs::write(&path, bytes).unwrap();
        });
    }
}
