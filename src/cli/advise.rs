//! `cicslint advise`.

use super::exit::{Exit, Failure};
use super::{check, output, workload};
use crate::config::Config;
use crate::fix::MendedFile;
use crate::lint::{self, Plan};
use crate::report::advice::{write_json, write_markdown, write_text};
use crate::rules::Edit;
use crate::score::advise::{Advice, Effort};
use crate::text::Source;
use clap::{Args, ValueEnum};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Debug, Args)]
pub(super) struct AdviseArgs {
    /// Files and folders
    #[arg(default_value = ".")]
    paths: Vec<PathBuf>,
    /// What runs in the region; else the workload that the configuration gives it
    #[arg(long, value_name = "FILE")]
    workload: Option<PathBuf>,
    /// The region of the configuration to advise on
    #[arg(long, value_name = "NAME")]
    region: Option<String>,
    /// How the plan is shown
    #[arg(long, value_enum, default_value = "text")]
    format: Form,
    /// In place of the plan, the edits of its steps as a diff: of those that need no review of programs
    #[arg(long, conflicts_with = "format")]
    apply: bool,
    /// The edits of all steps
    #[arg(long, requires = "apply")]
    unsafe_fixes: bool,
    /// Use this configuration file instead of the nearest cicslint.toml
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Say nothing on standard error but faults
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    Text,
    Json,
    Markdown,
}

pub(super) fn run(arguments: &AdviseArgs) -> Result<Exit, Failure> {
    let plan = plan(arguments)?;
    let lint::Advised { run, plans, sources } = lint::advised(&plan);
    if !arguments.quiet {
        run.outcome.notes.iter().for_each(|text| output::note(&format!("note: {text}")));
    }
    check::tell_skipped(false, arguments.quiet, &run.outcome);
    let read = check::exit_of(false, &run.outcome, false);
    if read != Exit::Clean {
        return Ok(read);
    }
    let mut advised = Vec::new();
    for (name, advice) in plans {
        match advice {
            Ok(advice) => advised.push(advice),
            Err(why) => {
                let name = if name.is_empty() { "the region".to_owned() } else { format!("region {name}") };
                output::note(&format!("note: {name} is not advised on: {why}"));
            }
        }
    }
    if advised.is_empty() {
        return Err(Failure::usage(
            "there is no region with a workload",
            "give --workload FILE, or workload = \"FILE\" in a [[region]] of cicslint.toml; docs/model.md shows what it holds",
        ));
    }
    if arguments.apply {
        return apply(arguments, &plan, &advised, &sources);
    }
    let mut out = output::standard();
    if arguments.format == Form::Json {
        write_json(&advised, &sources, &mut out)?;
        out.flush()?;
        return Ok(Exit::Clean);
    }
    for (number, advice) in advised.iter().enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        match arguments.format {
            Form::Markdown => write_markdown(advice, &sources, &mut out)?,
            Form::Text | Form::Json => write_text(advice, &sources, &mut out)?,
        }
    }
    out.flush()?;
    Ok(Exit::Clean)
}

/// Prints the edits of the steps as a diff.
fn apply(
    arguments: &AdviseArgs,
    plan: &Plan,
    advised: &[Advice],
    sources: &[Option<Arc<Source>>],
) -> Result<Exit, Failure> {
    let say = |text: &str| {
        if !arguments.quiet {
            output::note(text);
        }
    };
    let mut by_file: BTreeMap<u32, Vec<Vec<Edit>>> = BTreeMap::new();
    for step in advised.iter().flat_map(|advice| &advice.steps) {
        if step.effort == Effort::Review && !arguments.unsafe_fixes {
            say(&format!("not in the diff: {}: it needs a review; --unsafe-fixes adds it", step.title));
            continue;
        }
        for change in &step.changes {
            match &change.edits {
                Ok((file, edits)) => {
                    let of_file = by_file.entry(file.0).or_default();
                    if !of_file.contains(edits) {
                        of_file.push(edits.clone());
                    }
                }
                Err(why) => say(&format!("not in the diff: {}: {why}", change.edit())),
            }
        }
    }
    let mut out = output::standard();
    for (file, edits) in by_file {
        let Some(source) = sources.get(file as usize).and_then(Option::clone) else { continue };
        let name = source.name().to_owned();
        match MendedFile::preview(source, &edits, plan.read) {
            Err(why) => say(&format!("not in the diff: {name}: {why}")),
            Ok((mended, left)) => {
                if !left.is_empty() {
                    let many = output::count(left.len(), "change");
                    say(&format!("not in the diff: {name}: {many} of text that an earlier step changes"));
                }
                out.write_all(mended.diff().as_bytes())?;
            }
        }
    }
    out.flush()?;
    Ok(Exit::Clean)
}

fn plan(arguments: &AdviseArgs) -> Result<Plan, Failure> {
    let mut plan = Plan::default();
    plan.region = arguments.region.clone();
    // The plan is solved as a whole; prices of single findings are not asked for.
    plan.unpriced = true;
    plan.workload = arguments.workload.as_deref().map(workload::read).transpose()?.map(Arc::new);
    let fixed = arguments.config.as_deref().map(Config::read).transpose()?;
    for path in &arguments.paths {
        let config = match &fixed {
            Some(config) => config.clone(),
            None => Config::discover(path)?,
        };
        plan.add(path, config);
    }
    check::find_regions(&mut plan)?;
    Ok(plan)
}
