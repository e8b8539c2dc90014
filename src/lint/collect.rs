//! From what became of each input to the outcome of the run.

use super::baseline::Looked;
use super::outcome::{LintedFile, Outcome, SkipReason, Skipped};
use super::plan::Plan;
use super::run::{FileResult, Linted, Run, Timings};
use crate::config::{Config, FailOn};
use crate::rules::{Finding, Severity};
use crate::text::FileId;

/// The severity from which a run fails where nobody says otherwise.
const DEFAULT_FAIL_ON: FailOn = FailOn::Warning;

/// The outcome of `results`, which stand in the order of the plan, and of `configs`: configurations with findings in
/// them, each with its number.
pub(super) fn collect(plan: &Plan, results: Vec<FileResult>, configs: Vec<(LintedFile, usize)>) -> Run {
    let mut outcome = Outcome::default();
    let mut holds: Vec<Option<&Config>> = Vec::new();
    let mut linted_paths = Vec::new();
    let mut timings = Timings::default();
    for fault in &plan.faults {
        let reason = SkipReason::Unreadable(fault.why.clone());
        outcome.skipped.push(Skipped { path: fault.path.clone(), named: false, reason });
    }
    outcome.skipped.extend(plan.passed_over.iter().map(|path| Skipped {
        path: path.display().to_string(),
        named: false,
        reason: SkipReason::NoFile,
    }));
    let shown = Shown::new(plan, &results);
    for (number, result) in results.into_iter().enumerate() {
        match result {
            FileResult::Skipped(skipped) => outcome.skipped.push(skipped),
            FileResult::Linted(linted) => {
                let Linted { findings, source, timings: spent } = *linted;
                timings.reading += spent.reading;
                timings.linting += spent.linting;
                let mut found = Vec::new();
                if plan.reports(number) {
                    outcome.statistics.add(&findings.statistics);
                    outcome.statistics.files += 1;
                    outcome.statistics.bytes += source.original().len() as u64;
                    found = findings.findings;
                    linted_paths.push(source.name().to_owned());
                }
                if shown.place[number].is_some() {
                    shown.renumber(number, &mut found);
                    outcome.files.push(LintedFile { source, findings: found });
                    holds.push(plan.config_of(number));
                }
            }
        }
    }
    for (file, number) in configs {
        outcome.statistics.files += 1;
        outcome.files.push(file);
        holds.push(plan.configs.get(number));
    }
    outcome.has_baseline = !plan.baseline.is_empty();
    let baseline = plan.baseline.apply(&mut outcome.files, &linted_paths, &looked(plan));
    let failing = outcome.files.iter().zip(holds).any(|(file, config)| fails(config, &file.findings));
    Run { outcome, failing, timings, baseline }
}

/// What the run has looked for.
fn looked(plan: &Plan) -> Looked<'_> {
    let of_input = plan.standard_input.iter().map(|input| &input.config);
    Looked {
        rules: plan.configs.iter().chain(of_input).map(|config| &config.rules).collect(),
        narrowed: plan.region.is_some() || plan.kind.is_some(),
    }
}

fn fails(config: Option<&Config>, findings: &[Finding]) -> bool {
    let fail_on = config.and_then(|config| config.fail_on).unwrap_or(DEFAULT_FAIL_ON);
    let open = findings.iter().filter(|finding| finding.suppressed.is_none());
    let worst: Option<Severity> = open.map(|finding| finding.severity).max();
    worst.is_some_and(|severity| fail_on.fails(severity))
}

/// The files that the outcome holds: those with findings, and those to which a finding leads.
struct Shown {
    /// The place in the outcome of each input.
    place: Vec<Option<u32>>,
}

impl Shown {
    fn new(plan: &Plan, results: &[FileResult]) -> Self {
        let mut wanted = vec![false; results.len()];
        for (number, result) in results.iter().enumerate() {
            let FileResult::Linted(linted) = result else { continue };
            if !plan.reports(number) || linted.findings.findings.is_empty() {
                continue;
            }
            wanted[number] = true;
            for file in linted.findings.findings.iter().flat_map(|f| &f.related).filter_map(|r| r.file) {
                if let Some(wanted) = wanted.get_mut(file.0 as usize) {
                    *wanted = true;
                }
            }
        }
        let mut next = 0;
        let place = wanted.into_iter().map(|wanted| {
            next += u32::from(wanted);
            wanted.then(|| next - 1)
        });
        Self { place: place.collect() }
    }

    /// Gives the files that findings of the file `number` lead to their places in the outcome.
    fn renumber(&self, number: usize, findings: &mut [Finding]) {
        for related in findings.iter_mut().flat_map(|finding| &mut finding.related) {
            related.file = match related.file {
                Some(file) if file.0 as usize != number => {
                    self.place.get(file.0 as usize).copied().flatten().map(FileId)
                }
                _ => None,
            };
        }
    }
}
