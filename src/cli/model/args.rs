//! The arguments of `cicslint model`.

use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// The performance model of a region.
#[derive(Debug, Args)]
pub(in crate::cli) struct ModelArgs {
    #[command(subcommand)]
    pub(super) command: ModelCommand,
}

#[derive(Debug, Subcommand)]
pub(super) enum ModelCommand {
    /// CPU, waits and response of each transaction; utilisation and queue of each resource
    Solve(SolveArgs),
    /// The same before and after edits of the form TYPE.NAME.ATTRIBUTE=VALUE
    Whatif(WhatifArgs),
    /// Follow one setting over a range: TYPE.NAME.ATTRIBUTE=FIRST..LAST:STEP
    Sweep(SweepArgs),
    /// Set the model against every published table; exit 1 where a tolerance is broken
    Validate(ValidateArgs),
    /// Play the region event by event, beside what the formulas say
    Simulate(SimulateArgs),
}

/// What a region and its work are read from.
#[derive(Debug, Args)]
pub(super) struct InputArgs {
    /// What runs in the region, how often, and what it does (docs/model.md)
    #[arg(long, value_name = "FILE")]
    pub(super) workload: PathBuf,
    /// The name of the region in the report; APPLID if not given
    #[arg(long, value_name = "NAME")]
    pub(super) region: Option<String>,
    /// How the result is shown
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
pub(super) struct SolveArgs {
    /// Decks, JCL and SIT sources of the region, or folders of them; without any the workload's [region] says all
    pub(super) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) input: InputArgs,
}

#[derive(Debug, Args)]
pub(super) struct WhatifArgs {
    /// Edits (with a `=`), and decks, JCL and SIT sources of the region
    #[arg(required = true, value_name = "EDIT|PATH")]
    pub(super) things: Vec<String>,
    #[command(flatten)]
    pub(super) input: InputArgs,
}

#[derive(Debug, Args)]
pub(super) struct SweepArgs {
    /// The setting and its values, as SIT.MXT=50..500:50
    pub(super) range: String,
    /// Decks, JCL and SIT sources of the region, or folders of them
    pub(super) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// Write a plot of the response times to this file
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct ValidateArgs {
    /// How the result is shown
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
    /// Show only the tables whose number or name begins with this
    #[arg(long, value_name = "ID")]
    pub(super) table: Option<String>,
    /// Show every row, not only each table's summary
    #[arg(long)]
    pub(super) rows: bool,
}

#[derive(Debug, Args)]
pub(super) struct SimulateArgs {
    /// Decks, JCL and SIT sources of the region, or folders of them
    pub(super) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// The seed: the same one gives the same result on every machine
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Replications, from whose spread the confidence intervals come
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(2..=100))]
    pub(super) replications: u32,
    /// Arrivals in each replication, the first tenth of which is not counted
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(100..=100_000_000))]
    pub(super) arrivals: u64,
    /// Show the whole distribution
    #[arg(long)]
    pub(super) distribution: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Text,
    Json,
}
