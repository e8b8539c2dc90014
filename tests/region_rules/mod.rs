//! Runs the tests of rules that see a whole region: a deck, perhaps with SIT overrides, as one region.

use cicslint::config::Config;
use cicslint::csd::{Deck, DeckText, Decks};
use cicslint::lint::lint_source;
use cicslint::region::{RegionInput, Regions, SitInput};
use cicslint::rules::native::{GroupUse, check_csd, check_region};
use cicslint::rules::{Finding, PlacedSink, Rule, RuleTest, Selection, Severity};
use cicslint::syntax::{Kind, csdup, sit};
use cicslint::text::{FileId, ReadOptions, Source, Span};
use std::sync::Arc;

/// The deck and the SIT overrides as one text, and what is found in the deck by itself, in the CSD, and for rules of
/// regions in the region.
pub(super) fn run(rule: &Rule, test: &RuleTest) -> (String, Vec<Finding>) {
    let read =
        |text: &str| Source::from_bytes("test", text.as_bytes().to_vec(), &ReadOptions::default()).unwrap();
    let config = Config { rules: Selection::everything(), ..Config::default() };
    let mut findings = lint_source(&read(test.input), Kind::Csdup, &config).findings;

    let source = Arc::new(read(&[test.input, test.sit].concat()));
    let (text, file) = (source.text(), FileId(0));
    let range = Span::of(0..test.input.len());
    let commands = csdup::parse(text, range, csdup::Options::default());
    let mut deck = Deck::new(DeckText::new(file, Arc::clone(&source)), &[commands]);
    deck.mark_refused(findings.iter().filter(|f| f.severity == Severity::Error).map(|f| f.span));
    let mut decks = Decks::new();
    let mut input =
        RegionInput { name: "TEST".to_owned(), decks: vec![decks.add(deck)], ..RegionInput::default() };
    if !test.sit.is_empty() {
        let settings = Arc::new(sit::parse_sysin(text, Span::of(test.input.len()..text.len())));
        input.sit.push(SitInput { file, source: Arc::clone(&source), settings, symbols: Arc::default() });
    }
    let region = Regions::new(&decks, &[]).resolve(&input);
    let mut sink = PlacedSink::new(&config.rules);
    check_csd(&decks, &region, &mut sink);
    if rule.applies_to == "REGION" {
        check_region(&decks, &region, &mut sink);
        let mut groups = GroupUse::default();
        groups.add(&region);
        groups.report(&decks, &mut sink);
    }
    findings.extend(sink.into_placed().into_iter().map(|placed| placed.finding));
    (text.to_owned(), findings)
}
