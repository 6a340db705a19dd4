//! `diptych gates`: what the rules say of pairs, without building a pool.

mod compare;
mod tried;

use anyhow::Result;
use clap::{Args, Subcommand};
use std::io::Write;
use std::process::ExitCode;

/// Try the gates on pairs, or compare two sets of rules.
#[derive(Args)]
pub(crate) struct Gates {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    Try(tried::Try),
    Diff(compare::Diff),
}

impl Gates {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        match self.action {
            Action::Try(action) => action.run(out),
            Action::Diff(action) => action.run(out),
        }
    }
}
