//! How fast a deck is checked, and how fast findings are written.
//!
//! `cargo bench --bench lint`: a deck of 20 MB through the whole linter, and 20,000 findings through the reports.

#[path = "deck.rs"]
mod deck;

use cicslint::config::Config;
use cicslint::lint::{LintedFile, Outcome, lint_source};
use cicslint::report::{self, Context, Format};
use cicslint::rules;
use cicslint::syntax::Kind;
use cicslint::text::{ReadOptions, Source};
use deck::Wanted;
use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};

const COUNT: usize = 105_000;
const FINDINGS: usize = 20_000;

fn main() {
    divan::main();
}

fn source(mixed: bool, faulty: usize) -> Source {
    let text = deck::deck(&Wanted { count: COUNT, mixed, faulty });
    match Source::from_bytes("deck.csd", text.into_bytes(), &ReadOptions::default()) {
        Ok(source) => source,
        Err(error) => panic!("the generated deck cannot be read: {error}"),
    }
}

/// Parsing and checking, by as many threads as rayon has (RAYON_NUM_THREADS).
#[divan::bench(sample_count = 10, args = [0, 1, 100])]
fn whole(bencher: Bencher<'_, '_>, faulty: usize) {
    let source = source(true, faulty);
    let config = Config::default();
    bencher
        .counter(BytesCount::of_str(source.text()))
        .bench(|| lint_source(black_box(&source), Kind::Csdup, &config).findings.len());
}

/// 20,000 findings of one deck.
#[divan::bench(sample_count = 10, args = [Format::Text, Format::Concise, Format::Json, Format::Sarif])]
fn render(bencher: Bencher<'_, '_>, format: Format) {
    let source = source(true, 100);
    let mut findings = lint_source(&source, Kind::Csdup, &Config::default()).findings;
    assert!(findings.len() >= FINDINGS, "the deck has only {} findings", findings.len());
    findings.truncate(FINDINGS);
    let outcome =
        Outcome { files: vec![LintedFile { source: source.into(), findings }], ..Outcome::default() };
    let context = Context::plain(rules::all());
    bencher.counter(ItemsCount::new(FINDINGS)).bench(|| {
        let mut out = Vec::with_capacity(1 << 24);
        let written = report::write(format, black_box(&outcome), &context, &mut out);
        assert!(written.is_ok());
        out.len()
    });
}
