//! The command line: arguments in, exit code out.
//!
//! Results go to standard output, everything else to standard error. A closed pipe is success.

mod advise;
mod args;
mod baseline;
mod check;
mod choice;
mod exit;
mod explain;
mod fix;
mod model;
mod output;
mod region;
mod rules;
mod workload;

use args::{Cli, Command};
use clap::{CommandFactory, FromArgMatches};
pub use exit::Exit;
use std::process::ExitCode;

/// The command line as clap knows it, for the documentation.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the command line of this process.
pub fn run() -> ExitCode {
    let outcome = std::panic::catch_unwind(|| {
        let matches = match Cli::command().try_get_matches() {
            Ok(matches) => matches,
            Err(error) => {
                // Nothing can be done where the message itself cannot be printed.
                let _ = error.print();
                return if error.use_stderr() { Exit::Usage } else { Exit::Clean };
            }
        };
        match Cli::from_arg_matches(&matches) {
            Ok(cli) => dispatch(cli, &matches),
            Err(error) => {
                let _ = error.print();
                Exit::Usage
            }
        }
    });
    let exit = outcome.unwrap_or_else(|_| {
        output::note("this is a fault of cicslint itself; please report it with the input that shows it");
        Exit::Internal
    });
    exit.into()
}

fn dispatch(cli: Cli, matches: &clap::ArgMatches) -> Exit {
    let result = match cli.command {
        Command::Check(arguments) => {
            let formats = matches.subcommand_matches("check").map(args::report_targets).unwrap_or_default();
            check::run(&arguments, &formats)
        }
        Command::Advise(arguments) => advise::run(&arguments),
        Command::Region(arguments) => region::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Rules(arguments) => rules::run(&arguments),
        Command::Model(arguments) => model::run(&arguments),
    };
    result.unwrap_or_else(|failure| failure.tell())
}
