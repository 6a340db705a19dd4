//! The golden release: its digests stand in the repository, and the verifier finds nothing.

use crate::support::{digests, diptych, golden, repository, succeed};
use std::fs;

#[test]
fn the_golden_release_is_what_it_was() {
    let path = repository().join("golden/release/SHA256SUMS");
    let found: String = digests(&golden().release())
        .iter()
        .map(|(path, digest)| format!("{digest}  {path}\n"))
        .collect();
    #[expect(
        clippy::disallowed_methods,
        reason = "how a person asks for new digests"
    )]
    let asked = std::env::var_os("DIPTYCH_WRITE_GOLDEN").is_some();
    if asked {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &found).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        found, kept,
        "say why in the commit, and write it with DIPTYCH_WRITE_GOLDEN=1"
    );
}

#[test]
fn the_golden_release_exercises_every_check() {
    let report = succeed(
        diptych()
            .arg("verify")
            .arg(golden().release())
            .args(["--quiet", "--pool"])
            .arg(golden().pool()),
    );
    assert!(
        report.contains("FINAL RESULT: ok: true, errors: []"),
        "{report}"
    );
    assert!(report.contains("levels: L1 L2 (L3 not run)"), "{report}");
    let files = digests(&golden().release());
    let shards = |split: &str| files.keys().filter(|path| path.starts_with(split)).count();
    assert!(
        shards("train/") >= 3 && shards("validation/") >= 2 && shards("test/") >= 2,
        "{files:?}"
    );
}

#[test]
fn sha256sum_passes() {
    let output = std::process::Command::new("sha256sum")
        .args(["-c", "--quiet", "SHA256SUMS"])
        .current_dir(golden().release())
        .output()
        .expect("sha256sum is on every Debian");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
