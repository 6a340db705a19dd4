//! Level 2 on records that an auditor's nonce chooses: format.md, section 8.3.
//!
//! The first reading keeps the chosen ids and places; a second one replays them.

use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, Read as _, Take};
use std::num::NonZeroU64;

use rayon::prelude::*;

use super::Rules;
use super::files::Found;
use super::gathered::At;
use super::manifest::index_path;
use super::record::{Again, again};
use super::shards::sidecar_fault;
use crate::error::Error;
use crate::finding::{Check, Code, Fault, Place};
use crate::stream::{h, hex};
use crate::tally::Tally;
use crate::wire::{Entry, Folder, FolderFault, LineReader, ReadFault, ShardRef, SidecarReader};

/// Which records level 2 looks at, where it does not look at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// How many; all if there are fewer.
    pub size: NonZeroU64,
    /// A text that the release's maker could not foresee.
    pub nonce: String,
}

/// A record that was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chosen {
    pub(crate) at: At,
    id: [u8; 16],
}

/// Keeps the records with the smallest keys; 40 bytes each.
pub(crate) struct Choice {
    nonce: String,
    size: usize,
    /// Key, id, and place, which tells apart records that wrongly have one id.
    heap: BinaryHeap<([u8; 8], [u8; 16], At)>,
}

impl Choice {
    pub(crate) fn new(sample: &Sample) -> Self {
        Self {
            nonce: sample.nonce.clone(),
            size: usize::try_from(sample.size.get()).unwrap_or(usize::MAX),
            heap: BinaryHeap::new(),
        }
    }

    /// Takes a record in if its key is among the smallest so far.
    pub(crate) fn offer(&mut self, id: [u8; 16], at: At) {
        let digest = h("sample", &[self.nonce.as_bytes(), hex(&id).as_bytes()]);
        let key = *digest.first_chunk().expect("a digest is longer");
        self.heap.push((key, id, at));
        if self.heap.len() > self.size {
            self.heap.pop();
        }
    }

    /// Returns the chosen records in the order of their places.
    pub(crate) fn finish(self) -> Vec<Chosen> {
        let chosen = self.heap.into_iter();
        let mut chosen: Vec<_> = chosen.map(|(_, id, at)| Chosen { at, id }).collect();
        chosen.sort_unstable_by_key(|chosen| chosen.at);
        chosen
    }
}

/// The second reading.
pub(crate) struct Replays<'a> {
    pub(crate) folder: &'a Folder,
    pub(crate) found: &'a Found,
    pub(crate) rules: &'a Rules<'a>,
    pub(crate) tally: &'a mut Tally,
    /// Records that replay gave again.
    pub(crate) replayed: u64,
}

impl Replays<'_> {
    /// Replays the chosen records of one shard, up to the last of them.
    pub(crate) fn shard(&mut self, shard: &ShardRef, chosen: &[Chosen]) -> Result<(), Error> {
        let carrier = self.rules.manifest.carrier;
        let mut left = chosen;
        if let Some(file) = self.open(&shard.path)? {
            let mut reader = if carrier.is_zstd() {
                LineReader::frames(file)
            } else {
                LineReader::plain(file)
            };
            let mut entries = self.entries(shard)?;
            let mut start = 0;
            while !left.is_empty() {
                let batch = match reader.next_batch() {
                    Ok(Some(batch)) => batch,
                    Err(ReadFault::Io(error)) => return Err(Error::io(&shard.path, error)),
                    // What stops the reading was said before, and no record behind it was chosen.
                    Ok(None) | Err(_) => break,
                };
                let lines = batch.lines();
                let end = start + lines.len();
                let (here, after) = left.split_at(left.partition_point(|next| row(next) < end));
                let looked: Vec<Option<Again>> = here
                    .par_iter()
                    .map(|next| again(self.rules, shard.split, lines[row(next) - start]))
                    .collect();
                for (next, again) in here.iter().zip(looked) {
                    self.one(next, again, entries.as_mut())?;
                }
                (left, start) = (after, end);
            }
        }
        for next in left {
            self.one(next, None, None)?;
        }
        Ok(())
    }

    fn one(
        &mut self,
        chosen: &Chosen,
        again: Option<Again>,
        entries: Option<&mut Entries>,
    ) -> Result<(), Error> {
        let id = hex(&chosen.id);
        let place = Place {
            record: id.clone(),
            ..chosen.at.place(self.rules.manifest)
        };
        let Some(again) = again.filter(|again| again.record == id) else {
            let fault = Fault::new(Code::Replay, "the record as it was read before", "another");
            self.tally.look(Check::Replay, &place, Some(fault));
            return Ok(());
        };
        again.look.put(self.tally, &place);
        self.replayed += u64::from(again.replayed);
        if let (Some(own), Some(entries)) = (again.entry, entries) {
            let entry = entries.at(row(chosen));
            let entry = entry.map_err(|error| Error::io("index", error))?;
            self.tally
                .look(Check::Sidecars, &place, sidecar_fault(entry, own));
        }
        Ok(())
    }

    fn open(&self, path: &str) -> Result<Option<Take<File>>, Error> {
        match self.folder.file(path) {
            Ok((file, size)) => Ok(Some(file.take(size))),
            Err(FolderFault::Missing | FolderFault::NotRegular(_)) => Ok(None),
            Err(FolderFault::Io(error)) => Err(Error::io(path, error)),
        }
    }

    /// Opens the sidecar, which the first reading could not use where the carrier has no text.
    fn entries(&self, shard: &ShardRef) -> Result<Option<Entries>, Error> {
        let carrier = self.rules.manifest.carrier;
        let path = index_path(&shard.path, carrier);
        if carrier.has_text() || !self.found.is_sound(&path) {
            return Ok(None);
        }
        let file = self.open(&path)?;
        Ok(file.map(|file| Entries {
            reader: SidecarReader::new(BufReader::new(file)),
            next: 0,
        }))
    }
}

fn row(chosen: &Chosen) -> usize {
    usize::try_from(chosen.at.row()).expect("a row was counted in memory's reach")
}

/// Entries of a sidecar, by ascending rows.
struct Entries {
    reader: SidecarReader<BufReader<Take<File>>>,
    next: usize,
}

impl Entries {
    fn at(&mut self, row: usize) -> io::Result<Option<Entry>> {
        let mut entry = None;
        while self.next <= row {
            entry = self.reader.next_entry()?;
            self.next += 1;
        }
        Ok(entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_keys_stay_whatever_the_order_of_offers() {
        let ids: Vec<[u8; 16]> = (0..50).map(|number| [number; 16]).collect();
        let choose = |size: u64, order: &mut dyn Iterator<Item = usize>| {
            let size = NonZeroU64::new(size).unwrap();
            let mut choice = Choice::new(&Sample {
                size,
                nonce: "n".to_owned(),
            });
            for index in order {
                choice.offer(ids[index], At::shard(0, u64::try_from(index).unwrap()));
                assert!(choice.heap.len() <= choice.size);
            }
            choice.finish()
        };
        let ten = choose(10, &mut (0..50));
        assert_eq!(ten.len(), 10);
        assert_eq!(ten, choose(10, &mut (0..50).rev()));
        let eleven = choose(11, &mut (0..50));
        assert!(ten.iter().all(|chosen| eleven.contains(chosen)));
        assert_eq!(choose(99, &mut (0..50)).len(), 50);
    }
}
