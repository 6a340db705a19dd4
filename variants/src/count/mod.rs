//! Exact token counts: docs/format.md, section 6.
//!
//! The reference is `tokenizers`, whole text by whole text. Where the tokenizer file proves what LF does to tokens (`newline`,
//! `pattern`), a text is counted piece by piece and each piece once: the same number, sooner. A sample of every build is
//! counted whole all the same.

mod file;
mod memo;
mod newline;
mod pattern;

use crate::error::BuildError;
use memo::Memo;
use newline::Newline;
use pattern::PatternSeam;
use pool::Digest;
use pool::derive::{Hasher, sha256};
use std::path::Path;
use std::sync::OnceLock;
use tokenizers::{Encoding, Tokenizer};

/// Name of the engine as the manifest has it.
pub const ENGINE: &str = "tokenizers";
/// Version of the engine, pinned in `Cargo.toml`.
pub const ENGINE_VERSION: &str = "0.23.2";

/// Largest tokenizer file that is read.
const FILE_MAX: u64 = 256 << 20;

/// The probe strings of the canary, one JSON string a line.
const PROBES: &str = include_str!("../../tables/probes.txt");

/// Counts the tokens of texts with one tokenizer file.
pub struct Counter {
    bytes: Vec<u8>,
    sha256: Digest,
    engine: Engine,
}

/// How texts are counted: the place for faster ones.
enum Engine {
    /// Whole text by whole text.
    Whole(Box<Reference>),
    /// Piece by piece between LF.
    Pieces {
        tokenizer: Box<Reference>,
        seam: Seam,
        memo: Memo,
    },
    /// Stands in for a tokenizer in the vectors.
    #[cfg(test)]
    Toy(fn(&str) -> u32),
}

/// What LF does to the tokens beside it.
enum Seam {
    /// LF is a border of every token.
    Newline(Newline),
    /// LF before visible text is a border of what a pattern cuts.
    Pattern(PatternSeam),
}

impl Counter {
    /// Reads a tokenizer file and decides how it may be counted with.
    ///
    /// # Errors
    /// If the file is no tokenizer, or one whose counts would not be those of the whole text.
    pub fn load(path: &Path) -> Result<Self, BuildError> {
        let bytes = pool::file::read(path, FILE_MAX)?;
        Self::from_bytes(bytes).map_err(|what| BuildError::Tokenizer {
            path: path.to_owned(),
            what,
        })
    }

    /// Makes a counter of the bytes of a tokenizer file.
    ///
    /// # Errors
    /// Says what is wrong with the file.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, String> {
        let file = file::TokenizerFile::parse(&bytes)?;
        let mut tokenizer = Tokenizer::from_bytes(&bytes)
            .map_err(|error| format!("not a tokenizer that this program can load: {error}"))?;
        tokenizer.with_padding(None);
        tokenizer
            .with_truncation(None)
            .map_err(|error| error.to_string())?;
        tokenizer.set_encode_special_tokens(true);
        let tokenizer = Box::new(Reference {
            tokenizer,
            fault: OnceLock::new(),
        });
        tokenizer.try_probes()?;
        let count = |text: &str| tokenizer.tokens(text);
        let seam = if file.newline_is_a_border() {
            Some(Seam::Newline(Newline::measure(&count)))
        } else if file.pattern_is_known() {
            Some(Seam::Pattern(PatternSeam::measure(file.cut_out(), &count)))
        } else {
            None
        };
        let engine = match seam {
            Some(seam) => Engine::Pieces {
                seam,
                memo: Memo::new(),
                tokenizer,
            },
            None => Engine::Whole(tokenizer),
        };
        engine.check_against_whole()?;
        Ok(Self {
            sha256: sha256(&bytes),
            bytes,
            engine,
        })
    }

    /// Makes a counter of a function, for vectors that need no tokenizer.
    #[cfg(test)]
    pub(crate) fn toy(count: fn(&str) -> u32) -> Self {
        Self {
            bytes: Vec::new(),
            sha256: sha256(b""),
            engine: Engine::Toy(count),
        }
    }

    /// Returns the bytes of the tokenizer file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the digest of the tokenizer file.
    #[must_use]
    pub fn sha256(&self) -> Digest {
        self.sha256
    }

    /// Returns tokens(text).
    #[must_use]
    pub fn tokens(&self, text: &str) -> u32 {
        self.engine.tokens(text)
    }

    /// Returns the digest of the ids of the probe strings.
    #[must_use]
    pub fn canary(&self) -> Digest {
        let mut hasher = Hasher::new("canary");
        for probe in probes() {
            hasher.part(&self.engine.ids(&probe));
        }
        hasher.finish()
    }

    /// Counts a text as a whole, whatever is proved of its pieces.
    #[must_use]
    pub fn tokens_of_whole(&self, text: &str) -> u32 {
        match &self.engine {
            Engine::Whole(tokenizer) | Engine::Pieces { tokenizer, .. } => tokenizer.tokens(text),
            #[cfg(test)]
            Engine::Toy(count) => count(text),
        }
    }

    /// Returns why a text could not be counted, if there was one: then no count since is of use.
    #[must_use]
    pub fn fault(&self) -> Option<&str> {
        match &self.engine {
            Engine::Whole(tokenizer) | Engine::Pieces { tokenizer, .. } => {
                tokenizer.fault.get().map(String::as_str)
            }
            #[cfg(test)]
            Engine::Toy(_) => None,
        }
    }

    /// Tells whether texts are counted piece by piece.
    #[must_use]
    pub fn is_additive(&self) -> bool {
        matches!(self.engine, Engine::Pieces { .. })
    }
}

impl Engine {
    fn tokens(&self, text: &str) -> u32 {
        match self {
            Self::Whole(tokenizer) => tokenizer.tokens(text),
            Self::Pieces {
                tokenizer,
                seam,
                memo,
            } => {
                let count = |piece: &str| tokenizer.tokens(piece);
                match seam {
                    Seam::Newline(seam) => seam.tokens(text, memo, &count),
                    Seam::Pattern(seam) => seam.tokens(text, memo, &count),
                }
            }
            #[cfg(test)]
            Self::Toy(count) => count(text),
        }
    }

    /// The ids of a text, each as eight bytes.
    fn ids(&self, text: &str) -> Vec<u8> {
        let encoding = match self {
            Self::Whole(tokenizer) | Self::Pieces { tokenizer, .. } => tokenizer.encode(text),
            #[cfg(test)]
            Self::Toy(_) => None,
        };
        let Some(encoding) = encoding else {
            return Vec::new();
        };
        encoding
            .get_ids()
            .iter()
            .flat_map(|&id| u64::from(id).to_le_bytes())
            .collect()
    }

    /// A proof about a file is worth a test on its engine: joins of the probes, by several LF.
    fn check_against_whole(&self) -> Result<(), String> {
        let Self::Pieces { tokenizer, .. } = self else {
            return Ok(());
        };
        let probes = probes();
        for (at, left) in probes.iter().enumerate() {
            for (gap, right) in probes.iter().cycle().skip(at).take(6).enumerate() {
                let text = format!("{left}{}{right}", "\n".repeat(gap + 1));
                let (whole, added) = (tokenizer.tokens(&text), self.tokens(&text));
                if whole != added {
                    return Err(format!(
                        "counting by pieces gives {added} tokens for {text:?} and the engine {whole}: this engine is not the one that the file describes"
                    ));
                }
            }
        }
        Ok(())
    }
}

/// The reference engine. A text that it cannot encode counts as nothing and leaves its fault here: whoever counts asks
/// for it at the end, and no figure is used before.
struct Reference {
    tokenizer: Tokenizer,
    fault: OnceLock<String>,
}

impl Reference {
    fn tokens(&self, text: &str) -> u32 {
        let tokens = self.encode(text).map_or(0, |encoding| encoding.len());
        u32::try_from(tokens).expect("a text of at most 16 MiB has fewer than 2^32 tokens")
    }

    fn encode(&self, text: &str) -> Option<Encoding> {
        let encoded = self.tokenizer.encode_fast(text, false);
        encoded
            .inspect_err(|error| {
                let start: String = text.chars().take(40).collect();
                self.fault
                    .get_or_init(|| format!("it cannot encode {start:?}: {error}"));
            })
            .ok()
    }

    /// A tokenizer that gives visible text no tokens, or none at all, counts nothing.
    fn try_probes(&self) -> Result<(), String> {
        for probe in probes() {
            let tokens = self.tokens(&probe);
            if let Some(fault) = self.fault.get() {
                return Err(fault.clone());
            }
            if tokens == 0 && !pool::text::is_blank_text(&probe) {
                return Err(format!(
                    "it gives {probe:?} no tokens: every text would fit"
                ));
            }
        }
        Ok(())
    }
}

fn probes() -> Vec<String> {
    let parse = |line| serde_json::from_str(line).expect("the probe table holds JSON strings");
    PROBES
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(parse)
        .collect()
}
