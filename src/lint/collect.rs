//! From what became of each input to the outcome of the run.

use super::outcome::{LintedFile, Outcome, SkipReason, Skipped};
use super::plan::Plan;
use super::run::{FileResult, Linted, Run, Timings};
use crate::config::{Config, FailOn};
use crate::rules::{Finding, Severity};
use crate::text::FileId;

/// The severity from which a run fails where nobody says otherwise.
const DEFAULT_FAIL_ON: FailOn = FailOn::Warning;

/// The outcome of `results`, which stand in the order of the plan.
pub(super) fn collect(plan: &Plan, results: Vec<FileResult>) -> Run {
    let mut outcome = Outcome::default();
    let mut failing = false;
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
                    failing |= fails(plan.config_of(number), &found);
                }
                if shown.place[number].is_some() {
                    shown.renumber(number, &mut found);
                    outcome.files.push(LintedFile { source, findings: found });
                }
            }
        }
    }
    Run { outcome, failing, timings }
}

fn fails(config: Option<&Config>, findings: &[Finding]) -> bool {
    let fail_on = config.and_then(|config| config.fail_on).unwrap_or(DEFAULT_FAIL_ON);
    let worst: Option<Severity> = findings.iter().map(|finding| finding.severity).max();
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
