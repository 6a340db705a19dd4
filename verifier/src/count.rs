//! Counts tokens as the reference tokenizer does: format.md, section 6.
//! Independent of the generator by design: do not share, import or deduplicate.

use serde::Deserialize;
use serde::de::IgnoredAny;
use tokenizers::Tokenizer;

use crate::stream::{h, hex};
use crate::tables::probes;

/// A tokenizer that counts.
pub struct Counter(Tokenizer);

/// Why a tokenizer file is refused.
#[derive(Debug, thiserror::Error)]
pub enum CountFault {
    /// Not a tokenizer file that the engine can read.
    #[error("not a tokenizer file: {0}")]
    File(String),
    /// Every long text would count as the limit.
    #[error("the file truncates texts")]
    Truncation,
    /// A text would count as another number each time.
    #[error("the file has a dropout")]
    Dropout,
    /// The engine cannot encode a text.
    #[error("cannot encode a text: {0}")]
    Text(String),
}

/// What of a tokenizer file makes counts wrong.
#[derive(Deserialize)]
struct Hazards {
    #[serde(default)]
    truncation: Option<IgnoredAny>,
    model: ModelHazards,
}

#[derive(Deserialize)]
struct ModelHazards {
    #[serde(default)]
    dropout: Option<f64>,
}

impl Counter {
    /// Reads a tokenizer file.
    ///
    /// # Errors
    ///
    /// Refuses a file whose counts are no counts.
    pub fn new(file: &[u8]) -> Result<Self, CountFault> {
        let hazards: Hazards =
            serde_json::from_slice(file).map_err(|error| CountFault::File(error.to_string()))?;
        if hazards.truncation.is_some() {
            return Err(CountFault::Truncation);
        }
        if hazards.model.dropout.is_some_and(|dropout| dropout != 0.0) {
            return Err(CountFault::Dropout);
        }
        let read = Tokenizer::from_bytes(file);
        let mut tokenizer = read.map_err(|error| CountFault::File(error.to_string()))?;
        tokenizer.with_padding(None);
        tokenizer.set_encode_special_tokens(true);
        Ok(Self(tokenizer))
    }

    /// Returns the number of tokens of a text.
    ///
    /// # Errors
    ///
    /// Passes on the engine's word.
    pub fn tokens(&self, text: &str) -> Result<u64, CountFault> {
        let ids = self.ids(text)?;
        Ok(u64::try_from(ids.len()).expect("a length in memory fits 64 bits"))
    }

    /// Returns the digest of the token ids of the probe strings, as 64 hex digits.
    ///
    /// # Errors
    ///
    /// Passes on the engine's word.
    pub fn canary(&self) -> Result<String, CountFault> {
        let ids = probes()
            .iter()
            .map(|probe| self.ids(probe))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(canary_of(&ids))
    }

    fn ids(&self, text: &str) -> Result<Vec<u32>, CountFault> {
        let encoding = self.0.encode_fast(text, false);
        let encoding = encoding.map_err(|error| CountFault::Text(error.to_string()))?;
        Ok(encoding.get_ids().to_vec())
    }
}

/// Returns the digest of the ids of each probe string.
#[must_use]
pub fn canary_of(ids: &[Vec<u32>]) -> String {
    let part = |ids: &Vec<u32>| {
        ids.iter()
            .flat_map(|id| u64::from(*id).to_le_bytes())
            .collect()
    };
    let parts: Vec<Vec<u8>> = ids.iter().map(part).collect();
    let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
    hex(&h("canary", &parts))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(truncation: &str, padding: &str, dropout: &str) -> String {
        let special = r#"{"id":4,"content":"<s>","single_word":false,"lstrip":false,"rstrip":false,"normalized":false,"special":true}"#;
        format!(
            r#"{{"version":"1.0","truncation":{truncation},"padding":{padding},"added_tokens":[{special}],"normalizer":null,"pre_tokenizer":null,"post_processor":null,"decoder":null,"model":{{"type":"BPE","dropout":{dropout},"unk_token":null,"continuing_subword_prefix":null,"end_of_word_suffix":null,"fuse_unk":false,"byte_fallback":false,"vocab":{{"<":0,"s":1,">":2,"ss":3}},"merges":[["s","s"]]}}}}"#
        )
    }

    #[test]
    fn special_tokens_are_plain_text_and_padding_is_cleared() {
        let padding = r#"{"strategy":{"Fixed":20},"direction":"Right","pad_to_multiple_of":null,"pad_id":0,"pad_type_id":0,"pad_token":"<"}"#;
        let counter = Counter::new(file("null", padding, "0.0").as_bytes()).unwrap();
        assert_eq!(counter.tokens("<s>").unwrap(), 3);
        assert_eq!(counter.tokens("ssss").unwrap(), 2);
        assert_eq!(counter.tokens("").unwrap(), 0);
        assert_eq!(counter.canary().unwrap().len(), 64);
    }

    #[test]
    fn files_that_count_wrong_are_refused() {
        let truncation =
            r#"{"direction":"Right","max_length":5,"strategy":"LongestFirst","stride":0}"#;
        let cut = Counter::new(file(truncation, "null", "null").as_bytes());
        assert!(matches!(cut, Err(CountFault::Truncation)));
        let drop = Counter::new(file("null", "null", "0.1").as_bytes());
        assert!(matches!(drop, Err(CountFault::Dropout)));
        assert!(matches!(Counter::new(b"{}"), Err(CountFault::File(_))));
    }
}
