//! `diptych init`.

use crate::embedded;
use crate::terminal::shell;
use anyhow::{Context, Result, bail};
use clap::Args;
use serde::Serialize;
use std::fs::File;
use std::io::Write;
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;

/// Fewest articles that a validation or test split should hold.
const WANTED: usize = 20;
/// The slicer's length and the budget that it suits.
const SLICE: (u64, u64) = (740, 458);

const SOURCES: &str = include_str!("init_sources.toml");
const RECIPE: &str = include_str!("init_recipe.toml");

/// Write a starter sources.toml and recipe.toml, commented, ready to run.
///
/// With --from, for two line-aligned text files; without, for a copy of the demo corpus.
#[derive(Args)]
pub(crate) struct Init {
    /// The folder to write into.
    #[arg(default_value = ".")]
    dir: PathBuf,
    /// Two line-aligned text files: a line that is blank in both ends an article.
    #[arg(long, num_args = 2, value_names = ["LEFT", "RIGHT"])]
    from: Vec<PathBuf>,
    /// The training tokenizer's tokenizer.json (default: the embedded one, which is for trying only).
    #[arg(long)]
    tokenizer: Option<PathBuf>,
    /// Most tokens of a record.
    #[arg(long, default_value_t = 458, value_parser = clap::value_parser!(u32).range(16..=65_536))]
    budget: u32,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Written<'a> {
    sources: String,
    recipe: String,
    tokenizer: String,
    validation: String,
    test: String,
    note: &'a str,
}

impl Init {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let at = |name: &str| self.dir.join(name);
        let mut new = vec!["sources.toml", "recipe.toml"];
        new.extend(self.from.is_empty().then_some("corpus"));
        let full = |path: &Path| path.canonicalize().ok();
        let in_place = self.tokenizer.as_deref().and_then(full);
        if in_place.is_none() || in_place != full(&at("tokenizer.json")) {
            new.push("tokenizer.json");
        }
        for name in new {
            if at(name).exists() {
                let place = at(name).display().to_string();
                let own = if name == "tokenizer.json" {
                    ", or name it with --tokenizer"
                } else {
                    ""
                };
                bail!("{place} exists; choose another folder, or move it away{own}");
            }
        }
        for path in &self.from {
            File::open(path).with_context(|| format!("--from {}", path.display()))?;
        }
        let tokenizer = match &self.tokenizer {
            Some(path) => pool::file::read(path, 256 << 20).context("--tokenizer")?,
            None => embedded::TOKENIZER.to_vec(),
        };
        variants::count::Counter::from_bytes(tokenizer.clone())
            .map_err(anyhow::Error::msg)
            .context("--tokenizer")?;
        let new = !self.dir.exists();
        std::fs::create_dir_all(&self.dir).with_context(|| self.dir.display().to_string())?;
        let sources = self.sources()?;
        let (share, word) = self.share(&sources).inspect_err(|_| {
            if new {
                // The folder is this program's own and holds nothing: a second try should not stumble over it.
                let _ = std::fs::remove_dir(&self.dir);
            }
        })?;
        let recipe = RECIPE
            .replace("{release}", &self.release())
            .replace("{budget}", &self.budget.to_string())
            .replace("{share}", &share.to_string());
        embedded::write(&at("tokenizer.json"), &tokenizer)?;
        embedded::write(&at("sources.toml"), sources.as_bytes())?;
        embedded::write(&at("recipe.toml"), recipe.as_bytes())?;
        if self.json {
            let path = |name| at(name).display().to_string();
            let written = Written {
                sources: path("sources.toml"),
                recipe: path("recipe.toml"),
                tokenizer: path("tokenizer.json"),
                validation: format!("{share}/100"),
                test: format!("{share}/100"),
                note: &word,
            };
            writeln!(out, "{}", serde_json::to_string(&written)?)?;
        } else {
            self.say(&word, out)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Returns the text of sources.toml, and copies the demo corpus where it is what is asked for.
    fn sources(&self) -> Result<String> {
        let bytes = u64::from(self.budget) * SLICE.0 / SLICE.1;
        let [left, right] = &self.from[..] else {
            embedded::write_corpus(&self.dir.join("corpus"))?;
            let corpus = std::fs::read_to_string(self.dir.join("corpus/sources.toml"))?;
            std::fs::remove_file(self.dir.join("corpus/sources.toml"))?;
            return Ok(corpus
                .replace("path = \"", "path = \"corpus/")
                .replace("bytes = 740", &format!("bytes = {bytes}")));
        };
        let path = |path: &Path| -> Result<String> {
            let target = path
                .canonicalize()
                .with_context(|| path.display().to_string())?;
            let relative = relative(&target, &self.dir.canonicalize()?);
            let text = relative
                .to_str()
                .context("a path that is not UTF-8 cannot stand in sources.toml")?;
            Ok(text.replace('\\', "\\\\").replace('"', "\\\""))
        };
        Ok(SOURCES
            .replace("{left}", &path(left)?)
            .replace("{right}", &path(right)?)
            .replace("{bytes}", &bytes.to_string()))
    }

    /// Names the release after its folder, in the letters that a name may have.
    fn release(&self) -> String {
        let folder = self.dir.canonicalize().unwrap_or_default();
        let name = folder
            .file_name()
            .map(|name| name.to_string_lossy().to_lowercase())
            .unwrap_or_default();
        let plain = |scalar: char| {
            if scalar.is_ascii_alphanumeric() {
                scalar
            } else {
                '-'
            }
        };
        let name: String = name.chars().map(plain).collect();
        let name = name.trim_matches('-');
        if name.is_empty() {
            "mine".to_owned()
        } else {
            name.to_owned()
        }
    }

    /// Builds a pool aside and counts with the real seed which share gives splits of use.
    fn share(&self, sources: &str) -> Result<(u32, String)> {
        let trial = self.dir.join(".init.sources.toml");
        let pool = self.dir.join(".init.pool");
        embedded::write(&trial, sources.as_bytes())?;
        let options = pool::build::Options {
            sources: &trial,
            out: &pool,
            onto: None,
            replace: true,
            progress: &|_, _| (),
            clock: None,
        };
        let counted = pool::build::build(options)
            .map_err(anyhow::Error::from)
            .and_then(|_| {
                let pool = pool::Pool::open(&pool)?;
                Ok((
                    variants::split::smallest_share(&pool, "zhen", WANTED)?,
                    pool.len(),
                ))
            });
        for leftover in [".init.pool", ".init.pool.work", ".init.pool.building"] {
            let _ = std::fs::remove_dir_all(self.dir.join(leftover));
        }
        let _ = std::fs::remove_file(&trial);
        let (share, articles) = counted.context("counting the articles of the sources")?;
        Ok(match share {
            Some(share) => (
                share,
                format!(
                    "{articles} articles: {share}/100 each for validation and test gives at least {WANTED} articles a split"
                ),
            ),
            None => (
                10,
                format!(
                    "{articles} articles are too few for {WANTED} in a validation and a test split; 10/100 each is written, expect tiny splits, or none (more text helps, and articles: lines that are blank in both files)"
                ),
            ),
        })
    }

    fn say(&self, word: &str, out: &mut impl Write) -> std::io::Result<()> {
        writeln!(out, "{word}")?;
        if self.tokenizer.is_none() {
            writeln!(
                out,
                "tokenizer.json is the demo's: put your training tokenizer in its place before you build in earnest"
            )?;
        }
        let at = |name: &str| shell(&self.dir.join(name));
        let (sources, recipe, pool, release) = (
            at("sources.toml"),
            at("recipe.toml"),
            at("pool"),
            at("release"),
        );
        writeln!(out, "next:")?;
        writeln!(out, "  diptych pool build {sources} --out {pool}")?;
        writeln!(out, "  diptych plan {recipe} --pool {pool}")?;
        writeln!(
            out,
            "  diptych build {recipe} --pool {pool} --out {release}"
        )?;
        writeln!(out, "  diptych verify {release} --pool {pool}")
    }
}

/// Returns the way from a folder to a file, both absolute.
fn relative(target: &Path, folder: &Path) -> PathBuf {
    let (to, from): (Vec<_>, Vec<_>) =
        (target.components().collect(), folder.components().collect());
    let shared = to.iter().zip(&from).take_while(|(a, b)| a == b).count();
    let up = from[shared..].iter().map(|_| Component::ParentDir);
    up.chain(to[shared..].iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_written_as_seen_from_the_folder() {
        let way = |target: &str, folder: &str| relative(Path::new(target), Path::new(folder));
        assert_eq!(way("/a/en.txt", "/a/mine"), Path::new("../en.txt"));
        assert_eq!(way("/a/mine/en.txt", "/a/mine"), Path::new("en.txt"));
        assert_eq!(way("/b/c/en.txt", "/a/mine"), Path::new("../../b/c/en.txt"));
    }
}
