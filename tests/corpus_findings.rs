//! Every error and warning on the decks of the corpus, with the reason why it is right: the reviewed list
//! `tests/corpus_findings.tsv`. A finding that is not in the list, and a line of the list that no finding answers
//! to, fail the test. Advice is counted only: too much of it is noise.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test")]

use cicslint::rules::native::{CheckOptions, check_commands};
use cicslint::rules::{self, Finding, Selection, Severity, Sink};
use cicslint::syntax::csdup;
use cicslint::text::{ReadOptions, Source, Span};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const REVIEWED: &str = include_str!("corpus_findings.tsv");

/// The corpus, or `None` with a word about it.
fn corpus() -> Option<PathBuf> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/corpus"));
    if path.join("INDEX.tsv").exists() {
        return Some(path);
    }
    println!("skipped: {} is not there", path.display());
    None
}

/// The bare decks of the corpus.
fn decks(corpus: &Path) -> Vec<String> {
    let index = fs::read_to_string(corpus.join("INDEX.tsv")).unwrap();
    let rows = index.lines().skip(1).map(|row| row.split('\t').collect::<Vec<_>>());
    rows.filter(|row| row.get(3) == Some(&"csdup")).map(|row| row[0].to_owned()).collect()
}

fn findings(corpus: &Path, deck: &str) -> (Source, Vec<Finding>) {
    let bytes = fs::read(corpus.join(deck)).unwrap();
    let source = Source::from_bytes(deck, bytes, &ReadOptions::default()).unwrap();
    let text = source.text();
    let commands = csdup::parse(text, Span::of(0..text.len()), csdup::Options::default());
    let selection = Selection::default();
    let mut sink = Sink::new(&selection);
    check_commands(text, &[commands], &CheckOptions::default(), &mut sink);
    let findings = sink.into_findings();
    (source, findings)
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
    let mut advice: BTreeMap<&str, usize> = BTreeMap::new();
    for deck in decks(&corpus) {
        let (source, findings) = findings(&corpus, &deck);
        for finding in findings {
            let code = rules::all()[finding.rule as usize].code;
            let severity = match finding.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Advice => {
                    *advice.entry(code).or_default() += 1;
                    continue;
                }
            };
            let line = source.locate(finding.span).line;
            found.push(format!("{deck}\t{line}\t{code}\t{severity}\t{}", finding.message));
        }
    }
    println!("advice: {advice:?}");
    let new: Vec<_> = found.iter().filter(|finding| !reviewed.contains(&finding.as_str())).collect();
    let gone: Vec<_> = reviewed.iter().filter(|line| !found.iter().any(|finding| finding == *line)).collect();
    assert!(new.is_empty() && gone.is_empty(), "not reviewed:\n{new:#?}\nno longer found:\n{gone:#?}");
}
