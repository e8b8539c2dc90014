//! Twice the text takes twice the time, whatever the text is.
//!
//! For each shape the shortest of several runs is taken, of a text and of one twice as long by turns. The text is
//! made long enough for a run that can be measured; a ratio above the limit is measured again a few times before
//! it counts, as the machine may be busy.

#[path = "../benches/deck.rs"]
mod deck;

use cicslint::syntax::csdup::{self, Options};
use cicslint::text::Span;
use deck::Wanted;
use std::time::{Duration, Instant};

const LIMIT: f64 = 2.3;
const ATTEMPTS: usize = 10;
const RUNS: usize = 4;
/// What a run has to take at least, so that page faults and the clock do not matter.
const MEASURABLE: Duration = Duration::from_millis(8);

/// Parses `text` and joins every value, and says how long that took.
fn time(text: &str, options: Options) -> Duration {
    let start = Instant::now();
    let commands = csdup::parse(text, Span::of(0..text.len()), options);
    let values = commands.operands.iter().filter_map(|operand| operand.value());
    let length: usize = values.map(|value| csdup::value_text(text, value).len()).sum();
    std::hint::black_box((commands, length));
    start.elapsed()
}

/// The ratio of the shortest runs on `long` and `short`.
fn ratio(short: &str, long: &str, options: Options) -> f64 {
    let mut best = (Duration::MAX, Duration::MAX);
    for _ in 0..RUNS {
        best.0 = best.0.min(time(short, options));
        best.1 = best.1.min(time(long, options));
    }
    best.1.as_secs_f64() / best.0.as_secs_f64()
}

/// A text of at least `size` that takes a measurable time, and one twice as long.
fn texts(mut size: usize, make: impl Fn(usize) -> String) -> (String, String) {
    loop {
        let short = make(size);
        let shortest = (0..3).map(|_| time(&short, Options::default())).min();
        if shortest >= Some(MEASURABLE) {
            return (short, make(2 * size));
        }
        size *= 2;
    }
}

fn assert_linear(name: &str, size: usize, make: impl Fn(usize) -> String) {
    let (short, long) = texts(size, make);
    // Texts that are no real decks are not of plain shape anyway.
    let grammar_too = name.starts_with("deck");
    for options in [Options::default(), Options::GRAMMAR_ONLY].into_iter().take(1 + usize::from(grammar_too))
    {
        let mut ratios = Vec::new();
        while ratios.last().is_none_or(|ratio| *ratio >= LIMIT) {
            assert!(ratios.len() < ATTEMPTS, "{name}: twice the text took {ratios:.2?} times the time");
            ratios.push(ratio(&short, &long, options));
        }
    }
}

macro_rules! linear {
    ($($name:ident: $size:expr, $make:expr;)+) => {
        $(#[test]
        fn $name() {
            assert_linear(stringify!($name), $size, $make);
        })+
    };
}

fn mixed(count: usize, faulty: usize) -> String {
    deck::deck(&Wanted { count, mixed: true, faulty })
}

/// A statement that goes on with `bit`, `count` times.
fn statement(bit: &str, count: usize) -> String {
    format!("DEFINE PROGRAM(P) {}", bit.repeat(count))
}

linear! {
    deck_without_faults: 2_000, |n| mixed(n, 0);
    deck_with_few_faults: 2_000, |n| mixed(n, 1);
    deck_of_faults: 2_000, |n| mixed(n, 100);
    deck_with_crlf: 2_000, |n| mixed(n, 1).replace('\n', "\r\n");

    unclosed_parentheses: 100_000, |n| statement("(", n);
    unclosed_values: 100_000, |n| statement("A(", n);
    unclosed_values_with_blanks: 50_000, |n| statement("A(b ", n);
    unclosed_values_over_records: 50_000, |n| statement("A(b\n", n);
    unclosed_values_in_text: 50_000, |n| statement("A(b (c ", n);
    unclosed_quotes: 100_000, |n| statement("'", n);
    quotes_of_two_kinds: 50_000, |n| statement("' \" (", n);
    unclosed_braces: 50_000, |n| statement("{{ (", n);
    braces_around_parentheses: 50_000, |n| format!("{}}}}}", statement("{{ (", n));
    stray_parentheses: 100_000, |n| statement(")", n);
    stray_parentheses_apart: 100_000, |n| statement(") ", n);
    stray_punctuation: 100_000, |n| statement(", ; ", n);
    stray_equals: 100_000, |n| statement("a=b ", n);
    nested: 100_000, |n| format!("DEFINE PROGRAM(P) A{}{}", "(".repeat(n), ")".repeat(n));
    nested_by_turns: 100_000, |n| statement("A((((x)))) ", n / 4);
    long_line: 1_000_000, |n| statement("KEYWORD(VALUE) ", n / 15);
    long_word: 1_000_000, |n| statement("x", n);
    long_value: 1_000_000, |n| format!("DEFINE PROGRAM({})", "x".repeat(n));
    long_blank: 1_000_000, |n| format!("DEFINE PROGRAM(P){}X(1)", " ".repeat(n));
    words_without_value: 100_000, |n| statement("word ", n);
    words_that_are_verbs: 100_000, |n| statement("DELETE COPY ", n / 2);
    words_in_records: 50_000, |n| statement("\nword\n\n", n);
    words_before_comments: 50_000, |n| statement("\nword\n* a\n* (b", n);
    words_in_an_open_value: 50_000, |n| statement("X(\nword\nLIST ALL", n);
    removes_in_a_delete: 50_000, |n| format!("DELETE X(1){}", "\n REMOVE LIST (L".repeat(n));
    comments_in_a_value: 50_000, |n| format!("DEFINE X(a{}\nb)", "\n* comment (".repeat(n));
    continued_value: 20_000, |n| format!("DEFINE X(\n{}b)", format!("{}*\n", "v".repeat(71)).repeat(n));
    broken_value: 50_000, |n| format!("DEFINE X({}\n)", "\n part of it".repeat(n));
    blank_numbered_records: 20_000, |n| statement(&format!("\n{}00000100", " ".repeat(72)), n);
    text_beyond_column_71: 20_000, |n| statement(&format!("\n{}K(V) X(1)", " ".repeat(70)), n);
    control_characters: 200_000, |n| statement("\0a(\u{1})\t", n / 4);
    control_characters_in_comments: 50_000, |n| statement("\n* \0 \u{1}", n);
    commands_inside_a_record: 50_000, |n| statement(" COPY GROUP(A)", n);
    operands_without_command: 100_000, |n| " X(1)\n".repeat(n);
}
