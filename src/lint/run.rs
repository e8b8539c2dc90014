//! One run: many files, several threads, one outcome.

use super::baseline::BaselineUse;
use super::collect::collect;
use super::file::{FileFindings, lint_file};
use super::outcome::{Outcome, SkipReason, Skipped};
use super::plan::{Plan, PlannedInput, StandardInput};
use super::resolve::{self, RunRegions};
use super::suppress;
use super::walk::Input;
use crate::config::{Config, KindGlob};
use crate::csd::DeckText;
use crate::region::Gathered;
use crate::rules::{Finding, Placed, Selection};
use crate::syntax::{Kind, kind};
use crate::text::{FileId, ReadError, Source};
use rayon::prelude::*;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The result of a run.
#[derive(Debug)]
pub struct Run {
    /// Findings and counts.
    pub outcome: Outcome,
    /// Whether a finding is at or above the severity that fails the run.
    pub failing: bool,
    /// How long it took.
    pub timings: Timings,
    /// What became of the baseline.
    pub baseline: BaselineUse,
}

/// Time spent, summed over threads.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timings {
    /// Reading and decoding.
    pub reading: Duration,
    /// Parsing and checking each file by itself.
    pub linting: Duration,
    /// Resolving and checking regions, by the clock.
    pub regions: Duration,
}

/// Lints everything in `plan`. Files stand in the outcome in the order of the plan.
pub fn run(plan: &Plan) -> Run {
    let mut run = in_pool(plan, || {
        let mut results = all_files(plan);
        let started = Instant::now();
        let (notes, _) = check_regions(plan, &mut results);
        let regions = started.elapsed();
        let configs = suppress::apply(plan, &mut results);
        let mut run = collect(plan, results, configs);
        run.outcome.notes = notes;
        run.timings.regions = regions;
        run
    });
    run.outcome.notes.dedup();
    run
}

/// Reads the files of `plan` and makes its regions, for those who want to look at them. The outcome has what is found
/// in each file by itself.
pub fn resolve(plan: &Plan) -> (Run, RunRegions, Vec<Option<Arc<Source>>>) {
    in_pool(plan, || {
        let mut results = all_files(plan);
        let regions = resolve::regions(plan, gathered(&mut results));
        let sources = results.iter().map(|result| match result {
            FileResult::Linted(linted) => Some(Arc::clone(&linted.source)),
            FileResult::Skipped(_) => None,
        });
        let sources = sources.collect();
        (collect(plan, results, Vec::new()), regions, sources)
    })
}

/// Runs `work` with the threads that the plan allows.
pub(super) fn in_pool<T: Send>(plan: &Plan, work: impl FnOnce() -> T + Send) -> T {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let wanted = plan.threads.min(processors);
    let pool = (wanted != 0).then(|| rayon::ThreadPoolBuilder::new().num_threads(wanted).build());
    match pool {
        Some(Ok(pool)) => pool.install(work),
        // Without a pool of its own size the run takes the common one.
        Some(Err(_)) | None => work(),
    }
}

/// A file that was linted.
pub(super) struct Linted {
    pub(super) findings: FileFindings,
    pub(super) source: Arc<Source>,
    pub(super) timings: Timings,
}

/// What became of one input.
pub(super) enum FileResult {
    Linted(Box<Linted>),
    Skipped(Skipped),
}

/// What became of each input, in their order; standard input last.
pub(super) fn all_files(plan: &Plan) -> Vec<FileResult> {
    let standard = plan.standard_input.as_ref().map(|input| standard_input(plan, input));
    let lint = |(number, planned): (usize, &PlannedInput)| {
        let config = plan.configs.get(planned.config);
        one_file(plan, number, &planned.input, config.unwrap_or(&Config::default()))
    };
    // One file needs no threads here; a large one is cut into parts further down.
    let mut results: Vec<FileResult> = match plan.inputs.as_slice() {
        [_, _, ..] => plan.inputs.par_iter().enumerate().map(lint).collect(),
        few => few.iter().enumerate().map(lint).collect(),
    };
    results.extend(standard);
    results
}

fn one_file(plan: &Plan, number: usize, input: &Input, config: &Config) -> FileResult {
    let started = Instant::now();
    let name = input.path.display().to_string();
    let read = match plan.instead.get(&input.path) {
        Some(bytes) => Source::from_bytes(input.path.to_string_lossy(), bytes.clone(), &plan.read),
        None => Source::read(&input.path, &plan.read),
    };
    let kind = plan.kind.or_else(|| KindGlob::kind_of(&config.kinds, config.root(), &input.path));
    finish(name, read, kind, config, (number, input.named), started)
}

fn standard_input(plan: &Plan, input: &StandardInput) -> FileResult {
    let started = Instant::now();
    let read = match &input.bytes {
        Ok(bytes) => Source::from_bytes(input.name.clone(), bytes.clone(), &plan.read),
        Err(error) => Err(ReadError::Io(std::io::Error::new(error.kind(), error.to_string()))),
    };
    let kind = plan
        .kind
        .or_else(|| KindGlob::kind_of(&input.config.kinds, input.config.root(), Path::new(&input.name)));
    finish(input.name.clone(), read, kind, &input.config, (plan.inputs.len(), true), started)
}

fn finish(
    path: String,
    read: Result<Source, ReadError>,
    kind: Option<Kind>,
    config: &Config,
    (number, named): (usize, bool),
    started: Instant,
) -> FileResult {
    let skip = |path, reason| FileResult::Skipped(Skipped { path, named, reason });
    let source = match read {
        Ok(source) => source,
        Err(ReadError::Binary(what)) => return skip(path, SkipReason::Binary(what.to_string())),
        Err(error) => return skip(path, SkipReason::Unreadable(error.to_string())),
    };
    let reading = started.elapsed();
    if kind::holds_nothing(source.text()) {
        return skip(path, SkipReason::Empty);
    }
    let forced = kind.is_some();
    let recognised = kind.or_else(|| kind::recognise(&path, source.text())).or_else(|| kind::by_name(&path));
    let Some(kind) = recognised else {
        return skip(path, SkipReason::UnknownKind);
    };
    let started = Instant::now();
    let deck = DeckText {
        file: FileId(number as u32),
        source: Arc::new(source),
        symbols: Arc::new(config.symbols.clone()),
    };
    let findings = lint_file(&deck, kind, config);
    if forced && findings.is_nothing {
        return skip(path, SkipReason::NothingOfKind);
    }
    let timings = Timings { reading, linting: started.elapsed(), ..Timings::default() };
    FileResult::Linted(Box::new(Linted { findings, source: deck.source, timings }))
}

/// What the files give to the regions, taken out of them, with their names.
fn gathered(results: &mut [FileResult]) -> Vec<(String, Option<Gathered>)> {
    let take = |result: &mut FileResult| match result {
        FileResult::Linted(linted) => {
            (linted.source.name().to_owned(), Some(std::mem::take(&mut linted.findings.gathered)))
        }
        FileResult::Skipped(skipped) => (skipped.path.clone(), None),
    };
    results.iter_mut().map(take).collect()
}

/// Checks the regions, puts what is found into the files, and returns what the user should know, and the regions.
pub(super) fn check_regions(plan: &Plan, results: &mut [FileResult]) -> (Vec<String>, RunRegions) {
    let regions = resolve::regions(plan, gathered(results));
    let configs = || (0..results.len()).filter_map(|number| plan.config_of(number));
    let first = configs().next().map(|config| &config.rules);
    let everything;
    let selection = match first {
        Some(first) if configs().all(|config| config.rules == *first) => first,
        _ => {
            everything = Selection::everything();
            &everything
        }
    };
    let mut touched = vec![false; results.len()];
    let mut notes = regions.notes.clone();
    for Placed { file, finding } in resolve::check(&regions, selection, plan.unpriced, &mut notes) {
        let number = file.0 as usize;
        let Some((FileResult::Linted(linted), config)) = results.get_mut(number).zip(plan.config_of(number))
        else {
            continue;
        };
        if config.rules.wants_finding(&finding) {
            let mut finding = [finding];
            config.severities.apply(&mut finding);
            linted.findings.findings.extend(finding);
            touched[number] = true;
        }
    }
    for (result, _) in results.iter_mut().zip(touched).filter(|(_, touched)| *touched) {
        if let FileResult::Linted(linted) = result {
            let key = |f: &Finding| (f.span.start, f.span.end, f.rule);
            linted
                .findings
                .findings
                .sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.message.cmp(&b.message)));
        }
    }
    (notes, regions)
}
