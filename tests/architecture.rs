//! Who may depend on whom: the verifier shares no code with the generator, by Cargo or by any other door.

use crate::support::repository;
use std::collections::BTreeMap;
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
    let golden = tables("golden");
    assert!(golden.len() > 3, "only {:?}", golden.keys());
    let verifier = tables("verifier");
    let (pool, variants) = (tables("pool"), tables("variants"));
    for (name, table) in &golden {
        let theirs = verifier.get(name);
        let theirs = theirs.unwrap_or_else(|| panic!("verifier/tables/{name} is missing"));
        assert!(theirs == table, "verifier/tables/{name} differs");
        let ours: Vec<_> = [("pool", &pool), ("variants", &variants)]
            .into_iter()
            .filter_map(|(tree, tables)| Some((tree, tables.get(name)?)))
            .collect();
        assert!(
            !ours.is_empty(),
            "{name} is neither in pool/tables nor in variants/tables"
        );
        for (tree, ours) in ours {
            assert!(ours == table, "{tree}/tables/{name} differs");
        }
    }
    for name in verifier.keys().chain(variants.keys()) {
        assert!(
            golden.contains_key(name),
            "{name} is no table of the format"
        );
    }
}

/// Returns the files of a tree's folder of tables, by name.
#[expect(clippy::disallowed_methods, reason = "a map has its own order")]
fn tables(tree: &str) -> BTreeMap<String, Vec<u8>> {
    let folder = repository().join(tree).join("tables");
    let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .map(|path| {
            let name = path.file_name().expect("a file has a name");
            let table = fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            (name.to_string_lossy().into_owned(), table)
        })
        .collect()
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
