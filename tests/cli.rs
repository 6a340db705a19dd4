//! Exit codes and messages.

use crate::recipes::{build_fails, changed_recipe};
use crate::support::{diptych, fail, golden, recipe, repository, run, succeed};
use std::fs;
use std::path::Path;

#[test]
fn bad_tokenizers_are_refused_with_a_remedy() {
    let root = tempfile::tempdir().unwrap();
    let good = fs::read_to_string(repository().join("golden/tokenizer.json")).unwrap();
    for (from, to, says) in [
        (
            "\"truncation\":null",
            "\"truncation\":{\"direction\":\"Right\",\"max_length\":8,\"strategy\":\"LongestFirst\",\"stride\":0}",
            "truncation",
        ),
        ("\"dropout\":null", "\"dropout\":0.1", "dropout"),
        ("{", "]", "not a tokenizer.json"),
    ] {
        let compact = good.replace("\": ", "\":");
        assert!(compact.contains(from), "{from}");
        fs::write(root.path().join("t.json"), compact.replacen(from, to, 1)).unwrap();
        let text = fs::read_to_string(recipe())
            .unwrap()
            .replace("../tokenizer.json", "t.json");
        fs::write(root.path().join("recipe.toml"), text).unwrap();
        let message = build_fails(
            &root.path().join("recipe.toml"),
            &root.path().join("release"),
        );
        assert!(
            message.contains(says) && message.contains("t.json"),
            "{message}"
        );
    }
}

#[test]
fn a_folder_that_holds_something_else_is_not_touched() {
    let root = tempfile::tempdir().unwrap();
    let recipe = changed_recipe(root.path(), "golden-1", "golden-2");
    let before = crate::support::digests(&golden().release());
    let message = build_fails(&recipe, &golden().release());
    assert!(
        message.contains("holds another release: its recipe is not this one"),
        "{message}"
    );
    assert_eq!(crate::support::digests(&golden().release()), before);
    let other = root.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("mine.txt"), "mine").unwrap();
    let message = build_fails(&recipe, &other);
    assert!(message.contains("exists and is not a release"), "{message}");
    assert_eq!(fs::read_to_string(other.join("mine.txt")).unwrap(), "mine");
}

#[test]
fn the_same_build_again_has_nothing_to_do() {
    let command = || {
        let mut command = diptych();
        command
            .arg("build")
            .arg(recipe())
            .args(["--quiet", "--pool"])
            .arg(golden().pool());
        command.arg("--out").arg(golden().release());
        command
    };
    assert!(succeed(&mut command()).contains("nothing to do"));
    assert!(succeed(command().arg("--json")).contains("\"already_there\":true"));
}

#[test]
fn findings_exit_1_and_what_cannot_be_read_exits_2() {
    let root = tempfile::tempdir().unwrap();
    let release = root.path().join("release");
    copy(&golden().release(), &release);
    let shard = release.join("train/train-00000-of-00003.jsonl.zst");
    let shard = if shard.exists() {
        shard
    } else {
        first_shard(&release)
    };
    let mut bytes = fs::read(&shard).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&shard, bytes).unwrap();
    let output = run(diptych()
        .arg("verify")
        .arg(&release)
        .args(["--quiet", "--json"]));
    assert_eq!(output.status.code(), Some(1));
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(
        report.contains("\"ok\":false") && report.contains("E104"),
        "{report}"
    );
    fail(
        diptych()
            .arg("verify")
            .arg(golden().release())
            .args(["--quiet", "--pool"])
            .arg(root.path().join("nowhere")),
    );
    fail(diptych().arg("verify").arg(root.path().join("nowhere")));
}

#[test]
fn one_record_comes_back_as_its_line() {
    let shown = succeed(diptych().arg("show").arg(golden().release()).args([
        "--json",
        "-n",
        "2",
        "--kind",
        "cross-mixed",
    ]));
    let line = shown.lines().nth(1).expect("two records");
    let id = &line[7..39];
    let pool = golden().pool();
    let replayed = succeed(
        diptych()
            .arg("replay")
            .arg(golden().release())
            .arg("--pool")
            .arg(&pool)
            .args(["--record", id]),
    );
    assert_eq!(replayed, format!("{line}\n"));
    let unknown = "0".repeat(32);
    let message = fail(
        diptych()
            .arg("replay")
            .arg(golden().release())
            .arg("--pool")
            .arg(&pool)
            .args(["--record", &unknown]),
    );
    assert!(message.contains(&unknown), "{message}");
}

fn first_shard(release: &Path) -> std::path::PathBuf {
    let files = crate::support::digests(release);
    release.join(
        files
            .keys()
            .find(|path| path.starts_with("train/"))
            .expect("a shard"),
    )
}

fn copy(from: &Path, to: &Path) {
    for path in crate::support::digests(from).keys() {
        fs::create_dir_all(to.join(path).parent().unwrap()).unwrap();
        fs::copy(from.join(path), to.join(path)).unwrap();
    }
}

/// Makes a folder with a file in it that is nobody's but the user's.
fn thesis(folder: &Path) -> std::path::PathBuf {
    fs::create_dir_all(folder).unwrap();
    let path = folder.join("thesis");
    fs::write(&path, "mine").unwrap();
    path
}

#[test]
fn folders_that_a_build_did_not_make_are_left_alone() {
    let root = tempfile::tempdir().unwrap();
    let out = root.path().join("release");
    for suffix in ["building", "work"] {
        let folder = root.path().join(format!("release.{suffix}"));
        let mine = thesis(&folder);
        let message = build_fails(&recipe(), &out);
        assert!(message.contains("thesis"), "{message}");
        assert_eq!(fs::read_to_string(&mine).unwrap(), "mine");
        fs::remove_dir_all(&folder).unwrap();
        let left: Vec<_> = crate::support::digests(root.path()).into_keys().collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

#[test]
fn a_release_that_lost_a_file_is_not_called_done() {
    let root = tempfile::tempdir().unwrap();
    let release = root.path().join("release");
    copy(&golden().release(), &release);
    let shard = first_shard(&release);
    let name = shard.file_name().unwrap().to_string_lossy().into_owned();
    let mut bytes = fs::read(&shard).unwrap();
    bytes[20] ^= 1;
    fs::write(&shard, bytes).unwrap();
    assert!(build_fails(&recipe(), &release).contains(&name));
    fs::remove_file(&shard).unwrap();
    assert!(build_fails(&recipe(), &release).contains(&name));
}

#[test]
fn nothing_is_built_inside_what_is_whole() {
    let message = build_fails(&recipe(), &golden().release().join("inside"));
    assert!(message.contains("lies inside"), "{message}");
}

#[test]
fn a_changed_pool_is_not_planned() {
    let root = tempfile::tempdir().unwrap();
    let pool = root.path().join("pool");
    copy(&golden().pool(), &pool);
    let part = pool.join("parts/all.arrow");
    let mut bytes = fs::read(&part).unwrap();
    let at = bytes.len() / 2;
    bytes[at] ^= 1;
    fs::write(&part, bytes).unwrap();
    let message = fail(
        diptych()
            .arg("plan")
            .arg(recipe())
            .args(["--quiet", "--pool"])
            .arg(&pool),
    );
    assert!(
        message.contains("parts/all.arrow") && message.contains("pool check"),
        "{message}"
    );
}

#[test]
fn a_tokenizer_that_counts_nothing_is_refused_and_leaves_nothing_behind() {
    let root = tempfile::tempdir().unwrap();
    let head = r#"{"version":"1.0","truncation":null,"padding":null,"added_tokens":[],"normalizer":null,"post_processor":null,"decoder":null,"#;
    for (rest, says) in [
        (
            r#""pre_tokenizer":{"type":"WhitespaceSplit"},"model":{"type":"WordLevel","vocab":{"a":0},"unk_token":"[UNK]"}}"#,
            "cannot encode",
        ),
        (
            r#""pre_tokenizer":null,"model":{"type":"BPE","vocab":{},"merges":[]}}"#,
            "no tokens",
        ),
    ] {
        fs::write(root.path().join("t.json"), format!("{head}{rest}")).unwrap();
        let text = fs::read_to_string(recipe())
            .unwrap()
            .replace("../tokenizer.json", "t.json");
        fs::write(root.path().join("recipe.toml"), text).unwrap();
        let message = build_fails(
            &root.path().join("recipe.toml"),
            &root.path().join("release"),
        );
        assert!(
            message.contains(says) && message.contains("t.json"),
            "{message}"
        );
        let left: Vec<_> = crate::support::digests(root.path()).into_keys().collect();
        assert_eq!(left, ["recipe.toml", "t.json"]);
    }
}

#[test]
fn pipes_and_devices_are_no_inputs() {
    let root = tempfile::tempdir().unwrap();
    let pipe = root.path().join("pipe.toml");
    assert!(
        std::process::Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let message = build_fails(&pipe, &root.path().join("release"));
    assert!(message.contains("pipe.toml"), "{message}");
    let text = fs::read_to_string(recipe())
        .unwrap()
        .replace("../tokenizer.json", "/dev/zero");
    fs::write(root.path().join("recipe.toml"), text).unwrap();
    let message = build_fails(
        &root.path().join("recipe.toml"),
        &root.path().join("release"),
    );
    assert!(message.contains("/dev/zero"), "{message}");
}

#[test]
fn replay_writes_outside_the_release_and_into_no_folder_of_others() {
    let root = tempfile::tempdir().unwrap();
    let release = root.path().join("release");
    copy(&golden().release(), &release);
    let before = crate::support::digests(&release);
    let replay = |shard: &Path, out: &Path| {
        let mut command = diptych();
        command
            .arg("replay")
            .arg(&release)
            .args(["--quiet", "--pool"])
            .arg(golden().pool());
        command.arg("--shard").arg(shard).arg("--out").arg(out);
        command
    };
    let shard = first_shard(&release);
    let inside = shard.strip_prefix(&release).unwrap();
    succeed(&mut replay(&shard, &root.path().join("absolute")));
    succeed(&mut replay(inside, &root.path().join("relative")));
    assert_eq!(
        crate::support::digests(&root.path().join("absolute")),
        crate::support::digests(&root.path().join("relative"))
    );
    let message = fail(&mut replay(
        Path::new("train/nope"),
        &root.path().join("none"),
    ));
    assert!(message.contains("train/nope"), "{message}");
    thesis(&root.path().join("taken"));
    fail(&mut replay(inside, &root.path().join("taken")));
    assert_eq!(crate::support::digests(&release), before);
    assert!(!root.path().join("none").exists());
}

#[test]
fn init_and_demo_overwrite_nothing() {
    let root = tempfile::tempdir().unwrap();
    let tokenizer = root.path().join("tokenizer.json");
    fs::write(&tokenizer, "{\"mine\":1}").unwrap();
    let message = fail(diptych().arg("init").arg(root.path()));
    assert!(message.contains("tokenizer.json exists"), "{message}");
    let message = fail(
        diptych()
            .args(["demo", "--quiet", "--out"])
            .arg(root.path()),
    );
    assert!(message.contains("tokenizer.json exists"), "{message}");
    assert_eq!(fs::read_to_string(&tokenizer).unwrap(), "{\"mine\":1}");
    let own = root.path().join("my text");
    fs::create_dir(&own).unwrap();
    fs::copy(
        repository().join("golden/tokenizer.json"),
        own.join("tokenizer.json"),
    )
    .unwrap();
    let said = succeed(
        diptych()
            .arg("init")
            .arg(&own)
            .arg("--tokenizer")
            .arg(own.join("tokenizer.json")),
    );
    assert!(said.contains("my text/sources.toml' --out '"), "{said}");
}

#[test]
fn what_follows_a_closed_pipe_is_no_error() {
    let mut command = std::process::Command::new("bash");
    let line = format!(
        "'{}' replay '{}' --pool '{}' | head -c 100 >/dev/null; exit ${{PIPESTATUS[0]}}",
        env!("CARGO_BIN_EXE_diptych"),
        golden().release().display(),
        golden().pool().display()
    );
    let output = run(command.args(["-c", &line]));
    assert_eq!(output.status.code(), Some(0));
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn an_auditor_replays_a_sample_and_the_report_says_so() {
    let verify = || {
        let mut command = diptych();
        command
            .arg("verify")
            .arg(golden().release())
            .args(["--quiet", "--pool"])
            .arg(golden().pool());
        command
    };
    let report = succeed(verify().args(["--sample", "40", "--nonce", "drawn by lot"]));
    assert!(
        report.contains("levels: L1, L2 on a sample of 40 (L3 not run)"),
        "{report}"
    );
    assert!(report.contains("FINAL RESULT: ok: true"), "{report}");
    let message = fail(verify().args(["--sample", "40"]));
    assert!(message.contains("--nonce"), "{message}");
}

#[test]
fn a_pool_grows_and_its_release_verifies() {
    let root = tempfile::tempdir().unwrap();
    let sources = root.path().join("more.toml");
    let head = "format = 1\nleft = \"en\"\nright = \"zh-Hant-TW\"\n[[source]]\nname = \"more\"\npath = \"more.jsonl\"\nformat = \"jsonl\"\nlicense = \"CC0-1.0\"\n";
    fs::write(
        &sources,
        format!("{head}[slice]\nseed = \"diptych\"\nbytes = 740\n"),
    )
    .unwrap();
    let row = "{\"id\":\"new\",\"left\":\"A late addition to the shelf.\",\"right\":\"書架上遲來的一本。\"}\n";
    fs::write(root.path().join("more.jsonl"), row).unwrap();
    let (pool, release) = (root.path().join("pool"), root.path().join("release"));
    succeed(
        diptych()
            .args(["pool", "build", "--quiet"])
            .arg(&sources)
            .arg("--out")
            .arg(&pool)
            .arg("--onto")
            .arg(golden().pool()),
    );
    succeed(diptych().args(["pool", "check"]).arg(&pool));
    succeed(
        diptych()
            .arg("build")
            .arg(recipe())
            .args(["--quiet", "--pool"])
            .arg(&pool)
            .arg("--out")
            .arg(&release),
    );
    let report = succeed(
        diptych()
            .arg("verify")
            .arg(&release)
            .args(["--quiet", "--pool"])
            .arg(&pool),
    );
    assert!(report.contains("FINAL RESULT: ok: true"), "{report}");
}

#[test]
fn init_demo_and_replay_answer_in_json() {
    #[derive(serde::Deserialize)]
    struct Written {
        recipe: String,
        validation: String,
    }
    #[derive(serde::Deserialize)]
    struct Replayed {
        shards: Vec<String>,
    }
    #[derive(serde::Deserialize)]
    struct Shown {
        release: String,
        verify: Verdict,
    }
    #[derive(serde::Deserialize)]
    struct Verdict {
        ok: bool,
    }
    let root = tempfile::tempdir().unwrap();
    let at = |name: &str| root.path().join(name);
    let printed = succeed(diptych().arg("init").arg(at("mine")).arg("--json"));
    let written: Written = serde_json::from_str(&printed).unwrap();
    assert!(Path::new(&written.recipe).exists() && written.validation.ends_with("/100"));
    let replay = || {
        let mut command = diptych();
        command
            .arg("replay")
            .arg(golden().release())
            .arg("--pool")
            .arg(golden().pool());
        command.args(["--quiet", "--json"]);
        command
    };
    let printed = succeed(replay().arg("--out").arg(at("text")));
    let replayed: Replayed = serde_json::from_str(&printed).unwrap();
    assert!(replayed.shards.len() > 3);
    assert!(
        replayed
            .shards
            .iter()
            .all(|shard| at("text").join(shard).exists())
    );
    assert!(fail(&mut replay()).contains("--out"));
    let printed = succeed(
        diptych()
            .args(["demo", "--quiet", "--json", "--out"])
            .arg(at("demo")),
    );
    let shown: Shown = serde_json::from_str(&printed).unwrap();
    assert!(shown.verify.ok && Path::new(&shown.release).exists());
}
