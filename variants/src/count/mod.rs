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
use tokenizers::{Encoding, Tokenizer};

/// Name of the engine as the manifest has it.
pub const ENGINE: &str = "tokenizers";
/// Version of the engine, pinned in `Cargo.toml`.
pub const ENGINE_VERSION: &str = "0.23.2";

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
    Whole(Box<Tokenizer>),
    /// Piece by piece between LF.
    Pieces {
        tokenizer: Box<Tokenizer>,
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
        let bytes = std::fs::read(path).map_err(BuildError::io(path))?;
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
        let tokenizer = Box::new(tokenizer);
        let count = |text: &str| whole(&tokenizer, text);
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
    ///
    /// # Panics
    /// If the engine refuses a text, which a loaded tokenizer with byte coverage never does.
    #[must_use]
    pub fn tokens(&self, text: &str) -> u32 {
        self.engine.tokens(text)
    }

    /// Returns the digest of the ids of the probe strings.
    ///
    /// # Panics
    /// If the engine refuses a probe.
    #[must_use]
    pub fn canary(&self) -> Digest {
        let mut hasher = Hasher::new("canary");
        for probe in probes() {
            hasher.part(&self.engine.ids(&probe));
        }
        hasher.finish()
    }

    /// Counts a text as a whole, whatever is proved of its pieces.
    ///
    /// # Panics
    /// If the engine refuses a text.
    #[must_use]
    pub fn tokens_of_whole(&self, text: &str) -> u32 {
        match &self.engine {
            Engine::Whole(tokenizer) | Engine::Pieces { tokenizer, .. } => whole(tokenizer, text),
            #[cfg(test)]
            Engine::Toy(count) => count(text),
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
            Self::Whole(tokenizer) => whole(tokenizer, text),
            Self::Pieces {
                tokenizer,
                seam,
                memo,
            } => {
                let count = |piece: &str| whole(tokenizer, piece);
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
            Self::Whole(tokenizer) | Self::Pieces { tokenizer, .. } => encode(tokenizer, text),
            #[cfg(test)]
            Self::Toy(_) => return Vec::new(),
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
                let (whole, added) = (whole(tokenizer, &text), self.tokens(&text));
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

fn whole(tokenizer: &Tokenizer, text: &str) -> u32 {
    let tokens = encode(tokenizer, text).len();
    u32::try_from(tokens).expect("a text of at most 16 MiB has fewer than 2^32 tokens")
}

fn encode(tokenizer: &Tokenizer, text: &str) -> Encoding {
    tokenizer
        .encode_fast(text, false)
        .expect("a loaded tokenizer encodes any text")
}

fn probes() -> Vec<String> {
    let parse = |line| serde_json::from_str(line).expect("the probe table holds JSON strings");
    PROBES
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(parse)
        .collect()
}
