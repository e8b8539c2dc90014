//! `cicslint rules`: list them, check and test those of a site, begin a new one.

mod check;
mod list;
mod new;
mod test;

use super::choice;
use super::exit::{Exit, Failure};
use crate::config::Config;
use crate::rules::RuleId;
use clap::{Args, Subcommand, ValueEnum};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub(super) struct RulesArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List all rules, those of the site among them
    List(list::ListArgs),
    /// Read the rule files of folders and say what is wrong with them
    Check(check::CheckArgs),
    /// Run the tests of rules
    Test(test::TestArgs),
    /// Write a rule file to begin with
    New(new::NewArgs),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    Text,
    Json,
}

pub(super) fn run(arguments: &RulesArgs) -> Result<Exit, Failure> {
    match &arguments.command {
        Command::List(arguments) => list::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Test(arguments) => test::run(arguments),
        Command::New(arguments) => new::run(arguments),
    }
}

/// The rules of the site: those of `folders`, or those that the nearest configuration names. They are in the registry
/// then.
pub(super) fn of_site(folders: &[PathBuf]) -> Result<Vec<RuleId>, Failure> {
    if folders.is_empty() {
        Ok(Config::discover(Path::new("."))?.choice.site)
    } else {
        choice::site_rules(folders)
    }
}
