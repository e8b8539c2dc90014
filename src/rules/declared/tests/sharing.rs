//! Nothing is done twice that regions share.

use super::super::{RuleSet, Session};
use super::ID;
use super::file::rule_of;
use crate::csd::{Deck, DeckText, Decks};
use crate::growth::assert_growth;
use crate::region::{RegionInput, Regions, SitInput};
use crate::rules::{PlacedSink, Rule, Selection};
use crate::syntax::{csdup, sit};
use crate::text::{FileId, ReadOptions, Source, Span};
use std::sync::Arc;

/// Regions over one deck, each with a SIT of its own.
struct Many {
    decks: Decks,
    inputs: Vec<RegionInput>,
}

fn many(deck: &str, count: usize) -> Many {
    let read = |text: &str| {
        Arc::new(Source::from_bytes("test", text.as_bytes().to_vec(), &ReadOptions::default()).unwrap())
    };
    let mut decks = Decks::new();
    let commands = csdup::parse(deck, Span::of(0..deck.len()), csdup::Options::default());
    let id = decks.add(Deck::new(DeckText::new(FileId(0), read(deck)), [commands]));
    let input = |number: usize| {
        let text = format!("MXT={},GRPLIST=L\n", 100 + number % 7);
        let settings = Arc::new(sit::parse_sysin(&text, Span::of(0..text.len())));
        let file = FileId(1 + number as u32);
        let sit = vec![SitInput { file, source: read(&text), settings, symbols: Arc::default() }];
        RegionInput {
            name: format!("R{number}"),
            decks: vec![id],
            configured: true,
            sit,
            ..RegionInput::default()
        }
    };
    let inputs = (0..count).map(input).collect();
    Many { decks, inputs }
}

/// How many findings each region has, and how many belong to none.
fn run(rules: &[Rule], many: &Many) -> (usize, Vec<usize>) {
    let selection = Selection::everything();
    let set = RuleSet::new(rules.iter().map(|rule| (ID, rule)));
    let mut own = PlacedSink::new(&selection);
    let session = Session::new(&set, &many.decks, &own);
    let regions = Regions::new(&many.decks, &many.inputs);
    let counts = many.inputs.iter().map(|input| {
        let region = regions.resolve(input);
        let mut sink = PlacedSink::new(&selection);
        session.check_definitions(region.csd(), region.is_configured(), &mut own);
        session.check_region(&region, &mut sink);
        sink.into_placed().len()
    });
    let counts = counts.collect();
    (own.into_placed().len(), counts)
}

fn rules() -> Vec<Rule> {
    [
        "applies_to = 'PROGRAM'\ncheck = 'attr.execkey == \"CICS\"'\nmessage = '{name}'",
        "applies_to = 'TRANSACTION'\ncheck = 'ref(attr.program).execkey == \"CICS\"'\nmessage = '{name}'",
        "applies_to = 'TRANCLASS'\ncheck = 'attr.maxactive > sit.mxt'\nmessage = '{name} {region.name}'",
        "applies_to = 'REGION'\ncheck = 'count(PROGRAM where attr.execkey == \"CICS\") > 1'\nmessage = 'many'",
        "applies_to = 'SIT'\ncheck = 'sit.mxt > 104'\nmessage = '{region.name}'",
    ]
    .map(|fields| rule_of(&format!("code = 'XXX001'\ntitle = 't'\n{fields}")))
    .to_vec()
}

fn deck(count: usize) -> String {
    let mut deck = String::from(
        "DEFINE TRANCLASS(C1) GROUP(G0) MAXACTIVE(103)\nDEFINE PROGRAM(X) GROUP(NOLIST) EXECKEY(CICS)\n",
    );
    for n in 0..count {
        let key = if n % 50 == 0 { "CICS" } else { "USER" };
        deck += &format!("DEFINE PROGRAM(P{n:07}) GROUP(G{}) EXECKEY({key})\n", n / 100);
        deck += &format!("DEFINE TRANSACTION(T{:03X}) GROUP(G{}) PROGRAM(P{n:07})\n", n % 4096, n / 100);
    }
    for group in 0..count.div_ceil(100) {
        deck += &format!("ADD GROUP(G{group}) LIST(L)\n");
    }
    deck
}

#[test]
fn each_region_has_its_findings_and_each_definition_its_own_once() {
    let many = many(&deck(200), 7);
    // 200 / 50 programs and the one that no list installs.
    let own = 5;
    // Four transactions and the region itself; TRANCLASS where MXT is 100 to 102; the SIT where it is 105 or 106.
    assert_eq!(run(&rules(), &many), (own, vec![6, 6, 6, 5, 5, 6, 6]));
}

#[test]
fn regions_over_the_same_decks_cost_only_what_differs() {
    let deck = deck(2_000);
    let few = many(&deck, 4);
    let more = many(&deck, 64);
    let rules = rules();
    // Sixteen times the regions, and far from sixteen times the time: the deck is checked once.
    assert_growth("regions", 16.0 * 0.8, || drop(run(&rules, &few)), || drop(run(&rules, &more)));
}
