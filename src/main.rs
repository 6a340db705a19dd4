//! The `diptych` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    diptych::cli::main()
}
