//! format.md, section 3: digests and seeds, and `rank`. The closed list of purposes and the order of panels are the generator's.

use super::each;
use pool::derive::{Hasher, h, list};
use pool::stream::Seed;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(tag = "op")]
enum Given {
    H {
        tag: String,
        parts: Vec<Part>,
    },
    #[serde(rename = "seed32")]
    Seed {
        text: String,
    },
    #[serde(rename = "skey")]
    Key {
        seed: String,
        purpose: String,
        variant: String,
        id: String,
        ordinal: String,
    },
    #[serde(rename = "canary")]
    Canary {
        ids: Vec<Vec<String>>,
    },
    #[serde(rename = "purpose")]
    Purpose {},
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Part {
    Text(String),
    Hex(String),
    U64(String),
    List(Vec<Part>),
}

impl Part {
    fn bytes(&self) -> Option<Vec<u8>> {
        match self {
            Self::Text(text) => Some(text.clone().into_bytes()),
            Self::Hex(hex) => {
                let pairs = hex
                    .as_bytes()
                    .chunks(2)
                    .map(|pair| std::str::from_utf8(pair).unwrap());
                Some(
                    pairs
                        .map(|pair| u8::from_str_radix(pair, 16).unwrap())
                        .collect(),
                )
            }
            Self::U64(number) => number
                .parse()
                .ok()
                .map(|number: u64| number.to_le_bytes().to_vec()),
            Self::List(items) => {
                let items: Vec<Vec<u8>> = items.iter().map(Self::bytes).collect::<Option<_>>()?;
                Some(list(items.iter().map(Vec::as_slice)))
            }
        }
    }
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(untagged)]
enum Out {
    Digest(String),
    Holds(bool),
}

#[test]
fn vectors_of_derivation() {
    let mut tried = 0;
    each("derivation", |case, given, out: Option<Out>| {
        let found = match given {
            Given::H { tag, parts } => parts
                .iter()
                .map(Part::bytes)
                .collect::<Option<Vec<_>>>()
                .map(|parts| {
                    let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
                    h(&tag, &parts).hex()
                }),
            Given::Seed { text } => Some(pool::Digest(Seed::new(&text).0).hex()),
            Given::Key {
                seed,
                purpose,
                variant,
                id,
                ordinal,
            } => {
                let Ok(ordinal) = ordinal.parse::<u64>() else {
                    assert_eq!(out, None, "{case}");
                    return;
                };
                let seed = Seed::new(&seed).0;
                let parts: [&[u8]; 5] = [
                    &seed,
                    purpose.as_bytes(),
                    variant.as_bytes(),
                    id.as_bytes(),
                    &ordinal.to_le_bytes(),
                ];
                Some(h("stream", &parts).hex())
            }
            Given::Canary { ids } => {
                let mut hasher = Hasher::new("canary");
                for probe in ids {
                    let joined = probe
                        .iter()
                        .flat_map(|id| id.parse::<u64>().unwrap().to_le_bytes());
                    hasher.part(&joined.collect::<Vec<u8>>());
                }
                Some(hasher.finish().hex())
            }
            Given::Purpose {} => return,
        };
        tried += 1;
        assert_eq!(found.map(Out::Digest), out, "{case}");
    });
    assert!(tried >= 34, "{tried}");
}

#[derive(Deserialize)]
#[serde(tag = "op")]
enum Ranked {
    #[serde(rename = "rank")]
    Rank {
        seed: String,
        purpose: String,
        id: String,
    },
    #[serde(rename = "take")]
    Take {
        seed: String,
        purpose: String,
        ids: Vec<String>,
        k: usize,
    },
    #[serde(rename = "right-first")]
    RightFirst {},
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(untagged)]
enum RankedOut {
    Rank(String),
    Ids(Vec<String>),
    Holds(bool),
}

#[test]
fn vectors_of_ranks() {
    each("rank", |case, given, out: Option<RankedOut>| {
        let found = match given {
            Ranked::Rank { seed, purpose, id } => {
                let rank = Seed::new(&seed).rank(&purpose, id.as_bytes());
                let mut hex = [0; 32];
                pool::id::write_hex(&rank, &mut hex);
                Some(RankedOut::Rank(String::from_utf8(hex.to_vec()).unwrap()))
            }
            Ranked::Take {
                seed,
                purpose,
                mut ids,
                k,
            } => {
                let seed = Seed::new(&seed);
                ids.sort_by_cached_key(|id| (seed.rank(&purpose, id.as_bytes()), id.clone()));
                (k <= ids.len()).then(|| RankedOut::Ids(ids[..k].to_vec()))
            }
            Ranked::RightFirst {} => return,
        };
        assert_eq!(found, out, "{case}");
    });
}
