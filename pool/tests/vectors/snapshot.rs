//! format.md, section 2.2.

use super::{Row, each};
use pool::derive::{Hasher, merkle_root};
use pool::{Digest, form};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "lowercase")]
enum Given {
    Merkle { leaves: Vec<String> },
    Snapshot { articles: Vec<Row> },
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(untagged)]
enum Out {
    Root(String),
    Snapshot {
        articles: Vec<Entry>,
        snapshot: String,
    },
}

#[derive(Deserialize, Debug, PartialEq)]
struct Entry {
    id: String,
    digest: String,
    entry: String,
}

#[test]
fn vectors_of_snapshots() {
    each("snapshot", |case, given, out: Option<Out>| {
        let found = match given {
            Given::Merkle { leaves } => {
                assert_eq!(Some(Out::Root(plain_root(&leaves))), out, "{case}");
                return;
            }
            Given::Snapshot { articles } => snapshot(&articles),
        };
        assert_eq!(found, out, "{case}");
    });
}

/// The root over leaves of any bytes, by the recursion of RFC 9162: the pool's own takes 32-byte leaves alone.
fn plain_root(leaves: &[String]) -> String {
    fn root(leaves: &[&[u8]]) -> [u8; 32] {
        match leaves {
            [] => Sha256::digest(b"").into(),
            [leaf] => Sha256::new()
                .chain_update([0])
                .chain_update(leaf)
                .finalize()
                .into(),
            _ => {
                let cut = leaves.len().next_power_of_two() / 2;
                let (left, right) = leaves.split_at(cut);
                Sha256::new()
                    .chain_update([1])
                    .chain_update(root(left))
                    .chain_update(root(right))
                    .finalize()
                    .into()
            }
        }
    }
    let bytes: Vec<&[u8]> = leaves.iter().map(String::as_bytes).collect();
    let digest = root(&bytes);
    // Where leaves have 32 bytes, the pool's one-pass root must be the same.
    let digests: Vec<Digest> = leaves
        .iter()
        .map(|leaf| Hasher::new(leaf).finish())
        .collect();
    let long: Vec<&[u8]> = digests.iter().map(|digest| digest.0.as_slice()).collect();
    assert_eq!(merkle_root(digests.iter().copied()).0, root(&long));
    Digest(digest).hex()
}

fn snapshot(rows: &[Row]) -> Option<Out> {
    let mut articles = rows.iter().map(Row::article).collect::<Option<Vec<_>>>()?;
    articles.sort_by_key(|article| article.id);
    let sound = articles.iter().all(|article| form::row(article).is_empty());
    let once = articles.is_sorted_by(|a, b| a.id < b.id);
    if articles.is_empty() || !sound || !once {
        return None;
    }
    let entries = articles.iter().map(|article| Entry {
        id: article.id.to_string(),
        digest: article.digest().hex(),
        entry: article.entry().hex(),
    });
    let snapshot = merkle_root(articles.iter().map(pool::Article::entry)).hex();
    Some(Out::Snapshot {
        articles: entries.collect(),
        snapshot,
    })
}
