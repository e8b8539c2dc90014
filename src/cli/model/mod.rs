//! `cicslint model`: the performance model from the command line.

mod args;
mod input;
mod simulate;
mod sweep;
mod table;
mod text;
mod validate;
mod whatif;

pub(super) use args::ModelArgs;

use super::exit::{Exit, Failure};
use super::output;
use crate::model::answer::{self, NoAnswer};
use crate::score;
use args::{Format, ModelCommand, SolveArgs, WhatifArgs};
use std::io::Write;
use std::path::PathBuf;

pub(super) fn run(arguments: &ModelArgs) -> Result<Exit, Failure> {
    match &arguments.command {
        ModelCommand::Solve(arguments) => solve(arguments),
        ModelCommand::Whatif(arguments) => whatif(arguments),
        ModelCommand::Sweep(arguments) => sweep::run(arguments),
        ModelCommand::Validate(arguments) => validate::run(arguments),
        ModelCommand::Simulate(arguments) => simulate::run(arguments),
    }
}

fn solve(arguments: &SolveArgs) -> Result<Exit, Failure> {
    let input = input::load(&arguments.input, &arguments.paths)?;
    let outcome =
        answer::solve(&input.region, &input.workload, &input.configuration).map_err(|why| refused(&why))?;
    print(&match arguments.input.format {
        Format::Text => text::outcome(&outcome),
        Format::Json => outcome.to_json(),
    })
}

fn whatif(arguments: &WhatifArgs) -> Result<Exit, Failure> {
    let (edits, paths): (Vec<&String>, Vec<&String>) =
        arguments.things.iter().partition(|thing| thing.contains('='));
    if edits.is_empty() {
        return Err(Failure::usage(
            "no edit is given",
            "write TYPE.NAME.ATTRIBUTE=VALUE or SIT.PARAMETER=VALUE",
        ));
    }
    let edits =
        edits.into_iter().map(|edit| score::edit(edit).map_err(unfit)).collect::<Result<Vec<_>, _>>()?;
    let paths: Vec<PathBuf> = paths.into_iter().map(PathBuf::from).collect();
    let input = input::load(&arguments.input, &paths)?;
    let answer = answer::what_if(&input.region, &input.workload, &input.configuration, &edits)
        .map_err(|why| refused(&why))?;
    print(&match arguments.input.format {
        Format::Text => whatif::what_if(&answer),
        Format::Json => answer.to_json(),
    })
}

/// An edit that the catalogue does not know.
fn unfit(fault: score::EditFault) -> Failure {
    Failure::usage(fault.what, fault.help)
}

/// A workload or setting that the model does not take.
fn refused(why: &NoAnswer) -> Failure {
    Failure::usage(why.to_string(), "docs/model.md shows what the model takes")
}

/// Prints a result, with a line end.
fn print(text: &str) -> Result<Exit, Failure> {
    let mut out = output::standard();
    writeln!(out, "{}", text.trim_end())?;
    out.flush()?;
    Ok(Exit::Clean)
}
