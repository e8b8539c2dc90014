//! From paths and a workload file to a region that can be solved.

use super::args::InputArgs;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output;
use crate::config::Config;
use crate::csd::{DeckText, Decks};
use crate::model::workload::{Configuration, Workload, read};
use crate::region::{RegionInput, Regions, SitInput, gather};
use crate::score;
use crate::syntax::kind;
use crate::text::{FileId, ReadOptions, Source};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A region and its work.
pub(super) struct Input {
    pub(super) region: String,
    pub(super) workload: Workload,
    pub(super) configuration: Configuration,
}

/// Reads the workload file, and the region's decks and SIT sources if there are any.
pub(super) fn load(arguments: &InputArgs, paths: &[PathBuf]) -> Result<Input, Failure> {
    let path = &arguments.workload;
    let text = std::fs::read_to_string(path).map_err(|error| unreadable(path, &error.to_string()))?;
    let workload = read(&text).map_err(|refused| {
        Failure::usage(
            format!("{}: {refused}", path.display()),
            "docs/model.md shows what a workload file holds",
        )
    })?;
    let decks = if paths.is_empty() { Filled::default() } else { region(paths)? };
    let named = arguments.region.clone().or_else(|| workload.region_name().map(str::to_owned));
    let region = named.or(decks.applid).unwrap_or_else(|| "REGION".to_owned());
    Ok(Input { region, workload, configuration: decks.configuration })
}

/// A failure to read one file.
fn unreadable(path: &Path, why: &str) -> Failure {
    let diagnostic = miette::MietteDiagnostic::new(format!("{}: {why}", path.display()));
    Failure::Refused(Exit::Unreadable, miette::Report::new(diagnostic))
}

/// What decks and SIT sources say.
#[derive(Default)]
struct Filled {
    configuration: Configuration,
    applid: Option<String>,
}

fn region(paths: &[PathBuf]) -> Result<Filled, Failure> {
    let mut decks = Decks::new();
    let mut input = RegionInput::default();
    let mut files = 0;
    for path in paths {
        let symbols = Arc::new(Config::discover(path)?.symbols);
        for (file, named) in files_of(path) {
            let source = match Source::read(&file, &ReadOptions::default()) {
                Ok(source) => source,
                Err(error) if named => return Err(unreadable(&file, &error.to_string())),
                Err(_) => continue,
            };
            let Some(kind) = kind::recognise(&file.display().to_string(), source.text()) else {
                if named {
                    return Err(unreadable(&file, "neither a deck nor JCL nor a SIT source"));
                }
                continue;
            };
            let text =
                DeckText { file: FileId(files), source: Arc::new(source), symbols: Arc::clone(&symbols) };
            let gathered = gather(&text, kind);
            input.decks.extend(gathered.decks.into_iter().map(|deck| decks.add(deck)));
            input.sit.extend(gathered.sit);
            files += 1;
        }
    }
    if input.decks.is_empty() && input.sit.is_empty() {
        let diagnostic = miette::MietteDiagnostic::new("no deck and no SIT source was found")
            .with_help("name the files or folders of one region, or leave them out");
        return Err(Failure::Refused(Exit::Nothing, miette::Report::new(diagnostic)));
    }
    tell_of_several(&input.sit);
    let region = Regions::new(&decks, &[]).resolve(&input);
    region.notes().iter().for_each(|note| output::note(&note.text));
    let applid = region.parameter("APPLID").value.filter(|value| !value.is_empty());
    Ok(Filled {
        configuration: score::configuration(&decks, &region),
        applid: applid.map(|value| value.into_owned()),
    })
}

/// The files at or below a path, sorted; whether the user named the file itself.
fn files_of(path: &Path) -> Vec<(PathBuf, bool)> {
    if !path.is_dir() {
        return vec![(path.to_path_buf(), true)];
    }
    let walker = walkdir::WalkDir::new(path).sort_by_file_name().into_iter();
    let hidden =
        |entry: &walkdir::DirEntry| entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.');
    let entries = walker.filter_entry(move |entry| !hidden(entry)).filter_map(Result::ok);
    entries.filter(|entry| entry.file_type().is_file()).map(|entry| (entry.into_path(), false)).collect()
}

/// Two SIT sources of one form in different files are probably those of two regions.
fn tell_of_several(sit: &[SitInput]) {
    let twice = sit
        .iter()
        .enumerate()
        .any(|(n, a)| sit[..n].iter().any(|b| b.settings.form == a.settings.form && b.file != a.file));
    if twice {
        output::note(
            "several SIT sources of one form: they are read as those of one region, and the last one counts",
        );
    }
}
