//! The `[[suppress]]` entries of the configurations of a run.
//!
//! A run may read one configuration for several of its paths: what any of them needs is needed.

use crate::config::{Config, SuppressEntry};
use crate::csd;
use crate::lint::outcome::LintedFile;
use crate::lint::plan::Plan;
use crate::rules::native::suppression;
use crate::rules::{Finding, RuleId, Suppressed, SuppressedBy, is_suppressible, numbers};
use crate::syntax::directive::Date;
use crate::text::{ReadOptions, Source, Span};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Which entries have suppressed something, by the file of their configuration.
pub(super) struct Entries {
    used: HashMap<PathBuf, Vec<bool>>,
}

impl Entries {
    pub(super) fn new() -> Self {
        Self { used: HashMap::new() }
    }

    /// Marks those findings of the file at `path` that `config` suppresses.
    pub(super) fn suppress(&mut self, config: &Config, path: &str, findings: &mut [Finding]) {
        let Some(of_config) = config.path.as_ref().filter(|_| !config.suppress.is_empty()) else { return };
        let used = self.used.entry(of_config.clone()).or_insert_with(|| vec![false; config.suppress.len()]);
        let today = config.today();
        for finding in findings.iter_mut().filter(|finding| is_suppressible(RuleId::of(finding))) {
            for (entry, used) in config.suppress.iter().zip(used.iter_mut()) {
                if !has_ended(entry, today) && takes(entry, path, finding) {
                    *used = true;
                    finding.suppressed.get_or_insert_with(|| Box::new(suppressed(entry)));
                }
            }
        }
    }

    /// What is wrong with the entries: those that have ended, and those that suppress nothing where all that they may
    /// be about was linted. A file for each configuration, and whether it fails the run.
    pub(super) fn faults(&self, plan: &Plan) -> Vec<(LintedFile, usize)> {
        let mut files = Vec::new();
        let mut seen = Vec::new();
        for (number, config) in plan.configs.iter().enumerate() {
            let Some(path) = config.path.as_ref().filter(|_| !config.suppress.is_empty()) else { continue };
            if seen.contains(&path) {
                continue;
            }
            seen.push(path);
            let mut findings = self.of_config(config, path, plan.covered.contains(path));
            config.severities.apply(&mut findings);
            if findings.is_empty() {
                continue;
            }
            if let Ok(source) = Source::read(path, &ReadOptions::default()) {
                files.push((LintedFile { source: Arc::new(source), findings }, number));
            }
        }
        files
    }

    fn of_config(&self, config: &Config, path: &Path, covered: bool) -> Vec<Finding> {
        let used = self.used.get(path);
        let mut findings = Vec::new();
        for (number, entry) in config.suppress.iter().enumerate() {
            let span = |range: &std::ops::Range<usize>| Span::of(range.clone());
            let looked_for =
                || numbers().any(|id| config.rules.wants(id) && entry.rules.iter().any(|s| s.names(id)));
            match &entry.until {
                Some((until, place)) if *until < config.today() => {
                    findings.push(suppression::expired(*until, span(place)));
                }
                _ if used.is_some_and(|used| used[number]) || !covered || !looked_for() => {}
                _ => findings.push(suppression::unused_entry(span(&entry.span))),
            }
        }
        findings.retain(|finding| config.rules.wants_finding(finding));
        findings
    }
}

fn has_ended(entry: &SuppressEntry, today: Date) -> bool {
    entry.until.as_ref().is_some_and(|(until, _)| *until < today)
}

fn takes(entry: &SuppressEntry, path: &str, finding: &Finding) -> bool {
    if !entry.takes(RuleId::of(finding), Path::new(path)) {
        return false;
    }
    if entry.kind.is_none() && entry.name.is_none() && entry.group.is_none() {
        return true;
    }
    let Some((kind, name, group)) = entry.subject(finding) else { return false };
    let fits = |mask: &Option<String>, text: &str| {
        mask.as_ref().is_none_or(|mask| csd::matches(mask, &text.to_ascii_uppercase()))
    };
    fits(&entry.kind, kind) && fits(&entry.name, name) && fits(&entry.group, group)
}

fn suppressed(entry: &SuppressEntry) -> Suppressed {
    Suppressed {
        by: SuppressedBy::Config,
        reason: entry.reason.clone(),
        until: entry.until.as_ref().map(|(date, _)| *date),
    }
}
