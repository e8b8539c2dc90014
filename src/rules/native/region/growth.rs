//! How the time grows with decks and regions.

use super::{GroupUse, check_region};
use crate::csd::{Csd, Deck, DeckId, DeckText, Decks};
use crate::growth::assert_growth;
use crate::region::{RegionInput, Regions, SitInput};
use crate::rules::native::check_csd;
use crate::rules::{PlacedSink, Selection};
use crate::syntax::{csdup, sit};
use crate::text::{FileId, ReadOptions, Source, Span};
use std::fmt::Write as _;
use std::sync::Arc;

fn source(text: String) -> Arc<Source> {
    Arc::new(Source::from_bytes("generated", text.into_bytes(), &ReadOptions::default()).unwrap())
}

fn deck(file: u32, text: String) -> Deck {
    let source = source(text);
    let whole = Span::of(0..source.text().len());
    let commands = csdup::parse(source.text(), whole, csdup::Options::default());
    Deck::new(DeckText::new(FileId(file), source), &[commands])
}

/// Groups of 50 definitions, a transaction to each program; every tenth transaction names a program that is not
/// there.
fn definitions(count: usize) -> String {
    let mut text = String::new();
    for n in 0..count / 2 {
        let (group, program) = (n / 25, if n % 10 == 0 { n + 1_000_000 } else { n });
        let _ = writeln!(text, "DEFINE PROGRAM(P{n:07}) GROUP(GRP{group:05}) LANGUAGE(COBOL) EXECKEY(USER)");
        let _ = writeln!(
            text,
            "DEFINE TRANSACTION({:04X}) GROUP(GRP{group:05})\n  PROGRAM(P{program:07}) TRANCLASS(DFHTCL00)",
            n % 0x1_0000
        );
    }
    text
}

/// Regions over one large deck, each with a deck, a list and a SIT of its own.
fn regions(count: usize, shared: usize) -> (Decks, Vec<RegionInput>) {
    let mut decks = Decks::new();
    let base = decks.add(deck(0, definitions(shared)));
    let groups = shared / 50;
    let inputs = (0..count).map(|n| {
        let mut text =
            format!("DEFINE PROGRAM(OWN{n:05}) GROUP(OWN{n:05})\nADD GROUP(OWN{n:05}) LIST(L{n:05})\n");
        for at in 0..4 {
            let _ = writeln!(text, "ADD GROUP(GRP{:05}) LIST(L{n:05})", (n * 7 + at * 13) % groups);
        }
        let own = decks.add(deck(n as u32 + 1, text));
        let sit_source = source(format!("GRPLIST=(DFHLIST,L{n:05}),MXT={}\n", 100 + n % 400));
        let whole = Span::of(0..sit_source.text().len());
        let settings = Arc::new(sit::parse_sysin(sit_source.text(), whole));
        let sit = SitInput { file: FileId(n as u32), source: sit_source, settings, symbols: Arc::default() };
        RegionInput {
            name: format!("R{n}"),
            decks: vec![base, own],
            sit: vec![sit],
            ..RegionInput::default()
        }
    });
    let inputs = inputs.collect();
    (decks, inputs)
}

/// Resolves and checks every region; how many findings that gives.
fn work(decks: &Decks, inputs: &[RegionInput]) -> usize {
    let selection = Selection::everything();
    let regions = Regions::new(decks, inputs);
    let mut findings = 0;
    let mut groups = GroupUse::default();
    for input in inputs {
        let region = regions.resolve(input);
        let mut sink = PlacedSink::new(&selection);
        check_region(decks, &region, &mut sink);
        groups.add(&region);
        findings += sink.into_placed().len();
    }
    let mut sink = PlacedSink::new(&selection);
    groups.report(decks, &mut sink);
    findings + sink.into_placed().len()
}

#[test]
fn time_is_linear_in_regions() {
    let (decks, inputs) = regions(200, 2_000);
    assert!(work(&decks, &inputs[..10]) > 10);
    let half = || assert!(work(&decks, &inputs[..100]) > 0);
    assert_growth("regions", 2.3, half, || assert!(work(&decks, &inputs) > 0));
}

#[test]
fn time_is_linear_in_definitions() {
    let run = |count| {
        let (decks, input) = {
            let mut decks = Decks::new();
            let id = decks.add(deck(0, definitions(count)));
            (decks, RegionInput { decks: vec![id], ..RegionInput::default() })
        };
        move || {
            let selection = Selection::everything();
            let region = Regions::new(&decks, &[]).resolve(&input);
            let mut sink = PlacedSink::new(&selection);
            check_csd(&decks, &region, &mut sink);
            check_region(&decks, &region, &mut sink);
        }
    };
    assert_growth("definitions", 2.3, run(4_000), run(8_000));
}

/// One long list, filled from its front and emptied; one large group, filled, altered and emptied; duplicates.
fn hostile(count: usize) -> String {
    let mut text = String::new();
    for n in 0..count {
        let _ = writeln!(
            text,
            "DEFINE PROGRAM(P{n:07}) GROUP(BIG)\nALTER PROGRAM(P0000000) GROUP(BIG) RESIDENT(YES)"
        );
        let place = if n == 0 { String::new() } else { format!(" BEFORE(G{:07})", n - 1) };
        let _ = writeln!(text, "ADD GROUP(G{n:07}) LIST(LONG){place}\nADD GROUP(G{n:07}) LIST(LONG)");
    }
    for n in 0..count {
        let _ = writeln!(text, "DELETE PROGRAM(P{n:07}) GROUP(BIG)\nREMOVE GROUP(G{n:07}) LIST(LONG)");
    }
    text
}

#[test]
fn time_is_linear_in_commands_of_every_kind() {
    let run = |count| {
        let mut decks = Decks::new();
        let id: DeckId = decks.add(deck(0, hostile(count)));
        move || {
            let mut csd = Csd::initialized();
            csd.execute(&decks, id);
            assert_eq!((csd.definition_count(), csd.list_names().count()), (0, 0));
        }
    };
    assert_growth("commands", 2.3, run(2_000), run(4_000));
}

/// The figures of `docs/performance.md`: `cargo test --release --lib figures -- --ignored --nocapture`.
#[test]
#[ignore = "measures, and takes its time"]
#[expect(clippy::print_stdout, reason = "it prints figures")]
fn figures() {
    let clock = std::time::Instant::now;
    let text = definitions(105_000);
    println!("deck: {} MB, 105,000 definitions", text.len() / 1_000_000);
    let source = source(text);
    let start = clock();
    let commands = csdup::parse(source.text(), Span::of(0..source.text().len()), csdup::Options::default());
    println!("parse: {:?}", start.elapsed());
    let start = clock();
    let deck = Deck::new(DeckText::new(FileId(0), source), &[commands]);
    println!("make ready: {:?}", start.elapsed());
    let mut decks = Decks::new();
    let start = clock();
    let id = decks.add(deck);
    println!("take in: {:?}", start.elapsed());
    for _ in 0..3 {
        let start = clock();
        let mut csd = Csd::unknown();
        csd.execute(&decks, id);
        println!("execute: {:?} for {} definitions", start.elapsed(), csd.definition_count());
    }
    let input = RegionInput { decks: vec![id], ..RegionInput::default() };
    let start = clock();
    let region = Regions::new(&decks, &[]).resolve(&input);
    println!("resolve one region that installs everything: {:?}", start.elapsed());
    let selection = Selection::everything();
    let start = clock();
    let mut sink = PlacedSink::new(&selection);
    check_region(&decks, &region, &mut sink);
    println!("check it: {:?}, {} findings", start.elapsed(), sink.into_placed().len());
    let (decks, inputs) = regions(1_000, 105_000);
    for count in [250, 500, 1_000] {
        let start = clock();
        let findings = work(&decks, &inputs[..count]);
        println!("{count} regions over it: {:?}, {findings} findings", start.elapsed());
    }
}
