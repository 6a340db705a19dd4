//! The checks: one question each. What they share stands here.

pub(crate) mod attempt;
pub(crate) mod coverage;
pub(crate) mod drawn;
pub(crate) mod facts;
pub(crate) mod files;
pub(crate) mod gathered;
pub(crate) mod isolation;
pub(crate) mod kept;
pub(crate) mod ledger;
pub(crate) mod ledger_form;
pub(crate) mod manifest;
pub(crate) mod more_form;
pub(crate) mod mosaic;
pub(crate) mod numbers;
pub(crate) mod picks;
pub(crate) mod pool;
pub(crate) mod quotas;
pub(crate) mod ratio;
pub(crate) mod reasons;
pub(crate) mod recipe;
pub(crate) mod record;
pub(crate) mod record_form;
pub(crate) mod repeats;
pub(crate) mod replayed;
pub(crate) mod sample;
pub(crate) mod selection;
pub(crate) mod shards;
pub(crate) mod shared;
pub(crate) mod sisters;
pub(crate) mod sums;
pub(crate) mod taken;
pub(crate) mod tokenizer;
pub(crate) mod totals;
pub(crate) mod walked;
pub(crate) mod walker;

use std::io::{self, Read};

use sha2::{Digest as _, Sha256};

use crate::count::Counter;
use crate::finding::{Check, Code, Fault, Place};
use crate::stream::hex;
use crate::tally::Tally;
use crate::wire::{Manifest, Pool, Recipe};

/// What every record and row is held against; nothing in it changes.
pub(crate) struct Rules<'a> {
    pub(crate) manifest: &'a Manifest,
    pub(crate) recipe: &'a Recipe,
    pub(crate) counter: Option<&'a Counter>,
    pub(crate) side: Option<&'a PoolSide>,
    /// Whether only chosen records are replayed, in a second reading.
    pub(crate) sampled: bool,
}

/// The pool and what was worked out from it.
pub(crate) struct PoolSide {
    pub(crate) pool: Pool,
    pub(crate) facts: facts::Facts,
    pub(crate) shared: shared::SharedLines,
}

impl Rules<'_> {
    /// Returns whether the texts of all records are known, from the carrier or by replay.
    pub(crate) fn has_texts(&self) -> bool {
        self.manifest.carrier.has_text() || (self.side.is_some() && !self.sampled)
    }
}

/// What was seen and found at one place, before it is put in order.
#[derive(Default)]
pub(crate) struct Look {
    saw: Vec<Check>,
    faults: Vec<(Check, Fault)>,
}

impl Look {
    /// Looks at one thing, and puts its fault if it has one.
    pub(crate) fn look(&mut self, check: Check, fault: Option<Fault>) {
        self.saw.push(check);
        self.faults.extend(fault.map(|fault| (check, fault)));
    }

    /// Puts a fault of something that was looked at already.
    pub(crate) fn fault(&mut self, check: Check, fault: Fault) {
        self.faults.push((check, fault));
    }

    /// Looks at one thing that must hold.
    pub(crate) fn holds(
        &mut self,
        check: Check,
        holds: bool,
        code: Code,
        expected: impl ToString,
        actual: impl ToString,
    ) {
        self.look(check, (!holds).then(|| Fault::new(code, expected, actual)));
    }

    /// Returns the first fault that was put.
    pub(crate) fn first_fault(self) -> Option<Fault> {
        self.faults.into_iter().next().map(|(_, fault)| fault)
    }

    /// Puts all of it at a place.
    pub(crate) fn put(self, tally: &mut Tally, place: &Place) {
        for check in self.saw {
            tally.saw(check, 1);
        }
        for (check, fault) in self.faults {
            tally.put(check, place, fault);
        }
    }
}

/// The first bytes of a digest, enough to tell texts apart.
pub(crate) type Short = [u8; 16];

/// Returns a short digest.
pub(crate) fn short(bytes: &[u8]) -> Short {
    let digest: [u8; 32] = Sha256::digest(bytes).into();
    *digest.first_chunk().expect("a digest is longer")
}

/// A reader that hashes all that passes.
pub(crate) struct HashedRead<R> {
    source: R,
    sha: Sha256,
}

impl<R: Read> HashedRead<R> {
    pub(crate) fn new(source: R) -> Self {
        Self {
            source,
            sha: Sha256::new(),
        }
    }

    /// Reads what is left and returns the digest of all, as hex.
    pub(crate) fn finish(&mut self) -> io::Result<String> {
        io::copy(self, &mut io::sink())?;
        let digest: [u8; 32] = self.sha.finalize_reset().into();
        Ok(hex(&digest))
    }
}

impl<R: Read> Read for HashedRead<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        self.sha.update(&buffer[..read]);
        Ok(read)
    }
}

/// Shows the start of a text that may be long.
pub(crate) fn shorten(text: &str) -> String {
    const SHOWN: usize = 120;
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}
