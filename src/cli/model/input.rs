//! From paths and a workload file to a region that can be solved.

use super::args::InputArgs;
use crate::cli::exit::{Exit, Failure};
use crate::cli::{check, output, workload};
use crate::config::Config;
use crate::lint::{self, Plan};
use crate::model::workload::{Configuration, Workload};
use crate::region::{RegionInput, Regions};
use crate::score;
use std::path::PathBuf;

/// A region and its work.
pub(super) struct Input {
    pub(super) region: String,
    pub(super) workload: Workload,
    pub(super) configuration: Configuration,
}

/// Reads the workload file, and the region's decks and SIT sources if there are any.
pub(super) fn load(arguments: &InputArgs, paths: &[PathBuf]) -> Result<Input, Failure> {
    let mut workload = workload::read(&arguments.workload)?;
    let decks = match paths {
        [] => Filled::default(),
        paths => region(paths, arguments.region.as_deref(), &mut workload)?,
    };
    let named = arguments.region.clone().or_else(|| workload.region_name().map(str::to_owned));
    let region = named.or(decks.applid).unwrap_or_else(|| "REGION".to_owned());
    Ok(Input { region, workload, configuration: decks.configuration })
}

/// What decks and SIT sources say.
#[derive(Default)]
struct Filled {
    configuration: Configuration,
    applid: Option<String>,
}

/// The region that the paths make, by the same rules as `cicslint region`.
///
/// The workload becomes that of the region: its masks stand for transactions, as in `cicslint check`.
fn region(paths: &[PathBuf], name: Option<&str>, workload: &mut Workload) -> Result<Filled, Failure> {
    let mut plan = Plan::default();
    for path in paths {
        plan.add(path, Config::discover(path)?);
    }
    check::find_regions(&mut plan)?;
    let (read, run, _) = lint::resolve(&plan);
    run.notes.iter().for_each(|text| output::note(&format!("note: {text}")));
    check::tell_skipped(false, true, &read.outcome);
    match check::exit_of(false, &read.outcome, false) {
        Exit::Clean => {}
        exit => {
            let diagnostic = miette::MietteDiagnostic::new("no deck and no SIT source could be read")
                .with_help("name the files or folders of one region, or leave them out");
            return Err(Failure::Refused(exit, miette::Report::new(diagnostic)));
        }
    }
    let is_named = |input: &&RegionInput| name.is_some_and(|name| name.eq_ignore_ascii_case(&input.name));
    let input = match run.inputs.as_slice() {
        [one] => one,
        several => several.iter().find(is_named).ok_or_else(|| {
            let names: Vec<&str> =
                several.iter().map(|input| input.name.as_str()).filter(|name| !name.is_empty()).collect();
            let help = match names.is_empty() {
                true => "name the files of one region, with one SIT".to_owned(),
                false => format!("say which with --region: {}", names.join(", ")),
            };
            Failure::usage(format!("these files make {} regions", several.len()), help)
        })?,
    };
    let region = Regions::new(&run.decks, &run.inputs).resolve(input);
    region.notes().iter().for_each(|note| output::note(&format!("note: {}", note.text)));
    let (matched, notes) = score::in_region(&run.decks, &region, workload);
    notes.iter().for_each(|note| output::note(&format!("note: {note}")));
    *workload = matched;
    let applid = region.parameter("APPLID").value.filter(|value| !value.is_empty());
    Ok(Filled {
        configuration: score::configuration(&run.decks, &region),
        applid: applid.map(|value| value.into_owned()),
    })
}
