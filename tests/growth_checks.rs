//! The time of the checks grows no faster than the deck, whatever is wrong with it.

#![expect(clippy::panic, reason = "a test")]

use cicslint::rules::native::{CheckOptions, check_commands};
use cicslint::rules::{Selection, Sink};
use cicslint::syntax::{Commands, csdup};
use cicslint::text::Span;
use std::hint::black_box;
use std::time::Instant;

/// The time that this thread has had a processor, in seconds: other work on the machine does not count. Where the
/// system does not tell, the clock.
fn processor_time(clock: Instant) -> f64 {
    // Giving up the processor brings the account up to date.
    std::thread::yield_now();
    let account = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = account.split(' ').next().and_then(|field| field.parse::<f64>().ok());
    nanoseconds.map_or_else(|| clock.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

/// The time of the checks alone.
fn measure(text: &str, commands: &Commands) -> f64 {
    let selection = Selection::everything();
    let clock = Instant::now();
    let start = processor_time(clock);
    let mut sink = Sink::new(&selection);
    check_commands(text, std::slice::from_ref(commands), &CheckOptions::default(), &mut sink);
    black_box(sink.into_findings());
    processor_time(clock) - start
}

/// Checks `make(n)` and `make(2n)` and compares; the best of some measurements of each counts.
fn grows(name: &str, make: impl Fn(usize) -> String, n: usize) {
    let decks = [make(n), make(2 * n)].map(|text| {
        let commands = csdup::parse(&text, Span::of(0..text.len()), csdup::Options::default());
        (text, commands)
    });
    let mut best = [f64::MAX; 2];
    for _ in 0..12 {
        for (best, (text, commands)) in best.iter_mut().zip(&decks) {
            *best = best.min(measure(text, commands));
        }
        if best[1] < 2.3 * best[0].max(1e-6) {
            return;
        }
    }
    panic!("{name}: twice the deck takes {best:?} seconds");
}

fn definition(number: usize, attribute: &str) -> String {
    format!(
        "DEFINE PROGRAM(P{number:06}) GROUP(G{:03})\n  LANGUAGE(COBOL) {attribute}\n",
        number / 100 % 1000
    )
}

#[test]
fn many_definitions() {
    let faults =
        ["", "LANGAUGE(PLI)", "LANGUAGE(PLI)", "RESIDENT(PERHAPS)", "REMOTENAME(TOO-LONG-A-NAME)", "( x"];
    grows("sound", |n| (0..n).map(|k| definition(k, "RESIDENT(NO)")).collect(), 3_000);
    let some = |k: usize| definition(k, if k.is_multiple_of(100) { "LANGAUGE(X)" } else { "RESIDENT(NO)" });
    grows("one in a hundred faulty", |n| (0..n).map(some).collect(), 3_000);
    grows("all faulty", |n| (0..n).map(|k| definition(k, faults[k % faults.len()])).collect(), 1_500);
}

#[test]
fn one_statement() {
    let one = |attributes: &str, n: usize| format!("DEFINE PROGRAM(P) GROUP(G)\n{}", attributes.repeat(n));
    grows("duplicates", |n| one("LANGUAGE(COBOL)\n", n), 40_000);
    grows("unknown attributes", |n| one("NOSUCHTHING(X)\n", n), 4_000);
    grows("words", |n| one("nothing of the kind\n", n), 40_000);
    grows("open parentheses", |n| one("LANGUAGE(COBOL\n", n), 30_000);
    grows("open parentheses in a row", |n| one("(", n), 200_000);
    grows("blanks in values", |n| one("REMOTENAME(A B)\n", n), 30_000);
    grows("a long value", |n| format!("DEFINE PROGRAM(P{}) GROUP(G) X(Y)\n", "x".repeat(n)), 100_000);
}

#[test]
fn other_commands() {
    grows("operands", |n| format!("COPY GROUP(A) {}", "NOSUCH(B)\n".repeat(n)), 10_000);
    grows("operands given twice", |n| format!("COPY {}", "GROUP(B)\n".repeat(n)), 40_000);
    grows("prose", |n| "This is a text\nand no deck.\n".repeat(n), 10_000);
    let placeholders =
        |n: usize| (0..n).map(|k| format!("ADD GROUP(@g{k}@) LIST(@l@)\n")).collect::<String>();
    grows("placeholders", placeholders, 20_000);
    let groups = |n: usize| (0..n).map(|k| format!("DELETE GROUP(DFH{k:05})\n")).collect::<String>();
    grows("groups of IBM", groups, 20_000);
}
