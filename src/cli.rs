//! The command line: subcommands and exit codes.

use crate::command;
use clap::{Parser, Subcommand};
use std::io::{Write, stderr, stdout};
use std::process::ExitCode;

/// The exit code for what could not be done: usage, reading, writing, unsupported formats.
pub const COULD_NOT: u8 = 2;

/// Assembles versioned bilingual pretraining releases and proves them.
///
/// Exit codes: 0 done or verified, 1 findings (the data is wrong), 2 could not do it.
#[derive(Parser)]
#[command(name = "diptych", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Demo(command::demo::Demo),
    Init(command::init::Init),
    Pool(command::pool::Pool),
    Gates(command::gates::Gates),
    Plan(command::plan::Plan),
    Build(command::build::Build),
    Verify(command::verify::Verify),
    Replay(command::replay::Replay),
    Show(command::show::Show),
}

/// Runs the command line of the process.
#[must_use]
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = stdout().lock();
    let result = match cli.command {
        Command::Demo(command) => command.run(&mut out),
        Command::Init(command) => command.run(&mut out),
        Command::Pool(command) => command.run(&mut out),
        Command::Gates(command) => command.run(&mut out),
        Command::Plan(command) => command.run(&mut out),
        Command::Build(command) => command.run(&mut out),
        Command::Verify(command) => command.run(&mut out),
        Command::Replay(command) => command.run(&mut out),
        Command::Show(command) => command.run(&mut out),
    };
    match result.and_then(|code| Ok(out.flush().map(|()| code)?)) {
        Ok(code) => code,
        // Whoever reads has seen enough (`diptych show … | head`): not our trouble.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Nothing can be said where stderr itself is gone.
            let _ = writeln!(stderr(), "error: {}", message(&error));
            ExitCode::from(COULD_NOT)
        }
    }
}

/// Joins an error and its causes; a cause that its parent already names is not said again.
fn message(error: &anyhow::Error) -> String {
    let mut said = error.to_string();
    for cause in error.chain().skip(1) {
        let cause = cause.to_string();
        if !said.contains(&cause) {
            said = format!("{said}: {cause}");
        }
    }
    said
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>());
    causes.any(|cause| cause.kind() == std::io::ErrorKind::BrokenPipe)
}
