//! Tests of rules that see a whole region: a deck, a SIT, or both, as one region.

use super::{Tried, read};
use crate::config::Config;
use crate::csd::{Deck, DeckText, Decks};
use crate::lint::file::lint_source;
use crate::region::{Lists, Region, RegionInput, Regions, SitInput};
use crate::rules::declared::{RuleSet, Session};
use crate::rules::native::{GroupUse, check_csd, check_region};
use crate::rules::{Check, Finding, PlacedSink, Rule, RuleId, RuleTest, Selection, Severity};
use crate::syntax::{Kind, csdup, sit};
use crate::text::{FileId, Source, Span};
use std::sync::Arc;

/// The input of a test, ready for a rule: a deck and the SIT overrides behind it, as one text and one region.
#[derive(Debug)]
pub struct Trial {
    source: Arc<Source>,
    decks: Decks,
    input: RegionInput,
    /// What is found in deck and SIT by themselves.
    alone: Vec<Finding>,
}

impl Trial {
    /// Reads the input of `test`.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn new(test: &RuleTest) -> Result<Self, String> {
        let (deck, sit) = match test.kind {
            "sit" => ("", test.input),
            _ => (test.input, test.sit),
        };
        let config = Config { rules: Selection::everything(), ..Config::default() };
        let mut alone = Vec::new();
        if !deck.is_empty() {
            alone.extend(lint_source(&read(deck.into())?, Kind::Csdup, &config).findings);
        }
        if !sit.is_empty() {
            let own = lint_source(&read(sit.into())?, Kind::Sit, &config).findings;
            let shift = deck.len() as u32;
            alone.extend(own.into_iter().map(|finding| {
                let span = Span::new(finding.span.start + shift, finding.span.end + shift);
                Finding { span, ..finding }
            }));
        }
        let source = Arc::new(read([deck, sit].concat().into())?);
        let (text, file) = (source.text(), FileId(0));
        let mut decks = Decks::new();
        let mut input = RegionInput { name: "TEST".to_owned(), whole: test.whole, ..RegionInput::default() };
        if !deck.is_empty() {
            let commands = csdup::parse(text, Span::of(0..deck.len()), csdup::Options::default());
            let mut deck = Deck::new(DeckText::new(file, Arc::clone(&source)), &[commands]);
            deck.mark_refused(alone.iter().filter(|f| f.severity == Severity::Error).map(|f| f.span));
            input.decks.push(decks.add(deck));
        }
        if sit.is_empty() {
            input.lists = Lists::EveryGroup;
        } else {
            let settings = Arc::new(sit::parse_sysin(text, Span::of(deck.len()..text.len())));
            input.sit.push(SitInput { file, source: Arc::clone(&source), settings, symbols: Arc::default() });
        }
        Ok(Self { source, decks, input, alone })
    }

    /// What is found with the rule `id`, which `rule` is: what is found without it, and what the rule finds.
    pub fn run(&self, id: RuleId, rule: &Rule) -> Tried {
        let config = Config { rules: Selection::everything(), ..Config::default() };
        let region = Regions::new(&self.decks, &[]).resolve(&self.input);
        let mut sink = PlacedSink::new(&config.rules);
        check((id, rule), &self.decks, &region, &mut sink);
        let mut findings = self.alone.clone();
        findings.extend(sink.into_placed().into_iter().map(|placed| placed.finding));
        Tried { text: self.source.text().to_owned(), findings }
    }
}

fn check((id, rule): (RuleId, &Rule), decks: &Decks, region: &Region, sink: &mut PlacedSink<'_>) {
    if let Check::Declared(_) = rule.check {
        let set = RuleSet::new([(id, rule)]);
        let session = Session::new(&set, decks, sink);
        session.check_definitions(region.csd(), region.is_configured(), sink);
        return session.check_region(region, sink);
    }
    check_csd(decks, region, sink);
    if rule.applies_to == "REGION" {
        check_region(decks, region, sink);
        let mut groups = GroupUse::default();
        groups.add(region);
        groups.report(decks, sink);
    }
}
