//! What the integration tests share: the program, folders, the demo's inputs and a built golden release.

use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// The folder of the repository.
pub(crate) fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The program with its arguments to come.
pub(crate) fn diptych() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_diptych"));
    command.current_dir(repository());
    command
}

/// Runs the program and returns what it said.
pub(crate) fn run(command: &mut Command) -> Output {
    command.output().expect("the program starts")
}

/// Runs the program and demands that it succeeds.
pub(crate) fn succeed(command: &mut Command) -> String {
    let output = run(command);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{command:?}: {:?}\n{error}",
        output.status.code()
    );
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

/// Runs the program and demands that it could not do it; returns its message.
pub(crate) fn fail(command: &mut Command) -> String {
    let output = run(command);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{command:?}: {error}");
    error
}

/// A pool and a release of the demo corpus, built once for all tests.
pub(crate) struct Golden {
    root: tempfile::TempDir,
}

impl Golden {
    pub(crate) fn pool(&self) -> PathBuf {
        self.root.path().join("pool")
    }

    pub(crate) fn release(&self) -> PathBuf {
        self.root.path().join("release")
    }
}

/// Builds the golden release where it is not built yet.
pub(crate) fn golden() -> &'static Golden {
    static GOLDEN: OnceLock<Golden> = OnceLock::new();
    GOLDEN.get_or_init(|| {
        let root = tempfile::tempdir().expect("a folder for the golden release");
        let golden = Golden { root };
        build_pool(
            &repository().join("golden/corpus/sources.toml"),
            &golden.pool(),
        );
        succeed(
            diptych()
                .arg("build")
                .arg(recipe())
                .args(["--quiet", "--pool"])
                .arg(golden.pool())
                .arg("--out")
                .arg(golden.release()),
        );
        golden
    })
}

/// The recipe of the golden release, beside the tokenizer that it names.
pub(crate) fn recipe() -> PathBuf {
    repository().join("golden/recipes/golden.toml")
}

pub(crate) fn build_pool(sources: &Path, pool: &Path) {
    succeed(
        diptych()
            .args(["pool", "build", "--quiet"])
            .arg(sources)
            .arg("--out")
            .arg(pool),
    );
}

/// Returns the digest of every file below a folder, by its path inside.
pub(crate) fn digests(folder: &Path) -> BTreeMap<String, String> {
    let mut out = BTreeMap::new();
    collect(folder, "", &mut out);
    out
}

#[expect(clippy::disallowed_methods, reason = "gathered into an ordered map")]
fn collect(folder: &Path, prefix: &str, out: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).expect("a folder of a release") {
        let entry = entry.expect("an entry");
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{name}/"), out);
        } else {
            let bytes = fs::read(entry.path()).expect("a file of a release");
            out.insert(name, hex(&Sha256::digest(bytes)));
        }
    }
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns a string field of `release.json`.
pub(crate) fn content_id(release: &Path) -> String {
    #[derive(serde::Deserialize)]
    struct Manifest {
        content_id: String,
    }
    let bytes = fs::read(release.join("release.json")).expect("a manifest");
    serde_json::from_slice::<Manifest>(&bytes)
        .expect("a manifest")
        .content_id
}
