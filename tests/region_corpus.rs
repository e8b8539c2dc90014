//! Each repository of the corpus as one region: what the CSD refuses and what does not fit together there, with the
//! reason why it is right: the reviewed list `tests/region_corpus.tsv`. Advice stands there too, for nothing here is
//! a sure fault: a repository shows a part of a CSD.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test")]

use cicslint::csd::{DeckText, Decks};
use cicslint::region::{RegionInput, Regions, gather};
use cicslint::rules::native::{GroupUse, check_csd, check_region};
use cicslint::rules::{self, PlacedSink, Selection, Severity};
use cicslint::syntax::kind;
use cicslint::text::{FileId, ReadOptions, Source};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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

/// The findings in one repository: file, line, code, severity, message.
fn findings(corpus: &Path, files: &[String]) -> Vec<String> {
    let mut decks = Decks::new();
    let mut input = RegionInput { name: "CORPUS".to_owned(), ..RegionInput::default() };
    let mut sources = Vec::new();
    for file in files {
        let bytes = fs::read(corpus.join(file)).unwrap();
        let Ok(source) = Source::from_bytes(file.as_str(), bytes, &ReadOptions::default()) else { continue };
        let Some(kind) = kind::recognise(file, source.text()) else { continue };
        let source = Arc::new(source);
        let text = DeckText::new(FileId(sources.len() as u32), Arc::clone(&source));
        sources.push(source);
        let gathered = gather(&text, kind);
        input.decks.extend(gathered.decks.into_iter().map(|deck| decks.add(deck)));
        input.sit.extend(gathered.sits.into_iter().flatten());
    }
    // Several SITs are those of several regions, and nothing says which decks are whose.
    if input.sit.iter().any(|sit| sit.file != input.sit[0].file) {
        input.sit.clear();
    }
    let region = Regions::new(&decks, &[]).resolve(&input);
    let selection = Selection::default();
    let mut sink = PlacedSink::new(&selection);
    check_csd(&decks, &region, &mut sink);
    check_region(&decks, &region, &mut sink);
    let mut groups = GroupUse::default();
    groups.add(&region);
    groups.report(&decks, &mut sink);
    let show = |placed: rules::Placed| {
        let finding = placed.finding;
        let source = &sources[placed.file.0 as usize];
        let line = source.locate(finding.span).line;
        let code = rules::all()[finding.rule as usize].code;
        let severity = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Advice => "advice",
        };
        format!("{}\t{line}\t{code}\t{severity}\t{}", source.name(), finding.message)
    };
    sink.into_placed().into_iter().map(show).collect()
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
