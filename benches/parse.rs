//! How fast DFHCSDUP decks are parsed.
//!
//! `cargo bench --bench parse`: a deck of 20 MB, plain and mixed, without faults and with.

mod deck;

use cicslint::syntax::csdup::{self, Options};
use cicslint::text::Span;
use deck::Wanted;
use divan::counter::BytesCount;
use divan::{Bencher, black_box};

const COUNT: usize = 105_000;

fn main() {
    divan::main();
}

fn deck_of(mixed: bool, faulty: usize) -> String {
    deck::deck(&Wanted { count: COUNT, mixed, faulty })
}

fn bench(bencher: Bencher<'_, '_>, text: &str, options: Options) {
    bencher
        .counter(BytesCount::of_str(text))
        .bench(|| csdup::parse(black_box(text), Span::of(0..text.len()), options));
}

/// The floor: finding the line ends.
#[divan::bench(sample_count = 10)]
fn line_ends(bencher: Bencher<'_, '_>) {
    let text = deck_of(false, 0);
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| memchr::memchr_iter(b'\n', black_box(text.as_bytes())).count());
}

#[divan::bench(sample_count = 10, args = [false, true])]
fn by_grammar(bencher: Bencher<'_, '_>, mixed: bool) {
    bench(bencher, &deck_of(mixed, 0), Options::default());
}

#[divan::bench(sample_count = 10, args = [1, 100])]
fn faulty(bencher: Bencher<'_, '_>, percent: usize) {
    bench(bencher, &deck_of(true, percent), Options::default());
}
