//! `diptych pool`: one file for each of its actions.

mod build;
mod check;
mod drops;
mod show;
mod stats;

use crate::terminal::{percent, thousands};
use anyhow::Result;
use clap::{Args, Subcommand};
use std::io::Write;
use std::process::ExitCode;

/// Build a pool of parallel text, check it, and look into it.
#[derive(Args)]
pub(crate) struct Pool {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    Build(build::Build),
    Check(check::Check),
    Stats(stats::Figures),
    Show(show::Show),
}

impl Pool {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        match self.action {
            Action::Build(action) => action.run(out),
            Action::Check(action) => action.run(out),
            Action::Stats(action) => action.run(out),
            Action::Show(action) => action.run(out),
        }
    }
}

/// Writes a number of things; `thing` is the word for one of them.
pub(super) fn counted(number: u64, thing: &str) -> String {
    let end = if number == 1 { "" } else { "s" };
    format!("{} {thing}{end}", thousands(number))
}

/// Writes rows in, rows out and the share kept, as cells.
pub(super) fn kept(rows_in: u64, rows_out: u64) -> [String; 3] {
    [
        thousands(rows_in),
        thousands(rows_out),
        percent(rows_out, rows_in),
    ]
}

pub(super) fn words(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}
