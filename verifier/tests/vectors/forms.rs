//! Sections 5, 7 and 9: what stands in texts, records, shards and ledgers.

use std::num::NonZeroU64;

use serde_json::json;
use sha2::{Digest as _, Sha256};
use verifier::form::{read_ledger, read_record};
use verifier::replay::{common_origin, mosaic_panels};
use verifier::stream::{Stream, hex, rank, seed32, unhex};
use verifier::text::{Separators, assemble, cut, panel_fault};
use verifier::wire::json::{scan, write};
use verifier::wire::{
    ContentPart, Entry, Family, Kind, Meta, Split, Style, content_id, record_id, shard_name,
};

use super::{Value, number, run, text, texts, usize_of};

fn family(name: &Value) -> Option<Family> {
    [Family::Cross, Family::Run]
        .into_iter()
        .find(|family| family.name() == text(name))
}

#[test]
fn bridge() {
    // That panels have no LF at their ends is a promise of the pool, which replay rests on.
    let whole =
        |panel: &str| !panel.is_empty() && !panel.starts_with('\n') && !panel.ends_with('\n');
    run("bridge", "join", |given| {
        let (left, right) = (text(&given["left"]), text(&given["right"]));
        if !whole(left) || !whole(right) {
            return None;
        }
        let text = match given["right_first"].as_bool()? {
            true => assemble(right, left),
            false => assemble(left, right),
        };
        let bridge = text.len() - left.len() - right.len();
        Some(json!({ "text": text, "bridge": bridge }))
    });
    run("bridge", "parse", |given| {
        let (first, second) = cut(text(&given["text"]))?;
        Some(json!({ "first": first, "second": second }))
    });
    run("article", "panel", |given| {
        panel_fault(text(&given["panel"]))
            .is_none()
            .then_some(json!(true))
    });
}

#[test]
fn mosaic() {
    run("mosaic", "mixed", |given| {
        let (seed, family) = (seed32(text(&given["seed"])), family(&given["family"])?);
        let lines = usize_of(&given["k"]);
        if lines > 8 {
            return None;
        }
        let drawn = Separators::of(Style::Mixed, &seed, family, text(&given["first"]), lines)?;
        Some(json!(drawn.digits()))
    });
    run("mosaic", "length", |given| {
        let (seed, family) = (seed32(text(&given["seed"])), family(&given["family"])?);
        let first = text(&given["first"]);
        let mut stream = Stream::open(&seed, "mosaic.length", family.name(), first, 0);
        Some(json!(2 + stream.below(NonZeroU64::new(7)?)))
    });
    run("mosaic", "render", |given| {
        let separators = Separators::parse(text(&given["s"]))?;
        let panels = mosaic_panels(&texts(&given["left"]), &texts(&given["right"]), &separators)?;
        let (left, right) = (panels.left.as_str(), panels.right.as_str());
        let right_first = given["right_first"].as_bool()?;
        Some(json!(if right_first {
            assemble(right, left)
        } else {
            assemble(left, right)
        }))
    });
}

#[test]
fn canonical_json() {
    let out = |value: Result<Vec<u8>, String>| {
        value.ok().map(|out| json!(String::from_utf8(out).unwrap()))
    };
    run("json", "string", |given| out(write(text(&given["text"]))));
    run("json", "integer", |given| out(write(&number(&given["n"])?)));
    run("json", "read", |given| {
        let hex = text(&given["hex"]);
        let byte = |at| unhex::<1>(&hex[at..at + 2]).unwrap()[0];
        let bytes: Vec<u8> = (0..hex.len()).step_by(2).map(byte).collect();
        scan(&bytes).ok().map(|()| json!(true))
    });
}

#[test]
fn record() {
    run("record", "id", |given| {
        let [category, kind, meta] = ["category", "kind", "meta"].map(|field| text(&given[field]));
        let seed = given.get("seed").map(|seed| seed32(text(seed)));
        let seed = seed.as_ref().map_or(&[][..], |seed| seed.as_slice());
        let own = Kind::parse(kind).zip(Meta::parse(meta).ok());
        let draws = own.is_some_and(|(kind, meta)| meta.draws(kind));
        assert_eq!(draws, !seed.is_empty(), "{category} {kind} {meta}");
        Some(json!(hex(&record_id(seed, category, kind, meta))))
    });
    run("record", "origin", |given| {
        let origins = texts(&given["origins"]);
        let (reversed, origin) = common_origin(given["right_first"].as_bool()?, &origins);
        Some(json!({ "reversed": reversed, "origin": origin }))
    });
    run("record", "read", |given| {
        read_record(text(&given["line"]).as_bytes(), &seed32("42"))
            .ok()
            .map(|_| json!(true))
    });
}

#[test]
fn order() {
    run("order", "order", |given| {
        let seed = seed32(text(&given["seed"]));
        let ids = texts(&given["ids"]);
        let mut ids: Vec<_> = ids
            .into_iter()
            .map(|id| (rank(&seed, "order", id), id))
            .collect();
        ids.sort_unstable();
        Some(ids.into_iter().map(|(_, id)| json!(id)).collect())
    });
    run("order", "name", |given| {
        let (k, n) = (number(&given["k"])?, number(&given["n"])?);
        let split = Split::parse(text(&given["split"]))?;
        (k < n && n <= 100_000)
            .then(|| json!(format!("{}/{}", split.name(), shard_name(split, k, n))))
    });
    run("order", "sidecar", |given| {
        let lines = texts(&given["lines"]);
        let mut index = Vec::new();
        for line in &lines {
            let entry = Entry::of(line.as_bytes())?;
            index.extend_from_slice(&entry.length.to_le_bytes());
            index.extend_from_slice(&entry.digest);
        }
        let content: [u8; 32] = Sha256::digest(lines.concat().as_bytes()).into();
        Some(json!({ "idx": hex(&index), "content_sha256": hex(&content) }))
    });
    run("order", "content_id", |given| {
        let part = |shard: &Value| ContentPart {
            split: text(&shard["split"]).to_owned(),
            path: text(&shard["path"]).to_owned(),
            records: number(&shard["records"]).unwrap(),
            tokens: number(&shard["tokens"]).unwrap(),
            content: unhex(text(&shard["content_sha256"])).unwrap(),
        };
        let mut shards: Vec<ContentPart> = given["shards"].as_array()?.iter().map(part).collect();
        shards.sort_by(|one, other| one.path.as_bytes().cmp(other.path.as_bytes()));
        Some(json!(content_id(&shards)))
    });
}

#[test]
fn ledger() {
    run("ledger", "read", |given| {
        let lines: Vec<&[u8]> = texts(&given["lines"])
            .into_iter()
            .map(str::as_bytes)
            .collect();
        read_ledger(&lines).ok().map(|()| json!(true))
    });
    run("ledger", "excerpt", |given| {
        let excerpt: String = text(&given["text"])
            .chars()
            .take(usize_of(&given["scalars"]))
            .collect();
        Some(json!(excerpt))
    });
}
