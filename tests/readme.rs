//! README.md is held to its word: its commands run, its samples are what the program prints, its recipe is the demo's.

use crate::support::{digests, diptych, repository, succeed};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// One fenced block: the word after the fence, the heading that it stands under, its lines.
struct Block {
    language: String,
    heading: String,
    lines: Vec<String>,
}

/// A folder in which every console line of README.md was run, in order.
struct Session {
    root: tempfile::TempDir,
    demo: String,
}

impl Session {
    fn at(&self, path: &str) -> PathBuf {
        self.root.path().join(path)
    }

    fn diptych(&self) -> Command {
        let mut command = diptych();
        command.current_dir(self.root.path());
        command
    }
}

fn blocks(language: &str) -> Vec<Block> {
    let text = fs::read_to_string(repository().join("README.md")).expect("README.md");
    let mut heading = String::new();
    let mut open: Option<Block> = None;
    let mut found = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(_), Some(block)) => found.push(block),
            (Some(language), None) => {
                open = Some(Block {
                    language: language.to_owned(),
                    heading: heading.clone(),
                    lines: Vec::new(),
                });
            }
            (None, Some(mut block)) => {
                block.lines.push(line.to_owned());
                open = Some(block);
            }
            (None, None) => {
                if let Some(title) = line.strip_prefix("## ") {
                    title.clone_into(&mut heading);
                }
            }
        }
    }
    assert!(open.is_none(), "README.md: a block that does not end");
    found.retain(|block| block.language == language);
    assert!(!found.is_empty(), "README.md: no {language} block");
    found
}

/// Runs the console lines where nobody did yet.
fn session() -> &'static Session {
    static SESSION: OnceLock<Session> = OnceLock::new();
    SESSION.get_or_init(|| {
        let mut session = Session {
            root: tempfile::tempdir().expect("a folder for the commands"),
            demo: String::new(),
        };
        write_inputs(session.root.path());
        for block in blocks("console") {
            for line in &block.lines {
                run_line(line, &mut session);
            }
        }
        assert!(!session.demo.is_empty(), "README.md runs no demo");
        session
    })
}

/// Writes `en.txt` and `zh.txt`, 60 line pairs, three to an article; and what the gates are tried on.
fn write_inputs(folder: &Path) {
    let scraped = repository().join("golden/corpus/scraped.tsv");
    fs::copy(scraped, folder.join("new.tsv")).expect("pairs to try");
    for language in ["en", "zh"] {
        let corpus = repository().join(format!("golden/corpus/sentences.{language}.txt"));
        let text = fs::read_to_string(corpus).expect("the demo's sentences");
        let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
        let articles: Vec<String> = lines[..60]
            .chunks(3)
            .map(|article| article.join("\n") + "\n")
            .collect();
        fs::write(folder.join(format!("{language}.txt")), articles.join("\n"))
            .expect("a file of inputs");
    }
}

/// Runs one line, and refuses a line that it does not know: README.md cannot gain an untested command.
fn run_line(line: &str, session: &mut Session) {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        [
            "cargo",
            "run",
            "--release",
            "-p",
            "diptych",
            "--",
            ref args @ ..,
        ] => {
            // Cargo would build this very program again, in release mode.
            session.demo = succeed(session.diptych().args(args));
        }
        ["cargo", "run", "--release", "--", ref args @ ..] => {
            // Two packages of the workspace have programs: Cargo must be told which one is meant.
            assert!(
                manifest(".").contains_key("default-run"),
                "README.md: `{line}` needs -p diptych, or default-run in Cargo.toml"
            );
            session.demo = succeed(session.diptych().args(args));
        }
        // The command that runs this test: it needs a package here and no more.
        ["cargo", "test"] => assert!(manifest(".").contains_key("name"), "{line}"),
        // Not run, for it builds in release mode and writes outside the folder: the package must be there.
        ["cargo", "install", "--path", path] => {
            let name = manifest(path)["name"].as_str().map(str::to_owned);
            let expected = if path == "." { "diptych" } else { "verifier" };
            assert_eq!(name.as_deref(), Some(expected), "{line}");
        }
        ["diptych", "gates", "diff", before, after] => {
            // What somebody would write who wants to know what a rule costs.
            let rules = fs::read_to_string(session.at(before)).expect("the rules before");
            let strict = rules + "\n[gates]\nlength_ratio = { most = 2 }\n";
            fs::write(session.at(after), strict).expect("the rules after");
            let said = succeed(session.diptych().args(&words[1..]));
            assert!(said.contains("length_ratio"), "{line}: {said}");
        }
        ["diptych", ref args @ ..] => {
            succeed(session.diptych().args(args));
        }
        // The verifier's program belongs to another package, so no test of this one can name its file: what that
        // program calls is called here.
        ["diptych-verify", release, "--pool", pool] => {
            let mut options = verifier::Options::new(session.at(release));
            options.pool = Some(session.at(pool));
            let report = verifier::verify(&options, &mut |_| {}).expect("a release to verify");
            assert!(report.ok, "{line}: {}", report.text());
        }
        _ => panic!(
            "README.md has a command that no test runs: `{line}`; teach it to tests/readme.rs"
        ),
    }
}

/// The `[package]` table of a package of the repository.
fn manifest(folder: &str) -> toml::Table {
    let path = repository().join(folder).join("Cargo.toml");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let table: toml::Table = text.parse().expect("a manifest");
    table["package"].as_table().expect("[package]").clone()
}

#[test]
fn every_console_line_runs() {
    let session = session();
    for made in [
        "mine/release/release.json",
        "mine/funnel.html",
        "mine/text",
        "out/demo/release",
    ] {
        assert!(session.at(made).exists(), "{made}");
    }
}

#[test]
#[should_panic(expected = "no test runs")]
fn an_unknown_command_is_refused() {
    let mut session = Session {
        root: tempfile::tempdir().unwrap(),
        demo: String::new(),
    };
    run_line("diptych-serve mine/release", &mut session);
}

#[test]
fn samples_are_what_the_program_prints() {
    let session = session();
    let shown = succeed(session.diptych().args([
        "show",
        "out/demo/release",
        "--kind",
        "run-mixed",
        "-n",
        "1",
    ]));
    let readme = fs::read_to_string(repository().join("README.md")).unwrap();
    assert!(readme.contains("`diptych show out/demo/release --kind run-mixed -n 1`"));
    let samples: Vec<Block> = blocks("text")
        .into_iter()
        .filter(|block| block.heading == "What it looks like")
        .collect();
    assert!(readme.contains("`diptych pool stats out/demo/pool --funnel`"));
    let funnel = succeed(
        session
            .diptych()
            .args(["pool", "stats", "out/demo/pool", "--funnel"]),
    );
    assert_eq!(
        samples.len(),
        3,
        "the end of the demo, what got in, then a record"
    );
    for (sample, printed) in samples.iter().zip([&session.demo, &funnel, &shown]) {
        let mut printed = printed.lines().map(str::trim_end);
        // A line that is left out is an ellipsis; the others stand in the output, in their order.
        for line in sample.lines.iter().filter(|line| line.trim() != "…") {
            assert!(
                printed.any(|real| real == line.trim_end()),
                "README.md shows a line that is not printed (there): {line}"
            );
        }
    }
}

#[test]
fn the_workflow_checks_the_digests() {
    let session = session();
    let runs: Vec<String> = blocks("yaml")
        .iter()
        .flat_map(|block| &block.lines)
        .filter_map(|line| line.trim().strip_prefix("- run: ").map(str::to_owned))
        .collect();
    assert!(
        matches!(&runs[..], [only] if only.ends_with("sha256sum -c SHA256SUMS")),
        "{runs:?}"
    );
    succeed(
        Command::new("sh")
            .args(["-c", &runs[0]])
            .current_dir(session.root.path()),
    );
}

#[test]
fn a_release_without_texts_gives_the_same_texts_back() {
    let session = session();
    succeed(session.diptych().args([
        "build",
        "mine/recipe.toml",
        "--pool",
        "mine/pool",
        "--out",
        "mine/meta",
        "--carrier",
        "meta",
    ]));
    succeed(session.diptych().args([
        "replay",
        "mine/meta",
        "--pool",
        "mine/pool",
        "--out",
        "mine/again",
    ]));
    assert_eq!(
        digests(&session.at("mine/again")),
        digests(&session.at("mine/text"))
    );
    succeed(session.diptych().args(["pool", "stats", "mine/pool"]));
}

/// The TOML block under a heading.
fn toml_under(heading: &str) -> String {
    let mut found = blocks("toml").into_iter();
    let block = found.find(|block| block.heading == heading);
    block.expect("README.md shows it").lines.join("\n")
}

#[test]
fn the_gates_are_of_the_form() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.tsv"), "a\tb\n").unwrap();
    let head = "format = 1\nleft = \"en\"\nright = \"zh-Hant-TW\"\n";
    let tail = "\npath = \"a.tsv\"\nformat = \"tsv\"\ncolumns = [\"left\", \"right\"]\n";
    let text = head.to_owned() + &toml_under("What gets in") + tail;
    let parsed = pool::sources::Sources::parse(&text, &folder.path().join("sources.toml"));
    let sources = parsed.unwrap_or_else(|error| panic!("README.md: {error}"));
    let gates = &sources.sources[0].gates;
    assert!(gates.contains_key("length_ratio") && gates.contains_key("copy"));
}

#[test]
fn the_recipe_is_the_demos() {
    let text = toml_under("A recipe");
    let recipe = variants::Recipe::parse(text.clone().into_bytes(), repository());
    recipe.expect("README.md holds a recipe");
    let demo = fs::read_to_string(repository().join("golden/recipes/demo.toml")).unwrap();
    assert_eq!(
        text.parse::<toml::Table>().unwrap(),
        demo.parse::<toml::Table>().unwrap()
    );
}
