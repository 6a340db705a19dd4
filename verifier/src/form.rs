//! What a reader refuses whatever the recipe and the pool are.

pub use crate::check::ledger_form::read_ledger;
pub use crate::check::pool::article_fault;
pub use crate::check::record_form::read_record;
