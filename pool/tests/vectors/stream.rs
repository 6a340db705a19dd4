//! format.md, section 3: streams and every draw on them.

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
            Some(draws) => draws
                .iter()
                .map(|draw| answer(&mut stream, draw))
                .collect::<Option<Vec<_>>>()
                .map(Out::Draws),
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

fn number(item: &Item) -> Option<u64> {
    match item {
        Item::Number(number) => Some(*number),
        Item::Text(text) => text.parse().ok(),
        _ => None,
    }
}

/// Gives what a draw gives; nothing for what has no answer.
fn answer(stream: &mut Stream, draw: &Draw) -> Option<Vec<Item>> {
    let Item::Text(name) = &draw[0] else {
        panic!("a draw has a name")
    };
    let length = |item: &Item| usize::try_from(number(item).unwrap()).unwrap();
    let items = |found: Vec<usize>| {
        let item = |at| Item::Number(u64::try_from(at).unwrap());
        found.into_iter().map(item).collect()
    };
    match name.as_str() {
        "sample" => stream.sample(length(&draw[1]), length(&draw[2])).map(items),
        "shuffle" => {
            let mut order: Vec<usize> = (0..length(&draw[1])).collect();
            stream.shuffle(&mut order);
            Some(items(order))
        }
        _ => (0..number(draw.last()?)?)
            .map(|_| one(stream, name, draw))
            .collect(),
    }
}

fn one(stream: &mut Stream, name: &str, draw: &Draw) -> Option<Item> {
    let positive = |item: &Item| number(item).filter(|&n| n > 0);
    match name {
        "d32" => Some(Item::Text(format!("{:08x}", stream.d32()))),
        "d64" => Some(Item::Text(format!("{:016x}", stream.d64()))),
        "below" => Some(Item::Text(stream.below(positive(&draw[1])?).to_string())),
        "chance" => Some(Item::Bool(
            stream.chance(number(&draw[1])?, positive(&draw[2])?),
        )),
        "weighted" => {
            let Item::Items(weights) = &draw[1] else {
                panic!("weights are a list")
            };
            let weights: Vec<u64> = weights.iter().map(|item| number(item).unwrap()).collect();
            stream
                .weighted(&weights)
                .map(|at| Item::Number(u64::try_from(at).unwrap()))
        }
        _ => panic!("draw {name} is new: add it here"),
    }
}
