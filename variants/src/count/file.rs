//! What of a tokenizer file decides whether and how it may be counted with.

use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;

#[derive(Deserialize)]
pub(super) struct TokenizerFile {
    truncation: Option<IgnoredAny>,
    normalizer: Option<Normalizer>,
    pre_tokenizer: Option<PreTokenizer>,
    #[serde(default)]
    added_tokens: Vec<Added>,
    model: Model,
}

#[derive(Deserialize)]
struct Normalizer {
    #[serde(rename = "type")]
    kind: String,
    prepend: Option<String>,
    pattern: Option<Pattern>,
    content: Option<String>,
    normalizers: Option<Vec<Normalizer>>,
}

#[derive(Deserialize)]
struct Pattern {
    #[serde(rename = "String")]
    string: Option<String>,
    #[serde(rename = "Regex")]
    regex: Option<String>,
}

#[derive(Deserialize)]
struct PreTokenizer {
    #[serde(rename = "type")]
    kind: String,
    pattern: Option<Pattern>,
    behavior: Option<String>,
    invert: Option<bool>,
    add_prefix_space: Option<bool>,
    use_regex: Option<bool>,
    pretokenizers: Option<Vec<PreTokenizer>>,
}

#[derive(Deserialize)]
struct Added {
    content: String,
    special: bool,
    #[serde(default)]
    lstrip: bool,
    #[serde(default)]
    rstrip: bool,
    #[serde(default)]
    single_word: bool,
}

/// Patterns of which `pattern.rs` shows that a line feed before visible text is a border.
const KNOWN_PATTERNS: [&str; 4] = [
    r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
];

#[derive(Deserialize)]
struct Model {
    #[serde(rename = "type")]
    kind: Option<String>,
    dropout: Option<f64>,
    continuing_subword_prefix: Option<String>,
    end_of_word_suffix: Option<String>,
    #[serde(default)]
    byte_fallback: bool,
    #[serde(default)]
    ignore_merges: bool,
    #[serde(default)]
    vocab: Vocab,
}

/// A vocabulary by name; other models than BPE write it in other shapes, which need no look here.
#[derive(Default)]
struct Vocab(BTreeMap<String, u64>);

impl<'de> Deserialize<'de> for Vocab {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Vocab;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a vocabulary")
            }
            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<Vocab, A::Error> {
                let mut vocab = BTreeMap::new();
                while let Some((token, id)) = map.next_entry()? {
                    vocab.insert(token, id);
                }
                Ok(Vocab(vocab))
            }
            fn visit_seq<A: serde::de::SeqAccess<'de>>(
                self,
                mut seq: A,
            ) -> Result<Vocab, A::Error> {
                while seq.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Vocab::default())
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

impl TokenizerFile {
    /// Reads a tokenizer file and refuses what makes counts meaningless.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, String> {
        let file: Self = serde_json::from_slice(bytes).map_err(|error| {
            format!(
                "not a tokenizer.json ({error}); expected the JSON file that `tokenizers` saves"
            )
        })?;
        if file.truncation.is_some() {
            return Err("the tokenizer cuts texts (\"truncation\"): every long text would count as its maximum; set \"truncation\": null in a copy".to_owned());
        }
        if file.model.dropout.is_some_and(|dropout| dropout != 0.0) {
            return Err("the tokenizer drops merges at random (\"dropout\"): a text would count differently each time; set \"dropout\": null in a copy".to_owned());
        }
        Ok(file)
    }

    /// Tells whether the file proves that no token holds LF together with anything else, and that what stands
    /// on one side of a LF does not change the tokens of the other:
    /// the normalizer maps scalars one by one and adds text at the very start only; nothing cuts the text
    /// before the model; the model is BPE, whose every token comes from the vocabulary; no entry there holds
    /// LF, or the byte token that stands for it, beside another character; bytes without an entry of their
    /// own have byte tokens, so no unknown token can span a LF; added tokens are special, and so plain text here.
    pub(super) fn newline_is_a_border(&self) -> bool {
        let model = &self.model;
        let empty = |text: &Option<String>| text.as_deref().is_none_or(str::is_empty);
        self.pre_tokenizer.is_none()
            && self
                .normalizer
                .as_ref()
                .is_none_or(Normalizer::keeps_lines_apart)
            && self.added_tokens.iter().all(|token| token.special)
            && model.kind.as_deref() == Some("BPE")
            && empty(&model.continuing_subword_prefix)
            && empty(&model.end_of_word_suffix)
            && !model.ignore_merges
            && model.byte_fallback
            && (0..=255).all(|byte| model.vocab.0.contains_key(&format!("<0x{byte:02X}>")))
            && model
                .vocab
                .0
                .keys()
                .all(|token| token == "\n" || !token.contains('\n'))
            && model
                .vocab
                .0
                .keys()
                .all(|token| token == "<0x0A>" || !token.contains("<0x0A>"))
    }
}

impl TokenizerFile {
    /// Tells whether text is cut by one of the known patterns alone, and what is cut becomes tokens by itself: a
    /// normalizer that is absent or NFC, one `Split` on the pattern, bytes as letters, BPE without dropout, and added tokens
    /// that swallow nothing around them.
    pub(super) fn pattern_is_known(&self) -> bool {
        let model = &self.model;
        let empty = |text: &Option<String>| text.as_deref().is_none_or(str::is_empty);
        self.normalizer
            .as_ref()
            .is_none_or(|normalizer| normalizer.kind == "NFC")
            && self
                .pre_tokenizer
                .as_ref()
                .is_some_and(PreTokenizer::is_known)
            && self
                .added_tokens
                .iter()
                .all(|token| token.special || token.swallows_nothing())
            && model.kind.as_deref() == Some("BPE")
            && empty(&model.continuing_subword_prefix)
            && empty(&model.end_of_word_suffix)
    }

    /// Returns the added tokens that are cut out of plain text too.
    pub(super) fn cut_out(&self) -> Vec<String> {
        let plain = self.added_tokens.iter().filter(|token| !token.special);
        plain.map(|token| token.content.clone()).collect()
    }
}

impl Added {
    fn swallows_nothing(&self) -> bool {
        let visible =
            !self.content.is_empty() && self.content.bytes().all(|b| b.is_ascii_graphic());
        visible && !self.lstrip && !self.rstrip && !self.single_word
    }
}

impl PreTokenizer {
    fn is_known(&self) -> bool {
        let Some([split, bytes]) = self.pretokenizers.as_deref() else {
            return false;
        };
        let pattern = split
            .pattern
            .as_ref()
            .and_then(|pattern| pattern.regex.as_deref());
        self.kind == "Sequence"
            && split.kind == "Split"
            && pattern.is_some_and(|pattern| KNOWN_PATTERNS.contains(&pattern))
            && split.behavior.as_deref() == Some("Isolated")
            && split.invert == Some(false)
            && bytes.kind == "ByteLevel"
            && bytes.add_prefix_space == Some(false)
            && bytes.use_regex == Some(false)
    }
}

impl Normalizer {
    fn keeps_lines_apart(&self) -> bool {
        let plain = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.contains('\n'));
        match self.kind.as_str() {
            "Prepend" => plain(&self.prepend),
            "Replace" => {
                let pattern = self
                    .pattern
                    .as_ref()
                    .and_then(|pattern| pattern.string.as_deref());
                pattern == Some(" ") && plain(&self.content)
            }
            "Sequence" => self
                .normalizers
                .iter()
                .flatten()
                .all(Self::keeps_lines_apart),
            _ => false,
        }
    }
}
