//! How fast DFHCSDUP decks are parsed.
//!
//! `cargo bench --bench parse`: decks of 20 MB, as `cargo run --release --example gen-deck -- 105000` writes
//! them, without faults and with; by the grammar alone; in two threads. The line ends are the floor.

mod deck;

use cicslint::syntax::csdup::{self, Options};
use cicslint::text::Span;
use deck::Wanted;
use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use rayon::prelude::*;

/// About 190 bytes each.
const COMMANDS: usize = 105_000;
/// Size of the parts that are parsed side by side.
const PART: usize = 1 << 20;

fn main() {
    divan::main();
}

fn deck_of(mixed: bool, faulty: usize) -> String {
    deck::deck(&Wanted { count: COMMANDS, mixed, faulty })
}

fn parsing(bencher: Bencher<'_, '_>, text: &str, options: Options) {
    bencher
        .counter(BytesCount::of_str(text))
        .bench(|| csdup::parse(black_box(text), Span::of(0..text.len()), options));
}

#[divan::bench(sample_count = 10)]
fn line_ends(bencher: Bencher<'_, '_>) {
    let text = deck_of(false, 0);
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| memchr::memchr_iter(b'\n', black_box(text.as_bytes())).count());
}

#[divan::bench(sample_count = 10)]
fn programs(bencher: Bencher<'_, '_>) {
    parsing(bencher, &deck_of(false, 0), Options::default());
}

#[divan::bench(sample_count = 10)]
fn programs_by_grammar(bencher: Bencher<'_, '_>) {
    parsing(bencher, &deck_of(false, 0), Options::GRAMMAR_ONLY);
}

#[divan::bench(sample_count = 10)]
fn programs_with_sequence_numbers(bencher: Bencher<'_, '_>) {
    let text: String = deck_of(false, 0)
        .lines()
        .enumerate()
        .map(|(number, line)| format!("{line:<72}{number:08}\n"))
        .collect();
    parsing(bencher, &text, Options::default());
}

/// Percent of commands with a fault.
#[divan::bench(sample_count = 10, args = [0, 1, 100])]
fn mixed(bencher: Bencher<'_, '_>, faulty: usize) {
    parsing(bencher, &deck_of(true, faulty), Options::default());
}

#[divan::bench(sample_count = 10, args = [1, 2])]
fn threads(bencher: Bencher<'_, '_>, threads: usize) {
    let text = deck_of(true, 1);
    let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build() else { return };
    bencher.counter(BytesCount::of_str(&text)).bench(|| {
        pool.install(|| {
            csdup::chunks(&text, Span::of(0..text.len()), PART)
                .into_par_iter()
                .map(|part| csdup::parse(black_box(&text), part, Options::default()))
                .collect::<Vec<_>>()
        })
    });
}
