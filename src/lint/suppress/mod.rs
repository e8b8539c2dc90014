//! Findings that are suppressed: by a comment in the file, by the configuration, by the baseline, in this order.
//!
//! What suppresses a finding hides it from the reports for people and keeps it from failing the run; JSON and SARIF
//! have it still, marked.

mod comments;
mod entries;

pub(crate) use comments::Comments;

use super::outcome::LintedFile;
use super::plan::Plan;
use super::run::FileResult;
use crate::config::Config;
use crate::rules::{Check, Finding, RuleId, rule};
use entries::Entries;

/// Marks what comments and configurations suppress, and adds what is wrong with them. What is wrong with entries of
/// configurations comes back as files of its own, each with the number of its configuration.
pub(super) fn apply(plan: &Plan, results: &mut [FileResult]) -> Vec<(LintedFile, usize)> {
    let mut entries = Entries::new();
    for (number, result) in results.iter_mut().enumerate() {
        let FileResult::Linted(linted) = result else { continue };
        let Some(config) = plan.config_of(number).filter(|_| plan.reports(number)) else { continue };
        let found = &mut linted.findings;
        of_file(&mut found.comments, linted.source.text(), config, true, &mut found.findings);
        entries.suppress(config, linted.source.name(), &mut found.findings);
    }
    entries.faults(plan)
}

/// Marks what the comments of one file suppress, and adds what is wrong with them. `regions` says whether the rules
/// about regions have been asked.
pub(super) fn of_file(
    comments: &mut Comments,
    text: &str,
    config: &Config,
    regions: bool,
    findings: &mut Vec<Finding>,
) {
    if comments.is_empty() {
        return;
    }
    comments.suppress(findings);
    let asked = |id: RuleId| {
        let about = rule(id);
        config.rules.wants(id) && (regions || about.check == Check::Native && !about.is_of_a_region())
    };
    let mut unused = comments.unused(text, asked);
    unused.retain(|finding| config.rules.wants_finding(finding));
    if !unused.is_empty() {
        config.severities.apply(&mut unused);
        findings.extend(unused);
        findings.sort_by(|a, b| {
            let key = |f: &Finding| (f.span.start, f.span.end, f.rule);
            key(a).cmp(&key(b)).then_with(|| a.message.cmp(&b.message))
        });
    }
}
