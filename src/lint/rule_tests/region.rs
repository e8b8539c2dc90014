//! Tests of rules that see a whole region: a deck, a SIT, or both, as one region.

use super::{Tried, read};
use crate::config::Config;
use crate::csd::{Deck, DeckText, Decks};
use crate::lint::file::lint_source;
use crate::region::{Lists, Region, RegionInput, Regions, SitInput};
use crate::rules::declared::{RuleSet, Session};
use crate::rules::native::{GroupUse, check_csd, check_region};
use crate::rules::{Check, Finding, PlacedSink, RuleId, RuleTest, Selection, Severity, rule};
use crate::syntax::{Kind, csdup, sit};
use crate::text::{FileId, Span};
use std::sync::Arc;

/// The deck and the SIT overrides as one text, and what is found in each by itself and in their region.
pub(super) fn try_region(id: RuleId, test: &RuleTest) -> Result<Tried, String> {
    let (deck, sit) = match test.kind {
        "sit" => ("", test.input),
        _ => (test.input, test.sit),
    };
    let config = Config { rules: Selection::everything(), ..Config::default() };
    let mut findings = Vec::new();
    if !deck.is_empty() {
        findings.extend(lint_source(&read(deck.into())?, Kind::Csdup, &config).findings);
    }
    if !sit.is_empty() && matches!(rule(id).check, Check::Declared(_)) {
        let own = lint_source(&read(sit.into())?, Kind::Sit, &config).findings;
        let shift = deck.len() as u32;
        findings.extend(own.into_iter().map(|finding| {
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
        deck.mark_refused(findings.iter().filter(|f| f.severity == Severity::Error).map(|f| f.span));
        input.decks.push(decks.add(deck));
    }
    if sit.is_empty() {
        input.lists = Lists::EveryGroup;
    } else {
        let settings = Arc::new(sit::parse_sysin(text, Span::of(deck.len()..text.len())));
        input.sit.push(SitInput { file, source: Arc::clone(&source), settings, symbols: Arc::default() });
    }
    let region = Regions::new(&decks, &[]).resolve(&input);
    let mut sink = PlacedSink::new(&config.rules);
    check(id, &decks, &region, &mut sink);
    findings.extend(sink.into_placed().into_iter().map(|placed| placed.finding));
    Ok(Tried { text: text.to_owned(), findings })
}

fn check(id: RuleId, decks: &Decks, region: &Region, sink: &mut PlacedSink<'_>) {
    let rule = rule(id);
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
