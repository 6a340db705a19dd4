//! Writing a release so that it is whole or not there: `OUT.building` and `OUT.work` (docs/architecture.md, "Writing").

mod journal;
mod site;

pub(crate) use journal::JournalRow;
pub(crate) use site::{Opened, Site, WriteError, beside, file_sha256, remove_work};
