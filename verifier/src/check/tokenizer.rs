//! Does the tokenizer count as it did? format.md, section 6.

use super::recipe::{sha256, small_file};
use crate::count::Counter;
use crate::error::Error;
use crate::finding::{Check, Code, Fault, Place};
use crate::tally::Tally;
use crate::wire::{Folder, Manifest};

const NAME: &str = "tokenizer.json";
const BYTES_MAX: u64 = 256 << 20;

/// Reads the tokenizer and its digest; the counter is none if the file gives no counts.
pub(crate) fn read(
    folder: &Folder,
    manifest: &Manifest,
    tally: &mut Tally,
) -> Result<(Option<Counter>, Option<String>), Error> {
    tally.list(Check::Tokenizer);
    let Some(bytes) = small_file(folder, NAME, BYTES_MAX, Check::Tokenizer, tally)? else {
        return Ok((None, None));
    };
    let place = Place::file(NAME);
    let digest = sha256(&bytes);
    let pair = (&manifest.tokenizer.sha256, &digest);
    tally.equal(Check::Tokenizer, &place, Code::Tokenizer, "sha256", pair);
    let counter = Counter::new(&bytes);
    let canary = counter.as_ref().map_err(ToString::to_string);
    let canary = canary.and_then(|counter| counter.canary().map_err(|fault| fault.to_string()));
    match canary {
        Ok(canary) => {
            let pair = (&manifest.tokenizer.canary, &canary);
            tally.equal(Check::Tokenizer, &place, Code::Tokenizer, "canary", pair);
        }
        Err(what) => {
            let fault = Fault::new(Code::Tokenizer, "a tokenizer that counts", what);
            tally.look(Check::Tokenizer, &place, Some(fault));
        }
    }
    Ok((counter.ok(), Some(digest)))
}
