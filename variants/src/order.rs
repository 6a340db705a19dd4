//! Record ids, order and shard cuts: docs/format.md, sections 7.2 and 7.3.

use crate::bench::{Bench, Progress};
use crate::draft::{Draft, LineRef};
use crate::error::BuildError;
use crate::record::{draws, meta, record_id};
use pool::id::write_hex;
use pool::stream::Rank;
use rayon::prelude::*;

/// Gives every draft its id and sorts them by (rank, id).
pub(crate) fn order(
    bench: &Bench<'_>,
    drafts: &mut [Draft],
    lines: &[LineRef],
    progress: Progress<'_>,
) -> Result<(), BuildError> {
    let total = u64::try_from(drafts.len()).expect("a count of records");
    let mut done = 0;
    for chunk in drafts.chunks_mut(1 << 16) {
        let ids = chunk
            .par_iter()
            .map(|draft| {
                let seed = draws(bench, draft)?.then_some(&bench.seed);
                Ok(record_id(draft.kind, &meta(bench, draft, lines)?, seed))
            })
            .collect::<Result<Vec<_>, BuildError>>()?;
        for (draft, id) in chunk.iter_mut().zip(ids) {
            draft.id = id;
        }
        done += u64::try_from(chunk.len()).expect("a count of records");
        progress("order", done, total);
    }
    drafts.par_sort_by_cached_key(|draft| (rank(bench, &draft.id), draft.id));
    let repeated = drafts.windows(2).any(|pair| pair[0].id == pair[1].id);
    assert!(!repeated, "two records of a split have one id");
    Ok(())
}

fn rank(bench: &Bench<'_>, id: &[u8; 16]) -> Rank {
    let mut hex = [0; 32];
    write_hex(id, &mut hex);
    bench.seed.rank("order", &hex)
}
