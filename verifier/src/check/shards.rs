//! Reads shards once, from start to end, and puts every record to its checks: format.md,
//! sections 7.3 and 8.
//!
//! A shard is read a batch of about 1 MiB at a time: while one batch is looked at by all threads,
//! the next is read. What they find is put in order by one.

use std::fs::File;
use std::io::{BufReader, Take};

use rayon::prelude::*;
use sha2::{Digest as _, Sha256};

use super::gathered::{At, Gathered};
use super::record::{Looked, look};
use super::{HashedRead, Rules};
use crate::error::Error;
use crate::finding::{Check, Code, Fault, Place};
use crate::stream::{Rank, hex};
use crate::tally::Tally;
use crate::wire::{
    Batch, Entry, Folder, FolderFault, IndexRef, LineReader, ReadFault, ShardRef, SidecarReader,
    Split,
};

/// Where a record stands among the others of its split.
type OrderKey = (Rank, [u8; 16]);

/// What goes on from shard to shard.
pub(crate) struct Shards<'a> {
    pub(crate) folder: &'a Folder,
    pub(crate) rules: &'a Rules<'a>,
    pub(crate) tally: &'a mut Tally,
    pub(crate) gathered: &'a mut Gathered,
    /// The split of the last record, and its order key.
    pub(crate) last: Option<(Split, OrderKey)>,
}

/// What is worked out while one shard is read.
struct Reading<'a> {
    index: usize,
    shard: &'a ShardRef,
    sidecar: Option<SidecarReader<HashedRead<BufReader<File>>>>,
    /// Whether lines and entries are still of the same records.
    in_step: bool,
    /// None once a record of the shard could not be made whole.
    content: Option<Sha256>,
    records: u64,
    tokens: u64,
}

impl Shards<'_> {
    /// Reads a shard and its sidecar; returns the digests of both files.
    pub(crate) fn read(
        &mut self,
        index: usize,
        sidecar: Option<&IndexRef>,
    ) -> Result<Vec<(String, String)>, Error> {
        let shard = &self.rules.manifest.shards[index];
        let carrier = self.rules.manifest.carrier;
        let Some(file) = self.open(&shard.path)? else {
            return Ok(Vec::new());
        };
        let source = HashedRead::new(file);
        let mut reader = if carrier.is_zstd() {
            LineReader::frames(source)
        } else {
            LineReader::plain(source)
        };
        let entries = match sidecar {
            Some(sidecar) => self.open_sidecar(&sidecar.path)?,
            None => None,
        };
        let content = self.rules.has_texts().then(Sha256::new);
        let mut reading = Reading {
            index,
            shard,
            sidecar: entries,
            in_step: true,
            content,
            records: 0,
            tokens: 0,
        };
        let whole = self.lines(&mut reader, &mut reading)?;
        self.frames(&reader, shard);
        self.totals(&mut reading, whole);
        let mut digests = Vec::new();
        let digest = reader
            .source_mut()
            .finish()
            .map_err(|error| Error::io(&shard.path, error))?;
        self.digest(&shard.path, &shard.file_sha256, &digest);
        digests.push((shard.path.clone(), digest));
        if let (Some(entries), Some(sidecar)) = (reading.sidecar.take(), sidecar) {
            let digest = entries.into_inner().finish();
            let digest = digest.map_err(|error| Error::io(&sidecar.path, error))?;
            self.digest(&sidecar.path, &sidecar.sha256, &digest);
            digests.push((sidecar.path.clone(), digest));
        }
        Ok(digests)
    }

    /// Opens a file, unless it is a finding of the files' check.
    fn open(&self, path: &str) -> Result<Option<Take<File>>, Error> {
        use std::io::Read as _;
        match self.folder.file(path) {
            // A file that grows while it is read is not read for ever.
            Ok((file, size)) => Ok(Some(file.take(size))),
            Err(FolderFault::Missing | FolderFault::NotRegular(_)) => Ok(None),
            Err(FolderFault::Io(error)) => Err(Error::io(path, error)),
        }
    }

    fn open_sidecar(
        &self,
        path: &str,
    ) -> Result<Option<SidecarReader<HashedRead<BufReader<File>>>>, Error> {
        match self.folder.file(path) {
            Ok((file, _)) => Ok(Some(SidecarReader::new(HashedRead::new(BufReader::new(
                file,
            ))))),
            Err(FolderFault::Missing | FolderFault::NotRegular(_)) => Ok(None),
            Err(FolderFault::Io(error)) => Err(Error::io(path, error)),
        }
    }

    /// Reads all lines; returns whether there was nothing that stopped the reading.
    fn lines(
        &mut self,
        reader: &mut LineReader<HashedRead<Take<File>>>,
        reading: &mut Reading<'_>,
    ) -> Result<bool, Error> {
        let (rules, split) = (self.rules, reading.shard.split);
        let mut next = reader.next_batch();
        loop {
            let batch = match next {
                Ok(None) => return Ok(true),
                Ok(Some(batch)) => batch,
                Err(ReadFault::Io(error)) => return Err(Error::io(&reading.shard.path, error)),
                Err(ReadFault::Framing(what)) => {
                    self.stopped(reading, Fault::new(Code::Framing, "whole lines", what));
                    return Ok(false);
                }
                Err(ReadFault::Limit(what)) => {
                    self.stopped(reading, Fault::new(Code::Limit, "less", what));
                    return Ok(false);
                }
            };
            let (after, looked) = rayon::join(
                || reader.next_batch(),
                || {
                    batch
                        .lines()
                        .par_iter()
                        .map(|line| look(rules, split, line))
                        .collect::<Vec<_>>()
                },
            );
            self.batch(&batch, looked, reading)?;
            next = after;
        }
    }

    fn stopped(&mut self, reading: &Reading<'_>, fault: Fault) {
        let place = Place::row(&reading.shard.path, reading.records, "");
        let zstd = self.rules.manifest.carrier.is_zstd();
        self.tally.put(
            if zstd { Check::Frames } else { Check::Records },
            &place,
            fault,
        );
    }

    fn batch(
        &mut self,
        batch: &Batch,
        looked: Vec<Looked>,
        reading: &mut Reading<'_>,
    ) -> Result<(), Error> {
        if self.rules.manifest.carrier.has_text()
            && let Some(content) = &mut reading.content
        {
            content.update(batch.bytes());
        }
        for looked in looked {
            self.one(looked, reading)?;
            reading.records += 1;
        }
        Ok(())
    }

    fn one(&mut self, looked: Looked, reading: &mut Reading<'_>) -> Result<(), Error> {
        let place = Place::row(&reading.shard.path, reading.records, looked.record);
        if !self.rules.manifest.carrier.has_text() {
            match (&looked.rebuilt, &mut reading.content) {
                (Some(line), Some(content)) => content.update(line),
                _ => reading.content = None,
            }
        }
        looked.look.put(self.tally, &place);
        if let Some(own) = looked.entry {
            self.sidecar(own, &place, reading)?;
        }
        let Some(parts) = looked.parts else {
            return Ok(());
        };
        reading.tokens = reading.tokens.saturating_add(parts.tokens);
        let split = reading.shard.split;
        let key = (parts.rank, parts.id);
        let last = self
            .last
            .filter(|(of, _)| *of == split)
            .map(|(_, last)| last);
        // An equal key is the same id again, which is another check's finding.
        let fault = last.is_some_and(|last| key < last).then(|| {
            Fault::new(
                Code::Position,
                "a rank above the one before",
                format!("rank {}", hex(&key.0)),
            )
        });
        self.tally.look(Check::Order, &place, fault);
        self.last = Some((split, key));
        let at = At::shard(reading.index, reading.records);
        self.gathered
            .record(self.rules, split, &parts, (at, &place), self.tally);
        Ok(())
    }

    fn sidecar(
        &mut self,
        own: Entry,
        place: &Place,
        reading: &mut Reading<'_>,
    ) -> Result<(), Error> {
        let Some(sidecar) = reading.sidecar.as_mut().filter(|_| reading.in_step) else {
            return Ok(());
        };
        let entry = sidecar
            .next_entry()
            .map_err(|error| Error::io("index", error))?;
        let fault = sidecar_fault(entry, own);
        self.tally.look(Check::Sidecars, place, fault);
        // After a line of another length, lines and entries may be of different records.
        reading.in_step = entry.is_some_and(|entry| entry.length == own.length);
        Ok(())
    }

    fn frames(&mut self, reader: &LineReader<HashedRead<Take<File>>>, shard: &ShardRef) {
        if !self.rules.manifest.carrier.is_zstd() {
            return;
        }
        self.tally.saw(Check::Frames, reader.frame_count());
        if let Some(frame) = reader.loose_frame() {
            let actual = format!("frame {frame}, which has room for the next line");
            let fault = Fault::new(Code::Framing, "frames of as many lines as fit", actual);
            self.tally
                .put(Check::Frames, &Place::file(&shard.path), fault);
        }
    }

    fn totals(&mut self, reading: &mut Reading<'_>, whole: bool) {
        let shard = reading.shard;
        let place = Place::file(&shard.path);
        let pair = (&shard.records, &reading.records);
        self.tally
            .equal(Check::Totals, &place, Code::Counts, "records", pair);
        let pair = (&shard.tokens, &reading.tokens);
        self.tally
            .equal(Check::Totals, &place, Code::Counts, "tokens", pair);
        if !self.rules.has_texts() {
            return;
        }
        let content = reading.content.take().filter(|_| whole);
        let content = content.map(|sha| <[u8; 32]>::from(sha.finalize()));
        let actual = content.map_or_else(
            || "lines that are not all known".to_owned(),
            |sha| hex(&sha),
        );
        let pair = (&shard.content_sha256, &actual);
        self.tally.equal(
            Check::Contents,
            &place,
            Code::RecordDigest,
            "content sha256",
            pair,
        );
    }

    fn digest(&mut self, path: &str, expected: &String, actual: &String) {
        let pair = (expected, actual);
        self.tally.equal(
            Check::Digests,
            &Place::file(path),
            Code::FileDigest,
            "sha256",
            pair,
        );
    }
}

/// Returns what is wrong with the entry of a sidecar for a full line.
pub(crate) fn sidecar_fault(entry: Option<Entry>, own: Entry) -> Option<Fault> {
    let say = |entry: Entry| format!("{} bytes with digest {}", entry.length, hex(&entry.digest));
    (entry != Some(own)).then(|| {
        let expected = entry.map_or_else(|| "no record".to_owned(), say);
        Fault::new(Code::RecordDigest, expected, say(own))
    })
}

/// Looks whether every shard but a split's last is full.
pub(crate) fn lengths(rules: &Rules<'_>, tally: &mut Tally) {
    let full = rules.recipe.shard_records;
    let shards = &rules.manifest.shards;
    for (index, shard) in shards.iter().enumerate() {
        let last = shards
            .get(index + 1)
            .is_none_or(|next| next.split != shard.split);
        let right = if last {
            shard.records <= full
        } else {
            shard.records == full
        };
        let fault = (!right).then(|| {
            let expected = if last { "at most" } else { "exactly" };
            Fault::new(
                Code::Position,
                format!("{expected} {full} records"),
                shard.records,
            )
        });
        tally.look(Check::Order, &Place::file(&shard.path), fault);
    }
}
