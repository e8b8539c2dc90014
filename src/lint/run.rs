//! One run: many files, several threads, one outcome.

use super::file::{FileFindings, lint_source};
use super::outcome::{LintedFile, Outcome, SkipReason, Skipped, Statistics};
use super::walk::{self, Input};
use crate::config::{Config, FailOn, KindGlob};
use crate::rules::Severity;
use crate::syntax::{Kind, kind};
use crate::text::{ReadError, ReadOptions, Source};
use rayon::prelude::*;
use std::path::Path;
use std::time::{Duration, Instant};

/// What is to be linted, and how.
#[derive(Debug, Default)]
pub struct Plan {
    /// Files to read, each with the index of its configuration.
    inputs: Vec<(Input, usize)>,
    configs: Vec<Config>,
    faults: Vec<walk::WalkFault>,
    /// The bytes of standard input, where it is linted.
    pub standard_input: Option<StandardInput>,
    /// The kind of every input, where the user says it.
    pub kind: Option<Kind>,
    /// How inputs are read.
    pub read: ReadOptions,
    /// Threads to use; 0 is one for each processor.
    pub threads: usize,
}

/// Standard input, read.
#[derive(Debug)]
pub struct StandardInput {
    /// Its name in messages.
    pub name: String,
    /// Its bytes, or why they could not be read.
    pub bytes: std::io::Result<Vec<u8>>,
    /// The configuration that holds for it.
    pub config: Config,
}

/// The result of a run.
#[derive(Debug)]
pub struct Run {
    /// Findings and counts.
    pub outcome: Outcome,
    /// Whether a finding is at or above the severity that fails the run.
    pub failing: bool,
    /// How long it took.
    pub timings: Timings,
}

/// Time spent, summed over threads.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timings {
    /// Reading and decoding.
    pub reading: Duration,
    /// Parsing and checking.
    pub linting: Duration,
}

/// The severity from which a run fails where nobody says otherwise.
const DEFAULT_FAIL_ON: FailOn = FailOn::Warning;

impl Plan {
    /// Adds a file, or the files below a folder, to be linted by `config`.
    pub fn add(&mut self, path: &Path, config: Config) {
        let index = self.configs.len();
        let (found, faults) = walk::inputs(path, &config);
        self.inputs.extend(found.into_iter().map(|input| (input, index)));
        self.faults.extend(faults);
        self.configs.push(config);
    }
}

/// Lints everything in `plan`. Files stand in the outcome in the order of the plan.
pub fn run(plan: &Plan) -> Run {
    let pool = (plan.threads != 0).then(|| rayon::ThreadPoolBuilder::new().num_threads(plan.threads).build());
    let results = match pool {
        Some(Ok(pool)) => pool.install(|| all_files(plan)),
        // Without a pool of its own size the run takes the common one.
        Some(Err(_)) | None => all_files(plan),
    };
    collect(plan, results)
}

/// A file that was linted.
struct Linted {
    findings: FileFindings,
    source: Source,
    failing: bool,
    timings: Timings,
}

/// What became of one input.
enum FileResult {
    Linted(Box<Linted>),
    Skipped(Skipped),
}

fn all_files(plan: &Plan) -> Vec<FileResult> {
    let mut seen = std::collections::HashSet::new();
    let inputs: Vec<&(Input, usize)> =
        plan.inputs.iter().filter(|(input, _)| seen.insert(input.path.as_path())).collect();
    let standard = plan.standard_input.as_ref().map(|input| standard_input(plan, input));
    let lint = |entry: &&(Input, usize)| {
        let (input, config) = entry;
        let config = plan.configs.get(*config);
        one_file(plan, input, config.unwrap_or(&Config::default()))
    };
    // One file needs no threads here; a large one is cut into parts further down.
    let mut results: Vec<FileResult> = match inputs.as_slice() {
        [_, _, ..] => inputs.par_iter().map(lint).collect(),
        few => few.iter().map(lint).collect(),
    };
    results.extend(standard);
    results
}

fn one_file(plan: &Plan, input: &Input, config: &Config) -> FileResult {
    let started = Instant::now();
    let name = input.path.display().to_string();
    let read = Source::read(&input.path, &plan.read);
    let kind = plan.kind.or_else(|| KindGlob::kind_of(&config.kinds, config.root(), &input.path));
    finish(name, read, kind, config, input.named, started)
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
    finish(input.name.clone(), read, kind, &input.config, true, started)
}

fn finish(
    path: String,
    read: Result<Source, ReadError>,
    kind: Option<Kind>,
    config: &Config,
    named: bool,
    started: Instant,
) -> FileResult {
    let skip = |path, reason| FileResult::Skipped(Skipped { path, named, reason });
    let source = match read {
        Ok(source) => source,
        Err(ReadError::Binary(what)) => return skip(path, SkipReason::Binary(what.to_string())),
        Err(error) => return skip(path, SkipReason::Unreadable(error.to_string())),
    };
    let reading = started.elapsed();
    if source.text().trim().is_empty() {
        return skip(path, SkipReason::Empty);
    }
    let Some(kind) = kind.or_else(|| kind::recognise(&path, source.text())) else {
        return skip(path, SkipReason::UnknownKind);
    };
    let started = Instant::now();
    let findings = lint_source(&source, kind, config);
    let fail_on = config.fail_on.unwrap_or(DEFAULT_FAIL_ON);
    let worst: Option<Severity> = findings.findings.iter().map(|finding| finding.severity).max();
    let failing = worst.is_some_and(|severity| fail_on.fails(severity));
    let timings = Timings { reading, linting: started.elapsed() };
    FileResult::Linted(Box::new(Linted { findings, source, failing, timings }))
}

fn collect(plan: &Plan, results: Vec<FileResult>) -> Run {
    let mut outcome = Outcome::default();
    let mut failing = false;
    let mut timings = Timings::default();
    for fault in &plan.faults {
        let reason = SkipReason::Unreadable(fault.why.clone());
        outcome.skipped.push(Skipped { path: fault.path.clone(), named: false, reason });
    }
    for result in results {
        match result {
            FileResult::Skipped(skipped) => outcome.skipped.push(skipped),
            FileResult::Linted(linted) => {
                let Linted { findings, source, failing: fails, timings: spent } = *linted;
                failing |= fails;
                timings.reading += spent.reading;
                timings.linting += spent.linting;
                add(&mut outcome.statistics, &findings.statistics, &source);
                if !findings.findings.is_empty() {
                    outcome.files.push(LintedFile { source, findings: findings.findings });
                }
            }
        }
    }
    Run { outcome, failing, timings }
}

fn add(sum: &mut Statistics, file: &Statistics, source: &Source) {
    sum.files += 1;
    sum.bytes += source.original().len() as u64;
    for (into, from) in [
        (&mut sum.definitions, &file.definitions),
        (&mut sum.commands, &file.commands),
        (&mut sum.sit_parameters, &file.sit_parameters),
    ] {
        for (key, count) in from {
            *into.entry(key.clone()).or_default() += count;
        }
    }
}
