//! Each repository of the corpus as one region: what the CSD refuses and what does not fit together there, with the
//! reason why it is right: the reviewed list `tests/region_corpus.tsv`. Advice stands there too, for nothing here is
//! a sure fault: a repository shows a part of a CSD.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test")]

use cicslint::config::Config;
use cicslint::lint::{self, Plan};
use cicslint::rules::{self, Check, Severity};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const REVIEWED: &str = include_str!("region_corpus.tsv");

/// The files of each repository, by path.
fn repositories(corpus: &Path) -> BTreeMap<String, Vec<String>> {
    let index = fs::read_to_string(corpus.join("INDEX.tsv")).unwrap();
    let mut repositories: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in index.lines().skip(1).filter_map(|row| row.split('\t').next()) {
        let repository = file.split('/').next().unwrap().to_owned();
        repositories.entry(repository).or_default().push(file.to_owned());
    }
    for files in repositories.values_mut() {
        files.sort();
    }
    repositories
}

/// What is found in the region of one repository, as `check` finds it: file, line, code, severity, message. What is
/// found in each file by itself is reviewed elsewhere.
fn findings(corpus: &Path, files: &[String]) -> Vec<String> {
    let mut plan = Plan::default();
    for file in files {
        plan.add(&corpus.join(file), Config::default());
    }
    let run = lint::run(&plan);
    let prefix = format!("{}/", corpus.display());
    let mut shown = Vec::new();
    for file in &run.outcome.files {
        for finding in &file.findings {
            let rule = rules::rule(rules::RuleId::of(finding));
            if rule.check == Check::Native && !rule.is_of_a_region() {
                continue;
            }
            let line = file.source.locate(finding.span).line;
            let severity = match finding.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Advice => "advice",
            };
            let name = file.source.name().strip_prefix(&prefix).unwrap_or(file.source.name());
            shown.push(format!("{name}\t{line}\t{}\t{severity}\t{}", rule.code, finding.message));
        }
    }
    shown
}

#[test]
fn every_finding_is_reviewed() {
    let corpus = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/corpus"));
    if !corpus.join("INDEX.tsv").exists() {
        println!("skipped: {} is not there", corpus.display());
        return;
    }
    let mut reviewed: Vec<&str> = Vec::new();
    for line in REVIEWED.lines().skip(1) {
        let (finding, reason) = line.rsplit_once('\t').unwrap();
        assert!(!reason.trim().is_empty(), "no reason: {finding}");
        reviewed.push(finding);
    }
    let found: Vec<String> =
        repositories(&corpus).values().flat_map(|files| findings(&corpus, files)).collect();
    let new: Vec<_> = found.iter().filter(|finding| !reviewed.contains(&finding.as_str())).collect();
    let gone: Vec<_> = reviewed.iter().filter(|line| !found.iter().any(|finding| finding == *line)).collect();
    for finding in &new {
        println!("{finding}");
    }
    assert!(new.is_empty() && gone.is_empty(), "{} not reviewed; no longer found:\n{gone:#?}", new.len());
}
