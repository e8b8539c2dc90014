//! How fast expressions run, and what the declared rules cost on a large deck.
//!
//! `cargo bench --bench expr`. The two expressions are those that other engines were measured with: one comparison
//! with a sum, and one with a type, a comparison and a list.

#[path = "deck.rs"]
mod deck;

use bumpalo::Bump;
use cicslint::csd::{Deck, DeckText, Decks, TypeId};
use cicslint::region::{Region, RegionInput, Regions};
use cicslint::rules::declared::{RuleSet, Session, compile as compile_rule};
use cicslint::rules::expr::{Base, Env, Frame, Program, Scope, Shared, Subject, World, compile};
use cicslint::rules::{self, Check, PlacedSink, RuleId, Selection};
use cicslint::syntax::csdup;
use cicslint::text::{FileId, ReadOptions, Source, Span};
use deck::Wanted;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use std::sync::Arc;

const COMPARISON: &str = "attr.databuffers < attr.strings + 1";
const CONDITIONS: &str = "type == \"FILE\" && attr.databuffers < attr.strings + 1 && !(attr.recovery in [\"ALL\", \"BACKOUTONLY\"])";
const COUNT: usize = 105_000;

fn main() {
    divan::main();
}

fn decks_of(text: String) -> Option<(Decks, RegionInput)> {
    let source = Source::from_bytes("deck.csd", text.into_bytes(), &ReadOptions::default()).ok()?;
    let commands = csdup::parse(source.text(), Span::of(0..source.text().len()), csdup::Options::default());
    let mut decks = Decks::new();
    let deck = decks.add(Deck::new(DeckText::new(FileId(0), Arc::new(source)), [commands]));
    let input = RegionInput { name: "BENCH".to_owned(), decks: vec![deck], ..RegionInput::default() };
    Some((decks, input))
}

fn large() -> Option<(Decks, Region)> {
    let (decks, input) = decks_of(deck::deck(&Wanted { count: COUNT, mixed: true, faulty: 0 }))?;
    let region = Regions::new(&decks, &[]).resolve(&input);
    Some((decks, region))
}

fn program(text: &str) -> Option<Program> {
    compile(text, &Scope::of(Subject::of("FILE")?), Some(Base::Bool)).ok()
}

/// One evaluation, its attributes decoded.
#[divan::bench(args = [COMPARISON, CONDITIONS])]
fn run(bencher: Bencher<'_, '_>, text: &str) {
    let deck = "DEFINE FILE(F1) GROUP(G) STRINGS(5) DATABUFFERS(4) RECOVERY(NONE)\n";
    let (Some(program), Some((decks, input))) = (program(text), decks_of(deck.to_owned())) else { return };
    let region = Regions::new(&decks, &[]).resolve(&input);
    let (arena, shared) = (Bump::new(), Shared::new(region.installed()));
    let world = World::new(&decks, &region, &shared, &arena);
    let Some(kind) = TypeId::of("FILE") else { return };
    let frame = Frame::new(&decks, &arena, kind);
    for definition in world.members(kind) {
        frame.set(definition);
    }
    bencher.bench_local(|| black_box(&program).run(Env::of(Some(&frame), None)));
}

#[divan::bench(args = [COMPARISON, CONDITIONS])]
fn compiled(bencher: Bencher<'_, '_>, text: &str) {
    bencher.bench(|| program(black_box(text)));
}

/// Everything of every declared rule: more than a run compiles, which leaves texts until there is a finding.
#[divan::bench]
fn every_rule_compiled(bencher: Bencher<'_, '_>) {
    bencher.bench(|| {
        let declared = rules::all().iter().filter_map(|rule| match rule.check {
            Check::Declared(declaration) => Some((rule, declaration)),
            Check::Native => None,
        });
        declared.filter(|(rule, d)| compile_rule(rule.applies_to, rule.message, rule.help, d).is_ok()).count()
    });
}

/// Every declared rule over the definitions of a deck of 20 MB, by as many threads as rayon has.
#[divan::bench(sample_count = 10)]
fn every_rule_run(bencher: Bencher<'_, '_>) {
    let Some((decks, region)) = large() else { return };
    let selection = Selection::everything();
    bencher.counter(ItemsCount::new(COUNT)).bench(|| {
        let mut sink = PlacedSink::new(&selection);
        let every = rules::all().iter().filter_map(|rule| Some((rules::by_code(rule.code)?, rule)));
        let every: Vec<(RuleId, &rules::Rule)> = every.collect();
        let set = RuleSet::new(every);
        let session = Session::new(&set, &decks, &sink);
        session.check_definitions(region.csd(), false, &mut sink);
        session.check_region(&region, &mut sink);
        sink.into_placed().len()
    });
}
