//! format.md, section 3: streams. Draws that no rule of this version makes (`chance`, `weighted`, `sample`, `shuffle`) are the
//! generator's to add.

use super::{each, key32};
use pool::stream::Stream;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

#[derive(Deserialize)]
struct Given {
    key: String,
    draws: Option<Vec<Draw>>,
    n: Option<String>,
    count: Option<usize>,
}

#[derive(Deserialize, Clone, Debug, PartialEq)]
#[serde(untagged)]
enum Item {
    Text(String),
    Number(u64),
    Bool(bool),
    Items(Vec<Item>),
}

type Draw = Vec<Item>;

#[derive(Deserialize, Debug, PartialEq)]
#[serde(untagged)]
enum Out {
    Draws(Vec<Vec<Item>>),
    Digest { sha256_of_le64: String },
}

#[test]
fn vectors_of_streams() {
    let mut tried = 0;
    each("stream", |case, given: Given, out: Option<Out>| {
        let mut stream = Stream::from_key(key32(&given.key));
        let found = match &given.draws {
            Some(draws) if draws.iter().all(is_plain) => draws
                .iter()
                .map(|draw| plain(&mut stream, draw))
                .collect::<Option<Vec<_>>>()
                .map(Out::Draws),
            Some(_) => return,
            None => {
                let n = given.n.unwrap().parse().unwrap();
                let mut hash = Sha256::new();
                for _ in 0..given.count.unwrap() {
                    hash.update(stream.below(n).to_le_bytes());
                }
                Some(Out::Digest {
                    sha256_of_le64: pool::Digest(hash.finalize().into()).hex(),
                })
            }
        };
        tried += 1;
        assert_eq!(found, out, "{case}");
    });
    assert!(tried > 15, "{tried}");
}

fn is_plain(draw: &Draw) -> bool {
    matches!(&draw[0], Item::Text(name) if ["d32", "d64", "below"].contains(&name.as_str()))
}

fn number(item: &Item) -> Option<u64> {
    match item {
        Item::Number(number) => Some(*number),
        Item::Text(text) => text.parse().ok(),
        _ => None,
    }
}

/// Draws as many times as the last item says; nothing for what has no answer.
fn plain(stream: &mut Stream, draw: &Draw) -> Option<Vec<Item>> {
    let count = number(draw.last()?)?;
    let Item::Text(name) = &draw[0] else {
        panic!("a draw has a name")
    };
    (0..count)
        .map(|_| match name.as_str() {
            "d32" => Some(Item::Text(format!("{:08x}", stream.d32()))),
            "d64" => Some(Item::Text(format!("{:016x}", stream.d64()))),
            _ => {
                let n = number(&draw[1]).filter(|&n| n > 0)?;
                Some(Item::Text(stream.below(n).to_string()))
            }
        })
        .collect()
}
