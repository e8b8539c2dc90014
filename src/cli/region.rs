//! `cicslint region`.

use super::args::{EncodingName, KindName};
use super::exit::{Exit, Failure};
use super::{check, output};
use crate::catalog::{self, Lookup};
use crate::config::Config;
use crate::csd::TypeId;
use crate::lint::{self, Plan};
use crate::region::{RegionInput, Regions};
use crate::report::region::{Filter, View, write_json, write_text};
use crate::text::ReadOptions;
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct RegionArgs {
    /// Files and folders
    #[arg(default_value = ".")]
    paths: Vec<PathBuf>,
    /// The region of the configuration to show
    #[arg(long, value_name = "NAME")]
    region: Option<String>,
    /// How it is shown
    #[arg(long, value_enum, default_value = "text")]
    format: Form,
    /// Show definitions of these types only (SIT stands for the system initialization parameters)
    #[arg(long = "type", value_delimiter = ',', value_name = "TYPES")]
    types: Vec<String>,
    /// Show resources and parameters of these names only (+ stands for one character, * for the rest)
    #[arg(long, value_name = "MASK")]
    name: Option<String>,
    /// Show only values that are not those of the default
    #[arg(long)]
    changed: bool,
    /// Show the definitions that IBM supplies too
    #[arg(long)]
    supplied: bool,
    /// Use this configuration file instead of the nearest cicslint.toml
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Take every input to be of this kind
    #[arg(long, value_enum)]
    kind: Option<KindName>,
    /// Read every input in this encoding
    #[arg(long, value_enum)]
    encoding: Option<EncodingName>,
    /// Say nothing on standard error but faults
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    Text,
    Json,
}

pub(super) fn run(arguments: &RegionArgs) -> Result<Exit, Failure> {
    let filter = filter(arguments)?;
    let plan = plan(arguments)?;
    let (read, run, sources) = lint::resolve(&plan);
    if !arguments.quiet {
        run.notes.iter().for_each(|text| output::note(&format!("note: {text}")));
    }
    check::tell_skipped(false, arguments.quiet, &read.outcome);
    let wanted: Vec<&RegionInput> = match &arguments.region {
        Some(name) => run.inputs.iter().filter(|input| input.name.eq_ignore_ascii_case(name)).collect(),
        // Without a name: the regions of the configuration, or what the decks make without one.
        None if run.inputs.iter().any(|input| input.configured) => {
            run.inputs.iter().filter(|input| input.configured).collect()
        }
        None => run.inputs.iter().collect(),
    };
    if arguments.format == Form::Json && wanted.len() > 1 {
        let names: Vec<&str> = wanted.iter().map(|input| input.name.as_str()).collect();
        let help = match names.iter().all(|name| name.is_empty()) {
            true => {
                "name one SIT source, or describe the regions in a [[region]] of cicslint.toml".to_owned()
            }
            false => format!("say which with --region: {}", names.join(", ")),
        };
        return Err(Failure::usage(format!("there are {} regions, and JSON shows one", wanted.len()), help));
    }
    let regions = Regions::new(&run.decks, &run.inputs);
    let mut out = output::standard();
    for (number, input) in wanted.iter().enumerate() {
        let region = regions.resolve(input);
        let view = View::new(&run.decks, &region, &sources, &filter);
        match arguments.format {
            Form::Json => write_json(&view, &mut out)?,
            Form::Text => {
                if number > 0 {
                    writeln!(out)?;
                }
                write_text(&view, &mut out)?;
            }
        }
    }
    out.flush()?;
    Ok(match check::exit_of(false, &read.outcome, false) {
        Exit::Clean if wanted.is_empty() => Exit::Nothing,
        exit => exit,
    })
}

fn plan(arguments: &RegionArgs) -> Result<Plan, Failure> {
    let mut plan = Plan::default();
    plan.kind = arguments.kind.map(KindName::kind);
    plan.read = ReadOptions { encoding: arguments.encoding.map(EncodingName::encoding) };
    plan.region = arguments.region.clone();
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

fn filter(arguments: &RegionArgs) -> Result<Filter, Failure> {
    let mut filter = Filter {
        name: arguments.name.clone(),
        changed: arguments.changed,
        supplied: arguments.supplied,
        ..Filter::default()
    };
    for word in &arguments.types {
        if word.eq_ignore_ascii_case("SIT") {
            filter.sit = true;
            continue;
        }
        let found = match catalog::resource_type(word) {
            Lookup::Full(entry) | Lookup::Abbreviation(entry) | Lookup::TooShort(entry) => {
                TypeId::of(entry.name)
            }
            _ => None,
        };
        let Some(kind) = found else {
            let help = match catalog::resource_type(word) {
                Lookup::Unknown(Some(nearest)) => format!("did you mean {}?", nearest.name),
                Lookup::Ambiguous(all) => {
                    format!("it may be {}", all.iter().map(|e| e.name).collect::<Vec<_>>().join(" or "))
                }
                _ => "types are PROGRAM, TRANSACTION, FILE, ..., and SIT".to_owned(),
            };
            return Err(Failure::usage(format!("{word} is no resource type"), help));
        };
        filter.types.push(kind);
    }
    Ok(filter)
}
