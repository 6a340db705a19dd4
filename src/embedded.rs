//! The demo corpus, its tokenizer and its recipe, as the binary carries them.

use anyhow::{Context, bail};
use std::path::Path;

/// Files of the corpus: what `sources.toml` names, and itself.
const CORPUS: &[(&str, &[u8])] = &[
    (
        "sources.toml",
        include_bytes!("../golden/corpus/sources.toml"),
    ),
    (
        "encyclopedia.jsonl",
        include_bytes!("../golden/corpus/encyclopedia.jsonl"),
    ),
    ("news.jsonl", include_bytes!("../golden/corpus/news.jsonl")),
    (
        "howto.jsonl",
        include_bytes!("../golden/corpus/howto.jsonl"),
    ),
    (
        "essay.jsonl",
        include_bytes!("../golden/corpus/essay.jsonl"),
    ),
    (
        "dialogues.tsv",
        include_bytes!("../golden/corpus/dialogues.tsv"),
    ),
    (
        "sentences.en.txt",
        include_bytes!("../golden/corpus/sentences.en.txt"),
    ),
    (
        "sentences.zh.txt",
        include_bytes!("../golden/corpus/sentences.zh.txt"),
    ),
    (
        "scraped.tsv",
        include_bytes!("../golden/corpus/scraped.tsv"),
    ),
    (
        "structured.jsonl",
        include_bytes!("../golden/corpus/structured.jsonl"),
    ),
];

/// The demo's tokenizer.
pub(crate) const TOKENIZER: &[u8] = include_bytes!("../golden/tokenizer.json");
/// The demo's recipe.
pub(crate) const RECIPE: &[u8] = include_bytes!("../golden/recipes/demo.toml");

/// Writes the corpus into a folder.
pub(crate) fn write_corpus(folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    for (name, bytes) in CORPUS {
        write(&folder.join(name), bytes)?;
    }
    Ok(())
}

/// Writes one file, unless it is there; another file under its name is nobody's to overwrite.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    match std::fs::read(path) {
        Ok(found) if found == bytes => return Ok(()),
        Ok(_) => bail!(
            "{} exists and is not this program's; choose another folder, or move it away",
            path.display()
        ),
        Err(_) => {}
    }
    std::fs::write(path, bytes).with_context(|| path.display().to_string())
}
