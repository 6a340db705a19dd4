//! Who may depend on whom: the verifier shares no code with the generator, by Cargo or by any other door.

use crate::support::repository;
use std::fs;
use std::path::Path;
use std::process::Command;

const OURS: [&str; 3] = ["pool", "variants", "diptych"];

#[test]
fn the_verifier_depends_on_no_crate_of_the_workspace() {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "-p",
            "verifier",
            "-e",
            "normal,build,dev",
            "--offline",
            "--prefix",
            "none",
        ])
        .current_dir(repository())
        .output()
        .expect("cargo runs");
    let tree = String::from_utf8(output.stdout).expect("cargo prints UTF-8");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(
        tree.starts_with("verifier "),
        "looked at something else: {tree}"
    );
    for line in tree.lines() {
        let name = line.split(' ').next().unwrap_or_default();
        assert!(!OURS.contains(&name), "verifier depends on {line}");
    }
}

#[test]
fn the_verifier_includes_no_file_from_outside_its_folder() {
    let verifier = repository().join("verifier");
    let (mut files, mut included) = (0, 0);
    walk(&verifier, &mut |path, text| {
        files += 1;
        for line in text.lines() {
            let compact: String = line.chars().filter(|c| !c.is_whitespace()).collect();
            let sneaks = compact.contains("#[path=") || compact.contains("include!(");
            assert!(!sneaks, "{}: {line}", path.display());
            for (at, _) in compact
                .match_indices("include_str!(\"")
                .chain(compact.match_indices("include_bytes!(\""))
            {
                included += 1;
                let name = compact[at..].split('"').nth(1).unwrap_or_default();
                let target = path.parent().expect("a file has a folder").join(name);
                let target = target
                    .canonicalize()
                    .unwrap_or_else(|e| panic!("{}: {e}", target.display()));
                assert!(target.starts_with(&verifier), "{}: {line}", path.display());
            }
        }
    });
    assert!(
        files > 10 && included > 0,
        "looked at {files} files and {included} included ones only"
    );
}

#[test]
fn both_trees_hold_the_tables_of_the_format() {
    for (ours, golden) in [
        ("pool/tables/blank.txt", "golden/tables/blank.txt"),
        ("verifier/tables/blank.txt", "golden/tables/blank.txt"),
        ("variants/tables/probes.txt", "golden/tables/probes.txt"),
        ("verifier/tables/probes.txt", "golden/tables/probes.txt"),
    ] {
        let read = |path: &str| {
            fs::read(repository().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
        };
        assert_eq!(read(ours), read(golden), "{ours}");
    }
}

#[test]
fn libraries_print_nothing_and_twins_say_so() {
    for folder in ["pool/src", "variants/src", "verifier/src"] {
        walk(&repository().join(folder), &mut |path, text| {
            let binary = path.ends_with("main.rs");
            for printing in ["println!", "eprintln!", "process::exit"] {
                assert!(
                    binary || !text.contains(printing),
                    "{}: {printing}",
                    path.display()
                );
            }
        });
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "order does not matter to a check of each file"
)]
fn walk(folder: &Path, visit: &mut impl FnMut(&Path, &str)) {
    for entry in fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            walk(&path, visit);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            visit(&path, &fs::read_to_string(&path).expect("source is UTF-8"));
        }
    }
}
