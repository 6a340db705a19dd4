//! The `diptych` command: argument parsing, subcommands and progress. The work is done in the crates `pool`,
//! `variants` and `verifier`.

pub mod cli;
mod command;
mod embedded;
mod progress;
mod terminal;
