//! What recipes may say, and what is said of those that may not.

use crate::support::{diptych, fail, golden, recipe, repository, succeed};
use std::fs;
use std::path::Path;

/// Writes a recipe that differs from the golden one, beside the tokenizer that it names.
/// Writes the golden recipe with one thing said otherwise.
pub(crate) fn changed_recipe(root: &Path, from: &str, to: &str) -> std::path::PathBuf {
    let text = fs::read_to_string(recipe()).unwrap();
    assert!(text.contains(from), "{from}");
    let tokenizer = repository().join("golden/tokenizer.json");
    let text = text
        .replace(from, to)
        .replace("../tokenizer.json", tokenizer.to_str().unwrap());
    let path = root.join("recipe.toml");
    fs::write(&path, text).unwrap();
    path
}

/// Returns what a build that fails says.
pub(crate) fn build_fails(recipe: &Path, out: &Path) -> String {
    fail(
        diptych()
            .arg("build")
            .arg(recipe)
            .args(["--quiet", "--pool"])
            .arg(golden().pool())
            .arg("--out")
            .arg(out),
    )
}

#[test]
fn bad_recipes_are_refused_before_any_work() {
    let root = tempfile::tempdir().unwrap();
    let out = root.path().join("release");
    for (from, to, says) in [
        ("[base]", "[base]\nrecord = 5", "record"),
        (
            "ratio = \"20/100\"",
            "ratio = \"15/15\"",
            "noise.ratio = \"15/15\"",
        ),
        (
            "[base]",
            "[base]\nrecords = 1000000",
            "records = 1000000, but this pool gives",
        ),
        (
            "[mosaic]",
            "[mosaic]\ntokens = \"99/100\"",
            "tokens = \"99/100\" wants",
        ),
        (
            "ratio = \"20/100\"",
            "ratio = \"9/10\"",
            "noise in train: no-space wants 1",
        ),
        (
            "no-space = 2\n",
            "no-spaces = 2\n",
            "noise.kinds names \"no-spaces\", expected one of no-space, broken-word",
        ),
        (
            "rare-symbol = \"1/30\"",
            "rare-symbol = \"3/2\"",
            "noise.strength.rare-symbol = \"3/2\", expected a chance",
        ),
        (
            "share = \"36/100\"",
            "share = \"36/100\"\nrecords = 1000000",
            "[shape] records = 1000000, but this pool gives",
        ),
        ("budget = 458", "budget = 3", "holds no record"),
    ] {
        let recipe = changed_recipe(root.path(), from, to);
        let message = build_fails(&recipe, &out);
        assert!(message.contains(says), "{to}: {message}");
        assert!(!out.exists());
    }
    let message = fail(
        diptych()
            .args(["plan", "nowhere.toml", "--pool"])
            .arg(golden().pool()),
    );
    assert!(message.contains("nowhere.toml"), "{message}");
}

#[test]
fn the_recipe_of_the_published_mix_shares_its_tokens_so() {
    #[derive(serde::Deserialize)]
    struct Planned {
        lengths: Vec<Category>,
    }
    #[derive(serde::Deserialize)]
    struct Category {
        category: String,
        tokens: u64,
    }
    let recipe = repository().join("golden/recipes/pretrain-v4.toml");
    let printed = succeed(
        diptych()
            .arg("plan")
            .arg(recipe)
            .args(["--quiet", "--json", "--pool"])
            .arg(golden().pool()),
    );
    let planned: Planned = serde_json::from_str(&printed).unwrap();
    let of = |name: &str| {
        let found = planned.lengths.iter().find(|row| row.category == name);
        found.expect(name).tokens
    };
    let shares = [
        ("base", 2935),
        ("mosaic", 3961),
        ("longform", 1944),
        ("shape", 1160),
    ];
    let all: u64 = shares.iter().map(|(name, _)| of(name)).sum();
    for (name, share) in shares {
        let had = of(name) * 10_000 / all;
        assert!(had.abs_diff(share) < 50, "{name}: {had} of 10000");
    }
    assert!(of("noise") > 0 && of("schema") > 0);
}

#[test]
fn a_ratio_near_1_is_allowed_to_be_short_without_counting_down_to_it() {
    let root = tempfile::tempdir().unwrap();
    let all = "ratio = \"2147483646/2147483647\"\nshort = \"allow\"";
    let recipe = changed_recipe(root.path(), "ratio = \"20/100\"", all);
    let printed = succeed(
        diptych()
            .arg("plan")
            .arg(recipe)
            .args(["--quiet", "--pool"])
            .arg(golden().pool()),
    );
    assert!(printed.contains("ran out ("), "{printed}");
}
