//! `cicslint rules check`.

use crate::cli::choice;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output;
use crate::rules;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    /// Folders of rule files; without one, those of the configuration
    folders: Vec<PathBuf>,
}

pub(super) fn run(arguments: &CheckArgs) -> Result<Exit, Failure> {
    let found = super::of_site(&arguments.folders)?;
    if found.is_empty() {
        return Err(choice::no_site_rules());
    }
    let tests: usize = found.iter().map(|id| rules::rule(*id).tests.len()).sum();
    let mut out = output::standard();
    writeln!(out, "{} with {}: no faults", output::count(found.len(), "rule"), output::count(tests, "test"))?;
    out.flush()?;
    Ok(Exit::Clean)
}
