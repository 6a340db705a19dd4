//! Sections 3 and 4: digests, streams, ranks, shares, splits.

use std::num::NonZeroU64;

use serde_json::json;
use sha2::{Digest as _, Sha256};
use verifier::count::canary_of;
use verifier::replay::right_first;
use verifier::stream::{
    Ratio, Splitter, Stream, allot, h, hex, list_part, rank, seed32, share, stream_key, unhex,
};
use verifier::wire::Order;

use super::{Value, number, run, text, texts, usize_of};

#[test]
fn derivation() {
    run("derivation", "H", |given| {
        let parts = given["parts"].as_array()?.iter().map(part_of);
        let parts = parts.collect::<Option<Vec<_>>>()?;
        let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
        Some(json!(hex(&h(text(&given["tag"]), &parts))))
    });
    run("derivation", "seed32", |given| {
        Some(json!(hex(&seed32(text(&given["text"])))))
    });
    run("derivation", "skey", |given| {
        let [seed, purpose, variant, id] =
            ["seed", "purpose", "variant", "id"].map(|field| text(&given[field]));
        let ordinal = number(&given["ordinal"])?;
        Some(json!(hex(&stream_key(
            &seed32(seed),
            purpose,
            variant,
            id,
            ordinal
        ))))
    });
    run("derivation", "canary", |given| {
        let ids = |ids: &Value| -> Vec<u32> {
            ids.as_array()
                .unwrap()
                .iter()
                .map(|id| text(id).parse().unwrap())
                .collect()
        };
        let ids: Vec<Vec<u32>> = given["ids"].as_array()?.iter().map(ids).collect();
        Some(json!(canary_of(&ids)))
    });
}

/// Returns the bytes of one part of H.
fn part_of(part: &Value) -> Option<Vec<u8>> {
    if let Some(text) = part.get("text") {
        return Some(text.as_str()?.as_bytes().to_vec());
    }
    if let Some(raw) = part.get("hex") {
        return bytes_of(text(raw));
    }
    if let Some(number_of) = part.get("u64") {
        return Some(number(number_of)?.to_le_bytes().to_vec());
    }
    let items = part["list"].as_array()?.iter().map(part_of);
    let items = items.collect::<Option<Vec<_>>>()?;
    Some(list_part(items.iter().map(Vec::as_slice)))
}

fn bytes_of(hex: &str) -> Option<Vec<u8>> {
    let pair = |at| Some(unhex::<1>(hex.get(at..at + 2)?)?[0]);
    (0..hex.len()).step_by(2).map(pair).collect()
}

#[test]
fn streams() {
    run("stream", "", |given| {
        let mut stream = Stream::with_key(unhex(text(&given["key"])).unwrap());
        let Some(draws) = given.get("draws") else {
            let n = NonZeroU64::new(number(&given["n"])?)?;
            let mut sha = Sha256::new();
            (0..number(&given["count"])?).for_each(|_| sha.update(stream.below(n).to_le_bytes()));
            return Some(json!({ "sha256_of_le64": hex(&sha.finalize()) }));
        };
        let draws = draws
            .as_array()?
            .iter()
            .map(|draw| drawn(&mut stream, draw.as_array()?));
        Some(Value::Array(draws.collect::<Option<_>>()?))
    });
}

fn drawn(stream: &mut Stream, draw: &[Value]) -> Option<Value> {
    let count = |at: usize| 0..usize_of(&draw[at]);
    Some(match text(&draw[0]) {
        "d32" => count(1)
            .map(|_| json!(format!("{:08x}", stream.d32())))
            .collect(),
        "d64" => count(1)
            .map(|_| json!(format!("{:016x}", stream.d64())))
            .collect(),
        "below" => {
            let n = NonZeroU64::new(number(&draw[1])?)?;
            count(2)
                .map(|_| json!(stream.below(n).to_string()))
                .collect()
        }
        "chance" => {
            let (a, b) = (number(&draw[1])?, NonZeroU64::new(number(&draw[2])?)?);
            count(3).map(|_| json!(stream.chance(a, b))).collect()
        }
        "weighted" => {
            let weights: Vec<u64> = draw[1]
                .as_array()?
                .iter()
                .map(number)
                .collect::<Option<_>>()?;
            let drawn = count(2).map(|_| stream.weighted(&weights).map(|index| json!(index)));
            Value::Array(drawn.collect::<Option<_>>()?)
        }
        "sample" => {
            let items = stream.sample(usize_of(&draw[1]), usize_of(&draw[2]))?;
            items.into_iter().map(|item| json!(item)).collect()
        }
        "shuffle" => {
            let mut items: Vec<usize> = (0..usize_of(&draw[1])).collect();
            stream.shuffle(&mut items);
            items.into_iter().map(|item| json!(item)).collect()
        }
        other => panic!("unknown draw {other}"),
    })
}

#[test]
fn ranks() {
    let rank_of =
        |given: &Value, id: &str| rank(&seed32(text(&given["seed"])), text(&given["purpose"]), id);
    run("rank", "rank", |given| {
        Some(json!(hex(&rank_of(given, text(&given["id"])))))
    });
    run("rank", "take", |given| {
        let mut ids: Vec<_> = texts(&given["ids"])
            .into_iter()
            .map(|id| (rank_of(given, id), id))
            .collect();
        ids.sort_unstable();
        let taken = ids.get(..usize_of(&given["k"]))?;
        Some(taken.iter().map(|(_, id)| json!(id)).collect())
    });
    run("rank", "right-first", |given| {
        let order: Order = serde_json::from_value(given["order"].clone()).ok()?;
        Some(json!(right_first(
            order,
            &seed32(text(&given["seed"])),
            text(&given["m1"])
        )))
    });
}

#[test]
fn quotas() {
    run("quota", "allot", |given| {
        let weights: Vec<u64> = given["w"]
            .as_array()?
            .iter()
            .map(number)
            .collect::<Option<_>>()?;
        let parts = allot(number(&given["n"])?, &weights)?;
        Some(
            parts
                .into_iter()
                .map(|part| json!(part.to_string()))
                .collect(),
        )
    });
    run("quota", "share", |given| {
        let number = |field: &str| number(&given[field]);
        Some(json!(
            share(number("others")?, number("a")?, number("b")?)?.to_string()
        ))
    });
}

fn splitter(given: &Value) -> Option<Splitter> {
    let ratio = |field: &str| Ratio::parse(text(&given[field]));
    Splitter::new(
        seed32(text(&given["seed"])),
        ratio("validation")?,
        ratio("test")?,
    )
}

#[test]
fn splits() {
    run("split", "split", |given| {
        let (splitter, group) = (splitter(given)?, text(&given["group"]));
        let (t, v) = splitter.thresholds();
        let (t, v, u) = (
            t.to_string(),
            v.to_string(),
            splitter.place(group).to_string(),
        );
        Some(json!({ "u": u, "T": t, "V": v, "split": splitter.split(group).name() }))
    });
    run("split", "bridge", |given| {
        let splitter = splitter(given)?;
        let split = splitter.split(text(&given["group"]));
        let bridges = texts(&given["near"])
            .into_iter()
            .any(|near| splitter.split(near) != split);
        Some(json!(if bridges {
            "split_bridge"
        } else {
            split.name()
        }))
    });
}
