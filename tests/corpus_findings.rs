//! Every error and warning on the files of the corpus, with the reason why it is right: the reviewed list
//! `tests/corpus_findings.tsv`. A finding that is not in the list, and a line of the list that no finding answers
//! to, fail the test. Advice is only counted by rule, and not above [`MOST_ADVICE`] of one rule in one file: more
//! would be noise.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test")]

use cicslint::config::Config;
use cicslint::lint::lint_source;
use cicslint::rules::{self, Finding, Severity};
use cicslint::syntax::kind::recognise;
use cicslint::text::{ReadOptions, Source};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const REVIEWED: &str = include_str!("corpus_findings.tsv");
/// How often one rule may give advice in one file of the corpus.
const MOST_ADVICE: usize = 3;

/// The corpus, or `None` with a word about it.
fn corpus() -> Option<PathBuf> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/corpus"));
    if path.join("INDEX.tsv").exists() {
        return Some(path);
    }
    println!("skipped: {} is not there", path.display());
    None
}

/// The names of the files of the index.
fn files(corpus: &Path) -> Vec<String> {
    let index = fs::read_to_string(corpus.join("INDEX.tsv")).unwrap();
    index.lines().skip(1).map(|row| row.split('\t').next().unwrap().to_owned()).collect()
}

/// The file and what is found in it; nothing where it is no kind that is linted.
fn lint(corpus: &Path, file: &str) -> (Source, Vec<Finding>) {
    let bytes = fs::read(corpus.join(file)).unwrap();
    let source = Source::from_bytes(file, bytes, &ReadOptions::default()).unwrap();
    let findings = match recognise(file, source.text()) {
        Some(kind) => lint_source(&source, kind, &Config::default()).findings,
        None => Vec::new(),
    };
    (source, findings)
}

fn code(finding: &Finding) -> &'static str {
    rules::all()[usize::from(finding.rule)].code
}

#[test]
fn every_error_and_warning_is_reviewed() {
    let Some(corpus) = corpus() else { return };
    let mut reviewed: Vec<&str> = Vec::new();
    for line in REVIEWED.lines().skip(1) {
        let (finding, reason) = line.rsplit_once('\t').unwrap();
        assert!(!reason.trim().is_empty(), "no reason: {finding}");
        reviewed.push(finding);
    }
    let mut found = Vec::new();
    for file in files(&corpus) {
        let (source, findings) = lint(&corpus, &file);
        for finding in findings {
            let severity = match finding.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Advice => continue,
            };
            let line = source.locate(finding.span).line;
            found.push(format!("{file}\t{line}\t{}\t{severity}\t{}", code(&finding), finding.message));
        }
    }
    let new: Vec<_> = found.iter().filter(|finding| !reviewed.contains(&finding.as_str())).collect();
    let gone: Vec<_> = reviewed.iter().filter(|line| !found.iter().any(|finding| finding == *line)).collect();
    assert!(new.is_empty() && gone.is_empty(), "not reviewed:\n{new:#?}\nno longer found:\n{gone:#?}");
}

#[test]
fn advice_is_rare() {
    let Some(corpus) = corpus() else { return };
    let mut total: BTreeMap<&str, usize> = BTreeMap::new();
    let mut noise = Vec::new();
    for file in files(&corpus) {
        let (_, findings) = lint(&corpus, &file);
        let mut here: BTreeMap<&str, usize> = BTreeMap::new();
        for finding in findings.iter().filter(|finding| finding.severity == Severity::Advice) {
            *here.entry(code(finding)).or_default() += 1;
            *total.entry(code(finding)).or_default() += 1;
        }
        noise.extend(here.into_iter().filter(|(_, count)| *count > MOST_ADVICE).map(|it| (file.clone(), it)));
    }
    println!("advice on the corpus: {total:?}");
    assert!(noise.is_empty(), "{noise:?}");
}
