//! Vectors of order, content ids and frames.

use super::read;
use crate::manifest::{ShardRow, content_id};
use crate::shard;
use crate::split::Split;
use pool::stream::Seed;
use serde::Deserialize;

#[derive(Deserialize)]
struct IdsIn {
    seed: String,
    ids: Vec<String>,
}

#[test]
fn orders() {
    for vector in read::<IdsIn, Vec<String>>("order", Some("order")) {
        let seed = Seed::new(&vector.r#in.seed);
        let mut ids = vector.r#in.ids;
        ids.sort_by_key(|id| (seed.rank("order", id.as_bytes()), id.clone()));
        assert_eq!(Some(ids), vector.out, "{}", vector.case);
    }
}

#[derive(Deserialize)]
struct ShardsIn {
    shards: Vec<ShardIn>,
}

#[derive(Deserialize)]
struct ShardIn {
    path: String,
    split: String,
    records: u64,
    tokens: u64,
    content_sha256: String,
}

#[test]
fn content_ids() {
    for vector in read::<ShardsIn, String>("order", Some("content_id")) {
        let mut shards: Vec<ShardRow> = vector.r#in.shards.iter().map(ShardIn::row).collect();
        shards.sort_by(|a, b| a.path.cmp(&b.path));
        assert_eq!(Some(content_id(&shards)), vector.out, "{}", vector.case);
    }
}

impl ShardIn {
    fn row(&self) -> ShardRow {
        ShardRow {
            path: format!("{}.jsonl", self.path),
            split: Split::ALL
                .map(Split::name)
                .into_iter()
                .find(|name| *name == self.split)
                .unwrap(),
            records: self.records,
            tokens: self.tokens,
            content_sha256: self.content_sha256.clone(),
            bytes: 0,
            file_sha256: String::new(),
        }
    }
}

#[derive(Deserialize)]
struct FramesIn {
    lengths: Vec<usize>,
}

#[test]
fn frames() {
    for vector in read::<FramesIn, Vec<usize>>("order", Some("frames"))
        .iter()
        .filter(|vector| vector.valid)
    {
        let mut frames = shard::Frames::default();
        for &length in &vector.r#in.lengths {
            let mut line = vec![b'x'; length - 1];
            line.push(b'\n');
            frames.push(&line);
        }
        let lines = |frame: &[u8]| frame.iter().filter(|&&byte| byte == b'\n').count();
        let got: Vec<usize> = frames.closed().iter().map(|frame| lines(frame)).collect();
        assert_eq!(Some(&got), vector.out.as_ref(), "{}", vector.case);
    }
}
